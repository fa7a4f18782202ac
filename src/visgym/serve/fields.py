"""Fields of a request, each checked for its type, with one sentence for what does not fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from visgym.serve.limits import Refusal

Body = Mapping[str, Any]
LONGEST_TEXT = 2_000  # characters of a name, an id or a wrapper
LARGEST_SEED = 2**53


def parsed(data: bytes) -> Any:
    """JSON from somebody else, or `Refusal`; no text in it holds half a character."""
    try:
        found = json.loads(data.decode() or "{}")
        if b"\\ud" in data or b"\\uD" in data:
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except RecursionError:
        raise Refusal("The request is nested too deeply.") from None
    except UnicodeError:
        raise Refusal("The request holds half a character (a lone surrogate).") from None
    except ValueError:
        raise Refusal("The request is no JSON.") from None


def as_object(value: object, what: str = "The request") -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise Refusal(f"{what} is no JSON object.")
    return value


def only(body: Body, *names: str) -> None:
    """Refuse fields that nobody reads, since they are mostly misspelt."""
    for name in body:
        if name not in names:
            told = ", ".join(names)
            raise Refusal(f"There is no field '{name[:60]}' here; the fields are {told}.")


def text(body: Body, name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
    """A text; without a default it must be there."""
    value = body.get(name, default)
    if not isinstance(value, str):
        raise Refusal(f"{name} should be a text.")
    if len(value) > longest:
        raise Refusal(f"{name} may have at most {longest} characters.")
    return value


def integer(body: Body, name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number within bounds, or the default."""
    value = body.get(name)
    if value is None:
        return default
    if type(value) is not int or not least <= value <= most:
        raise Refusal(f"{name} should be a whole number from {least} to {most}.")
    return value


def seed(body: Body, default: int | None = None) -> int:
    """The number of an episode."""
    found = integer(body, "seed", default, 0, LARGEST_SEED)
    if found is None:
        raise Refusal(f"seed should be a whole number from 0 to {LARGEST_SEED}.")
    return found


def flag(body: Body, name: str) -> bool:
    """Yes or no, and no where nothing is said."""
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise Refusal(f"{name} should be true or false.")
    return value


def items(body: Body, name: str, most: int) -> list[Any]:
    """A list, empty where nothing is said."""
    value = body.get(name, [])
    if not isinstance(value, list):
        raise Refusal(f"{name} should be a list.")
    if len(value) > most:
        raise Refusal(f"{name} may have at most {most} items.", 413)
    return value


def texts(body: Body, name: str, most: int, longest: int = LONGEST_TEXT) -> tuple[str, ...]:
    """A list of texts, empty where nothing is said."""
    return tuple(text({name: each}, name, None, longest) for each in items(body, name, most))
