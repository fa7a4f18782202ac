"""A corpus of reply forms to VSP questions: each is read as it was meant, or not at all."""

from __future__ import annotations

import pytest

from answering import said
from visgym import catalog

IDS = {
    "maze": "vsp_maze/level_3",
    "hole": "vsp_maze_hole/level_3",
    "map": "vsp_maze_text/level_3",
    "relation": "vsp_maze_relation/level_3",
    "safe": "vsp_maze_safe/level_3",
    "color": "vsp_blocks_color/level_3",
    "pair": "vsp_blocks_relation/level_3",
    "moves": "vsp_blocks/level_3",
    "route": "vsp_street_map/level_1",
    "crossing": "vsp_collision/level_1",
}
TASKS = {name: catalog.load(id) for name, id in IDS.items()}

READ = [
    # plans over several lines
    ("maze", "Action plan: L,L,\nR,\nU,D", "LLRUD"),
    ("maze", "Action plan: L,L\nR,U,D", "LLRUD"),
    ("maze", "Action plan: R, R,\n  D, D\nL", "RRDDL"),
    ("maze", "Action plan: R,\n\nD,D", "RDD"),
    ("maze", "Action plan:\nR\nR\nD", "RRD"),
    ("maze", "**Action plan: R,D**", "RD"),
    ("maze", "Action plan: <R,D>", "RD"),
    ("maze", 'In the end: "Action plan: R,D".', "RD"),
    ("maze", "<Output> Action plan: R,D </Output>", "RD"),
    ("maze", "Action plan: R,D\nL and U lead into holes.", "RD"),
    ("maze", "Action plan: R-D-D", "RDD"),
    # headings and marks around a single word
    ("hole", "<Output> <Yes>", "Yes"),
    ("hole", "<Output>: <No>", "No"),
    ("hole", "## Output\nYes", "Yes"),
    ("hole", "## Output: Yes", "Yes"),
    ("hole", "**Output** No", "No"),
    ("hole", "**<Output>** No", "No"),
    ("hole", "`<Output> No`", "No"),
    ("hole", "<Output>\n\nNo", "No"),
    ("hole", "So it is $\\boxed{\\text{No}}$.", "No"),
    ("hole", "<Output> Yes, the ice is broken in row 3.", "Yes"),
    ("safe", "The second step is fine or so it seems.\n<Output> No", "No"),
    ("map", "<Output> <A>", "A"),
    ("map", "<Answer> <A>", "A"),
    ("map", "## Answer\nC", "C"),
    ("map", "<Answer> Candidate C", "C"),
    ("map", "<Answer> (C) because A has four rows", "C"),
    ("map", "<Answer> C (not D)", "C"),
    ("relation", "<Output> <Above,Left>", "Above,Left"),
    ("relation", "<Output> Above and Left", "Above,Left"),
    ("color", "<Output> <red>", "red"),
    ("color", "<Output> Color: red", "red"),
    # lists of moves
    ("moves", "- move(red,blue) fails\n<Output>\n- move(red,table)\n- move(blue,red)", "rt br"),
    ("moves", "Idea: * move(red,blue)\n\n## Output\n* move(red,table)\n* move(blue,red)", "rt br"),
    ("moves", "<Output>\n1. move(red,table)\n1. move(blue,red)\n1. move(green,blue)", "rt br gb"),
    ("moves", "<Output>\n0. move(red,table)\n1. move(blue,red)", "rt br"),
    ("moves", "**Output**\n\n1. move(red,table)\n2. move(blue,red)", "rt br"),
    ("moves", "<Output> move(red,table) -> move(blue,red)", "rt br"),
    ("moves", "<Output>\n[move(red,table), move(blue,red)]", "rt br"),
    ("moves", "<Output>\n1. Move(red, table).\n2. Move(blue, red).", "rt br"),
    ("moves", "<Output>\n- Step 1: move(red,table)\n- Step 2: move(blue,red)", "rt br"),
    ("moves", "<Output>\n1. First, move(red,table)\n2. Then move(blue,red)", "rt br"),
    ("moves", "Start with move(red,blue)?\n\n1. move(red,table)\n2. move(blue,red)", "rt br"),
    ("moves", "<Output>\n1. move(red,table), so that move(blue,red) is free\n2. move(blue,red)",
     "rt br"),
    # lists of legs
    ("route", "<Output>\nNorth:2\nWest:0", "N2 W0"),
    ("route", "<Output>\n1. North: 0\n2. East: 4", "N0 E4"),
    ("route", "<Output> North: 2, East: 3", "N2 E3"),
    ("route", "<Output>\n1. North: 1\n1. East: 2\n1. North: 1", "N1 E2 N1"),
    ("route", "<Output>\n0. North: 1\n1. East: 2", "N1 E2"),
    ("route", "I would go North: 3 first.\n\n<Output>\n- North: 1\n- East: 2", "N1 E2"),
    ("route", "**Output:**\n- **North:** 1\n- **East:** 2", "N1 E2"),
    ("route", "<Output>\n1. <North>:<1>\n2. <East>:<2>", "N1 E2"),
    # the release asks for two lines
    ("crossing", "Car: 2.0\nPerson: 2.0", (2.0, 2.0, "Yes")),
    ("crossing", "<Output>\nCar: 2\nPerson: 4", (2.0, 4.0, "No")),
    ("crossing", "Car: <2.0>\nPerson: <4.0>", (2.0, 4.0, "No")),
    ("crossing", "1. Car: 2.0\n2. Person: 4.0", (2.0, 4.0, "No")),
    ("crossing", "## Output\nCar: 2\nPerson: 4\nDanger: No", (2.0, 4.0, "No")),
]  # fmt: skip

