"""What the settings file says about one Mercury module."""

from drivers.mercury.protocol import REGIONS
from drivers.polling.settings import Kind

#: `region`: which frequencies the law of the place allows; `stored` is what the module has been told before. `power`:
#: hundredths of a dBm, 0 leaves it. `cycle`: milliseconds of one look with all antennas.
KIND = Kind(
    baud=115200,
    most_antennas=4,
    choices={"region": ("stored", *REGIONS)},
    numbers={"power": (0, 3150), "cycle": (100, 1000)},
    defaults={"region": "stored", "power": 0, "cycle": 250},
)
