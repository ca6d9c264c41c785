"""Findings as values: what their texts may hold."""

import pytest

from controller.model.irregularities import number_in


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("999999999", 999_999_999)])
def test_a_number_is_read(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1_0", "²", "٣", "1.0", "x", "9" * 10, "9" * 5000])
def test_what_is_no_number_or_larger_than_any_log_is_none(text):
    assert number_in(text) is None
