"""Inspect AI plays with a model that knows the solutions."""

from __future__ import annotations

import sys
from typing import Any

from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.model._model_output import ModelUsage
from played_episodes import expected, pixels_of, report, rows, solution

from visgym.adapters.inspect_ai import inspect_task

seen: dict[str, list[str]] = {}


def answer(input: list[Any], tools: Any, tool_choice: Any, config: Any) -> ModelOutput:
    """The next reply of the solution whose first picture was shown."""
    users = [message for message in input if message.role == "user"]
    pictures = [
        [pixels_of(part.image) for part in message.content if part.type == "image"]
        for message in users
    ]
    row = next(each for each, first in firsts.items() if first == pictures[0])
    seen.setdefault(row, []).extend(pictures[-1])
    found = ModelOutput.from_content("mockllm", solutions[row][len(users) - 1])
    found.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return found


if __name__ == "__main__":
    chosen = rows()
    solutions = {row.id: solution(row) for row in chosen}
    firsts = {row.id: expected(row)["pictures"][:1] for row in chosen}
    model = get_model("mockllm/model", custom_outputs=answer)
    (log,) = inspect_eval(inspect_task(chosen), model=model, log_dir=sys.argv[1], display="none")
    assert log.status == "success", log.error
    rewards = {
        sample.metadata["id"]: sample.scores["episode_score"].value["reward"]
        for sample in log.samples
    }
    report([{"id": id, "reward": rewards[id], "pictures": seen[id]} for id in solutions])
