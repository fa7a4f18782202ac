"""What is asked about a game of Spider: for each kind, a problem with its options, or None."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from visgym.kit.cards import RANKS, rank
from visgym.tasks.puzzles.spider_qa.world import (
    DEALS,
    PILES,
    Spider,
    SpiderMove,
    moves,
    refusal,
    run_length,
)

OUTCOMES = (
    "It is allowed.",
    "It is refused, as not all of these cards lie face up.",
    "It is refused, as these cards are no run.",
    "It is refused, as they do not fit onto the other pile.",
)


@dataclass(frozen=True, slots=True)
class SpiderAsked:
    game: Spider
    kind: str
    piles: tuple[int, ...] = ()
    """The piles that are asked about."""
    deals: int = 0
    """How often the stock is dealt before somebody counts."""
    moves: tuple[SpiderMove, ...] = ()
    """The move that is tried, or those to choose from."""
    options: tuple[str, ...] = ()


Drawn = tuple[SpiderAsked, list[str]] | None


def told(move: SpiderMove) -> str:
    """A move in words."""
    pile, count, target = move
    what = "the last card" if count == 1 else f"the last {count} cards"
    return f"{what} of pile {pile + 1} to pile {target + 1}"


def takes_all(game: Spider, move: SpiderMove) -> bool:
    return move[1] == len(game.open[move[0]])


def run_after(game: Spider, move: SpiderMove) -> int:
    """The run that a move makes."""
    pile, count, target = move
    return run_length(game.open[target] + game.open[pile][-count:])


def _stock(game: Spider, aim: int, rng: Random) -> Drawn:
    others = [count for count in range(DEALS + 1) if count != game.stock]
    texts = [str(count) for count in (game.stock, *rng.sample(others, 3))]
    return SpiderAsked(game, "stock"), texts


def _top(game: Spider, aim: int, rng: Random) -> Drawn:
    pile = rng.choice([number for number in range(PILES) if game.open[number]])
    right = rank(game.open[pile][-1])
    near = {rank(card) for each in game.open[max(pile - 1, 0) : pile + 2] for card in each}
    others = sorted(near - {right})
    if len(others) < 3:
        others = [number for number in range(13) if number != right]
    texts = [RANKS[number] for number in (right, *rng.sample(others, 3))]
    return SpiderAsked(game, "top", (pile,)), texts


def _face_down(game: Spider, aim: int, rng: Random) -> Drawn:
    piles = tuple(sorted(Random(aim).sample(range(PILES), 3)))
    if all(game.down[pile] > 3 for pile in piles):
        return None
    return SpiderAsked(game, "face_down", piles), []


def _after_deals(game: Spider, aim: int, rng: Random) -> Drawn:
    pile, deals = aim % PILES, 1 + aim // PILES % game.stock
    if len(game.open[pile]) < 2:
        return None
    return SpiderAsked(game, "after_deals", (pile,), deals), []


def _move(game: Spider, aim: int, rng: Random) -> Drawn:
    """A move of two or three cards with a certain outcome, which the number does not tell; what is
    refused before the fit would fit, if it can be."""
    count, aim, fit = 2 + aim // 4 % 2, aim % 4, list[SpiderMove]()
    for pile, target in ((p, t) for p in range(PILES) for t in range(PILES) if p != t):
        cards, onto = game.open[pile], game.open[target]
        if not cards or not onto or len(cards) + game.down[pile] < count:
            continue
        if refusal(game, (pile, count, target)) == aim and (
            aim != 2 or rank(cards[-count]) + 1 == rank(onto[-1])
        ):
            fit.append((pile, count, target))
    return (SpiderAsked(game, "move", moves=(rng.choice(fit),)), [*OUTCOMES]) if fit else None


def _uncover(game: Spider, aim: int, rng: Random) -> Drawn:
    fair = moves(game)
    turning = [move for move in fair if takes_all(game, move) and game.down[move[0]]]
    others = [move for move in fair if move not in turning]
    others += _near(game, lambda move: takes_all(game, move) and game.down[move[0]] > 0)
    return _chosen(game, "uncover", turning, others, rng)


def _longest(game: Spider, aim: int, rng: Random) -> Drawn:
    """The best of all moves; among the others are refused ones that would be as good."""
    fair = moves(game)
    most = max((run_after(game, move) for move in fair), default=0)
    best = [move for move in fair if run_after(game, move) == most > 2]
    others = [move for move in fair if 1 < run_after(game, move) < most]
    wrong = _near(game, lambda move: move[1] + 1 >= min((each[1] for each in best), default=1))
    others = rng.sample(others, min(len(others), 2)) + rng.sample(wrong, min(len(wrong), 3))
    return _chosen(game, "longest", best, others, rng)


def _near(game: Spider, suits: Callable[[SpiderMove], bool]) -> list[SpiderMove]:
    """Moves that are refused, onto a card that is at most two ranks off."""
    found = []
    for pile, cards in enumerate(game.open):
        for count in range(1, len(cards) + 1):
            for target, onto in enumerate(game.open):
                off = abs(rank(onto[-1]) - rank(cards[-count]) - 1) if onto else 3
                move = (pile, count, target)
                if off < 3 and pile != target and suits(move) and refusal(game, move):
                    found.append(move)
    return found


def _chosen(
    game: Spider, kind: str, right: list[SpiderMove], wrong: list[SpiderMove], rng: Random
) -> Drawn:
    """One right move among wrong ones that take about as many cards."""
    if not right or len(wrong) < 3:
        return None
    best = rng.choice(right)
    rng.shuffle(wrong)
    offered = [best, *sorted(wrong, key=lambda move: abs(move[1] - best[1]))[:3]]
    asked = SpiderAsked(game, kind, moves=tuple(sorted(offered)))
    return asked, [told(move) for move in offered]


DRAWS: dict[str, Callable[[Spider, int, Random], Drawn]] = {
    "stock": _stock,
    "top": _top,
    "face_down": _face_down,
    "after_deals": _after_deals,
    "move": _move,
    "uncover": _uncover,
    "longest": _longest,
}
