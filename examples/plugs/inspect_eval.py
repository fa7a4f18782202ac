"""Evaluate through Inspect AI: `inspect eval examples/plugs/inspect_eval.py --model openai/...`.

Suites need no file: `inspect eval visgym/easy --model openai/... -T episodes=10`.
"""

from inspect_ai import Task, task

from visgym.adapters.inspect_ai import inspect_task
from visgym.adapters.training import evaluation_rows


@task
def two_episodes_of_each() -> Task:
    return inspect_task(evaluation_rows("visgym/easy", episodes=2))
