"""Ways to a device: the only places in the project that open ports. They carry bytes and know no protocol."""
