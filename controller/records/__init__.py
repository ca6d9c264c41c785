"""Board records in the formats of the field: PBN and its neighbours, read and written.

No rule of play is judged here; a record is translated, and what cannot be carried is said.
"""
