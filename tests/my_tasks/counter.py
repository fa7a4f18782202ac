"""A task package as a user would have one."""

from toys import PRESETS

__all__ = ["PRESETS"]
