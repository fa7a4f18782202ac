"""Eight mazes in two processes: `python examples/plugs/process_vector.py`."""

from visgym.adapters.process_vector import VisProcessVectorEnv

if __name__ == "__main__":
    envs = VisProcessVectorEnv("maze_2d", num_envs=8, workers=2, preset="easy")
    images, infos = envs.reset(seed=0)
    images, rewards, terminated, truncated, infos = envs.step(["('move', 0)"] * 8)
    print(images.shape, infos["text"][0])
    envs.close()
