"""Spider QA: what lies where, what a move or the stock does, and which move is the best.

A fresh deal always has five deals in its stock and 44 cards face down; ours are games under way,
with any number of deals made.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.cards import RANKS, rank
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed
from visgym.tasks.puzzles.spider_qa import drawing
from visgym.tasks.puzzles.spider_qa.kinds import (
    DRAWS,
    OUTCOMES,
    Drawn,
    SpiderAsked,
    run_after,
    takes_all,
    told,
)
from visgym.tasks.puzzles.spider_qa.world import (
    DEALS,
    PILES,
    moves,
    played,
    refusal,
    run_length,
)

AIMS = 1 << 16  # what is looked for is chosen once, or what is common would be asked
MORE = 12  # moves, at most, so that different numbers of cards are turned up


@dataclass(frozen=True, kw_only=True)
class SpiderQa(MultipleChoice[SpiderAsked]):
    moves_made: int = 4
    """Random moves that were made since the cards were dealt."""

    kinds = ("stock", "top", "face_down", "after_deals", "move", "uncover", "longest")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "cards", "counting", "planning"})
    pictured = (
        "Piles hang down; the card that is seen whole lies at the open end. Each back in the stock "
        "stands for one deal of ten cards."
    )
    written = (
        "Piles are read towards the open end: their last card lies there. A is an ace, J a jack, Q "
        "a queen, K a king, # a card that lies face down. Each | of the stock is one deal."
    )

    def validate(self) -> None:
        super().validate()
        if not 0 <= self.moves_made <= 30:
            raise ValueError("moves_made must be from 0 to 30.")

    def generate(self, rng: Random) -> SpiderAsked:
        kind, aim = self.draw_kind(rng), rng.randrange(AIMS)
        # without a deal all open cards are runs, after many few; the last leaves none to come
        ranges = {"move": (1, DEALS), "after_deals": (1, DEALS - 1), "uncover": (0, 2)}
        deals = rng.randint(*ranges.get(kind, (0, DEALS)))

        def drawn(rng: Random) -> Drawn:
            more = rng.randint(0, MORE) if kind == "face_down" else 0
            game = played(self.moves_made + more, deals, rng)
            return DRAWS[kind](game, aim, rng) if game else None

        if kind in ("face_down", "after_deals"):
            (asked, _), texts = evenly(drawn, lambda each: int(self.right(each[0])), rng)
        else:
            asked, texts = redrawn(drawn, rng)
        return self.posed(asked, texts, rng)

    def rules(self) -> str:
        return (
            f"This is Spider with one suit. There are {PILES} piles, numbered from 1 at the left, "
            "and a stock. Cards in which each has one rank less than the one before, towards the "
            "open end, are a run; a single card is one too. Cards that lie face up are moved from "
            "the open end of a pile, several at once if they are a run. They go to an empty pile, "
            "or onto a card that is one rank higher than the first of them. When all open cards of "
            "a pile are gone, its next card is turned up. To deal the stock puts one open card on "
            "every pile."
        )

    def question(self, asked: SpiderAsked) -> str:
        piles = [str(pile + 1) for pile in asked.piles] or [""]
        tried = told(asked.moves[0]) if asked.moves else ""
        times = "once" if asked.deals == 1 else f"{asked.deals} times"
        questions = {
            "stock": "How often can the stock still be dealt?",
            "top": f"Which card lies at the open end of pile {piles[0]}?",
            "face_down": f"How many cards lie face down in piles {', '.join(piles[:-1])} and "
            f"{piles[-1]} together?",
            "after_deals": f"The stock is dealt {times}. How many open cards does pile "
            f"{piles[0]} have then?",
            "move": f"Somebody tries to move {tried}. What happens? What is named first among the "
            "refusals is looked at first: face up, then run, then fit.",
            "uncover": "Which of these moves is allowed and turns a card up?",
            "longest": "Which of these moves is allowed and makes the longest run at the open end "
            "of the pile that it goes to?",
        }
        return f"{questions[asked.kind]}\n{listed(asked.options)}"

    def right(self, asked: SpiderAsked) -> str:
        game, piles = asked.game, asked.piles
        if asked.kind in ("uncover", "longest"):
            fair = [move for move in asked.moves if not refusal(game, move)]
            if asked.kind == "longest":
                return told(max(fair, key=lambda move: run_after(game, move)))
            turning = (m for m in fair if game.down[m[0]] and takes_all(game, m))
            (right,) = turning
            return told(right)
        return {
            "stock": lambda: str(game.stock),
            "top": lambda: RANKS[rank(game.open[piles[0]][-1])],
            "face_down": lambda: str(sum(game.down[pile] for pile in piles)),
            "after_deals": lambda: str(len(game.open[piles[0]]) + asked.deals),
            "move": lambda: OUTCOMES[refusal(game, asked.moves[0])],
        }[asked.kind]()

    def found(self, asked: SpiderAsked) -> str:
        """Read off the text, and from the list of all moves."""
        game, fair = asked.game, moves(asked.game)
        lines = [line.split(": ")[1].split() for line in drawing.in_words(game).split("\n")]
        if asked.kind == "stock":
            return str(lines[-1].count("|"))
        if asked.kind == "face_down":
            return str(sum(lines[pile].count("#") for pile in asked.piles))
        if asked.kind == "top":
            last = lines[asked.piles[0]][-1]
            return next(name for name in RANKS if last in (name, name[0].upper()))
        if asked.kind == "after_deals":
            cards = lines[asked.piles[0]] + ["?"] * asked.deals
            return str(sum(card != "#" for card in cards))
        if asked.kind == "move":
            pile, count, target = asked.moves[0]
            if (pile, count, target) in fair:
                return OUTCOMES[0]
            if "#" in lines[pile][-count:]:
                return OUTCOMES[1]
            return OUTCOMES[2 if count > run_length(game.open[pile]) else 3]
        offered = [move for move in fair if move in asked.moves]
        if asked.kind == "uncover":
            return next(told(m) for m in offered if "#" in lines[m[0]] and takes_all(game, m))
        return told(max((m[1] + run_length(game.open[m[2]]), m) for m in offered)[1])

    def effort(self, state: Asked[SpiderAsked]) -> float:
        """Things to look at."""
        asked = state.problem
        few = {"stock": 1, "top": 1, "face_down": 4, "after_deals": 5, "move": 6}
        seen = sum(map(len, asked.game.open))
        return float(few.get(asked.kind, seen))

    def draw(self, asked: SpiderAsked) -> Frame:
        return drawing.picture(asked.game)

    def describe(self, asked: SpiderAsked) -> str:
        return drawing.in_words(asked.game)


PRESETS = levels(
    SpiderQa,
    question_kind=("stock+top+face_down", "after_deals+move", "uncover+longest"),
    moves_made=(4, 8, 25),
)
