"""MQTT: topics, messages and their envelope, and the bus that carries them. Transport, never the record."""
