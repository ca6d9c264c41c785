"""Virtual readers under a real pcscd, for the tests that need them."""

import os

import pytest
from support.readers import Readers

from hw_sim.pcsc.twin import build_handler


@pytest.fixture(scope="session")
def handler(tmp_path_factory):
    """The IFD handler, compiled once."""
    return build_handler(tmp_path_factory.mktemp("ifd"))


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """Where every pcscd of this process has its socket: the library asks for the name once."""
    folder = tmp_path_factory.mktemp("run")
    os.environ["PCSCLITE_CSOCK_NAME"] = str(folder / "pcscd.comm")
    yield folder
    del os.environ["PCSCLITE_CSOCK_NAME"]


@pytest.fixture
def readers(handler, run_folder, tmp_path):
    """Four readers, one a seat, and a pcscd that is up."""
    made = Readers(handler, run_folder, tmp_path)
    made.daemon.start()
    yield made
    made.close()
