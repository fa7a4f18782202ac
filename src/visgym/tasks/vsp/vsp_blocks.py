"""VSP blocks world: plan how to move blocks from one arrangement of stacks to another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import SCENE
from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import answers
from visgym.kit.boards import block_pictures, blocks
from visgym.kit.boards.blocks import Block, BlockView, Stacks, Target


@dataclass(frozen=True, slots=True)
class StacksState:
    start: Stacks
    end: Stacks
    answer: tuple[tuple[Block, Target], ...] | None = None


@dataclass(frozen=True, kw_only=True)
class VspBlocks(Task[StacksState]):
    fewest: int = 3
    """Moves of the shortest plan, exactly."""
    count: int = 5
    """Blocks on the table."""
    view: BlockView = "photo"
    """Photo-like stacks or flat ones."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = replace(SCENE, solve=20.0, advance=0.5)
    single_turn = True

    # Generation

    def validate(self) -> None:
        if not 2 <= self.count <= len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS)}.")
        if not 1 <= self.fewest <= 10:
            raise ValueError("fewest must be from 1 to 10.")

    def generate(self, rng: Random) -> StacksState:
        pair = blocks.far_apart(self.count, self.fewest, rng)
        if pair is None:
            raise ValueError(f"No states of {self.count} blocks are {self.fewest} moves apart.")
        return StacksState(*pair)

    # Rules

    def rules(self) -> str:
        return (
            "You are a robot that moves coloured blocks between stacks. Find a plan, as short as "
            "you can, that leads from the start to the goal; work it out by looking and thinking, "
            f"without code. {blocks.RULES} The order of the stacks does not matter. First list "
            'the stacks of the start and of the goal. Then write "<Output>" and the moves as a '
            "numbered list in the form move(SOURCE,TARGET), where SOURCE is a top block and "
            "TARGET a top block or table, such as 1. move(red,table) and 2. move(blue,orange). "
            "You succeed if all moves can be made and lead to the goal."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return blocks.legend(medium)
        return "The start is on the left, the goal on the right; blocks stand in stacks on a table."

    @action
    def answer(self, state: StacksState, plan: tuple[tuple[Block, Target], ...]) -> StacksState:
        """Give all moves in order, each as a block and where it goes."""
        return replace(state, answer=plan)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.block_moves(reply))

    def phrase(self, call: Call) -> str:
        return answers.write_block_moves(call)

    def is_over(self, state: StacksState) -> bool:
        return state.answer is not None

    def score(self, state: StacksState) -> float:
        """Any plan that works is right; how long it is shows in the metrics."""
        stacks = state.start
        try:
            for block, target in state.answer or ():
                stacks = blocks.moved(stacks, block, target)
        except Illegal:
            return 0.0
        return float(blocks.is_same(stacks, state.end))

    def metrics(self, state: StacksState) -> dict[str, float]:
        least, length = len(blocks.shortest(state.start, state.end)), len(state.answer or ())
        optimal = self.score(state) == 1 and length == least
        return {"moves": length, "fewest_moves": least, "optimal": float(optimal)}

    # Observation

    def draw(self, state: StacksState) -> Frame:
        return block_pictures.pair(state.start, state.end, self.view, self.count)

    def describe(self, state: StacksState) -> str:
        start, end = blocks.in_words(state.start), blocks.in_words(state.end)
        return f"The start:\n{start}\nThe goal:\n{end}"

    # Solvers

    @solver
    def shortest(self, state: StacksState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """A shortest plan."""
        yield Call("answer", (tuple(blocks.shortest(state.start, state.end)),))


PRESETS = {
    "easy": VspBlocks(fewest=1, step_limit=1),
    "hard": VspBlocks(fewest=7, step_limit=1),
    **{f"level_{moves}": VspBlocks(fewest=moves, step_limit=1) for moves in blocks.LENGTHS},
}
