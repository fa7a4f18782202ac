"""A random player through GEM's interface: `python examples/plugs/gem_random.py`."""

from visgym.adapters.gem import GemEnv

env = GemEnv("maze_2d/easy", reward="dense")
text, info = env.reset(seed=7)
while True:
    text, reward, terminated, truncated, info = env.step(env.sample_random_action())
    if terminated or truncated:
        break
print(info["success"], info["turns"], info["images"])
