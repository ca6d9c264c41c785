"""Twins of the devices on real OS interfaces, the physics of cards on antennas, people who play and err.

A twin never imports the driver it stands for. `demo` and `bench` run the whole product and may import everything.
"""
