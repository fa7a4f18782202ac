"""Laws of the machine code that comes with the package."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from visgym.kit import shipped_code
from visgym.kit.shipped_code import FOLDER, ShippedCode, digest

MACHINES = ("linux-aarch64", "linux-x86_64-v2", "linux-x86_64-v3")

CODE = shipped_code.load()
needs_code = pytest.mark.skipif(CODE is None, reason="no kernels are shipped for this machine")


def test_what_is_shipped_is_the_code_of_these_very_kernels() -> None:
    expected = sorted(f"{machine}-{digest()}.so" for machine in MACHINES)
    found = sorted(path.name for path in FOLDER.iterdir())
    assert found == expected, "run python tools/ship_kernels.py"


def test_other_kernels_have_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = shipped_code.SOURCES
    for path in (sources / "solid" / "layout.py", *sources.glob("*/kernels/*.py")):
        copy = tmp_path / path.relative_to(sources)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(shipped_code, "SOURCES", tmp_path)
    assert digest.__wrapped__() == digest()
    shadows = tmp_path / "solid" / "kernels" / "shadows.py"
    shadows.write_text(shadows.read_text().replace("BIAS = 0.7", "BIAS = 0.8"))
    assert digest.__wrapped__() != digest()


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        ("fpu sse sse2", []),
        ("cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3", ["linux-x86_64-v2"]),
        (
            "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3 avx avx2 bmi1 bmi2 f16c fma abm movbe",
            ["linux-x86_64-v3", "linux-x86_64-v2"],
        ),
    ],
)
def test_the_fastest_code_is_chosen_that_the_cpu_can_run(
    flags: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shipped_code.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(shipped_code, "_flags", lambda path: set(flags.split()))
    assert shipped_code.machines() == names
    monkeypatch.setattr(sys, "platform", "plan9")
    assert shipped_code.machines() == []


def test_flags_are_read_as_linux_tells_them(tmp_path: Path) -> None:
    told = tmp_path / "cpuinfo"
    told.write_text("processor\t: 0\nflags\t\t: fpu avx2\n\nprocessor\t: 1\nflags\t\t: fpu\n")
    assert {"fpu", "avx2"} <= shipped_code._flags(told)
    assert shipped_code._flags(tmp_path / "none") == set()


@pytest.fixture
def code() -> ShippedCode:
    assert CODE
    return CODE


@needs_code
@pytest.mark.parametrize(
    "model",
    [
        np.eye(4, dtype=np.float32),
        np.eye(4, dtype=np.int64),
        np.asfortranarray(np.arange(16.0).reshape(4, 4)),
        np.eye(8)[::2, ::2],
        np.arange(16.0),
        np.zeros((4, 4, 1)),
        np.eye(4).astype(">f8"),
    ],
)
def test_arrays_of_another_type_shape_or_order_are_refused(
    model: np.ndarray, code: ShippedCode
) -> None:
    with pytest.raises(TypeError, match="turn does not take arrays of these types"):
        code.kernel("turn")(model, np.empty((3, 4)))


@needs_code
def test_what_is_written_has_to_be_writeable_and_arrays_are_no_numbers(code: ShippedCode) -> None:
    turn, out = code.kernel("turn"), np.zeros((3, 4))
    assert turn(np.eye(4), out) is True and (out[:, :3] == np.eye(3)).all()
    assert turn(np.diag([1.0, 1.0, -1.0, 1.0]), out) is False
    out.flags.writeable = False
    with pytest.raises(TypeError):
        turn(np.eye(4), out)
    with pytest.raises(TypeError, match="takes an array"):
        turn(7, out)
