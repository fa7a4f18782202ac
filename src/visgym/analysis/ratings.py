"""How strong agents are that play against one another: Bradley-Terry ratings on the scale of Elo.

A win counts 1, a draw a half for both. Every agent is given one drawn game against an average one
besides, so that nobody's rating is without bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from visgym.analysis.statistics import Estimate, Z, wilson
from visgym.evaluation.records import Record

AVERAGE = 1500.0
SCALE = 400 / log(10)  # points of Elo for one unit of the logarithm of odds
ROUNDS = 100  # of Newton's method, which needs ten


@dataclass(frozen=True, slots=True)
class Encounter:
    """One game: who sat where, and what each got."""

    first: str
    second: str
    points: float
    """Of the first: 1, a half or 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent among those it played."""

    agent: str
    elo: Estimate
    games: int
    won: int
    drawn: int


def encounters(records: Iterable[Record]) -> list[Encounter]:
    """The games of two agents that machinery did not spoil."""
    found = []
    for kept in records:
        if kept.entry.versus and kept.scored and len(kept.payoffs) == 2:
            seats = [kept.entry.versus, kept.entry.versus]
            seats[kept.seat] = kept.entry.agent
            points = (1 + kept.payoffs[0] - kept.payoffs[1]) / 2
            found.append(Encounter(seats[0], seats[1], points))
    return found


def scores(games: Iterable[Encounter]) -> dict[tuple[str, str], Estimate]:
    """The share of points that one agent took from another, by pair, in both seats together."""
    points: dict[tuple[str, str], list[float]] = {}
    for game in games:
        points.setdefault((game.first, game.second), []).append(game.points)
        points.setdefault((game.second, game.first), []).append(1 - game.points)
    return {pair: wilson(sum(each) / len(each), len(each)) for pair, each in points.items()}


def ratings(games: Iterable[Encounter]) -> list[Rating]:
    """The agents of some games, the strongest first, with intervals of 95 %.

    >>> table = ratings([Encounter("a", "b", 1.0)] * 8 + [Encounter("a", "b", 0.0)] * 2)
    >>> [(each.agent, round(each.elo.value)) for each in table]
    [('a', 1612), ('b', 1388)]
    """
    known = [game for game in games if game.first != game.second]
    names = sorted({name for game in known for name in (game.first, game.second)})
    if not names:
        return []
    strength, spread = _fitted(_points(known, names))
    made = [
        Rating(
            name,
            _elo(strength[at], spread[at]),
            *_record(known, name),
        )
        for at, name in enumerate(names)
    ]
    return sorted(made, key=lambda each: (-each.elo.value, each.agent))


def _elo(strength: float, spread: float) -> Estimate:
    middle, reach = AVERAGE + SCALE * float(strength), Z * SCALE * float(spread)
    return Estimate(middle, middle - reach, middle + reach)


def _record(games: Iterable[Encounter], name: str) -> tuple[int, int, int]:
    """Games, wins and draws of an agent."""
    own = [game.points for game in games if game.first == name]
    own += [1 - game.points for game in games if game.second == name]
    return len(own), own.count(1.0), own.count(0.5)


def _points(games: Iterable[Encounter], names: list[str]) -> NDArray[np.float64]:
    """Points by who took them from whom."""
    place: Mapping[str, int] = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for game in games:
        one, other = place[game.first], place[game.second]
        table[one, other] += game.points
        table[other, one] += 1 - game.points
    return table


def _fitted(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strengths around their mean that make the points likeliest, and standard deviations."""
    strength = np.zeros(len(points))
    games = points + points.T
    for _ in range(ROUNDS):
        odds = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))  # that the row wins
        alone = 1 / (1 + np.exp(-strength))
        slope = (points - games * odds).sum(1) + 0.5 - alone
        weight = games * odds * (1 - odds)
        curve = np.diag(weight.sum(1) + alone * (1 - alone)) - weight
        step = np.linalg.solve(curve, slope)
        strength = strength + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    from_mean = np.eye(len(points)) - 1 / len(points)
    spread = np.sqrt(np.diag(from_mean @ np.linalg.inv(curve) @ from_mean))
    return strength - strength.mean(), spread
