"""Pictures of trees from the top down, as large as trees of so many vertices may need."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.graphs.drawing import Marks, picture
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.trees import tidy

WIDE, HIGH = 140, 120  # pixels of any picture
ACROSS, DOWN = 30, 22  # pixels more for each vertex
LABEL = 6  # pixels more down for each vertex, where edges have weights or arrow heads


def tree_picture(tree: Graph, marks: Marks = (), badges: tuple[str, ...] = ()) -> Frame:
    """A tidy tree; its size in pixels follows from its number of vertices.

    >>> tree_picture(Graph(3, ((0, 1), (1, 2)))).shape
    (186, 230, 3)
    """
    down = DOWN + (LABEL if tree.weights or tree.directed or badges else 0)
    width, height = WIDE + ACROSS * tree.size, HIGH + down * tree.size
    return picture(tree, width, height, tidy, marks=marks, badges=badges)
