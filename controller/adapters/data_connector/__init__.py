"""Results, hands and calls for the director to a Bridgemate Data Connector, and a scoring program's session out of it.

A reader of the journal, in a process of its own (docs/data_connector.md). Needs the extra `bridgemate`.
"""
