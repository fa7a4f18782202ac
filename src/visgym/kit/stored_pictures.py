"""Pictures of anybody's in a folder of their own, named after their bytes and bounded in size."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from PIL import Image

from visgym.core.errors import Mistake

FOLDER = "pictures"  # beside the file of starts
MOST_BYTES = 32_000_000  # of a picture as a file
MOST_PIXELS = 50_000_000
MOST_PICTURES = 50  # of one question
ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif", "BMP": "bmp"}
_NAME = re.compile(r"([0-9a-f]{64})\.(?:png|jpg|webp|gif|bmp)")


class BadPicture(ValueError):
    """Bytes that are no picture of a kind and size that we take; the text says why."""


def opened(data: bytes) -> Image.Image:
    """The picture in some bytes, checked before it is decoded, or `BadPicture`."""
    if len(data) > MOST_BYTES:
        raise BadPicture(f"has a picture of more than {MOST_BYTES} bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=list(ENDINGS)) as found:
                if found.width * found.height > MOST_PIXELS:
                    raise BadPicture(f"has a picture of more than {MOST_PIXELS} pixels")
                image = found.convert("RGB")
                image.format = found.format
                return image
    except BadPicture:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadPicture(f"has a picture of more than {MOST_PIXELS} pixels") from None
    except (OSError, SyntaxError, ValueError, MemoryError):
        raise BadPicture("has a picture that cannot be decoded") from None


def store(folder: Path, data: bytes) -> str:
    """Keep a picture under the name that its bytes give it, once it can be decoded."""
    ending = ENDINGS[opened(data).format or "PNG"]
    name = f"{sha256(data).hexdigest()}.{ending}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if not path.exists():
        path.write_bytes(data)
    return name


def stored_bytes(folder: Path, name: str) -> bytes:
    """The bytes of a picture that was kept, which must be those that its name says."""
    if not (match := _NAME.fullmatch(name)):
        raise Mistake(f"{name!r:.80} names no stored picture; import the file anew.")
    path = folder / name
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        raise Mistake(f"The picture {path} is missing; import the file anew.") from None
    if sha256(data).hexdigest() != match[1]:
        raise Mistake(f"The picture {path} was changed after its import; import the file anew.")
    return data


@lru_cache(maxsize=64)
def stored_pictures(folder: str, names: Sequence[str]) -> tuple[Image.Image, ...]:
    """Pictures that were kept."""
    try:
        return tuple(opened(stored_bytes(Path(folder), name)) for name in names)
    except BadPicture as error:
        raise Mistake(f"The folder {folder} {error}; import the file anew.") from None
