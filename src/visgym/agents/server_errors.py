"""What a server's refusal means: try again, give this episode up, or stop the run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from visgym.agents.agent import AgentBroken, ContextOverflow
from visgym.agents.error_bodies import Complaint, complaint_in, complaint_of
from visgym.agents.error_table import meaning_of
from visgym.agents.rate_limits import asked_wait
from visgym.core.calls import brief

LONGEST_MESSAGE = 240
SHARED = 8  # characters in a row that no text may have in common with a key
_KEY_LIKE = re.compile(r"\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}")


class Transient(Exception):
    """Trouble that may be over at the next try, and the seconds the server asks to wait."""

    def __init__(self, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.after = after


class RateLimited(Transient):
    """Too many requests; a wait that the server asks for helps and is no failure."""


class Filtered(Exception):
    """The provider's filter refused the request: an answer of the model, with no text."""


class Reported(Exception):
    """An error inside a response that calls itself a success, as the server wrote it."""

    def __init__(self, error: object) -> None:
        super().__init__("The server reports an error.")
        self.error = error


@dataclass(frozen=True)
class Service:
    """Whom we talk to, for sentences about it."""

    url: str
    model: str
    key: str = field(repr=False)
    variable: str
    """The environment variable that holds the key."""

    def clean(self, text: str) -> str:
        """`text` on one line, bounded, without any part of the key or anything like one."""
        masked = _KEY_LIKE.sub("[key]", _masked(text[:4000], self.key))
        return brief(" ".join(masked.split()), LONGEST_MESSAGE)

    def judge(self, status: int, headers: Mapping[str, str], body: bytes) -> Exception:
        """What to raise for a response that is no success."""
        return self._verdict(status, headers, complaint_in(body))

    def judge_report(self, error: object) -> Exception:
        """What to raise for an error inside a response that calls itself a success."""
        said = complaint_of(error)
        # other codes blame the request of a gateway, which another provider may take
        status = said.code if said.code in (402, 413, 429) or said.code >= 500 else 200
        return self._verdict(status, {}, said)

    def _verdict(self, status: int, headers: Mapping[str, str], said: Complaint) -> Exception:
        told = f": {self.clean(said.message)}" if said.message else "."
        answered = f"{self.url} answered {status}" + (" with an error" if status == 200 else "")
        wait = asked_wait({**headers, **said.headers}, said.about)
        match meaning_of(status, said.about).meaning:
            case "wait":
                return RateLimited(f"{answered}{told}", wait)
            case "retry":
                return Transient(f"{answered}{told}", wait)
            case "overflow":
                return ContextOverflow(
                    f"The episode is too long for '{self.model}' (try the wrapper history=4 or a "
                    f"smaller image_limit){told}"
                )
            case "no credit":
                whose = f"The account behind {self.variable}"
                return AgentBroken(f"{whose} has no credit or quota left{told}")
            case "filtered":
                return Filtered()
            case "bad key":
                way_out = "holds a wrong key" if self.key else "is not set; set it to your key"
                variable = f"the environment variable {self.variable}"
                return AgentBroken(f"{answered}; {variable} {way_out}{told}")
            case "no model":
                return AgentBroken(f"{self.url} has no model '{self.model}'{told}")
            case "elsewhere":
                return AgentBroken(
                    f"{self.url} redirects elsewhere; give that address as base_url."
                )
            case "invalid":
                return AgentBroken(f"{answered} to a request it finds invalid{told}")


def _masked(text: str, key: str) -> str:
    """`text` without any piece of the key that is long enough to give it away."""
    size = min(SHARED, len(key))
    pieces = {key[start : start + size] for start in range(len(key) - size + 1)} - {""}
    hidden = bytearray(len(text))
    for start in range(len(text) - size + 1 if pieces else 0):
        if text[start : start + size] in pieces:
            hidden[start : start + size] = b"\1" * size
    shown = "".join("\0" if mark else char for char, mark in zip(text, hidden, strict=True))
    return re.sub("\0+", "[key]", shown)
