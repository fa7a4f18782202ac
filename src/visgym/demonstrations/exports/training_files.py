"""Settings for LLaMA-Factory beside its data: the published fine-tuning and its variants."""

from __future__ import annotations

import json
from pathlib import Path

from visgym.demonstrations.exports.files import sha256, whole

FOLDER, SHARDING = "training", "zero3.json"
STEPS_SINGLE, STEPS_MIXED = 1500, 5000
GPUS, BATCH = 8, 64  # the batch of all of them in one step
BASE = ("Qwen/Qwen2.5-VL-7B-Instruct", "qwen2_vl")
NEWER = ("Qwen/Qwen3-VL-8B-Instruct", "qwen3_vl")
"""Models and the names of their chat templates."""
VARIANTS: dict[str, tuple[tuple[str, str], bool, bool]] = {
    "full": (BASE, False, False),
    "freeze_vision": (BASE, True, False),
    "freeze_language": (BASE, False, True),
    "full_qwen3_vl": (NEWER, False, False),
}
"""The model of each file, and whether its vision encoder and its language model are frozen."""
ZERO = {
    "train_batch_size": "auto",
    "train_micro_batch_size_per_gpu": "auto",
    "gradient_accumulation_steps": "auto",
    "gradient_clipping": "auto",
    "zero_allow_untested_optimizer": True,
    "bf16": {"enabled": "auto"},
    "zero_optimization": {
        "stage": 3,
        "overlap_comm": True,
        "contiguous_gradients": True,
        "stage3_gather_16bit_weights_on_model_save": True,
    },
}


def write_training_files(folder: Path, tasks: int, windows: bool = False) -> dict[str, str]:
    """One file for each variant, with the steps for one task or for several; hashes by name.

    Of windows only the last reply is learned, as those before it were given in another context.
    """
    texts = {f"{FOLDER}/{SHARDING}": json.dumps(ZERO, indent=1) + "\n"}
    for name in VARIANTS:
        texts[f"{FOLDER}/{name}.yaml"] = _settings(name, tasks, windows)
    (folder / FOLDER).mkdir(exist_ok=True)
    for path, text in texts.items():
        with whole(folder, path) as fresh:
            fresh.write_text(text, encoding="utf-8")
    return {path: sha256(folder / path) for path in texts}


def _settings(name: str, tasks: int, windows: bool) -> str:
    """The settings of a variant, as YAML."""
    (model, template), no_vision, no_language = VARIANTS[name]
    values: dict[str, object] = {
        "model_name_or_path": model,
        "template": template,
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "full",
        "freeze_vision_tower": no_vision,
        "freeze_multi_modal_projector": False,
        "freeze_language_model": no_language,
        "deepspeed": f"{FOLDER}/{SHARDING}",
        "dataset": "visgym",
        "dataset_dir": ".",
        "media_dir": ".",
        "cutoff_len": 32768,
        "mask_history": windows,
        "bf16": True,
        "learning_rate": "1.0e-5",
        "max_steps": STEPS_SINGLE if tasks == 1 else STEPS_MIXED,
        "per_device_train_batch_size": 1,
        "gradient_accumulation_steps": BATCH // GPUS,
        "lr_scheduler_type": "cosine",
        "warmup_ratio": 0.1,
        "gradient_checkpointing": True,
        "save_steps": 500,
        "logging_steps": 10,
        "output_dir": f"saves/{name}",
    }
    lines = [f"{key}: {_written(value)}" for key, value in values.items()]
    return "\n".join([*_heading(name), *lines, ""])


def _heading(name: str) -> list[str]:
    return [
        f"# In this folder: FORCE_TORCHRUN=1 llamafactory-cli train {FOLDER}/{name}.yaml",
        f"# A batch of {BATCH}: 1 for each of {GPUS} GPUs, {BATCH // GPUS} times; with fewer GPUs "
        "raise gradient_accumulation_steps.",
    ]


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
