"""Who is compared: an agent in one setup with its wrappers and tools, each under its own name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from visgym.agents.agent import MACHINERY
from visgym.analysis.report import wording
from visgym.core.identity import digest
from visgym.evaluation.records import Entry

LONGEST_SETTING, LONGEST_SETUP = 40, 400  # characters
_IDENTITY = ("kind", "model", "name")  # settings that the name of an agent says already

Specs = Mapping[str, Mapping[str, Any]]
"""The settings of agents by the fingerprints that entries have as `setup`."""


@dataclass(frozen=True, slots=True)
class Contender:
    """What never shares a row with another one."""

    agent: str
    setup: str = ""
    wrappers: tuple[str, ...] = ()
    versus: str = ""
    """The agent in the other seat of a game."""
    versus_setup: str = ""
    tools: tuple[str, ...] = ()

    @staticmethod
    def of(entry: Entry) -> Contender:
        versus = entry.versus, entry.versus_setup
        return Contender(entry.agent, entry.setup, entry.wrappers, *versus, entry.tools)

    @property
    def name(self) -> str:
        """The agent, its wrappers and its tools, as people read them."""
        against = f" against {self.versus}" if self.versus else ""
        agent = wording.name(f"{self.agent}{against}")
        more = (*self.wrappers, *self.tools)
        return f"{agent} + {wording.name(', '.join(more))}" if more else agent


def specs_of(configs: Iterable[object]) -> dict[str, dict[str, Any]]:
    """The settings of all agents that descriptions of runs name."""
    found = {}
    for config in configs:
        agents = config.get("agents") if isinstance(config, dict) else None
        for spec in agents if isinstance(agents, list) else ():
            if isinstance(spec, dict):
                decisive = {name: part for name, part in spec.items() if name not in MACHINERY}
                found[digest(decisive)] = _flat(decisive)
    return found


def _flat(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Settings without groups of settings."""
    found: dict[str, Any] = {}
    for name, part in spec.items():
        found.update(part if isinstance(part, dict) else {str(name): part})
    return found


def labels(contenders: Iterable[Contender], specs: Specs) -> dict[Contender, str]:
    """A name for each; where several would share one, it says in words how they differ."""
    groups: dict[str, list[Contender]] = {}
    for each in dict.fromkeys(contenders):
        groups.setdefault(each.name, []).append(each)
    found: dict[Contender, str] = {}
    for name, group in groups.items():
        taken = (groups.keys() - {name}) | set(found.values())
        for each in group:
            said = _difference(each, group, specs) if len(group) > 1 else ""
            options = [f"{name} ({said})" if said else name, f"{name} (setup {each.setup[:6]})"]
            options += [f"{name} ({number})" for number in range(2, len(taken) + 3)]
            found[each] = next(label for label in options if label not in taken)
            taken.add(found[each])
    return found


def setup_in_words(contender: Contender, specs: Specs) -> str:
    """All settings and wrappers of a contender; where none are known, the setup's fingerprint."""
    spec = specs.get(contender.setup)
    parts = [f"wrappers {', '.join(contender.wrappers)}"] if contender.wrappers else []
    parts += [f"tools {', '.join(contender.tools)}"] if contender.tools else []
    if spec is not None:
        parts += [_setting(name, spec[name]) for name in spec if _telling(name, spec[name])]
    elif contender.agent.startswith("human:"):
        parts.append("a person")
    elif contender.setup:
        parts.append(f"setup {contender.setup[:6]}, whose settings {_NOWHERE}")
    return wording.name("; ".join(parts), LONGEST_SETUP) if parts else "no settings"


_NOWHERE = "run.json does not have"


def _difference(each: Contender, group: list[Contender], specs: Specs) -> str:
    """The settings in which a contender differs from others of its name."""
    known = [specs[other.setup] for other in group if other.setup in specs]
    spec = specs.get(each.setup)
    if spec is None:
        return f"setup {each.setup[:6]}" if each.setup else ""
    names = dict.fromkeys(name for other in known for name in other)
    telling = [name for name in names if len({_written(other.get(name)) for other in known}) > 1]
    said = ", ".join(_setting(name, spec.get(name)) for name in telling)
    return wording.name(said or f"setup {each.setup[:6]}", 2 * LONGEST_SETTING)


def _telling(name: str, value: object) -> bool:
    return name not in _IDENTITY and value not in (None, "", [], {})


def _setting(name: str, value: object) -> str:
    shown = _written(value) if not isinstance(value, str) else value
    return f"{name.replace('_', ' ')} {wording.name(shown, LONGEST_SETTING)}"


def _written(value: object) -> str:
    return json.dumps(value, sort_keys=True)