UNCLEAR = {
    "maze": [
        "Action plan: R,D or D,R",
        "Action plan: R,D (or D,R)",
        "Action plan: either R,D or D,R",
        "Action plan: R,D\nAlternatively: D,R",
        "Action plan: R,D\n\nAlternatively, D,R",
        "Action plan: R,D\nMaybe D,R",
        "Action plan A: R,D\nAction plan B: D,R",
        "Action plan: possibly R,D",
        "Action plan: none. Left is blocked",
    ],
    "hole": [
        "<Output> Yes or No",
        "<Output> Yes/No",
        "<Output> Yes, but maybe No",
        "<Output> Yes. Actually no.",
        "<Output> Yes / <Output> No",
        "<Output> Yes or <Output> No",
        "<Output> Not sure",
        "<Output> probably yes",
        "<Output> unclear: yes if it is dark, no if it is light",
    ],
    "safe": ["<Output> Yes or perhaps No", "<Output> No\nor\n<Output> Yes"],
    "map": [
        "<Answer> A or B",
        "<Answer> A, possibly B",
        "<Answer> A (B fits too)",
        "<Answer> A. Alternatively B.",
        "<Answer> A\n\nAlternatively, B",
        "<Answer> A (it might be B)",
        "<Answer> A|B",
        "<Answer> AB",
        "<Answer> not A",
        "<Answer> between A and B",
        "<Answer> neither",
    ],
    "pair": ["<Output> A or C", "<Output> A? Or C?"],
    "relation": [
        "<Output> Above or Left",
        "<Output> Above, Left or Right",
        "<Output> Above, possibly Left",
        "<Output> Above,Left,Below",
    ],
    "color": [
        "<Output> red or blue",
        "<Output> red (might be orange)",
        "<Output> red-orange",
        "<Output> reddish",
    ],
    "moves": [
        "<Output>\n1. move(red,table) or move(red,blue)\n2. move(blue,red)",
        "<Output>\n1. move(red,table)\nor\n1. move(blue,red)",
        "<Output>\n1. move(red,table)\n\nAlternatively:\n1. move(blue,red)",
        "<Output>\n1. move(red,table), if it is free, otherwise move(blue,table)",
        "<Output>\n1. move(red,table/blue)",
        "<Output>\n1. move red to the table",
    ],
    "route": [
        "<Output>\n1. Northwest: 2",
        "<Output>\n1. North-west: 2",
        "<Output>\n1. North: 2\n2. Southeast: 1",
        "<Output>\n1. North: 1, then Southeast: 2",
        "<Output>\n1. North: 2 or 3",
        "<Output>\n1. North: 1-2\n2. East: 3",
        "<Output>\n1. North: 1 to 2",
        "<Output>\n1. North: 2\n2. East: 1 or West: 1",
        "<Output>\n1. North: 1.5",
        "<Output>\n1. North: -2",
    ],
    "crossing": [
        "Car: 2.0 or 3.0\nPerson: 2",
        "Car: 1-2\nPerson: 2.0",
        "Car: 2.0\nPerson: 2.0\nMaybe",
        "Car: 2.0\nPerson: 2.0\nYes or No",
    ],
}
COLORS = {"r": "red", "b": "blue", "g": "green", "t": "table"}
WAYS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def meant(name: str, short: object) -> object:
    """The arguments that a shorthand stands for."""
    if not isinstance(short, str):
        return short
    if name == "maze":
        return (tuple(short),)
    if name == "moves":
        return (tuple((COLORS[a], COLORS[b]) for a, b in map(tuple, short.split())),)
    if name == "route":
        return (tuple((WAYS[leg[0]], int(leg[1:])) for leg in short.split()),)
    return (short,)


@pytest.mark.parametrize(("name", "reply", "short"), READ)
def test_replies_are_read_as_they_were_meant(name: str, reply: str, short: object) -> None:
    assert said(TASKS[name], reply) == meant(name, short)


@pytest.mark.parametrize("name", UNCLEAR)
def test_nothing_hedged_is_credited(name: str) -> None:
    for reply in UNCLEAR[name]:
        assert said(TASKS[name], reply) in ("misfit", "unreadable"), reply
