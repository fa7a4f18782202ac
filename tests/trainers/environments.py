"""The environments that `make test-adapters` sets up, one for each package."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def python_of(name: str) -> Path:
    """The interpreter of an environment; without one the test is skipped."""
    python = ROOT / ".adapters" / name / "bin" / "python"
    if not python.exists():
        pytest.skip(f"{name} is not installed; `make test-adapters {name}` installs it")
    return python
