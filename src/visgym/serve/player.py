"""Does the jobs of a worker: each is plain data, and its answer depends on that data alone."""

from __future__ import annotations

import json
import traceback
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from visgym.agents.images import ImageCache, ImageOptions
from visgym.core.episode import EpisodeOver, advance
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import latest, present
from visgym.core.tools import Tool
from visgym.serve.episode_cache import EpisodeCache, HeldEpisode
from visgym.serve.grading import Grading
from visgym.serve.limits import MEGABYTE, Refusal
from visgym.serve.specs import EpisodeSpec, OpenTasks, chained
from visgym.serve.views import PictureForm, encode, standing, told

Job = Mapping[str, Any]
PICTURE_BYTES = 64 * MEGABYTE  # of encoded pictures that a worker keeps
ADDRESS = "/v1/episodes/{}/pictures/{}/{{}}.png"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: a status, what the server itself must know, and the body to send on."""

    status: int
    body: bytes
    over: bool = False
    missing: bool = False
    """The episode is not at hand; ask again with its spec and replies."""

    @property
    def done(self) -> bool:
        return self.status == 200

    @property
    def data(self) -> dict[str, Any]:
        """The body as data, or `Refusal` where the job was not done."""
        found: dict[str, Any] = json.loads(self.body)
        if not self.done:
            raise Refusal(found["error"], self.status)
        return found


def failed(status: int, sentence: str) -> Outcome:
    """An outcome that is one sentence."""
    return Outcome(status, encode({"error": sentence}).encode())


class EpisodePlayer:
    """Plays, shows and grades episodes, and has those at hand that it played last."""

    def __init__(
        self, modules: tuple[str, ...] = (), tools: Mapping[str, type[Tool]] = {}, most: int = 4096
    ) -> None:
        self.cache = EpisodeCache(OpenTasks(modules), tools, most)
        self.images = ImageCache(ImageOptions(), PICTURE_BYTES)
        self.grading = Grading(self.cache)
        self._jobs: dict[str, Callable[[Job], Outcome]] = {
            "begin": self._observe,
            "observe": self._observe,
            "step": self._step,
            "picture": self._picture,
            "replay": self._replay,
            "grade": self._grade,
            "tasks": self._tasks,
            "drop": self._drop,
        }

    def perform(self, job: Job) -> Outcome:
        """Do a job; whatever goes wrong is an outcome, for others wait for this worker."""
        try:
            return self._jobs[job["do"]](job)
        except Refusal as error:
            return failed(error.status, str(error))
        except Mistake as error:
            return failed(400, str(error))
        except EpisodeOver as error:
            return failed(409, str(error))
        except MemoryError:
            return failed(422, "This takes more memory than a worker has; turn knobs back.")
        except Exception as error:
            traceback.print_exc()
            return failed(500, f"The task failed ({type(error).__name__}); this is a bug of ours.")

    def _held(self, job: Job) -> HeldEpisode | None:
        """The episode of a job as it stands before it, None if it is not at hand."""
        found = self.cache.find(job["session"], job["digest"])
        if found is None and "replies" in job:
            spec = _spec(job)
            found = HeldEpisode(spec, job["digest"], self.cache.rebuild(spec, job["replies"]))
            self.cache.keep(job["session"], found)
        return found

    def _step(self, job: Job) -> Outcome:
        held = self._held(job)
        if held is None:
            return MISSING
        digest = chained(held.digest, job["reply"])
        held = HeldEpisode(held.spec, digest, advance(held.episode, job["reply"]))
        outcome = self._shown(held, job)
        self.cache.keep(job["session"], held)
        return outcome

    def _observe(self, job: Job) -> Outcome:
        held = self._held(job)
        return MISSING if held is None else self._shown(held, job)

    def _shown(self, held: HeldEpisode, job: Job) -> Outcome:
        """The view of an episode, with its last message or all of them."""
        session, form, spec, episode = job["session"], job["pictures"], held.spec, held.episode
        address = ADDRESS.format(session, len(episode.turns))
        view = {"session": session, "id": spec.id, "seed": spec.seed, **standing(episode)}
        wrappers = self.cache.wrappers(spec)
        if job.get("transcript"):
            inside: PictureForm = (
                "none" if form == "address" else form
            )  # only the last ones have addresses
            messages = present(episode, wrappers)
            view["messages"] = [told(each, self.images, inside, "") for each in messages]
        else:
            view["message"] = told(latest(episode, wrappers), self.images, form, address)
        return Outcome(200, encode(view).encode(), episode.over)

    def _picture(self, job: Job) -> Outcome:
        held = self._held(job)
        if held is None:
            return MISSING
        pictures = latest(held.episode, self.cache.wrappers(held.spec)).pictures
        if job["number"] >= len(pictures):
            raise Refusal(f"There are {len(pictures)} pictures, counted from 0.", 404)
        return Outcome(200, b64decode(self.images.base64(pictures[job["number"]])))

    def _replay(self, job: Job) -> Outcome:
        """All turns once more, on a start that is generated anew."""
        spec = _spec(job)
        episode = self.cache.begin(spec.id, spec.seed, spec.strict, spec.tools)
        start, turns = fingerprint(episode.start), []
        for reply in job["replies"]:
            episode = advance(episode, reply)
            turns.append({"reply": episode.turns[-1].reply, **standing(episode)})
        ends = {"start": start, "state": fingerprint(episode.state)}
        return Outcome(200, encode({**spec.as_json(), **ends, "turns": turns}).encode())

    def _grade(self, job: Job) -> Outcome:
        """One result a line."""
        return Outcome(200, b"\n".join(self.grading.result(each) for each in job["items"]))

    def _tasks(self, job: Job) -> Outcome:
        return Outcome(200, encode({"tasks": self.cache.tasks.names()}).encode())

    def _drop(self, job: Job) -> Outcome:
        self.cache.drop(job["session"])
        return Outcome(200, b"{}")


MISSING = Outcome(200, b"", missing=True)


def _spec(job: Job) -> EpisodeSpec:
    known = job["spec"]
    wrappers, tools = tuple(known["wrappers"]), tuple(known["tools"])
    return EpisodeSpec(known["id"], known["seed"], known["strict"], wrappers, tools)
