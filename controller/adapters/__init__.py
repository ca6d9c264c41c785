"""Ports made real: MQTT bus, embedded broker, journal and evidence stores, metrics.

One folder or file a technology; nothing here decides what an act means.
"""
