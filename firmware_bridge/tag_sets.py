"""Splits a set of tags that is too long for one frame, and joins the parts again.

A set with a part missing is not told at all: the snapshot that follows a loss tells the state anew.
"""

from firmware_bridge.codec import EVENT_HEAD, row_of
from firmware_bridge.messages import TagSet


def split(tags: TagSet, mtu: int) -> list[TagSet]:
    """The set as parts whose events each fit `mtu` bytes; an empty set is one part."""
    room = mtu - EVENT_HEAD.size - row_of(TagSet).head.size - 1
    parts: list[list[bytes]] = [[]]
    used = 0
    for uid in tags.uids:
        if used + 1 + len(uid) > room:
            parts.append([])
            used = 0
        parts[-1].append(uid)
        used += 1 + len(uid)
    return [TagSet(tags.antenna, tags.round, number, len(parts), tuple(uids)) for number, uids in enumerate(parts)]


class TagSetJoiner:
    """Collects the parts of sets, one antenna at a time (parts of one set follow each other)."""

    def __init__(self) -> None:
        self._held: list[TagSet] = []

    def add(self, part: TagSet) -> TagSet | None:
        """The whole set when `part` completes it, else None."""
        if part.part == 0:
            self._held = []
        if not self._fits(part):
            self._held = []
            return None
        self._held.append(part)
        if part.part + 1 < part.parts:
            return None
        uids = tuple(uid for held in self._held for uid in held.uids)
        self._held = []
        return TagSet(part.antenna, part.round, 0, 1, uids)

    def _fits(self, part: TagSet) -> bool:
        if part.part != len(self._held):
            return False
        return all(
            (held.antenna, held.round, held.parts) == (part.antenna, part.round, part.parts) for held in self._held
        )
