"""`smarttable setup` as a club runs it, and the desk over real TLS with what it made."""

import datetime
import ssl

import httpx
import pytest
from support.small_desk import desk_process, run, settings_file

from controller.adapters.certificates import TlsFolder, issue, make_authority, read_certificate
from controller.cli.desk import renew_if_due
from controller.cli.desk_settings import desk_settings
from controller.cli.settings import read_settings


@pytest.fixture
def settings(tmp_path):
    """The settings of a desk that listens on every address."""
    return settings_file(tmp_path, host="0.0.0.0")


def trusting(tls):
    return ssl.create_default_context(cafile=str(tls.authority))


def test_set_up_says_addresses_fingerprint_and_a_qr_code(settings):
    ended = run("setup", "--settings", str(settings))
    tls = TlsFolder(settings.parent / "tls")
    assert ended.exit_code == 0 and read_certificate(tls.authority).fingerprint in ended.output
    assert "https://" in ended.output and "█" in ended.output


def test_run_again_it_makes_nothing_anew(settings):
    run("setup", "--settings", str(settings))
    before = (settings.parent / "tls" / "server.crt").read_bytes()
    again = run("setup", "--settings", str(settings))
    assert "made:" not in again.output and (settings.parent / "tls" / "server.crt").read_bytes() == before


def test_renewed_it_keeps_the_authority_that_phones_trust(settings):
    run("setup", "--settings", str(settings))
    tls = TlsFolder(settings.parent / "tls")
    before, trusted = tls.certificate.read_bytes(), tls.authority.read_bytes()
    run("setup", "--settings", str(settings), "--renew")
    assert tls.certificate.read_bytes() != before and tls.authority.read_bytes() == trusted


def test_a_name_that_the_authority_may_not_vouch_for_needs_a_new_one_and_says_so(settings):
    run("setup", "--settings", str(settings))
    refused = run("setup", "--settings", str(settings), "--name", "desk.example.org")
    assert refused.exit_code == 2 and "--new-authority" in refused.output
    assert run("setup", "--settings", str(settings), "--name", "desk.example.org", "--new-authority").exit_code == 0


def test_without_it_a_desk_for_the_hall_does_not_start_and_says_what_to_run(settings, monkeypatch):
    monkeypatch.setattr("controller.cli.desk.set_up_logs", lambda: None)
    ended = run("desk", "--settings", str(settings))
    assert ended.exit_code == 2 and "smarttable setup" in ended.output and "plain HTTP is refused" in ended.output


def test_after_it_the_desk_is_https_for_whoever_trusts_the_authority_and_nobody_else(settings):
    run("setup", "--settings", str(settings))
    tls = TlsFolder(settings.parent / "tls")
    with desk_process(settings) as address:
        port = httpx.URL(address).port
        answer = httpx.get(f"https://127.0.0.1:{port}/setup", verify=trusting(tls))
        given = httpx.get(f"https://127.0.0.1:{port}/connect/ca.crt", verify=trusting(tls))
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"https://127.0.0.1:{port}/setup")
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/setup")
    assert address.startswith("https://") and answer.status_code == 200
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert given.content == tls.authority.read_bytes()


def test_over_https_the_cookie_never_leaves_it(settings):
    run("setup", "--settings", str(settings))
    tls = TlsFolder(settings.parent / "tls")
    run("account", "put", "Anna", "--password", "four clubs doubled", "--settings", str(settings))
    with desk_process(settings) as address:
        base = f"https://localhost:{httpx.URL(address).port}"
        form = {"name": "Anna", "password": "four clubs doubled"}
        answer = httpx.post(f"{base}/login", data=form, headers={"Origin": base}, verify=trusting(tls))
        unknown = httpx.get(f"{base}/login", headers={"Host": "evil.example"}, verify=trusting(tls))
    assert answer.status_code == 303 and "Secure" in answer.headers["set-cookie"]
    assert unknown.status_code == 400


def test_the_names_of_the_certificate_are_the_hosts_that_the_desk_knows(settings):
    run("setup", "--settings", str(settings), "--name", "bridge.local")
    assert "bridge.local" in desk_settings(read_settings(settings)).allowed_hosts


def test_a_certificate_that_runs_out_is_renewed_when_the_desk_starts(settings):
    tls = TlsFolder(settings.parent / "tls")
    long_ago = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=380)
    make_authority(tls, "club", long_ago)
    issue(tls, ["club.local", "127.0.0.1"], long_ago)
    renew_if_due(read_settings(settings))
    known = read_certificate(tls.certificate)
    assert not known.runs_out(datetime.datetime.now(datetime.UTC)) and known.covers(["club.local", "127.0.0.1"])


def test_one_that_cannot_be_renewed_is_said_and_the_evening_goes_on(settings, capsys):
    tls = TlsFolder(settings.parent / "tls")
    long_ago = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=380)
    make_authority(tls, "club", long_ago)
    issue(tls, ["club.local"], long_ago)
    tls.authority_key.unlink()
    before = tls.certificate.read_bytes()
    renew_if_due(read_settings(settings))
    assert "smarttable setup" in capsys.readouterr().err and tls.certificate.read_bytes() == before
