"""Dealing machines on firmware_bridge's wire: protocol.py is pure, driver.py opens the line and gives orders."""
