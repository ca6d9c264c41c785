"""The coverage page (docs/laws/COVERAGE.md) says of every Law what is so, and names a test that proves it."""

import ast
import re
from pathlib import Path

import pytest
from laws.write_coverage import PAGES
from support.table import EDITIONS

from controller.laws import coverage_ru
from controller.laws.coverage import LAST_LAW, PROVED_BY, SAID, SAID_IN, TITLES, Status, covered, kinds_of
from controller.laws.editions import EDITIONS as THE_EDITIONS

HERE = Path(__file__).parent
LAWS = range(1, LAST_LAW + 1)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_page_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == PAGES[path]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_is_said_of_a_law_has_no_name_of_the_program(path):
    """A director reads it: kinds and choices stand there by the desk's words, ids only where tests are named."""
    laws = [line for line in PAGES[path].partition("## ")[0].splitlines() if re.match(r"\| \d", line)]
    assert len(laws) == LAST_LAW and [line for line in laws if "`" in line or "_" in line] == []


def test_the_russian_page_says_of_every_law_what_the_english_one_says():
    notes = {said.note for laws in EDITIONS for said in [*SAID.values(), *SAID_IN[laws].values()] if said.note}
    assert set(coverage_ru.NOTES) == notes | {status.value for status in Status}
    assert len(coverage_ru.TITLES) == LAST_LAW
    table = next(text for path, text in PAGES.items() if path.name == "COVERAGE.ru.md").partition("|---")[2]
    assert re.findall(r"[A-Za-z]{2,}", table) == []


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("law", LAWS)
def test_something_is_said_of_every_law(laws, law):
    assert covered(laws, law).status in Status


def test_every_law_has_a_title():
    assert len(TITLES) == LAST_LAW


@pytest.mark.parametrize("law", LAWS)
def test_what_is_detected_or_recorded_is_proved_by_tests(law):
    does_something = {covered(laws, law).status for laws in EDITIONS} & {Status.DETECTED, Status.ON_REPORT}
    assert bool(does_something) == (law in PROVED_BY)


@pytest.mark.parametrize("proof", sorted({proof for proofs in PROVED_BY.values() for proof in proofs}))
def test_the_test_named_is_there(proof):
    assert _source(proof)


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("law", LAWS)
def test_what_is_detected_by_a_row_is_proved_of_a_kind_under_that_law(laws, law):
    found = covered(laws, law)
    if found.status is Status.DETECTED and found.kinds:
        assert any(kind in _named(proof) for kind in found.kinds for proof in PROVED_BY[law])


def _tree(proof):
    file = HERE / proof.partition("::")[0]
    return ast.parse(file.read_text(encoding="utf-8"))


def _source(proof):
    """The class or function that a proof names."""
    return next((node for node in _tree(proof).body if getattr(node, "name", "") == proof.partition("::")[2]), None)


def _named(proof):
    """The texts that a proof uses: its own, and those of the constants and helpers of its file and of `card_acts`."""
    wanted, texts = [_source(proof)], set()
    trees = [_tree(proof), ast.parse((HERE.parent / "support" / "card_acts.py").read_text(encoding="utf-8"))]
    known = {name: node for tree in trees for node in tree.body for name in _defines(node)}
    seen = set()
    while wanted:
        for node in ast.walk(wanted.pop()):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.Name) and node.id in known and node.id not in seen:
                seen.add(node.id)
                wanted.append(known[node.id])
    return " ".join(texts)


def _defines(node):
    """The names that a statement of a module gives."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]


@pytest.mark.parametrize("laws", EDITIONS)
def test_every_kind_stands_under_some_law(laws):
    listed = {kind for law in LAWS for kind in covered(laws, law).kinds}
    assert listed == set(THE_EDITIONS[laws].by_kind)


def test_nothing_is_said_of_a_law_whose_rows_say_it_all():
    plain = [law for law, said in SAID.items() if not said.note and all(kinds_of(laws, law) for laws in EDITIONS)]
    assert plain == []
    assert set(SAID_IN) == set(EDITIONS)


def test_a_kind_that_nothing_raises_makes_no_law_detected():
    raised = "".join(
        path.read_text(encoding="utf-8") for path in (HERE.parents[1] / "controller" / "table").glob("*.py")
    )
    silent = {kind for kind in THE_EDITIONS["2017"].by_kind if not re.search(rf'"{kind}"', raised)}
    detected = [law for law in LAWS for laws in EDITIONS if covered(laws, law).status is Status.DETECTED]
    assert [law for law in detected for laws in EDITIONS if set(covered(laws, law).kinds) & silent] == []
