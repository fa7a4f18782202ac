"""What is planted in an agent is what the study of scaffolds finds."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pages import read
from visgym.agents.agent import Answer
from visgym.agents.scripted import SolverAgent, StopAgent
from visgym.analysis.diagnose import Diagnosis, EffectRow, summary
from visgym.analysis.effects import effects
from visgym.analysis.paired_tests import Results, holm, rate, sign_flips
from visgym.analysis.report.loading import load
from visgym.analysis.report.studies import study_pages
from visgym.analysis.studies import Condition, Factor, crossed, scaffold
from visgym.analysis.study_plans import StudyRequest, planned_study, play_study
from visgym.core.episode import Episode
from visgym.core.parts import Message
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.store import Store

TASK, EPISODES, PLAYS = "my_tasks.counter", 36, 2
BARE, RULES, CAPTION, FORGETS = 0.25, 0.35, 0.2, 0.5


@dataclass(frozen=True)
class Planted:
    """Sets out more often with rules and with a caption, and gets lost if it sees no past."""

    sample: int = 0
    name = "planted"

    def spec(self) -> dict[str, Any]:
        return {"kind": "planted"}

    def resampled(self, sample: int) -> Planted:
        return Planted(sample)

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        told = "".join(message.text for message in messages)
        rng = Random(f"{episode.seed} {self.sample}")
        skill = BARE + RULES * ("Bring the number" in told) + CAPTION * ("in text:" in told)
        sets_out, remembers = rng.random() < skill, rng.random() >= FORGETS
        if episode.step > 1 and len(messages) == 1 and not remembers:
            return Answer("('add', 1)" if episode.step == 2 else StopAgent().reply(episode))
        return Answer((SolverAgent() if sets_out else StopAgent()).reply(episode))

    async def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("study")
    asked = StudyRequest((TASK,), "easy", EPISODES, PLAYS)
    study = planned_study("scaffold", [Planted()], asked)
    assert len(study.entries) == 12 * EPISODES * PLAYS
    asyncio.run(play_study(study, {"planted": Planted()}, Store(found), Limits(8), print))
    return found


@pytest.fixture(scope="module")
def found(folder: Path) -> Diagnosis:
    records = Store(folder).records()
    return summary(scaffold(), [record.entry for record in records], records)


def effect(found: Diagnosis, name: str) -> EffectRow:
    return next(each for each in found.effects if each.effect.name == name)


def test_planted_effects_are_found_with_their_intervals(found: Diagnosis) -> None:
    sets_out = BARE + RULES / 2 + CAPTION / 2
    kept = 1 - FORGETS / 3  # over now only, 3 turns and 5 turns
    planted = {
        "3 turns": sets_out * FORGETS,
        "5 turns": sets_out * FORGETS,
        "rules": RULES * kept,
        "caption": CAPTION * kept,
        "3 turns x rules": RULES * FORGETS,
        "rules x caption": 0.0,
    }
    for name, value in planted.items():
        told = effect(found, name).effect.found
        assert told.low <= value <= told.high, name
        assert told.difference == pytest.approx(value, abs=0.09), name
    for name in ("3 turns", "5 turns", "rules", "caption"):
        assert (effect(found, name).adjusted or 0) < 0.01
    assert (effect(found, "rules x caption").adjusted or 0) > 0.05


def test_mean_and_pass_are_those_of_the_plays_of_an_episode(found: Diagnosis) -> None:
    best = next(row.rate for row in found.rows if row.condition == "5 turns, rules, caption")
    assert best is not None and (best.episodes, best.plays) == (EPISODES, PLAYS * EPISODES)
    assert best.success == pytest.approx(BARE + RULES + CAPTION, abs=0.08)
    assert best.passed == pytest.approx(1 - (1 - BARE - RULES - CAPTION) ** PLAYS, abs=0.05)
    assert best.rate_low < best.success < best.rate_high
    assert rate({("a", 0): [True, False, False, False]}).passed == 1.0  # type: ignore[union-attr]


def test_the_page_has_a_section_with_every_effect(folder: Path) -> None:
    reader = read(folder)
    assert "What do history, rules and captions do" in reader.text
    table = reader.rows("scaffold, planted: effects")
    assert len(table) == 1 + 11 and table["rules"][0].startswith("+")
    assert f"{12 * EPISODES} plays of episodes that were played before" in reader.text
    assert reader.tables["scaffold, planted"][0][1:3] == ["mean@2, %", "pass@2, %"]


def test_samples_have_keys_of_their_own_and_come_back_from_the_log(folder: Path) -> None:
    records = Store(folder).records()
    assert len(records) == 12 * EPISODES * PLAYS
    assert sorted({record.entry.sample for record in records}) == [0, 1]


def test_foreign_names_and_descriptions_do_no_harm(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "episodes.jsonl").read_text().splitlines(keepends=True)[:48]
    named = "".join(lines).replace("planted", "<b>evil</b>\\u202e")
    (tmp_path / "episodes.jsonl").write_text(named)
    config = json.loads((folder / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(config))
    reader = read(tmp_path)
    assert "scaffold, <b>evil</b>\N{REPLACEMENT CHARACTER}: effects" in reader.tables
    assert "\u202e" not in reader.text
    for study in (
        {"study": 7},
        {"study": "levels"},
        {"adaptive": 3},
        {"adaptive": {"ladders": []}},
    ):
        (tmp_path / "run.json").write_text(json.dumps({**config, **study, "conditions": [None]}))
        assert study_pages(load([tmp_path]).runs) == []


def test_an_interaction_is_a_difference_of_differences() -> None:
    factors = (
        Factor("a", (Condition("a off"), Condition("a", ("caption",)))),
        Factor("b", (Condition("b off"), Condition("b", ("goal",)))),
    )
    assert [each.wrappers for each in crossed(factors)][-1] == ("goal", "caption")
    cells: dict[tuple[int, ...], Results] = {
        (a, b): {("x", 0): a + 2.0 * b + 4.0 * a * b} for a in (0, 1) for b in (0, 1)
    }
    values = {each.name: each.found.difference for each in effects(factors, cells)}
    assert values == {"a": 3.0, "b": 4.0, "a x b": 4.0}
    assert effects(factors, {(0, 0): {("x", 0): 1.0}}) == []


def test_sign_flips_are_counted_and_not_approximated() -> None:
    assert sign_flips([1, 1, 1, 0]) == pytest.approx(2 / 8)
    assert sign_flips([0.5, 0.5, -1.0]) == 1.0 == sign_flips([0.0])
    assert sign_flips([1 / 3, 2 / 3]) == pytest.approx(0.5)
    many = [1.0] * 60 + [-1.0] * 40
    assert sign_flips(many) == pytest.approx(0.0569, abs=0.0005)


def test_holm_is_what_the_book_says() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == [] and holm([0.7, 0.9]) == [1.0, 1.0]
