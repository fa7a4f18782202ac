"""Episodes kept on disk between the passes, read back without trusting what the file says."""

from __future__ import annotations

import dataclasses
import enum
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.growing import Growing


def save(values: Iterable[object], path: Path) -> None:
    """Write values, one after the other."""
    with path.open("wb") as file:
        for value in values:
            pickle.dump(value, file, protocol=5)


def load(path: Path) -> Iterator[Any]:
    """The values of a file, one at a time."""
    with path.open("rb") as file:
        while file.peek(1):
            yield _Reader(file).load()


class _Reader(pickle.Unpickler):
    """Builds dataclasses, enums and turns and nothing else, so that a file cannot run code."""

    def find_class(self, module: str, name: str) -> Any:
        found = None if "." in name else super().find_class(module, name)
        if isinstance(found, type) and (
            dataclasses.is_dataclass(found) or issubclass(found, enum.Enum) or found is Growing
        ):
            return found
        raise Mistake(f"A kept episode holds {module}.{name}, which is not part of any episode.")
