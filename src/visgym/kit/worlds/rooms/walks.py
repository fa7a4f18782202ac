"""The base of all tasks in rooms: one move at a time, or the whole plan as one answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Literal

from visgym.core.actions import Action
from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.signatures import OneOf
from visgym.core.task import Frame, Medium, Task, action, policy, solver
from visgym.kit.answers import read_answer
from visgym.kit.forms import DEFAULT
from visgym.kit.search import with_round_trips
from visgym.kit.worlds.rooms import moves, pictures, sight, views, wording
from visgym.kit.worlds.rooms.cells_left import cells_left
from visgym.kit.worlds.rooms.planning import LEFT, RIGHT, Planner, Stand, at_goal, at_news, shortest
from visgym.kit.worlds.rooms.things import GOAL, LAVA, RoomState

LONGEST = 200  # moves that an answer may have


@dataclass(frozen=True, kw_only=True)
class RoomTask(Task[RoomState]):
    """Rooms on a grid; an author writes `built` and `story`, and `won` where there is no goal."""

    view: Literal["ego", "full"] = "ego"
    """The 7x7 cells ahead, or the whole plan."""
    turns: Literal["many", "one"] = "many"
    """One move at a time, or the whole plan in one answer."""
    longest: int = 60
    """Moves that a plan given at once may have."""

    can_stop: ClassVar[bool] = False
    budget: ClassVar[Budget] = Budget(generate=3.0, solve=20.0, advance=0.8)
    distance_unit: ClassVar[str] = "cells"
    verbs: ClassVar[tuple[str, ...]] = ("turn", "forward")
    """The actions that there are."""
    shown: ClassVar[tuple[str, ...]] = ("goal",)
    """What pictures and texts show beside floor and walls."""

    # Every task writes these

    @abstractmethod
    def built(self, rng: Random) -> RoomState:
        """A place, seen by nobody yet."""

    @abstractmethod
    def story(self) -> str:
        """What is to be done, and what this place has of its own."""

    # Few tasks write these

    def won(self, state: RoomState) -> bool:
        """Whether it is done."""
        return state.tile(state.agent) == GOAL

    def lost(self, state: RoomState) -> bool:
        """Whether the agent came to grief."""
        return state.tile(state.agent) == LAVA

    def found(self, planner: Planner, stand: Stand) -> bool:
        """Whether a plan leads to what is wanted."""
        return at_goal(planner, stand)

    def in_view(self, seen: RoomState) -> bool:
        """Whether so much was seen that it makes sense to look for a plan."""
        return any(GOAL in row for row in seen.rows)

    def passed(self, state: RoomState) -> RoomState:
        """What happens by itself before each move."""
        return state

    def fits(self) -> None:
        """Raise ValueError with one sentence if the knobs of the task make no place."""

    # Generation

    def validate(self) -> None:
        if self.turns == "one" and self.view != "full":
            raise ValueError("A plan given at once needs view=full.")
        if not 1 <= self.longest <= LONGEST:
            raise ValueError(f"longest must be from 1 to {LONGEST}.")
        self.fits()

    def generate(self, rng: Random) -> RoomState:
        return self._looked(self.built(rng))

    def _looked(self, state: RoomState) -> RoomState:
        return sight.surveyed(state) if self.view == "full" else sight.watched(state)

    # Rules

    def rules(self) -> str:
        told = [wording.ABILITIES[verb] for verb in self.verbs if verb in wording.ABILITIES]
        plan = [wording.plan_told(self.longest)] if self.single_turn else []
        return " ".join([self.story(), *told, wording.sight_told(self.view), *plan])

    def legend(self, medium: Medium) -> str:
        return wording.legend_told(medium, self.view, self.shown)

    def _next(self, state: RoomState) -> RoomState:
        """The state when a move is made, before it has an effect."""
        if self.is_over(state):
            raise Illegal("It is over.")
        return self.passed(state)

    @action
    def turn(self, state: RoomState, direction: Literal["left", "right"]) -> RoomState:
        """Turn on the spot by a quarter."""
        return self._looked(moves.turned(self._next(state), wording.TURNS[direction]))

    @action
    def forward(self, state: RoomState) -> RoomState:
        """Walk one cell ahead."""
        return self._looked(moves.stepped(self._next(state)))

    @action
    def pickup(self, state: RoomState) -> RoomState:
        """Pick up the thing ahead of you."""
        return self._looked(moves.taken(self._next(state)))

    @action
    def drop(self, state: RoomState) -> RoomState:
        """Put down what you carry on the cell ahead of you."""
        return self._looked(moves.dropped(self._next(state)))

    @action
    def toggle(self, state: RoomState) -> RoomState:
        """Open or close what is ahead of you."""
        return self._looked(moves.toggled(self._next(state)))

    @action
    def wait(self, state: RoomState) -> RoomState:
        """Stay where you are for a step."""
        return self._looked(self._next(state))

    @action
    def answer(
        self, state: RoomState, moves: tuple[Annotated[str, OneOf("words")], ...]
    ) -> RoomState:
        """Give all moves, from the first to the last."""
        if state.answered or len(moves) > self.longest:
            raise Illegal(f"A plan has at most {self.longest} moves.")
        for word in moves:
            try:
                state = self.apply(state, wording.call_of(word))
            except Illegal:
                break
            if self.is_over(state):
                break
        return replace(state, answered=True)

    def is_over(self, state: RoomState) -> bool:
        return state.answered or self.won(state) or self.lost(state)

    def hopeless(self, state: RoomState) -> bool:
        return self.is_over(state) and not self.won(state)

    def score(self, state: RoomState) -> float:
        return float(self.won(state))

    def distance(self, state: RoomState) -> float:
        return 0.0 if self.won(state) else float(cells_left(state))

    def measure(
        self, states: Sequence[RoomState], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        """What the last state says, and the published reward, which falls with every step."""
        steps = calls[-1].size if calls and calls[-1] and self.single_turn else len(calls)
        most = self.longest if self.single_turn else self.step_limit
        paid = self.score(states[-1]) * (1 - 0.9 * steps / most)
        return {**self.metrics(states[-1]), "published_reward": paid}

    # Observation

    def visible(self, state: RoomState, player: int) -> RoomState:
        return sight.known(state, sees_all=self.view == "full")

    def draw(self, state: RoomState) -> Frame:
        carries = "pickup" in self.verbs
        if self.view == "full":
            return pictures.full_picture(state, views.full_view(state), carries)
        return pictures.ego_picture(views.ego_view(state), carries)

    def describe(self, state: RoomState) -> str:
        view = views.full_view(state) if self.view == "full" else views.ego_view(state)
        return views.as_text(view, "pickup" in self.verbs)

    # Players

    @solver
    def shortest(self, state: RoomState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The shortest way for somebody who knows the place, with turns there and back for more."""
        plan = self.planned(state, rng, steps)
        if self.single_turn:
            yield Call("answer", (tuple(wording.word_of(call) for call in plan),))
        else:
            yield from plan

    def planned(self, state: RoomState, rng: Random, steps: int | None) -> list[Call]:
        """The calls that lead to what is wanted."""
        plan = shortest(state, self.found)
        if self.single_turn:
            return plan
        return with_round_trips(
            self, state, plan, steps, rng, lambda _: [LEFT, RIGHT], ends_itself=True
        )

    @policy
    def explore(self, seen: RoomState, rng: Random) -> Call:
        """The way to what is wanted, as far as one saw the place, or else to what is unknown."""
        goals = (self.found, at_news) if self.in_view(seen) else (at_news,)
        return next(iter(shortest(seen, *goals)), LEFT)

    # What follows from the mode

    @property
    def single_turn(self) -> bool:  # type: ignore[override]
        return self.turns == "one"

    @property
    def words(self) -> tuple[str, ...]:
        """The moves of a plan."""
        return ("left", "right", *self.verbs[1:])

    @property
    def actions(self) -> dict[str, Action]:
        wanted = ("answer",) if self.single_turn else self.verbs
        return {name: each for name, each in super().actions.items() if name in wanted}

    def hear(self, reply: str) -> RawCall | None:
        return read_answer(reply, self.actions["answer"], DEFAULT) if self.single_turn else None

    def phrase(self, call: Call) -> str:
        if not self.single_turn:
            return self.spell(call)
        return DEFAULT.write(self.actions[call.name].parameters, call.args)

    def usage(self, action: Action) -> str:
        return DEFAULT.usage(action) if self.single_turn else action.usage
