import pytest_asyncio
from support.brokers import embedded_broker


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def broker(tmp_path_factory):
    """One embedded broker for the tests of a module."""
    async with embedded_broker(tmp_path_factory.mktemp("broker"), connect_s=1) as running:
        yield running
