"""The club's own certificate authority and the desk's certificate, made on this machine. Keys are 0600 at once.

The authority may vouch for names and addresses of a private network only: a stolen key opens no other site.
"""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from controller.adapters.private_file import write_private, write_whole
from controller.model.errors import LogError

#: Validity in days: the authority outlives the phones, the certificate is as long as every browser accepts.
_AUTHORITY_DAYS, _SERVER_DAYS = 3650, 397
#: A certificate that runs out within so many days is made anew.
RENEW_DAYS = 30
#: A clock that is a little behind must not refuse a new certificate.
_EARLIER = datetime.timedelta(days=1)
_PRIVATE = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
#: Domains that no public authority vouches for.
_DOMAINS = ("local", "lan", "internal", "home.arpa", "localhost")


@dataclass(frozen=True, slots=True)
class TlsFolder:
    """Where authority and certificate stand."""

    folder: Path

    @property
    def authority(self) -> Path:
        """The authority's certificate: what phones are to trust."""
        return self.folder / "ca.crt"

    @property
    def authority_key(self) -> Path:
        """Its key."""
        return self.folder / "ca.key"

    @property
    def certificate(self) -> Path:
        """The desk's certificate, with the authority's behind it."""
        return self.folder / "server.crt"

    @property
    def key(self) -> Path:
        """Its key."""
        return self.folder / "server.key"


@dataclass(frozen=True, slots=True)
class Known:
    """What a certificate says."""

    names: tuple[str, ...]
    until: datetime.datetime
    #: SHA-256, `AB:CD:…`.
    fingerprint: str

    def runs_out(self, now: datetime.datetime, *, within_days: int = RENEW_DAYS) -> bool:
        """Is it over, or will it be so soon?"""
        return self.until - now < datetime.timedelta(days=within_days)

    def covers(self, names: Sequence[str]) -> bool:
        """Does it hold for all of these names and addresses?"""
        return set(names) <= set(self.names)


def read_certificate(path: Path) -> Known:
    """What stands in the first certificate of a file. LogError if it is none."""
    try:
        certificate = x509.load_pem_x509_certificates(path.read_bytes())[0]
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except (ValueError, IndexError) as error:
        raise LogError("is no certificate in PEM form", file=str(path)) from error
    try:
        given = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        names = [str(name.value) for name in given]
    except x509.ExtensionNotFound:
        names = []
    fingerprint = certificate.fingerprint(hashes.SHA256()).hex(":").upper()
    return Known(tuple(names), certificate.not_valid_after_utc, fingerprint)


def make_authority(tls: TlsFolder, club: str, now: datetime.datetime, allowed: Sequence[str] = ()) -> None:
    """A new authority; whoever trusted an older one has to trust this one anew.

    `allowed`: names and addresses outside private networks that it may vouch for, as this machine's own name.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Smart Table, {club}"[:64])])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + datetime.timedelta(days=_AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.NameConstraints(_permitted(allowed), None), critical=True)
    )
    certificate = builder.sign(key, hashes.SHA256())
    write_private(tls.authority_key, _pem(key))
    write_whole(tls.authority, certificate.public_bytes(serialization.Encoding.PEM), mode=0o644)


def issue(tls: TlsFolder, names: Sequence[str], now: datetime.datetime) -> Known:
    """A new certificate for these names and addresses. LogError if the authority cannot be used for them."""
    authority, authority_key = _authority(tls)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0][:64])])
    until = min(now + datetime.timedelta(days=_SERVER_DAYS), authority.not_valid_after_utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(until)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
    )
    certificate = builder.sign(authority_key, hashes.SHA256())
    chain = b"".join(one.public_bytes(serialization.Encoding.PEM) for one in (certificate, authority))
    # The key first: a certificate with another one's key would not start.
    write_private(tls.key, _pem(key))
    write_whole(tls.certificate, chain, mode=0o644)
    return read_certificate(tls.certificate)


def may_vouch_for(tls: TlsFolder, names: Sequence[str]) -> bool:
    """May the authority of this folder vouch for all of these names and addresses?"""
    authority, _ = _authority(tls)
    try:
        limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    except x509.ExtensionNotFound:
        return True
    return all(any(_is_within(name, limit) for limit in limits) for name in names)


def _is_within(name: str, limit: x509.GeneralName) -> bool:
    general = _general(name)
    if isinstance(general, x509.IPAddress) and isinstance(limit, x509.IPAddress):
        return general.value in ipaddress.ip_network(str(limit.value), strict=False)
    if isinstance(general, x509.DNSName) and isinstance(limit, x509.DNSName):
        return name == limit.value or name.endswith(f".{limit.value}")
    return False


def _authority(tls: TlsFolder) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    try:
        certificate = x509.load_pem_x509_certificate(tls.authority.read_bytes())
        key = serialization.load_pem_private_key(tls.authority_key.read_bytes(), None)
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(error.filename)) from error
    except (ValueError, TypeError) as error:
        raise LogError("authority and key cannot be used", file=str(tls.folder)) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise LogError("is not the key of the authority beside it", file=str(tls.authority_key))
    return certificate, key


def _permitted(allowed: Sequence[str]) -> list[x509.GeneralName]:
    networks: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_network(network)) for network in _PRIVATE]
    domains: list[x509.GeneralName] = [x509.DNSName(domain) for domain in _DOMAINS]
    for name in allowed:
        general = _general(name)
        if isinstance(general, x509.IPAddress):
            networks.append(x509.IPAddress(ipaddress.ip_network(name)))
        else:
            domains.append(general)
    return networks + domains


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
