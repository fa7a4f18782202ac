"""One step of TRL's supervised fine-tuning on a folder of demonstrations in the format messages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tiny_model import made_model, quiet_torchvision, report


def main(folder: Path, work: Path) -> None:
    """Train a step and tell what was learned."""
    quiet_torchvision()
    import datasets
    from transformers import AutoModelForImageTextToText, AutoProcessor
    from trl import SFTConfig, SFTTrainer

    model_folder = made_model(work)
    files = sorted(map(str, (folder / "data").glob("*.parquet")))
    data: Any = datasets.load_dataset(
        "parquet", data_files=files, split="train", cache_dir=str(work / "cache")
    )
    settings = SFTConfig(
        output_dir=str(work / "out"),
        max_steps=1,
        per_device_train_batch_size=2,
        learning_rate=1e-2,
        max_length=None,
        assistant_only_loss=True,
        gradient_checkpointing=False,
        report_to="none",
        save_strategy="no",
        use_cpu=True,
        bf16=False,
    )
    model = AutoModelForImageTextToText.from_pretrained(model_folder)
    trainer = SFTTrainer(
        model=model,
        args=settings,
        train_dataset=data,
        processing_class=AutoProcessor.from_pretrained(model_folder),
    )
    batch = trainer.data_collator([trainer.train_dataset[0]])
    before = model.lm_head.weight.detach().clone()
    loss = trainer.train().training_loss
    report(model_folder, len(data), batch, loss, before, model)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
