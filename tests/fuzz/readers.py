"""Every reader under atheris: `python tests/fuzz/readers.py NAME CORPUS_FOLDER -max_total_time=240` (docs/formats.md).

A program, no test: pytest does not collect it. Only LogError may come out of a reader; what else does ends it.
"""

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]
with atheris.instrument_imports(include=["controller.records", "controller.session", "controller.model"]):
    from support.file_readers import READERS

from controller.model.errors import LogError  # noqa: E402 - it is to be the one that the readers raise


def main() -> None:
    """Fuzz the reader that is named, from its seeds on."""
    name = sys.argv.pop(1)
    reader = READERS[name]
    seeds = Path(sys.argv.pop(1)) / name
    seeds.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(reader.seeds):
        (seeds / f"seed-{number}").write_bytes(seed)

    def one(data: bytes) -> None:
        try:
            reader.read(data)
        except LogError as error:
            str(error)

    atheris.Setup([*sys.argv, str(seeds)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
