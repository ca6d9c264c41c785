"""Settings of bidding boxes: what is missing, unknown or does not fit is an error that names its field."""

import pytest

from controller.model.calls import call
from drivers.bidding_box.settings import bidding_cards, box_settings
from drivers.errors import SettingsError

GOOD = {"device": "boxes-7", "port": "/dev/ttyX", "boxes": {"W": 4, "N": 1}}


def test_boxes_that_share_a_line_have_addresses():
    settings = box_settings(GOOD)

    assert settings.shared
    assert {address: str(seat) for address, seat in settings.seats.items()} == {1: "N", 4: "W"}


def test_a_box_alone_on_its_line_has_a_seat():
    settings = box_settings({"device": "box-7N", "port": "/dev/ttyX", "seat": "N"})

    assert not settings.shared
    assert list(settings.seats) == [1]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"boxes": {}}, "boxes"),
        ({"boxes": {"Q": 1}}, "boxes.Q"),
        ({"boxes": {"N": 0}}, "boxes.N"),
        ({"boxes": {"N": 1, "E": 1}}, "boxes"),
        ({"boxes": {"N": 1.5}}, "boxes.N"),
        ({"seat": "N"}, "seat"),
        ({"port": ""}, "port"),
        ({"baud": 1}, "baud"),
        ({"card_rest_s": 5}, "card_rest_s"),
        ({"cards": "/no/such/file.csv"}, "cards"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_does_not_fit_names_its_field(changes, field):
    with pytest.raises(SettingsError) as wrong:
        box_settings({**GOOD, **changes})

    assert wrong.value.field == field


def test_a_file_of_bidding_cards_says_which_tag_is_which_call(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("tag,call\ne001,1NT\nE002,P\nE003,P\nE004,XX\n")

    assert bidding_cards(path) == {"E001": call("1NT"), "E002": call("P"), "E003": call("P"), "E004": call("XX")}


@pytest.mark.parametrize(
    ("text", "line"),
    [("tag,call\nE001,8C\n", "line 2"), ("tag,call\nE001,P\nE001,P\n", "line 3"), ("card\nE001\n", "first line")],
)
def test_a_bad_line_of_it_is_named(tmp_path, text, line):
    path = tmp_path / "cards.csv"
    path.write_text(text)

    with pytest.raises(SettingsError, match=line):
        bidding_cards(path)
