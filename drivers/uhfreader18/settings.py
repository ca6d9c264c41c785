"""What the settings file says about one UHFReader18 or 288."""

from drivers.polling.settings import Kind

#: `model`: 18 looks with its one antenna, 288 is told which one. `address`: 255 is whatever reader is there.
#: `q` and `session` are those of Gen2; `scan_time` is how long one look of a 288 may take, in tenths of a second.
KIND = Kind(
    baud=57600,
    most_antennas=4,
    choices={"model": ("18", "288")},
    numbers={"address": (0, 255), "q": (0, 15), "session": (0, 3), "scan_time": (1, 30)},
    defaults={"model": "18", "address": 255, "q": 4, "session": 0, "scan_time": 3},
)
