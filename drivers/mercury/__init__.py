"""UHF modules of ThingMagic's Mercury family (M6e, M7e, Micro, Nano): they read on by themselves once told to."""
