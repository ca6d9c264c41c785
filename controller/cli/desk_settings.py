"""What the desk must be told, out of the settings of an evening; its certificate, where `smarttable setup` made one."""

from __future__ import annotations

from controller.adapters.certificates import TlsFolder, read_certificate
from controller.cli.settings import Settings
from controller.desk.settings import DeskSettings, is_loopback


def desk_settings(settings: Settings) -> DeskSettings:
    """What the desk must be told, out of the settings of the evening."""
    section = settings.desk
    certificate, key, authority, names = section.certificate, section.key, None, section.names
    tls = TlsFolder(section.tls)
    if certificate is None and key is None and not is_loopback(section.host) and tls.certificate.is_file():
        certificate, key, authority = tls.certificate, tls.key, tls.authority
    if certificate is not None and certificate.is_file():
        names = (*read_certificate(certificate).names, *names)
    return DeskSettings(
        settings.data,
        section.host,
        section.port,
        certificate,
        key,
        names,
        russian_cards=section.card_letters == "ТКДВ",
        authority=authority,
    )
