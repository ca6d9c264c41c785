"""A `.bws` file made by hand: two tables, two rounds, a section A; tests change a table of it, or a row."""

from datetime import datetime

from support.jet_file import BOOLEAN, DATE, LONG, SHORT, TEXT, JetTable, jet_file

_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_SEATS = ("North", "East", "South", "West")
COLUMNS = {
    "Session": {"ID": LONG, "Name": TEXT, "Date": DATE},
    "Section": {"ID": SHORT, "Letter": TEXT, "Tables": SHORT, "MissingPair": SHORT, "Winners": SHORT},
    "RoundData": {
        **{name: SHORT for name in ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")},
        **{"CustomBoards": TEXT, "South": SHORT, "West": SHORT},
    },
    "PlayerNumbers": {
        "Section": SHORT,
        "Table": SHORT,
        "Direction": TEXT,
        "Number": TEXT,
        "Name": TEXT,
        "Round": SHORT,
    },
    "PlayerNames": {"ID": LONG, "Name": TEXT, "strID": TEXT},
    "ReceivedData": {
        "ID": LONG,
        **{name: SHORT for name in ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "South", "West")},
        **{"Declarer": SHORT, "NS/EW": TEXT, "Contract": TEXT, "Result": TEXT, "LeadCard": TEXT, "Remarks": TEXT},
        **{"DateLog": DATE, "TimeLog": DATE, "Processed": BOOLEAN, "Erased": BOOLEAN},
    },
    "HandRecord": {"Section": SHORT, "Board": SHORT, **{f"{a}{b}": TEXT for a in _SEATS for b in _SUITS}},
    "BiddingData": {
        **{name: SHORT for name in ("Section", "Table", "Round", "Board", "Counter")},
        **{"Direction": TEXT, "Bid": TEXT, "DateLog": DATE, "TimeLog": DATE, "Erased": BOOLEAN},
    },
    "PlayData": {
        **{name: SHORT for name in ("Section", "Table", "Round", "Board", "Counter")},
        **{"Direction": TEXT, "Card": TEXT, "DateLog": DATE, "TimeLog": DATE, "Erased": BOOLEAN},
    },
}
NOON = datetime(2024, 5, 6, 12)  # noqa: DTZ001 - Jet's times have no zone
AT = {"Section": 1, "Table": 1, "Round": 1, "Board": 1}
RESULT = {**AT, "PairNS": 1, "PairEW": 3, "DateLog": NOON, "TimeLog": NOON}
#: Four spades by South, one down, the king of clubs led.
PLAYED = {**RESULT, "Declarer": 1, "NS/EW": "S", "Contract": "4 S", "Result": "-1", "LeadCard": "CK"}
#: Each hand has a suit.
HANDS = {f"{seat}{suit}": "AKQJ1098765432" * (a == b) for a, seat in enumerate(_SEATS) for b, suit in enumerate(_SUITS)}


def round_of(number: int, table: int, ns: int, ew: int, low: int, high: int, **more: object) -> dict[str, object]:
    """A row of RoundData."""
    return {
        **{"Section": 1, "Table": table, "Round": number, "NSPair": ns, "EWPair": ew},
        **{"LowBoard": low, "HighBoard": high, **more},
    }


def acts(column: str, *said: str, start: int = 1) -> list[dict[str, object]]:
    """Rows of calls or cards: each `S 1NT`, counted from `start`."""
    pairs = [one.split() for one in said]
    return [{**AT, "Counter": start + i, "Direction": seat, column: text} for i, (seat, text) in enumerate(pairs)]


def bws(compressed: frozenset[str] = frozenset(), **rows: list[dict[str, object]]) -> bytes:
    """The file, with these rows in place of the usual ones."""
    usual: dict[str, list[dict[str, object]]] = {
        "Session": [{"ID": 1, "Name": "Monday pairs"}],
        "Section": [{"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0, "Winners": 2}],
        "RoundData": [
            *(round_of(1, 1, 1, 3, 1, 2), round_of(1, 2, 2, 4, 3, 4)),
            *(round_of(2, 1, 1, 4, 5, 6), round_of(2, 2, 2, 3, 7, 8)),
        ],
        "ReceivedData": [PLAYED],
    }
    return jet_file(
        {name: JetTable(columns, rows.get(name, usual.get(name, [])), compressed) for name, columns in COLUMNS.items()}
    )
