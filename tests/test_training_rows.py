from __future__ import annotations

from typing import Any

import pytest

from visgym import catalog
from visgym.adapters.blocks import image_blocks, pillow, tagged, url_blocks
from visgym.adapters.curriculum_rows import CurriculumRows
from visgym.adapters.training import (
    EpisodeRow,
    TrainingEpisode,
    evaluation_rows,
    training_rows,
)
from visgym.adapters.trl import TrlEnvironment, trl_rows
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.solving import solve
from visgym.demonstrations.hold_out import evaluation_starts
from visgym.evaluation.curriculum import Curriculum
from visgym.suites.suite import all_suites

MAZE = EpisodeRow("maze_2d/easy", 7)


def test_rows_to_train_on_are_no_starts_of_evaluation_and_differ() -> None:
    rows = training_rows(["tic_tac_toe/level_0", "maze_2d/easy"], 40, seed=5)
    starts = [(catalog.load(row.id).name, _start(row)) for row in rows]
    assert len(set(starts)) == 40 and not evaluation_starts() & set(starts)
    assert rows == training_rows(["tic_tac_toe/level_0", "maze_2d/easy"], 40, seed=5)
    assert rows != training_rows(["tic_tac_toe/level_0", "maze_2d/easy"], 40, seed=6)


def _start(row: EpisodeRow) -> str:
    return fingerprint(catalog.load(row.id).start(row.seed))


def test_rows_of_a_suite_are_its_episodes() -> None:
    rows = evaluation_rows("visgym/easy", 2)
    suite = all_suites()["visgym/easy"]
    assert len(rows) == 2 * len(suite.ids)
    assert all(_start(row) == suite.starts[row.id][row.seed] for row in rows[:6])


def test_a_row_is_plain_data_and_survives_being_written() -> None:
    row = EpisodeRow("maze_2d/easy?width=7", 3, ("text",), "dense", ("look",))
    assert EpisodeRow.of({**row.columns(), "prompt": "?", "split": None}) == row
    with pytest.raises(Mistake, match="columns id and seed"):
        EpisodeRow.of({"id": "maze_2d/easy"})
    with pytest.raises(Mistake, match="kind of reward"):
        EpisodeRow.of({"id": "maze_2d/easy", "seed": 1, "reward": "much"})


def test_a_solved_episode_pays_once_and_in_all_as_much() -> None:
    playing = TrainingEpisode(MAZE)
    task = playing.episode.task
    earned = [playing.reply(task.spell(call)) for call in solve(task, playing.episode.start)]
    assert playing.over and earned[-1] == 1.0 == sum(earned) == playing.reward
    assert playing.facts["success"] == 1.0 and playing.facts["turns"] == len(earned)


def test_dense_rewards_come_on_the_way() -> None:
    row = EpisodeRow("sokoban/level_0", 3, reward="dense")
    playing = TrainingEpisode(row)
    task = playing.episode.task
    earned = [playing.reply(task.spell(call)) for call in solve(task, playing.episode.start)]
    dense = sum(turn.reward for turn in playing.episode.turns)
    assert playing.reward == pytest.approx(sum(earned)) == pytest.approx(dense + 1.0)


def test_what_goes_wrong_in_here_is_never_a_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise OSError("the disk is full")

    playing = TrainingEpisode(MAZE)
    monkeypatch.setattr("visgym.adapters.training.advance", broken)
    assert playing.reply("('move', 1)") == 0.0
    assert playing.over and playing.reward is None and "disk is full" in playing.failure
    assert playing.told() == ["The episode cannot go on."]


def test_wrappers_that_change_the_past_are_refused_by_trainers_and_sent_by_evaluators() -> None:
    playing = TrainingEpisode(EpisodeRow("maze_2d/easy", 7, ("history=1",)))
    for _ in range(3):
        playing.reply("?")
    assert len(playing.conversation()) < 7
    playing = TrainingEpisode(EpisodeRow("maze_2d/easy", 7, ("history=1",)))
    with pytest.raises(Mistake, match="change what was said before"):
        for _ in range(4):
            playing.told()
            playing.reply("?")


def test_tools_of_a_row_are_offered_and_cost_no_step() -> None:
    playing = TrainingEpisode(EpisodeRow("maze_2d/easy", 7, tools=("look",)))
    assert "'look'" in str(playing.told()[0])
    playing.reply("('look', (0, 0, 100, 100))")
    assert [turn.verdict for turn in playing.episode.turns] != ["unknown"]


def test_a_fork_goes_another_way() -> None:
    playing = TrainingEpisode(MAZE)
    playing.told()
    other = playing.fork()
    other.reply("?")
    assert not playing.episode.turns and len(other.episode.turns) == 1


def test_blocks_have_every_picture_once_and_as_it_was_drawn() -> None:
    told = TrainingEpisode(MAZE).told()
    (picture,) = [each for each in told if not isinstance(each, str)]
    images = [each["image"] for each in image_blocks(told) if each["type"] == "image"]
    assert [image.tobytes() for image in images] == [pillow(picture).tobytes()]
    assert picture.image.tobytes() == images[0].tobytes()
    (url,) = [each["image_url"]["url"] for each in url_blocks(told) if each["type"] == "image_url"]
    assert url.startswith("data:image/png;base64,") and tagged(told).count("<image>") == 1


def test_an_environment_of_trl_has_one_tool_and_its_rows_no_answer() -> None:
    (row,) = trl_rows([MAZE])
    env = TrlEnvironment()
    with pytest.raises(Mistake, match="call reset"):
        env.act("?")
    assert [each["type"] for each in env.reset(**row)] == ["text", "image"]
    task = catalog.load(MAZE.id)
    for call in solve(task, task.start(MAZE.seed)):
        env.act(task.spell(call))
    assert env.get_reward() == 1.0 and env.act("?")[0]["text"] == "The episode is over."
    tools = [name for name in vars(TrlEnvironment) if not name.startswith("_")]
    assert sorted(tools) == ["act", "get_reward", "reset"]


def test_rows_of_a_curriculum_are_decided_when_looked_at_and_stay() -> None:
    curriculum = Curriculum(["frozen_lake/level_0", "frozen_lake/level_2"])
    rows = CurriculumRows(curriculum, 60)
    assert curriculum.draws == 0 and rows[7] == rows[7] and curriculum.draws == 1
    for _ in range(60):  # one is solved always, the other half of the time
        curriculum.learn("frozen_lake/level_0", 1.0)
        curriculum.learn("frozen_lake/level_2", 0.5)
    later = [row["id"] for row in rows][8:]
    assert later.count("frozen_lake/level_2") > later.count("frozen_lake/level_0")
    with pytest.raises(IndexError):
        rows[60]
