"""`smarttable deals`: what a person does with the files of dealing machines; cards and keys only where they belong."""

import re
import stat

import pytest
from support.deal_makers import BY_SUITS
from typer.testing import CliRunner

from controller.adapters import sealed_deals
from controller.cli.app import application
from controller.model.errors import LogError
from controller.model.notation import parse_deal
from controller.records.board_record import BoardRecord
from controller.records.bri import write_bri
from controller.records.deal_files import read_deal_file
from controller.records.deal_set import set_hash
from controller.records.dup import write_dup
from controller.records.pbn import encode, print_pbn

DEAL = "N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT98765"
CARDS = re.compile(r"[AKQJT2-9]{3,}\.")
KEY = "nine of diamonds"


@pytest.fixture(autouse=True)
def soft(monkeypatch):
    """Keys are hashed at once in these tests."""
    monkeypatch.setattr(sealed_deals.Hardness, "__init__", soft_hardness(sealed_deals.Hardness.__init__))


def soft_hardness(usual):
    def hardness(self, time=1, memory_kib=64, lanes=1):
        usual(self, time, memory_kib, lanes)

    return hardness


def run(*arguments, keys=""):
    result = CliRunner().invoke(application("deals"), ["deals", *map(str, arguments)], input=keys)
    if isinstance(result.exception, LogError):
        raise result.exception
    return result.output


@pytest.fixture
def dup(tmp_path):
    path = tmp_path / "a.dup"
    path.write_bytes(write_dup([BoardRecord(board=n, deal=BY_SUITS) for n in (7, 8, 9)]))
    return path


def test_a_file_is_checked_without_a_card_on_the_screen(dup):
    assert run("check", dup) == f"{dup}: 3 boards, 7-9\n"


def test_boards_with_gaps_are_told_as_such(tmp_path):
    path = tmp_path / "a.pbn"
    path.write_bytes(encode(print_pbn([BoardRecord(board=n, deal=BY_SUITS) for n in (1, 2, 5)])))

    assert run("check", path) == f"{path}: 3 boards, 1-2, 5\n"


def test_a_deal_that_is_none_names_its_cards_to_whoever_deals(dup):
    whole = bytearray(dup.read_bytes())
    whole[0:2] = b"02"
    dup.write_bytes(bytes(whole))

    with pytest.raises(LogError, match=r"a\.dup, board 7 \(byte 0\): not 52 different cards: more than once SK"):
        run("check", dup)


def test_a_file_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(LogError, match=r"b\.dup: cannot be read: No such file"):
        run("check", tmp_path / "b.dup")


def test_boards_are_listed_with_hashes_and_hands_only_where_they_are_asked_for(dup):
    lines = run("list", dup).splitlines()
    boards = [BoardRecord(board=n, deal=BY_SUITS) for n in (7, 8, 9)]

    assert [line.split()[:3] for line in lines[:3]] == [["7", "S", "All"], ["8", "W", "None"], ["9", "N", "EW"]]
    assert lines[3] == f"set  {set_hash(boards)}"
    assert not CARDS.search("".join(lines))
    assert "N:AKQJT98765432..." in run("list", dup, "--cards")


def test_hands_that_are_not_all_known_have_no_hash(tmp_path):
    path = tmp_path / "a.pbn"
    path.write_text('[Board "3"]\n[Deal "N:AKQJ.432.432.432 - - -"]\n')

    assert run("list", path) == "  3  S  EW    hands not all known\n"


@pytest.mark.parametrize("ending", ["deals", "pbn", "dup", "bri", "dge", "dlm", "rbn", "lin"])
def test_a_set_goes_from_machine_to_machine(tmp_path, ending):
    given, out = tmp_path / "a.pbn", tmp_path / "out" / f"b.{ending}"
    given.write_text(f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n')

    assert run("import", given, out) == f"{out}: 1 boards, 3\n"
    first = 3 if ending in ("bri", "dge") else None
    (board,) = read_deal_file(out.read_bytes(), out.name, first=first)
    assert (board.number, board.deal) == (3, parse_deal(DEAL))
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_boards_without_numbers_are_counted_from_the_one_that_is_named(tmp_path):
    path, out = tmp_path / "a.bri", tmp_path / "b.deals"
    path.write_bytes(write_bri([BoardRecord(board=1, deal=BY_SUITS)] * 2))

    assert run("import", path, out, "--first", 17) == f"{out}: 2 boards, 17-18\n"


def test_a_kind_that_is_not_written_names_those_that_are(dup):
    with pytest.raises(LogError, match=r"b\.xls: no kind of file that is written here; known: \.deals, \.pbn"):
        run("import", dup, dup.with_name("b.xls"))


def test_a_sealed_set_opens_with_its_key_alone(dup):
    out = dup.with_suffix(".sealed")
    said = run("seal", dup, out, keys=f"{KEY}\n{KEY}\n")

    assert (said.splitlines()[-1], KEY in said) == (
        f"{out}: 3 boards sealed. Delete {dup}, and tell the key to nobody who plays.",
        False,
    )
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert run("check", out, "--key-stdin", keys=f"{KEY}\n") == f"{out}: 3 boards, 7-9\n"
    with pytest.raises(LogError, match="the key does not open it"):
        run("check", out, "--key-stdin", keys="another key\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a.dup", "b.deals"), r"b\.deals: a sealed file's name ends in \.sealed"),
        (("a.sealed", "b.sealed"), r"a\.sealed: is sealed already"),
    ],
)
def test_what_cannot_be_sealed_says_why(dup, arguments, said):
    with pytest.raises(LogError, match=said):
        run("seal", *(dup.with_name(name) for name in arguments), keys=f"{KEY}\n{KEY}\n")


def test_without_a_core_nothing_is_unlocked(tmp_path):
    settings = tmp_path / "evening.toml"
    settings.write_text('venue = "club"\nsession = "monday"\n[[tables]]\nname = "1"\n')
    result = CliRunner().invoke(
        application("deals"), ["deals", "unlock", "--settings", str(settings), "--key-stdin"], input=f"{KEY}\n"
    )
    assert (result.exit_code, "the core is not there" in result.output) == (2, True)
