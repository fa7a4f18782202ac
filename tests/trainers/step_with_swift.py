"""One step of ms-swift's fine-tuning on a folder of demonstrations."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tiny_model import made_model, quiet_torchvision, report


def main(folder: Path, work: Path) -> None:
    """Train a step and tell what was learned."""
    quiet_torchvision()
    os.environ["ROOT_IMAGE_DIR"] = str(folder)  # from where pictures are named
    model_folder = made_model(work)
    from swift import SftArguments
    from swift.pipelines import SwiftSft

    files = [str(path) for path in sorted((folder / "data").iterdir())]
    run = SwiftSft(
        SftArguments(
            model=str(model_folder),
            model_type="qwen2_5_vl",
            template="qwen2_5_vl",
            dataset=files,
            tuner_type="full",
            torch_dtype="float32",
            output_dir=str(work / "out"),
            max_steps=1,
            per_device_train_batch_size=1,
            learning_rate=1e-2,
            max_length=16384,
            max_pixels=112 * 112,
            report_to=["none"],
            save_strategy="no",
            dataset_num_proc=1,
            dataloader_num_workers=0,
            use_cpu=True,
            strict=True,
            dataset_shuffle=False,
        )
    )
    rows = run._prepare_dataset()[0]
    batch = run.template.data_collator([rows[0]])
    before = run.model.lm_head.weight.detach().clone()
    run.main()
    loss = run.train_msg["log_history"][0]["loss"]
    report(model_folder, len(rows), batch, loss, before, run.model)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
