"""What the settings file says about one PN532."""

from drivers.polling.settings import Kind

KIND = Kind(baud=115200)
