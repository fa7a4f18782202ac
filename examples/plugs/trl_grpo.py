"""GRPO with TRL: `python examples/plugs/trl_grpo.py Qwen/Qwen3-VL-2B-Instruct`."""

import sys

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from visgym.adapters.training import training_rows
from visgym.adapters.trl import TrlEnvironment, trl_rows

rows = training_rows(["maze_2d/easy", "sliding_block/easy"], count=1000, reward="dense")
trainer = GRPOTrainer(
    model=sys.argv[1],
    args=GRPOConfig(output_dir="out", num_generations=8, max_completion_length=8192),
    train_dataset=Dataset.from_list(trl_rows(rows)),
    environment_factory=TrlEnvironment,  # pictures come with every turn
)
trainer.train()
