"""Replies that no agent should send and every task must survive."""

from __future__ import annotations

from collections.abc import Sequence

_PAYLOADS = (
    "",
    "()",
    "[]",
    "{}",
    "None",
    "True",
    "'x'",
    "-1",
    "1e400",
    "-1e400",
    "0.5",
    "9" * 30,
    "nan",
    "(0,)",
    "(0, 0)",
    "(0.5, 0.5)",
    "((0, 0), (0, 0))",
    "((0, 0), (99, 99))",
    "('a', 'b', 'c')",
    "[1, 2, 3, 4]",
    "[[1], [2, 3]]",
    "[0] * 1000000",
    "(1, 2",
    "{'a': 1}",
    "__import__('os').system('true')",
    "'" + "x" * 5000 + "'",
    "(" * 200 + ")" * 200,
    "\\u0000",
    "'\\ud800'",
    "lambda: 0",
)
_TEXTS = (
    "",
    " ",
    "\x00",
    "\ud800",
    "(",
    ")",
    "(((((((((",
    "('",
    "<answer></answer>",
    "```python\n```",
    "no idea",
    "('', '')",
    "('fly', 3)",
    "fly(3)",
    "('stop', 5)",
    "('stop', 'start')",
    '{"name": "stop", "arguments": {"now": true}}',
    '{"name": null}',
    '{"name": {"name": {"name": "stop"}}}',
    "[" * 3000,
    "('move'," * 3000,
    "🙂" * 500,
    "‮('stop'‬, 'x')",
    "x" * 100_000,
)
_OBJECTS: tuple[object, ...] = (
    None,
    5,
    2.5,
    b"('stop', 'stop')",
    ("stop", 5),
    {"name": "fly"},
    {"a": object()},
    [],
)


def hostile_replies(actions: Sequence[str]) -> list[object]:
    """About two hundred of them for a task with these actions."""
    calls = [f"('{name}', {payload})" for name in actions for payload in _PAYLOADS]
    functions = [f"{name}({payload})" for name in actions for payload in _PAYLOADS]
    return [*_TEXTS, *_OBJECTS, *calls, *functions]
