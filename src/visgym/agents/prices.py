"""What tokens cost: prices are the user's to give, since providers change them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym.agents.agent import Agent, Usage
from visgym.core.errors import Mistake
from visgym.core.identity import from_json


@dataclass(frozen=True)
class Price:
    """Dollars per million tokens; where none is given, cached and written ones cost as input."""

    input: float
    output: float
    cached: float | None = None
    """Input read from the provider's cache."""
    written: float | None = None
    """Input written to the provider's cache."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not 0 <= value < float("inf"):
                raise Mistake(f"The price of {name} is {value}; give dollars per million tokens.")

    def dollars(self, usage: Usage, written: int = 0) -> float:
        """The cost of some tokens, of which `written` went into the provider's cache."""
        cached = self.input if self.cached is None else self.cached
        fresh = self.input if self.written is None else self.written
        plain = max(0, usage.input - usage.cached - written)
        million = plain * self.input + usage.cached * cached + written * fresh
        return (million + usage.output * self.output) / 1e6


def price_from(data: object) -> Price:
    """A price from `{"input": 2.5, "cached": 1.25, "output": 10}`."""
    known = ("input", "output", "cached", "written")
    if not isinstance(data, Mapping) or not {"input", "output"} <= set(data) <= set(known):
        raise Mistake(
            f"A price is an object with input, output and perhaps cached and written, "
            f"in dollars per million tokens, not {str(data)[:60]!r}."
        )
    try:
        return from_json(Price, {name: data.get(name) for name in known})
    except Mistake:
        raise
    except ValueError as error:
        raise Mistake(f"A price is in dollars per million tokens; {error}.") from None


def price_in(path: Path, model: str) -> Price | None:
    """The price of a model in a JSON file of prices by model, or None if it is not there."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Mistake(f"There is no price file {path}.") from None
    except ValueError:
        raise Mistake(f"{path} is not valid JSON; it should hold prices by model.") from None
    if not isinstance(table, dict):
        raise Mistake(f"{path} should hold an object of prices by model.")
    return price_from(table[model]) if model in table else None


def unpriced(agents: Iterable[Agent]) -> list[str]:
    """Names of the agents whose tokens cost something that nobody has said."""
    return [agent.name for agent in agents if agent.spec().get("price", "free") is None]


def openai_usage(data: object, price: Price | None) -> Usage:
    """What an OpenAI-compatible server counted."""
    usage = Usage(
        input=_count(data, "prompt_tokens"),
        cached=_count(data, "prompt_tokens_details", "cached_tokens"),
        output=_count(data, "completion_tokens"),
        reasoning=_count(data, "completion_tokens_details", "reasoning_tokens"),
    )
    return _priced(usage, price)


def anthropic_usage(data: object, price: Price | None) -> Usage:
    """What an Anthropic server counted; its input leaves out what the cache did."""
    cached = _count(data, "cache_read_input_tokens")
    written = _count(data, "cache_creation_input_tokens")
    usage = Usage(
        input=_count(data, "input_tokens") + cached + written,
        cached=cached,
        output=_count(data, "output_tokens"),
    )
    return _priced(usage, price, written)


def _priced(usage: Usage, price: Price | None, written: int = 0) -> Usage:
    if price is None:
        return usage
    dollars = price.dollars(usage, written)
    return Usage(usage.input, usage.cached, usage.output, usage.reasoning, dollars)


def _count(data: Any, *path: str) -> int:
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data if isinstance(data, int) and not isinstance(data, bool) and data > 0 else 0
