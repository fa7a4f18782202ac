"""Pictures that clients send, read with care: data URLs only, small formats, bounded pixels."""

from __future__ import annotations

import binascii
import io
import re
from base64 import b64decode

import numpy as np
from PIL import Image

from visgym.core.task import Frame
from visgym.serve.limits import Refusal

_DATA_URL = re.compile(r"data:image/(?:png|jpeg|webp);base64,")
_FORMATS = ("PNG", "JPEG", "WEBP")


def read_image(said: object, most_pixels: int) -> Frame:
    """The pixels of a data URL; nothing is ever fetched or read from a file."""
    if not isinstance(said, str):
        raise Refusal("A picture is a data URL.")
    head = _DATA_URL.match(said[:40])
    if head is None:
        raise Refusal("A picture is a data URL (PNG, JPEG or WebP in base64), never an address.")
    try:
        data = b64decode(said[head.end() :], validate=True)
        with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:
            if opened.width * opened.height > most_pixels:
                raise Refusal(f"A picture may have at most {most_pixels:,} pixels.", 413)
            return np.asarray(opened.convert("RGB"))
    except binascii.Error:
        raise Refusal("A picture is no base64.") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal("A picture cannot be read.") from None
