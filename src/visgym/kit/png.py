"""PNG files from frames, fast enough to encode every turn.

The rows of busy frames are compressed in bands that know nothing of each other, so that a band
which is as it was in the last frame of that shape is not compressed again. The file depends on the
frame alone.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from visgym.core.task import Frame

try:
    from zlib_ng.zlib_ng import Z_FINISH, Z_FULL_FLUSH, compress, compressobj
    from zlib_ng.zlib_ng import crc32 as checksum
except ImportError:  # the extra [fast] is not installed
    from zlib import Z_FINISH, Z_FULL_FLUSH, compress, compressobj  # type: ignore[assignment]
    from zlib import crc32 as checksum

__all__ = ["checksum", "encode"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP_FILTER = 2
_ZLIB, _END = b"\x78\x01", b"\x03\x00"  # what stands before and after the bands
_ADLER = 65521  # the prime of Adler-32

_BUSY_LEVEL, _PLAIN_LEVEL = 1, 2
_BAND = 64 << 10  # bytes
_SAMPLE = 16  # rows, of which one is looked at to tell a plain frame
_PLAIN = 0.1  # share of bytes that differ from those above in a plain frame, at most
_SHAPES = 4  # whose last frames are remembered
_LARGEST = 4 << 20  # bytes of a frame that is remembered


def encode(frame: Frame) -> bytes:
    """`frame` as a PNG file; every row is stored as its difference from the row above."""
    height, width, _ = frame.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits per channel, RGB
    rows = frame.reshape(height, width * 3)
    if _is_plain(rows):  # and quicker compressed than compared
        body = [compress(_filtered(rows, 0, height), _PLAIN_LEVEL)]
    else:
        frozen = frame.base is None and not frame.flags.writeable
        body = _stream(_bands(rows, frozen))
    chunks = (*_chunk(b"IHDR", [header]), *_chunk(b"IDAT", body), *_chunk(b"IEND", []))
    return b"".join((_SIGNATURE, *chunks))


def _is_plain(rows: Frame) -> bool:
    below, above = rows[_SAMPLE // 2 :: _SAMPLE], rows[_SAMPLE // 2 - 1 : -1 : _SAMPLE]
    return bool(np.count_nonzero(below != above) <= _PLAIN * below.size)


def _filtered(rows: Frame, start: int, end: int) -> Frame:
    filtered = _memory.room(end - start, rows.shape[1] + 1)
    filtered[:, 0] = _UP_FILTER
    if start:
        np.subtract(rows[start:end], rows[start - 1 : end - 1], out=filtered[:, 1:])
    else:
        filtered[0, 1:] = rows[0]
        np.subtract(rows[1:end], rows[: end - 1], out=filtered[1:, 1:])
    return filtered


def _chunk(name: bytes, parts: Sequence[bytes]) -> Iterator[bytes]:
    """The pieces of a chunk, which are not joined before the whole file is."""
    yield struct.pack(">I", sum(map(len, parts))) + name
    yield from parts
    yield struct.pack(">I", reduce(lambda sum, part: checksum(part, sum), parts, checksum(name)))


# Bands


class _Band(NamedTuple):
    """Some rows as a piece of a deflate stream, with size and Adler-32 of what is in it."""

    data: bytes
    size: int
    sum: int


class _Last(NamedTuple):
    """The last frame of a shape, and its bands."""

    rows: Frame
    bands: list[_Band]


def _stream(bands: Iterable[_Band]) -> list[bytes]:
    """The pieces of a zlib stream."""
    pieces = [_ZLIB]
    low, high = 1, 0  # the halves of Adler-32
    for band in bands:
        pieces.append(band.data)
        high = (high + (band.sum >> 16) + band.size * (low - 1)) % _ADLER
        low = (low + (band.sum & 0xFFFF) - 1) % _ADLER
    return [*pieces, _END, struct.pack(">HH", high, low)]


def _bands(rows: Frame, frozen: bool) -> list[_Band]:
    """The bands of a frame from top to bottom, which are remembered for the next frame."""
    height, width = rows.shape
    last = _memory.lasts.pop(rows.shape, None)
    tall = max(1, _BAND // width)
    bands: list[_Band] = []
    same = True  # as far as the row above goes
    for number, start in enumerate(range(0, height, tall)):
        end = min(height, start + tall)
        same = last is not None and same and _equal(rows, last.rows, start, end)
        known = last.bands[number] if last and same else None
        bands.append(known or _compressed(_filtered(rows, start, end)))
        same = same or bool(last and np.array_equal(rows[end - 1], last.rows[end - 1]))
    if rows.nbytes <= _LARGEST:
        _memory.remember(_Last(rows if frozen else rows.copy(), bands))
    return bands


def _equal(new: Frame, old: Frame, start: int, end: int) -> bool:
    new, old = new[start:end], old[start:end]
    middle = len(new) // 2  # one row tells most bands apart
    room = _memory.room(*new.shape).view(np.bool_)
    return np.array_equal(new[middle], old[middle]) and bool(np.equal(new, old, out=room).all())


def _compressed(filtered: Frame) -> _Band:
    stream = compressobj(_BUSY_LEVEL)
    data = stream.compress(filtered) + stream.flush(Z_FULL_FLUSH)
    adler = stream.flush(Z_FINISH)[-4:]
    return _Band(data[len(_ZLIB) :], filtered.size, int.from_bytes(adler, "big"))


class _Memory(threading.local):
    """What one thread remembers, and its room to work in: fresh pages cost more than bands."""

    def __init__(self) -> None:
        self.lasts: dict[tuple[int, ...], _Last] = {}  # the oldest first
        self._room = np.empty(0, np.uint8)

    def remember(self, last: _Last) -> None:
        self.lasts[last.rows.shape] = last
        if len(self.lasts) > _SHAPES:
            del self.lasts[next(iter(self.lasts))]

    def room(self, height: int, width: int) -> Frame:
        if self._room.size < height * width:
            self._room = np.empty(height * width, np.uint8)
        return self._room[: height * width].reshape(height, width)


_memory = _Memory()
