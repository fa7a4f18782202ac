"""A task of somebody else that cannot even start."""

from toys_broken import Crashing

PRESETS = {"easy": Crashing()}
