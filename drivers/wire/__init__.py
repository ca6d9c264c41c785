"""What devices on firmware_bridge's wire share: a line as a dialogue, and a seat's bidding box as readings. Pure."""
