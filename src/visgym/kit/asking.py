"""One question about one picture: the base of every task that a single answer ends."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from visgym.core.actions import Action
from visgym.core.calls import Call, Value
from visgym.core.identity import FLAT
from visgym.core.reading import RawCall
from visgym.core.task import Frame, Medium, Task, solver
from visgym.kit.answers import read_answer
from visgym.kit.forms import DEFAULT, Form

Problem = TypeVar("Problem")
Asker = TypeVar("Asker", bound="Question[Any]")


@dataclass(frozen=True, slots=True)
class Asked(Generic[Problem]):
    """A problem and what was answered; in JSON, the fields of the problem and the answer."""

    problem: Problem = field(metadata=FLAT)
    answer: tuple[Any, ...] | None = None
    """The arguments of the answer."""

    def __post_init__(self) -> None:
        if hasattr(self.problem, "answer"):
            raise TypeError("A problem has no field `answer`, since that is what the agent says.")


@dataclass(frozen=True, kw_only=True)
class Question(Task[Any], Generic[Problem]):  # states are Asked[Problem], what is seen a Problem
    """A question about a problem, to be answered once.

    An author writes everything in terms of the problem, and one action `answer(self, problem, ...)`
    whose types are the format of the answer; it returns nothing and may raise `Illegal`.
    """

    step_limit: int = 1

    single_turn: ClassVar[bool] = True
    form: ClassVar[Form] = DEFAULT
    """How the answer is written, where a paper prescribes it; the rules then tell it."""
    pictured: ClassVar[str] = ""
    """How to read the picture, where that is not plain."""
    written: ClassVar[str] = ""
    """How to read what `describe` gives."""

    # Every question writes these, beside `rules` and `answer`

    @abstractmethod
    def generate(self, rng: Random) -> Problem:
        """A problem to ask about."""

    @abstractmethod
    def grade(self, problem: Problem, *args: Any, **kwargs: Any) -> float:
        """From 0 to 1 for the arguments of an answer, from the definition; any right one counts."""

    @abstractmethod
    def solution(self, problem: Problem) -> Any:
        """A right answer, by another way than `grade`: the value, or several in a tuple."""

    @abstractmethod
    def draw(self, problem: Problem) -> Frame:
        """The picture of a problem."""

    # Few questions write these

    def legend(self, medium: Medium) -> str:
        """How to read the picture or the text."""
        return self.written if medium == "text" else self.pictured

    def describe(self, problem: Problem) -> str | None:
        """What `draw` shows, in text; None where text cannot carry it."""
        return None

    def question(self, problem: Problem) -> str:
        """What is asked about this problem beside the rules."""
        return ""

    def metrics(  # type: ignore[override]
        self, problem: Problem, *args: Any, **kwargs: Any
    ) -> dict[str, float]:
        """What else may be measured; without an answer, its parameters keep their defaults."""
        return {}

    def clip(self, problem: Problem) -> tuple[Frame, ...]:
        """The pictures of a problem, oldest first, where one cannot show it."""
        return (self.draw(problem),)

    # What the base gives

    def start(self, seed: int) -> Asked[Problem]:
        found: Any = super().start(seed)
        return found if isinstance(found, Asked) else Asked(found)

    def apply(self, state: Asked[Problem], call: Call) -> Asked[Problem]:
        super().apply(state.problem, call)
        return Asked(state.problem, call.args)

    def is_over(self, state: Asked[Problem]) -> bool:
        return state.answer is not None

    def score(self, state: Asked[Problem]) -> float:
        return 0.0 if state.answer is None else self.grade(state.problem, *state.answer)

    def visible(self, state: Asked[Problem] | Problem, player: int) -> Problem:
        return state.problem if isinstance(state, Asked) else state  # of what is seen, all is seen

    def measure(
        self, states: Sequence[Asked[Problem]], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        return self.metrics(states[-1].problem, *(states[-1].answer or ()))

    @classmethod
    def state_type(cls) -> Any:
        return Asked[super().state_type()]  # type: ignore[misc]

    @property
    def has_text(self) -> bool:
        return type(self).describe is not Question.describe

    def hear(self, reply: str) -> RawCall | None:
        return read_answer(reply, self._answer, self.form)

    def phrase(self, call: Call) -> str:
        return self.form.write(self._answer.parameters, call.args)

    def usage(self, action: Action) -> str:
        return self.form.usage(action)

    @solver
    def known(self, state: Asked[Problem], rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The solution."""
        found: Value = self.solution(state.problem)
        several = len(self._answer.parameters) > 1
        yield Call(self._answer.name, found if several else (found,))  # type: ignore[arg-type]

    @property
    def _answer(self) -> Action:
        return next(iter(self.actions.values()))


def levels(asker: type[Asker], **knobs: Sequence[Any]) -> dict[str, Asker]:
    """Presets level_0, level_1, ...: the n-th has the n-th value of every knob."""
    columns = zip(*knobs.values(), strict=True)
    return {
        f"level_{number}": asker(**dict(zip(knobs, values, strict=True)))
        for number, values in enumerate(columns)
    }
