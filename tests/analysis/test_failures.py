"""Each hand-made episode shows one failure, good play shows none, and frequencies add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from visgym import catalog
from visgym.agents.scripted import SolverAgent
from visgym.analysis.failures import (
    analyse,
    failure_table,
    findings,
    shares_by_task,
)
from visgym.analysis.traces import calls_left
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.evaluation.records import Entry, Record, failed, record, replayed

MAZE = "maze_2d/easy"  # with seed 0, walls are right of and above the start
STEPS = {"R": 0, "U": 1, "L": 2, "D": 3}
WAY = "LLLLDDRRDDDDLLLL"  # from the start of seed 0 to the target
STOP = "('stop', 'stop')"
QUICK = 1000  # milliseconds of a solver that is asked more than once
NONSENSE = [f"I look at corner {number}." for number in range(19)]


def moves(letters: str) -> list[str]:
    return [f"('move', {STEPS[letter]})" for letter in letters]


def kept(
    replies: Sequence[str], id: str = MAZE, wrappers: tuple[str, ...] = (), agent: str = "hand"
) -> Record:
    """The record of an episode on seed 0 with these replies."""
    episode = begin(catalog.load(id), 0)
    for reply in replies:
        episode = advance(episode, reply)
    assert episode.over
    return record(Entry(id, 0, agent, "", wrappers), episode, (), 0.0)


LOOPS = [*moves("RRRRR"), *moves(WAY[:15])]
EARLY = [*moves(WAY[:5]), STOP]
EPISODES = {
    "one refused call again and again": ("action_looping", LOOPS, 1),
    "a cycle of two": ("action_looping", moves("LRLRLR" + WAY[:14]), 1),
    "a refused call once more in the same state": (
        "state_mismanagement",
        moves("RLRR" + WAY),
        1,
    ),
    "known steps once more": ("state_mismanagement", moves("DDUUDDUU" + WAY[:12]), 5),
    "a wrong stop with steps left": ("early_termination", EARLY, 6),
    "a solved state left": ("unused_information", [*moves(WAY + "RRR"), STOP], 17),
    "back to where it came from": (
        "unused_information",
        [*moves(WAY[:10] + "UULLUURRR"), STOP],
        11,
    ),
}


@pytest.mark.parametrize("name", EPISODES)
def test_a_hand_made_episode_shows_exactly_one_failure(name: str) -> None:
    failure, replies, step = EPISODES[name]
    kept_record = kept(replies)
    (finding,) = findings(kept_record, replayed(kept_record))
    assert finding.failure == failure
    assert finding.evidence[0].step == step
    for each in finding.evidence:
        assert each.quote == replies[each.step - 1]
    assert finding.reason.endswith(".") and "\n" not in finding.reason


def test_stopping_unlike_the_goal_counts_only_where_the_goal_was_shown() -> None:
    replies = [*NONSENSE, STOP]
    hidden = kept(replies, "patch_reassembly/easy")
    shown = kept(replies, "patch_reassembly/easy", ("goal",))
    assert findings(hidden, replayed(hidden)) == ()
    (finding,) = findings(shown, replayed(shown))
    assert finding.failure == "unused_information" and "goal" in finding.reason


def test_keeping_to_one_action_is_a_restricted_action_space() -> None:
    marks = [f"('mark', (0.{number:02d}, 0.5))" for number in range(19)]
    one = kept([*marks, STOP], "my_tasks.counter/easy")
    (finding,) = findings(one, replayed(one))
    assert finding.failure == "action_looping"
    assert finding.reason.startswith("Used 'mark' in 19 of 19 calls")


def test_keeping_to_one_magnitude_is_a_restricted_action_space() -> None:
    axes = ["3, 0, 0", "0, 3, 0", "0, 0, 3", "-3, 0, 0", "0, -3, 0", "0, 0, -3", "3, 3, 3"]
    shoves = [f"('shove', [{axis}])" for axis in [*axes[:6], *axes[:2]]]
    marks = [f"('mark', (0.{number:02d}, 0.5))" for number in range(11)]
    one = kept([*shoves, *marks, STOP], "my_tasks.counter/easy")
    (finding,) = findings(one, replayed(one))
    assert finding.failure == "action_looping"
    assert "the magnitude 3 in 8 of 8 calls" in finding.reason


def test_exploring_a_dead_end_is_no_failure_of_the_four() -> None:
    explored = kept(moves("DDDDUUUU" + WAY[:12]))
    assert explored.outcome == "out_of_steps"
    assert findings(explored, replayed(explored)) == ()


def test_solvers_show_no_failure_even_if_called_failed(
    task_id: str, request: pytest.FixtureRequest
) -> None:
    task = catalog.load(task_id)
    for seed in range(3 if task.budget.solve <= QUICK or request.config.getoption("--deep") else 1):
        episode = played_by(SolverAgent(), begin(task, seed))
        solved = record(Entry(task_id, seed, "solver"), episode, (), 0.0)
        assert findings(solved, episode) == ()
        assert findings(replace(solved, outcome="out_of_steps"), episode) == ()


TURN = "mental_rotation_2d/easy"


def turned_by(angle: int, count: int) -> Record:
    """Equal turns of the photo, until the steps are used up."""
    return kept([f"('rotate', {angle})"] * count, TURN)


def test_equal_turns_that_come_nearer_are_no_loop_and_others_are() -> None:
    off = begin(catalog.load(TURN), 0).start.angle
    near, away = (-1, 1) if off <= 180 else (1, -1)
    nearer = turned_by(near, 20)
    assert findings(nearer, replayed(nearer)) == ()
    farther = turned_by(away, 20)
    loop = findings(farther, replayed(farther))[0]
    assert loop.failure == "action_looping"
    assert "degrees away)" in loop.reason


def test_a_cube_that_is_turned_away_from_its_target_is_information_unused() -> None:
    """As in the published example, where the error grows from 102 to 143 degrees."""
    spins = [f"('rotate', [0, {angle}, 0])" for angle in (15, 16, 14)]
    one = kept([*spins, *NONSENSE[:16], STOP], "mental_rotation_3d_cube/easy")
    (finding,) = findings(one, replayed(one))
    assert finding.failure == "unused_information"
    assert finding.reason.startswith("Went from 105 to 139 degrees away")


def test_the_solver_is_asked_a_few_times_only() -> None:
    calls_left.cache_clear()
    back = "".join({"L": "R", "R": "L", "U": "D", "D": "U"}[letter] for letter in WAY[9::-1])
    wandering = kept(moves(WAY[:10] + back))
    findings(wandering, replayed(wandering))
    assert calls_left.cache_info().misses <= 7


def test_the_distance_to_a_solution_is_the_length_of_the_plan() -> None:
    task = catalog.load(MAZE)
    start = begin(task, 0).start
    assert calls_left(task, start) == len(solve(task, start)) - 1 == 16
    assert calls_left(task, task.goal(start)) == 0


def test_tables_give_shares_of_failed_episodes_only() -> None:
    solved = kept([*moves(WAY), STOP])
    spoiled = failed(Entry(MAZE, 1, "hand"), "The server is gone.", 1.0)
    other = kept([STOP], "sliding_block/easy")
    records = [kept(LOOPS), kept(EARLY), other, solved, spoiled, kept([STOP], agent="second")]
    table = failure_table(records)
    assert table["hand"] == {
        "action_looping": 1 / 3,
        "state_mismanagement": 0,
        "early_termination": 2 / 3,
        "unused_information": 0,
    }
    assert table["second"]["early_termination"] == 1
    by_task = shares_by_task(analyse(records))
    assert by_task["hand"][MAZE]["early_termination"] == 1 / 2
    assert by_task["hand"]["sliding_block/easy"]["early_termination"] == 1
    assert failure_table([solved, spoiled]) == {}


def test_an_episode_that_starts_otherwise_now_is_left_out_and_said_so() -> None:
    changed = replace(kept(EARLY), start="0" * 32)
    (analysis,) = analyse([changed])
    assert analysis.problem is not None and "starts otherwise" in analysis.problem
    assert failure_table([changed, kept(LOOPS)])["hand"]["early_termination"] == 0
    longer = replace(kept(EARLY), replies=(*EARLY, STOP))
    otherwise = replace(kept(EARLY), verdicts=("refused",) * 6)
    assert all(each.problem for each in analyse([longer, otherwise]))
