"""Cards with tags on antennas, boxes and keys, and everything that goes wrong there; time and chance are arguments."""

from hw_sim.physics.antenna import Answer
from hw_sim.physics.noise import LEVELS, NO_RARE_FAULTS, OFTEN, NoiseLevel, RareFaults, alone, only
from hw_sim.physics.sensed import PLACES, BoardSeen, BoxChange, KeyPress, Sensed
from hw_sim.physics.table_top import TableTop

__all__ = [
    "LEVELS",
    "NO_RARE_FAULTS",
    "OFTEN",
    "PLACES",
    "Answer",
    "BoardSeen",
    "BoxChange",
    "KeyPress",
    "NoiseLevel",
    "RareFaults",
    "Sensed",
    "TableTop",
    "alone",
    "only",
]
