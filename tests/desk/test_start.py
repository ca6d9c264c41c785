"""How the desk starts, and who may log in: settings, accounts, sessions, and the wait after wrong passwords."""

import pytest

from controller.desk.accounts import Account, Accounts, AccountsError, Passwords, new_password
from controller.desk.login_guard import LoginGuard
from controller.desk.sessions import Sessions
from controller.desk.settings import DeskError, DeskSettings, check
from controller.session.may_see import Role

from .support import CHEAP

# -- where it listens -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.9"])
def test_on_loopback_it_starts_without_a_certificate(tmp_path, host):
    check(DeskSettings(tmp_path, host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "desk.example"])
def test_off_loopback_it_refuses_to_start_without_a_certificate(tmp_path, host):
    with pytest.raises(DeskError, match="plain HTTP is refused"):
        check(DeskSettings(tmp_path, host=host))


def test_off_loopback_it_starts_with_one(tmp_path):
    certificate, key = tmp_path / "desk.crt", tmp_path / "desk.key"
    for path in (certificate, key):
        path.write_text("x")
    key.chmod(0o600)
    check(DeskSettings(tmp_path, host="0.0.0.0", certificate=certificate, key=key))


def test_a_key_that_everybody_may_read_is_refused(tmp_path):
    certificate, key = tmp_path / "desk.crt", tmp_path / "desk.key"
    for path in (certificate, key):
        path.write_text("x")
    key.chmod(0o644)
    with pytest.raises(DeskError, match="everybody may read the key"):
        check(DeskSettings(tmp_path, host="0.0.0.0", certificate=certificate, key=key))


def test_half_a_certificate_is_refused(tmp_path):
    with pytest.raises(DeskError, match="go together"):
        check(DeskSettings(tmp_path, certificate=tmp_path / "desk.crt"))


def test_a_certificate_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DeskError, match=r"desk\.crt"):
        check(DeskSettings(tmp_path, certificate=tmp_path / "desk.crt", key=tmp_path / "desk.key"))


# -- accounts ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def accounts(tmp_path):
    return Accounts(tmp_path / "accounts.json")


def anna(**more):
    return Account("anna", Role.DIRECTOR, "hash", **more)


def test_an_account_is_kept_with_all_it_has(accounts):
    accounts.put(anna(language="ru", pair="7", large_text=True))
    assert Accounts(accounts.path).all() == {"anna": anna(language="ru", pair="7", large_text=True)}


def test_the_file_is_readable_by_its_owner_only(accounts):
    accounts.put(anna())
    assert accounts.path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_others_may_read_is_refused(accounts):
    accounts.put(anna())
    accounts.path.chmod(0o644)
    with pytest.raises(AccountsError, match="chmod 600"):
        Accounts(accounts.path).all()


def test_an_account_that_is_added_meanwhile_counts_at_once(accounts):
    accounts.put(anna())
    assert set(accounts.all()) == {"anna"}
    Accounts(accounts.path).put(Account("boris", Role.DIRECTOR, "hash"))
    assert set(accounts.all()) == {"anna", "boris"}


def test_no_file_means_no_accounts(accounts):
    assert accounts.all() == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Expecting"),
        ("[]", "object of accounts"),
        ('{"anna": 3}', "anna: an object"),
        ('{"anna": {"role": "king", "password": "x"}}', "anna: role: 'king'"),
        ('{"anna": {"role": "director"}}', "anna: password"),
        ('{"anna": {"role": "director", "password": "x", "shoe": 43}}', "anna: unknown field 'shoe'"),
        ('{"anna": {"role": "director", "password": "x", "language": "xx"}}', "anna: language"),
    ],
)
def test_an_accounts_file_that_cannot_be_used_names_account_and_field(accounts, text, said):
    accounts.path.touch(mode=0o600)
    accounts.path.write_text(text)
    with pytest.raises(AccountsError, match=said):
        accounts.all()


@pytest.mark.parametrize("name", ["", "  ", "x" * 65, "a\nb"])
def test_a_name_that_is_none_is_refused(accounts, name):
    with pytest.raises(AccountsError, match="is no name"):
        accounts.put(Account(name, Role.DIRECTOR, "hash"))


def test_a_password_is_kept_as_an_argon2_hash_and_known_again():
    passwords = Passwords(CHEAP)
    account = Account("anna", Role.DIRECTOR, passwords.hash("four clubs doubled"))
    assert account.password.startswith("$argon2id$")
    assert passwords.is_right(account, "four clubs doubled") and not passwords.is_right(account, "five clubs")


