"""A curriculum seeks what teaches, never trains on evaluation, and goes on where it ended."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.evaluation.curriculum import Curriculum, CurriculumOptions
from visgym.evaluation.ladders import Ladder
from visgym.suites.suite import all_suites

LAKES = Ladder.parse("frozen_lake")
RUNGS = [f"maze_2d/easy?longest=200&width={width}&height={width}" for width in (5, 7, 9, 11)]


def trained(curriculum: Curriculum, skill: dict[str, float], rounds: int = 40) -> Counter[str]:
    """What is drawn once outcomes of some skill have been learnt."""
    for number in range(rounds):
        for at, (id, _) in enumerate(curriculum.sample(8)):
            curriculum.learn(id, Random(f"{number} {at}").random() < skill[id])
    return Counter(id for id, _ in curriculum.sample(200))


def test_levels_near_the_target_are_drawn_most() -> None:
    skill = dict(zip(RUNGS, (0.98, 0.55, 0.05, 0.0), strict=True))
    drawn = trained(Curriculum(RUNGS, hold_out=False), skill)
    assert drawn[RUNGS[1]] > 100 > max(drawn[RUNGS[0]], drawn[RUNGS[3]]) > 0
    hard = CurriculumOptions(target=0.9)
    assert trained(Curriculum(RUNGS, hard, hold_out=False), skill).most_common(1)[0][0] == RUNGS[0]


def test_levels_that_are_being_learnt_are_drawn_most() -> None:
    options = CurriculumOptions("progress", memory=40)
    curriculum = Curriculum(RUNGS, options, hold_out=False)
    for number in range(60):
        curriculum.learn(RUNGS[0], 1.0)
        curriculum.learn(RUNGS[1], float(number > 45))
        curriculum.learn(RUNGS[2], 0.0)
        curriculum.learn(RUNGS[3], 0.0)
    assert max(curriculum.weights().items(), key=lambda pair: pair[1])[0] == RUNGS[1]
    assert sum(curriculum.weights().values()) == pytest.approx(1)


def test_neither_seeds_nor_starts_of_suites_are_trained_on() -> None:
    suites = all_suites().values()
    seeds = {seed for suite in suites for own in suite.starts.values() for seed in own}
    starts = {
        start
        for suite in suites
        for id, own in suite.starts.items()
        if id.startswith("frozen_lake/")
        for start in own.values()
    }
    given = Curriculum([LAKES]).sample(60)
    assert len(set(given)) == 60
    for id, seed in given:
        assert seed not in seeds
        assert fingerprint(catalog.load(id).start(seed)) not in starts


def test_a_state_and_a_log_both_lead_on_to_the_same_episodes(tmp_path: Path) -> None:
    log = tmp_path / "curriculum.jsonl"
    whole, logged = Curriculum([LAKES]), Curriculum([LAKES], log=log)
    for curriculum in (whole, logged):
        for id, seed in curriculum.sample(12):
            curriculum.learn(id, seed % 2)
    state = json.loads(json.dumps(whole.state()))
    with log.open("a") as file:
        file.write('{"id": "frozen_la')  # as a kill leaves it
    expected = whole.sample(6)
    assert Curriculum([LAKES], log=log).sample(6) == expected
    assert len(log.read_text().splitlines()) == 12 + 12 + 6
    back = Curriculum.restored(state, log)
    assert len(log.read_text().splitlines()) == 24
    assert back.sample(6) == expected and Curriculum([LAKES], log=log).state() == back.state()


def test_the_examples_of_the_page_work() -> None:
    page = Path(__file__).parents[2] / "docs" / "curricula.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= 20 and result.failed == 0


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    curriculum = Curriculum([LAKES], log=tmp_path / "log")
    curriculum.sample(1)
    for attempt, sentence in (
        (lambda: curriculum.learn("maze_2d/easy", True), "no id in this curriculum"),
        (lambda: curriculum.learn(LAKES.rungs[0], 2), "from 0 to 1"),
        (lambda: Curriculum([]), "one id at least"),
        (lambda: Curriculum(["maze_2d/easy"], log=tmp_path / "log"), "log of another"),
        (lambda: CurriculumOptions(target=2), "shares, from 0 to 1"),
    ):
        with pytest.raises(Mistake, match=sentence):
            attempt()
