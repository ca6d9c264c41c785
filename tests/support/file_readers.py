"""Every reader of a file or text from outside, as one call on bytes, with files that it should read."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from support.bws_file import acts, bws
from support.connector_evening import SECTIONS

from controller.model.cards import PACK
from controller.model.reading_log import Deck, parse_reading_log
from controller.model.seats import Seat, Side
from controller.model.table_log import parse_table_log
from controller.records import BoardRecord, record_of
from controller.records.bws import read_bws
from controller.records.deal_files import read_deal_file
from controller.records.deck_files import TablePack, print_decks_csv, print_decks_json, read_decks
from controller.records.formats import FORMATS
from controller.records.pbn import read_pbn
from controller.session.imports import from_bws, from_connector, from_csv, from_results, session_text
from controller.session.listed import listed
from controller.session.mitchell import mitchell
from controller.session.session_file import read_session
from controller.table import replay

TESTS = Path(__file__).parents[1]
#: Cases whose boards hold an auction, play, a claim, rulings: one of each kind is enough to begin from.
CASES = sorted((TESTS / "cases").glob("*/*.json"))[::40]
DEALS = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"]
[Auction "N"]
1NT =1= Pass 3NT AP
[Note "1:12-14"]
[Play "E"]
HA HT H6 H2
HK HJ H7 H3
*
[Result "NS 7"]

[Board "2"]
[Deal "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"]
[Auction "E"]
1D ^S ^I 1C AP
"""
VUGRAPH = (
    "vg|Cup,Final,IMPs,1,2,Lions,0,Bears,0|\nrs|3NW+1,4SWx-4|\npn|a,b,c,d,e,f,g,h|\n"
    "qx|o1|md|1SAKQ2H432D432C432,S543HAKQ5D765C765,SJT9HJT9DAKQCJT98,|sv|0|mb|1N!|an|strong|mb|ppp|nt|hi|pc|hA|mc|9|\n"
)
LOOSE_PBN = (
    '% PBN 2.1\n{c}\n[Event "##Cup"]\n[Deal "S:SA7.H864.DAKQ.CAKQJT - - -"]\n[Declarer "^W"][Contract "4C**"]\n'
    '[Auction "N"]\n- 1NT! $1 Pass ; x\n[Play "E"]\nha - h6 ^R h2\n*\n'
)
SESSION = """scoring = "matchpoints"
[[sections]]
tables = ["1", "2", "3"]
[sections.names]
1 = ["a", "b"]
[[adjusted]]
table = "1"
board = 2
score = [[420, 0.6], [-50, 0.4]]
"""
READING_LOG = (
    '{"log":"reading-log/1","laws":"2017","deck":{"id":"blue","tags":{"E001":"SA"}},"board":{"board":7,"dealer":"S"}}\n'
    '{"type":"scan","t":1.5,"at":"play.N","tags":["E001"]}\n'
)


