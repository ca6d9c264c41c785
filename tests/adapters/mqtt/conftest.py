import pytest
from support.brokers import Mosquitto, embedded_broker, real_mosquitto


@pytest.fixture(params=["embedded", "mosquitto"])
async def broker(request, tmp_path):
    """Both brokers that we support for one club, each a fresh process."""
    if request.param == "embedded":
        async with embedded_broker(tmp_path, sessions=str(tmp_path / "sessions.json")) as running:
            yield running
    else:
        async with real_mosquitto(tmp_path) as running:
            yield running


@pytest.fixture
async def embedded(tmp_path):
    async with embedded_broker(tmp_path, sessions=str(tmp_path / "sessions.json")) as running:
        yield running


@pytest.fixture
async def mosquitto(tmp_path) -> Mosquitto:
    async with real_mosquitto(tmp_path) as running:
        yield running
