"""A trained policy as an agent: `visgym evaluate --agent local:examples.train.agent:load`.

Its checkpoint is given with `--option checkpoint=FOLDER/NAME.pt`.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from examples.train.layers import Layout
from examples.train.model import ModelOptions
from examples.train.preparing import new_policy
from examples.train.settings import SetOptions
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.parts import Message
from visgym.demonstrations.vocabulary import PAD, ReplyVocabulary, padded
from visgym.task_ids import Id


class TrainedPolicy:
    """Looks at the frames of an episode as it was trained to, and says what is likeliest."""

    def __init__(self, path: str) -> None:
        held: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        self.vocabulary = ReplyVocabulary(
            *(tuple(held["vocabulary"][key]) for key in ("calls", "pieces"))
        )
        self.sets = {
            name: SetOptions(**{**plain, "trials": ()}) for name, plain in held["sets"].items()
        }
        self.history: int = held["history"]
        options = ModelOptions(**held["model"])
        self.policy = new_policy(options, self.sets, self.vocabulary, 0)
        self.policy.load_state_dict(held["weights"])
        self.policy.eval()

    @torch.no_grad()
    def __call__(self, episode: Episode[Any], messages: list[Message]) -> str:
        number, options = self._set(episode.task.name)
        states, turns = episode.states, episode.turns
        first = max(0, len(states) - (self.history or options.turns))
        frames = [options.form.seen(episode.task, state) for state in states[first:]]
        captions = None
        if options.caption:
            told = [
                options.form.captioned(episode.task, state, self.vocabulary)
                for state in states[first:]
            ]
            captions = torch.tensor(told)
        batch = torch.stack([torch.tensor(each) for each in frames])
        seen = self.policy.see(batch, number, options.enlarge, captions)
        said = [self._tokens(turn.reply, options.tokens) for turn in turns[first:]]
        return self.vocabulary.decode(self._reply(seen, said, number, options))

    def _reply(
        self, seen: Tensor, said: list[list[int]], number: int, options: SetOptions
    ) -> list[int]:
        """The tokens of the next reply, one after the other."""
        found: list[int] = []
        layout = Layout(torch.arange(len(seen)), 1, len(seen))
        for slot in range(options.tokens):
            words = torch.tensor([*said, padded(found, options.tokens)])
            logits, _ = self.policy(seen, words, layout, number)
            found.append(int(logits[-1, slot].argmax()))
            if self.vocabulary.ends(found[-1]):
                break
        return found

    def _tokens(self, reply: str, length: int) -> list[int]:
        """What was said before; what cannot have been said by this policy counts as nothing."""
        try:
            tokens = self.vocabulary.encode(reply)
        except KeyError:
            return [PAD] * length
        return padded(tokens[:length], length)

    def _set(self, task: str) -> tuple[int, SetOptions]:
        for number, options in enumerate(self.sets.values()):
            if Id.parse(options.id).task == task:
                return number, options
        known = ", ".join(options.id for options in self.sets.values())
        raise Mistake(f"This policy was not trained on {task}, but on {known}.")


def load(checkpoint: str) -> TrainedPolicy:
    """The policy of a checkpoint."""
    torch.set_num_threads(1)
    return TrainedPolicy(checkpoint)
