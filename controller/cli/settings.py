"""The settings of an evening, from one TOML file (docs/settings.md), and the secrets file beside the data.

Every key is known: a key that is not is an error that names file and key. No password stands in the settings.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from controller.adapters.broker import Role
from controller.model.errors import LogError
from controller.model.regulations import EDITIONS, regulations_from
from controller.sensing.settings import SensingSettings

#: One level of a topic, and the name of a folder.
Name = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,64}$")]
_KNOWN_ONLY = ConfigDict(extra="forbid", frozen=True)


class SettingsError(ValueError):
    """Settings that cannot be used; the message names the file and the key."""


class DeviceSettings(BaseModel):
    """A device at a table: its name, its driver's entry point, and what that driver needs to know."""

    model_config = _KNOWN_ONLY

    name: Name
    #: Name of an entry point in `smart_table.drivers`.
    driver: str
    settings: dict[str, Any] = Field(default_factory=dict)


class TableSettings(BaseModel):
    """A table of the room."""

    model_config = _KNOWN_ONLY

    name: Name
    devices: tuple[DeviceSettings, ...] = ()
    #: Files of decks whose cards carry tags (docs/decks.md).
    decks: tuple[Path, ...] = ()
    #: A file of a dealing machine for this table alone (docs/deals.md); it goes before the folder.
    deals: Path | None = None


class DealsSection(BaseModel):
    """Where dealing machines put their files, for every table without a file of its own."""

    model_config = _KNOWN_ONLY

    #: Looked into all evening; a file is read once it is complete.
    folder: Path | None = None


class BrokerSection(BaseModel):
    """Where MQTT goes. `embedded`: a broker of our own, started and watched by `smarttable run`."""

    model_config = _KNOWN_ONLY

    kind: Literal["embedded", "host", "none"] = "embedded"
    host: str = "127.0.0.1"
    #: 0 takes any free port (embedded only).
    port: int = Field(default=1883, ge=0, le=65535)
    #: As whom the core logs in.
    user: Name = "controller"
    #: Users of the embedded broker and what they are: device, controller, director, spectator, logger.
    users: dict[Name, Role] = {"controller": Role.CONTROLLER, "director": Role.DIRECTOR, "hall": Role.SPECTATOR}
    #: Trusted certificate of a broker with TLS.
    ca: Path | None = None
    #: Certificate and key of the embedded broker, for TLS.
    certificate: Path | None = None
    key: Path | None = None
    #: Summonses that rest on unseen cards go out whole; only for a broker with TLS and ACL.
    unseen_detail: bool = False

    @model_validator(mode="after")
    def _fits(self) -> BrokerSection:
        if self.kind == "embedded" and self.users.get(self.user) is not Role.CONTROLLER:
            raise ValueError(f"user {self.user!r} must be among the users, with the role controller")
        if self.unseen_detail and self.ca is None and self.certificate is None:
            raise ValueError("unseen_detail needs TLS (ca or certificate)")
        return self


class DeskSection(BaseModel):
    """Where the director's desk listens. Off loopback it is HTTPS only."""

    model_config = _KNOWN_ONLY

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    #: A certificate of somebody else's; by default the one that `smarttable setup` makes in `tls`.
    certificate: Path | None = None
    key: Path | None = None
    tls: Path = Path("tls")
    #: Further names under which browsers reach it; those of the certificate are known.
    names: tuple[str, ...] = ()
    #: Letters of the cards on Russian pages.
    card_letters: Literal["AKQJ", "ТКДВ"] = "AKQJ"


class NotifySection(BaseModel):
    """Messages to directors' phones by Apprise. Addresses of services are secrets: they have a file of their own."""

    model_config = _KNOWN_ONLY

    #: A file of mode 0600, one Apprise URL a line; without one nobody is told.
    urls: Path | None = None
    language: Literal["en", "ru"] = "en"
    #: Tell of silent findings, too: where they are and not what.
    silent: bool = False


class DataConnectorSection(BaseModel):
    """The Bridgemate Data Connector that results go to (docs/data_connector.md); its licence key is in the secrets."""

    model_config = _KNOWN_ONLY

    #: As in `http://192.168.1.50:5079`; without one nothing is sent.
    address: str | None = Field(default=None, pattern=r"^https?://[^\s/]+/?$")
    club: str = ""
    #: The scoring program's session: 32 signs (`smarttable connector try` lists them).
    session: str = Field(default="", pattern=r"^([0-9A-F]{32})?$")

    @model_validator(mode="after")
    def _is_whole(self) -> DataConnectorSection:
        if self.address is not None and not self.club:
            raise ValueError("address needs club")
        return self


