"""`smarttable deck …`: decks enrolled at a reader in one pass, checked, listed, and written as JSON or as a table."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.clock import SessionClock
from controller.adapters.private_file import write_whole
from controller.cli.core import UNUSABLE
from controller.cli.deck_words import check_lines, enrolment_line, hand_line, hand_verdict, verdict
from controller.cli.devices import follow, open_driver
from controller.cli.judge import words_in
from controller.cli.settings import SettingsError
from controller.desk.words import Words
from controller.model.board import HAND_SIZE, Hand
from controller.model.errors import LogError
from controller.model.reading_log import Deck
from controller.model.seats import Seat
from controller.ports import Clock, Driver
from controller.records.deal_files import read_deal_file
from controller.records.deck_files import (
    TablePack,
    check_decks,
    deck_of,
    parse_boards,
    print_boards,
    print_decks_csv,
    print_decks_json,
    read_decks,
)
from controller.sensing.enrolment import Enrolled, Enrolment, Step
from controller.sensing.hand_read import CardRead, HandRead, HandStep
from controller.sensing.stack_check import CheckStep, StackCheck

deck = typer.Typer(help="Decks whose cards carry tags.", no_args_is_help=True)
#: Exit code where a card cannot be read through a stack.
FOUND = 1
#: Decks are no secret, and the service reads them under another name.
_MODE = 0o644

Port = Annotated[str, typer.Option(help="Where the reader is plugged in, best a path under /dev/serial/by-id.")]
DriverName = Annotated[str, typer.Option(help="Its driver.")]
Lang = Annotated[str, typer.Option(help="Language: en or ru.")]
Files = Annotated[list[Path], typer.Argument(help="Files of decks, JSON or .csv.")]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader to enrol at."""

    driver: Driver
    clock: Clock


@deck.command()
def enrol(
    name: Annotated[str, typer.Argument(help="The deck's name.")],
    out: Annotated[Path, typer.Argument(help="The file that it goes into, JSON or .csv; other decks there stay.")],
    port: Port,
    driver: DriverName = "table_hub",
    at: Annotated[str | None, typer.Option(help="The antenna, as play.N; else where the first card lies.")] = None,
    boards: Annotated[str, typer.Option(help="The boards it lies in, as 1-16 20; none: any.")] = "",
    set_name: Annotated[str, typer.Option("--set", help="The set of boards it belongs to.")] = "",
    known: Annotated[list[Path] | None, typer.Option(help="Further files of decks; their cards are refused.")] = None,
    check: Annotated[bool, typer.Option(help="Check it through a stack afterwards.")] = True,
    lang: Lang = "en",
) -> None:
    """Enrol a deck: lay its cards down one by one, suit by suit from the ace to the two. No session may run there."""
    words = words_in(lang)
    there = _there(out)
    where = parse_boards(boards, "--boards")
    others = {str(path): _read(path) for path in known or []}
    check_decks({**others, str(out): there})
    if name in {pack.deck.id for packs in (*others.values(), there) for pack in packs}:
        raise LogError(f"there is a deck {name!r} already", file=str(out))
    if not os.access(out.parent, os.W_OK):
        raise LogError("cannot be written: no such folder, or not ours", file=str(out))
    decks = [pack.deck for packs in (*others.values(), there) for pack in packs]
    reader = _reader(driver, port)
    enrolled = asyncio.run(enrol_deck(name, reader, Enrolment(decks, at=at), words, say=_say))
    packs = (*there, TablePack(enrolled, where, set_name or None))
    write_whole(out, _printed(out, packs), mode=_MODE)
    _say(words.text("deck.written", {"path": out, "name": name, "n": len(packs)}))
    if check and not asyncio.run(check_deck(enrolled, _reader(driver, port), words, say=_say)):
        raise typer.Exit(FOUND)


@deck.command("check")
def check_command(
    files: Files,
    port: Annotated[str, typer.Option(help="A reader, to check a deck through a stack.")] = "",
    name: Annotated[str, typer.Option(help="Which deck of the files is checked at the reader.")] = "",
    driver: DriverName = "table_hub",
    lang: Lang = "en",
) -> None:
    """Check files of decks beside each other; with --port, check a deck through a stack."""
    words = words_in(lang)
    packs = _all(files)
    _list(packs)
    if not port:
        return
    chosen = [pack.deck for found in packs.values() for pack in found if name in ("", pack.deck.id)]
    if len(chosen) != 1:
        raise LogError(f"{len(chosen)} decks are meant; name one of them", field="--name")
    if not asyncio.run(check_deck(chosen[0], _reader(driver, port), words, say=_say)):
        raise typer.Exit(FOUND)


