"""The Laws of Duplicate Bridge, edition of 1987."""

from controller.laws.edition_1987 import auction, board, play, revokes
from controller.laws.rows import Edition

LAWS_1987 = Edition(
    "1987",
    auction.LAWS + play.LAWS + revokes.LAWS + board.LAWS,
    {**auction.SETTLES, **play.SETTLES, **revokes.SETTLES, **board.SETTLES},
)
