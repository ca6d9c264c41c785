"""What the settings file says about one OBID i-scan reader."""

from drivers.polling.settings import Kind

#: `frames`: short ones with one byte of length, or advanced ones with two. `address`: 255 is whatever reader is there.
KIND = Kind(
    baud=38400,
    choices={"frames": ("standard", "advanced")},
    numbers={"address": (0, 255)},
    defaults={"frames": "advanced", "address": 255},
)
