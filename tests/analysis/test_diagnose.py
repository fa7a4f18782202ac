"""Conditions play the same episodes, differences are paired, and the figures are right."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path
from typing import Any

import pytest

from commands import visgym
from visgym import catalog
from visgym.agents.agent import AgentFailure, Answer
from visgym.agents.scripted import SolverAgent, StopAgent
from visgym.analysis.diagnose import POOLED, Diagnosis, DiagnosisRow, entries, summary
from visgym.analysis.diagnosis_tables import diagnosis_page
from visgym.analysis.paired_tests import Results, compare, mcnemar, rate
from visgym.analysis.studies import STUDIES, find_ids
from visgym.analysis.study_pages import save
from visgym.analysis.study_plans import StudyRequest, planned_study, play_study
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.parts import Message
from visgym.evaluation.evaluate import Limits, Progress
from visgym.evaluation.store import Store

TEXT = STUDIES["text"]


class Reader:
    """Solves what it can read; from pictures, every third episode; one server error in text."""

    name = "reader"

    def __init__(self, fails: bool = True) -> None:
        self.fails = fails

    def spec(self) -> dict[str, Any]:
        return {"kind": "reader"}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        reads = not any(message.pictures for message in messages)
        if self.fails and reads and episode.seed == 4:
            raise AgentFailure("The server is gone.")
        solves = reads or episode.seed % 3 == 0
        return Answer((SolverAgent() if solves else StopAgent()).reply(episode))

    async def close(self) -> None:
        pass


def played(folder: Path, agent: Reader, episodes: int = 6) -> tuple[Progress, Diagnosis]:
    ids, notes = find_ids(TEXT, "easy", ["maze_2d", "sliding_block"])
    planned = entries(TEXT, {id: list(range(episodes)) for id in ids}, [agent])
    asked = StudyRequest(("maze_2d", "sliding_block"), "easy", episodes)
    study, store = planned_study("text", [agent], asked), Store(folder)
    assert list(study.entries) == planned
    progress = asyncio.run(play_study(study, {agent.name: agent}, store, Limits(4), print))
    return progress, summary(TEXT, planned, store.records(), notes)


@pytest.mark.parametrize(
    ("study", "tasks", "preset"),
    [
        ("rules", "sliding_geom_puzzle,maze_2d", "easy"),
        ("caption", "sliding_tile_puzzle", "easy"),
        ("text", "vsp_maze", "level_3"),
    ],
)
def test_a_study_plays_tasks_that_its_suite_does_not_have(
    tmp_path: Path, study: str, tasks: str, preset: str
) -> None:
    chosen = ["--tasks", tasks, "--preset", preset, "--episodes", "1", "--out", str(tmp_path)]
    done = visgym("diagnose", study, "--agent", "stop", *chosen)
    assert done.returncode == 0, done.stderr + done.stdout
    found = json.loads((tmp_path / "diagnosis.json").read_text())
    assert {each["task"] for each in found["rows"]} >= set(tasks.split(","))
    assert found["suite"] == ("visgym/easy" if "maze_2d" in tasks.split(",") else "own")


def row(found: Diagnosis, task: str, condition: str) -> DiagnosisRow:
    return next(each for each in found.rows if (each.task, each.condition) == (task, condition))


def test_the_figures_are_those_counted_by_hand(tmp_path: Path) -> None:
    progress, found = played(tmp_path, Reader())
    assert (progress.done, progress.errors) == (24, 2)
    picture, text = row(found, "maze_2d", "picture"), row(found, "maze_2d", "text")
    assert picture.rate is not None and text.rate is not None
    assert (picture.rate.solved, picture.rate.episodes) == (2, 6)
    assert picture.rate.standard_error == pytest.approx((1 / 3 * 2 / 3 / 6) ** 0.5)
    assert (text.rate.solved, text.rate.episodes, text.errors) == (5, 5, 1)
    assert picture.against is None and text.against is not None
    # the spoiled episode of seed 4 takes its partner along: 1, 2 and 5 are gained of 0, 1, 2, 3, 5
    assert (text.against.pairs, text.against.gained, text.against.lost) == (5, 3, 0)
    assert text.against.difference == pytest.approx(3 / 5)
    assert text.against.p_value == pytest.approx(2 / 2**3)
    pooled = row(found, POOLED, "text")
    assert pooled.against is not None and pooled.against.pairs == 10
    assert pooled.against.p_value == pytest.approx(2 / 2**6)


def test_running_again_plays_only_what_machinery_spoiled(tmp_path: Path) -> None:
    played(tmp_path, Reader())
    before = len((tmp_path / "episodes.jsonl").read_text().splitlines())
    progress, found = played(tmp_path, Reader(fails=False))
    after = len((tmp_path / "episodes.jsonl").read_text().splitlines())
    assert (before, after, progress.errors) == (24, 26, 0)
    fresh = played(tmp_path / "fresh", Reader(fails=False))[1]
    assert found == fresh


def test_a_smaller_question_in_the_same_folder_counts_its_own_episodes(tmp_path: Path) -> None:
    played(tmp_path, Reader())
    text = row(played(tmp_path, Reader(), episodes=3)[1], "maze_2d", "text")
    assert text.rate is not None and text.rate.episodes == 3


def test_a_folder_holds_one_study(tmp_path: Path) -> None:
    played(tmp_path, Reader(), 1)
    rules = planned_study("rules", [Reader()], StudyRequest(("maze_2d",), episodes=1))
    with pytest.raises(Mistake, match="study text, not rules"):
        asyncio.run(play_study(rules, {}, Store(tmp_path), Limits(), print))


def test_json_and_csv_hold_every_row(tmp_path: Path) -> None:
    found = played(tmp_path, Reader())[1]
    as_json, as_csv = save(diagnosis_page(found), tmp_path)
    data = json.loads(as_json.read_text(encoding="utf-8"))
    assert data["baseline"] == "picture" and len(data["rows"]) == len(found.rows) == 6
    with as_csv.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["condition"] for line in lines] == ["picture", "text"] * 3
    assert lines[0]["difference"] == "" and float(lines[1]["difference"]) == pytest.approx(0.6)


def test_mcnemar_is_the_exact_binomial_test() -> None:
    binomtest = pytest.importorskip("scipy.stats").binomtest
    for gained in range(12):
        for lost in range(12):
            known = binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
            assert mcnemar(gained, lost) == pytest.approx(known)
    assert mcnemar(700, 500) == pytest.approx(binomtest(700, 1200).pvalue)


def results(id: str, outcomes: str) -> Results:
    return {(id, seed): mark == "+" for seed, mark in enumerate(outcomes)}


def test_standard_errors_and_intervals_treat_tasks_as_fixed() -> None:
    easy, hard = results("a/easy", "++++++++"), results("b/easy", "--------")
    both = rate({key: [bool(each)] for key, each in {**easy, **hard}.items()})
    assert both is not None and (both.success, both.standard_error) == (0.5, 0.0)
    same = compare({**easy, **hard}, {**easy, **hard})
    assert same is not None and (same.difference, same.low, same.high) == (0, 0, 0)
    assert rate({}) is None and compare(easy, hard) is None


def test_the_bootstrap_interval_is_that_of_the_normal_law_and_the_same_each_time() -> None:
    these, those = results("a/easy", "+" * 60 + "-" * 40), results("a/easy", "-" * 20 + "+" * 80)
    found = compare(these, those)
    assert found is not None and (found.gained, found.lost) == (20, 40)
    spread = 1.96 * ((60 / 100 - 0.2**2) / 100) ** 0.5
    assert found.low == pytest.approx(-0.2 - spread, abs=0.015)
    assert found.high == pytest.approx(-0.2 + spread, abs=0.015)
    assert compare(these, those) == found


def test_every_study_presents_its_tasks_in_other_ways() -> None:
    for study in STUDIES.values():
        ids, notes = find_ids(study, study.preset)
        assert len({each.wrappers for each in study.conditions}) == len(study.conditions)
        named = {id.partition("/")[0] for id in ids} | {note.partition(" ")[0] for note in notes}
        assert named == set(study.tasks or named)
    assert [each.name for each in STUDIES["history"].conditions][-1] == "all turns"


def test_absent_tasks_are_left_out_with_a_note_and_mistakes_are_named() -> None:
    ids, notes = find_ids(STUDIES["goal"], "easy")
    absent = set(STUDIES["goal"].tasks or ()) - set(catalog.task_names())
    assert "patch_reassembly/easy" in ids and len(notes) == len(absent)
    for attempt, sentence in (
        (lambda: planned_study("txt", [], StudyRequest()), "did you mean text"),
        (lambda: find_ids(TEXT, "easy", ["maze2d"]), "did you mean maze_2d"),
    ):
        with pytest.raises(Mistake, match=sentence):
            attempt()


def test_the_commands_tell_what_was_found_and_where_it_is(tmp_path: Path) -> None:
    run = ("--agent", "random", "--episodes", "2", "--out", str(tmp_path / "study"))
    done = visgym("diagnose", "text", *run)
    assert done.returncode == 0, done.stderr
    for part in (
        "better on text",
        "maze_2d",
        "0.0 (0–",
        "Difference to 'picture'",
        "diagnosis.csv",
    ):
        assert part in done.stdout
    told = visgym("failures", str(tmp_path / "study"), "--json", str(tmp_path / "why.json"))
    assert told.returncode == 0, told.stderr
    assert "random (text)" in told.stdout and "State mismanagement, for example:" in told.stdout
    data = json.loads((tmp_path / "why.json").read_text(encoding="utf-8"))
    assert len(data["episodes"]) == 16 and "random (no wrapper)" in data["by_agent"]


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    for args, sentence in (
        (("diagnose", "txt", "--agent", "stop", "--out", str(tmp_path)), "did you mean text?"),
        (("failures", str(tmp_path)), "holds no run"),
    ):
        done = visgym(*args)
        assert done.returncode == 2 and sentence in done.stderr
        assert "Traceback" not in done.stderr
