"""The firmware is built once for all tests of a run."""

import pytest
from support.c_device import CDevice, make


@pytest.fixture(scope="session")
def host_build(tmp_path_factory):
    """A folder with the core as host programs, AddressSanitizer in them."""
    build = tmp_path_factory.mktemp("firmware")
    make("host", build)
    return build


@pytest.fixture
def c_devices(host_build):
    """Makes devices out of the C core; a sanitizer's verdict on any of them fails the test."""
    made: list[CDevice] = []

    def new_device(boot_id: int, *, shares_line: bool = False) -> CDevice:
        made.append(CDevice(host_build / "stdio_device", boot_id, shares_line=shares_line))
        return made[-1]

    yield new_device
    assert [device.close() for device in made] == [0] * len(made)


@pytest.fixture(scope="session")
def avr_build(tmp_path_factory):
    """A folder with the firmware of the bidding box and the hub, and what runs them."""
    build = tmp_path_factory.mktemp("avr")
    make("avr", build)
    make("runner", build)
    return build
