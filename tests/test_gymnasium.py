"""The Gymnasium face of every task."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import visgym
from visgym import catalog
from visgym.adapters.gymnasium import VisEnv
from visgym.adapters.vector import VisVectorEnv


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # advice of the checker on render modes
        yield


def test_every_task_passes_the_checker(task_id: str) -> None:
    name, preset = task_id.split("/")
    version = catalog.load(task_id).version
    check_env(gymnasium.make(f"visgym/{name}-v{version}", preset=preset).unwrapped)


def test_reset_and_step_tell_all_that_is_promised() -> None:
    env = visgym.make("maze_2d/easy")
    image, info = env.reset(seed=3)
    assert image.shape == env.observation_space.shape and image.dtype == np.uint8
    assert info["text"].startswith("You walk through a maze")
    assert (info["step"], info["steps_left"], info["feedback"]) == (1, 19, "")
    _, reward, terminated, truncated, info = env.step("nonsense")
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (info["parsed"], info["legal"], info["success"], info["score"]) == (
        False,
        False,
        False,
        0,
    )
    for reply in env.solve():
        image, reward, terminated, truncated, info = env.step(reply)
    assert (reward, terminated, info["success"]) == (1.0, True, True)
    assert env.episode.seed == 3


def test_an_illegal_call_is_parsed_and_not_legal() -> None:
    env = visgym.make("patch_reassembly/easy")
    env.reset(seed=0)
    info = env.step("('remove', 0)")[4]
    assert (info["parsed"], info["legal"]) == (True, False)
    assert info["feedback"] == "Patch 0 is not on the board."


def test_solve_pads_on_request() -> None:
    env = visgym.make("maze_2d/easy", step_limit=100)
    env.reset(seed=1)
    assert len(env.solve(steps=30)) in (31, 32)


def test_samples_are_well_formed_replies() -> None:
    env = visgym.make("matchstick_equation/easy")
    env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(50):
        reply = env.action_space.sample()
        assert visgym.advance(env.episode, reply).turns[-1].verdict in ("done", "refused")


def test_specs_survive_json() -> None:
    env = visgym.make("patch_reassembly/hard", wrappers=["history=2", "goal"], patches=7)
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json())).unwrapped
    assert again.task == env.task and again.wrappers == env.wrappers  # type: ignore[attr-defined]


def test_knobs_in_an_id_are_knobs_of_the_environment() -> None:
    env = visgym.make("maze_2d/easy?width=11&longest=null", height=7)
    assert env.task == visgym.load("maze_2d/easy", width=11, longest=None, height=7)
    assert env.spec is not None
    assert gymnasium.make(EnvSpec.from_json(env.spec.to_json())).unwrapped.task == env.task  # type: ignore[attr-defined]


def test_the_text_wrapper_withholds_the_picture() -> None:
    image, info = visgym.make("maze_2d/easy", wrappers=["text"]).reset(seed=0)
    assert not image.any()
    assert "#########" in info["text"]


@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
def test_vector_environments_agree_with_single_ones(mode: str) -> None:
    vector = gymnasium.make_vec(
        "visgym/sliding_block-v1", num_envs=2, vectorization_mode=mode, preset="easy"
    )
    images, infos = vector.reset(seed=7)
    single = visgym.make("sliding_block/easy")
    for index in range(2):
        image, info = single.reset(seed=7 + index)
        assert np.array_equal(images[index], image) and infos["text"][index] == info["text"]
    vector.action_space.seed(1)
    images, *_ = vector.step(vector.action_space.sample())
    assert images.shape == (2, *single.observation_space.shape)  # type: ignore[misc]
    vector.close()


@pytest.mark.parametrize("wrappers", [(), ("text",), ("no_feedback",)])
def test_our_vector_environment_is_the_one_of_gymnasium(wrappers: tuple[str, ...]) -> None:
    def single() -> VisEnv:
        return visgym.make("maze_2d/easy", wrappers, step_limit=5)

    sync = gymnasium.vector.SyncVectorEnv([single] * 3)
    ours = VisVectorEnv("maze_2d", 3, "easy", wrappers, step_limit=5)
    assert ours.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]
    assert_alike(ours.reset(seed=5), sync.reset(seed=5))
    sync.action_space.seed(2)
    for _ in range(15):
        actions = sync.action_space.sample()
        assert_alike(ours.step(actions), sync.step(actions))
    assert_alike(ours.reset(seed=[3, 1, 2]), sync.reset(seed=[3, 1, 2]))
    assert ours.observation_space == sync.observation_space


def test_vectors_are_ours_unless_another_sort_is_asked_for() -> None:
    assert isinstance(gymnasium.make_vec("visgym/maze_2d-v1", 2).unwrapped, VisVectorEnv)


def assert_alike(one: object, other: object) -> None:
    if isinstance(one, dict) and isinstance(other, dict):
        assert one.keys() == other.keys()
        assert_alike(tuple(one.values()), tuple(other[key] for key in one))
    elif isinstance(one, tuple) and isinstance(other, tuple):
        for a, b in zip(one, other, strict=True):
            assert_alike(a, b)
    else:
        assert isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
        assert one.dtype == other.dtype and np.array_equal(one, other)


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
@pytest.mark.parametrize("task", ["maze_2d", "jigsaw"])
def test_batches_belong_to_whoever_asked_for_them(mode: str, task: str) -> None:
    vector = gymnasium.make_vec(f"visgym/{task}-v1", 2, mode, preset="easy")
    vector.action_space.seed(3)
    batches = [vector.reset(seed=4)[0]]
    copies = [batches[0].copy()]
    for _ in range(8):
        batches.append(vector.step(vector.action_space.sample())[0])
        copies.append(copy.deepcopy(batches[-1]))
        batches[-1][:] //= 2  # as a trainer may do
    assert all(type(batch) is np.ndarray for batch in batches)
    again = gymnasium.make_vec(f"visgym/{task}-v1", 2, mode, preset="easy")
    again.action_space.seed(3)
    assert np.array_equal(again.reset(seed=4)[0], copies[0])
    for expected in copies[1:]:
        assert np.array_equal(again.step(again.action_space.sample())[0], expected)


def test_a_refused_call_shows_the_picture_of_before_in_an_array_of_its_own() -> None:
    env = visgym.make("maze_2d/easy")
    before, _ = env.reset(seed=3)
    kept = before.copy()
    before[:] = 0
    after = env.step("nonsense")[0]
    assert np.array_equal(after, kept) and after.flags.writeable


def test_many_environments_live_in_one_process_and_pickle(task_ids: list[str]) -> None:
    envs = [visgym.make(id) for id in task_ids for _ in range(2)]
    frames = [env.reset(seed=4)[0] for env in envs]
    for env, again, first, second in zip(
        envs[::2], envs[1::2], frames[::2], frames[1::2], strict=True
    ):
        assert np.array_equal(first, second)
        assert pickle.loads(pickle.dumps(env.episode)) == again.episode


def test_what_a_task_has_worked_out_does_not_travel_with_it() -> None:
    env = visgym.make("lines_of_action/level_0")
    alone = len(pickle.dumps(env.episode.task))
    env.reset(seed=1)
    env.step("nonsense")
    assert len(pickle.dumps(env.episode.task)) == alone < 1_000


def test_an_episode_of_30_turns_is_small(task_id: str) -> None:
    env = visgym.make(task_id, step_limit=30)
    env.reset(seed=1)
    env.action_space.seed(1)
    while not env.episode.over:
        reply = env.action_space.sample()
        env.step(reply if "stop" not in reply else "?")
    # a robot has many joints, and a state of an arcade holds the frames between two calls
    bound = {"fetch": 30_000, "arcade": 15_000}.get(task_id.partition("_")[0], 10_000)
    assert len(pickle.dumps(env.episode)) < bound
