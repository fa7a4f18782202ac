"""Zuma QA: which marbles lie where, what a shot of the frog hits and removes, and the best shot.

Marbles stop shots at others behind them. Shots that just touch a marble or just miss it are never
asked about, and no run is counted that only a hair's breadth leads to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Literal

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed
from visgym.tasks.puzzles.zuma_qa import chances, drawing
from visgym.tasks.puzzles.zuma_qa.chances import in_sector, is_clear, outcome, removable
from visgym.tasks.puzzles.zuma_qa.world import COLORS, GAP, TRACKS, places, runs, shot

NONE, STAYS = "no marble", "it comes to rest, and no marble is removed"
LENGTHS = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5)  # of runs
SHORT = (1, 2, 2, 2, 3)  # where many are to lie in a sector
FEWEST, MOST = 10, 70  # marbles
ROOMY = 30  # marbles of which enough lie in a narrow sector
ANGLES = 24  # that are tried on a track


@dataclass(frozen=True, slots=True)
class Marbles:
    track: str
    line: str
    """The letter of a colour for each place along the track, or a point."""
    loaded: str
    kind: str
    asked: str = ""
    """The colour or the sector."""
    sectors: int = 0
    """Into which the picture is parted, if it is."""
    degrees: int | None = None
    """Of the shot, counter-clockwise from the right."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ZumaQa(MultipleChoice[Marbles]):
    marbles: int = 12
    """Marbles on the track."""
    chains: int = 2
    """Parts of the track where they touch one another."""
    sectors: Literal[4, 8] = 4
    """Parts of the picture where runs are counted."""
    track: Literal["any", "spiral", "heart", "ellipse"] = "any"
    """The form of the track."""

    kinds = ("color", "count", "runs", "hit", "shot", "most", "targets")
    tags = frozenset({"synthetic", "full", "known", "color", "counting", "geometry", "planning"})
    pictured = (
        "The frog is in the middle, with the marble that it shoots next. Two grey lines show the "
        "way of a shot, which is as wide as a marble. Sectors have numbers and lines between them."
    )
    written = (
        "Marbles are listed along the track, each with its place in pixels to the right of the "
        "frog and above it; those on one line touch their neighbours. A marble is 26 pixels wide. "
        "Sectors are equally large and counted from 1, counter-clockwise from the right."
    )

    def validate(self) -> None:
        super().validate()
        if not FEWEST <= self.marbles <= MOST or not 1 <= self.chains <= 4:
            raise ValueError(f"marbles must be {FEWEST} to {MOST}, and chains 1 to 4.")
        if self.asks("runs") and self.marbles < ROOMY and self.sectors > 4:
            raise ValueError(f"For fewer than {ROOMY} marbles, sectors must be 4.")

    def generate(self, rng: Random) -> Marbles:
        kind = self.draw_kind(rng)
        track = rng.choice(TRACKS) if self.track == "any" else self.track
        texts = _texts(kind, rng)
        wanted = rng.choice(texts) if texts else ""
        lengths = SHORT if kind == "runs" and int(wanted) > 1 else LENGTHS

        def drawn(rng: Random) -> Marbles | None:
            line = self._line(track, lengths, rng)
            sectors = self.sectors if kind == "runs" else 0
            whole = Marbles(track, line, rng.choice([*COLORS]), kind, sectors=sectors)
            for problem in _variants(whole, rng):
                if wanted in ("", self.right(problem)) and is_clear(problem):
                    return problem
            return None

        if not texts:
            return self.posed(*evenly(drawn, lambda each: int(self.right(each)), rng), rng)
        return self.posed(redrawn(drawn, rng), texts, rng)

    def _line(self, track: str, lengths: tuple[int, ...], rng: Random) -> str:
        """Marbles in chains, with gaps of two places or more between them."""
        colors, cuts = "", sorted(rng.sample(range(2, self.marbles - 1), self.chains - 1))
        while len(colors) < self.marbles:
            others = [sign for sign in COLORS if sign != colors[-1:]]
            colors += rng.choice(others) * rng.choice(lengths)
        edges = [0, *cuts, self.marbles]
        parts = [colors[one:other] for one, other in pairwise(edges)]
        spare = len(places(track)) - self.marbles - 2 * (self.chains - 1)
        shares = sorted(rng.randint(0, spare) for _ in range(self.chains))
        line = ""
        for number, part in enumerate(parts):
            line += GAP * (shares[number] - (shares[number - 1] if number else 0))
            line += GAP * 2 * (number > 0) + part
        return line

    def rules(self) -> str:
        return (
            "Marbles lie on a track around a frog. A marble that the frog shoots is as large as "
            "the others. It flies straight and stops at the first marble that it touches. There it "
            "joins the line: between that marble and the neighbour on the side where it came, or "
            "beyond it where there is no neighbour. Marbles of one colour that touch one another "
            "along the track are a run. If the shot marble is now in a run of three or more, the "
            "run is removed, the shot marble with it, and nothing else moves."
        )

    def question(self, problem: Marbles) -> str:
        color = COLORS.get(problem.asked, "")
        asked = {
            "color": "Which colour has the marble that the frog shoots next?",
            "count": f"How many {color} marbles are on the track?",
            "runs": f"How many runs of two or more marbles are in sector {problem.asked}, "
            "from the first marble to the last?",
            "hit": "The frog shoots between the grey lines. Which marble is touched first?",
            "shot": "The frog shoots between the grey lines. What happens?",
            "most": "The frog may shoot once in any direction. How many marbles can be removed at "
            "most, with the one that is shot?",
            "targets": "The frog may shoot once in any direction. How many different runs are "
            "there of which it can choose one to be removed?",
        }
        return f"{asked[problem.kind]}\n{listed(problem.options)}"

    def right(self, problem: Marbles) -> str:
        """By where shots meet the circles around marbles, at all angles that matter."""
        line, loaded, kind = problem.line, problem.loaded, problem.kind
        if kind in ("hit", "shot"):
            landing = shot(problem.track, line, problem.degrees or 0)
            if kind == "shot":
                return _told(outcome(line, landing, loaded))
            return NONE if landing is None else f"a {COLORS[line[landing.marble]]} one"
        if kind in ("most", "targets"):
            found = removable(problem)
            most = max((len(each) + 1 for each in found), default=0)
            return str(most if kind == "most" else len(found))
        if kind == "runs":
            sector = int(problem.asked) - 1
            long = (each for each in runs(line) if len(each) > 1)
            return str(sum(in_sector(problem, each, sector) for each in long))
        return COLORS[loaded] if kind == "color" else str(line.count(problem.asked))

    def found(self, problem: Marbles) -> str:
        """By flying in small steps, and by many angles, whatever they are."""
        line, loaded, kind = problem.line, problem.loaded, problem.kind
        match kind:
            case "hit":
                landing = chances.flown(problem)
                return f"a {COLORS[line[landing.marble]]} one" if landing else NONE
            case "shot":
                return _told(outcome(line, chances.flown(problem), loaded))
            case "most":
                return str(max(map(len, chances.swept(problem)), default=-1) + 1)
            case "targets":
                return str(len(chances.swept(problem)))
            case "runs":
                return str(chances.runs_by_spots(problem))
            case "count":
                return str(sum(sign == problem.asked for sign in line))
        return COLORS[loaded]

    def effort(self, state: Asked[Marbles]) -> float:
        """Marbles to look at, once for every shot."""
        shots = {"color": 0.1, "hit": 2, "shot": 3, "most": 10, "targets": 10}
        return float(self.marbles * shots.get(state.problem.kind, 1))

    def draw(self, problem: Marbles) -> Frame:
        given = problem.track, problem.line, problem.loaded, problem.degrees
        return drawing.picture(*given, problem.sectors)

    def describe(self, problem: Marbles) -> str:
        given = problem.track, problem.line, problem.loaded, problem.degrees
        parted = f"\nThere are {problem.sectors} sectors." if problem.sectors else ""
        return f"{drawing.in_words(*given)}{parted}"


