"""Requests that nobody would send, from a seed: valid ones with something changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from serve.serving import MAZE
from visgym import catalog

SESSION = "/v1/episodes/fuzzed-session"
DEEP = json.loads("[" * 500 + "]" * 500)
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**53, 2**70, 1e308, float("nan"), float("inf"), "", "x", "a\x00b",
    "\ud800", "('move', 0)", "(" * 3000, "é" * 500, "../../etc/passwd", "http://localhost/", [], {},
    [[]], {"": 1}, {"name": "history", "turns": 2}, ["text"], [1, 2, 3], DEEP,
]  # fmt: skip
IDS = [MAZE, "maze_2d", "vsp_maze_hole/easy", "tic_tac_toe/level_0", "os.path", "?", "a/b?c=d&e"]
KNOBS = ["width", "step_limit", "starts", "data", "opponent", "size", "seed", ""]
ITEM = {"id": MAZE, "seed": 1, "reply": "('move', 0)", "metrics": True}
ROW = {"row": {"question": "2 + 2?", "answer": "4", "grader": "number"}, "reply": "4"}
EPISODE = {"id": MAZE, "seed": 1, "session": "fuzzed-session", "wrappers": ["caption"]}
CALL = {"name": "begin", "arguments": {"id": MAZE, "seed": 1}}
RPC = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL}
SAMPLE = {"prompt": "A cat.", "outputs": ["data:image/png;base64,iVBORw0KGgo="], "metadata": ITEM}
BODIES: list[tuple[str, str, Any]] = [
    ("POST", "/v1/episodes", EPISODE),
    ("POST", "/v1/episodes", {**EPISODE, "replies": ["('move', 0)"], "pictures": "address"}),
    ("POST", "/v1/episodes/batch", {"episodes": [{"id": MAZE, "seed": 2}]}),
    ("POST", "/v1/episodes/close", {"sessions": ["fuzzed-session"]}),
    ("POST", f"{SESSION}/step", {"reply": "('move', 0)", "turn": 0}),
    ("POST", f"{SESSION}/step", {"reply": {"name": "move", "arguments": {"direction": 1}}}),
    ("POST", "/v1/steps", {"steps": [{"session": "fuzzed-session", "reply": "('move', 1)"}]}),
    ("GET", SESSION, None),
    ("GET", f"{SESSION}?transcript=1&pictures=none", None),
    ("GET", f"{SESSION}/pictures/0/0.png", None),
    ("GET", f"{SESSION}/pictures/-1/99999999999999999999.png", None),
    ("POST", f"{SESSION}/fork", {"turn": 1}),
    ("POST", f"{SESSION}/replay", {}),
    ("DELETE", SESSION, None),
    ("POST", "/v1/rewards", ITEM),
    ("POST", "/v1/rewards", ROW),
    ("POST", "/v1/rewards", {"items": [ITEM, ROW, {**ITEM, "start": {"walls": [[0]]}}]}),
    ("POST", "/v1/score", {"scorers": ["rules"], "samples": [SAMPLE]}),
    ("POST", "/v1/generate", {"model": "rules", "response": "x", "metadata": ITEM}),
    ("GET", "/get_model_info", None),
    ("GET", "/v1/tasks", None),
    ("GET", "/v1/limits", None),
    ("GET", "/health", None),
    ("GET", "/metrics", None),
    ("POST", "/reset", {"id": MAZE, "seed": 1, "episode_id": "x"}),
    ("POST", "/step", {"action": {"text": "('move', 0)"}, "episode_id": "fuzzed-session"}),
    ("GET", "/state?episode_id=fuzzed-session", None),
    ("GET", "/metadata", None),
    ("GET", "/schema", None),
    ("POST", "/mcp", RPC),
    ("POST", "/mcp", {**RPC, "params": {"name": "act", "arguments": {"reply": "x"}}}),
    ("DELETE", "/mcp", None),
]


@dataclass(frozen=True)
class Odd:
    """A request as it is sent."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]


def request(rng: Random) -> Odd:
    """One request: valid now and then, mostly changed in one to three places."""
    method, path, body = rng.choice(BODIES)
    if body is not None:
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            body = _changed(body, rng)
    data = b"" if body is None else json.dumps(body).encode()
    if rng.random() < 0.05:
        data = _garbled(data, rng)
    if rng.random() < 0.05:
        method = rng.choice(("GET", "PUT", "PATCH", "DELETE", "OPTIONS", "POST"))
    if rng.random() < 0.05:
        path += rng.choice(("/", "?x=%ff", "/..%2f..%2f", "%00", "/step/step", "?pictures=x"))
    headers = {"Content-Type": rng.choice(("application/json", "text/plain", "multipart/form"))}
    if rng.random() < 0.1:
        name = rng.choice(("Origin", "Mcp-Session-Id", "Authorization", "Accept", "Cookie"))
        headers[name] = rng.choice(("", "null", "x" * 500, "http://evil.example", "mcp-12345678"))
    return Odd(method, path, data, headers)


def _changed(value: Any, rng: Random) -> Any:
    """A value with something in it replaced, dropped or added."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(list(value))
        choice = rng.random()
        if choice < 0.1:
            return {key: each for key, each in value.items() if key != name}
        if choice < 0.2:
            return {**value, rng.choice(("extra", "knobs", "row", "start")): rng.choice(ODD)}
        if name == "id" and choice < 0.7:
            return {**value, "id": _id(rng)}
        return {**value, name: _changed(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], _changed(value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD)


def _id(rng: Random) -> str:
    if rng.random() < 0.2:
        name = rng.choice(catalog.task_names())
        return f"{name}/{rng.choice(list(catalog.presets(name)))}"
    id = rng.choice(IDS)
    if rng.random() < 0.5:
        value = rng.choice(("0", "-5", "9", "1000", "1e9", "nan", "null", "[1,2]", "mcts:9", "%26"))
        id += f"?{rng.choice(KNOBS)}={value}"
    return id


def _garbled(data: bytes, rng: Random) -> bytes:
    if not data or rng.random() < 0.3:
        return rng.randbytes(rng.randrange(200))
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(3) + data[at + rng.randrange(5) :]
