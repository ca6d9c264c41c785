"""The watched folder: a file is handed over once, whole, when it is complete; again when it is changed."""

import os

import pytest

from controller.adapters.deal_folder import MOST_BYTES, DealFolder
from controller.model.errors import LogError

LONG_AGO = 1_000_000.0


class Hall:
    """A folder, and clocks that are moved by hand."""

    def __init__(self, path):
        self.path, self.t = path, 100.0
        self.folder = DealFolder(path, now=lambda: self.t, wall=lambda: 2 * LONG_AGO + self.t)

    def write(self, name, content, *, age=0.0):
        file = self.path / name
        file.write_bytes(content)
        when = 2 * LONG_AGO + self.t - age
        os.utime(file, (when, when))

    def look(self, *, after=0.0):
        self.t += after
        return {arrived.name: arrived.content for arrived in self.folder.look()}


@pytest.fixture
def hall(tmp_path):
    return Hall(tmp_path)


def test_what_lay_there_before_is_read_at_once(hall):
    hall.write("a.pbn", b"deals", age=60)

    assert hall.look() == {"a.pbn": b"deals"}
    assert hall.look(after=60) == {}


def test_a_file_that_grows_is_read_when_it_has_stood_still(hall):
    hall.write("a.dup", b"half")
    assert hall.look() == {}
    hall.t += 2.9
    hall.write("a.dup", b"half and half")
    assert hall.look() == {}
    assert hall.look(after=2.9) == {}
    assert hall.look(after=0.2) == {"a.dup": b"half and half"}


def test_a_file_that_is_changed_is_read_anew(hall):
    hall.write("a.dup", b"one", age=60)
    hall.look()
    hall.write("a.dup", b"two")
    assert hall.look() == {}
    assert hall.look(after=4) == {"a.dup": b"two"}


def test_a_copy_with_an_old_date_is_another_file(hall):
    hall.write("a.dup", b"one", age=600)
    hall.look()
    (hall.path / "b").write_bytes(b"two")
    when = 2 * LONG_AGO + hall.t - 600
    os.utime(hall.path / "b", (when, when))
    (hall.path / "b").replace(hall.path / "a.dup")
    assert hall.look() == {"a.dup": b"two"}


def test_a_file_that_has_gone_and_come_back_is_read_again(hall):
    hall.write("a.dup", b"one", age=60)
    hall.look()
    (hall.path / "a.dup").rename(hall.path / ".a")
    assert hall.look() == {}
    (hall.path / ".a").rename(hall.path / "a.dup")
    assert hall.look() == {"a.dup": b"one"}


def test_an_empty_file_may_yet_be_filled(hall):
    hall.write("a.dup", b"")
    assert hall.look(after=4) == {}
    assert hall.look(after=4) == {}
    assert hall.look(after=30) == {"a.dup": b""}


@pytest.mark.parametrize("name", [".a.dup", "a.dup.tmp", "a.dup.part", "a.dup~", "a.dup.crdownload", "a.bak"])
def test_what_is_not_finished_is_left_alone(hall, name):
    hall.write(name, b"half", age=60)
    assert hall.look() == {}


def test_what_is_no_file_is_left_alone(hall):
    (hall.path / "folder.dup").mkdir()
    os.mkfifo(hall.path / "pipe.dup")
    (hall.path / "nowhere.dup").symlink_to(hall.path / "gone")
    assert hall.look(after=60) == {}


def test_a_file_that_is_no_set_of_deals_by_its_size_is_not_read(hall):
    hall.write("a.dup", b"x" * (MOST_BYTES + 1), age=60)
    content = hall.look()["a.dup"]

    assert isinstance(content, LogError)
    assert str(content) == f"a.dup: {MOST_BYTES + 1} bytes are more than any set of deals"


def test_a_folder_that_is_not_there_is_a_trouble_until_it_is(tmp_path):
    hall = Hall(tmp_path / "deals")
    assert (hall.look(), hall.folder.trouble) == ({}, f"{tmp_path / 'deals'}: No such file or directory")
    hall.path.mkdir()
    hall.write("a.dup", b"one", age=60)
    assert (hall.look(), hall.folder.trouble) == ({"a.dup": b"one"}, None)
