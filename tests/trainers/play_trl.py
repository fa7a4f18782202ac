"""A step of TRL's GRPO on our episodes, then the same environment with a player who can play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from played_episodes import digest, report, rows, solution
from tiny_model import make_model, quiet_torchvision

from visgym.adapters.trl import LEAD, TrlEnvironment, trl_rows


def played(row: Any) -> dict[str, Any]:
    """An episode through the tool."""
    env = TrlEnvironment()
    blocks, pictures = env.reset(**row.columns()), []
    for reply in solution(row):
        pictures += [digest(each["image"].tobytes()) for each in blocks if each["type"] == "image"]
        blocks = env.act(reply)
    return {"id": row.id, "reward": env.get_reward(), "pictures": pictures}


def trained(work: Path) -> dict[str, Any]:
    """A step of training with a model that knows nothing."""
    import datasets
    from transformers import AutoModelForImageTextToText, AutoProcessor
    from trl import GRPOConfig, GRPOTrainer
    from trl.chat_template_utils import qwen3_template

    folder = work / "model"
    make_model(folder, [LEAD, str(TrlEnvironment.act.__doc__)])
    processor = AutoProcessor.from_pretrained(folder)
    processor.tokenizer.response_template = qwen3_template  # our template writes calls like that
    settings = GRPOConfig(
        output_dir=str(work / "out"),
        max_steps=1,
        per_device_train_batch_size=2,
        num_generations=2,
        max_completion_length=8,
        report_to="none",
        save_strategy="no",
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
    )
    trainer = GRPOTrainer(
        model=AutoModelForImageTextToText.from_pretrained(folder),
        args=settings,
        train_dataset=datasets.Dataset.from_list(trl_rows(rows()[:2])),
        processing_class=processor,
        environment_factory=TrlEnvironment,
    )
    trainer.train()
    logged = trainer.state.log_history[0]
    return {key: logged[key] for key in logged if "reward" in key}


if __name__ == "__main__":
    quiet_torchvision()
    logged = trained(Path(sys.argv[1]))
    assert logged["rewards/TrlEnvironment/mean"] == 0.0, logged
    report([played(row) for row in rows()])
