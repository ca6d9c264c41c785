"""Contactless readers on PC/SC (ACR122U and any other): one reader a place, one card on it, two on an ACR122U.

protocol.py turns what the service says into readings (pure); driver.py joins it to transports/pcsc.py and the clock.
"""
