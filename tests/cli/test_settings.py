"""Settings, packs and deals: one clear line that names file and key; passwords never in the settings."""

import json
import re
import stat
import tomllib

import pytest

from controller.cli.books import board_book, check_all_decks, read_deals
from controller.cli.secrets_file import passwords, write_broker_users
from controller.cli.settings import SettingsError, read_settings
from controller.model.cards import PACK
from controller.model.errors import LogError

WHOLE = {"id": "a", "tags": {f"E0{place:02X}": card.text for place, card in enumerate(PACK)}}
EVENING = """
venue = "club"
session = "monday"
[regulations]
opening_lead = "face_up"
[[tables]]
name = "1"
decks = ["deck.json"]
[[tables.devices]]
name = "hub-1"
driver = "table_hub"
settings = { port = "/dev/ttyUSB0" }
[[tables]]
name = "2"
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    for name in ("SMARTTABLE_SPEED", "SMARTTABLE_BROKER__PORT"):
        monkeypatch.delenv(name, raising=False)

    def to_file(text):
        path = tmp_path / "evening.toml"
        path.write_text(text)
        return path

    return to_file


def test_an_evening_as_it_is_set_up(write, tmp_path):
    settings = read_settings(write(EVENING))

    assert (settings.laws, settings.data, settings.speed) == ("2017", tmp_path / "data", 1.0)
    assert [table.name for table in settings.tables] == ["1", "2"]
    assert settings.tables[0].decks == (tmp_path / "deck.json",)
    assert settings.tables[0].devices[0].settings == {"port": "/dev/ttyUSB0"}
    assert (settings.broker.kind, settings.broker.host, settings.desk.host) == ("embedded", "127.0.0.1", "127.0.0.1")


def test_the_environment_goes_before_the_file(write, monkeypatch):
    monkeypatch.setenv("SMARTTABLE_SPEED", "10")
    monkeypatch.setenv("SMARTTABLE_BROKER__PORT", "1999")
    settings = read_settings(write("speed = 2.0\n" + EVENING + '[broker]\nhost = "127.0.0.2"\n'))

    assert (settings.speed, settings.broker.port, settings.broker.host) == (10.0, 1999, "127.0.0.2")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('driver = "table_hub"', 'drvier = "table_hub"', r"tables\.0\.devices\.0\.drvier: unknown key"),
        ('venue = "club"', 'venue = "club"\nwhen = "now"', "when: unknown key"),
        ('venue = "club"', "", "venue: Field required"),
        ('venue = "club"', 'venue = "Club #1"', "venue: String should match"),
        ('name = "2"', 'name = "1"', "table '1' stands there twice"),
        ("[regulations]", 'laws = "2027"\n[regulations]', "laws: .*no edition of the Laws here; known: 1987, 2017"),
        ("opening_lead", "opening_led", r"regulations: .*regulations\.opening_led.*unknown regulation"),
        ("[regulations]", "[sensing]\nround = 1\n[regulations]", r"sensing: .*unknown setting"),
        ("[regulations]", "[broker]\nunseen_detail = true\n[regulations]", "broker: .*unseen_detail needs TLS"),
        ("[regulations]", '[broker]\nuser = "core"\n[regulations]', "broker: .*must be among the users"),
        ("[regulations]", "[regulations", "line 4"),
    ],
)
def test_what_is_wrong_is_one_line_with_file_and_key(write, old, new, said):
    with pytest.raises(SettingsError, match=rf"evening\.toml: .*{said}"):
        read_settings(write(EVENING.replace(old, new)))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"nowhere\.toml"):
        read_settings(tmp_path / "nowhere.toml")


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_passwords_are_made_once_and_kept_to_their_owner(write):
    settings = read_settings(write(EVENING))
    made = passwords(settings)

    assert set(made) == {"controller", "director", "hall"}
    assert len(set(made.values())) == 3
    assert stat.S_IMODE(settings.secrets.stat().st_mode) == 0o600
    assert passwords(settings) == made


def test_a_new_user_gets_a_password_and_the_others_keep_theirs(write):
    made = passwords(read_settings(write(EVENING)))
    users = '[broker.users]\ncontroller = "controller"\ndirector = "director"\nboris = "director"\n'
    now = passwords(read_settings(write(EVENING + users)))

    assert {name: now[name] for name in made} == made
    assert "boris" in now


def test_the_brokers_file_holds_no_password(write):
    settings = read_settings(write(EVENING))
    text = write_broker_users(settings).read_text()

    assert not [password for password in passwords(settings).values() if password in text]
    assert "director:director:$argon2id$" in text


def test_secrets_that_others_may_read_are_refused(write):
    settings = read_settings(write(EVENING))
    passwords(settings)
    settings.secrets.chmod(0o644)

    with pytest.raises(SettingsError, match=r"secrets\.toml: others may read it .*chmod 600"):
        passwords(settings)


def test_a_broker_of_the_hosts_own_needs_its_password_written_down(write):
    settings = read_settings(write(EVENING + '[broker]\nkind = "host"\n'))

    with pytest.raises(SettingsError, match=r"secrets\.toml: write the broker's password there"):
        passwords(settings)


def test_any_password_of_a_persons_own_is_kept_as_it_is(write):
    settings = read_settings(write(EVENING))
    settings.data.mkdir()
    settings.secrets.write_text("director = 'a \"b\" \\c'\n")
    settings.secrets.chmod(0o600)
    made = passwords(settings)

    assert made["director"] == 'a "b" \\c'
    assert tomllib.loads(settings.secrets.read_text()) == made


# -- packs and deals ---------------------------------------------------------------------------------------------------


def test_a_board_has_its_own_pack_and_any_other_board_the_common_one(write, tmp_path):
    own = {"id": "pack-7", "tags": {f"e0{place:02x}": card.text for place, card in enumerate(PACK)}, "boards": [7]}
    common = {"id": "any", "tags": {f"F0{place:02X}": card.text for place, card in enumerate(PACK)}}
    (tmp_path / "deck.json").write_text(json.dumps([own, common]))
    settings = read_settings(write(EVENING))
    book = board_book(settings, settings.tables[0])

    assert [book.pack(board).id for board in (7, 8)] == ["pack-7", "any"]
    header = book.header(7, {"dealer": "S"}, first_event=12)
    assert (header["n"], header["deck"], header["board"]) == (
        12,
        {"id": "pack-7", "tags": {f"E0{place:02X}": card.text for place, card in enumerate(PACK)}},
        {"board": 7, "dealer": "S"},
    )


def test_a_deck_that_stands_in_two_files_of_a_table_is_one_deck(write, tmp_path):
    for name in ("deck.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(WHOLE))
    settings = read_settings(write(EVENING.replace('["deck.json"]', '["deck.json", "b.json"]')))
    check_all_decks(settings)

    assert [pack.deck.id for pack in board_book(settings, settings.tables[0]).packs] == ["a"]


def test_the_club_has_no_deck_twice_and_no_tag_in_two_decks(write, tmp_path):
    (tmp_path / "deck.json").write_text(json.dumps(WHOLE))
    (tmp_path / "b.json").write_text(json.dumps(WHOLE | {"id": "b"}))
    second = '[[tables]]\nname = "2"\ndecks = ["b.json"]\n'

    with pytest.raises(LogError, match=r"b\.json, deck b, field 'tags': tag E000 \(SA\) is also the SA of deck a"):
        check_all_decks(read_settings(write(EVENING.replace('[[tables]]\nname = "2"\n', second))))


def test_deals_come_from_pbn(tmp_path):
    path = tmp_path / "evening.pbn"
    deal = "N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT98765"
    path.write_text(f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{deal}"]\n\n')

    assert read_deals(path) == {3: {"deal": deal, "dealer": "S", "vul": "EW"}}


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT9876", "51 cards"),
        ("N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.AJT98765", "the ace of clubs twice"),
        ("N:AKQJ.432.432.432 A8765.AKQJT9.K9. - -", "the ace of spades twice"),
    ],
)
def test_a_deal_that_is_none_names_its_board_and_no_card(tmp_path, deal, why):
    path = tmp_path / "evening.pbn"
    path.write_text(f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{deal}"]\n\n')

    with pytest.raises(LogError) as error:
        read_deals(path)
    said = str(error.value).removeprefix(str(path))
    assert said.startswith(", board 3 (line 4): the hands are no deal of thirteen cards each"), why
    assert not re.search(r"\b[SHDC][2-9TJQKA]\b|\b[SHDC]\d\b", said)


def test_a_hand_that_nobody_knows_is_no_fault_of_a_deal(tmp_path):
    path = tmp_path / "evening.pbn"
    path.write_text('[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "N:AKQJ.432.432.432 - - -"]\n\n')

    assert read_deals(path)[3]["deal"] == "N:AKQJ.432.432.432 - - -"


def test_a_file_without_deals_is_an_error(tmp_path):
    path = tmp_path / "evening.pbn"
    path.write_text('[Board "3"]\n')

    with pytest.raises(LogError, match=r"evening\.pbn: no board with a deal"):
        read_deals(path)
