"""Sessions that another program planned or played, as a session's file: `.bws`, Data Connector, CSV, USEBIO and others.

Pure: texts and values in, a text and what could not be carried out.
"""

from controller.session.imports.from_bws import from_bws
from controller.session.imports.from_connector import from_connector
from controller.session.imports.from_csv import from_csv
from controller.session.imports.from_results import from_results
from controller.session.imports.imported import Imported, ImportedSection, Note, session_text

__all__ = [
    "Imported",
    "ImportedSection",
    "Note",
    "from_bws",
    "from_connector",
    "from_csv",
    "from_results",
    "session_text",
]
