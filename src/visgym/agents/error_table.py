"""What servers say when they do not answer, in the words of every provider, and what it means."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

Stop = Literal["no credit", "bad key", "no model", "elsewhere", "invalid"]
Meaning = Literal["wait", "retry", "overflow", "filtered", Stop]

FOLLOWS: dict[Meaning, str] = {
    "wait": "waits as long as the server asks, within `timeout`, and tries again",
    "retry": "tries again, `retries` times; then the episode is void",
    "overflow": "ends the episode as `overflow`",
    "no credit": "stops the run",
    "filtered": "takes it as an empty answer, finish `content_filter`",
    "bad key": "stops the run",
    "no model": "stops the run",
    "elsewhere": "stops the run",
    "invalid": "stops the run",
}
"""What VisGym does about each meaning."""

ANY = range(1000)
REFUSED = (400, 422)
BLOCKED = (200, 400, 403, 422)
LIMITED = (200, 402, 403, 429)


@dataclass(frozen=True)
class Sign:
    """Words of a server, in a response with one of some statuses."""

    meaning: Meaning
    who: str
    says: str
    """For people."""
    words: str = ""
    """A regular expression that finds them, among all that an error body says."""
    statuses: Container[int] = ANY

    def fits(self, status: int, about: str) -> bool:
        """Whether a response shows this sign."""
        return status in self.statuses and bool(re.search(self.words, about, re.I | re.S))


def meaning_of(status: int, about: str) -> Sign:
    """The first sign that a response shows; 200 stands for an error inside of a success."""
    return next(sign for sign in SIGNS if sign.fits(status, about))


_OVERFLOWS = {
    "OpenAI": {
        "context_length_exceeded": r"context.?length.?exceeded",
        "Your input exceeds the context window": r"exceeds? the (model's )?context (window|length)",
        "429, Request too large for …": r"request too large for.{0,300}must be reduced",
    },
    "OpenAI, vLLM, OpenRouter, Mistral": {
        "maximum context length is …": r"maximum context length",
    },
    "vLLM": {
        "The decoder prompt (length …) is longer than …": r"longer than the maximum model length",
        "the model's context length is only …": r"context length is only",
        "The prompt … is too long to fit into the model": r"too long to fit into the model",
        "max_tokens must be at least 1, got -…": r"max_(completion_)?tokens .{0,20}1, got -",
        "At most … image(s) may be provided in one prompt": r"at most \d+ image\(s\) may be",
        "You … passed … image items in the same prompt": r"passed \d+ image items",
    },
    "SGLang": {
        "The input (… tokens) is longer than the model's …": r"longer than the model.s context",
        "Input length (…) exceeds the maximum allowed length": r"exceeds the maximum allowed len",
    },
    "llama.cpp": {
        "the request exceeds the available context size": r"exceeds? the available context",
        "exceed_context_size_error": r"exceed_context_size",
        "Requested tokens (…) exceed context window of …": r"exceeds? context window of",
    },
    "LM Studio": {
        "… is greater than the context length": r"greater than the context length",
    },
    "TGI": {
        "`inputs` tokens + `max_new_tokens` must be <= …": r"inputs.{1,3}tokens \+ .{0,40}be <=",
    },
    "Gemini": {
        "The input token count (…) exceeds the maximum …": r"input token count.{0,40}exceeds",
        "Please use fewer than … images": r"use fewer than \d+ images",
    },
    "Anthropic": {
        "prompt is too long: … tokens > … maximum": r"prompt is too long",
        "input length and `max_tokens` exceed context limit": r"exceeds? context limit",
        "413, request_too_large": r"request_too_large|request exceeds the maximum size",
        "Too much media: … images > 100": r"too much media",
        "… max allowed size for many-image requests": r"size for many-image requests",
    },
    "Anthropic, OpenAI, Groq": {"too many images": r"too many images"},
    "OpenRouter": {
        "supports at most … images per prompt": r"supports at most \d+ images? per",
        "contains … images, exceeding the maximum of …": r"contains \d+ images, exceeding",
    },
    "Bedrock": {"Input is too long for requested model": r"input is too long for requested"},
    "xAI": {"maximum prompt length is …": r"maximum prompt length is"},
    "Groq": {"reduce the length of the messages": r"reduce the length of the (messages|input)"},
    "Moonshot": {"exceeded model token limit": r"exceeded model token limit"},
    "MiniMax": {"context window exceeds limit": r"context window exceeds limit"},
    "DashScope": {"Range of input length should be …": r"range of input length should be"},
    "Zhipu": {"Prompt exceeds max length": r"prompt exceeds max length"},
    "GitHub": {"prompt token count of … exceeds the limit": r"token count of \d+ exceeds"},
}
"""Words about a conversation that is too long, or holds too many images, and what finds them."""

SIGNS: tuple[Sign, ...] = (
    Sign("wait", "OpenRouter", "402, openrouter_in_flight_budget", "in_flight_budget", {402}),
    Sign("no credit", "both", "402", statuses={402}),
    Sign(
        "no credit",
        "OpenAI, OpenRouter, DeepSeek",
        "insufficient_quota, Insufficient credits, Insufficient Balance",
        r"insufficient.?(quota|credit|fund|balance)",
    ),
    Sign("no credit", "Anthropic", "Your credit balance is too low", r"credit.balance"),
    Sign("no credit", "Anthropic", "You have reached your … API usage limits", r"api usage limit"),
    Sign(
        "no credit",
        "OpenAI",
        "billing_hard_limit_reached, billing_not_active",
        r"billing.?(hard|not|error|limit)|check your billing details on our website",
    ),
    Sign("no credit", "xAI", "used all available credits", r"available credits|spend(ing)? limit"),
    Sign(
        "no credit",
        "OpenAI, Gemini, OpenRouter",
        "a limit per day",
        r"per.?day|\bdaily|_daily|\((RPD|TPD)\)",
        LIMITED,
    ),
    *(
        Sign("overflow", who, says, words)
        for who, found in _OVERFLOWS.items()
        for says, words in found.items()
    ),
    Sign("overflow", "both", "413", statuses={413}),
    Sign(
        "overflow",
        "others",
        "400 or 422 about the context length, window, size or limit",
        r"context.?(length|window|size|limit)",
        REFUSED,
    ),
    Sign(
        "filtered",
        "OpenAI, Azure, Anthropic",
        "content_filter, content_policy_violation, content management policy",
        r"content.?(filter|policy|management)|policy.?violation",
        BLOCKED,
    ),
    Sign(
        "filtered",
        "OpenRouter",
        "your input was flagged",
        r"requires moderation|was flagged|flagged_input",
        BLOCKED,
    ),
    Sign("filtered", "DashScope", "data_inspection_failed", r"data.?inspection.?failed", BLOCKED),
    Sign("wait", "both", "429, rate_limit_error", statuses={429}),
    Sign("retry", "both", "408, 409, 425, 5xx", statuses={408, 409, 425, *range(500, 1000)}),
    Sign("wait", "both", "200 with a rate_limit error inside", r"rate.?limit", {200}),
    Sign("retry", "both", "200 with any other error inside", statuses={200}),
    Sign("bad key", "both", "401, 403", statuses={401, 403}),
    Sign("no model", "both", "404", statuses={404}),
    Sign("elsewhere", "both", "3xx", statuses=range(300, 400)),
    Sign("invalid", "both", "any other status"),
)
"""Every sign; the first that fits counts, so that words come before statuses."""

MACHINE_FINISHES = {
    "error": "OpenRouter, vLLM",
    "abort": "vLLM, SGLang",
    "network_error": "Zhipu",
    "insufficient_system_resource": "DeepSeek",
}
"""Reasons to end that are the server's and not the model's, and who gives them."""

FULL_FINISHES = {"model_context_window_exceeded": "Anthropic", "model_length": "Mistral"}
"""Reasons to end that say, where there is no text, that the context left no room for any."""

BROKEN_ANSWERS = (
    "no connection, or one that is lost",
    "no answer within `try_timeout`",
    "malformed JSON, no message, no content",
    "an error in `choices[0]`",
    "a finish reason of null, a missing `stop_reason`",
    "a stream that ends before the answer does, or without a finish reason",
)
"""Answers that are none: each is tried again, as `retry` says."""
