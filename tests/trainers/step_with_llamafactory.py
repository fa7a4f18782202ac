"""One step of LLaMA-Factory on a folder in its format, after all rows were read at a cutoff."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tiny_model import leave_out, made_model, quiet_torchvision, report

CUTOFF = 4096


def main(folder: Path, work: Path) -> None:
    """Read every row, count those whose pictures and places differ, and train a step."""
    quiet_torchvision()
    leave_out("torchaudio")  # its wheel is built for CUDA
    model_folder = made_model(work)
    from llamafactory.data import (
        SFTDataCollatorWith4DAttentionMask,
        get_dataset,
        get_template_and_fix_tokenizer,
    )
    from llamafactory.hparams import get_train_args
    from llamafactory.model import load_model, load_tokenizer
    from llamafactory.train.sft.trainer import CustomSeq2SeqTrainer

    model_args, data_args, training_args, tuning_args, _ = get_train_args(
        _settings(folder, work, model_folder)
    )
    module = load_tokenizer(model_args)
    template = get_template_and_fix_tokenizer(module["tokenizer"], data_args)
    data = get_dataset(template, model_args, data_args, training_args, stage="sft", **module)
    model = load_model(module["tokenizer"], model_args, tuning_args, True)
    collator = SFTDataCollatorWith4DAttentionMask(
        template=template, model=model, label_pad_token_id=-100, **module
    )
    rows: Any = data["train_dataset"]
    mismatches = sum(_differs(collator([rows[at]]), model) for at in range(len(rows)))
    batch = collator([rows[0]])
    before = model.lm_head.weight.detach().clone()
    trainer = CustomSeq2SeqTrainer(
        model=model,
        args=training_args,
        finetuning_args=tuning_args,
        data_collator=collator,
        **data,
        **module,
    )
    loss = trainer.train().training_loss
    report(model_folder, len(rows), batch, loss, before, model, mismatches=mismatches)


def _settings(folder: Path, work: Path, model: Path) -> dict[str, Any]:
    return {
        "model_name_or_path": str(model),
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "full",
        "dataset_dir": str(folder),
        "media_dir": str(folder),
        "dataset": "visgym",
        "template": "qwen2_vl",
        "cutoff_len": CUTOFF,
        "output_dir": str(work / "out"),
        "max_steps": 1,
        "per_device_train_batch_size": 2,
        "learning_rate": 1e-2,
        "report_to": "none",
        "save_strategy": "no",
        "use_cpu": True,
        "bf16": False,
        "overwrite_cache": True,
    }


def _differs(batch: Any, model: Any) -> bool:
    """Whether there are more or fewer places for pictures than pictures need."""
    places = int((batch["input_ids"] == model.config.image_token_id).sum())
    needed = sum(int(grid.prod()) // 4 for grid in batch["image_grid_thw"])
    return places != needed


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
