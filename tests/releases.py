"""Small releases in the layouts of VSP and iVISPAR."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

TABLE = (
    "| | Col 1 | Col 2 | Col 3 |\n"
    "| Row 1 | @ | # | _ |\n"
    "| Row 2 | _ | # | * |\n"
    "| Row 3 | _ | _ | _ |\n"
)
SMALL = "| | Col 1 | Col 2 |\n| Row 1 | @ | _ |\n| Row 2 | _ | * |\n"
OTHER = TABLE.replace("@ | #", "# | @")
LARGE = "\n".join(["| | 1 | 2 | 3 | 4 |", *["| Row | _ | _ | _ | _ |"] * 2])
FOUR = f"{LARGE}\n| Row 3 | @ | _ | _ | * |\n| Row 4 | _ | _ | _ | _ |\n"
STACKS = "- Stack with purple block\n- Stack with orange block, red block, from bottom to top\n"
ONE = "- Stack with green block\n"
CODE = "P00000-OR0000-000000\t2Towers/12\tP00000-O00000-R00000\t3Towers/111\t1\tmove(r,table,0)\n"


def laid_out(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def is_sentence(text: str) -> bool:
    """Whether a reason is one line that begins, ends, and is not too long."""
    return text.endswith(".") and text.isprintable() and 10 < len(text) < 400


def candidates(*texts: str) -> str:
    return "\n".join(f"({letter})\n{text}" for letter, text in zip("ABCD", texts, strict=True))


RELEASE: dict[str, str | bytes] = {
    "maze/task-main/maps/level3/table/0.txt": TABLE,
    "maze/task1/maps/level3/table/0.txt": TABLE,
    "maze/task1/maps/level3/question/0.txt": "Is there a hole in row 2, column 2?",
    "maze/task1/maps/level3/answer/0.txt": "Y",
    "maze/task2/maps/level3/table/0.txt": TABLE,
    "maze/task3/maps/level3/question/0.txt": candidates(SMALL, TABLE, OTHER, FOUR),
    "maze/task3/maps/level3/answer/0.txt": "2-7\n3-1\n3-5\n4-0\n1",
    "maze/task4/maps/level_step3/text/0.txt": "SHF\nFHG\nFFF",
    "maze/task4/maps/level_step3/special_text/0.txt": "@#_\n_#*\n___",
    "maze/task4/maps/level_step3/question/0.txt": "DDR",
    "maze/task4/maps/level_step3/answer/0.txt": "Y",
    "blocks/task-main/maps/level1/info.txt": CODE,
    "blocks/task-main/maps/level1/input_text/0.txt": STACKS,
    "blocks/task1/maps/level3/annotation.txt": "red\nblue\n",
    "blocks/task1/maps/level3/text_input/0.txt": "What is the color at stack 2, level 2?",
    "blocks/task1/maps/level3/pure_text_rep_input/0": STACKS,
    "blocks/task2/maps/level3/annotation.txt": "1\n",
    "blocks/task2/maps/level3/text_input/0.txt": "the orange block and the red block?",
    "blocks/task2/maps/level3/pure_text_rep_input/0": STACKS,
    "blocks/task3/maps/level3/annotation.txt": "2\n",
    "blocks/task3/maps/level3/text_input/0.txt": candidates(ONE, ONE, STACKS, ONE),
    "blocks/task4/maps/level1/annotation.txt": "1\n",
    "blocks/task4/maps/level1/text_input/0.txt": "1. move(orange,table)",
    "blocks/task4/maps/level1/text_input/1.txt": "1. move(red,purple)",
    "blocks/task4/maps/level1/pure_text_rep_input/0.txt": STACKS,
    "blocks/task4/maps/level1/pure_text_rep_input/1.txt": STACKS,
    "google_map/task-main/maps/level1/answer-4.pkl": pickle.dumps([(1, -4), (0, 2)]),
    **{
        f"collision/task-main/maps/level-default/{name}.txt": text
        for name, text in {
            "car-dir": "left\nright",
            "car-speed": "2.0\n0.5",
            "car-answer": "0.5\n8.0",
            "person-dir": "down\nup",
            "person-speed": "0.25\n0.5",
            "person-answer": "4.0\n8.0",
        }.items()
    },
}

BOARD = {
    "experiment_type": "SlidingGeomPuzzle",
    "complexity_c1": 3,
    "complexity_c2": 0,
    "grid_size": 4,
    "landmarks": [
        {"body": "cone", "color": "purple", "start_coordinate": [2, 1], "goal_coordinate": [0, 1]},
        {"body": "prism", "color": "red", "start_coordinate": [0, 1], "goal_coordinate": [0, 2]},
    ],
    "shortest_move_sequence": [
        "start", "move red prism up", "move purple cone left", "move purple cone left", "done",
    ],
}  # fmt: skip
"""A board in the layout of iVISPAR, with the fields that are read."""