def _texts(kind: str, rng: Random) -> list[str]:
    """The options, where they do not depend on the marbles."""
    few = sorted(rng.sample(range(3, 7), 2))
    shots = [_told(-1), _told(0), *map(_told, few)]
    first = rng.randint(0, 2)
    return {
        "color": rng.sample([*COLORS.values()], 4),
        "hit": rng.sample([NONE, *(f"a {color} one" for color in COLORS.values())], 4),
        "shot": shots,
        "runs": [str(number) for number in range(4)],
        "most": [*map(str, sorted(rng.sample((0, 3, 4, 5, 6), 4)))],
        "targets": [str(first + number) for number in range(4)],
    }.get(kind, [])


def _variants(problem: Marbles, rng: Random) -> list[Marbles]:
    """The same line with some things that may be asked about it."""
    match problem.kind:
        case "hit" | "shot":
            angles = rng.sample(range(360), ANGLES)
            return [replace(problem, degrees=angle) for angle in angles]
        case "runs":
            return [replace(problem, asked=str(each + 1)) for each in range(problem.sectors)]
        case "most" | "targets" | "color":
            return [replace(problem, loaded=sign) for sign in rng.sample([*COLORS], len(COLORS))]
    return [replace(problem, asked=rng.choice([*COLORS]))]


def _told(count: int) -> str:
    """What a shot does: how many marbles it removes, -1 if it hits none."""
    if count < 0:
        return "it touches no marble and flies away"
    return f"{count} marbles are removed, with the shot one" if count else STAYS


PRESETS = levels(
    ZumaQa,
    question_kind=("color+count+runs", "hit+shot", "most+targets"),
    marbles=(12, 30, 60),
    chains=(1, 2, 3),
    sectors=(4, 8, 8),
)
