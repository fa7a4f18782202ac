"""A task that its solver cannot solve."""

from toys import Unsolvable

PRESETS = {"easy": Unsolvable()}
