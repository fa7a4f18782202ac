"""One step of a model on the rows as verl's fine-tuning reads and batches them."""

from __future__ import annotations

import sys
from pathlib import Path

from tiny_model import made_model, quiet_torchvision, report

LONGEST = 8192


def main(folder: Path, work: Path) -> None:
    """Read all rows with verl's dataset, batch one with its collator, and train a step on it."""
    quiet_torchvision()
    model_folder = made_model(work)
    import torch
    from omegaconf import OmegaConf
    from torch.nn.functional import cross_entropy
    from transformers import AutoModelForImageTextToText, AutoProcessor
    from verl.utils.dataset.dataset_utils import DatasetPadMode, SFTTensorCollator
    from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset

    processor = AutoProcessor.from_pretrained(model_folder)
    files = sorted(map(str, (folder / "data").glob("*.parquet")))
    config = OmegaConf.create({"pad_mode": "no_padding", "max_length": LONGEST})
    data = MultiTurnSFTDataset(files, processor.tokenizer, config, processor)
    rows = [data[at] for at in range(len(data))]
    batch = SFTTensorCollator(DatasetPadMode.NO_PADDING)(rows[:1])
    first = {name: batch[name].unbind()[0] for name in ("input_ids", "loss_mask")}
    labels = torch.where(first["loss_mask"].bool(), first["input_ids"], -100)
    model = AutoModelForImageTextToText.from_pretrained(model_folder)
    before = model.lm_head.weight.detach().clone()
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-2)
    pictures = rows[0]["multi_modal_inputs"]
    given = {name: pictures[name] for name in ("pixel_values", "image_grid_thw")}
    kinds = (first["input_ids"] == model.config.image_token_id).long()
    logits = model(
        input_ids=first["input_ids"][None],
        position_ids=rows[0]["position_ids"][:, None],
        mm_token_type_ids=kinds[None],
        **given,
    ).logits
    loss = cross_entropy(logits[0, :-1], labels[1:])
    loss.backward()
    optimiser.step()
    learned = {"input_ids": first["input_ids"][None], "labels": labels[None]}
    report(model_folder, len(data), learned, float(loss.detach()), before, model)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
