"""verl's agent loop on our episodes: its own tokens, with a server that answers from solutions."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from played_episodes import digest, report, rows, solution
from tiny_model import MARKS, leave_out, make_model, quiet_torchvision


class Server:
    """A policy that knows the solution of one row."""

    def __init__(self, tokenizer: Any, replies: list[str]) -> None:
        self.tokenizer, self.replies = tokenizer, iter(replies)
        self.pictures: list[str] = []

    async def generate(self, prompt_ids: list[int], image_data: list[Any], **_: Any) -> Any:
        mark = self.tokenizer.convert_tokens_to_ids(MARKS["vision_start"])
        assert prompt_ids.count(mark) == len(image_data)
        self.pictures.append(digest(image_data[-1].tobytes()))
        ids = self.tokenizer.encode(next(self.replies) + MARKS["end"], add_special_tokens=False)
        return SimpleNamespace(token_ids=ids, log_probs=[-1.0] * len(ids))


async def played(row: Any, processor: Any) -> dict[str, Any]:
    """An episode, and what verl would train on."""
    from omegaconf import OmegaConf
    from verl.experimental.agent_loop.agent_loop import DictConfigWrap
    from verl.utils.dataset import RLHFDataset

    from visgym.adapters.verl import VisAgentLoop, verl_rows

    tokenizer = processor.tokenizer
    limits = {"prompt_length": 8192, "response_length": 32768}
    config = OmegaConf.create({"actor_rollout_ref": {"rollout": limits}, "data": {}})
    replies = solution(row)
    server = Server(tokenizer, replies)
    loop = VisAgentLoop(
        DictConfigWrap(config),
        server,
        tokenizer,
        processor,
        RLHFDataset,
        DictConfigWrap(config.data),
        hf_model_type="qwen2_5_vl",
    )
    (columns,) = verl_rows([row])
    out = await loop.run({}, **columns)
    said = [id for id, mask in zip(out.response_ids, out.response_mask, strict=True) if mask]
    assert tokenizer.decode(said, skip_special_tokens=True) == "".join(replies)
    assert len(out.response_logprobs) == len(out.response_ids)
    assert len(out.multi_modal_data["images"]) == len(server.pictures)
    return {"id": row.id, "reward": out.reward_score, "pictures": server.pictures}


async def main(work: Path) -> None:
    """Play all rows."""
    from transformers import AutoProcessor

    make_model(work / "model", ["".join(solution(row)) for row in rows()])
    processor = AutoProcessor.from_pretrained(work / "model")
    report([await played(row, processor) for row in rows()])


if __name__ == "__main__":
    quiet_torchvision()
    leave_out("torchaudio")
    asyncio.run(main(Path(sys.argv[1])))
