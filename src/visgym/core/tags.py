"""The words that tasks may be tagged with, and what each says."""

from __future__ import annotations

from typing import Literal

Tag = Literal[
    "synthetic", "real", "offline",
    "full", "partial", "hidden",
    "known", "unknown", "chance",
    "alignment", "arithmetic", "assembly", "attention", "cards", "color", "counting", "geometry",
    "graphs", "language", "logic", "manipulation", "memory", "navigation", "ordering",
    "perception", "planning", "reasoning", "rotation", "search", "sequences", "strategy",
]  # fmt: skip

TAGS: dict[Tag, str] = {
    "synthetic": "pictures are drawn by the task",
    "real": "pictures are photos, meshes or clips of the world",
    "offline": "rows of a dataset",
    "full": "the picture shows everything that matters",
    "partial": "the picture shows a part of the world",
    "hidden": "somebody knows what the agent may not see",
    "known": "the rules say what an action does",
    "unknown": "what an action does exactly must be found out",
    "chance": "dice fall during play",
    "alignment": "things are brought into line",
    "arithmetic": "numbers are worked with",
    "assembly": "parts are put together",
    "attention": "details are found and compared",
    "cards": "cards are read and played",
    "color": "colours are told apart",
    "counting": "things are counted",
    "geometry": "lengths, angles and shapes",
    "graphs": "nodes and edges",
    "language": "words and letters",
    "logic": "conclusions from clues",
    "manipulation": "things are moved by an arm",
    "memory": "what was seen must be kept in mind",
    "navigation": "somebody finds a way",
    "ordering": "things are sorted",
    "perception": "what is there must be seen",
    "planning": "moves are thought out ahead",
    "reasoning": "what follows from what is seen",
    "rotation": "things are turned",
    "search": "something is looked for",
    "sequences": "a series is continued",
    "strategy": "somebody plays against the agent",
}
