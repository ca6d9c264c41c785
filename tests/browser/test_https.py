"""The desk over HTTPS as a phone meets it: the club's authority trusted, and not; good for these names only."""

import os
import socket
import subprocess

import pytest
from playwright.sync_api import Error, expect
from support.small_desk import desk_process, run, settings_file

from .club import CHROMIUM, FLAGS, PASSWORD, PHONE

pytestmark = pytest.mark.browser

#: This machine as others in the hall find it by name, and a name that the certificate does not hold; both lead here.
NAMED, ELSEWHERE = f"{socket.gethostname().partition('.')[0].lower()}.local", "desk.example"


@pytest.fixture(scope="module")
def club_house(tmp_path_factory):
    """What `smarttable setup` made, and an account."""
    settings = settings_file(tmp_path_factory.mktemp("club"), host="0.0.0.0")
    assert run("setup", "--settings", str(settings)).exit_code == 0
    assert run("account", "put", "Anna", "--password", PASSWORD, "--settings", str(settings)).exit_code == 0
    return settings


@pytest.fixture(scope="module")
def port(club_house):
    """Where the desk listens, a process of its own."""
    with desk_process(club_house) as address:
        yield address.rstrip("/").rpartition(":")[2]


@pytest.fixture(scope="module")
def browser_of(driver, club_house, tmp_path_factory):
    """A browser of somebody who trusts the club's authority, or of a stranger: with a home and a store of its own."""
    opened = []

    def browser(*, trusting):
        home = tmp_path_factory.mktemp("home")
        store = home / ".pki" / "nssdb"
        store.mkdir(parents=True)
        certutil("-N", "--empty-password", store=store)
        if trusting:
            certutil("-A", "-n", "club", "-t", "C,,", "-i", club_house.parent / "tls" / "ca.crt", store=store)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        leads_here = f"--host-resolver-rules=MAP {NAMED} 127.0.0.1, MAP {ELSEWHERE} 127.0.0.1"
        flags, home_of = [*FLAGS, leads_here], {**plain, "HOME": str(home)}
        opened.append(driver.chromium.launch(executable_path=CHROMIUM, args=flags, env=home_of))
        return opened[-1]

    yield browser
    for one in opened:
        one.close()


def certutil(*what, store):
    subprocess.run(["certutil", *what, "-d", f"sql:{store}"], check=True, capture_output=True)


@pytest.fixture(scope="module")
def friend(browser_of):
    return browser_of(trusting=True)


@pytest.fixture
def page(friend):
    """A phone that trusts the authority."""
    context = friend.new_context(viewport=PHONE, locale="en-GB")
    made = context.new_page()
    made.set_default_timeout(10_000)
    yield made
    context.close()


def log_in(page):
    page.fill("#name", "Anna")
    page.fill("#password", PASSWORD)
    page.click("form.login button")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", NAMED])
def test_who_trusts_the_authority_sees_no_warning_and_the_desk_is_live(page, port, host):
    answer = page.goto(f"https://{host}:{port}/")
    assert answer.security_details()["issuer"] == "Smart Table, club"
    log_in(page)
    expect(page.locator("#live")).to_have_text("● Live")
    page.wait_for_url(f"https://{host}:{port}/")
    # Not `evaluate`: the room's page may load itself anew in this very moment.
    page.wait_for_function("isSecureContext")
    (cookie,) = page.context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict")


def test_a_stranger_is_stopped_before_a_byte_of_the_desk(browser_of, port):
    page, answers = browser_of(trusting=False).new_page(), []
    page.on("response", lambda answer: answers.append(answer.url))
    for host in ("127.0.0.1", "localhost", NAMED):
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(f"https://{host}:{port}/")
    assert answers == []


def test_the_certificate_holds_for_this_machines_names_and_no_other(page, port):
    with pytest.raises(Error, match="ERR_CERT_COMMON_NAME_INVALID"):
        page.goto(f"https://{ELSEWHERE}:{port}/")


def test_after_the_first_visit_the_browser_itself_keeps_to_https(page, port):
    with pytest.raises(Error, match="ERR_"):  # nobody answers plain HTTP
        page.context.new_page().goto(f"http://{NAMED}:{port}/login")
    page.goto(f"https://{NAMED}:{port}/login")
    page.goto(f"http://{NAMED}:{port}/login")
    assert page.url == f"https://{NAMED}:{port}/login"


def test_a_phone_gets_the_authority_and_its_fingerprint_from_the_desk(page, port, club_house):
    page.goto(f"https://localhost:{port}/")
    log_in(page)
    page.wait_for_url(f"https://localhost:{port}/")
    page.goto(f"https://localhost:{port}/connect")
    given = page.request.get(f"https://localhost:{port}/connect/ca.crt", ignore_https_errors=True)
    assert given.body() == (club_house.parent / "tls" / "ca.crt").read_bytes()
    printed = run("setup", "--settings", str(club_house)).output
    (fingerprint,) = [line.strip() for line in printed.splitlines() if line.count(":") == 31]
    assert fingerprint in page.inner_text("main").replace("\n", "")
