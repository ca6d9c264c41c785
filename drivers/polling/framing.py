"""Frames out of a stream of bytes that may begin anywhere and be spoiled anywhere. Pure, nothing is raised."""

from collections.abc import Callable

#: Looks at the first bytes of a buffer: n > 0, a whole frame of n bytes; 0, more is needed; n < 0, -n bytes are none.
Measure = Callable[[bytes], int]
#: The content of a whole, checked frame.
Content = Callable[[bytes], bytes]


class FrameReader:
    """Feeds on bytes, gives the contents of frames. What was no frame is counted in `garbage`."""

    def __init__(self, measure: Measure, content: Content, *, rescan: bool = True) -> None:
        """`rescan`: a checksum or an end tells a frame, so what follows a wrong beginning may be looked at again."""
        self.garbage = 0
        self.frames = 0
        self._measure = measure
        self._content = content
        self._rescan = rescan
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Contents of the frames that these bytes complete."""
        self._buffer += data
        found = []
        while self._buffer:
            length = self._measure(bytes(self._buffer))
            if length == 0:
                break
            if length > 0:
                self.frames += 1
                found.append(self._content(bytes(self._buffer[:length])))
            else:
                self.garbage += -length
            del self._buffer[: abs(length)]
        return found

    def drop(self) -> list[bytes]:
        """Nothing more comes of a frame that was begun: its first byte was none, what follows may yet hold frames."""
        found: list[bytes] = []
        while self._buffer:
            first = 1 if self._rescan else len(self._buffer)
            self.garbage += first
            rest = bytes(self._buffer[first:])
            self._buffer.clear()
            found += self.feed(rest)
        return found


def frames_in(data: bytes, measure: Measure, content: Content) -> list[bytes]:
    """Contents of all frames in bytes after which nothing comes any more, wherever they begin."""
    reader = FrameReader(measure, content)
    return [*reader.feed(data), *reader.drop()]


def crc_8408(data: bytes, start: int = 0xFFFF) -> int:
    """CRC-16/MCRF4XX, as FEIG and UHFReader18 frames carry it, low byte first; inverted it is ISO 15693's X-25."""
    crc = start
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc
