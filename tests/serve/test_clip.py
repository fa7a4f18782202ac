"""A CLIP model of this machine scores, here a tiny one that knows nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'visgym[clip]')")
transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed (pip install 'visgym[clip]')"
)

from visgym.core.errors import Mistake  # noqa: E402
from visgym.serve.clip_scorer import clip_scorer  # noqa: E402
from visgym.serve.scorers import ScoredSample  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
WORDS = [
    "<|startoftext|>",
    "<|endoftext|>",
    *"abcdefghij",
    *(f"{each}</w>" for each in "abcdefghij"),
]


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """The folder of a model with random weights."""
    small = {"hidden_size": 16, "intermediate_size": 16, "num_attention_heads": 2}
    text = {**small, "num_hidden_layers": 1, "vocab_size": len(WORDS), "eos_token_id": 1}
    vision = {**small, "num_hidden_layers": 1, "image_size": 32, "patch_size": 16}
    config = transformers.CLIPConfig(text_config=text, vision_config=vision, projection_dim=8)
    torch.manual_seed(0)
    transformers.CLIPModel(config).save_pretrained(tmp_path)
    (tmp_path / "vocab.json").write_text(json.dumps({word: at for at, word in enumerate(WORDS)}))
    (tmp_path / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = transformers.CLIPTokenizer(
        str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"), model_max_length=77
    )
    size = {"shortest_edge": 32}
    images = transformers.CLIPImageProcessor(size=size, crop_size={"height": 32, "width": 32})
    transformers.CLIPProcessor(images, tokenizer).save_pretrained(tmp_path)
    return str(tmp_path)


def test_scores_do_not_depend_on_who_is_in_the_batch(tiny: str) -> None:
    pictures = [np.full((40, 50, 3), shade, np.uint8) for shade in (0, 90, 255)]
    samples = [ScoredSample("a b", outputs=(each,)) for each in pictures]

    async def ask() -> None:
        scorer = clip_scorer(tiny)
        together = await scorer.score(samples)
        alone = [(await scorer.score([each]))[0] for each in samples]
        assert [each.details["cosine"] for each in together] == pytest.approx(
            [each.details["cosine"] for each in alone], abs=1e-5
        )
        assert len({round(each.details["cosine"], 6) for each in alone}) > 1
        with pytest.raises(Mistake, match="needs a prompt"):
            await scorer.score([ScoredSample("a")])

    asyncio.run(ask())
