"""ST's CR95HF and ST25R95 on a serial line: ISO 15693 tags, many at one antenna, told apart by slots and masks."""
