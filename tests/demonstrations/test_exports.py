"""What trainers get: files they accept, with the pictures that the environment shows."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from toys import Counter
from visgym import catalog
from visgym.agents.agent import Answer
from visgym.agents.contents import safe
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.parts import Message, Observation
from visgym.core.solving import react, solve
from visgym.demonstrations.conversations import Conversation, conversations
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.exports.formats import FORMATS
from visgym.demonstrations.exports.integrity import changes
from visgym.demonstrations.exports.validate import validate
from visgym.demonstrations.inspection import page
from visgym.demonstrations.recipes import Candidate, Recipe, candidate
from visgym.demonstrations.shards import demonstrated
from visgym.demonstrations.sizes import image_tokens, text_tokens
from visgym.demonstrations.thoughts import write_thoughts

IDS = ("maze_2d/easy", "matchstick_rotation/easy", "jigsaw/easy")
STYLES = ("call", "tool", "think")


RECIPE = Recipe(ids=IDS)
Dataset = Callable[..., Path]


def make(out: Path, format: str, style: Any = "call", wrappers: tuple[str, ...] = ()) -> None:
    demonstrate(Recipe(ids=IDS, style=style, wrappers=wrappers), 6, format, out, shard=3)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Gives the folder of a format and style, made once; whoever writes to it takes a copy."""

    @cache
    def made(format: str, style: str = "call") -> Path:
        folder = tmp_path_factory.mktemp(format)
        make(folder, format, style)
        return folder

    return made


def frames(recipe: Recipe, number: int) -> list[Any]:
    """The pictures that the environment shows before each reply."""
    episode = demonstrated(candidate(recipe, number))
    states = [episode.start, *(turn.state for turn in episode.turns[:-1])]
    return [Observation("state", episode.task, state).image for state in states]


def pixels(data: bytes) -> Any:
    return np.asarray(Image.open(io.BytesIO(data)))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("format", FORMATS)
def test_trainers_accept_every_format_and_style(format: str, style: str, dataset: Dataset) -> None:
    if (format, style) == ("verl", "tool"):
        with pytest.raises(Mistake, match="--style call or think"):
            dataset(format, style)
        return
    folder = dataset(format, style)
    assert list(validate(folder)) == []
    assert len(list(FORMATS[format].samples(folder))) == 6


@pytest.mark.parametrize("wrappers", [("history=2",), ("goal", "no_feedback", "no_rules")])
@pytest.mark.parametrize("style", STYLES)
def test_wrappers_keep_rows_whole(style: str, wrappers: tuple[str, ...], tmp_path: Path) -> None:
    make(tmp_path, "jsonl", style, wrappers)
    assert list(validate(tmp_path)) == []
    found = list(FORMATS["jsonl"].samples(tmp_path))
    if wrappers == ("history=2",):
        assert max(len(row.images) for row in found) == 2
        long = [row.facts for row in found if row.facts["steps"] > 2]
        assert len(long) == sum(each["steps"] for each in long if each["reply"] == 1)
    else:
        assert all(len(row.images) == row.facts["steps"] + 1 for row in found)


@pytest.mark.parametrize("format", FORMATS)
def test_pictures_are_those_of_the_environment(format: str, dataset: Dataset) -> None:
    for row in FORMATS[format].samples(dataset(format)):
        number = row.facts["seed"] - candidate(RECIPE, 0).seed
        expected = frames(RECIPE, number)
        assert len(row.images) == len(expected)
        for image, frame in zip(row.images, expected, strict=True):
            assert np.array_equal(pixels(image), frame)


