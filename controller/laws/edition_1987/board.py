"""Boards, hands and results in the edition of 1987: Laws 1 to 16 and 77 to 88, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.edition_2017.board import BOARD_CHOICES, END
from controller.laws.rows import Law
from controller.model.irregularities import Attention

LAWS: tuple[Law, ...] = (
    Law("wrong_board", ("15",), BOARD_CHOICES),
    Law("board_already_played", ("15B", "15"), BOARD_CHOICES),
    Law("wrong_seat_or_pair", ("5", "4", "3", "15"), BOARD_CHOICES),
    Law("wrong_orientation", ("7", "87"), BOARD_CHOICES),
    Law("dealer_or_vulnerability_mismatch", ("2",), BOARD_CHOICES),
    Law("wrong_hand_count", ("13", "14"), BOARD_CHOICES),
    Law("hand_from_wrong_pocket", ("17D", "17", "7"), BOARD_CHOICES),
    Law("hand_from_wrong_board", ("17D", "17"), BOARD_CHOICES),
    Law("misdealt_board", ("6",), BOARD_CHOICES),
    Law("deal_mismatch", ("6",), BOARD_CHOICES),
    Law("foreign_card", ("13", "1"), BOARD_CHOICES),
    Law("duplicate_card", ("13", "1"), BOARD_CHOICES),
    Law("card_not_in_that_hand", ("13", "14"), BOARD_CHOICES),
    Law("fouled_board", ("87",), BOARD_CHOICES),
    Law("hand_not_restored", ("7", "65D", "65"), BOARD_CHOICES, attention=END),
    Law("score_mismatch", ("79", "77"), BOARD_CHOICES, attention=END),
    Law("score_missing", ("79",), BOARD_CHOICES, attention=END),
    Law("trick_count_disagreement", ("79B", "79"), BOARD_CHOICES, attention=END),
    Law("board_ended_early", ("68", "79"), BOARD_CHOICES, attention=END),
    Law("slow_play", ("81", "90"), attention=Attention.LOG),
    Law("call_tempo_outlier", ("16", "73"), attention=Attention.LOG),
    Law("play_tempo_outlier", ("73",), attention=Attention.LOG),
    Law("ruling_without_finding", ("81C", "81", "82")),
    Law("record_doubted", ("85",)),
)

SETTLES: dict[str, Any] = {}
