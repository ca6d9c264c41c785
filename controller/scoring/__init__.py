"""Tables against each other: matchpoints, IMPs and what follows from them.

The score of one contract is a Law (77) and lives in `controller.laws.score`. No I/O and no clock here.
"""
