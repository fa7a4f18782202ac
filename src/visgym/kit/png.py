"""PNG files from frames, fast enough to encode every turn."""

from __future__ import annotations

import struct
import threading

import numpy as np

from visgym.core.task import Frame

try:
    from isal.isal_zlib import compress as _compress
    from isal.isal_zlib import crc32 as checksum
except ImportError:  # the extra [fast] is not installed
    from zlib import compress as _compress
    from zlib import crc32 as checksum

__all__ = ["checksum", "encode"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP_FILTER = 2
_memory = threading.local()


def encode(frame: Frame) -> bytes:
    """`frame` as a PNG file; every row is stored as its difference from the row above."""
    height, width, _ = frame.shape
    rows = frame.reshape(height, width * 3)
    filtered = _scratch(height, width * 3 + 1)
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits per channel, RGB
    body = _compress(filtered, 1)
    return b"".join(
        (_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", body), _chunk(b"IEND", b""))
    )


def _scratch(height: int, width: int) -> Frame:
    """Memory for filtered rows, used again for the next frame: fresh pages cost more than them."""
    kept: Frame | None = getattr(_memory, "rows", None)
    if kept is None or kept.shape != (height, width):
        kept = _memory.rows = np.empty((height, width), np.uint8)
        kept[:, 0] = _UP_FILTER
    return kept


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum(name + data))
