"""Laws of solving: solvers solve, and nothing else does as easily."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, sqrt
from typing import Any

from visgym.conformance.playthroughs import (
    end,
    few_calls,
    legal_moves,
    more_seeds,
    solution,
    some_states,
    wandered,
)
from visgym.core.calls import STOP, Call, Illegal
from visgym.core.episode import begin, play, replay
from visgym.core.solving import SURPLUS, strategy_names, takes_steps
from visgym.core.task import Task

PATIENT = 100_000  # steps: no limit
FEW_ANSWERS = 10  # up to which answers are a choice, and guessing has a known chance
COMMON_ANSWERS = 5  # of the solver that are tried on other starts
DEEPEST = 300  # states that a search for a way out of a hopeless one looks at


def default_solver_solves_within_the_limit(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        episode = begin(task, seed)
        if task.adversarial and not task.can_stop:
            continue  # held to a share of games won instead
        if task.score(episode.start) >= 1:
            yield f"The start of seed {seed} is solved already."
        if task.adversarial:
            continue
        episode = play(episode, solution(task, episode.start))
        if not episode.success:
            yield f"The default solver fails on seed {seed}: {end(episode)}"
        if replay(episode) != episode:
            yield f"The replay of the solved seed {seed} differs."
        if task.score(task.goal(episode.start)) < 1:
            yield f"The goal of seed {seed} is not solved."


def every_strategy_solves(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if task.adversarial:
        return
    patient = replace(task, step_limit=PATIENT)
    for strategy in strategy_names(task):
        for seed in seeds:
            for steps in (None, task.step_limit - 1):
                start = begin(patient, seed)
                calls = solution(patient, start.start, strategy, steps, seed)
                if not play(start, calls).success:
                    yield f"The strategy {strategy} with steps={steps} fails on seed {seed}."


def steps_are_honoured(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if task.single_turn or task.adversarial:
        return  # one answer, or somebody else, decides how long it takes
    patient, steps = replace(task, step_limit=PATIENT), task.step_limit - 1
    for strategy in (each.__name__ for each in task.strategies() if takes_steps(each)):
        for seed in seeds[:10]:
            start = begin(patient, seed).start
            needed, given = (
                sum(call != STOP for call in solution(patient, start, strategy, wanted, seed))
                for wanted in (None, steps)
            )
            if not steps <= given <= max(steps, needed) + SURPLUS:
                yield (
                    f"The strategy {strategy} gives {given} calls for steps={steps} on seed {seed},"
                    f" where {needed} are enough; leave the parameter out if it cannot be longer."
                )
                break


def solvers_solve_from_anywhere(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if task.adversarial:
        return
    patient = replace(task, step_limit=PATIENT)
    for seed in seeds[:3]:
        lost = wandered(begin(patient, seed), 4)
        if lost.over or task.hopeless(lost.state):
            continue
        calls = solution(patient, lost.state)
        if not play(replace(lost, start=lost.state, turns=()), calls).success:
            yield f"The default solver fails from a state that is not a start, on seed {seed}."


def hopeless_states_have_no_way_out(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if type(task).hopeless is Task.hopeless:
        return
    for seed in seeds:
        start, *later = wandered(begin(task, seed), task.step_limit).states
        if task.hopeless(start):
            yield f"The start of seed {seed} is hopeless."
        lost = next((state for state in later if task.hopeless(state)), None)
        if lost is not None and _way_out(task, lost):
            yield f"A state after the start of seed {seed} is called hopeless, but can be solved."


def _way_out(task: Task[Any], state: Any) -> bool:
    """Whether a small search finds a solved state."""
    seen, fringe = {state}, [state]
    while fringe and len(seen) < DEEPEST:
        ahead = [after for each in fringe for _, after in legal_moves(task, each)]
        fringe = [state for state in dict.fromkeys(ahead) if state not in seen]
        seen.update(fringe)
        if any(task.score(each) >= 1 for each in fringe):
            return True
    return False


def distances_lead_to_the_goal(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if type(task).distance is Task.distance:
        return  # the calls of the solver tell
    for seed in seeds[:3]:
        start = begin(task, seed).start
        far, near = task.distance(start), task.distance(task.goal(start))
        if far is None or near is None or not 0 <= near < far < inf:
            yield f"On seed {seed} the start is {far} from solved, and the goal {near}."
        later = (task.distance(state) for state in some_states(task, seed))
        if not all(each is not None and 0 <= each < inf for each in later):
            yield f"On seed {seed} a state has no distance, or one below 0."


def constant_answers_are_at_chance(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    if not task.single_turn:
        return
    tried = more_seeds(task, seeds, min(100, 10 * len(seeds)))
    starts = [begin(task, seed).start for seed in tried]
    choice = _choice(task)
    if choice is None:
        given = Counter(solution(task, start)[0] for start in starts)
        answers = [answer for answer, _ in given.most_common(COMMON_ANSWERS)]
    else:
        answers = choice
    for answer in answers:
        right = sum(_is_right(task, start, answer) for start in starts)
        if right > _most_by_luck(task, len(starts), choice):
            yield (
                f"{task.spell(answer):.60} is right on {right} of {len(starts)} seeds; a task where"
                " that is fair declares its luck."
            )


def _choice(task: Task[Any]) -> list[Call] | None:
    """The answers, where they are few enough to choose from."""
    if len(task.actions) > 1:
        return None
    return few_calls(next(iter(task.actions.values())), FEW_ANSWERS)


def _most_by_luck(task: Task[Any], count: int, choice: list[Call] | None) -> float:
    """Starts on which one answer may be right: four standard deviations above chance."""
    if choice is None and task.luck is None:
        return count / 2
    chance = task.luck if task.luck is not None else 1 / len(choice or ())
    return chance * count + 4 * sqrt(count * chance * (1 - chance))


def _is_right(task: Task[Any], start: Any, answer: Call) -> bool:
    try:
        return task.score(task.apply(start, answer)) >= 1
    except Illegal:
        return False
