"""SkyRL-Gym's interface, through its registry."""

from __future__ import annotations

import skyrl_gym
from played_episodes import pixels_of, report, rows, solution


def shown(messages: list[dict]) -> list[str]:
    """The pictures of the last message."""
    blocks = [block for block in messages[-1]["content"] if block["type"] == "image_url"]
    return [pixels_of(block["image_url"]["url"]) for block in blocks]


if __name__ == "__main__":
    skyrl_gym.register(id="visgym", entry_point="visgym.adapters.skyrl:SkyRlEnv")
    found = []
    for row in rows():
        env = skyrl_gym.make("visgym", env_config={}, extras=row.columns())
        messages, _ = env.init([])
        pictures, earned, done = [], 0.0, False
        for reply in solution(row):
            pictures += shown(messages)
            step = env.step(reply)
            messages, earned, done = step["observations"], earned + step["reward"], step["done"]
        assert done and env.get_metrics()["success"] == 1.0
        found.append({"id": row.id, "reward": earned, "pictures": pictures})
    report(found)
