"""The file of users: private, with lawful names and argon2 hashes."""

import stat

import pytest

from controller.adapters.broker.acl import Role
from controller.adapters.broker.users import Passwords, UserFileError, is_name, new_user, read_users, write_users

ANNA = new_user("anna", Role.DIRECTOR, password="secret")


def test_what_is_written_is_read_again(tmp_path):
    write_users(tmp_path / "users", [ANNA])
    assert read_users(tmp_path / "users") == {"anna": ANNA}


def test_the_file_is_private(tmp_path):
    write_users(tmp_path / "users", [ANNA])
    assert stat.S_IMODE((tmp_path / "users").stat().st_mode) == 0o600


def test_a_file_that_others_may_read_is_refused(tmp_path):
    write_users(tmp_path / "users", [ANNA])
    (tmp_path / "users").chmod(0o644)
    with pytest.raises(UserFileError, match="chmod 600"):
        read_users(tmp_path / "users")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UserFileError, match="nowhere"):
        read_users(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["+", "#", "a/b", "anna+", "#1", "", "Anna", "a b", "broker", "x" * 64, "é"])
def test_a_name_that_would_widen_a_rule_is_no_name(name):
    assert not is_name(name)
    with pytest.raises(ValueError, match="cannot be a user name"):
        new_user(name, Role.SPECTATOR, password="secret")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("anna", "name:role:hash"),
        ("anna:queen:$argon2id$x", "role 'queen'"),
        ("+:director:$argon2id$x", "cannot be a user name"),
        ("anna:director:secret", "not argon2id"),
    ],
)
def test_a_wrong_line_is_named_with_its_number(tmp_path, line, says):
    path = tmp_path / "users"
    path.write_text(f"# users\n{line}\n")
    path.chmod(0o600)
    with pytest.raises(UserFileError, match=f"line 2.*{says.replace('$', '.')}"):
        read_users(path)


def test_a_user_twice_is_refused(tmp_path):
    write_users(tmp_path / "users", [ANNA, ANNA])
    with pytest.raises(UserFileError, match=r"line 3.*twice"):
        read_users(tmp_path / "users")


def test_a_user_needs_a_password():
    with pytest.raises(ValueError, match="password"):
        new_user("anna", Role.DIRECTOR, password="")


def test_no_password_is_shown_with_a_user():
    assert "argon2" not in repr(ANNA)


def test_a_right_password_is_right_and_remembered():
    passwords = Passwords({"anna": ANNA})
    assert not passwords.known("anna", "secret")
    assert passwords.check("anna", "secret")
    assert passwords.known("anna", "secret")
    assert not passwords.known("anna", "Secret")


@pytest.mark.parametrize(("name", "password"), [("anna", "wrong"), ("anna", ""), ("boris", "secret")])
def test_a_wrong_password_or_unknown_name_is_wrong(name, password):
    assert not Passwords({"anna": ANNA}).check(name, password)
