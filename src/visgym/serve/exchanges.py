"""What a client says and hears, verb by verb, without a line: sync and async clients drive it.

Each verb is a generator that yields requests and is sent responses. Episodes are values, so that
one which the server has lost, or which somebody else took further, is begun again by its replies.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from visgym.core.calls import Call, literal
from visgym.core.episode import EpisodeOver, Graded
from visgym.core.errors import Mistake
from visgym.core.reading import as_text
from visgym.serve.remote_values import RemoteEpisode, RemoteMessage, read_message
from visgym.serve.specs import EpisodeSpec

Found = TypeVar("Found")
OVER = "This episode is over; begin another one."
LOST, MOVED = 404, 409
SESSION_HEADER = "X-Session-Id"


@dataclass(frozen=True, slots=True)
class WireRequest:
    """What is sent; all of it may be sent again without harm."""

    method: str
    path: str
    body: bytes | None = None
    session: str = ""
    """The session that it is about, so that a cluster can send it to where that is."""

    @property
    def headers(self) -> dict[str, str]:
        return {SESSION_HEADER: self.session} if self.session else {}


@dataclass(frozen=True, slots=True)
class WireResponse:
    """What came back."""

    status: int
    body: bytes
    retry_after: float = 0.0


Exchange = Generator[WireRequest, WireResponse, Found]


class ServerFailure(ConnectionError):
    """The server gave no answer, however often it was asked; nothing is known of the episode."""


def begin(spec: EpisodeSpec) -> Exchange[RemoteEpisode]:
    """A new episode."""
    return (yield from _begun(spec, (), _new_name()))


def begin_all(specs: Sequence[EpisodeSpec]) -> Exchange[list[RemoteEpisode]]:
    """Several new episodes with one request."""
    names = [_new_name() for _ in specs]
    wanted = [_wanted(spec, (), name) for spec, name in zip(specs, names, strict=True)]
    results = (yield from _asked("POST", "/v1/episodes/batch", {"episodes": wanted}))["results"]
    found = []
    for spec, name, view in zip(specs, names, results, strict=True):
        if "error" in view:
            found.append((yield from _begun(spec, (), name)))
        else:
            found.append(RemoteEpisode(spec, (), name, view))
    return found


def advance(episode: RemoteEpisode, reply: object) -> Exchange[RemoteEpisode]:
    """The episode after one more reply."""
    said = _checked(episode, reply)
    body = {"reply": said, "turn": len(episode.replies)}
    for _ in range(3):  # as it is, after it was lost, after it had moved
        path, session = f"/v1/episodes/{episode.session}/step", episode.session
        response = yield _request("POST", path, body, session)
        if response.status not in (LOST, MOVED):
            return episode.grown(said, _read(response))
        name = episode.session if response.status == LOST else _new_name()
        episode = yield from _begun(episode.spec, episode.replies, name)
    raise Mistake(f"The episode cannot go on: {_error(response)}")


def advance_all(
    episodes: Sequence[RemoteEpisode], replies: Sequence[object]
) -> Exchange[list[RemoteEpisode]]:
    """Several episodes after one more reply each, with one request."""
    said = [_checked(each, reply) for each, reply in zip(episodes, replies, strict=True)]
    steps = [
        {"session": each.session, "reply": reply, "turn": len(each.replies)}
        for each, reply in zip(episodes, said, strict=True)
    ]
    results = (yield from _asked("POST", "/v1/steps", {"steps": steps}))["results"]
    found = []
    for each, reply, view in zip(episodes, said, results, strict=True):
        if "error" in view:  # which is tried again alone
            found.append((yield from advance(each, reply)))
        else:
            found.append(each.grown(reply, view))
    return found


def present(episode: RemoteEpisode) -> Exchange[list[RemoteMessage]]:
    """All that the player has been told and has said."""
    for _ in range(3):
        path, session = f"/v1/episodes/{episode.session}?transcript=1", episode.session
        response = yield _request("GET", path, None, session)
        if response.status != LOST:
            view = _read(response)
            if view["turn"] == len(episode.replies):
                return [read_message(each) for each in view["messages"]]
        name = episode.session if response.status == LOST else _new_name()
        episode = yield from _begun(episode.spec, episode.replies, name)
    raise Mistake("The episode cannot be shown: the server loses it again and again.")


def rewards(items: Iterable[Mapping[str, Any]]) -> Exchange[list[dict[str, Any]]]:
    """What the server says of some items; one that is wrong has an `error`."""
    body = {"items": list(items)}
    return list((yield from _asked("POST", "/v1/rewards", body))["results"])


def grade(id: str, seed: int, reply: object) -> Exchange[Graded]:
    """What a reply to the start that `seed` names is worth."""
    item = {"id": id, "seed": seed, "reply": _text(reply), "metrics": False}
    found = yield from _asked("POST", "/v1/rewards", item)
    return Graded(found["score"], found["verdict"], found["feedback"])


def close(episodes: Iterable[RemoteEpisode]) -> Exchange[None]:
    """Tell the server that some episodes are no longer needed."""
    yield from _asked("POST", "/v1/episodes/close", {"sessions": [e.session for e in episodes]})


def _begun(spec: EpisodeSpec, replies: tuple[str, ...], name: str) -> Exchange[RemoteEpisode]:
    view = yield from _asked("POST", "/v1/episodes", _wanted(spec, replies, name), name)
    return RemoteEpisode(spec, replies, name, view)


def _wanted(spec: EpisodeSpec, replies: Sequence[str], name: str) -> dict[str, Any]:
    return {**spec.as_json(), "replies": list(replies), "session": name}


def _asked(
    method: str, path: str, body: Mapping[str, Any], session: str = ""
) -> Exchange[dict[str, Any]]:
    return _read((yield _request(method, path, body, session)))


def _request(method: str, path: str, body: Mapping[str, Any] | None, session: str) -> WireRequest:
    data = None if body is None else json.dumps(body).encode()
    return WireRequest(method, path, data, session)


def _read(response: WireResponse) -> dict[str, Any]:
    if response.status != 200:
        raise Mistake(_error(response))
    found: dict[str, Any] = json.loads(response.body)
    return found


def _error(response: WireResponse) -> str:
    try:
        return str(json.loads(response.body)["error"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered with status {response.status}."


def _checked(episode: RemoteEpisode, reply: object) -> str:
    if episode.over:
        raise EpisodeOver(OVER)
    return _text(reply)


def _text(reply: object) -> str:
    """A reply as text; of a call, which the server reads by the signature of its action."""
    if not isinstance(reply, Call):
        return as_text(reply)
    args = reply.args[0] if len(reply.args) == 1 else reply.args
    return f"({reply.name!r}, {literal(args) if reply.args else repr(reply.name)})"


def _new_name() -> str:
    return secrets.token_urlsafe(18)
