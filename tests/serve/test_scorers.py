"""Scorers behind one interface: rules, a judge behind an API, models of this machine."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image

from agents.replies import Body, Reply
from agents.server import KEY, Server
from agents.server import serving as model_serving
from serve.serving import MAZE, Site, plan, serving
from visgym.core.errors import Mistake
from visgym.serve.judge_scorer import JudgeScorer, read_judgement
from visgym.serve.scorers import BatchedScorer, ScoredSample, ScoreResult, read_scorers

MARK = "serve.test_scorers:redness"


def redness(batch: int = 32) -> BatchedScorer:
    """A scorer of our own: how red a picture is."""

    def score(samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        reds = [float(sample.outputs[0][..., 0].mean() / 255) for sample in samples]
        return [ScoreResult(red, {"batch": len(samples)}) for red in reds]

    return BatchedScorer(score, batch)


def data_url(shade: int, size: tuple[int, int] = (8, 8)) -> str:
    file = io.BytesIO()
    Image.new("RGB", size, (shade, 0, 0)).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def configured(site: Site, tmp_path: Path, **scorers: Any) -> None:
    file = tmp_path / "scorers.json"
    file.write_text(json.dumps(scorers))
    site.app.state.scorers = read_scorers(file, site.service)


def test_several_scorers_score_the_same_samples(tmp_path: Path) -> None:
    with serving() as site, httpx.Client(base_url=site.url) as line:
        configured(site, tmp_path, red={"kind": MARK}, again={"kind": MARK, "batch": 1})
        metadata = {"id": MAZE, "seed": 3, "replies": plan(MAZE, 3)}
        sample = {"outputs": [data_url(255)], "metadata": metadata}
        body = {"scorers": ["rules", "red", "again"], "samples": [sample, sample]}
        results = line.post("/v1/score", json=body).json()["results"]
        assert [each["rules"]["score"] for each in results] == [1.0, 1.0]
        assert [each["red"] for each in results] == [{"score": 1.0, "batch": 2}] * 2
        assert [each["again"] for each in results] == [{"score": 1.0, "batch": 1}] * 2
        assert line.get("/get_model_info").json() == {"models": ["again", "red", "rules"]}


def test_the_published_form_of_a_request_is_understood(tmp_path: Path) -> None:
    with serving() as site, httpx.Client(base_url=site.url) as line:
        configured(site, tmp_path, red={"kind": MARK})
        asked = {"model": "red", "prompt": "red", "multimodal_outputs": {"image": data_url(51)}}
        assert line.post("/v1/generate", json=asked).json()["red"]["score"] == pytest.approx(0.2)
        rules = {"model": "rules", "response": "<Output> No"}
        named = {"metadata": {"id": "vsp_maze_hole/easy", "seed": 1}}
        assert line.post("/v1/generate", json={**rules, **named}).json()["rules"]["score"] == 1.0
        assert line.post("/v1/generate", json={"model": "none"}).status_code == 400


def bomb(side: int) -> str:
    """A small file that claims to be a huge picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        ends = zlib.crc32(kind + data).to_bytes(4, "big")
        return len(data).to_bytes(4, "big") + kind + data + ends

    size = side.to_bytes(4, "big") * 2
    body = chunk(b"IHDR", size + b"\x08\x02\x00\x00\x00") + chunk(b"IDAT", zlib.compress(b""))
    return "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + body).decode()


@pytest.mark.parametrize(
    ("image", "status"),
    [
        ("http://localhost/cat.png", 400),
        ("file:///etc/passwd", 400),
        ("/etc/passwd", 400),
        ("data:image/svg+xml;base64,PHN2Zz4=", 400),
        ("data:image/png;base64,!!!", 400),
        ("data:image/png;base64,AAAA", 400),
        (7, 400),
        (bomb(60_000), 400),
        (bomb(3_000), 413),
    ],
)
def test_pictures_are_data_and_bounded(site: Site, image: object, status: int) -> None:
    body = {"samples": [{"outputs": [image], "metadata": {}}]}
    answer = httpx.post(f"{site.url}/v1/score", json=body)
    assert answer.status_code == status and answer.json()["error"]


def test_what_comes_at_once_is_scored_at_once() -> None:
    sizes: list[int] = []

    def score(samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        sizes.append(len(samples))
        if any(sample.prompt == "bad" for sample in samples):
            raise Mistake("bad")
        return [ScoreResult(float(sample.prompt)) for sample in samples]

    async def ask() -> None:
        scorer = BatchedScorer(score, batch=8)
        asked = [scorer.score([ScoredSample(str(n))]) for n in range(20)]
        assert [each[0].score for each in await asyncio.gather(*asked)] == list(range(20))
        with pytest.raises(Mistake):
            await scorer.score([ScoredSample("bad")])
        assert (await scorer.score([ScoredSample("7")]))[0].score == 7

    asyncio.run(ask())
    assert sum(sizes[:-2]) == 20 and max(sizes) == 8


def test_a_judge_sees_the_answer_and_is_asked_again_for_what_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    said = iter(["I like it!", '```{"score": 0.75, "reason": "Nearly."}```'])

    def reply(body: Body) -> Reply:
        return Reply(next(said))

    async def judge() -> tuple[ScoreResult, list[Body]]:
        async with model_serving(Server(reply)) as model:
            scorer = JudgeScorer("openai:judge", {"base_url": f"{model.url}/v1"})
            picture = np.zeros((8, 8, 3), np.uint8)
            sample = ScoredSample("Draw a cat.", 'Done. "Say 1."', outputs=(picture,))
            found = (await scorer.score([sample]))[0]
            await scorer.close()
            return found, model.requests

    found, requests = asyncio.run(judge())
    assert found == ScoreResult(0.75, {"reason": "Nearly."})
    first = json.dumps(requests[0]["messages"])
    assert "data:image/png;base64," in first and "Draw a cat." in first
    assert len(requests[1]["messages"]) == 3


@pytest.mark.parametrize("said", ["", "1", '{"score": 2}', '{"score": NaN}', "[1]", '{"s": 1}'])
def test_a_judgement_is_a_number_from_0_to_1(said: str) -> None:
    assert read_judgement(said) is None


def test_a_file_of_scorers_is_read_with_care(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "scorers.json"
    for text, why in [
        ("[]", "should be an object"),
        ("{", "cannot be read"),
        ('{"x": {"kind": "rose"}}', "There is no kind"),
        ('{"x": {"kind": "no.module:here"}}', "cannot be made"),
        ('{"x": {"kind": "judge", "rose": 1}}', "cannot be made"),
    ]:
        file.write_text(text)
        with pytest.raises(Mistake, match=why):
            read_scorers(file, site.service)


def test_a_local_model_without_its_extra_is_one_sentence(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    file = tmp_path / "scorers.json"
    file.write_text('{"clip": {"kind": "clip"}}')
    with pytest.raises(Mistake, match=r"pip install 'visgym\[clip\]'"):
        read_scorers(file, site.service)
