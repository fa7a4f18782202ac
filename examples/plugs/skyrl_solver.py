"""The solver through SkyRL-Gym's interface: `python examples/plugs/skyrl_solver.py`."""

import skyrl_gym

from visgym import catalog, solve
from visgym.adapters.training import training_rows

skyrl_gym.register(id="visgym", entry_point="visgym.adapters.skyrl:SkyRlEnv")
(row,) = training_rows(["maze_2d/easy"], count=1)
env = skyrl_gym.make("visgym", env_config={}, extras=row.columns())
messages, _ = env.init([])
task = catalog.load(row.id)
for call in solve(task, task.start(row.seed)):
    step = env.step(task.spell(call))
print(step["reward"], step["metadata"])