@deck.command("hand")
def hand_command(
    files: Files,
    port: Port,
    deal: Annotated[Path | None, typer.Option(help="A deal file, to hold the hand against.")] = None,
    board: Annotated[int, typer.Option(help="Its board.")] = 0,
    seat: Annotated[str, typer.Option(help="Whose hand it is: N, E, S or W.")] = "",
    driver: DriverName = "table_hub",
    lang: Lang = "en",
) -> None:
    """Read a hand, to count it anew: its cards are passed over a reader; with --deal, held against a board's hand."""
    words = words_in(lang)
    of = _meant(deal, board, seat) if deal is not None else None
    decks = [pack.deck for found in _all(files).values() for pack in found]
    if not asyncio.run(read_hand(HandRead(decks), _reader(driver, port), words, of=of, say=_say)):
        raise typer.Exit(FOUND)


@deck.command("list")
def show(files: Files) -> None:
    """List the decks of some files: name, boards, set."""
    _list(_all(files))


@deck.command()
def export(
    files: Files, out: Annotated[Path, typer.Argument(help="Where they go: a table if it ends in .csv, else JSON.")]
) -> None:
    """Write decks of some files into one, as JSON or as a table: also the way back from a spreadsheet."""
    packs = tuple(pack for found in _all(files).values() for pack in found)
    write_whole(out, _printed(out, packs), mode=_MODE)
    typer.echo(f"{out}: {len(packs)} decks")


async def enrol_deck(
    name: str, reader: Reader, enrolment: Enrolment, words: Words, *, say: Callable[[str], None]
) -> Deck:
    """The pass itself. LogError if what comes out is no deck."""
    wake = asyncio.Event()

    def on_step(step: Step) -> None:
        say(enrolment_line(step, enrolment, words) + ("\a" if isinstance(step, Enrolled) else ""))

    def typed() -> None:
        line = sys.stdin.readline()
        if line.strip().lower() in ("b", "и"):
            for step in enrolment.back(reader.clock.now()):
                on_step(step)
            wake.set()

    loop = asyncio.get_running_loop()
    listens = sys.stdin.isatty()
    if listens:
        loop.add_reader(sys.stdin, typed)
    try:
        await follow(reader.driver, reader.clock, enrolment, on_step, wake=wake)
    finally:
        if listens:
            loop.remove_reader(sys.stdin)
    say(words.text("deck.whole", {"name": name}))
    return deck_of(name, enrolment.tags)


async def check_deck(deck: Deck, reader: Reader, words: Words, *, say: Callable[[str], None]) -> bool:
    """The check through a stack: was every card read?"""
    check = StackCheck(deck)

    def on_step(step: CheckStep) -> None:
        for line in check_lines(step, check, words):
            say(line)

    await follow(reader.driver, reader.clock, check, on_step, wake=asyncio.Event())
    say(verdict(check, deck.id, words))
    return not check.unread


async def read_hand(
    hand: HandRead, reader: Reader, words: Words, *, of: tuple[int, Seat, Hand] | None, say: Callable[[str], None]
) -> bool:
    """The cards of one hand: are they thirteen, and those that are meant?"""

    def on_step(step: HandStep) -> None:
        say(hand_line(step, words) + ("\a" if isinstance(step, CardRead) else ""))

    await follow(reader.driver, reader.clock, hand, on_step, wake=asyncio.Event())
    for line in hand_verdict(hand, words, of=of):
        say(line)
    return len(hand.cards) == HAND_SIZE and (of is None or set(hand.cards) == of[2])


def _meant(deal: Path, board: int, seat: str) -> tuple[int, Seat, Hand]:
    if seat not in Seat.__members__:
        raise LogError(f"{seat!r} is none of N, E, S, W", field="--seat")
    found = [one for one in read_deal_file(_bytes(deal), str(deal)) if one.number == board]
    if not found or Seat[seat] not in found[0].deal.hands:
        raise LogError(f"no hand of {seat} on board {board} stands there", file=str(deal), field="--board")
    return board, Seat[seat], found[0].deal.hands[Seat[seat]]


def _reader(driver: str, port: str) -> Reader:
    clock = SessionClock()
    try:
        return Reader(open_driver(driver, {"device": "reader", "port": port}, clock, where="reader"), clock)
    except SettingsError as error:
        typer.echo(f"deck: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


def _all(files: list[Path]) -> dict[str, tuple[TablePack, ...]]:
    found = {str(path): _read(path) for path in files}
    check_decks(found)
    return found


def _there(out: Path) -> tuple[TablePack, ...]:
    return _read(out) if out.exists() else ()


def _read(path: Path) -> tuple[TablePack, ...]:
    return read_decks(_bytes(path), str(path))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None


def _list(packs: dict[str, tuple[TablePack, ...]]) -> None:
    for path, found in packs.items():
        for pack in found:
            boards = f"boards {print_boards(pack.boards)}" if pack.boards is not None else "any board"
            typer.echo(f"{path}: {pack.deck.id}, {boards}" + (f", set {pack.set_name}" if pack.set_name else ""))


def _printed(out: Path, packs: tuple[TablePack, ...]) -> bytes:
    return print_decks_csv(packs) if out.suffix.lower() == ".csv" else print_decks_json(packs)


def _say(line: str) -> None:
    # The bell is for ears at a terminal.
    typer.echo(line if sys.stdout.isatty() else line.replace("\a", ""))