@pytest.mark.parametrize("password", ["short", "x" * 257])
def test_a_password_too_short_or_absurdly_long_is_refused(password):
    with pytest.raises(AccountsError):
        Passwords(CHEAP).hash(password)


def test_nobody_has_the_right_password_for_an_account_that_is_not():
    assert not Passwords(CHEAP).is_right(None, "four clubs doubled")


def test_a_hash_that_is_none_lets_nobody_in():
    assert not Passwords(CHEAP).is_right(anna(), "four clubs doubled")


def test_new_passwords_differ_and_are_long_enough():
    made = {new_password() for _ in range(50)}
    assert len(made) == 50 and all(len(password) >= 16 for password in made)


# -- sessions ---------------------------------------------------------------------------------------------------------


class Hands:
    """A clock whose hands a test moves."""

    now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Hands()


def test_a_session_outlives_a_restart_of_the_desk(tmp_path, clock):
    first = Sessions(tmp_path / "s.sqlite", clock)
    token, session = first.begin("anna")
    first.close()
    again = Sessions(tmp_path / "s.sqlite", clock).find(token)
    assert again is not None and (again.name, again.csrf) == ("anna", session.csrf)


def test_the_file_does_not_hold_the_cookie(tmp_path, clock):
    sessions = Sessions(tmp_path / "s.sqlite", clock)
    token, _ = sessions.begin("anna")
    sessions.close()
    assert token.encode() not in b"".join(p.read_bytes() for p in tmp_path.iterdir())


def test_the_sessions_file_is_readable_by_its_owner_only(tmp_path, clock):
    Sessions(tmp_path / "s.sqlite", clock).begin("anna")
    assert {p.stat().st_mode & 0o777 for p in tmp_path.iterdir()} == {0o600}


def test_a_session_ends_after_the_evening_even_if_it_is_used(tmp_path, clock):
    sessions = Sessions(tmp_path / "s.sqlite", clock)
    token, _ = sessions.begin("anna")
    for _ in range(18):
        clock.now += 3600
        sessions.find(token)
    clock.now += 3600
    assert sessions.find(token) is None


def test_an_unknown_cookie_is_nobodys(tmp_path, clock):
    assert Sessions(tmp_path / "s.sqlite", clock).find("made up") is None


# -- wrong passwords --------------------------------------------------------------------------------------------------


def failed(guard, times, name="anna", place="10.0.0.1", at=0.0):
    for _ in range(times):
        guard.failed(name, place, at)


def test_a_few_wrong_passwords_cost_nothing():
    guard = LoginGuard()
    failed(guard, 4)
    assert guard.wait("anna", "10.0.0.1", 0.0) == 0.0


def test_the_wait_doubles_with_every_further_wrong_password():
    guard = LoginGuard()
    failed(guard, 5)
    first = guard.wait("anna", "10.0.0.1", 0.0)
    failed(guard, 1)
    assert guard.wait("anna", "10.0.0.1", 0.0) == 2 * first


def test_somebody_elsewhere_does_not_lock_a_director_out():
    guard = LoginGuard()
    failed(guard, 19, place="10.0.0.66")
    assert guard.wait("anna", "10.0.0.1", 0.0) == 0.0


def test_one_place_that_tries_many_names_has_to_wait():
    guard = LoginGuard()
    for n in range(20):
        failed(guard, 1, name=f"name{n}")
    assert guard.wait("another", "10.0.0.1", 0.0) > 0


def test_many_places_that_try_one_name_have_to_wait():
    guard = LoginGuard()
    for n in range(50):
        failed(guard, 1, place=f"10.0.1.{n}")
    assert guard.wait("anna", "10.0.9.9", 0.0) > 0


def test_the_right_password_begins_anew():
    guard = LoginGuard()
    failed(guard, 4)
    guard.succeeded("anna", "10.0.0.1")
    failed(guard, 4)
    assert guard.wait("anna", "10.0.0.1", 0.0) == 0.0


def test_after_half_an_hour_it_is_forgotten():
    guard = LoginGuard()
    failed(guard, 4)
    failed(guard, 1, at=1801.0)
    assert guard.wait("anna", "10.0.0.1", 1801.0) == 0.0


def test_a_flood_of_names_does_not_fill_the_memory():
    guard = LoginGuard()
    for n in range(12_000):
        guard.failed(f"name{n}", f"place{n}", float(n))
    assert len(guard._counters) < 15_000
