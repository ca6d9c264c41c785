"""The formats of board records by name, and the one that a file has by its ending."""

from __future__ import annotations

from functools import partial

from controller.records import bri, bws, deal_set, dge, dlm, dup, lin, pbn, rbn, record_json, tables_csv, usebio
from controller.records.facts import Fact
from controller.records.lin.losses import CARRIED as LIN_CARRIED
from controller.records.lin.losses import not_carried as not_in_lin
from controller.records.pbn.losses import PLAIN_CARRIED
from controller.records.pbn.losses import not_carried as not_in_plain_pbn
from controller.records.record_format import RecordFormat, deal_format
from controller.records.usebio_reader import read_usebio

_DEALT = (Fact.DEALER, Fact.VULNERABILITY)
FORMATS: dict[str, RecordFormat] = {
    f.name: f
    for f in (
        RecordFormat(name="pbn", endings=(".pbn",), read=pbn.read_pbn_stream, write=pbn.write_pbn, is_latin_1=True),
        RecordFormat(
            name="pbn-plain",
            endings=(),
            write=partial(pbn.write_pbn, plain=True),
            carries=PLAIN_CARRIED,
            also_lost=not_in_plain_pbn,
            is_latin_1=True,
        ),
        RecordFormat(
            name="lin",
            endings=(".lin",),
            read=lin.read_lin,
            write=lin.write_lin,
            carries=LIN_CARRIED,
            also_lost=not_in_lin,
        ),
        RecordFormat(
            name="json", endings=(".jsonl", ".json"), read=record_json.read_jsonl, write=record_json.write_jsonl
        ),
        RecordFormat(
            name="csv",
            endings=(".csv", ".tsv"),
            read=tables_csv.read_csv,
            write=tables_csv.write_csv,
            carries=tables_csv.CARRIED,
            also_lost=tables_csv.not_carried,
            is_marked=True,
        ),
        RecordFormat(
            name="usebio",
            endings=(".xml",),
            read=read_usebio,
            write=usebio.write_usebio,
            write_held=usebio.write_usebio,
            carries=usebio.CARRIED,
            also_lost=usebio.not_carried,
        ),
        RecordFormat(name="bws", endings=(".bws",), read=bws.read_bws_boards),
        deal_format("dup", dup.read_dup, dup.write_dup, (Fact.BOARD,)),
        deal_format("dlm", dlm.read_dlm, dlm.write_dlm, (Fact.BOARD,)),
        deal_format("rbn", rbn.read_rbn, rbn.write_rbn, (Fact.BOARD, *_DEALT, Fact.EVENT, Fact.SITE, Fact.DATE)),
        deal_format("deals", deal_set.read_deal_set, deal_set.print_deal_set, (Fact.BOARD, *_DEALT)),
        deal_format("bri", bri.read_bri, bri.write_bri, ()),
        deal_format("dge", dge.read_dge, dge.write_dge, ()),
    )
}


def format_of(name: str) -> RecordFormat | None:
    """The format that a file of that name has, compressed or not; None if none is known by its ending."""
    plain = name.lower().removesuffix(".gz")
    return next((f for f in FORMATS.values() if plain.endswith(f.endings)), None)
