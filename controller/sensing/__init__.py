"""From readings to table events: which tag is which card, what has come to rest, what is doubtful.

It sees readings and an `Expectation`, never the table and never a Law, and never prefers a story because it is
legal. Pure: time enters as an argument (`due`, `advance`), so a recorded stream replays to the same events.
"""

from controller.sensing.loop import Listening, OnEvent, sensing_of, table_events
from controller.sensing.notes import Note
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SensingSettings

__all__ = ["Listening", "Note", "OnEvent", "Sensing", "SensingSettings", "sensing_of", "table_events"]