class Settings(BaseSettings):
    """All settings. `SMARTTABLE_…` variables of the environment go before the file (`SMARTTABLE_BROKER__PORT`)."""

    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_prefix="SMARTTABLE_", env_nested_delimiter="__", validate_default=True
    )

    venue: Name
    session: Name
    laws: str = "2017"
    regulations: dict[str, Any] = Field(default_factory=dict)
    #: Where everything is kept: journal, evidence, secrets, control socket. Relative to the settings file.
    data: Path = Path("data")
    #: How much faster than life the evening runs; for demonstrations and tests.
    speed: float = Field(default=1.0, gt=0, le=1000)
    #: How the tables read, where that differs from a good table (docs/settings.md).
    sensing: dict[str, Any] = Field(default_factory=dict)
    #: The session's file: sections, movements, pairs, scoring (docs/session.md).
    movement: Path | None = None
    tables: tuple[TableSettings, ...] = Field(min_length=1)
    deals: DealsSection = DealsSection()
    broker: BrokerSection = BrokerSection()
    desk: DeskSection = DeskSection()
    data_connector: DataConnectorSection = DataConnectorSection()
    notify: NotifySection = NotifySection()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - pydantic's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment first, then what the file said; pydantic's own order is the other way round."""
        return env_settings, init_settings, dotenv_settings, file_secret_settings

    @field_validator("laws")
    @classmethod
    def _is_an_edition(cls, laws: str) -> str:
        if laws not in EDITIONS:
            raise ValueError(f"{laws!r} is no edition of the Laws here; known: {', '.join(EDITIONS)}")
        return laws

    @field_validator("regulations")
    @classmethod
    def _are_regulations(cls, given: dict[str, Any]) -> dict[str, Any]:
        try:
            regulations_from(given)
        except LogError as error:
            raise ValueError(str(error)) from None
        return given

    @field_validator("sensing")
    @classmethod
    def _is_sensing(cls, given: dict[str, Any]) -> dict[str, Any]:
        try:
            SensingSettings.from_json(given)
        except LogError as error:
            raise ValueError(str(error)) from None
        return given

    @model_validator(mode="after")
    def _names_are_different(self) -> Settings:
        tables = [table.name for table in self.tables]
        devices = [device.name for table in self.tables for device in table.devices]
        for what, names in (("table", tables), ("device", devices)):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"{what} {twice[0]!r} stands there twice")
        return self

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.data / "journal.sqlite"

    @property
    def evidence(self) -> Path:
        """The folder of the reading logs."""
        return self.data / "evidence"

    @property
    def control_socket(self) -> Path:
        """Where the desk speaks to the core."""
        return self.data / "control.sock"

    @property
    def core_lock(self) -> Path:
        """Held by the core that runs on this folder."""
        return self.data / "core.lock"

    def make_data_folder(self) -> None:
        """Make the folder of the data, for us alone. SettingsError if it cannot be made."""
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"data: {self.data} cannot be a folder of ours: {error.strerror}") from error

    @property
    def secrets(self) -> Path:
        """Passwords, made at the first run, mode 0600."""
        return self.data / "secrets.toml"


def read_settings(path: Path) -> Settings:
    """Settings from a TOML file; paths in it are relative to it. SettingsError names file and key."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    try:
        settings = Settings(**given)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        # A misspelt key is also a missing one: the first is what the reader needs to hear.
        first = next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])
        key = ".".join(str(part) for part in first["loc"])
        said = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
        raise SettingsError(f"{path}: {f'{key}: ' if key else ''}{said}") from error
    return _beside(settings, path.absolute().parent)


def _beside(settings: Settings, folder: Path) -> Settings:
    """The same settings with every path made whole."""

    def whole(path: Path | None) -> Path | None:
        return None if path is None else folder / path

    tables = tuple(
        table.model_copy(update={"decks": tuple(folder / deck for deck in table.decks), "deals": whole(table.deals)})
        for table in settings.tables
    )
    update: Mapping[str, Any] = {
        "data": folder / settings.data,
        "movement": whole(settings.movement),
        "tables": tables,
        "deals": settings.deals.model_copy(update={"folder": whole(settings.deals.folder)}),
        "broker": settings.broker.model_copy(
            update={name: whole(getattr(settings.broker, name)) for name in ("ca", "certificate", "key")}
        ),
        "notify": settings.notify.model_copy(update={"urls": whole(settings.notify.urls)}),
        "desk": settings.desk.model_copy(
            update={name: whole(getattr(settings.desk, name)) for name in ("certificate", "key", "tls")}
        ),
    }
    return settings.model_copy(update=dict(update))
