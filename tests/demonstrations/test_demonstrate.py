"""Demonstrations that can be trusted: solved, distinct, apart from evaluation, reproducible."""

from __future__ import annotations

import hashlib
import io
import json
import os
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from commands import MAIN
from visgym import Mistake, catalog
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.core.task import Task
from visgym.demonstrations.credits import DATA, credits, drawn_by
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import FORMATS
from visgym.demonstrations.hold_out import COMMON, evaluation_starts, evaluation_views, first_view
from visgym.demonstrations.recipes import FIRST_SEED, RECIPES, Recipe, candidate, task_of, weights
from visgym.suites.suite import all_suites, find_suite

IDS = ("maze_2d/easy", "matchstick_equation/easy", "jigsaw/easy")
RECIPE = Recipe(ids=IDS, strategies={"*": {"all": 1.0}})


def contents(folder: Path) -> dict[str, str]:
    """A hash of every file of a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def make(out: Path, recipe: Recipe = RECIPE, episodes: int = 20, **more: Any) -> dict[str, Any]:
    return demonstrate(recipe, episodes, more.pop("format", "jsonl"), out, shard=6, **more)


def played_on(row: dict[str, Any]) -> Task[Any]:
    return catalog.load(row["id"], **json.loads(row["knobs"]))


@pytest.mark.parametrize("format", FORMATS)
def test_the_bytes_do_not_depend_on_the_number_of_workers(
    format: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    make(tmp_path / "1", workers=1, format=format)
    for workers in (2, 4) if pytestconfig.getoption("deep") else (2,):
        make(tmp_path / str(workers), workers=workers, format=format)
        assert contents(tmp_path / "1") == contents(tmp_path / str(workers))


@pytest.mark.slow  # evaluation/test_workers.py has a quick test of the backend
def test_a_ray_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed")
    command = [
        *MAIN, "demonstrate", "--tasks", "maze_2d/easy", "--episodes", "20", "--shard", "6",
        "--format", "jsonl", "--workers", "2", "--backend", "ray", "--out", str(tmp_path / "ray"),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    make(tmp_path / "here", Recipe(ids=("maze_2d/easy",)))
    assert contents(tmp_path / "ray") == contents(tmp_path / "here")


def test_hashes_are_those_of_the_files(tmp_path: Path) -> None:
    manifest = make(tmp_path, format="llamafactory")
    for name, expected in manifest["sha256"].items():
        path = tmp_path / name
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        data = b"".join(file.read_bytes() for file in files)
        assert hashlib.sha256(data).hexdigest() == expected, name
    assert not (tmp_path / ".work").exists()


def test_a_finished_folder_stays_as_it_is_and_another_order_is_refused(tmp_path: Path) -> None:
    first = make(tmp_path)
    assert make(tmp_path) == first
    with pytest.raises(Mistake, match="another episodes; give another --out"):
        make(tmp_path, episodes=21)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear reader")
    with pytest.raises(Mistake, match=r"is not empty \(it holds letter.txt\)"):
        make(tmp_path / "other")


def test_rows_are_solved_distinct_and_far_from_evaluation(tmp_path: Path) -> None:
    manifest = make(tmp_path, episodes=30)
    rows = [row.facts for row in FORMATS["jsonl"].samples(tmp_path)]
    starts = [
        (
            row["id"].partition("/")[0],
            fingerprint(begin(played_on(row), row["seed"]).start),
        )
        for row in rows
    ]
    assert len(rows) == len(set(starts)) == manifest["counts"]["accepted"] == 30
    assert not set(starts) & evaluation_starts()
    assert min(row["seed"] for row in rows) >= FIRST_SEED
    assert manifest["statistics"]["rows"] == 30
    assert {entry["licence"] for entry in manifest["embedded_data"]}


def test_a_planted_overlap_with_a_suite_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = "maze_2d/easy"
    recipe = Recipe(ids=(id,))
    clean = make(tmp_path / "clean", recipe, episodes=8)
    known = find_suite("visgym/easy").starts[id]
    planted = next(iter(known))  # an episode of evaluation, as candidate number 3

    def with_overlap(recipe: Recipe, number: int) -> Any:
        chosen = candidate(recipe, number)
        return chosen if number != 3 else type(chosen)(3, id, planted, "shortest", None, "{}")

    monkeypatch.setattr("visgym.demonstrations.shards.candidate", with_overlap)
    caught = make(tmp_path / "planted", recipe, episodes=8)
    assert (clean["counts"]["overlapping"], caught["counts"]["overlapping"]) == (0, 1)
    assert caught["counts"]["accepted"] == 8
    assert planted not in {
        row.facts["seed"] for row in FORMATS["jsonl"].samples(tmp_path / "planted")
    }


def test_evaluation_starts_are_those_of_every_suite_and_preset() -> None:
    known = evaluation_starts()
    for suite in all_suites().values():
        for id, starts in suite.starts.items():
            assert {(id.partition("/")[0], start) for start in starts.values()} <= known


def test_what_looks_like_evaluation_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = Recipe(ids=("maze_2d/easy",))
    chosen = candidate(recipe, 3)
    task = task_of(chosen)
    view = first_view(task, task.start(chosen.seed))
    where = "visgym.demonstrations.scheduler.evaluation_views"
    monkeypatch.setattr(where, lambda name: frozenset({view}))
    manifest = make(tmp_path, recipe, episodes=8)
    assert manifest["counts"]["looking_alike"] == 1 and manifest["counts"]["accepted"] == 8
    rows = FORMATS["jsonl"].samples(tmp_path)
    assert chosen.seed not in {row.facts["seed"] for row in rows}


def test_views_of_evaluation_are_those_of_its_starts() -> None:
    task = catalog.load("maze_2d/hard")
    starts = find_suite("visgym/hard").starts["maze_2d/hard"]
    assert first_view(task, task.start(next(iter(starts)))) in evaluation_views("maze_2d")


@pytest.mark.slow
def test_no_view_of_evaluation_is_in_the_rows(tmp_path: Path) -> None:
    id = "maze_3d/easy"
    manifest = make(tmp_path, Recipe(ids=(id,)), episodes=25)
    task = catalog.load(id)
    views = Counter(
        hashlib.sha256(task.clip(task.visible(task.start(seed), task.seat))[0].tobytes()).digest()
        for seed in find_suite("visgym/easy").starts[id]
    )
    seen = {view for view, times in views.items() if times <= COMMON * views.total()}
    assert len(seen) > 40  # most views tell a start
    for row in FORMATS["jsonl"].samples(tmp_path):
        frame = np.asarray(Image.open(io.BytesIO(row.images[0])))
        view = first_view(played_on(row.facts), played_on(row.facts).start(row.facts["seed"]))
        assert view not in evaluation_views("maze_3d")
        assert hashlib.sha256(frame.tobytes()).digest() not in seen
    assert manifest["counts"]["accepted"] == 25


def test_photos_are_those_for_training(tmp_path: Path) -> None:
    manifest = make(tmp_path, Recipe(ids=("jigsaw/easy",)), episodes=8)
    assert manifest["usual_knobs"] == {"jigsaw/easy": {"crops": True, "photos": "training"}}
    photos = json.loads((DATA / "photos" / "manifest.json").read_text())
    use = {f"photos/{photo['file']}": photo["use"] for photo in photos}
    assert {use[each["file"]] for each in manifest["embedded_data"]} == {"training"}


def test_credits_are_those_of_what_is_drawn() -> None:
    clips = drawn_by(type(catalog.load("video_unshuffle/easy")).__module__)
    entries = credits(clips)
    assert any("CC-BY" in each["licence"].replace(" ", "-") for each in entries)
    assert {"meshes/toaster.glb", "meshes/hammer.glb"} <= clips
    scenes = drawn_by(type(catalog.load("counting/easy")).__module__)
    assert any(file.startswith("photos/lake_sherburne") for file in scenes)
    words = credits(drawn_by(type(catalog.load("crosswords")).__module__))
    assert {"SCOWL license", "WordNet 3.0 license"} <= {each["licence"] for each in words}
    assert not drawn_by(type(catalog.load("maze_2d/easy")).__module__)


def test_earlier_sets_can_be_left_out_and_seeds_share_no_range(tmp_path: Path) -> None:
    tiny = {"maze_2d": {"width": 5, "height": 5}}
    first = make(tmp_path / "a", Recipe(ids=("maze_2d/easy",), knobs=tiny), episodes=6)
    other = Recipe(ids=("maze_2d/easy",), knobs=tiny, seed=1)
    second = make(tmp_path / "b", other, episodes=30, exclude=[tmp_path / "a"])
    starts = [
        {row.facts["start"] for row in FORMATS["jsonl"].samples(tmp_path / name)} for name in "ab"
    ]
    assert not starts[0] & starts[1] and second["counts"]["excluded"] > 0
    assert first["seeds"]["last"] < second["seeds"]["first"]
    with pytest.raises(Mistake, match=r"starts.json is missing"):
        make(tmp_path / "c", episodes=6, exclude=[tmp_path / "nowhere"])


def test_failures_and_duplicates_are_counted_and_the_search_ends(tmp_path: Path) -> None:
    short = make(tmp_path / "short", Recipe(ids=("maze_2d/easy",), step_limit=5), episodes=6)
    assert short["counts"]["accepted"] == 0 and short["counts"]["failed"] == 6
    tiny = Recipe(ids=("maze_2d/easy",), knobs={"maze_2d": {"width": 5, "height": 5}})
    few = make(tmp_path / "few", tiny, episodes=300)
    assert 0 < few["counts"]["accepted"] < 300 and few["counts"]["duplicate"] > 200


def test_knobs_steps_and_weights_are_followed(tmp_path: Path) -> None:
    recipe = Recipe(
        ids=("matchstick_equation/easy", "maze_2d/easy"),
        strategies={"matchstick_equation": {"bfs": 1.0, "sos": 3.0}},
        steps=(24, 30),
        knobs={"maze_2d": {"width": [11, 13], "longest": None}},
        wrappers=("goal", "no_feedback"),
        step_limit=40,
    )
    chosen = [candidate(recipe, number) for number in range(400)]
    shares = [each.strategy for each in chosen if each.id.startswith("match")]
    assert 0.6 < shares.count("sos") / len(shares) < 0.9
    assert {each.steps for each in chosen} == set(range(24, 31))
    assert {json.loads(each.knobs).get("width") for each in chosen[1::2]} == {11, 13}
    manifest = make(tmp_path, recipe, episodes=6)
    assert min(map(int, manifest["statistics"]["lengths"])) >= 24
    assert manifest["statistics"]["images"] == manifest["statistics"]["turns"] + 6  # the goals


def test_the_arms_of_the_study_share_their_starts_and_differ_in_strategies() -> None:
    ids = ("matchstick_rotation/easy", "mental_rotation_3d_cube/easy")
    arms = [
        [candidate(Recipe(name=name, ids=ids, strategies=RECIPES[name]), n) for n in range(20)]
        for name in ("information_revealing", "solve_only")
    ]
    assert [each.seed for each in arms[0]] == [each.seed for each in arms[1]]
    assert {each.strategy for each in arms[0]} == {"unit_moves_first", "look_around"}
    assert {each.strategy for each in arms[1]} == {"stochastic", "solve_only"}


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        (Recipe(), "No task is chosen"),
        (Recipe(ids=IDS, strategies={"jigsaw": {"swaping": 1.0}}), "did you mean swapping"),
        (Recipe(ids=IDS, strategies={"jigsow": {"all": 1.0}}), "did you mean jigsaw"),
        (Recipe(ids=IDS, strategies={"*": {"all": 0.0}}), "one is above 0"),
        (Recipe(ids=IDS, knobs={"maze_2d": {"widht": 9}}), "did you mean width"),
        (Recipe(ids=IDS, knobs={"*": {"widht": 9}}), "did you mean width"),
        (Recipe(ids=IDS, steps=(9, 3)), "must rise"),
        (Recipe(ids=IDS, steps=(9, 30)), "ends after 20 steps; give --step-limit 31"),
        (Recipe(ids=IDS, wrappers=("text",)), "needs a text view"),
        (Recipe(ids=IDS, reasoner="solver"), "--style think"),
    ],
)
def test_mistakes_get_one_sentence(recipe: Recipe, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=sentence):
        make(tmp_path, recipe)


def test_strategies_may_be_named_or_all_of_a_task() -> None:
    task = catalog.load("matchstick_equation/easy")
    assert weights(Recipe(), task) == {"bfs": 1.0}
    assert set(weights(RECIPE, task)) == {"bfs", "dfs", "sos"}


@pytest.mark.parametrize(
    ("episodes", "kills"),
    [(80, (5,)), pytest.param(120, (3, 9, 14, 18), marks=pytest.mark.slow)],
)
def test_kills_change_nothing(episodes: int, kills: tuple[int, ...], tmp_path: Path) -> None:
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    recipe = Recipe(ids=("maze_2d/easy", "jigsaw/easy"))
    demonstrate(recipe, episodes, "llamafactory", straight, shard=10)
    command = [
        *MAIN, "demonstrate", "--tasks", "maze_2d/easy,jigsaw/easy", "--episodes", str(episodes),
        "--shard", "10", "--workers", "2", "--out", str(killed),
    ]  # fmt: skip
    for files in kills:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if len(list(killed.glob(".work/*.json"))) >= files:
                break
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert not (killed / "manifest.json").exists()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert contents(killed) == contents(straight)
