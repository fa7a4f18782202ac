"""What the server gives, and what it refuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import visgym
from hand_made import played, series, stored
from visgym.agents.scripted import SolverAgent
from visgym.cli import app
from visgym.core.errors import Mistake
from visgym.evaluation.records import from_line, to_line
from visgym.evaluation.store import Store
from visgym.web.context import Settings

PAGES = ("/", "/play", "/results", "/episodes", "/tasks/maze_2d/easy")


def begin(client: httpx.Client, **wanted: Any) -> Any:
    answer = client.post("/api/games", json={"id": "maze_2d/easy", "seed": 0, **wanted})
    assert answer.status_code == 200, answer.text
    return answer.json()


def say(client: httpx.Client, game: Any, node: int, reply: str) -> httpx.Response:
    return client.post(f"/api/games/{game['game']}/moves", json={"node": node, "reply": reply})


def plan(id: str, seed: int) -> list[str]:
    task = visgym.load(id)
    return [task.spell(call) for call in visgym.solve(task, visgym.begin(task, seed).start)]


@pytest.fixture
def client(site: str) -> Any:
    with httpx.Client(base_url=site, timeout=60) as made:
        yield made


@pytest.fixture
def visitor(shared_site: str) -> Any:
    """A client that stores nothing, so that it need not have a server of its own."""
    with httpx.Client(base_url=shared_site, timeout=60) as made:
        yield made


@pytest.mark.parametrize("address", PAGES)
def test_every_page_opens(visitor: httpx.Client, address: str) -> None:
    answer = visitor.get(address)
    assert answer.status_code == 200
    assert "<h1" in answer.text or "setup" in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_the_gallery_has_every_task_and_preset(visitor: httpx.Client) -> None:
    text = visitor.get("/").text
    assert all(f'href="/tasks/{id}"' in text for id in visgym.ids())
    assert 'href="/tasks/my_tasks.counter/hard"' in text


def test_a_page_for_every_task_shows_its_rules(visitor: httpx.Client) -> None:
    for name in ("maze_2d", "jigsaw", "sliding_block", "my_tasks.dots"):
        answer = visitor.get(f"/tasks/{name}/easy")
        assert answer.status_code == 200
        assert "Steps allowed" in answer.text


def test_people_are_asked_what_agents_are_asked(visitor: httpx.Client) -> None:
    game = begin(visitor, id="vsp_maze_hole/easy")
    assert game["question"].startswith("Is there a hole in row ")
    assert "Is there a hole in row " in visitor.get("/tasks/vsp_maze_hole/easy").text
    steps = visitor.get("/api/solutions/vsp_maze_hole/easy").json()["steps"]
    assert "question" in steps[0] and "question" not in steps[1]


def test_a_strict_game_is_stored_like_an_agents_episode(client: httpx.Client, runs: Path) -> None:
    game = begin(client, seed=5, player=" ada  lovelace ")
    for node, reply in enumerate(replies := plan("maze_2d/easy", 5)):
        view = say(client, game, node, reply).json()
    (kept,) = Store(runs / "human").records()
    assert view["outcome"] == "solved"
    assert kept.entry.agent == "human:ada lovelace"
    assert kept.success
    assert kept.replies == tuple(replies)
    assert view["stored"] == {"run": "human", "key": kept.entry.key}
    assert client.get("/replay", params=view["stored"]).status_code == 200


def test_a_replay_says_what_went_wrong(client: httpx.Client, runs: Path) -> None:
    stop = say(client, begin(client, seed=5, player="ada"), 0, "('stop', 'stop')").json()
    page = client.get("/replay", params=stop["stored"]).text
    assert "What was noticed" in page and "Stopped unsolved at step 1" in page


def test_a_strict_game_on_a_dataset_is_stored_with_its_data(
    serve: Callable[[Settings], str], runs: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "llava"
    folder.mkdir(parents=True)
    noise = np.random.default_rng(7).integers(0, 256, (18, 24, 3), np.uint8)
    Image.fromarray(noise).resize((336, 252)).save(folder / "a.jpg")
    site = serve(Settings(runs, data=tmp_path / "data"))
    with httpx.Client(base_url=site, timeout=60) as client:
        game = begin(client, id="jigsaw/easy", player="ada")
        stored = say(client, game, 0, "('stop', 'stop')").json()["stored"]
        (kept,) = Store(runs / "human").records()
        assert kept.entry.id == f"jigsaw/easy?data={folder}"
        replay = client.get("/replay", params=stored).text
        assert 'class="note"' not in replay and 'href="/play?id=jigsaw%2Feasy' in replay
        again = {"id": "jigsaw/easy", "seed": 0, "player": "ada"}
        assert "first try" in client.post("/api/games", json=again).json()["error"]


def test_strict_games_have_no_way_back_and_the_first_try_counts(client: httpx.Client) -> None:
    game = begin(client, seed=6, player="ada")
    reply = plan("maze_2d/easy", 6)[0]
    assert say(client, game, 0, reply).json()["node"] == 1
    assert say(client, game, 0, reply).status_code == 400
    assert begin(client, seed=6, player="ada")["game"] == game["game"]
    say(client, game, 1, "('stop', 'stop')")
    again = client.post("/api/games", json={"id": "maze_2d/easy", "seed": 6, "player": "ada"})
    assert again.status_code == 400
    assert "first try counts" in again.json()["error"]


def test_ids_of_suites_are_played_strictly_with_their_knobs(
    client: httpx.Client, runs: Path
) -> None:
    id = "sliding_geom_puzzle/easy?view=2d&geoms=2&length=2"
    offered = client.get("/play", params={"suite": "ivispar/2d", "mode": "strict"})
    assert f'value="{id.replace("&", "&amp;")}"' in offered.text
    game = begin(client, id=id, player="ada")
    for node, reply in enumerate(plan(id, 0)):
        view = say(client, game, node, reply).json()
    (kept,) = Store(runs / "human").records()
    assert (kept.entry.id, kept.success) == (id, True)
    replay = client.get("/replay", params=view["stored"]).text
    assert 'href="/play?id=sliding_geom_puzzle%2Feasy%3Fview%3D2d' in replay
    shown = client.get("/play", params={"id": id, "seed": 1, "mode": "strict"}).text
    assert "With knobs" in shown
    assert client.get("/tasks/maze_2d/easy%3Fwidth=9").status_code == 400


def test_exploring_branches_and_stores_nothing(client: httpx.Client, runs: Path) -> None:
    game = begin(client, seed=1)
    first = plan("maze_2d/easy", 1)[0]
    one = say(client, game, 0, first).json()
    other = say(client, game, 0, "('stop', 'stop')").json()
    assert (one["parent"], other["parent"]) == (0, 0)
    assert other["outcome"] == "wrong"
    assert not (runs / "human").exists()


def test_only_what_an_agent_sees_leaves_the_server(visitor: httpx.Client) -> None:
    game = begin(visitor, id="maze_3d/easy")
    allowed = {"node", "parent", "picture", "reply", "verdict", "feedback"}
    asked = {"ending", "places", "question"}
    assert set(game["view"]) == {*allowed, "line", "step", "outcome", "text", *asked}
    state = visgym.begin("jigsaw/easy", 0).start
    jigsaw = begin(visitor, id="jigsaw/easy")
    assert state.photo not in json.dumps(jigsaw)


def test_pictures_are_what_the_episode_draws_and_cached_for_good(visitor: httpx.Client) -> None:
    view = begin(visitor, id="jigsaw/easy")["view"]
    answer = visitor.get(view["picture"])
    episode = visgym.begin("jigsaw/easy", 0)
    drawn = Image.open(BytesIO(answer.content))
    assert (
        drawn.tobytes() == visgym.Observation("state", episode.task, episode.start).image.tobytes()
    )
    assert "immutable" in answer.headers["cache-control"]


def test_bad_replies_cost_a_step_and_say_why(visitor: httpx.Client) -> None:
    view = say(visitor, begin(visitor), 0, "<script>alert(1)</script>").json()
    assert view["verdict"] == "unknown"
    assert view["step"] == 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"id": "nothing/easy"},
        {"id": "os.path/easy"},
        {"seed": "x"},
        {"seed": -1},
        {"player": "<b>"},
        {"knobs": {"width": 10}},
        {"knobs": {"width": 10**9}},
        {"knobs": {"no_such": 1}},
        {"knobs": {"width": 11}, "player": "ada"},
        {"id": "jigsaw/easy", "knobs": {"data": "/etc"}},
        {"id": "jigsaw/easy?data=/etc", "player": "ada"},
        {"id": "jigsaw/easy?starts=/etc/passwd", "player": "ada"},
        {"id": "maze_2d/easy?width=71&height=71&longest=null", "player": "ada"},
        {"id": "jigsaw/easy?data=/etc"},
        {"id": "maze_2d/easy?width"},
    ],
)
def test_mistakes_are_one_sentence(visitor: httpx.Client, wanted: dict[str, Any]) -> None:
    answer = visitor.post("/api/games", json={"id": "maze_2d/easy", **wanted})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith((".", "?"))


def test_knobs_change_the_task_within_bounds(visitor: httpx.Client) -> None:
    game = begin(visitor, knobs={"width": 13, "longest": None})
    assert "13x9" in game["rules"]
    huge = {"id": "maze_2d/easy", "knobs": {"width": 71, "height": 71, "longest": None}}
    assert "turn them back" in visitor.post("/api/games", json=huge).json()["error"]


def test_modules_are_never_imported_on_a_visitors_word(visitor: httpx.Client) -> None:
    assert visitor.get("/tasks/antigravity/easy").status_code == 400
    assert "antigravity" not in sys.modules


# Security


def test_a_wrong_token_is_refused(serve: Callable[[Settings], str], runs: Path) -> None:
    site = serve(Settings(runs, token="sesame"))
    assert httpx.get(site).status_code == 401
    assert httpx.get(f"{site}/results?token=wrong").status_code == 401
    assert httpx.get(site, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert httpx.post(f"{site}/api/games", json={"id": "maze_2d/easy"}).status_code == 401
    assert httpx.get(site, headers={"Authorization": "Bearer sesame"}).status_code == 200


def test_the_right_token_is_needed_in_the_address_only_once(
    serve: Callable[[Settings], str], runs: Path
) -> None:
    with httpx.Client(base_url=serve(Settings(runs, token="sesame"))) as client:
        first = client.get("/results?preset=easy&token=sesame")
        assert first.status_code == 303
        assert first.headers["location"] == "/results?preset=easy"
        assert client.get("/results").status_code == 200


def test_requests_from_other_sites_are_refused(visitor: httpx.Client) -> None:
    wanted = {"id": "maze_2d/easy"}
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert visitor.post("/api/games", json=wanted, headers=headers).status_code == 403
    assert visitor.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_requests_have_bounds(visitor: httpx.Client) -> None:
    assert visitor.post("/api/games", json={"id": "x" * 70_000}).status_code == 413
    assert visitor.post("/api/games", content=iter([b"{}"])).status_code == 411
    assert visitor.post("/api/games", content=b"[" * 5000).status_code == 422


@pytest.mark.parametrize(
    "run", ["..", "../..", "/etc", "first/../..", "first/../../outside", "\0", "~", "outside"]
)
def test_paths_outside_the_runs_are_refused(client: httpx.Client, runs: Path, run: str) -> None:
    outside = runs.parent / "outside"
    (runs / "first").rename(outside)
    (runs / "outside").symlink_to(outside)
    key = Store(outside).records()[0].entry.key
    for address in ("/replay", "/films/x.gif", "/frames/abc.png"):
        assert client.get(address, params={"run": run, "key": key}).status_code == 404
    assert client.get("/static/..%2f..%2fapp.py").status_code == 404


def test_the_command_wants_a_token_for_other_hosts() -> None:
    done = CliRunner().invoke(app, ["web", "--host", "0.0.0.0"])
    assert isinstance(done.exception, Mistake)
    assert "--token" in str(done.exception)


# Records


def test_a_malformed_record_shows_a_message_and_the_rest_works(
    client: httpx.Client, runs: Path
) -> None:
    good = Store(runs / "first").records()[0]
    line = to_line(good)
    changed = {**line, "start": "0" * 32, "entry": {**line["entry"], "seed": 77}}
    endless = {**line, "replies": line["replies"] * 9, "entry": {**line["entry"], "seed": 0}}
    foreign = {**line, "entry": {**line["entry"], "id": "antigravity/easy"}}
    half = {**line, "replies": ["\ud800"] * 9, "entry": {**line["entry"], "agent": "\ud800"}}
    with (runs / "first" / "episodes.jsonl").open("a") as file:
        for bad in ("{not json", "[]", '{"key": 1}', "null", '"<script>x</script>"', "[" * 9000):
            file.write(bad + "\n")
        for strange in (changed, endless, foreign, half):
            file.write(json.dumps({**strange, "key": "x"}) + "\n")
    (runs / "broken").mkdir()
    (runs / "broken" / "run.json").write_text("{")
    text = client.get("/results").text
    assert "Line 9 of episodes.jsonl holds no record." in text
    assert "3 more such lines" in text
    assert "run.json is missing or not valid JSON." in text
    links = [part.split('"')[0] for part in client.get("/episodes").text.split('href="')[1:]]
    replays = [link.replace("&amp;", "&") for link in links if link.startswith("/replay")]
    assert len(replays) == 11
    pages = [client.get(link) for link in replays]
    assert all(page.status_code == 200 for page in pages)
    assert sum('class="note"' in page.text for page in pages) == 3


def test_records_with_knobs_are_replayed_within_bounds(client: httpx.Client, runs: Path) -> None:
    good, line = "maze_2d/easy?width=7&height=7", to_line(Store(runs / "first").records()[0])
    kept = played(good, 3, SolverAgent())
    huge = {**line, "entry": {**line["entry"], "id": "maze_2d/easy?width=10001"}}
    with (runs / "first" / "episodes.jsonl").open("a") as file:
        file.write(json.dumps(to_line(kept)) + "\n" + json.dumps(huge) + "\n")
    page = client.get("/replay", params={"run": "first", "key": kept.entry.key})
    assert "seed 3" in page.text and 'class="note"' not in page.text
    key = from_line(huge).entry.key
    assert "at most 1000 here" in client.get("/replay", params={"run": "first", "key": key}).text


def test_results_follow_a_run_as_it_grows(client: httpx.Client, runs: Path) -> None:
    path = runs / "first" / "episodes.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:2]) + "\n" + lines[2][:50])
    assert "2 episodes." in client.get("/episodes").text
    path.write_text("\n".join(lines[:4]) + "\n")
    assert "4 episodes." in client.get("/episodes").text
    assert "holds no record" not in client.get("/results").text


def test_results_count_by_agent_and_filter(visitor: httpx.Client) -> None:
    text = visitor.get("/results?open=spatial").text
    assert "solver on maze_2d: 2 of 2" in text and "solver on sliding_block" not in text
    assert "solver on" not in visitor.get("/results?kind=human&open=spatial").text
    assert "1 episode." in visitor.get("/episodes?player=random&id=maze_2d/easy&seed=0").text
    assert "<bdi>random</bdi>" in visitor.get("/tasks/maze_2d/easy").text


def test_results_group_ids_that_differ_in_knobs(client: httpx.Client, runs: Path) -> None:
    ids = [f"maze_2d/hard?width={width}&starts=/secret/a.json" for width in (11, 13)]
    stored(runs / "knobs", [kept for id in ids for kept in series("turner", id, 1, 2)])
    text = client.get("/results?preset=hard&open=spatial").text
    assert "turner on maze_2d: 2 of 4" in text and "width=11" not in text
    listed = client.get("/episodes?id=maze_2d/hard").text
    assert "4 episodes." in listed and "width=11" in listed and "/secret" not in listed
    assert "2 episodes." in client.get("/episodes", params={"id": ids[0]}).text
    assert "2 episodes." in client.get("/episodes", params={"knob": "width=13"}).text


def test_films_have_a_picture_for_every_step(client: httpx.Client, runs: Path) -> None:
    kept = Store(runs / "first").records()[0]
    query = {"run": "first", "key": kept.entry.key}
    film = Image.open(BytesIO(client.get("/films/maze.gif", params=query).content))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) > len(set(kept.frames)) - 1


def test_video_where_av_is_installed(client: httpx.Client, runs: Path) -> None:
    pytest.importorskip("av")
    kept = Store(runs / "first").records()[0]
    answer = client.get("/films/maze.mp4", params={"run": "first", "key": kept.entry.key})
    assert answer.content[4:8] == b"ftyp"


def test_solutions_are_shown_on_an_episode_of_no_suite(visitor: httpx.Client) -> None:
    found = visitor.get("/api/solutions/maze_2d/easy").json()
    assert found["length"] == len(found["steps"]) - 1
    assert visitor.get(found["steps"][-1]["picture"]).status_code == 200
    strict = {"id": "maze_2d/easy", "seed": 1_000_000, "player": "ada"}
    assert visitor.post("/api/games", json=strict).status_code == 400
