"""An episode is a value that grows by one turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from visgym.core.actions import Action, BadPayload
from visgym.core.calls import STOP, Call, Illegal, brief
from visgym.core.growing import Growing
from visgym.core.hearing import heard_call, told, unreadable
from visgym.core.parts import Part
from visgym.core.reading import as_text
from visgym.core.task import Task
from visgym.core.tools import Tool, Use, earlier_uses, newest, uses_left
from visgym.core.turns import LONGEST_FEEDBACK, SUCCESS, Turn, Verdict

State = TypeVar("State")


class EpisodeOver(RuntimeError):
    """A reply to an episode that has ended."""


@dataclass(frozen=True, slots=True)
class Episode(Generic[State]):
    """Everything that has happened so far; to fork one, keep a reference."""

    task: Task[State]
    seed: int
    start: State
    turns: Sequence[Turn[State]] = field(default_factory=Growing)
    strict: bool = False
    tools: tuple[Tool, ...] = ()

    @property
    def state(self) -> State:
        return self.turns[-1].state if self.turns else self.start

    @property
    def states(self) -> list[State]:
        """The state before the first turn, and after each."""
        return [self.start, *(turn.state for turn in self.turns)]

    @property
    def measures(self) -> dict[str, float]:
        """What the task measures of it beside the score."""
        acted = [turn for turn in self.turns if not turn.tool]
        states = [self.start, *(turn.state for turn in acted)]
        return self.task.measure(states, [turn.call for turn in acted])

    @property
    def to_move(self) -> int:
        """The player whose reply is due."""
        return self.task.to_move(self.state)

    @property
    def terminated(self) -> bool:
        """Ended by a player's stop or by the rules."""
        return bool(self.turns) and self.turns[-1].ended

    @property
    def truncated(self) -> bool:
        """Ended because the steps of whoever is to move ran out."""
        return not self.terminated and self.steps_of(self.to_move) >= self.task.step_limit

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    @property
    def score(self) -> float:
        """The score of the current state as if it were final; a game may be lost by its steps."""
        if self.forfeited is not None:
            return self.payoffs[self.task.seat]
        return float(self.task.score(self.state))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The score of each player, as if the current state were final."""
        loser = self.forfeited
        if loser is None:
            return self.task.payoffs(self.state)
        return tuple(float(player != loser) for player in range(self.task.players))

    @property
    def forfeited(self) -> int | None:
        """The player who ran out of steps in a game of several, and so has lost it."""
        if self.task.players == 1 or not self.task.adversarial or not self.truncated:
            return None
        return self.to_move

    @property
    def reward(self) -> float:
        """The score once terminated; 0 before, and when steps ran out unless the task pays then."""
        pays = self.terminated or (self.task.pays_out_of_steps and self.truncated)
        return self.score if pays or self.forfeited is not None else 0.0

    @property
    def success(self) -> bool:
        return self.reward >= 1.0

    @property
    def feedback(self) -> str:
        """What the last reply brought; empty at the start."""
        return self.turns[-1].feedback if self.turns else ""

    @property
    def step(self) -> int:
        """The number of the step to take now, from 1; the last one taken once over."""
        taken = self.steps_of(self.turns[-1].player if self.terminated else self.to_move)
        return taken if self.over else taken + 1

    @property
    def steps_left(self) -> int:
        """Steps that remain after this one."""
        return self.task.step_limit - self.step

    @property
    def actions(self) -> Mapping[str, Action]:
        """What may be called: the actions of the task, then the tools."""
        own = self.task.actions
        return {**own, **{each.name: each.action for each in self.tools}} if self.tools else own

    def steps_of(self, player: int) -> int:
        """The steps that a player has taken."""
        for turn in reversed(self.turns):
            if turn.player == player:
                return turn.step
        return 0


def begin(
    task: Task[State], seed: int, strict: bool = False, tools: tuple[Tool, ...] = ()
) -> Episode[State]:
    """The episode that `seed` names; `strict` accepts replies in canonical form only."""
    seed = int(seed)
    return Episode(task, seed, task.start(seed), strict=strict, tools=tools)


def advance(episode: Episode[State], reply: object) -> Episode[State]:
    """The episode after one more reply: text, a `Call` or a native tool call."""
    if episode.over:
        raise EpisodeOver("This episode is over; begin another one.")
    written = isinstance(reply, Call)
    text = episode.actions[reply.name].write(reply) if written else as_text(reply)  # type: ignore[attr-defined, arg-type]
    return _grown(episode, _turn(episode, text))


def recall(episode: Episode[State], turn: Turn[State]) -> Episode[State]:
    """The episode after the use of a tool that is known already; the tool is not used again."""
    if episode.over:
        raise EpisodeOver("This episode is over; begin another one.")
    return _grown(episode, replace(turn, state=episode.state))


def _grown(episode: Episode[State], turn: Turn[State]) -> Episode[State]:
    turns = episode.turns if isinstance(episode.turns, Growing) else Growing(episode.turns)
    grown = turns.grown(turn)
    return Episode(episode.task, episode.seed, episode.start, grown, episode.strict, episode.tools)


def play(episode: Episode[State], replies: Iterable[object]) -> Episode[State]:
    """The episode after some replies, or as many as it takes."""
    for reply in replies:
        if episode.over:
            break
        episode = advance(episode, reply)
    return episode


@dataclass(frozen=True, slots=True)
class Graded:
    """What one reply to the start of an episode is worth."""

    score: float
    verdict: Verdict
    feedback: str


def grade(task: Task[Any], seed: int, reply: object) -> Graded:
    """The score of a reply to the start that `seed` names, as verifiers want it."""
    after = advance(begin(task, seed), reply)
    last = after.turns[-1]
    return Graded(after.reward, last.verdict, last.feedback)


def replay(episode: Episode[State]) -> Episode[State]:
    """The same replies on a freshly generated start; what tools showed is not looked up again."""
    again = begin(episode.task, episode.seed, episode.strict, episode.tools)
    for turn in episode.turns:
        again = recall(again, turn) if turn.tool else advance(again, turn.reply)
    return again


def _turn(episode: Episode[State], reply: str) -> Turn[State]:
    """What a reply does; a tool costs no step as long as it may be used."""
    task, state, player = episode.task, episode.state, episode.to_move
    taken, actions = episode.steps_of(player), episode.actions
    raw = heard_call(task, actions, reply)
    tool = next((each for each in episode.tools if raw and each.name == raw.name), None)
    step = taken + (tool is None or uses_left(tool, episode.turns, player) < 1)
    name = tool.name if tool else ""

    def refused(verdict: Verdict, sentence: str, call: Call | None = None) -> Turn[State]:
        told = brief(sentence, LONGEST_FEEDBACK)
        return Turn(reply, call, verdict, told, state, player, step, tool=name)

    if raw is None:
        return refused("unreadable", unreadable(task))
    if raw.name not in actions:
        names = ", ".join(actions)
        return refused("unknown", f"There is no action '{raw.name}'; the actions are {names}.")
    call = None
    try:
        call = actions[raw.name].bind(raw)
        if episode.strict and actions[raw.name].write(call) != reply.strip():
            return refused("unreadable", unreadable(task))
        if tool is not None:
            shown = _shown(episode, tool, call, is_free=step == taken)
            return Turn(reply, call, "done", SUCCESS, state, player, step, shown=shown, tool=name)
        after = task.apply(state, call)
    except BadPayload as error:
        return refused("misfit", str(error))
    except Illegal as error:
        return refused("refused", str(error), call)
    reward = float(task.reward(state, call, after))
    ended = call == STOP or task.is_over(after)
    feedback = told(task, state, call, after, player)
    return Turn(reply, call, "done", feedback, after, player, step, reward, ended)


def _shown(episode: Episode[Any], tool: Tool, call: Call, is_free: bool) -> tuple[Part, ...]:
    """What a tool shows, or `Illegal`."""
    if not is_free:
        raise Illegal(f"The tool {tool.name} may not be used any more in this episode.")
    task, player = episode.task, episode.to_move
    earlier = earlier_uses(tool, task, episode.states, episode.turns, player)
    return tool.shown(earlier, Use(newest(task, episode.state, player), call))
