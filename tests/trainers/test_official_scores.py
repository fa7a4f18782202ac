"""Our rules of public kits give the scores of their own scripts, reply by reply."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmark_replies import Reply, choice_replies, open_replies, yes_no_replies
from visgym.kit.official_graders import RULES

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("score_with_lmms.py")
SHAPES: Mapping[str, Callable[[], Iterable[Reply]]] = {
    "choice": choice_replies,
    "yes_no": yes_no_replies,
    "vqa": lambda: open_replies(10),
    "anls": lambda: open_replies(3),
    "relaxed": open_replies,
    "exact": open_replies,
}


def ours(rule: str, replies: Iterable[Reply]) -> list[float]:
    return [RULES[rule](each.said, each.answers, each.options) for each in replies]


def test_lmms_eval_scores_replies_as_we_do() -> None:
    python = ROOT / ".adapters" / "lmms" / "bin" / "python"
    if not python.exists():
        pytest.skip("lmms-eval is not installed; `make test-adapters` installs it")
    asked = {f"lmms_{name}": list(replies()) for name, replies in SHAPES.items()}
    rows = {rule: [each._asdict() for each in replies] for rule, replies in asked.items()}
    done = subprocess.run(
        [str(python), str(SCRIPT)], input=json.dumps(rows), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    theirs = json.loads(done.stdout.splitlines()[-1])
    for rule, replies in asked.items():
        assert len(replies) >= 100
        assert ours(rule, replies) == pytest.approx(theirs[rule], abs=1e-12), rule
        assert 0 < sum(theirs[rule]) < len(replies)  # neither all wrong nor all right


def test_vlmevalkit_scores_replies_as_we_do() -> None:
    matching = pytest.importorskip("vlmeval.utils.matching_util")
    words: Any = pytest.importorskip("vlmeval.dataset.utils.yorn")
    lines: Any = pytest.importorskip("vlmeval.dataset.utils.vqa_eval")
    for each in choice_replies():
        found = matching.can_infer(each.said, dict(zip("ABCD", each.options, strict=True)))
        assert ours("vlmeval_choice", [each]) == [float(found == each.answers[0])], each
    for each in yes_no_replies():
        right = float(words.YOrN_Extraction(each.said) == each.answers[0])
        assert ours("vlmeval_yes_no", [each]) == [right], each
    methods = {"vqa": "vqa_score", "anls": "anls", "relaxed": "relaxed_accuracy"}
    names = {"vqa": "TextVQA_VAL", "anls": "DocVQA_VAL", "relaxed": "ChartQA_TEST"}
    for rule, method in methods.items():
        for each in SHAPES[rule]():
            row = {"answer": str(list(each.answers)), "prediction": each.said}
            score = lines.hit_calculate([lines.process_line(row, method)], names[rule])
            assert ours(f"vlmeval_{rule}", [each]) == pytest.approx([float(score[0])]), each
