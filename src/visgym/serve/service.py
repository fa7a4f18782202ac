"""What the server does, whatever protocol asks for it: sessions kept here, episodes by workers."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.reading import as_text
from visgym.serve import fields
from visgym.serve.fields import Body
from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.player import Outcome, failed
from visgym.serve.process_pool import Executor
from visgym.serve.rewards import read_item
from visgym.serve.sessions import SessionHead, SessionStore
from visgym.serve.specs import SPEC_FIELDS, EpisodeSpec, digest_after, session_name
from visgym.serve.views import listed, picture_form

BEGIN_FIELDS = (*SPEC_FIELDS, "session", "replies", "pictures")


class EpisodeService:
    """Episodes and rewards over an executor and a store of sessions."""

    def __init__(self, limits: ServeLimits, executor: Executor, sessions: SessionStore) -> None:
        self.limits = limits
        self.executor = executor
        self.sessions = sessions
        self.rebuilt = 0
        """Episodes that a worker did not have at hand."""

    # Episodes

    async def begin(self, body: Body) -> Outcome:
        """A session for an episode, at its start or after some replies."""
        fields.only(body, *BEGIN_FIELDS)
        spec, form = EpisodeSpec.read(body), picture_form(body.get("pictures"))
        given = fields.items(body, "replies", self.limits.turns)
        replies = [self.reply_text(each) for each in given]
        said = body.get("session")
        name = secrets.token_urlsafe(18) if said is None else session_name(said)
        job = _job("begin", name, digest_after(spec, replies), form)
        outcome = await self.executor.run(name, {**job, **_history(spec, replies)})
        if outcome.done:
            await self.sessions.open(name, spec, replies)
        return outcome

    async def step(self, name: str, body: Body) -> Outcome:
        """A reply to an episode; one that was given already, with its turn, is not given twice."""
        fields.only(body, "reply", "turn", "pictures", "session")
        if "reply" not in body:
            raise Refusal("reply is missing.")
        reply = self.reply_text(body["reply"])
        form = picture_form(body.get("pictures"))
        head = await self.sessions.head(name)
        turn = fields.integer(body, "turn", head.turn, 0, self.limits.turns)
        if turn != head.turn:
            if turn == head.turn - 1 and reply == head.last:
                return await self._run(name, _job("observe", name, head.digest, form), head)
            raise Refusal(f"The episode is at turn {head.turn}, not {turn}.", 409)
        job = _job("step", name, head.digest, form)
        outcome = await self._run(name, {**job, "reply": reply}, head)
        if outcome.done and not await self.sessions.append(name, turn, reply):
            raise Refusal("Another reply came in between; look where the episode stands.", 409)
        return outcome

    async def observe(self, name: str, pictures: object, transcript: bool = False) -> Outcome:
        """Where an episode stands."""
        head, form = await self.sessions.head(name), picture_form(pictures)
        job = _job("observe", name, head.digest, form)
        return await self._run(name, {**job, "transcript": transcript}, head)

    async def picture(self, name: str, turn: int, number: int) -> Outcome:
        """A picture of the last message after so many replies."""
        head = await self.sessions.head(name)
        if not 0 <= turn <= head.turn:
            raise Refusal(f"The episode is at turn {head.turn}, not {turn}.", 404)
        if turn == head.turn:
            job = _job("picture", name, head.digest, "none")
            return await self._run(name, {**job, "number": number}, head)
        before = (await self.sessions.replies(name))[:turn]
        job = _job("picture", f"{name}@", digest_after(head.spec, before), "none")
        known = {"number": number, **_history(head.spec, before)}
        return await self.executor.run(name, {**job, **known})

    async def fork(self, name: str, body: Body) -> Outcome:
        """A new session that goes on from this one, or from an earlier turn of it."""
        fields.only(body, "turn", "session", "pictures")
        head, replies = await self.sessions.head(name), await self.sessions.replies(name)
        turn = fields.integer(body, "turn", len(replies), 0, len(replies))
        asked = {key: body[key] for key in ("session", "pictures") if key in body}
        return await self.begin(
            {**head.spec.as_json(), **_lists(head), **asked, "replies": replies[:turn]}
        )

    async def replay(self, name: str) -> Outcome:
        """All turns of a session, played again on a start that is generated anew."""
        head, replies = await self.sessions.head(name), await self.sessions.replies(name)
        return await self.executor.run(name, {"do": "replay", **_history(head.spec, replies)})

    async def close(self, name: str) -> bool:
        """Forget a session; whether there was one."""
        known = await self.sessions.close(name)
        if known:
            await self.executor.run(name, {"do": "drop", "session": name})
        return known

    async def many(self, calls: Sequence[Callable[[], Awaitable[Outcome]]]) -> bytes:
        """Several requests at once; each has its own answer or its own sentence."""
        outcomes = await asyncio.gather(*(_settled(call) for call in calls))
        return listed(_with_status(each) for each in outcomes)

    # Rewards

    async def rewards(self, items: Sequence[object]) -> list[bytes]:
        """What replies are worth, in order, each as JSON."""
        results: list[bytes] = [b""] * len(items)
        shares: dict[int, list[tuple[int, Mapping[str, Any]]]] = {}
        for at, item in enumerate(items):
            try:
                read = read_item(fields.as_object(item, "An item"), self.limits)
            except Mistake as error:
                results[at] = json.dumps({"error": str(error), "status": status_of(error)}).encode()
                continue
            shares.setdefault(at % self.executor.places, []).append((at, read))
        jobs = [
            self.executor.run(key, {"do": "grade", "items": [item for _, item in share]})
            for key, share in shares.items()
        ]
        for share, outcome in zip(shares.values(), await asyncio.gather(*jobs), strict=True):
            found = _results(outcome, len(share))
            for (at, _), body in zip(share, found, strict=True):
                results[at] = body
        return results

    async def tasks(self) -> Outcome:
        return await self.executor.run("tasks", {"do": "tasks"})

    def reply_text(self, said: object) -> str:
        """A reply as text: texts as they are, native calls as JSON."""
        if not isinstance(said, str | dict | list):
            raise Refusal("A reply is a text or a native call.")
        reply = as_text(said)
        if len(reply) > self.limits.reply_bytes:
            raise Refusal(f"A reply may have at most {self.limits.reply_kb} KB.", 413)
        return reply

    async def _run(self, name: str, job: dict[str, Any], head: SessionHead) -> Outcome:
        """The outcome of a job; with all replies where the worker has lost the episode."""
        outcome = await self.executor.run(name, job)
        if outcome.missing:
            self.rebuilt += 1
            replies = await self.sessions.replies(name)
            if digest_after(head.spec, replies) != head.digest:
                raise Refusal("Another reply came in between; look where it stands.", 409)
            outcome = await self.executor.run(name, {**job, **_history(head.spec, replies)})
        return outcome


def _job(do: str, name: str, digest: str, form: str) -> dict[str, Any]:
    return {"do": do, "session": name, "digest": digest, "pictures": form}


def _history(spec: EpisodeSpec, replies: list[str]) -> dict[str, Any]:
    """All that an episode is made of, for a worker that does not have it at hand."""
    return {"spec": spec.as_json(), "replies": replies}


def status_of(error: Mistake) -> int:
    """The status of a user's mistake."""
    return error.status if isinstance(error, Refusal) else 400


async def _settled(call: Callable[[], Awaitable[Outcome]]) -> Outcome:
    try:
        return await call()
    except Mistake as error:
        return failed(status_of(error), str(error))


def _with_status(outcome: Outcome) -> bytes:
    if outcome.done:
        return outcome.body
    return outcome.body[:-1] + f',"status":{outcome.status}}}'.encode()


def _results(outcome: Outcome, count: int) -> list[bytes]:
    """The results of a share; where its worker gave it up, the same sentence for all."""
    if not outcome.done:
        return [_with_status(outcome)] * count
    return outcome.body.split(b"\n")


def _lists(head: SessionHead) -> dict[str, Any]:
    return {"wrappers": list(head.spec.wrappers), "tools": list(head.spec.tools)}
