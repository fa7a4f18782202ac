"""FreeCell QA: which cards lie where, what may be moved, and how soon a card is free.

The last kind asks for the number of moves in place of a list: it has one right answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.cards import SHORT, name
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed
from visgym.tasks.puzzles.freecell_qa import drawing
from visgym.tasks.puzzles.freecell_qa.solvers import after, fewest, freed
from visgym.tasks.puzzles.freecell_qa.world import (
    CASCADES,
    CELL,
    FreeCellLayout,
    FreeMove,
    allowed,
    dealt,
    moved,
    moves,
    played,
    told,
)

FEWEST = range(1, 5)  # moves that free a card
MOST_MOVES = 11  # that are allowed at first, so that a search is short
AHEAD = 3  # moves after which somebody looks


@dataclass(frozen=True, slots=True)
class FreeCell:
    layout: FreeCellLayout
    kind: str
    cascade: int = 0
    """The cascade that is asked about."""
    number: int = 0
    """The card that is asked about: its place from the open end, or its own number."""
    moves: tuple[FreeMove, ...] = ()
    """Moves to choose from, or to make one after the other."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FreecellQa(MultipleChoice[FreeCell]):
    moves_made: int = 0
    """Random moves that were made since the cards were dealt."""

    kinds = ("nth", "legal", "after", "fewest")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "cards", "perception", "planning"})
    pictured = (
        "Above are the free cells at the left and the foundations at the right, with the highest "
        "card that lies on each. Below are the cascades; cards hang down over one another, and the "
        "one that is seen whole lies at the open end."
    )
    written = (
        "Of each foundation, the highest card is given. Cascades are read towards the open end: "
        f"their last card lies there. {SHORT}."
    )

    def validate(self) -> None:
        super().validate()
        if not 0 <= self.moves_made <= 30:
            raise ValueError("moves_made must be from 0 to 30.")
        if self.moves_made < 20 and self.asks("fewest"):
            raise ValueError("To ask for the fewest moves, moves_made must be at least 20.")

    def generate(self, rng: Random) -> FreeCell:
        kind = self.draw_kind(rng)
        draw = {"nth": _nth, "legal": _legal, "after": _after, "fewest": _fewest}[kind]
        aim = rng.random()  # what is looked for is chosen once, or what is common would be asked

        def drawn(rng: Random) -> tuple[FreeCell, list[str]] | None:
            game = played(dealt(rng), self.moves_made, rng)
            return draw(game[0], aim, rng) if game else None

        game, texts = redrawn(drawn, rng)
        return self.posed(game, texts, rng)

    def rules(self) -> str:
        return (
            f"This is FreeCell. There are {CASCADES} cascades, numbered from 1 at the left, four "
            "free cells for one card each, and a foundation for each suit. One card is moved at a "
            "time: from the open end of a cascade, or from a free cell. It may go to an empty free "
            "cell, to an empty cascade, onto the open end of a cascade if the card there is one "
            "rank higher and of the other colour (red or black), or onto its foundation, where "
            "each suit is built up from the ace to the king."
        )

    def question(self, game: FreeCell) -> str:
        made = ", then ".join(map(told, game.moves))
        asked = {
            "nth": f"In cascade {game.cascade + 1}, which card is number {game.number}, counted "
            "from the open end, where the card at the end is number 1?",
            "legal": "Which of these moves is allowed now?",
            "after": f"Somebody moves {made}. Which card lies at the open end of cascade "
            f"{game.cascade + 1} after that?",
            "fewest": f"How many moves does it take at least until the {name(game.number)} lies at "
            "the open end of its cascade?",
        }
        return f"{asked[game.kind]}\n{listed(game.options)}"

    def right(self, game: FreeCell) -> str:
        if game.kind == "nth":
            return name(game.layout.cascades[game.cascade][-game.number])
        if game.kind == "legal":
            (right,) = (move for move in game.moves if allowed(game.layout, move))
            return told(right)
        if game.kind == "after":
            layout = game.layout
            for move in game.moves:
                layout = moved(layout, move)
            return name(layout.cascades[game.cascade][-1])
        return str(freed(game.layout, game.number, FEWEST[-1])[0])

    def found(self, game: FreeCell) -> str:
        if game.kind == "nth":
            ends = game.layout.cascades[game.cascade][::-1]
            return next(name(card) for place, card in enumerate(ends, 1) if place == game.number)
        if game.kind == "legal":
            return next(told(move) for move in moves(game.layout) if move in game.moves)
        if game.kind == "after":
            return name(after(game.layout, game.moves)[game.cascade][-1])
        return str(fewest(game.layout, game.number, FEWEST[-1]))

    def effort(self, state: Asked[FreeCell]) -> float:
        """Cards to count, ends to compare, layouts to look at."""
        game = state.problem
        if game.kind == "fewest":
            return float(freed(game.layout, game.number, FEWEST[-1])[1])
        return float({"nth": game.number, "legal": CASCADES, "after": 2 * AHEAD}[game.kind])

    def draw(self, game: FreeCell) -> Frame:
        return drawing.picture(game.layout, self.moves_made == 0)

    def describe(self, game: FreeCell) -> str:
        return drawing.in_words(game.layout)


