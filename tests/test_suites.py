"""Suites name episodes that do not change."""

from __future__ import annotations

from itertools import islice

import pytest

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.suites.suite import all_suites, find_suite

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
        assert len(starts) == len(set(starts.values())) == suite.episodes, id


def test_the_settings_are_those_of_the_seed() -> None:
    for name, steps in (("visgym/easy", 20), ("visgym/hard", 30)):
        assert {catalog.load(id).step_limit for id in find_suite(name).ids} == {steps}
