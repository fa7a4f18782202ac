"""The report as one HTML file that asks nothing of the network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from visgym.analysis import statistics
from visgym.analysis.annotations import load_annotations
from visgym.analysis.behaviours import load_behaviours
from visgym.analysis.cut_replies import cut_warnings
from visgym.analysis.rankings import agents_in_order
from visgym.analysis.report import samples, wording
from visgym.analysis.report.behaviour_tables import behaviours_section
from visgym.analysis.report.game_tables import games_section
from visgym.analysis.report.loading import Loaded, RunFolder
from visgym.analysis.report.matrices import MOST_CATEGORIES, ResultMatrix
from visgym.analysis.report.pairs import Compared, compared, pair_data
from visgym.analysis.report.sections import OUTCOMES, cards, sections
from visgym.analysis.report.studies import study_sections
from visgym.core.optional import require
from visgym.task_ids import Id
from visgym.version import VERSION

if TYPE_CHECKING:
    import jinja2


def page(loaded: Loaded) -> str:
    """The whole page."""
    environment = _environment()
    style, *scripts = (_text(name) for name in ("report.css", "report.js", "pairs.js"))
    script = "".join(scripts)
    board = ResultMatrix.of(loaded.successes, agents_in_order(loaded.rankings))
    annotated = {key: f for run in loaded.runs for key, f in load_annotations(run.folder).items()}
    saved = [load_behaviours(run.folder) for run in loaded.runs]
    behaved = {key: texts for each in saved for key, texts in each.told.items()}
    notes = samples.TraceNotes(annotated, behaved)
    shown = samples.gather(loaded.records, board.agents, _ids(loaded, board), notes)
    pairs = [compared(each, loaded.records) for each in loaded.rankings]
    return environment.get_template("page.html").render(
        style=style,
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        version=VERSION,
        runs=[_about(run) for run in loaded.runs],
        notices=notices(loaded) + _changes(shown),
        cards=cards(loaded.records, board.found, loaded.game_records),
        outcomes=OUTCOMES,
        samples=shown,
        data={
            "episodes": shown.episodes,
            "pictures": list(shown.pictures.values()),
            "pairs": _pairs(loaded, pairs, shown),
        },
        games=games_section(loaded.games),
        **study_sections(loaded.runs),
        shown=sections(loaded, board, _links(shown), pairs) if board.found else None,
        behaviours=behaviours_section(loaded.runs, saved),
        categories=range(MOST_CATEGORIES),
        errors=statistics.errors(loaded.records),
    )


def _pairs(
    loaded: Loaded, pairs: Sequence[Compared], shown: samples.Samples
) -> list[dict[str, Any]]:
    """The details of every two agents, setting by setting."""
    places = {(e["agent"], e["id"], e["seed"]): at for at, e in enumerate(shown.episodes)}
    each = zip(loaded.rankings, pairs, strict=True)
    return [pair_data(ranking, found, places) for ranking, found in each if found]


def _ids(loaded: Loaded, board: ResultMatrix) -> list[str]:
    """Every id that was played, in the order of tasks and settings."""
    places = {group: place for place, group in enumerate(board.ids)}
    ids = {kept.entry.id for kept in loaded.records if kept.scored}
    return sorted(ids, key=lambda id: (places[statistics.group_of(id)], id))


def notices(loaded: Loaded) -> list[str]:
    """What a reader must know before trusting the figures."""
    found = [run.warning for run in loaded.runs if run.warning]
    if loaded.doubles:
        episodes = wording.plural(loaded.doubles, "episode")
        found.append(f"{episodes} stood in more than one folder and counted once.")
    if loaded.repeated:
        plays = wording.plural(loaded.repeated, "play")
        found.append(
            f"{plays} of episodes that were played before count in the sections of studies only; "
            "rankings, costs and all else are over the first play of each episode."
        )
    if _unequal(loaded):
        found.append(
            "The agents have not all finished the same episodes, because some are void or a run "
            "is still in progress; rankings count only those that every ranked agent has finished."
        )
    found += cut_warnings(loaded.records)
    for group in _on_several_data(loaded):
        found.append(
            f"{wording.name(group)} was played on different data, which count together here; "
            "report the folders apart to tell them apart."
        )
    return found


def _on_several_data(loaded: Loaded) -> list[str]:
    """Tasks and presets whose episodes were made from more than one set of data."""
    data: dict[str, set[str | None]] = {}
    for kept in loaded.records:
        knobs = dict(Id.recorded(kept.entry.id).knobs)
        data.setdefault(statistics.group_of(kept.entry.id), set()).add(knobs.get("data"))
    return sorted(group for group, folders in data.items() if len(folders) > 1)


def _unequal(loaded: Loaded) -> bool:
    """Whether agents differ in the episodes that were scored."""
    played: dict[str, set[tuple[str, int]]] = {}
    for kept in loaded.records:
        if kept.scored:
            played.setdefault(kept.entry.agent, set()).add((kept.entry.id, kept.entry.seed))
    return len(set(map(frozenset, played.values()))) > 1


def _changes(shown: samples.Samples) -> list[str]:
    noted = [each for each in shown.episodes if each["note"]]
    if not noted:
        return []
    episodes = wording.plural(len(noted), "episode")
    return [f"{episodes} shown below could not be drawn exactly as recorded; each says why."]


def _links(shown: samples.Samples) -> dict[tuple[str, str], str]:
    """Where on the page the first episode of an agent on a task and setting is shown."""
    found: dict[tuple[str, str], str] = {}
    for number, each in enumerate(shown.episodes):
        found.setdefault((each["agent"], each["setting"]), f"#episode-{number}")
    return found


def _about(run: RunFolder) -> dict[str, Any]:
    """A run in words."""
    config = run.config
    facts = {
        "suite": _said(config.get("suite")),
        "wrappers": _said(config.get("wrappers")) or "none",
        "versions": _said(config.get("versions")),
        "records": wording.count(len(run.records)),
        "last written": f"{run.written:%Y-%m-%d %H:%M} UTC",
    }
    return {
        "folder": wording.name(run.folder.name),
        "facts": {name: value for name, value in facts.items() if value},
        "config": wording.plain(json.dumps(config, indent=1, ensure_ascii=False), 6000),
    }


def _said(value: object) -> str:
    """A piece of configuration in words."""
    if isinstance(value, dict):
        return wording.name(", ".join(f"{key} {each}" for key, each in value.items()), 120)
    if isinstance(value, list | tuple):
        return wording.name(", ".join(map(str, value)), 120) if value else ""
    return "" if value is None else wording.name(str(value), 120)


def _text(name: str) -> str:
    return (files("visgym.analysis.report") / "templates" / name).read_text(encoding="utf-8")


def _environment() -> jinja2.Environment:
    require("jinja2", "report", "The HTML page, unlike --csv and --json,")
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("visgym.analysis.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = wording.breakable
    return environment