@pytest.mark.parametrize("style", STYLES)
def test_datasets_gives_pictures_and_structured_messages(
    style: str, dataset: Dataset, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    files = sorted(map(str, (dataset("messages", style) / "data").iterdir()))
    data = datasets.load_dataset(
        "parquet", data_files=files, split="train", cache_dir=str(tmp_path / "cache")
    )
    assert len(data) == 6
    row = data[0]
    assert row["messages"][0]["role"] == "user" and row["messages"][-1]["role"] == "assistant"
    for image, frame in zip(row["images"], frames(RECIPE, 0), strict=True):
        assert np.array_equal(np.asarray(image), frame)
    if style == "tool":
        call = row["messages"][1]["tool_calls"][0]["function"]
        assert call["name"] == "move" and isinstance(call["arguments"], dict)
        assert row["tools"][0]["function"]["name"] == "move"


def test_replies_are_calls_tool_calls_or_answers_in_tags(dataset: Dataset) -> None:
    said = {}
    for style in STYLES:
        data = json.loads((dataset("llamafactory", style) / "data" / "000000.json").read_text())
        said[style] = data[0]["conversations"][-1]["value"]
    assert said["call"] == "('stop', 'stop')"
    assert json.loads(said["tool"]) == {"name": "stop", "arguments": {}}
    assert said["think"] == "<answer>('stop', 'stop')</answer>"


class Thinker:
    """An agent with thoughts that could break a row."""

    name = "thinker"

    def spec(self) -> dict[str, Any]:
        return {}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        assert "The right action now is" in messages[-1].text
        return Answer(f"<think>Step {episode.step}, <image> and all.</think>")

    async def close(self) -> None:
        """Nothing to let go of."""


async def _thoughts(episode: Episode[Any]) -> tuple[str, ...]:
    return await write_thoughts(Thinker(), episode, ())


def test_a_reasoner_writes_the_thoughts() -> None:
    import asyncio

    chosen = candidate(RECIPE, 0)
    episode = demonstrated(chosen)
    thoughts = asyncio.run(_thoughts(episode))
    row = next(conversations(chosen, episode, (), "think", thoughts))
    text = row.messages[1]["content"][0]["text"]
    first = episode.turns[0].reply
    assert text == f"<think>Step 1, [image] and all.</think><answer>{first}</answer>"


def test_only_the_evaluated_player_of_a_game_has_thoughts() -> None:
    import asyncio

    task = catalog.load("tic_tac_toe/outside")
    episode = begin(task, 0)
    while not episode.over:
        episode = advance(episode, task.phrase(react(task, episode.state, Random(0))))
    own = [turn for turn in episode.turns if turn.player == task.seat]
    assert len(asyncio.run(_thoughts(episode))) == len(own) < len(episode.turns)


def test_a_thought_is_asked_for_once_even_after_a_kill(tmp_path: Path) -> None:
    import asyncio

    class Counting(Thinker):
        asked = 0

        async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
            Counting.asked += 1
            return await super().answer(episode, messages)

    async def written(kept: Path) -> tuple[str, ...]:
        return await write_thoughts(Counting(), episode, (), kept)

    episode, kept = demonstrated(candidate(RECIPE, 0)), tmp_path / "thoughts.jsonl"
    first = asyncio.run(written(kept))
    assert Counting.asked == len(episode.turns)
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join([*lines[:-1], lines[-1][:5]]))  # killed while the last was written
    assert asyncio.run(written(kept)) == first
    assert Counting.asked == len(episode.turns) + 1
    assert asyncio.run(written(kept)) == first and Counting.asked == len(episode.turns) + 1


class Sly(Counter):
    def rules(self) -> str:
        return "Bring the <image> to <|image_pad|> ten."


def test_placeholders_in_texts_are_no_placeholders(tmp_path: Path) -> None:
    task = Sly()
    episode: Episode[Any] = begin(task, 1)
    for call in solve(task, episode.start):
        episode = advance(episode, call)
    row = next(
        conversations(Candidate(0, "sly/easy", 1, "directly", None, "{}"), episode, (), "call")
    )
    for name, format in FORMATS.items():
        folder = tmp_path / name
        format.write(folder, "000000", [row])
        format.finish(folder)
        (folder / "manifest.json").write_text(json.dumps({"format": name}))
        assert list(validate(folder)) == []
    assert safe("<IMAGE> <|x|>") == "[IMAGE] < |x|>"


def test_a_row_with_a_picture_too_few_is_never_made() -> None:
    turn = {"role": "user", "content": [{"type": "image"}]}
    with pytest.raises(AssertionError, match="1 places for 0 pictures"):
        Conversation("a", [turn], [], {})


