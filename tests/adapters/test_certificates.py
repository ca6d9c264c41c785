"""The club's own authority and certificate: what they say, who may read the keys, and what a stolen key is worth."""

import datetime
import hashlib
import ssl

import pytest
from cryptography import x509

from controller.adapters.certificates import (
    TlsFolder,
    issue,
    make_authority,
    may_vouch_for,
    read_certificate,
)
from controller.adapters.local_addresses import names
from controller.model.errors import LogError

NOW = datetime.datetime(2026, 12, 1, 20, 0, tzinfo=datetime.UTC)
NAMES = ["192.168.1.5", "club.local", "localhost", "127.0.0.1"]


@pytest.fixture
def tls(tmp_path):
    made = TlsFolder(tmp_path / "tls")
    make_authority(made, "our-club", NOW)
    issue(made, NAMES, NOW)
    return made


def test_the_certificate_holds_for_the_names_and_addresses_that_were_asked_for(tls):
    known = read_certificate(tls.certificate)
    assert known.covers(NAMES) and not known.covers(["192.168.1.6"])


def test_keys_are_for_their_owner_alone(tls):
    assert [path.stat().st_mode & 0o777 for path in (tls.key, tls.authority_key)] == [0o600, 0o600]


def test_the_fingerprint_is_the_authoritys_sha256(tls):
    certificate = ssl.PEM_cert_to_DER_cert(tls.authority.read_text())
    digest = hashlib.sha256(certificate).hexdigest().upper()
    assert read_certificate(tls.authority).fingerprint.replace(":", "") == digest


def test_it_runs_out_in_thirteen_months_and_is_due_for_renewal_a_month_before(tls):
    known = read_certificate(tls.certificate)
    day = datetime.timedelta(days=1)
    assert not known.runs_out(NOW + 360 * day) and known.runs_out(NOW + 368 * day)


def test_a_new_certificate_of_the_same_authority_needs_no_new_trust(tls):
    before = read_certificate(tls.authority).fingerprint
    issue(tls, [*NAMES, "10.0.0.7"], NOW)
    assert read_certificate(tls.certificate).covers(["10.0.0.7"])
    assert read_certificate(tls.authority).fingerprint == before


@pytest.mark.parametrize("name", ["example.org", "8.8.8.8", "bank.example"])
def test_the_authority_may_not_vouch_for_other_peoples_sites(tls, name):
    assert not may_vouch_for(tls, [name]) and may_vouch_for(tls, NAMES)


def test_the_limits_stand_in_the_authority_and_are_critical(tls):
    authority = x509.load_pem_x509_certificate(tls.authority.read_bytes())
    assert authority.extensions.get_extension_for_class(x509.NameConstraints).critical


def test_an_authority_without_its_key_is_an_error_that_names_the_file(tls):
    tls.authority_key.unlink()
    with pytest.raises(LogError, match=r"ca\.key"):
        issue(tls, NAMES, NOW)


def test_anothers_key_is_refused(tls, tmp_path):
    other = TlsFolder(tmp_path / "other")
    make_authority(other, "theirs", NOW)
    tls.authority_key.write_bytes(other.authority_key.read_bytes())
    with pytest.raises(LogError, match="not the key"):
        issue(tls, NAMES, NOW)


def test_a_file_that_is_no_certificate_is_an_error_that_names_it(tmp_path):
    path = tmp_path / "server.crt"
    path.write_text("not one")
    with pytest.raises(LogError, match=r"server\.crt.*PEM"):
        read_certificate(path)


def test_this_machine_knows_its_own_names_and_no_address_twice():
    found = names()
    assert {"localhost", "127.0.0.1"} <= set(found) and len(found) == len(set(found))
