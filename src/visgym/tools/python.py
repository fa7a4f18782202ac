"""A tool: Python code in a sandbox, with the picture as an array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

import numpy as np

from visgym.core.calls import Illegal, literal
from visgym.core.parts import Observation, Part, Raster, Text, observations
from visgym.core.signatures import AtMost
from visgym.core.tools import Tool, Use
from visgym.tools.sandbox.pool import POOL
from visgym.tools.sandbox.process import Broken, Sandbox, SandboxLimits, protection
from visgym.tools.sandbox.wire import Pixels

LONGEST_CODE = 20_000  # characters
NOTHING = "The code printed nothing."


@dataclass(frozen=True)
class Python(Tool):
    """Runs code; the namespace is what the calls of a player so far have made of it."""

    seconds: float = 5.0
    limits: SandboxLimits = field(default_factory=SandboxLimits, repr=False)

    name: ClassVar[str] = "python"
    most_uses: ClassVar[int] = 16

    def spec(self) -> str:
        return self.name if self.seconds == Python().seconds else f"python={literal(self.seconds)}"

    def ready(self) -> None:
        protection()

    def use(
        self, seen: Observation, code: Annotated[str, AtMost(LONGEST_CODE)]
    ) -> tuple[Part, ...]:
        """Run Python code and see what it prints, the value of its last line, and its pictures.
        `image` is the current picture as a NumPy array, `picture` the same as a Pillow image;
        `show(...)` shows an array or an image. Names stay from call to call. Code is best written
        between triple quotes."""
        raise NotImplementedError  # `again` knows what was run before

    def again(self, earlier: Sequence[Use], use: Use) -> tuple[Part, ...]:
        limits = replace(self.limits, seconds=self.seconds)
        try:
            text, pictures = POOL.run(limits, earlier, use, run_code)
        except Broken as error:
            raise Illegal(f"The code {error}; all names are as they were before it.") from None
        told = text.rstrip() or ("" if pictures else NOTHING)
        shown = [Raster.of(each) for each in pictures]
        return (*((Text("tool", told),) if told else ()), *shown)


def run_code(sandbox: Sandbox, use: Use) -> tuple[str, list[Pixels]]:
    """What the code of a call gives, for what was seen then."""
    seen = use.seen
    frames = [each.image for each in observations(seen.task, seen.state, seen.player)]
    return sandbox.run(str(use.call.args[0]), [np.ascontiguousarray(each) for each in frames])
