"""What fighters can do: how long each move takes, when it meets, how far and how hard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Strike:
    """A move that may meet the other."""

    told: str
    ticks: int
    """How long it takes in all."""
    after: int
    """Ticks after which it meets, or from which on it does."""
    reach: int
    harm: int
    height: Literal["high", "low"]

    @property
    def meets(self) -> int:
        """Ticks that are left when it meets."""
        return self.ticks - self.after


STRIKES: dict[str, Strike] = {
    "punch": Strike("punch", 12, 4, 42, 2, "high"),
    "low_punch": Strike("down and punch", 13, 4, 42, 2, "low"),
    "kick": Strike("kick", 20, 7, 50, 4, "high"),
    "low_kick": Strike("down and kick", 22, 7, 48, 3, "low"),
    "bolt": Strike("bolt", 26, 9, 0, 3, "high"),
    "slide": Strike("slide", 36, 6, 34, 3, "low"),
}
SLIDE_SPEED, SLIDE_UNTIL = 7, 18  # points a tick, and ticks left at which a slide ends
STUN, BLOCKED = 14, 7  # ticks without power after a hit, and after a blow that was blocked
SHOVE, NUDGE = 14, 8  # points that they push


def table() -> str:
    """The moves in words, for the rules."""
    rows = [
        f"{each.told}: meets after {each.after}, takes {each.ticks}, "
        + (f"reach {each.reach}, " if each.reach else "flies on, ")
        + f"harm {each.harm}, {each.height}"
        for each in STRIKES.values()
    ]
    return "; ".join(rows)
