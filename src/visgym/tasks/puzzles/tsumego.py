"""Tsumego: the point at which Black takes the most white stones.

With three plies, White answers Black's first stone before Black plays again: ladders, double
threats and stones that are given up to be taken back. What cannot be taken by then does not count,
so that a move is always followed by a threat, and nets of more moves do not occur.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, OneOf, Question, action, levels, redrawn
from visgym.kit.boards import go_pictures
from visgym.kit.boards.go import LETTERS, Goban, GoPosition, bits
from visgym.kit.boards.go_captures import best_gain, gain, gains, most_at_once, taken

SIZES = range(7, 14)
DECOYS = 3


@dataclass(frozen=True, slots=True)
class GoStones:
    black: tuple[str, ...]
    white: tuple[str, ...]
    """Points by their names."""


@dataclass(frozen=True, kw_only=True)
class Tsumego(Question[GoStones]):
    size: int = 7
    """Lines of the board each way."""
    plies: int = 1
    """Moves until the stones are taken: 1, or 3 with White's answer in between."""
    target: int = 2
    """White stones in the group to be taken, at least; there may be two more."""
    decoys: int = 0
    """Smaller groups that tempt."""
    loose: int = 3
    """Stones of each side that lie elsewhere."""

    tags = frozenset({"synthetic", "full", "known", "planning", "search", "strategy"})
    pictured = (
        "Letters name the columns, without an I, and numbers the rows, from the bottom. A point is "
        "named by both, such as C4."
    )
    written = f"{pictured} X is a black stone, O a white one, and . an empty point."

    def validate(self) -> None:
        if self.size not in SIZES or self.plies not in (1, 3):
            raise ValueError(f"size must be {SIZES[0]} to {SIZES[-1]}, and plies 1 or 3.")
        if not 1 <= self.target <= 4 or not 0 <= self.decoys <= min(DECOYS, self.target - 1):
            raise ValueError(f"target must be 1 to 4, and decoys fewer and at most {DECOYS}.")
        if (self.size < 9 and self.decoys) or not 0 <= self.loose <= self.size:
            raise ValueError("Decoys need a size of 9, and loose must be from 0 to size.")

    @cached_property
    def goban(self) -> Goban:
        return Goban(self.size)

    @cached_property
    def points(self) -> tuple[str, ...]:
        return tuple(self.goban.by_name)

    def generate(self, rng: Random) -> GoStones:
        def drawn(rng: Random) -> GoStones | None:
            position = self._placed(rng)
            if position is None or not self.goban.is_legal(position) or not self._suits(position):
                return None
            black, white = (
                tuple(self.goban.name(point) for point in bits(color))
                for color in (position.own, position.other)
            )
            return GoStones(black, white)

        return redrawn(drawn, rng)

    def _placed(self, rng: Random) -> GoPosition | None:
        """A group that may be taken, decoys and loose stones."""
        goban, wanted = self.goban, rng.randint(self.target, self.target + 2)
        position = _fenced(goban, GoPosition(0, 0), wanted, 1 + (self.plies > 1), rng)
        for number in range(self.decoys):
            if position is not None:
                smaller = rng.randint(1, self.target - 1)
                liberties = 1 if self.plies == 1 else 1 + number % 2
                position = _fenced(goban, position, smaller + liberties - 1, liberties, rng)
        if position is None:
            return None
        free = [*bits(goban.board & ~(position.own | position.other))]
        loose = rng.sample(free, 2 * self.loose)
        own, other = (sum(loose[start::2]) for start in (0, 1))
        return GoPosition(position.own | own, position.other | other)

    def _suits(self, position: GoPosition) -> bool:
        """Whether one move is best, and others tempt."""
        found = gains(self.goban, position, self.plies)
        best = max(found.values(), default=0)
        if best < self.target or [*found.values()].count(best) > 1:
            return False
        if self.plies == 1:
            return len(found) == 1 + self.decoys and (not self.decoys or self._traps(position))
        at_once = gains(self.goban, position, 1)
        failing = (self._promise(position, move) >= best > worth for move, worth in found.items())
        return 0 < max(at_once.values(), default=0) < best and any(failing)

    def _promise(self, position: GoPosition, move: int) -> int:
        """What a move would take if White passed."""
        after = self.goban.play(position, move)
        return (
            0 if after is None else taken(position, after) + most_at_once(self.goban, after.turned)
        )

    def _traps(self, position: GoPosition) -> bool:
        """Whether somewhere beside a white stone Black would leave itself one liberty."""
        goban = self.goban
        for point in bits(goban.near(position.other) & ~(position.own | position.other)):
            after = goban.play(position, point)
            if after is not None and after.own == position.other:
                group = goban.group(point, after.other)
                if goban.liberties(group, after).bit_count() == 1:
                    return True
        return False

    def rules(self) -> str:
        return (
            "This is the game of Go. Stones of one colour that are joined along lines are a group; "
            "the empty points beside a group are its liberties. A stone on the last liberty of an "
            "enemy group takes all of its stones off the board. A stone that would leave its own "
            "group without a liberty may not be played unless it takes something, and a single "
            "stone that just took a single stone may not be taken back at once."
        )

    def question(self, stones: GoStones) -> str:
        if self.plies == 1:
            return "Black is to play. At which point does Black take the most white stones at once?"
        return (
            "Black plays, White answers as well as possible or passes, and Black plays again. "
            "Where must Black play first to take the most white stones with both moves together?"
        )

    @action
    def answer(self, stones: GoStones, point: Annotated[str, OneOf("points")]) -> None:
        """Name the point at which Black plays."""

    def grade(self, stones: GoStones, point: str) -> float:
        """By every answer of White."""
        position = self.position(stones)
        worth = gain(self.goban, position, self.goban.by_name[point], self.plies)
        return float(worth == best_gain(self.goban, position, self.plies))

    def solution(self, stones: GoStones) -> str:
        """By threats and what may stop them."""
        found = gains(self.goban, self.position(stones), self.plies)
        return self.goban.name(max(found, key=lambda point: found[point]))

    def position(self, stones: GoStones) -> GoPosition:
        """The stones as bits, Black to move."""
        black, white = (
            sum(self.goban.by_name[name] for name in names)
            for names in (stones.black, stones.white)
        )
        return GoPosition(black, white)

    def metrics(self, stones: GoStones, point: str = "") -> dict[str, float]:
        move = self.goban.by_name.get(point, 0)
        worth = gain(self.goban, self.position(stones), move, self.plies) if move else None
        return {"legal": float(worth is not None), "stones": float(worth or 0)}

    def effort(self, state: Asked[GoStones]) -> float:
        """Lines of play that there are."""
        stones = state.problem
        return float((self.size**2 - len(stones.black) - len(stones.white)) ** self.plies)

    def draw(self, stones: GoStones) -> Frame:
        return go_pictures.picture(go_pictures.PROBLEM, self.size, self._places(stones)).frame

    def describe(self, stones: GoStones) -> str:
        return go_pictures.as_text(self.size, self._places(stones))

    def _places(self, stones: GoStones) -> list[go_pictures.Stone]:
        sides = (go_pictures.BLACK, stones.black), (go_pictures.WHITE, stones.white)
        return [
            (self.size - int(name[1:]), LETTERS.index(name[0]), color)
            for color, names in sides
            for name in names
        ]


def _fenced(
    goban: Goban, position: GoPosition, count: int, liberties: int, rng: Random
) -> GoPosition | None:
    """With another white group of some stones that has so many liberties; None for a bad draw."""
    held = position.own | position.other
    free = goban.board & ~(held | goban.near(position.other))
    if not free:
        return None
    group = rng.choice([*bits(free)])
    for _ in range(count - 1):
        room = [*bits(goban.near(group) & free & ~group)]
        if not room:
            return None
        group |= rng.choice(room)
    around = [*bits(goban.near(group) & ~group & ~position.own)]
    if len(around) < liberties:
        return None
    left = sum(rng.sample(around, liberties))
    return GoPosition(position.own | sum(around) & ~left, position.other | group)


PRESETS = levels(
    Tsumego,
    size=(7, 9, 11),
    plies=(1, 1, 3),
    target=(2, 3, 3),
    decoys=(0, 2, 2),
    loose=(3, 5, 6),
)
