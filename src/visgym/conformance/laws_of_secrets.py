"""Laws of secrets: nobody is shown or told what somebody may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from visgym.conformance.playthroughs import legal_moves, some_states
from visgym.core.calls import STOP
from visgym.core.episode import Episode, advance, begin
from visgym.core.guides import asked
from visgym.core.messages import latest, present
from visgym.core.parts import Message, Observation, Part, Text, observations
from visgym.core.task import Task
from visgym.kit.chance import Dice

LONGEST = 12  # turns that are looked at


def hidden_parts_do_not_show(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    yield from _promised(task, seeds[:3])
    if task.players == 1 and type(task).visible is Task.visible:
        return  # there is nobody to hide anything from
    for seed in seeds[:3]:
        episode = _whispered(begin(task, seed))
        for player in range(task.players):
            yield from _leaks(episode, player)
        yield from _told_apart(task, episode)


def _promised(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    """A task that says it hides something does so, and what is hidden stays so."""
    hides = False
    for seed in seeds:
        for state in some_states(task, seed):
            for player in range(task.players):
                seen = task.visible(state, player)
                hides |= seen != state
                if task.visible(seen, player) != seen:
                    yield f"What player {player + 1} sees on seed {seed} looks otherwise again."
                    return
    if "hidden" in task.tags and not hides:
        yield "Something is said to be hidden, and everybody sees everything."


def _whispered(episode: Episode[Any]) -> Episode[Any]:
    """Random play in which every reply says who thinks, for the eyes of that player alone."""
    task = episode.task
    rng = Random(f"{task.name} {episode.seed}")
    actions = [each for name, each in task.actions.items() if name != STOP.name]
    for _ in range(min(LONGEST, task.step_limit)):
        if episode.over:
            break
        call = rng.choice(actions).sample(rng)
        episode = advance(episode, f"{_thought(episode.to_move)}\n\n{task.phrase(call)}")
    return episode


def _thought(player: int) -> str:
    return f"Player number {player + 1} thinks aloud."


def _leaks(episode: Episode[Any], player: int) -> Iterator[str]:
    """What changes for a player once all that it may not know is taken out of an episode."""
    task, where = episode.task, f"player {player + 1} on seed {episode.seed}"
    veiled = replace(
        episode,
        start=task.visible(episode.start, player),
        turns=tuple(replace(t, state=task.visible(t.state, player)) for t in episode.turns),
    )
    if _content(present(episode, (), player)) != _content(present(veiled, (), player)):
        yield f"What is hidden changes what is shown to {where}."
        return
    for count in range(len(episode.turns)):
        now, then = (replace(each, turns=each.turns[:count]) for each in (episode, veiled))
        if _content([latest(now, (), player)]) != _content([latest(then, (), player)]):
            yield f"What is hidden changes what is shown to {where} after {count} turns."
            return
    others = [_thought(other) for other in range(task.players) if other != player]
    texts = [message.text for message in present(episode, (), player)]
    if any(thought in text for thought in others for text in texts):
        yield f"What others say is told to {where}."


def _content(messages: Sequence[Message]) -> list[object]:
    """Messages as they are perceived: texts, pixels, and the text of each picture."""
    return [(message.role, [_perceived(part) for part in message.parts]) for message in messages]


def _perceived(part: Part) -> object:
    if isinstance(part, Text):
        return part
    return part.image.tobytes(), part.text if isinstance(part, Observation) else None


def _told_apart(task: Task[Any], episode: Episode[Any]) -> Iterator[str]:
    """Calls of somebody that leave the same to be seen, and are heard otherwise."""
    for state in episode.states:
        mover = task.to_move(state)
        moves = [] if task.players == 1 or task.is_over(state) else list(legal_moves(task, state))
        for viewer in range(task.players):
            heard: dict[Any, str] = {}
            for call, after in moves if viewer != mover else ():
                told = task.heard(call, mover, viewer)
                if heard.setdefault(task.visible(after, viewer), told) != told:
                    yield (
                        f"Player {viewer + 1} hears {told!r:.60} on seed {episode.seed}, and cannot"
                        " see what that tells."
                    )
                    return


def dice_do_not_show(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds[:3]:
        for state in some_states(task, seed):
            other = _with_other_dice(state)
            if other == state:
                break  # there are none, neither here nor later
            for player in range(task.players):
                if _looks(task, state, player) != _looks(task, other, player):
                    yield f"Player {player + 1} sees on seed {seed} what dice will show."
                    return


def _looks(task: Task[Any], state: Any, player: int) -> list[object]:
    parts: tuple[Part, ...] = (*asked(task, state, player), *observations(task, state, player))
    return [_perceived(part) for part in parts]


def _with_other_dice(value: Any) -> Any:
    """The same value with all dice in it falling otherwise."""
    if isinstance(value, Dice):
        return Dice(value.seed ^ 0x2AAAAAAAAAAAAAAA)
    if isinstance(value, tuple):
        changed = [_with_other_dice(each) for each in value]
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    held = {item.name: getattr(value, item.name) for item in fields(value) if item.init}
    return replace(value, **{name: _with_other_dice(each) for name, each in held.items()})
