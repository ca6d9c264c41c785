"""The PN532 on a high-speed UART: up to two ISO 14443A tags, so a play antenna or the board, never a hand."""
