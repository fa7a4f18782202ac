"""Laws of the compiler's settings."""

from __future__ import annotations

import pytest
from numba.core.registry import cpu_target

from visgym.kit import compiled


def double(x: int) -> int:
    return 2 * x


def test_options_that_numba_does_not_know_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled.accepted({"nogil": True}) == {"nogil": True}
    assert compiled.accepted({"_no_such_option": True}) == {}
    monkeypatch.setattr(cpu_target.options, "_nrt", None, raising=False)
    assert compiled.accepted({"_nrt": False}) == {}


def test_functions_compile_without_the_private_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "SHIPPED", None)
    monkeypatch.setattr(compiled, "_lean", dict)
    assert compiled.inline(double)(4) == 8


def test_compiling_is_announced_once_where_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "SHIPPED", None)
    compiled._announce.cache_clear()
    for _ in range(2):
        compiled.loop(double)
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "compiling" in said.err
    compiled._announce.cache_clear()
