"""Regulations: data with names; what is unknown is an error."""

import pytest

from controller.model.errors import LogError
from controller.model.regulations import BASE_SETS, CLUB, Regulations, regulations_from


def test_saying_nothing_means_the_club_s_regulations():
    assert regulations_from(None) == CLUB == regulations_from({})


@pytest.mark.parametrize("base", BASE_SETS)
def test_a_base_set_is_named_and_may_be_changed(base):
    assert regulations_from({"base": base, "revoke_attention": "now"}).revoke_attention == "now"


def test_what_is_given_is_taken():
    given = {"opening_lead": "face_up", "call_settle": 1, "slow_play_s": 420.0, "screens": True}
    assert regulations_from(given) == Regulations(
        opening_lead="face_up", call_settle=1, slow_play_s=420.0, screens=True
    )


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"base": "moon"}, "regulations.base"),
        ({"base": ["club"]}, "regulations.base"),
        ({"opening_led": "face_up"}, "regulations.opening_led"),
        ({"opening_lead": "sideways"}, "regulations.opening_lead"),
        ({"opening_lead": ["face_up"]}, "regulations.opening_lead"),
        ({"revoke_attention": True}, "regulations.revoke_attention"),
        ({"card_settle": -1}, "regulations.card_settle"),
        ({"card_settle": "long"}, "regulations.card_settle"),
        ({"tempo_sigma": True}, "regulations.tempo_sigma"),
        ({"screens": 1}, "regulations.screens"),
    ],
)
def test_an_unknown_regulation_or_value_is_an_error_that_names_it(given, field):
    with pytest.raises(LogError) as error:
        regulations_from(given)
    assert error.value.field == field
