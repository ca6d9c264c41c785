"""What lies on the antennas of one reader, and what answers when it looks. Chance is a seeded generator."""

from __future__ import annotations

from random import Random


class Field:
    """The tags at each antenna. A UID may lie there twice: cloned tags answer as one, for nothing tells them apart."""

    def __init__(self, *, antennas: int = 1, seed: int | str = 0, miss: float = 0.0, crosstalk: float = 0.0) -> None:
        #: Chance that a tag that lies there does not answer, and that one at a neighbouring antenna does.
        self.miss = miss
        self.crosstalk = crosstalk
        self._lies: list[list[bytes]] = [[] for _ in range(antennas)]
        self._rng = Random(f"{seed} field")

    @property
    def antennas(self) -> int:
        """How many it has."""
        return len(self._lies)

    def put(self, uid: bytes, antenna: int = 0) -> None:
        """A tag is put down; the UID is as printed, most significant byte first."""
        self._lies[antenna].append(uid)

    def lift(self, uid: bytes, antenna: int = 0) -> None:
        """It is taken up."""
        self._lies[antenna].remove(uid)

    def clear(self) -> None:
        """Nothing lies anywhere."""
        for lies in self._lies:
            lies.clear()

    def lying(self, antenna: int = 0) -> list[bytes]:
        """All that lie there, heard or not."""
        return list(self._lies[antenna])

    def answering(self, antenna: int = 0) -> list[bytes]:
        """Different UIDs that answer this time, in the order in which their tags came."""
        heard = [uid for uid in self._lies[antenna] if self._rng.random() >= self.miss]
        for neighbour in (antenna - 1, antenna + 1):
            if 0 <= neighbour < len(self._lies) and self.crosstalk > 0:
                heard += [uid for uid in self._lies[neighbour] if self._rng.random() < self.crosstalk]
        return list(dict.fromkeys(heard))
