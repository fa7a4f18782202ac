"""A vision-language model of two layers with random weights, made from nothing but the rows.

Runs in the environments of trainers, without a network. `quiet_torchvision` comes first: the wheel
of torchvision is built for CUDA, and lacks operators that it describes while it is imported where
torch has none.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

WORDS = 2000  # in the vocabulary
PIXELS = 112 * 112  # of a picture at most, which makes 16 tokens
MARKS = {
    "pad": "<|endoftext|>",
    "begin": "<|im_start|>",
    "end": "<|im_end|>",
    "vision_start": "<|vision_start|>",
    "vision_end": "<|vision_end|>",
    "vision": "<|vision_pad|>",
    "image": "<|image_pad|>",
    "video": "<|video_pad|>",
}
TEMPLATE = """
{%- if tools %}<|im_start|>system
# Tools{% for tool in tools %}
{{ tool | tojson }}{% endfor %}<|im_end|>
{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.role == "assistant" %}{% generation %}{{ said(message) }}<|im_end|>
{% endgeneration %}{% else %}{{ said(message) }}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
SAID = """
{%- macro said(message) %}
{%- if message.content is string %}{{ message.content }}{% else %}
{%- for part in message.content or [] %}
{%- if part.type == "image" %}<|vision_start|><|image_pad|><|vision_end|>
{%- else %}{{ part.text }}{% endif %}
{%- endfor %}
{%- endif %}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}
{%- endmacro %}"""


def quiet_torchvision() -> None:
    """Define what the import of torchvision describes, and keep away from the network."""
    import torch

    os.environ.update(HF_HUB_OFFLINE="1", WANDB_MODE="disabled", USE_HF="1")
    ours, theirs = torch.__version__, version("torchvision")
    if ours.endswith("+cpu") and not theirs.endswith("+cpu"):
        for name in ("nms", "qnms"):
            taken = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
            torch.library.define(f"torchvision::{name}", taken)


def leave_out(package: str) -> None:
    """Let a package be imported that cannot be loaded here and is not needed: sounds."""
    module = ModuleType(package)
    module.__spec__ = ModuleSpec(package, None)
    sys.modules[package] = module


def make_model(folder: Path, texts: Iterable[str]) -> None:
    """Write a model with its processor, as a hub would give them."""
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    folder.mkdir(parents=True, exist_ok=True)
    numbers = _write_tokenizer(folder, texts)
    _write_processor(folder)
    rope = {"rope_type": "default", "type": "mrope", "mrope_section": [2, 3, 3]}
    text = {
        "vocab_size": len(numbers) + WORDS,
        "hidden_size": 64,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 32768,
        "rope_parameters": {**rope, "rope_theta": 1e6},
        "rope_scaling": {**rope, "rope_theta": 1e6},
    }
    vision = {
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 64,
        "num_heads": 4,
        "out_hidden_size": 64,
        "fullatt_block_indexes": [1],
    }
    tokens = {f"{each}_token_id": numbers[MARKS[each]] for each in ("image", "video")}
    edges = ("vision_start", "vision_end")
    tokens |= {f"{each}_token_id": numbers[MARKS[each]] for each in edges}
    config = Qwen2_5_VLConfig(text_config=text, vision_config=vision, **tokens)
    Qwen2_5_VLForConditionalGeneration(config).save_pretrained(folder)


def _write_tokenizer(folder: Path, texts: Iterable[str]) -> dict[str, int]:
    """A byte-level BPE; the numbers of its marks."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=WORDS, special_tokens=list(MARKS.values()), initial_alphabet=alphabet
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.save(str(folder / "tokenizer.json"))
    tokenizer.model.save(str(folder))
    settings = {
        "tokenizer_class": "Qwen2Tokenizer",
        "eos_token": MARKS["end"],
        "pad_token": MARKS["pad"],
        "unk_token": None,
        "bos_token": None,
        "add_prefix_space": False,
        "model_max_length": 32768,
        "additional_special_tokens": list(MARKS.values())[1:],
        "chat_template": SAID + TEMPLATE,
    }
    _write(folder / "tokenizer_config.json", settings)
    (folder / "chat_template.jinja").write_text(SAID + TEMPLATE, encoding="utf-8")
    return {mark: tokenizer.token_to_id(mark) for mark in MARKS.values()}


def _write_processor(folder: Path) -> None:
    size = {"shortest_edge": 56 * 56, "longest_edge": PIXELS}
    shared = {"patch_size": 14, "merge_size": 2, "temporal_patch_size": 2, "size": size}
    pixels = {"min_pixels": 56 * 56, "max_pixels": PIXELS}
    names = {
        "processor_class": "Qwen2_5_VLProcessor",
        "image_processor_type": "Qwen2VLImageProcessor",
    }
    _write(folder / "preprocessor_config.json", {**names, **shared, **pixels})
    video = {"video_processor_type": "Qwen2VLVideoProcessor", **shared, **pixels}
    _write(folder / "video_preprocessor_config.json", video)


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")


def made_model(work: Path) -> Path:
    """A model whose words are those of the texts that were laid beside."""
    texts = json.loads((work / "texts.json").read_text(encoding="utf-8"))
    make_model(work / "model", texts)
    return work / "model"


def report(
    folder: Path, rows: int, batch: Any, loss: float, before: Any, model: Any, **more: Any
) -> None:
    """Print how it went: the loss, whether weights moved, and the texts that were learned."""
    from transformers import AutoTokenizer

    labels = batch["labels"][0].tolist()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    moved = float((model.lm_head.weight.detach() - before).abs().max())
    learned = tokenizer.decode([number for number in labels if number != -100])
    read = tokenizer.decode(batch["input_ids"][0].tolist())
    told = {"rows": rows, "loss": loss, "moved": moved, "learned": learned, "read": read}
    print("\n" + json.dumps({**told, **more}))
