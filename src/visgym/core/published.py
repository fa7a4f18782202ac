"""Starts that somebody published, in a file: a JSON object from seeds to states."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.identity import from_json

MOST_BYTES = 200_000_000
LAYOUT = "a file of starts is a JSON object from seeds to states"


def published_start(path: str, task: type[Any], seed: int) -> Any:
    """The state that a file names by a seed, as a state of a kind of task."""
    known = _read(path)
    if str(seed) not in known:
        raise Mistake(f"The file {path} has no start for seed {seed}; it has {len(known)} starts.")
    try:
        return from_json(task.state_type(), known[str(seed)])
    except (LookupError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        why = f"{error!s:.200}"
        raise Mistake(f"Seed {seed} of {path} is no start of {task.name}: {why}.") from None


@lru_cache(maxsize=64)
def _read(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise Mistake(f"The file {path} has more than {MOST_BYTES} bytes; {LAYOUT}.")
        known = json.loads(text)
    except Mistake:
        raise
    except RecursionError:
        raise Mistake(f"The file {path} is nested too deeply; {LAYOUT}.") from None
    except OSError:
        raise Mistake(f"There is no file {path} to read; {LAYOUT}.") from None
    except ValueError as error:
        raise Mistake(f"The file {path} cannot be read ({error}); {LAYOUT}.") from None
    if not isinstance(known, dict):
        raise Mistake(f"The file {path} holds no object; {LAYOUT}.")
    return known
