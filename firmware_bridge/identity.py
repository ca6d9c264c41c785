"""Who a device is and how it is, as HELLO_ACK and STATUS tell it."""

from dataclasses import dataclass

from firmware_bridge.frames import MAX_PAYLOAD


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a device is, as it tells the host in HELLO_ACK."""

    boot_id: int
    board_uid: bytes = b""
    fw_name: str = "table-hub"
    fw_version: str = "0.1.0"
    antennas: int = 13
    reset_cause: int = 0
    #: Longest payload that it sends and takes; small controllers say 64.
    mtu: int = MAX_PAYLOAD


@dataclass(frozen=True, slots=True)
class Health:
    """What a heartbeat tells besides counters."""

    supply_mv: int = 0
    temperature_c: int = 0
    rx_overruns: int = 0
