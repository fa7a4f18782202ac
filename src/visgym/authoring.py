"""The one import of a task author.

| name | what it is |
|---|---|
| `Task` | the base of tasks with many steps |
| `Question`, `Asked` | the base of one question about one picture, and its state |
| `action`, `solver`, `policy` | marks on the methods of a task |
| `NumberQuestion` | the base of questions for a whole number |
| `Optimum` | the base of questions for the most or the least, with a score for what is near |
| `levels` | presets level_0, level_1, ... of a question |
| `redrawn` | draw again until a start fits |
| `closeness`, `share`, `share_of_cells` | how near a count, a series, a grid is to the right one |
| `Span`, `Below` | annotations of a number: a range, integers below a limit |
| `OneOf` | annotation of a word: one of a list that the task holds |
| `Word`, `AtMost` | annotations of a text: a word that has so many letters, free text of a length |
| `Letters`, `Permutation`, `Subset`, `Pairs`, `Grid`, `FreeGrid` | annotations of several values |
| `YesNo`, `OptionLetter` | types of an answer: yes or no, one of four options |
| `Form` | a form of answers that a paper prescribes |
| `Call`, `Illegal`, `Value` | an action with its arguments, a refusal, what arguments are |
| `Frame`, `Medium`, `Canvas` | a picture, picture or text, what pictures are drawn on |
| `Dice` | chance during play that stays pure |
| `Budget` | how long a task may take; `FLAT`, `PHOTO`, `SCENE`, `STAGED`, `ROBOT` are some |
| `Cell` | a row and a column |
| `Mistake` | what a user got wrong |
"""

from __future__ import annotations

from visgym.core.budgets import FLAT, PHOTO, ROBOT, SCENE, STAGED, Budget
from visgym.core.calls import Call, Illegal, Value
from visgym.core.errors import Mistake
from visgym.core.signatures import (
    AtMost,
    Below,
    FreeGrid,
    Grid,
    Letters,
    OneOf,
    Pairs,
    Permutation,
    Span,
    Subset,
    Word,
)
from visgym.core.task import Frame, Medium, Task, action, policy, solver
from visgym.kit.answers import OptionLetter, YesNo
from visgym.kit.asking import Asked, Question, levels
from visgym.kit.canvas import Canvas
from visgym.kit.chance import Dice
from visgym.kit.forms import Form
from visgym.kit.grid import Cell
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.scoring import NumberQuestion, Optimum, closeness, share, share_of_cells

__all__ = [
    "FLAT",
    "PHOTO",
    "ROBOT",
    "SCENE",
    "STAGED",
    "Asked",
    "AtMost",
    "Below",
    "Budget",
    "Call",
    "Canvas",
    "Cell",
    "Dice",
    "Form",
    "Frame",
    "FreeGrid",
    "Grid",
    "Illegal",
    "Letters",
    "Medium",
    "Mistake",
    "NumberQuestion",
    "OneOf",
    "Optimum",
    "OptionLetter",
    "Pairs",
    "Permutation",
    "Question",
    "Span",
    "Subset",
    "Task",
    "Value",
    "Word",
    "YesNo",
    "action",
    "closeness",
    "levels",
    "policy",
    "redrawn",
    "share",
    "share_of_cells",
    "solver",
]
