"""Boards, hands and results in the edition of 2017: Laws 1 to 16 and 77 to 88, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.rows import Law, Option
from controller.model.irregularities import Attention

#: What the director may do with a board that is wrong in itself.
BOARD_CHOICES = (Option("play_on"), Option("cancel_board"), Option("artificial"))
END = Attention.END_OF_BOARD

LAWS: tuple[Law, ...] = (
    Law("wrong_board", ("15",), BOARD_CHOICES),
    Law("board_already_played", ("15B", "15"), BOARD_CHOICES),
    Law("wrong_seat_or_pair", ("5", "4", "3", "15"), BOARD_CHOICES),
    Law("wrong_orientation", ("7A", "7", "87"), BOARD_CHOICES),
    Law("dealer_or_vulnerability_mismatch", ("2", "87"), BOARD_CHOICES),
    Law("wrong_hand_count", ("13", "14"), BOARD_CHOICES),
    Law("hand_from_wrong_pocket", ("15A", "15", "7B1", "7", "13"), BOARD_CHOICES),
    Law("hand_from_wrong_board", ("15A", "15", "13"), BOARD_CHOICES),
    Law("misdealt_board", ("6",), BOARD_CHOICES),
    Law("deal_mismatch", ("6",), BOARD_CHOICES),
    Law("foreign_card", ("13C", "13", "1"), BOARD_CHOICES),
    Law("duplicate_card", ("13C", "13", "1"), BOARD_CHOICES),
    Law("card_not_in_that_hand", ("13", "14"), BOARD_CHOICES),
    Law("fouled_board", ("87",), BOARD_CHOICES),
    Law("hand_not_restored", ("7C", "7", "65D", "65"), BOARD_CHOICES, attention=END),
    Law("score_mismatch", ("79", "77"), BOARD_CHOICES, attention=END),
    Law("score_missing", ("79",), BOARD_CHOICES, attention=END),
    Law("trick_count_disagreement", ("79B", "79"), BOARD_CHOICES, attention=END),
    Law("board_ended_early", ("68", "79"), BOARD_CHOICES, attention=END),
    Law("slow_play", ("81", "90"), attention=Attention.LOG),
    Law("call_tempo_outlier", ("16B", "16", "73"), attention=Attention.LOG),
    Law("play_tempo_outlier", ("73D", "73E", "73"), attention=Attention.LOG),
    Law("ruling_without_finding", ("81C", "81", "82")),
    Law("record_doubted", ("85",)),
)

SETTLES: dict[str, Any] = {}
