"""Groups of behaviours as the page shows them: shares by agent and task, terms and examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visgym.analysis.behaviours import SavedBehaviours
from visgym.analysis.report import charts, wording
from visgym.analysis.report.loading import RunFolder
from visgym.task_ids import Id

MOST_TASKS = 6  # that a group names


def behaviours_section(
    runs: Sequence[RunFolder], saved: Sequence[SavedBehaviours]
) -> list[dict[str, Any]]:
    """A table for each run whose behaviours were grouped."""
    found = []
    for run, each in zip(runs, saved, strict=True):
        if each.groups:
            agents = list(dict.fromkeys(name for g in each.groups for name in g["by_agent"]))
            found.append(
                {
                    "run": wording.name(run.folder.name),
                    "agents": [wording.name(agent) for agent in agents],
                    "groups": [_group(group, agents) for group in each.groups],
                }
            )
    return found


def _group(group: dict[str, Any], agents: Sequence[str]) -> dict[str, Any]:
    shares = [group["by_agent"].get(agent, 0.0) for agent in agents]
    tasks = sorted(group["by_task"].items(), key=lambda each: (-each[1], each[0]))
    return {
        "title": wording.plain(group["title"], 300),
        "terms": wording.plain(", ".join(group["terms"]), 300),
        "traces": wording.count(group["traces"]),
        "solved": wording.percent(group["solved"]),
        "cells": [{"text": wording.percent(s), "level": charts.level(s)} for s in shares],
        "tasks": [
            f"{wording.title(task)} {wording.percent(share)} %"
            for task, share in tasks[:MOST_TASKS]
            if share
        ],
        "examples": [
            {
                "where": f"{wording.name(each['agent'])} on {_brief(each['id'])}, seed "
                f"{wording.name(each['seed'])}",
                "text": wording.plain(each["text"], 600),
            }
            for each in group["examples"]
        ],
    }


def _brief(id: str) -> str:
    return wording.name(str(Id.recorded(id).brief))
