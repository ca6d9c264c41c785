"""The Laws of Duplicate Bridge, edition of 2017."""

from controller.laws.edition_2017 import auction, board, play, revokes
from controller.laws.rows import Edition

LAWS_2017 = Edition(
    "2017",
    auction.LAWS + play.LAWS + revokes.LAWS + board.LAWS,
    {**auction.SETTLES, **play.SETTLES, **revokes.SETTLES, **board.SETTLES},
)
