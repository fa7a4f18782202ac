"""Files of VLMEvalKit and lmms-eval, written from the questions of a suite."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from visgym.imports.benchmark_rows import Kit
from visgym.imports.exported_rows import ExportedRow
from visgym.imports.own_rows import ID, SEED, START
from visgym.kit.options import LETTERS

OWN = (ID, SEED, START)
_TASK = """\
task: {name}
dataset_path: json
dataset_kwargs:
  data_files: {{test: {table}}}
test_split: test
output_type: generate_until
doc_to_visual: !function {module}.pictures
doc_to_text: !function {module}.question
doc_to_target: answer
process_results: !function {module}.process
generation_kwargs: {{max_new_tokens: 1024, temperature: 0}}
metric_list:
  - metric: score
    aggregation: mean
    higher_is_better: true
"""
_FUNCTIONS = '''\
"""What lmms-eval asks of {name}: pictures, question and score."""

import base64
import io

from PIL import Image

from visgym.kit.official_graders import RULES
from visgym.imports.row_cells import fitting_rule


def pictures(doc):
    found = [Image.open(io.BytesIO(base64.b64decode(each))) for each in doc["images"]]
    return [each.convert("RGB") for each in found]


def question(doc, lmms_eval_specific_kwargs=None):
    options = [f"{{letter}}. {{text}}" for letter, text in zip("{letters}", doc["options"])]
    return "\\n".join([doc["question"], *options])


def process(doc, results):
    rule = fitting_rule(tuple(doc["answers"]), tuple(doc["options"]))
    return {{"score": RULES["lmms_" + rule](results[0], doc["answers"], doc["options"])}}
'''


def export_table(rows: Iterable[ExportedRow], path: Path, kit: Kit) -> int:
    """Write rows to a file; gives how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return (_tsv if kit == "vlmeval" else _json_lines)(rows, path)


def _tsv(rows: Iterable[ExportedRow], path: Path) -> int:
    """A table with a column for each letter, empty where a question has fewer options."""
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["index", "question", *LETTERS, "answer", "category", *OWN, "image"])
        for count, row in enumerate(rows, start=1):
            writer.writerow(_cells(count - 1, row))
    return count


def _cells(index: int, row: ExportedRow) -> list[str]:
    pictures = [base64.b64encode(each).decode() for each in row.pictures]
    image = pictures[0] if len(pictures) == 1 else str(pictures)
    answer = row.answers[0] if len(row.answers) == 1 else str(list(row.answers))
    own = [row.id, str(row.seed), row.start] if row.id else ["", "", ""]
    options = [*row.options, *[""] * (len(LETTERS) - len(row.options))]
    return [str(index), row.question, *options, answer, row.category, *own, image]


def _json_lines(rows: Iterable[ExportedRow], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for count, row in enumerate(rows, start=1):
            file.write(json.dumps(_document(count - 1, row), ensure_ascii=False) + "\n")
    name = re.sub(r"\W+", "_", path.stem)
    module = f"{name}_functions"
    task = _TASK.format(name=name, table=json.dumps(str(path.resolve())), module=module)
    path.with_name(f"{name}.yaml").write_text(task, encoding="utf-8")
    functions = _FUNCTIONS.format(name=name, letters=LETTERS)
    path.with_name(f"{module}.py").write_text(functions, encoding="utf-8")
    return count


def _document(index: int, row: ExportedRow) -> dict[str, Any]:
    own = dict(zip(OWN, (row.id, row.seed, row.start), strict=True)) if row.id else {}
    return {
        "index": index,
        "question": row.question,
        "options": list(row.options),
        "answer": row.answers[0],
        "answers": list(row.answers),
        "images": [base64.b64encode(each).decode() for each in row.pictures],
        "category": row.category,
        **own,
    }
