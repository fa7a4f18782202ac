"""Rows for verl: `python examples/plugs/verl_rows.py train.parquet`, then train with

data.train_files=train.parquet actor_rollout_ref.rollout.agent.default_agent_loop=visgym
actor_rollout_ref.rollout.agent.agent_loop_config_path=examples/plugs/verl_agent.yaml
"""

import sys

import pandas

from visgym.adapters.training import training_rows
from visgym.adapters.verl import verl_rows

rows = training_rows(["maze_2d/easy", "jigsaw/easy"], count=1000)
pandas.DataFrame(verl_rows(rows)).to_parquet(sys.argv[1])