def _nth(layout: FreeCellLayout, aim: float, rng: Random) -> tuple[FreeCell, list[str]] | None:
    cascade, number = rng.randrange(CASCADES), 1 + int(6 * aim)
    pile = layout.cascades[cascade]
    if len(pile) < max(number, 4):
        return None
    right = pile[-number]
    near = sorted(set(pile) - {right}, key=lambda card: abs(pile.index(card) - pile.index(right)))
    shown = [right, *rng.sample(near[:5], 3)]
    return FreeCell(layout, "nth", cascade, number), [*map(name, shown)]


def _legal(layout: FreeCellLayout, aim: float, rng: Random) -> tuple[FreeCell, list[str]] | None:
    """Two moves to cascades and two to cells, of which one is allowed; none to foundations, where
    aces nearly always may go."""
    to_cascade = aim < 0.5
    movable = {*layout.ends, *layout.cells}
    under = {pile[-2] for pile in layout.cascades if len(pile) > 1}
    pairs = [
        (card, target) for card in sorted(movable | under) for target in (*range(CASCADES), CELL)
    ]
    groups: dict[tuple[bool, bool], list[FreeMove]] = {}
    for card, target in pairs:
        is_aside = target < CASCADES and layout.cascades[target][-1:] in ((), (card,))
        pointless = target < CASCADES and (is_aside or card in layout.cascades[target])
        if not pointless:
            move = (card, target)
            groups.setdefault((target < CASCADES, allowed(layout, move)), []).append(move)
    wrong = {to: _near(groups.get((to, False), []), layout) for to in (True, False)}
    right = groups.get((to_cascade, True), [])
    if not right or len(wrong[to_cascade]) < 1 or len(wrong[not to_cascade]) < 2:
        return None
    chosen = [rng.choice(right), rng.choice(wrong[to_cascade])]
    chosen += rng.sample(wrong[not to_cascade], 2)
    game = FreeCell(layout, "legal", moves=tuple(chosen))
    return replace(game, moves=tuple(sorted(chosen))), [*map(told, chosen)]


def _near(wrong: list[FreeMove], layout: FreeCellLayout) -> list[FreeMove]:
    """Moves that are nearly allowed: the ranks fit, or differ by one the other way."""
    near = []
    for card, target in wrong:
        onto = layout.cascades[target][-1] if target < CASCADES else None
        if onto is None or abs(onto % 13 - card % 13) == 1:
            near.append((card, target))
    return near


def _after(layout: FreeCellLayout, aim: float, rng: Random) -> tuple[FreeCell, list[str]] | None:
    game = played(layout, AHEAD, rng)
    if game is None:
        return None
    later, made = game
    fit = [
        number
        for number, pile in enumerate(layout.cascades)
        if len(pile) > 3
        and later.cascades[number][-1:] != pile[-1:]
        and {*later.cascades[number][-1:]} & {*pile[-4:-1]}
    ]
    if not fit:
        return None
    cascade = rng.choice(fit)  # the answer lies there now, so that the text alone tells nothing
    shown = layout.cascades[cascade][-4:]
    return FreeCell(layout, "after", cascade, moves=tuple(made)), [*map(name, shown)]


def _fewest(layout: FreeCellLayout, aim: float, rng: Random) -> tuple[FreeCell, list[str]] | None:
    """A card that takes so many moves; few of the moves are those of the cards that lie on it."""
    if len(moves(layout)) > MOST_MOVES:
        return None
    wanted = FEWEST[int(len(FEWEST) * aim)]
    covers = {card: above for pile in layout.cascades for above, card in enumerate(pile[::-1])}
    cards = sorted(card for card, above in covers.items() if wanted - 2 <= above <= wanted)
    for card in rng.sample(cards, min(len(cards), 4)):
        if covers[card] and fewest(layout, card, wanted) == wanted:
            found, _ = freed(layout, card, wanted)
            game = FreeCell(layout, "fewest", number=card)
            return (game, [*map(str, FEWEST)]) if found else None
    return None


PRESETS = levels(
    FreecellQa,
    question_kind=("nth", "legal+after", "fewest"),
    moves_made=(0, 10, 25),
)
