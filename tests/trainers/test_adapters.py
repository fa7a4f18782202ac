"""Rows as the packages that read them give them back, each in an environment of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from environments import python_of

from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.recipes import Recipe

SCRIPT = Path(__file__).with_name("load_with_datasets.py")
ENVIRONMENTS = ("datasets3", "datasets4", "datasets5")
IDS = ("maze_2d/easy", "matchstick_equation/easy")


def loaded(environment: str, folder: Path, kind: str) -> dict[str, Any]:
    """What `datasets` of an environment finds in a folder."""
    command = [str(python_of(environment)), str(SCRIPT), str(folder), kind, str(folder / "cache")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("format", ["messages", "verl"])
def test_datasets_reads_parquet(environment: str, format: str, tmp_path: Path) -> None:
    demonstrate(Recipe(ids=IDS), 4, format, tmp_path, shard=2)
    found = loaded(environment, tmp_path, "parquet")
    assert found["rows"] == 4 and "tools" not in found["columns"]
    replies = [each for each in found["messages"] if each["role"] == "assistant"]
    assert len(replies) == len(found["sizes"]) == len(found["learn"])


@pytest.mark.parametrize("environment", ENVIRONMENTS[1:])  # 3.x has no feature for JSON
def test_datasets_gives_tool_calls_as_dictionaries(environment: str, tmp_path: Path) -> None:
    demonstrate(Recipe(ids=IDS, style="tool"), 4, "messages", tmp_path, shard=2)
    found = loaded(environment, tmp_path, "parquet")
    call = found["messages"][1]["tool_calls"][0]["function"]
    assert isinstance(call["arguments"], dict)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_datasets_reads_tar_files_of_rows_with_equally_many_pictures(
    environment: str, tmp_path: Path
) -> None:
    demonstrate(Recipe(ids=IDS, wrappers=("history=1",)), 4, "webdataset", tmp_path, shard=2)
    assert "messages" in loaded(environment, tmp_path, "webdataset")["facts"]
