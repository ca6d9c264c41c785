"""What the product needs before the evening: settings, packs, deals, a director's account, all in one folder."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.desk.accounts import Account, Accounts, Passwords, new_password
from controller.records.board_record import BoardRecord
from controller.records.pbn import encode, print_pbn
from controller.session.may_see import Role
from hw_sim.decks import board_tag, deck_of

VENUE, SESSION = "demo-club", "evening"
DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the evening is kept, and how its director gets in."""

    folder: Path
    settings: Path
    data: Path
    desk: str
    broker_port: int
    password: str

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.data / "journal.sqlite"

    @property
    def control_socket(self) -> Path:
        """Where the core is asked."""
        return self.data / "control.sock"


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def set_stage(
    folder: Path,
    boards: Sequence[BoardRecord],
    ports: Mapping[str, Path],
    *,
    speed: float,
    laws: str,
    desk_port: int,
) -> Stage:
    """Write everything that `smarttable run` reads."""
    data = folder / "data"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    # What is in these files nobody may see before the board is over, nor who plays with which tags.
    _write(folder / "packs.json", json.dumps(_packs(boards)).encode())
    _write(folder / "deals.pbn", encode(print_pbn([_only_the_deal(board) for board in boards])))
    broker_port = free_port()
    desk_port = desk_port or free_port()
    settings = folder / "settings.toml"
    text = _settings(ports, boards, speed=speed, laws=laws, broker_port=broker_port, desk_port=desk_port)
    _write(settings, text.encode())
    password = new_password()
    accounts = Accounts(data / "desk-accounts.json")
    accounts.put(Account(DIRECTOR, Role.DIRECTOR, Passwords().hash(password), is_chief=True))
    return Stage(folder, settings, data, f"http://127.0.0.1:{desk_port}", broker_port, password)


def _only_the_deal(board: BoardRecord) -> BoardRecord:
    """A dealing machine knows the cards, not what will be made of them."""
    return BoardRecord(board=board.board, dealer=board.dealer, vulnerability=board.vulnerability, deal=board.deal)


def _write(path: Path, content: bytes) -> None:
    """A file for its owner alone."""
    path.touch(mode=0o600)
    path.write_bytes(content)


def _packs(boards: Sequence[BoardRecord]) -> list[Mapping[str, object]]:
    packs: list[Mapping[str, object]] = []
    for board in boards:
        deck = deck_of(board.board or 0)
        tags = {tag: card.text for tag, card in deck.tags.items()}
        packs.append({"id": deck.id, "tags": tags, "boards": [board.board]})
    return packs


def _settings(
    ports: Mapping[str, Path],
    boards: Sequence[BoardRecord],
    *,
    speed: float,
    laws: str,
    broker_port: int,
    desk_port: int,
) -> str:
    """The settings as a club would write them."""
    tags = ", ".join(f'"{board_tag(b.board or 0)}" = {b.board}' for b in boards)
    lines = [
        f'venue = "{VENUE}"',
        f'session = "{SESSION}"',
        f'laws = "{laws}"',
        'data = "data"',
        f"speed = {speed}",
        "",
        "[broker]",
        f"port = {broker_port}",
        "",
        "[desk]",
        f"port = {desk_port}",
    ]
    for name, port in ports.items():
        lines += [
            "",
            "[[tables]]",
            f'name = "{name}"',
            'decks = ["packs.json"]',
            'deals = "deals.pbn"',
            "[[tables.devices]]",
            f'name = "hub-{name}"',
            'driver = "table_hub"',
            f'settings = {{ port = "{port}", boards = {{ {tags} }} }}',
        ]
    return "\n".join(lines) + "\n"
