"""AdamW on 32-bit copies of weights that compute in 16 bits, and the course of its rate."""

from __future__ import annotations

import math

import torch
from torch import nn

LOWEST = 0.02  # of the rate, at the end


class Optimiser:
    """Steps of weights; the rate is a tensor, so that recorded steps read it anew."""

    def __init__(self, model: nn.Module, rate: float, decay: float, clip: float) -> None:
        self.weights = [each for each in model.parameters() if each.requires_grad]
        self.masters = [each.detach().float().clone() for each in self.weights]
        for each in self.masters:
            each.grad = torch.zeros_like(each)
        device = self.weights[0].device
        on_card = device.type == "cuda"
        groups = [
            {"params": [m for m in self.masters if m.dim() > 1], "weight_decay": decay},
            {"params": [m for m in self.masters if m.dim() <= 1], "weight_decay": 0.0},
        ]
        self.rate, self.clip, self.share = rate, clip, 1.0
        self.factor = torch.tensor(rate, device=device)
        self.adam = torch.optim.AdamW(
            groups,
            lr=self.factor if on_card else rate,
            betas=(0.9, 0.98),
            fused=on_card,
            capturable=on_card,
        )

    def set_rate(self, factor: float) -> None:
        """Take a share of the full rate from now on."""
        self.share = factor
        for group in self.adam.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(self.rate * factor)
            else:
                group["lr"] = self.rate * factor

    @torch.no_grad()
    def step(self) -> None:
        """Change the weights by their gradients, and forget these."""
        for master, weight in zip(self.masters, self.weights, strict=True):
            if weight.grad is None:
                master.grad.zero_()  # type: ignore[union-attr]
        pairs = [
            (master.grad, weight.grad)
            for master, weight in zip(self.masters, self.weights, strict=True)
            if weight.grad is not None
        ]
        torch._foreach_copy_([ours for ours, _ in pairs], [theirs for _, theirs in pairs])
        torch.nn.utils.clip_grad_norm_(self.masters, self.clip, foreach=True)
        self.adam.step()
        torch._foreach_copy_(self.weights, self.masters)
        for weight in self.weights:
            weight.grad = None


def rate_at(done: float, step: int, warm_up: int) -> float:
    """The share of the full rate: rising at first, then falling as a cosine."""
    rising = min(1.0, (step + 1) / max(1, warm_up))
    falling = LOWEST + (1 - LOWEST) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
    return rising * falling
