"""How rooms are told: what one can do in them, and how to read pictures and texts."""

from __future__ import annotations

from collections.abc import Collection

from visgym.core.calls import Call
from visgym.core.task import Medium

TURNS = {"left": 3, "right": 1}  # quarters clockwise

ABILITIES = {
    "turn": "You turn left or right on the spot, and walk one cell forward.",
    "wait": "You may also wait for a step.",
    "toggle": "Toggle opens the door ahead of you, or closes it.",
    "pickup": "You can pick up a thing ahead of you, one at a time, and drop it on free floor "
    "ahead.",
}
"""By the action that they are about."""

PICTURED = {
    "goal": "the goal is the green lawn with a flag",
    "lava": "lava is orange with waves",
    "door": "a closed door has a knob, a locked one a keyhole, and an open one is a frame",
    "roller": "balls are blue, with a faint arrow of their last move",
}
WRITTEN = {
    "goal": "G is the goal",
    "lava": "~ is lava",
    "door": "D is a closed door, L a locked one and N an open one",
    "key": "K is a key",
    "ball": "B is a ball",
    "box": "X is a box",
    "roller": "B is a ball with an arrow of its last move, or a dot",
}
COLORED = ("key", "door", "box", "ball")


def sight_told(view: str) -> str:
    """What can be seen."""
    if view == "full":
        return "You see the whole place from above."
    return (
        "You see 7x7 cells: your own row and six rows ahead, three cells to either side of you. "
        "Walls and closed doors hide what is behind them."
    )


def legend_told(medium: Medium, view: str, shown: Collection[str]) -> str:
    """How to read the picture or the text."""
    ego = view == "ego"
    who = "A is you" if medium == "text" else "You are the figure in orange"
    if ego:
        where = f"{who}, in the middle of the lowest row, and look up"
    else:
        where = f"{who}, and look {'along the arrow' if medium == 'text' else 'where the visor is'}"
    if medium == "text":
        signs = ["# is wall, . is light floor and a comma is dark floor, also behind what is on it"]
        hidden, known = "? is what you cannot see", WRITTEN
    else:
        signs = ["Walls are grey bricks"]
        hidden, known = "what you cannot see is dark", PICTURED
    told = [*signs, *([hidden] if ego else []), *(known[each] for each in shown if each in known)]
    colors = medium == "text" and any(each in COLORED for each in shown)
    last = " A small letter behind a thing is the first of its colour." if colors else ""
    return f"{where}. {'; '.join(told)}.{last}"


def plan_told(longest: int) -> str:
    """How a whole plan is carried out."""
    return (
        f"Give all your moves at once, at most {longest}. They are made one after the other, up to "
        "the first that cannot be made."
    )


def call_of(word: str) -> Call:
    """The call that a word of a plan stands for."""
    return Call("turn", (word,)) if word in TURNS else Call(word)


def word_of(call: Call) -> str:
    """The word for a call in a plan."""
    return str(call.args[0]) if call.args else call.name
