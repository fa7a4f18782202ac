"""Episodes as an agent loop of verl: rows of a data set name them, the loop plays them.

With `actor_rollout_ref.rollout.agent.default_agent_loop=visgym` and an `agent_loop_config_path` to
`[{name: visgym, _target_: visgym.adapters.verl.VisAgentLoop}]`. The reward is the loop's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from visgym.adapters.blocks import Block, image_blocks
from visgym.adapters.training import EpisodeRow, TrainingEpisode
from visgym.core.optional import require

_loops: Any = require("verl.experimental.agent_loop.agent_loop", "verl", "Training with verl")

AGENT = "visgym"


def verl_rows(rows: Iterable[EpisodeRow], split: str = "train") -> list[dict[str, Any]]:
    """Rows as a Parquet file of verl has them; what is shown comes from the loop."""
    return [
        {
            "data_source": row.id,
            "agent_name": AGENT,
            "prompt": [{"role": "user", "content": row.id}],
            "ability": AGENT,
            "reward_model": {"style": "rule", "ground_truth": ""},
            "extra_info": {"index": number, "split": split, **row.columns()},
        }
        for number, row in enumerate(rows)
    ]


class _Tokens:
    """A conversation as tokens: which of them the policy wrote, and how likely they were."""

    def __init__(self, prompt: list[int]) -> None:
        self.ids, self.mask = prompt, list[int]()
        self.chances: list[float] | None = None

    def take(self, merged: tuple[Any, list[int], list[float] | None]) -> None:
        result, self.mask, self.chances = merged
        self.ids = result.token_ids


@_loops.register(AGENT)
class VisAgentLoop(_loops.AgentLoopBase):  # type: ignore[misc]
    """Plays the episode that a row names, with every picture where its tokens are."""

    async def run(self, sampling_params: dict[str, Any], **row: Any) -> Any:
        """Play to the end, or as far as the response may be long."""
        playing = TrainingEpisode(EpisodeRow.of(row["extra_info"]))
        messages = [_message(playing)]
        images = _images(messages)
        tokens = _Tokens(await self.ct_build_initial_tokens(messages, images=images))
        earned, request = list[float](), uuid4().hex
        while True:
            reply = await self._generated(request, tokens, images, sampling_params)
            earned.append(playing.reply(reply))
            if playing.over or len(tokens.mask) >= self._room:
                break
            said = [*messages, {"role": "assistant", "content": reply}]
            shown = [*said, _message(playing)]
            merged = await self.ct_merge_context_msg(
                said, shown, tokens.ids, tokens.mask, tokens.chances
            )
            if len(merged[1]) >= self._room:  # tokens of a picture may not be cut
                break
            tokens.take(merged)
            messages, images = shown, _images(shown)
        return self._output(playing, tokens, images, earned)

    @property
    def _room(self) -> int:
        return int(self.rollout_config.response_length)

    async def _generated(
        self, request: str, tokens: _Tokens, images: list[Any], sampling: dict[str, Any]
    ) -> str:
        """The next reply of the policy, added to the tokens."""
        found = await self.server_manager.generate(
            request_id=request,
            prompt_ids=tokens.ids,
            sampling_params=sampling,
            image_data=images or None,
        )
        before = tokens.chances or ([] if found.log_probs else None)
        tokens.take(
            await self.ct_merge_assistant_token(
                tokens.ids,
                found.token_ids,
                tokens.mask,
                before,
                assistant_logprobs=found.log_probs or None,
            )
        )
        return str(self.tokenizer.decode(found.token_ids, skip_special_tokens=True))

    def _output(
        self, playing: TrainingEpisode, tokens: _Tokens, images: list[Any], earned: list[float]
    ) -> Any:
        """What verl trains on; nothing of an episode in which something went wrong here."""
        begin = len(tokens.ids) - len(tokens.mask)
        mask = [0] * len(tokens.mask) if playing.failure else tokens.mask
        return _loops.AgentLoopOutput(
            prompt_ids=tokens.ids[:begin],
            response_ids=tokens.ids[begin:][: self._room],
            response_mask=mask[: self._room],
            response_logprobs=tokens.chances[: self._room] if tokens.chances else None,
            multi_modal_data={"images": images} if images else {},
            reward_score=playing.reward or 0.0,
            num_turns=2 * len(earned),
            metrics=_loops.AgentLoopMetrics(),
            extra_fields={
                "turn_scores": earned,
                "tool_rewards": [],
                "reward_extra_info": playing.facts,
            },
        )


def _message(playing: TrainingEpisode) -> dict[str, Any]:
    return {"role": "user", "content": image_blocks(playing.told())}


def _images(messages: Iterable[dict[str, Any]]) -> list[Any]:
    blocks: list[Block] = [
        block for message in messages if message["role"] == "user" for block in message["content"]
    ]
    return [block["image"] for block in blocks if block["type"] == "image"]