class FileReader(NamedTuple):
    """A reader: takes the whole of what it makes of some bytes; and bytes that it should be able to read."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def _all(name: str, data: bytes) -> list[object]:
    """The boards of a file, which comes in two pieces as a file may."""
    reader = FORMATS[name].read
    assert reader is not None
    half = len(data) // 2
    return list(reader(iter((data[:half], data[half:])), f"some.{name}"))


def _bytes(pieces: Iterator[str] | Iterator[bytes]) -> bytes:
    return b"".join(p.encode() if isinstance(p, str) else p for p in pieces)


def _seeds(name: str) -> tuple[bytes, ...]:
    """What our own writer makes of some boards, and what others write loosely."""
    writer = FORMATS[name].write
    whole = read_pbn(DEALS).records
    found = [_bytes(writer(iter(whole)))] if writer else []
    if FORMATS[name].read is not None and name in ("pbn", "lin", "json", "csv"):
        found.append(_bytes(FORMATS[name].write(iter(_of_cases()))))
    extra: Mapping[str, list[bytes]] = {
        "bws": [bws(BiddingData=acts("Bid", "N PASS"), PlayData=acts("Card", "W CK"))],
        "pbn": [DEALS.encode(), LOOSE_PBN.encode(), LOOSE_PBN.encode("utf-16")],
        "lin": [VUGRAPH.encode()],
    }
    return (*found, *extra.get(name, ()))


def _of_cases():
    for path in CASES:
        log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
        *_, last = replay(log.events, log.laws, log.regulations)
        yield record_of(last.table)


def _text(read: Callable[[str], object], data: bytes) -> object:
    """A reader of text: what is no UTF-8 does not get to it."""
    return read(data.decode("utf-8", errors="replace"))


def _boards() -> Iterator[tuple[str, FileReader]]:
    for name, one in FORMATS.items():
        if one.read is not None:
            yield name, FileReader(partial(_all, name), _seeds(name))


DECKS = (TablePack(Deck("blue", {f"E0{place:02X}": card for place, card in enumerate(PACK)}), frozenset((1, 2))),)


def _connector(data: bytes) -> str:
    """What a Data Connector may answer: sections, participations, players."""
    try:
        given = json.loads(data.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return ""
    lists = (
        [[o for o in one if isinstance(o, dict)] for one in given if isinstance(one, list)] if _is_list(given) else []
    )
    return session_text(from_connector(*lists[:3])) if lists else ""


def _is_list(given: object) -> bool:
    return isinstance(given, list)


def _met() -> Iterator[BoardRecord]:
    """Boards that numbered pairs have met on."""
    for s in mitchell(3, boards_per_round=1).sittings:
        pairs, tags = {Side.NS: str(s.ns), Side.EW: str(s.ew)}, {"Table": str(s.table), "Round": str(s.round)}
        yield BoardRecord(board=s.boards[0], pairs=pairs, tags=tags, names={Seat.N: "Ann"}, passed_out=True)


def _imported(name: str, data: bytes) -> str:
    reader = FORMATS[name].read
    assert reader is not None
    return session_text(from_results(reader(iter((data,)), f"some.{name}")))


MOVEMENT = b"section,round,table,ns,ew,boards\nA,1,1,1,2,1-3\nB,1,1,1,2,1-3\n"
ANSWERS = json.dumps([SECTIONS, [{"SectionLetters": "A", "TableNumber": 1, "Direction": 1, "LastName": "x"}], []])
READERS: Mapping[str, FileReader] = {
    **dict(_boards()),
    "deal-file-pbn": FileReader(lambda data: read_deal_file(data, "x.pbn"), (DEALS.encode(),)),
    "deal-file-lin": FileReader(lambda data: read_deal_file(data, "x.lin"), (VUGRAPH.encode(),)),
    "decks-csv": FileReader(lambda data: read_decks(data, "x.csv"), (print_decks_csv(DECKS),)),
    "decks-json": FileReader(lambda data: read_decks(data, "x.json"), (print_decks_json(DECKS),)),
    "movement-csv": FileReader(partial(_text, listed), (b"round,table,ns,ew,boards\n1,1,1,2,1-3\n",)),
    "import-bws": FileReader(lambda data: session_text(from_bws(read_bws(data))), (bws(),)),
    "import-csv": FileReader(
        lambda data: session_text(from_csv(data)), (MOVEMENT, _bytes(FORMATS["csv"].write(_met())))
    ),
    "import-usebio": FileReader(partial(_imported, "usebio"), (_bytes(FORMATS["usebio"].write(_met())),)),
    "import-connector": FileReader(_connector, (ANSWERS.encode(),)),
    "session-toml": FileReader(partial(_text, read_session), (SESSION.encode(),)),
    "table-log": FileReader(partial(_text, parse_table_log), tuple(p.read_bytes() for p in CASES)),
    "reading-log": FileReader(partial(_text, parse_reading_log), (READING_LOG.encode(),)),
}
