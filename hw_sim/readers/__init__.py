"""Twins of serial card readers, written from their manuals: each answers on a real pty as the device does."""
