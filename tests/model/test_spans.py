"""Board numbers as people write them."""

import pytest

from controller.model.spans import spans


@pytest.mark.parametrize(
    ("numbers", "text"), [([], ""), ([7], "7"), ([1, 2, 3], "1-3"), ([1, 2, 3, 7, 9, 10], "1-3, 7, 9-10")]
)
def test_runs_are_written_by_their_ends(numbers, text):
    assert spans(numbers) == text


def test_what_stands_between_them_can_be_said():
    assert spans([1, 3], between=" ") == "1 3"
