"""What the settings file says about one CR95HF or ST25R95."""

from drivers.polling.settings import Kind

KIND = Kind(baud=57600)
