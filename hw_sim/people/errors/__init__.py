"""Every error that the simulated people can make, by name. Add one: write its script, add its row; nothing else."""

from collections.abc import Mapping
from types import MappingProxyType

from hw_sim.people.errors.base import Error
from hw_sim.people.errors.calls import CALL_ERRORS
from hw_sim.people.errors.leads import LEAD_ERRORS
from hw_sim.people.errors.out_of_turn import OUT_OF_TURN_ERRORS
from hw_sim.people.errors.plays import PLAY_ERRORS

_ALL = (*OUT_OF_TURN_ERRORS, *CALL_ERRORS, *LEAD_ERRORS, *PLAY_ERRORS)
ERRORS: Mapping[str, Error] = MappingProxyType({error.name: error for error in _ALL})

__all__ = ["ERRORS", "Error"]
