"""Every error that the simulated people can make, by name. Add one: write its script, add its row; nothing else."""

from collections.abc import Mapping
from types import MappingProxyType

from hw_sim.people.errors.base import Error
from hw_sim.people.errors.board import BOARD_ERRORS
from hw_sim.people.errors.calls import CALL_ERRORS
from hw_sim.people.errors.hands import HAND_ERRORS
from hw_sim.people.errors.leads import LEAD_ERRORS
from hw_sim.people.errors.orders import ORDER_ERRORS
from hw_sim.people.errors.out_of_turn import OUT_OF_TURN_ERRORS
from hw_sim.people.errors.plays import PLAY_ERRORS
from hw_sim.people.errors.replacements import REPLACEMENT_ERRORS

_ALL = (
    *OUT_OF_TURN_ERRORS,
    *CALL_ERRORS,
    *REPLACEMENT_ERRORS,
    *LEAD_ERRORS,
    *HAND_ERRORS,
    *PLAY_ERRORS,
    *ORDER_ERRORS,
    *BOARD_ERRORS,
)
ERRORS: Mapping[str, Error] = MappingProxyType({error.name: error for error in _ALL})

__all__ = ["ERRORS", "Error"]
