"""Rankings, comparisons and the browser of episodes, counted by hand and on 200 tasks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from hand_made import made, many, played, series, stored, two_runs
from visgym.agents.scripted import StopAgent
from visgym.evaluation.store import Store
from visgym.web import episode_filter
from visgym.web.context import Settings

Serve = Callable[[Settings], str]
LINK = re.compile(r'href="([^"]+)"')


@pytest.fixture
def visit(serve: Serve, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Get a page of a server over some folder of runs."""
    with httpx.Client(timeout=60) as client:

        def get(address: str, **params: Any) -> str:
            answer = client.get(site + address, params=params or None)
            assert answer.status_code == 200, answer.text
            return answer.text

        site = serve(Settings(tmp_path))
        yield get


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 200 made-up tasks by 12 agents."""
    root = tmp_path_factory.mktemp("wide")
    stored(root / "run", list(many(seeds=1)))
    return root


def words(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("</form>")[2]).split())


def links(page: str, start: str) -> list[str]:
    return [each.replace("&amp;", "&") for each in LINK.findall(page) if each.startswith(start)]


def test_a_ranking_says_what_it_is_over(visit: Callable[..., str], tmp_path: Path) -> None:
    two_runs(tmp_path)
    stored(tmp_path / "late", series("late", "maze_2d/easy", 1, 1))
    said = words(visit("/results"))
    assert "Over the 5 episodes of 2 tasks that every ranked agent has finished" in said
    assert "6 episodes of 2 tasks are known here" in said
    assert "1 alpha no settings 87.5 % 35–99 4 5" in said
    assert "2 beta no settings 12.5 % 1–65 1 6" in said
    assert "late has finished 1 and solved 1 of these; 1 of them are among the 5." in said
    assert "1 alpha no settings 25.0 % 5–70 1 4 1 beta" in words(visit("/results", preset="hard"))


def test_setups_and_wrappers_never_share_a_row(visit: Callable[..., str], tmp_path: Path) -> None:
    records = [
        made("a", "maze_2d/easy", outcome="solved"),
        made("a", "maze_2d/easy", setup="0123456789"),
        made("a", "maze_2d/easy", wrappers=("text",)),
    ]
    stored(tmp_path / "run", records)
    page = visit("/results")
    assert re.findall(r"<bdi>([^<]+)</bdi>", page.partition("By category")[0]) == [
        "a",
        "a (setup 012345)",
        "a + text",
    ]
    assert "wrappers text" in page
    listed = visit("/episodes", player="a (setup 012345)")
    assert "1 episode." in listed and "Not solved" in listed


def test_categories_open_into_tasks(serve: Serve, wide: Path) -> None:
    site = serve(Settings(wide))
    closed = httpx.get(f"{site}/results", timeout=60).text
    assert closed.count('class="category"') == 8 and 'class="tall"' not in closed
    assert len(closed) < 60_000
    opened = httpx.get(f"{site}/results?open=charts&open=graphs", timeout=60).text
    tasks = opened.count('class="tall"')
    assert 40 <= tasks <= 50
    assert len(re.findall(r"openai:frontier-5 on charts\.task_\d+: [01] of 1", opened)) > 15
    assert 'open=charts" aria-expanded="true"' in opened  # which closes the graphs


def test_two_agents_are_compared_with_links_to_both_replays(
    visit: Callable[..., str], tmp_path: Path
) -> None:
    two_runs(tmp_path)
    page = visit("/compare", first="alpha", second="beta", preset="easy")
    said = words(page)
    assert "Percentages are of the 5 episodes of easy that both have finished" in said
    assert "1 solved by both, 1 by neither, 3 gained" in said
    assert "All tasks 5 80.0 20.0 3 0 +60.0" in said and "p = 0.25" in said
    assert "3 episodes that one of the two solved and the other did not." in said
    pairs = [each for each in links(page, "/replay") if "key2=" in each]
    assert len(pairs) == 3
    both = visit(pairs[0])
    assert both.count("data-side") == 2
    turned = words(visit("/compare", first="beta", second="alpha", preset="easy"))
    assert "All tasks 5 20.0 80.0 0 3 −60.0" in turned
    assert "Choose two different agents." in visit("/compare", first="beta", second="beta")
    assert "no episode in common" in visit("/compare", first="alpha", second="nobody")


def test_episodes_are_found_by_what_happened(visit: Callable[..., str], tmp_path: Path) -> None:
    records = [
        made("a", "maze_2d/easy", 0, "solved", ["done", "refused"], reply="I go LEFT now"),
        made("a", "maze_2d/hard?width=11", 1, "wrong", ["done"], reply="a.*b"),
        made("b", "jigsaw/easy", 2, "out_of_steps", ["unreadable"] * 3, reply="\u202eleft"),
        made("b", "jigsaw/easy", 3, "error"),
    ]
    stored(tmp_path / "run", records)
    for count, criteria in (
        (4, {}),
        (1, {"outcome": "out_of_steps"}),
        (2, {"category": "puzzles"}),
        (2, {"id": "maze_2d"}),
        (1, {"id": "maze_2d/easy"}),
        (3, {"preset": "easy"}),
        (1, {"verdict": "refused"}),
        (1, {"knob": "width=11"}),
        (2, {"words": "left"}),
        (1, {"words": "A.*B"}),
        (0, {"words": "lef."}),
        (1, {"words": "left", "player": "b"}),
        (0, {"outcome": "nothing"}),
    ):
        said = f"{count} episode{'s' if count != 1 else ''}."
        assert said in visit("/episodes", **criteria), criteria
    page = visit("/episodes", sort="-replies")
    assert re.findall(r"easy|hard", page.partition("<tbody>")[2])[0] == "easy"
    assert 'aria-sort="descending"' in page
    assert visit("/episodes", sort="nothing")


def test_a_search_has_bounds(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(tmp_path / "run", [made("a", "maze_2d/easy", reply="x" * 300_000 + "needle")])
    site = serve(Settings(tmp_path))
    assert "0 episodes." in httpx.get(f"{site}/episodes?words=needle").text
    assert httpx.get(f"{site}/episodes?words={'x' * 201}").status_code == 400
    monkeypatch.setattr(episode_filter, "SEARCHED_AT_ONCE", 100_000)
    assert "too long to search" in httpx.get(f"{site}/episodes?words=x").text
    assert "0 episodes." in httpx.get(f"{site}/episodes?words=x&player=b").text


def test_failure_classes_are_found_by_playing_again(
    visit: Callable[..., str], tmp_path: Path
) -> None:
    quitters = [played("maze_2d/easy", seed, StopAgent()) for seed in range(3)]
    stored(tmp_path / "run", [*quitters, made("ghost", "forgotten/easy")])
    page = visit("/episodes", failure="early_termination")
    assert "3 episodes." in page
    assert "Failure classes are known of 4 of the 4 failed episodes that fit." in page
    assert "0 episodes." in visit("/episodes", failure="action_looping")


def test_long_lists_come_in_pages(serve: Serve, wide: Path) -> None:
    site = serve(Settings(wide))
    total = len(Store(wide / "run").records())
    first = httpx.get(f"{site}/episodes?sort=agent", timeout=60).text
    assert f"{total:,} episodes." in first and f"Page 1 of {-(-total // 100)}" in first
    assert len(links(first, "/replay")) == 100 and len(first) < 120_000
    (following,) = {each for each in links(first, "/episodes") if "page=2" in each}
    second = httpx.get(site + following, timeout=60).text
    assert "Page 2 of" in second and not set(links(first, "/replay")) & set(
        links(second, "/replay")
    )
    assert "Page 1 of" in httpx.get(f"{site}/episodes?page=-7", timeout=60).text


# Hostile replies


def test_a_megabyte_of_reply_is_cut_and_linked(serve: Serve, tmp_path: Path) -> None:
    long = "\u202e<b>" + "A" * 1_000_000
    kept = made("a", "maze_2d/easy", verdicts=["done"] * 36, reply=long)
    stored(tmp_path / "run", [replace(kept, feedback=(long,) * 36)])
    with httpx.Client(base_url=serve(Settings(tmp_path)), timeout=60) as client:
        address = {"run": "run", "key": kept.entry.key}
        page = client.get("/replay", params=address)
        assert page.status_code == 200 and len(page.text) < 1_000_000
        assert "\u202e" not in page.text and "<b>A" not in page.text
        text = client.get("/texts", params={**address, "step": 1})
        assert text.text.startswith(long) and text.headers["content-type"].startswith("text/plain")
        assert client.get("/texts", params={**address, "step": 99}).status_code == 404
        assert f"key={kept.entry.key}\\u0026step=36" in page.text


def test_an_empty_token_does_not_open_the_door(serve: Serve, tmp_path: Path) -> None:
    site = serve(Settings(tmp_path, token=""))
    assert httpx.get(site, headers={"Host": "evil.example"}).status_code == 421
    assert httpx.get(site).status_code == 200