def _edit_json(change: Callable[[Any], None]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        path = folder / "data" / "000000.json"
        conversations = json.loads(path.read_text())
        change(conversations)
        path.write_text(json.dumps(conversations))

    return edit


def _edit_lines(change: Callable[[Any], None]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        path = folder / "data" / "000000.jsonl"
        first, *rest = path.read_text().splitlines()
        row = json.loads(first)
        change(row)
        path.write_text("\n".join([json.dumps(row), *rest]))

    return edit


def _edit_tar(member: str, data: bytes | None) -> Callable[[Path], None]:
    """Replace or remove one member of the first shard."""

    def edit(folder: Path) -> None:
        path = folder / "data" / "000000.tar"
        with tarfile.open(path) as archive:
            held = {each.name: archive.extractfile(each).read() for each in archive}  # type: ignore[union-attr]
        with tarfile.open(path, "w") as archive:
            for name, content in held.items():
                if name != member or data is not None:
                    kept = data if name == member and data is not None else content
                    info = tarfile.TarInfo(name)
                    info.size = len(kept)
                    archive.addfile(info, io.BytesIO(kept))

    return edit


def _edit_parquet(
    change: Callable[[list[Any]], None], keep_features: bool
) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        import pyarrow
        from pyarrow import parquet

        path = folder / "data" / "000000.parquet"
        table = parquet.read_table(path)
        conversations = table.to_pylist()
        change(conversations)
        schema = table.schema if keep_features else table.schema.remove_metadata()
        parquet.write_table(pyarrow.Table.from_pylist(conversations, schema=schema), path)

    return edit


def _nothing(conversations: Any) -> None:
    """Leave the rows alone."""


FAULTS: list[tuple[str, Callable[[Path], None], str]] = [
    ("llamafactory", _edit_json(lambda r: r[0]["images"].pop()), "times <image> for"),
    ("llamafactory", _edit_json(lambda r: r[0]["conversations"].pop()), "ends with the assistant"),
    ("llamafactory", _edit_json(lambda r: r[1]["conversations"].pop(0)), "do not alternate"),
    ("llamafactory", _edit_json(lambda r: r[0]["images"].__setitem__(0, "gone.png")), "is missing"),
    ("llamafactory", _edit_json(lambda r: r[0]["images"].__setitem__(0, "../../x.png")), "outside"),
    ("llamafactory", lambda f: (f / "data" / "notes.txt").write_text("[]") and None, "one ending"),
    ("jsonl", _edit_lines(lambda r: r["messages"].pop()), "do not alternate"),
    ("jsonl", _edit_lines(lambda r: r["images"].pop()), "places for"),
    ("jsonl", _edit_lines(lambda r: r["messages"][0].__setitem__("content", "<image>")), "no list"),
    ("messages", _edit_parquet(lambda r: r[0]["images"].pop(), True), "places for"),
    ("messages", _edit_parquet(lambda r: r[0]["messages"].pop(0), True), "do not alternate"),
    ("messages", _edit_parquet(lambda r: r[0]["images"][0].update(bytes=b"no"), True), "decoded"),
    ("messages", _edit_parquet(_nothing, False), "no features"),
    ("verl", _edit_parquet(lambda r: r[0]["images"].pop(), True), "times <image> for"),
    ("verl", _edit_parquet(lambda r: r[0]["messages"].pop(0), True), "do not alternate"),
    ("webdataset", _edit_tar("000000000.json", None), "no json member"),
    ("webdataset", _edit_tar("000000000.001.png", None), "the pictures are"),
    ("webdataset", _edit_tar("000000001.000.png", b"no"), "cannot be decoded"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "edit", "complaint"), FAULTS, ids=lambda each: str(each)[:24])
def test_planted_faults_are_found(
    format: str, edit: Callable[[Path], None], complaint: str, dataset: Dataset, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(dataset(format), tmp_path / "faulty"))
    edit(folder)
    assert any(complaint in sentence for sentence in validate(folder))


@pytest.mark.parametrize(
    ("format", "edit", "file"),
    [
        ("llamafactory", _edit_json(lambda r: r.pop()), "data/000000.json is not as it was"),
        ("jsonl", lambda f: next((f / "images/000001").iterdir()).unlink(), "images/000001/ is"),
        ("webdataset", lambda f: (f / "data/000001.tar").unlink(), "data/000001.tar is missing"),
        ("messages", lambda f: shutil.copy(f / "data/000000.parquet", f / "data/x.parquet"), "x.p"),
        ("verl", _edit_parquet(lambda r: r[0].update(seed=1), True), "data/000000.parquet is not"),
    ],
    ids=["llamafactory", "jsonl", "webdataset", "messages", "verl"],
)
def test_what_was_changed_since_is_named(
    format: str, edit: Callable[[Path], object], file: str, dataset: Dataset, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(dataset(format), tmp_path / "changed"))
    assert list(changes(folder)) == []
    edit(folder)
    assert any(file in sentence for sentence in changes(folder))


def test_counts_that_are_not_those_of_the_rows_are_named(dataset: Dataset, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(dataset("jsonl"), tmp_path / "changed"))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["statistics"]["images"] += 1
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (found,) = changes(folder)
    assert "tells of" in found and "images; there are" in found


@pytest.mark.parametrize("format", FORMATS)
def test_every_row_can_be_played_again(format: str, tmp_path: Path) -> None:
    knobs = {"maze_2d": {"width": [9, 11]}, "*": {"crops": True}}
    demonstrate(Recipe(ids=IDS, knobs=knobs, step_limit=30), 6, format, tmp_path, shard=3)
    for row in FORMATS[format].samples(tmp_path):
        task = catalog.load(row.facts["id"], **json.loads(row.facts["knobs"]))
        assert fingerprint(begin(task, row.facts["seed"]).start) == row.facts["start"]
        assert task.step_limit == 30


@pytest.mark.parametrize("more", [{"wrappers": ("history=2",)}, {"split": True}], ids=str)
def test_a_window_is_there_for_its_last_reply(more: Any, tmp_path: Path) -> None:
    demonstrate(Recipe(ids=IDS, **more), 3, "jsonl", tmp_path)
    rows = [row.facts for row in FORMATS["jsonl"].samples(tmp_path)]
    assert sum(map(len, (row["learn"] for row in rows))) > len(rows)
    for row in rows:
        assert not row["window"] or (row["learn"][-1] and not any(row["learn"][:-1]))
    assert sum(map(sum, (row["learn"] for row in rows))) == sum(
        {row["seed"]: row["steps"] for row in rows}.values()
    )


def test_rows_end_with_the_last_reply_that_fits(dataset: Dataset, tmp_path: Path) -> None:
    whole = {row.facts["seed"]: row for row in FORMATS["jsonl"].samples(dataset("jsonl"))}
    manifest = demonstrate(Recipe(ids=IDS, max_images=3), 6, "jsonl", tmp_path, shard=3)
    for row in FORMATS["jsonl"].samples(tmp_path):
        known = whole[row.facts["seed"]]
        assert len(row.images) == min(3, len(known.images)) == row.facts["reply"]
        assert row.messages == known.messages[: len(row.messages)]
        assert row.messages[-1]["role"] == "assistant"
    assert manifest["statistics"]["cut"] > 0
    few = Recipe(ids=("maze_2d/easy",), max_tokens=1200)
    demonstrate(few, 2, "jsonl", tmp_path / "tokens", shard=3)
    for row in FORMATS["jsonl"].samples(tmp_path / "tokens"):
        assert text_tokens(row.messages) + sum(map(image_tokens, row.images)) <= 1200


@pytest.mark.parametrize(("kind", "ending"), [("jpeg", "jpg"), ("webp", "webp")])
def test_pictures_come_in_other_formats(kind: Any, ending: str, tmp_path: Path) -> None:
    demonstrate(Recipe(ids=IDS[:1], image_format=kind), 2, "llamafactory", tmp_path)
    assert list(validate(tmp_path)) == [] and list(changes(tmp_path)) == []
    assert {path.suffix for path in (tmp_path / "images").rglob("*.*")} == {f".{ending}"}


@pytest.mark.parametrize("format", FORMATS)
def test_the_page_shows_samples_of_every_task_and_loads_nothing(
    format: str, dataset: Dataset, tmp_path: Path
) -> None:
    style = "call" if format == "verl" else "tool"
    shutil.copytree(dataset(format, style), tmp_path / "<set>")
    html = page(tmp_path / "<set>", each=1)
    assert html.count("<details><summary>") == len(IDS) + 1  # and the credits
    assert all(id in html for id in IDS) and "matchstick_rotation unit_moves_first" in html
    assert "&lt;set&gt;" in html and "<set>" not in html
    assert "http" not in html.replace("https://commons.wikimedia.org", "")
    with pytest.raises(Mistake, match=r"manifest.json is missing"):
        page(tmp_path)
