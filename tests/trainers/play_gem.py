"""GEM's interface, also through its registry."""

from __future__ import annotations

import gem
from played_episodes import digest, report, rows, solution

from visgym.adapters.gem import GemEnv

if __name__ == "__main__":
    gem.register("visgym", entry_point=GemEnv)
    found = []
    for row in rows():
        env = gem.make("visgym", id=row.id)
        text, info = env.reset(row.seed)
        pictures, earned = [], 0.0
        for reply in solution(row):
            assert text.count("<image>") == len(info["images"])
            pictures += [digest(image.tobytes()) for image in info["images"]]
            text, reward, terminated, truncated, info = env.step(reply)
            earned += reward
        assert terminated and not truncated
        found.append({"id": row.id, "reward": earned, "pictures": pictures})
    report(found)
