"""The nouns of the game as frozen values: seats, cards, calls, boards, readings, table events, irregularities.

Also their notation: the table log and the reading log are parsed and printed here.
No rule of the Laws, no I/O and no clock belongs here; every other package may import this one.
"""
