"""Numbers and foreign texts as a page shows them."""

from __future__ import annotations

import re

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_TURNS = r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # marks that turn the direction of text
_HALVES = r"\ud800-\udfff"  # of characters, which no file can hold
_UNFIT = re.compile(f"[{_CONTROLS}{_TURNS}{_HALVES}]")


def plain(text: str, most: int) -> str:
    """A foreign text without characters that play tricks, cut to a length."""
    rest = len(text) - most
    shown = _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text[:most].replace("\r\n", "\n"))
    return f"{shown} … ({rest:,} more characters)" if rest > 0 else shown


def name(text: str, most: int = 60) -> str:
    """A foreign name on one line."""
    shown = " ".join(plain(text[: most + 1], most + 1).split())
    return f"{shown[:most]}…" if len(shown) > most else shown or "(no name)"


def title(task: str) -> str:
    """A task's name for people."""
    return name(task).replace("_", " ").capitalize()


def setting(preset: str) -> str:
    """A preset's name for people."""
    return name(preset, 40) if preset else "no setting"


def percent(rate: float) -> str:
    """A rate such as 62.5 for 0.625."""
    return f"{100 * rate:.1f}"


def points(change: float) -> str:
    """A change in percentage points with its sign."""
    shown = f"{100 * change:+.1f}"
    return "0.0" if shown in ("+0.0", "-0.0") else shown.replace("-", "−")


def dollars(amount: float | None) -> str:
    """An amount of money with the digits that matter."""
    if amount is None:
        return "–"
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 0.995 else f"${amount:.4f}"


def count(number: float | None) -> str:
    """A whole number with its thousands apart."""
    return "–" if number is None else f"{number:,.0f}"


def short(number: float) -> str:
    """A large number in few characters."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e4, " k")):
        if number >= size:
            return f"{number / min(size, 1e3 if unit == ' k' else size):.3g}{unit}"
    return count(number)


def plural(number: int, noun: str) -> str:
    """A number and its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listing(numbers: list[int], most: int = 8) -> str:
    """Some numbers, the first few named."""
    named = ", ".join(map(str, numbers[:most]))
    return f"{named} and {len(numbers) - most} more" if len(numbers) > most else named


def breakable(name: str) -> str:
    """A name as HTML that may break after a colon or a slash."""
    from markupsafe import Markup, escape

    # entities hold neither of the two
    whole = str(escape(name)).replace(":", ":<wbr>").replace("/", "/<wbr>")
    return Markup(whole)
