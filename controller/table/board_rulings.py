"""What the director's ruling on a board, a hand or a foreign card does (Laws 1 to 16, 87)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from controller.model.cards import Card
from controller.model.events import CardPlayed, Ruling, TableEvent
from controller.model.irregularities import Irregularity, act_of
from controller.model.seats import SEATS, Seat
from controller.table import hands
from controller.table.game import Game

CARD_KINDS = ("foreign_card", "duplicate_card", "card_not_in_that_hand")
PLAY_ON_KINDS = (
    "wrong_board",
    "board_already_played",
    "wrong_seat_or_pair",
    "wrong_orientation",
    "dealer_or_vulnerability_mismatch",
    "wrong_hand_count",
    "hand_from_wrong_pocket",
    "hand_from_wrong_board",
    "misdealt_board",
    "deal_mismatch",
    "fouled_board",
    "hand_not_restored",
    "score_mismatch",
    "score_missing",
    "trick_count_disagreement",
    *CARD_KINDS,
)


def play_on(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The board goes on as it stands: scans become the hands that are known, a card that was set aside is played."""
    game.close(found.id, "ruling", n, ruling.choice)
    for seat in SEATS:
        if game.hands.raised.get(seat) == found.id and found.kind != "wrong_hand_count":
            hands.adopt(game, seat)
    aside = game.hands.set_aside.pop(found.id, None)
    if aside is not None and found.seat is not None:
        for shown in _strange_in(game, found.seat, aside):
            _belongs_to(game, found.seat, shown)
        game.released.append((act_of(found.id), aside))


@contextmanager
def where_it_was_left(game: Game) -> Iterator[None]:
    """A board that was carried off, as if it lay at the table still: should it come back, it goes on as it then is."""
    if game.left_at is None or game.score.ruled is not None:
        yield
        return
    game.phase, game.turn = game.left_at
    yield
    if game.left_at is not None:
        game.left_at = (game.phase, game.turn)
        game.phase, game.turn = "ended", None


def bring_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The board that was carried off goes on where it was left, unless a ruling has given its result meanwhile."""
    game.close(found.id, "ruling", n, ruling.choice)
    if game.score.ruled is None:
        game.left_at = None


def put_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 13C: a surplus card or one of another pack is taken out of the deal."""
    game.close(found.id, "ruling", n, ruling.choice)
    game.hands.set_aside.pop(found.id, None)


def _strange_in(game: Game, seat: Seat, aside: TableEvent) -> list[Card]:
    """The cards of an act that was set aside which are not the seat's: the ruling is about all of them."""
    shown = (aside.card,) if isinstance(aside, CardPlayed) else getattr(aside, "cards", ())
    own = game.hands.adopted.get(seat) or game.hands.record.get(seat) or game.play.known.get(seat) or ()
    return [card for card in shown if card not in own]


def _belongs_to(game: Game, seat: Seat, shown: Card) -> None:
    """From here on the card counts as that hand's, whatever the record says."""
    watch = game.hands
    watch.let_be.add((seat, shown))
    for other in SEATS:
        for where in (watch.record, watch.scans, watch.adopted, game.play.known):
            if other is not seat and shown in where.get(other, ()):
                where[other] = where[other] - {shown}
    if seat in game.play.known:
        game.play.known[seat] = game.play.known[seat] | {shown}
    if seat in watch.record:
        watch.adopted[seat] = (watch.adopted.get(seat) or watch.record[seat]) | {shown}


def may_still(_game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """`put_back` may be ruled on any card that is no part of the deal."""
    return ruling.choice == "put_back" and found.kind in CARD_KINDS


EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {
    **{(kind, "play_on"): play_on for kind in PLAY_ON_KINDS},
    ("board_ended_early", "play_on"): bring_back,
    **{(kind, "put_back"): put_back for kind in CARD_KINDS},
}
