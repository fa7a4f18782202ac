"""Suites name episodes that do not change."""

from __future__ import annotations

from itertools import islice

import pytest

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.suites.gym_v import PUBLISHED
from visgym.suites.suite import all_suites, chosen_ids, family, find_suite

SUITES = list(all_suites())


@pytest.mark.parametrize("name", SUITES)
def test_the_first_episodes_are_those_that_were_published(name: str) -> None:
    suite = find_suite(name)
    assert set(suite.starts) == set(suite.ids)
    for id, starts in suite.starts.items():
        for seed, start in islice(starts.items(), 3):
            assert fingerprint(begin(catalog.load(id), seed).start) == start, (id, seed)


@pytest.mark.parametrize("name", SUITES)
def test_no_episode_of_a_suite_occurs_twice(name: str) -> None:
    suite = find_suite(name)
    for id, starts in suite.starts.items():
        assert len(starts) == len(set(starts.values())) <= suite.episodes, id
        few = name.startswith("gym_v") and catalog.load(id).distinct_starts < 0.9
        assert few or len(starts) == suite.episodes, id


def test_the_settings_are_those_of_the_seed() -> None:
    for name, steps in (("visgym/easy", 20), ("visgym/hard", 30)):
        assert {catalog.load(id).step_limit for id in find_suite(name).ids} == {steps}


def test_every_published_name_of_gym_v_has_an_id_at_each_level() -> None:
    names = set(PUBLISHED)
    for level in ("level_0", "level_1", "level_2"):
        suite = find_suite(f"gym_v/{level}")
        assert set(suite.names.values()) == names
        assert set(suite.names) == set(suite.ids)
        assert {catalog.load(id).name for id in suite.ids} <= set(catalog.task_names())


def test_a_family_of_suites_is_listed_by_the_beginning_of_its_name() -> None:
    assert [suite.name for suite in family("gym_v")] == [f"gym_v/level_{n}" for n in range(3)]
    assert [suite.name for suite in family("vsp")] == ["vsp"]
    assert chosen_ids("gym_v", category="arc") == [
        f"{task}/level_{n}" for n in range(3) for task in ("arc_1d", "arc_agi", "re_arc")
    ]
