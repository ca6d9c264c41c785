"""People who play recorded boards at human pace and err on purpose, as behaviour that whoever has a clock can drive."""

from hw_sim.people.course import whole_board
from hw_sim.people.errors import ERRORS, Error
from hw_sim.people.mishaps import MISHAPS, board_with_mishap
from hw_sim.people.pace import PACE, Pace
from hw_sim.people.planning import NO_ERRORS, NotPossibleError, Plan, findings_of, plan_errors, possible_errors
from hw_sim.people.players import DEFAULT_RULES, Players, TableRules
from hw_sim.people.steps import Do, Made, Step, Wanted

__all__ = [
    "DEFAULT_RULES",
    "ERRORS",
    "MISHAPS",
    "NO_ERRORS",
    "PACE",
    "Do",
    "Error",
    "Made",
    "NotPossibleError",
    "Pace",
    "Plan",
    "Players",
    "Step",
    "TableRules",
    "Wanted",
    "board_with_mishap",
    "findings_of",
    "plan_errors",
    "possible_errors",
    "whole_board",
]
