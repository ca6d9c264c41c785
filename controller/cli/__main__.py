"""`python -m controller.cli` is `smarttable`."""

from controller.cli import main

main()
