from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.task import Frame
from visgym.kit import caches
from visgym.kit.caches import ENTRY, LAYERS, LayerCache
from visgym.kit.solid import scene


def test_layers_are_kept_up_to_a_size_and_those_used_longest_ago_go_first() -> None:
    made: list[int] = []
    cache = LayerCache(250 + 2 * ENTRY)

    @cache.layer
    def frame(size: int) -> Frame:
        made.append(size)
        return np.zeros(size, np.uint8)

    assert frame(100) is frame(100)
    frame(101), frame(100), frame(102)  # no room for the three of them
    assert made == [100, 101, 102]
    frame(100), frame(102), frame(101)
    assert made == [100, 101, 102, 101]
    assert cache.size <= cache.most


def test_what_is_too_large_is_not_kept_and_drives_nothing_out() -> None:
    cache = LayerCache(2000)
    frame = cache.layer(lambda size: np.zeros(size, np.uint8))
    small = frame(100)
    assert frame(3000) is not frame(3000)
    assert frame(100) is small


def test_functions_share_one_bound_and_never_their_layers() -> None:
    cache = LayerCache(2 * (ENTRY + 100))
    one, other = (cache.layer(lambda value, add=add: np.full(100, value + add)) for add in (0, 1))
    tuples = cache.layer(lambda count: tuple(np.zeros(10, np.uint8) for _ in range(count)))
    assert one(1)[0] == 1 and other(1)[0] == 2
    first = tuples(3)
    assert tuples(3) is first and cache.size <= cache.most


def test_a_smaller_limit_holds_at_once() -> None:
    cache = LayerCache(10_000)
    frame = cache.layer(lambda value: np.full(1000, value, np.uint8))
    kept = [frame(value) for value in range(5)]
    cache.limit(2 * (ENTRY + 1000))
    assert cache.size <= cache.most
    assert frame(4) is kept[4] and frame(0) is not kept[0]
    cache.limit(0)
    assert cache.size == 0 and frame(4) is not frame(4)


def test_threads_get_right_layers_and_the_size_stays_true() -> None:
    cache, barrier = LayerCache(20 * (ENTRY + 500)), threading.Barrier(8)
    frame = cache.layer(lambda value: np.full(500, value, np.uint8))

    def look(number: int) -> bool:
        barrier.wait()
        rng = Random(number)
        wanted = [rng.randrange(60) for _ in range(2000)]
        return all((frame(value) == value).all() for value in wanted)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(look, range(8)))
    assert cache.size == sum(size for _, size in cache._kept.values()) <= cache.most


@pytest.fixture
def cleared() -> Iterator[None]:
    before = LAYERS.most
    LAYERS.limit(0)
    yield
    LAYERS.limit(before)


@pytest.mark.usefixtures("cleared")
@pytest.mark.parametrize(("megabytes", "drawn"), [(16, 3), (1, 6)])
def test_interleaved_episodes_draw_their_scenes_once_while_all_of_them_fit(
    megabytes: int, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task, render, rendered = catalog.load("counting/easy"), scene.render, []

    def counted(*given: Any) -> Frame:
        rendered.append(given)
        return render(*given)

    monkeypatch.setattr(scene, "render", counted)
    caches.keep_megabytes(megabytes)
    starts = [begin(task, seed).start for seed in range(3)]
    for state in starts * 2:
        task.draw(state)
    assert len(rendered) == drawn
