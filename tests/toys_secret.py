"""A game with hidden cards and one with dice, and some that give them away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.calls import Call
from visgym.core.signatures import Below
from visgym.core.task import Frame, Medium, Task, action, policy, solver
from visgym.kit.canvas import BLUE, RED, Canvas
from visgym.kit.chance import Dice


def bars(*lengths: int) -> Frame:
    """A picture of some numbers from 0 to 99, one below the other."""
    canvas = Canvas(320, 10 + 20 * len(lengths))
    for row, length in enumerate(lengths):
        canvas.rect(5, 5 + 20 * row, 5 + 3 * length, 10, RED if row % 2 else BLUE)
    return canvas.frame


@dataclass(frozen=True, slots=True)
class Hands:
    """Two cards of each player, 0 for one that may not be seen, and which one each laid down."""

    cards: tuple[tuple[int, int], tuple[int, int]]
    laid: tuple[int, int] = (-1, -1)


class FaceDown(Task[Hands]):
    """Each of two players lays one of two cards face down; the higher one wins."""

    players = 2
    adversarial = True
    can_stop = False
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "hidden", "known", "cards"})

    def generate(self, rng: Random) -> Hands:
        a, b, c, d = (rng.randint(1, 99) for _ in range(4))
        return Hands(((a, b), (c, d)))

    def rules(self) -> str:
        return "Lay one of your two cards face down; the higher card wins."

    def legend(self, medium: Medium) -> str:
        return "Two numbers a player, 0 for a hidden card, then who has laid a card."

    @action
    def lay(self, state: Hands, which: Annotated[int, Below(2)]) -> Hands:
        """Lay a card face down."""
        first, second = state.laid
        return replace(state, laid=(which, second) if first < 0 else (first, which))

    def to_move(self, state: Hands) -> int:
        return int(state.laid[0] >= 0)

    def is_over(self, state: Hands) -> bool:
        return min(state.laid) >= 0

    def payoffs(self, state: Hands) -> tuple[float, ...]:
        if not self.is_over(state):
            return 0.0, 0.0
        mine, other = (hand[at] for hand, at in zip(state.cards, state.laid, strict=True))
        won = 0.5 if mine == other else float(mine > other)
        return won, 1 - won

    def score(self, state: Hands) -> float:
        return self.payoffs(state)[0]

    def visible(self, state: Hands, player: int) -> Hands:
        shown = [hand if owner == player else (0, 0) for owner, hand in enumerate(state.cards)]
        laid = [at if owner == player else min(at, 0) for owner, at in enumerate(state.laid)]
        return Hands((shown[0], shown[1]), (laid[0], laid[1]))

    def heard(self, call: Call, player: int, viewer: int) -> str:
        return f"Player {player + 1} laid a card."

    def question(self, state: Hands) -> str:
        return f"Which card of {state.cards}?"

    def draw(self, state: Hands) -> Frame:
        return bars(*state.cards[0], *state.cards[1], *(10 * at + 10 for at in state.laid))

    def describe(self, state: Hands) -> str:
        return f"cards {state.cards}, laid {state.laid}"

    @policy
    def higher(self, seen: Hands, rng: Random) -> Call:
        """The higher card."""
        mine = seen.cards[self.to_move(seen)]
        return Call("lay", (mine.index(max(mine)),))


class Gossiping(FaceDown):
    """Everybody hears which card was laid face down."""

    heard = Task.heard


class Overheard(FaceDown):
    """What somebody thinks aloud is told to the other one."""

    def heard(self, call: Call, player: int, viewer: int) -> str:
        return f"Player number {player + 1} thinks aloud."


class OpenHanded(FaceDown):
    """Nobody hides what is drawn."""

    def visible(self, state: Hands, player: int) -> Hands:
        return state


class Turning(FaceDown):
    """Whoever looks comes first, and looking at that again shows the other side."""

    def visible(self, state: Hands, player: int) -> Hands:
        mine, other = state.laid[player], state.laid[1 - player]
        return Hands((state.cards[player], (0, 0)), (mine, min(other, 0)))


@dataclass(frozen=True, slots=True)
class Track:
    place: int
    dice: Dice


class Race(Task[Track]):
    """Roll until twenty is passed."""

    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "full", "known", "chance"})

    def generate(self, rng: Random) -> Track:
        return Track(0, Dice.new(rng))

    def rules(self) -> str:
        return "Roll the die until you are at twenty or beyond, then stop."

    def legend(self, medium: Medium) -> str:
        return "The blue bar is as long as you have come."

    @action
    def roll(self, state: Track) -> Track:
        """Roll the die and go as far."""
        rng, dice = state.dice.roll()
        return Track(min(40, state.place + rng.randint(1, 6)), dice)

    def score(self, state: Track) -> float:
        return float(state.place >= 20)

    def draw(self, state: Track) -> Frame:
        return bars(state.place)

    def describe(self, state: Track) -> str:
        return f"You are at {state.place}."

    @solver
    def rolling(self, state: Track, rng: Random) -> Iterator[Call]:
        """Roll as long as it takes."""
        while not self.score(state):
            yield Call("roll")
            state = self.roll(state)


class Foretelling(Race):
    """The picture and the text show what will be rolled next."""

    def draw(self, state: Track) -> Frame:
        return bars(state.place, 10 * state.dice.roll()[0].randint(1, 6))

    def describe(self, state: Track) -> str:
        return f"You are at {state.place}, and roll {state.dice.roll()[0].randint(1, 6)} next."


class Narrow(Race):
    """The solver knows nothing but the start."""

    @solver
    def rolling(self, state: Track, rng: Random) -> Iterator[Call]:
        """Roll as long as it takes, from the start."""
        if state.place == 0:
            yield from Race.rolling(self, state, rng)
