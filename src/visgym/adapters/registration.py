"""Tasks are registered with Gymnasium when somebody imports it, before or after VisGym."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

GYMNASIUM = "gymnasium"


def register_when_imported() -> None:
    """Register the tasks now if Gymnasium is there already, else as soon as it is."""
    if sys.modules.get(GYMNASIUM):
        register_all()
    elif not any(isinstance(finder, _Lookout) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Lookout())  # Gymnasium 1.0 gave up its entry points for plugins


def register_all() -> None:
    """Make every task of the catalog known to Gymnasium, importing none of them."""
    from gymnasium import registry
    from gymnasium.envs.registration import EnvSpec

    from visgym import catalog

    for name in catalog.task_names():
        spec = EnvSpec(
            gym_id(name),
            entry_point="visgym.adapters.gymnasium:VisEnv",
            vector_entry_point="visgym.adapters.vector:VisVectorEnv",
            kwargs={"task": name},
        )
        registry[spec.id] = spec


def gym_id(name: str) -> str:
    """The Gymnasium id of a task, such as `visgym/maze_2d-v1`."""
    from visgym import catalog

    return f"visgym/{name}-v{catalog.declared_version(name)}"


class _Lookout:
    """Finds Gymnasium as the others do, and has the tasks registered after it is loaded."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != GYMNASIUM:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        found = (finder.find_spec(name, path, target) for finder in others)
        spec = next(filter(None, found), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader)  # type: ignore[assignment]
        return spec


class _Registering:
    """Loads a module as its own loader does, gives it back that loader, and registers the tasks."""

    def __init__(self, own: Any) -> None:
        self.own = own

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        made: ModuleType | None = self.own.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self.own
        if module.__spec__ is not None:
            module.__spec__.loader = self.own
        self.own.exec_module(module)
        register_all()
