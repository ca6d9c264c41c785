"""`smarttable deals …`: files of dealing machines checked, bound to their numbers, sealed, and opened for a session.

Cards are shown only where they are asked for; a key is typed or comes on standard input, never as an argument.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.adapters.control_socket import ControlClient, ControlError
from controller.adapters.private_file import write_private
from controller.adapters.sealed_deals import ENDING as SEALED
from controller.adapters.sealed_deals import seal as sealed_file
from controller.adapters.sealed_deals import unseal
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.dealing import machine
from controller.cli.settings import SettingsError, read_settings
from controller.model.board import dealer_of, vulnerability_of
from controller.model.errors import LogError
from controller.model.notation import print_deal
from controller.model.spans import spans
from controller.records.board_record import BoardRecord
from controller.records.bri import write_bri
from controller.records.deal_files import DealtBoard, ending_of, read_deal_file
from controller.records.deal_set import board_hash, print_deal_set, set_hash
from controller.records.dge import write_dge
from controller.records.dlm import write_dlm
from controller.records.dup import write_dup
from controller.records.lin import write_lin
from controller.records.pbn import encode, print_pbn
from controller.records.rbn import write_rbn

deals = typer.Typer(help="Deals of dealing machines.", no_args_is_help=True)
deals.command("machine")(machine)

#: How a set is written, by the ending of the file.
WRITERS: Mapping[str, Callable[[Sequence[BoardRecord]], bytes]] = {
    "deals": print_deal_set,
    "pbn": lambda records: encode(print_pbn(records)),
    "dup": write_dup,
    "bri": write_bri,
    "dge": write_dge,
    "dlm": write_dlm,
    "rbn": write_rbn,
    "lin": lambda records: "".join(write_lin(records)).encode(),
}
#: How long the core may take to try a key on every file, in real seconds.
_UNLOCK_S = 60.0

First = Annotated[int | None, typer.Option(help="Number of the first board, for BRI and DGE, which have none.")]
KeyStdin = Annotated[bool, typer.Option("--key-stdin", help="Read the key from the first line of standard input.")]
OneFile = Annotated[Path, typer.Argument(help="A deal file: PBN, LIN, DUP, BRI, DGE, DLM, RBN, .deals or .sealed.")]


@deals.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Deal files.")], first: First = None, key_stdin: KeyStdin = False
) -> None:
    """Say which boards each file deals, or what is wrong with it: a deal that is not 52 different cards names them."""
    for path in files:
        boards = _read(path, first, key_stdin)
        typer.echo(f"{path}: {len(boards)} boards, {spans([board.number for board in boards])}")


@deals.command("list")
def show(
    file: OneFile,
    cards: Annotated[bool, typer.Option("--cards", help="Show the hands, too.")] = False,
    first: First = None,
    key_stdin: KeyStdin = False,
) -> None:
    """List the boards of a file with their hashes; hands only with --cards."""
    boards = _read(file, first, key_stdin)
    for board in boards:
        dealer = board.dealer or dealer_of(board.number)
        vulnerability = board.vulnerability or vulnerability_of(board.number)
        line = f"{board.number:>3}  {dealer.value}  {vulnerability.value:<4}  "
        line += board_hash(_record(board))[:16] if board.deal.is_complete else "hands not all known"
        typer.echo(f"{line}  {print_deal(board.deal)}" if cards else line)
    if all(board.deal.is_complete for board in boards):
        typer.echo(f"set  {set_hash([_record(board) for board in boards])}")


@deals.command("import")
def import_file(
    file: OneFile,
    out: Annotated[Path, typer.Argument(help="Where it goes: a .deals file, or any other kind by its ending.")],
    first: First = None,
    key_stdin: KeyStdin = False,
) -> None:
    """Bind a machine's deals to their numbers in our own file (.deals), or write them for another machine."""
    if ending_of(out.name) not in WRITERS:
        known = ", ".join(f".{ending}" for ending in WRITERS)
        raise LogError(f"no kind of file that is written here; known: {known}", file=str(out))
    boards = _read(file, first, key_stdin)
    write_private(out, WRITERS[ending_of(out.name)]([_record(board) for board in boards]))
    typer.echo(f"{out}: {len(boards)} boards, {spans([board.number for board in boards])}")


@deals.command()
def seal(
    file: OneFile,
    out: Annotated[Path, typer.Argument(help="The sealed file, its name ending in .sealed.")],
    first: First = None,
    key_stdin: KeyStdin = False,
) -> None:
    """Seal a set with a key, which is entered again when the session starts. The plain file is yours to delete."""
    if ending_of(out.name) != SEALED:
        raise LogError(f"a sealed file's name ends in .{SEALED}", file=str(out))
    if ending_of(file.name) == SEALED:
        raise LogError("is sealed already", file=str(file))
    boards = _read(file, first, key_stdin)
    key = _key(key_stdin, confirm=True)
    write_private(out, sealed_file(print_deal_set([_record(board) for board in boards]), key))
    typer.echo(f"{out}: {len(boards)} boards sealed. Delete {file}, and tell the key to nobody who plays.")


@deals.command()
def unlock(settings: SettingsFile, key_stdin: KeyStdin = False) -> None:
    """Enter the key of the sealed deals into the core that runs on these settings."""
    try:
        answer = asyncio.run(send_key(read_settings(settings).control_socket, _key(key_stdin)))
    except (SettingsError, ControlError) as error:
        typer.echo(f"deals: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error
    if answer.get("answer") != "ok":
        typer.echo(f"deals: {answer.get('reason')}", err=True)
        raise typer.Exit(UNUSABLE)
    typer.echo(f"opened: {', '.join(answer['opened'])}")
    if answer["waiting"]:
        typer.echo(f"still sealed, with another key: {', '.join(answer['waiting'])}")


async def send_key(socket: Path, key: str) -> Mapping[str, Any]:
    """Hand the key to the core; its answer. ControlError if it is not there."""
    async with ControlClient(socket) as core:
        return await core.ask({"do": "unlock", "key": key}, within_s=_UNLOCK_S)


def _read(path: Path, first: int | None, key_stdin: bool) -> tuple[DealtBoard, ...]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None
    if ending_of(path.name) == SEALED:
        return read_deal_file(unseal(data, _key(key_stdin), str(path)), str(path), kind="deals")
    return read_deal_file(data, str(path), first=first)


def _record(board: DealtBoard) -> BoardRecord:
    number, dealer, vulnerability = board.number, board.dealer, board.vulnerability
    return BoardRecord(
        board=number,
        dealer=dealer or dealer_of(number),
        vulnerability=vulnerability or vulnerability_of(number),
        deal=board.deal,
    )


def _key(key_stdin: bool, *, confirm: bool = False) -> str:
    if key_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    return str(typer.prompt("Key of the sealed deals", hide_input=True, confirmation_prompt=confirm))
