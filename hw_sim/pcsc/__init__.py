"""Virtual contactless readers under a real pcscd: ifd.c is the handler that pcscd loads, twin.py the cards' side.

Written from PC/SC's and the readers' public facts, never from drivers/: a twin that shares the driver's tables
proves nothing.
"""
