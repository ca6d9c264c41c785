"""Board records in the formats of the field: PBN and its neighbours, read and written.

No rule of play is judged here; a record is translated, and what cannot be carried is said.
"""

from controller.records.as_events import events_of
from controller.records.board_record import BoardRecord
from controller.records.from_table import record_of

__all__ = ["BoardRecord", "events_of", "record_of"]
