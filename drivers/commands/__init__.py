"""`smarttable devices`, `monitor`, `capture`, `replay`: looking at devices before they are at a table.

They open ports by transports/ and drivers by their entry points; nothing here knows a protocol.
"""
