"""VSP blocks world: plan how to move blocks from one arrangement of stacks to another.

Plans of 1 to 7 moves with five blocks, as in the public release. Any plan that works is right; a
move that cannot be made spoils a plan, where the release's own script passes over it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import SCENE, Form, Frame, Illegal, Medium, Question, action
from visgym.kit.boards import block_pictures, blocks
from visgym.kit.boards.asked import TAGS, graded
from visgym.kit.boards.blocks import BlockMove, BlockView, Stacks


@dataclass(frozen=True, slots=True)
class StacksProblem:
    start: Stacks
    end: Stacks


Plan = tuple[BlockMove, ...]


@dataclass(frozen=True, kw_only=True)
class VspBlocks(Question[StacksProblem]):
    fewest: int = 3
    """Moves of the shortest plan, exactly."""
    count: int = 5
    """Blocks on the table."""
    view: BlockView = "photo"
    """Photo-like stacks or flat ones."""

    tags = TAGS | {"planning"}
    budget = replace(SCENE, solve=20.0, advance=0.5)
    form = Form(lead="<Output>", item="move({},{})")

    # Generation

    def validate(self) -> None:
        if not 2 <= self.count <= len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS)}.")
        if not 1 <= self.fewest <= 10:
            raise ValueError("fewest must be from 1 to 10.")

    def generate(self, rng: Random) -> StacksProblem:
        pair = blocks.far_apart(self.count, self.fewest, rng)
        if pair is None:
            raise ValueError(f"No states of {self.count} blocks are {self.fewest} moves apart.")
        return StacksProblem(*pair)

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
    def answer(self, problem: StacksProblem, plan: Plan) -> None:
        """Give all moves in order, each as a block and where it goes."""

    def grade(self, problem: StacksProblem, plan: Plan) -> float:
        """Any plan that works is right; how long it is shows in the metrics."""
        stacks = problem.start
        try:
            for block, target in plan:
                stacks = blocks.moved(stacks, block, target)
        except Illegal:
            return 0.0
        return float(blocks.is_same(stacks, problem.end))

    def solution(self, problem: StacksProblem) -> Plan:
        """A shortest plan."""
        return tuple(blocks.shortest(problem.start, problem.end))

    def explanation(self, problem: StacksProblem) -> str:
        """Both arrangements, and what the stacks are after each move."""
        lines, stacks = [self.describe(problem), "The moves:"], problem.start
        for block, target in self.solution(problem):
            stacks = blocks.moved(stacks, block, target)
            place = "table" if target == "table" else f"{target} block"
            lines += [f"The {block} block goes onto the {place}. The stacks are then:"]
            lines += [blocks.in_words(stacks)]
        return "\n".join([*lines, "This is the goal."])

    def metrics(self, problem: StacksProblem, plan: Plan = ()) -> dict[str, float]:
        least, length = len(blocks.shortest(problem.start, problem.end)), len(plan)
        optimal = self.grade(problem, plan) == 1 and length == least
        return {"moves": length, "fewest_moves": least, "optimal": float(optimal)}

    # Observation

    def draw(self, problem: StacksProblem) -> Frame:
        return block_pictures.pair(problem.start, problem.end, self.view, self.count)

    def describe(self, problem: StacksProblem) -> str:
        start, end = blocks.in_words(problem.start), blocks.in_words(problem.end)
        return f"The start:\n{start}\nThe goal:\n{end}"


PRESETS = graded(VspBlocks, "fewest", blocks.LENGTHS)
