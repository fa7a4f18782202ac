"""The pictures that were made for prompts, in a folder by the names of the prompts."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.image_generation.prompts import ImagePrompt
from visgym.kit.stored_pictures import MOST_BYTES, BadPicture, opened

MOST_PICTURES = 64  # of one prompt
ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
_PLAIN = re.compile(r"[\w.-]{1,120}")


def pictures_for(folder: Path, prompt: ImagePrompt) -> list[Path]:
    """The pictures of a prompt: `NAME.png`, `NAME_0.png`..., or `NAME/samples/0000.png`..."""
    name = prompt.name
    if not _PLAIN.fullmatch(name) or set(name) == {"."}:
        raise Mistake(
            f"The prompt {prompt.index} has the name {name!r:.60}, which no file can have."
        )
    plain = [folder / f"{each}{ending}" for each in (name, str(prompt.index)) for ending in ENDINGS]
    found = [path for path in dict.fromkeys(plain) if path.is_file()][:1]
    several = [
        *folder.glob(f"{name}_*"),
        *folder.glob(f"{name}/samples/*"),
        *folder.glob(f"{name}/*"),
    ]
    found += sorted(path for path in several if path.suffix.lower() in ENDINGS and path.is_file())
    root = folder.resolve()
    return [path for path in found if path.resolve().is_relative_to(root)][:MOST_PICTURES]


def load_picture(path: Path) -> Frame:
    """The pixels of a picture, or `Mistake`."""
    try:
        with path.open("rb") as file:
            return np.asarray(opened(file.read(MOST_BYTES + 1)))
    except (BadPicture, OSError) as error:
        raise Mistake(f"{path} cannot be scored: it {error}.") from None
