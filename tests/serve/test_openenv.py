"""OpenEnv's own client plays against the server as it is."""

from __future__ import annotations

import base64
import json

import httpx
import pytest

from serve.serving import MAZE, Site, plan, serving
from visgym.serve.limits import ServeLimits

core = pytest.importorskip(
    "openenv.core.generic_client", reason="openenv is not installed (pip install openenv)"
)


def test_its_client_solves_a_maze(site: Site) -> None:
    with core.GenericEnvClient(base_url=site.url).sync() as env:
        result = env.reset(id=MAZE, seed=7)
        assert not result.done and result.reward is None
        for reply in plan(MAZE, 7):
            picture = base64.b64decode(result.observation["images"][0])
            assert picture.startswith(b"\x89PNG")
            result = env.step({"text": reply})
        assert result.done and result.reward == 1.0 and result.metadata["success"]
        state = env.state()
        assert state["step_count"] == len(plan(MAZE, 7)) and state["episode_id"]
        again = env.reset(id=MAZE, seed=7)
        assert again.observation["text"].startswith("You walk through a maze")


def test_its_client_is_told_what_is_wrong(site: Site) -> None:
    with core.GenericEnvClient(base_url=site.url).sync() as env:
        with pytest.raises(RuntimeError, match="reset first"):
            env.step({"text": "('move', 0)"})
        with pytest.raises(RuntimeError, match="There is no task"):
            env.reset(id="maze_9d/easy", seed=1)
        assert not env.reset(seed=1).done


def test_its_client_comes_in_with_the_token_only() -> None:
    with serving(token="right") as site:
        with pytest.raises(Exception, match="403"):
            core.GenericEnvClient(base_url=site.url).sync().connect()
        headers = {"Authorization": "Bearer right"}
        with core.GenericEnvClient(base_url=site.url, headers=headers).sync() as env:
            assert not env.reset(id=MAZE, seed=1).done


def test_a_full_server_is_told_and_episodes_end_with_their_client() -> None:
    with serving(ServeLimits(sessions=1)) as site:
        with core.GenericEnvClient(base_url=site.url).sync() as first:
            first.reset(id=MAZE, seed=1)
            with (
                core.GenericEnvClient(base_url=site.url).sync() as second,
                pytest.raises(RuntimeError, match="CAPACITY_REACHED"),
            ):
                second.reset(id=MAZE, seed=1)
        with core.GenericEnvClient(base_url=site.url).sync() as third:
            assert not third.reset(id=MAZE, seed=1).done


def test_its_models_understand_what_comes_over_http(site: Site) -> None:
    types = pytest.importorskip("openenv.core.env_server.types")
    with httpx.Client(base_url=site.url) as line:
        begun = line.post("/reset", json={"id": MAZE, "seed": 7}).json()
        types.ResetResponse(**begun)
        named = {"episode_id": begun["metadata"]["episode_id"]}
        body = {"action": {"text": plan(MAZE, 7)[0]}, **named}
        types.StepResponse(**line.post("/step", json=body).json())
        types.State(**line.get("/state", params=named).json())
        types.EnvironmentMetadata(**line.get("/metadata").json())
        types.SchemaResponse(**line.get("/schema").json())
        assert json.loads(line.get("/health").content)["status"] == "healthy"
