"""The one import of a task author.

| name | what it is |
|---|---|
| `Task`, `Question`, `Asked` | the bases: a task of many steps, one question about one picture and its state |
| `action`, `solver`, `policy` | marks on the methods of a task |
| `levels` | presets level_0, level_1, ... of a question |
| `Span`, `Below`, `OneOf` | annotations of one value: a range, integers below a limit, words of a list |
| `Letters`, `Subset`, `Pairs`, `Grid`, `Permutation` | annotations of several values |
| `Form` | a form of answers that a paper prescribes |
| `YesNo`, `OptionLetter` | types of an answer: yes or no, one of four options |
| `Call`, `Illegal`, `Value` | an action with its arguments, a refusal, what arguments are |
| `Frame`, `Medium`, `Canvas` | a picture, picture or text, and what pictures are drawn on |
| `Dice` | chance during play that stays pure |
| `Budget`, `FLAT`, `PHOTO`, `SCENE`, `STAGED`, `ROBOT` | how long a task may take |
| `Cell` | a row and a column |
| `Mistake` | what a user got wrong |
"""

from __future__ import annotations

from visgym.core.budgets import FLAT, PHOTO, ROBOT, SCENE, STAGED, Budget
from visgym.core.calls import Call, Illegal, Value
from visgym.core.errors import Mistake
from visgym.core.signatures import Below, Grid, Letters, OneOf, Pairs, Permutation, Span, Subset
from visgym.core.task import Frame, Medium, Task, action, policy, solver
from visgym.kit.answers import OptionLetter, YesNo
from visgym.kit.asking import Asked, Question, levels
from visgym.kit.canvas import Canvas
from visgym.kit.chance import Dice
from visgym.kit.forms import Form
from visgym.kit.grid import Cell

__all__ = [
    "FLAT",
    "PHOTO",
    "ROBOT",
    "SCENE",
    "STAGED",
    "Asked",
    "Below",
    "Budget",
    "Call",
    "Canvas",
    "Cell",
    "Dice",
    "Form",
    "Frame",
    "Grid",
    "Illegal",
    "Letters",
    "Medium",
    "Mistake",
    "OneOf",
    "OptionLetter",
    "Pairs",
    "Permutation",
    "Question",
    "Span",
    "Subset",
    "Task",
    "Value",
    "YesNo",
    "action",
    "levels",
    "policy",
    "solver",
]
