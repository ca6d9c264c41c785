"""Mutants of the Laws and the table: functions changed in one place by mutmut's operators, rows changed in one field.

A mutant is put in place in the running process: the code of a function is exchanged, or an edition's row.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from mutmut.mutation.file_mutation import create_mutations, deep_replace

from controller.laws.editions import EDITIONS
from controller.laws.rows import NOTHING_OWED, Edition, Law, Option, Who
from controller.model.irregularities import Attention

ROOT = Path(__file__).parents[2]
#: Lays out a page that is held against itself letter by letter, by a test that would notice every row as well.
LEFT_OUT = ("coverage.py",)


@dataclass(frozen=True)
class Mutant:
    """What is changed, where (the function's file and name, or empty for a row), and how to put it in place."""

    name: str
    where: tuple[str, str]
    put: Callable[[], None]


# -- functions --------------------------------------------------------------------------------------------------


def of_functions(*packages: str) -> list[Callable[[], Mutant | None]]:
    """Every mutant of every function of these packages, in a fixed order; each is made when it is asked for."""
    made: list[Callable[[], Mutant | None]] = []
    for package in packages:
        for path in sorted(p for p in (ROOT / package).rglob("*.py") if p.name not in LEFT_OUT):
            text = path.read_text(encoding="utf-8")
            module, mutations, _, _ = create_mutations(str(path), text)
            made += [partial(_made, path, text, module, m, number) for number, m in enumerate(mutations)]
    return made


def _made(path: Path, text: str, module: Any, mutation: Any, number: int) -> Mutant | None:
    """The mutant; None where nothing that runs is changed."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    changed = deep_replace(module, mutation.original_node, mutation.mutated_node).code  # type: ignore[attr-defined]
    try:
        after = _code_objects(compile(changed, str(path), "exec"))
    except SyntaxError:
        return None
    were, are = _functions(text), _functions(changed)
    differs = [q for q, function in were.items() if function != are.get(q) and q in after]
    if not differs:
        return None
    qualname = differs[0]
    line = _first_difference(text, changed)
    return Mutant(
        f"{name}.{qualname} #{number} {line}", (str(path), qualname), _exchange(name, qualname, after[qualname])
    )


def _functions(text: str) -> dict[str, str]:
    """What each function and method of a file says, by qualified name."""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = ast.dump(node)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{m.name}": ast.dump(m) for m in node.body if isinstance(m, ast.FunctionDef)}
    return found


def _first_difference(text: str, changed: str) -> str:
    pairs = zip(text.splitlines(), changed.splitlines(), strict=False)
    for at, (old, new) in enumerate(pairs, 1):
        if old != new:
            return f"line {at}: {old.strip()}  ->  {new.strip()}"
    return "at the end"


def _code_objects(code: CodeType) -> dict[str, CodeType]:
    """Code of functions and methods by qualified name."""
    found = {}
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found[const.co_qualname] = const
            found |= {q: c for q, c in _code_objects(const).items() if "<" not in q}
    return found


def _exchange(module: str, qualname: str, code: CodeType) -> Callable[[], None]:
    def put() -> None:
        _function(importlib.import_module(module), qualname).__code__ = code

    return put


def _function(module: ModuleType, qualname: str) -> FunctionType:
    found: Any = module
    for part in qualname.split("."):
        found = vars(found)[part]
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or found
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    assert isinstance(found, FunctionType)
    return found


# -- rows -------------------------------------------------------------------------------------------------------


def of_rows() -> Iterator[Mutant]:
    """Every row of both editions with one field changed, and every question an edition settles answered otherwise."""
    for edition in list(EDITIONS.values()):
        for index, law in enumerate(edition.laws):
            for what, other in _other_rows(law):
                rows = (*edition.laws[:index], *other, *edition.laws[index + 1 :])
                yield _row(f"{edition.name} {law.kind}[{index}] {what}", Edition(edition.name, rows, edition.settles))
        for question, answer in edition.settles.items():
            for other in _other_answers(answer):
                settles = {**edition.settles, question: other}
                yield _row(
                    f"{edition.name} settles {question}: {other!r}", Edition(edition.name, edition.laws, settles)
                )


def _row(name: str, edition: Edition) -> Mutant:
    return Mutant(name, ("", ""), lambda: EDITIONS.__setitem__(edition.name, edition))


def _other_rows(law: Law) -> Iterator[tuple[str, tuple[Law, ...]]]:
    yield "without it", ()
    yield "first paragraph dropped", (replace(law, cite=law.cite[1:]),)
    for attention in Attention:
        if attention is not law.attention:
            yield f"attention {attention.value}", (replace(law, attention=attention),)
    for index, option in enumerate(law.options):
        others = (*law.options[:index], *law.options[index + 1 :])
        yield f"no {option.choice}", (replace(law, options=others),)
        who = Who.DIRECTOR if option.chooser is not Who.DIRECTOR else Who.LHO
        changed = (*law.options[:index], Option(option.choice, who), *law.options[index + 1 :])
        yield f"{option.choice} by {who.value}", (replace(law, options=changed),)
    for part in fields(law.owes) if law.owes is not NOTHING_OWED else ():
        for other in _other_answers(getattr(law.owes, part.name)):
            yield f"owes {part.name} {other!r}", (replace(law, owes=replace(law.owes, **{part.name: other})),)


def _other_answers(answer: object) -> list[object]:
    if isinstance(answer, bool):
        return [not answer]
    if isinstance(answer, Enum):
        return [None, *(other for other in type(answer) if other is not answer)][:2]
    return [] if answer is None else [None, "otherwise"] if isinstance(answer, str) else []
