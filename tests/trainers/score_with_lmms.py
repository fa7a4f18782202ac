"""Scores replies with the functions of lmms-eval; run in an environment that has it, without torch.

The files of the functions are loaded one by one: the package itself imports torch and models.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def load(name: str) -> Any:
    """A file of the installed package, as a module."""
    package = importlib.util.find_spec("lmms_eval")
    assert package is not None and package.submodule_search_locations
    path = Path(package.submodule_search_locations[0], name)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _unregistered(*args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    return lambda function: function


def scorers() -> dict[str, Callable[[Row], float]]:
    """A function of lmms-eval for each rule of ours."""
    registry: Any = types.ModuleType("lmms_eval.api.registry")
    registry.register_aggregation = registry.register_metric = _unregistered
    package = types.ModuleType("lmms_eval.api")
    sys.modules.update({"lmms_eval.api": package, "lmms_eval.api.registry": registry})
    metrics, choices = load("api/metrics.py"), load("tasks/_task_utils/mcq_extract.py")
    pope, chart = load("tasks/pope/utils.py"), load("tasks/chartqa/utils.py")
    processor = load("tasks/_task_utils/vqa_eval_metric.py")
    sys.modules["lmms_eval.tasks._task_utils.vqa_eval_metric"] = processor
    file_utils: Any = types.ModuleType("file_utils")
    file_utils.generate_submission_file = None
    sys.modules["lmms_eval.tasks._task_utils.file_utils"] = file_utils
    sys.modules["lmms_eval.tasks._task_utils"] = types.ModuleType("lmms_eval.tasks._task_utils")
    sys.modules["lmms_eval.tasks"] = types.ModuleType("lmms_eval.tasks")
    text = load("tasks/textvqa/utils.py")

    def choice(row: Row) -> float:
        letters = ["A", "B", "C", "D", "E", "F", "G", "H"][: len(row["options"])]
        return float(choices.extract_mcq_answer(row["said"], letters) == row["answers"][0])

    def yes_no(row: Row) -> float:
        doc = {"answer": row["answers"][0], "question_id": 0}
        return float(pope.pope_process_results(doc, [row["said"]])["pope_accuracy"]["score"])

    def vqa(row: Row) -> float:
        doc = {"answers": list(row["answers"]), "question_id": 0}
        return float(text.textvqa_process_results(doc, [row["said"]])["exact_match"])

    def anls(row: Row) -> float:
        return float(metrics.anls(row["answers"], [row["said"]])["anls"])

    def relaxed(row: Row) -> float:
        doc = {"answer": row["answers"][0], "type": "human_test"}
        return float(chart.chartqa_process_results(doc, [row["said"]])["relaxed_overall"])

    def exact(row: Row) -> float:
        found = metrics.exact_match_hf_evaluate(
            predictions=[row["said"]],
            references=row["answers"][:1],
            ignore_case=True,
            ignore_punctuation=True,
        )
        return float(found["exact_match"])

    functions = (choice, yes_no, vqa, anls, relaxed, exact)
    return {f"lmms_{each.__name__}": each for each in functions}


def main() -> None:
    """Read rows by rule, and print their scores."""
    known = scorers()
    asked = json.load(sys.stdin)
    print(json.dumps({rule: [known[rule](row) for row in rows] for rule, rows in asked.items()}))


if __name__ == "__main__":
    main()
