"""How well a picture fits a text, by a CLIP model of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visgym.core.optional import require
from visgym.serve.limits import Refusal
from visgym.serve.scorers import BATCH, BatchedScorer, ScoredSample, ScoreResult

USUAL = "openai/clip-vit-base-patch32"


def clip_scorer(model: str = USUAL, device: str = "cpu", batch: int = BATCH) -> BatchedScorer:
    """A scorer with a model that is loaded when it is first asked."""
    require("torch", "clip", "The scorer clip")
    require("transformers", "clip", "The scorer clip")
    return BatchedScorer(ClipModel(model, device).score, batch)


class ClipModel:
    """Scores are cosines of text and picture, 0 where they have nothing to do with each other."""

    def __init__(self, name: str, device: str) -> None:
        self.name, self.device = name, device
        self._loaded: tuple[Any, Any] | None = None

    def score(self, samples: Sequence[ScoredSample]) -> list[ScoreResult]:
        """The score of each sample, with the model run once."""
        if any(not sample.prompt or not sample.outputs for sample in samples):
            raise Refusal("The scorer clip needs a prompt and a picture that answers it.")
        torch = require("torch", "clip", "The scorer clip")
        model, processor = self._load()
        texts = [sample.prompt for sample in samples]
        images = [sample.outputs[0] for sample in samples]
        given = processor(
            text=texts, images=images, return_tensors="pt", padding=True, truncation=True
        )
        with torch.inference_mode():
            found = model(**given.to(self.device))
        cosines = torch.nn.functional.cosine_similarity(found.text_embeds, found.image_embeds)
        return [ScoreResult(max(0.0, value), {"cosine": value}) for value in cosines.tolist()]

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            transformers = require("transformers", "clip", "The scorer clip")
            model = transformers.CLIPModel.from_pretrained(self.name).to(self.device).eval()
            processor = transformers.CLIPProcessor.from_pretrained(self.name)
            self._loaded = model, processor
        return self._loaded
