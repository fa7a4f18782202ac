"""What servers really say when they refuse, and what it means; one of every sign at least."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Wording:
    """A refusal."""

    meaning: str
    body: Any
    status: int = 400
    headers: dict[str, str] = field(default_factory=dict)


def _error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


def _anthropic(message: str, kind: str = "invalid_request_error") -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


def _gemini(message: str, status: str, *details: dict[str, Any]) -> list[Any]:
    return [_error(message, code=429, status=status, details=list(details))]


def _wrapped(raw: str, code: int = 400) -> dict[str, Any]:
    """As OpenRouter passes on what a provider said."""
    return _error("Provider returned error", code=code, metadata={"raw": raw})


def _quota(id: str) -> dict[str, Any]:
    return {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": id}]}


DELAY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.05s"}
QUOTA = "You exceeded your current quota, please check your plan and billing details."
LIMIT = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."
DECODER = "The decoder prompt (length 10127) is longer than the maximum model length of 8192."
PASSED = "You passed 1015 input tokens. However, the model's context length is only 1024 tokens."
TOO_LARGE = (
    "Request too large for gpt-x in organization org-1 on tokens per min (TPM): Limit 30000, "
    "Requested 36278. The input or output tokens must be reduced in order to run successfully."
)
SHARP = "messages.4.image: dimensions exceed max allowed size for many-image requests: 2000 pixels"

_OVERFLOWS: dict[str, tuple[int, Any]] = {
    "openai code": (400, _error("Too much.", code="context_length_exceeded")),
    "openai window": (400, _error("Your input exceeds the context window of this model.")),
    "openai request": (429, _error(TOO_LARGE, type="tokens", code="rate_limit_exceeded")),
    "openai length": (400, _error(LIMIT, type="invalid_request_error")),
    "vllm length": (400, {"object": "error", "message": LIMIT, "type": "BadRequestError"}),
    "vllm decoder": (400, {"object": "error", "message": DECODER, "code": 400}),
    "vllm passed": (400, _error(PASSED, type="BadRequestError", param="input_tokens")),
    "vllm total": (400, _error("The prompt (total length 9) is too long to fit into the model")),
    "vllm negative": (400, _error("max_tokens must be at least 1, got -35.")),
    "vllm images": (400, _error("At most 6 image(s) may be provided in one prompt.")),
    "vllm items": (500, _error("You set image=2, but passed 3 image items in the same prompt.")),
    "sglang length": (
        400,
        _error("The input (61709 tokens) is longer than the model's context length (40960 tokens)"),
    ),
    "sglang allowed": (
        400,
        _error("Input length (9000 tokens) exceeds the maximum allowed length (8192 tokens)."),
    ),
    "sglang expanded": (400, _error("Multimodal prompt is too long after expanding images.")),
    "llama.cpp size": (
        500,
        _error("the request exceeds the available context size. try increasing it", code=500),
    ),
    "llama.cpp type": (400, _error("No.", code=400, type="exceed_context_size_error", n_ctx=256)),
    "llama-cpp-python": (400, _error("Requested tokens (516) exceed context window of 512")),
    "lm studio": (400, {"error": "The number of tokens is greater than the context length."}),
    "tgi": (422, {"error": "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"}),
    "gemini tokens": (
        400,
        [_error("The input token count (1196265) exceeds the maximum number of tokens allowed.")],
    ),
    "gemini images": (400, [_error("Please use fewer than 16 images in your request.")]),
    "anthropic prompt": (400, _anthropic("prompt is too long: 213462 tokens > 200000 maximum")),
    "anthropic sum": (
        400,
        _anthropic("input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000"),
    ),
    "anthropic size": (413, _anthropic("Request exceeds the maximum size", "request_too_large")),
    "anthropic media": (400, _anthropic("Too much media: 0 document pages + 102 images > 100")),
    "anthropic sharp": (400, _anthropic(SHARP)),
    "anthropic images": (400, _anthropic("too many images and documents: 120 + 0 > 100")),
    "openrouter prompt": (400, _wrapped('{"error": {"message": "prompt is too long: 9 > 8"}}')),
    "openrouter image": (
        400,
        _wrapped('{"error": {"message": "supports at most 1 image per p"}}'),
    ),
    "openrouter images": (400, _error("request contains 54 images, exceeding the maximum of 50")),
    "openrouter plain": (400, _wrapped("This endpoint's maximum context length is 32768 tokens")),
    "bedrock": (400, {"message": "Input is too long for requested model."}),
    "xai": (400, {"code": "x", "error": "This model's maximum prompt length is 131072 but got 9"}),
    "groq": (400, _error("Please reduce the length of the messages or completion.")),
    "moonshot": (400, _error("Invalid request: Your request exceeded model token limit: 8192")),
    "minimax": (400, _error("invalid params, context window exceeds limit (2013)")),
    "dashscope": (400, _error("Range of input length should be [1, 129024]")),
    "zhipu": (400, {"error": {"code": "1261", "message": "Prompt exceeds max length"}}),
    "github": (400, _error("prompt token count of 70000 exceeds the limit of 64000")),
    "payload": (413, "Payload too large"),
    "somebody": (422, {"detail": [{"loc": ["body"], "msg": "No room in the context window."}]}),
}

_NO_CREDIT: dict[str, tuple[int, Any]] = {
    "402": (402, _error("Payment required")),
    "openai quota": (429, _error(QUOTA, type="insufficient_quota", code="insufficient_quota")),
    "openai day": (429, _error("Rate limit reached on requests per day (RPD). Try again in 7m12s")),
    "openai billing": (400, _error("Reached.", code="billing_hard_limit_reached")),
    "anthropic balance": (400, _anthropic("Your credit balance is too low to access the API.")),
    "anthropic limits": (400, _anthropic("You have reached your specified API usage limits.")),
    "xai credits": (429, {"error": "Your team has used all available credits."}),
    "gemini day": (
        429,
        _gemini(QUOTA, "RESOURCE_EXHAUSTED", _quota("GenerateRequestsPerDayPerProject"), DELAY),
    ),
    "openrouter day": (429, _error("Rate limit exceeded: free-models-per-day.", code=429)),
}

_FILTERED: dict[str, tuple[int, Any]] = {
    "azure filter": (400, _error("Triggered the content management policy.", code="x")),
    "openrouter flag": (403, _error("M requires moderation. Your input was flagged.", code=403)),
    "dashscope filter": (400, _error("Inappropriate.", code="data_inspection_failed")),
}

WAITS: dict[str, Wording] = {
    "gemini minute": Wording(
        "wait",
        _gemini(QUOTA, "RESOURCE_EXHAUSTED", _quota("GenerateRequestsPerMinutePerProject"), DELAY),
        429,
    ),
    "openai minute": Wording(
        "wait",
        _error("Rate limit reached for gpt-x on tokens per min (TPM). Please try again in 50ms."),
        429,
    ),
    "anthropic minute": Wording(
        "wait",
        _anthropic("This would exceed your rate limit. Please reduce the prompt length.",
                   "rate_limit_error"),
        429,
        {"Retry-After": "0.05"},
    ),
    "azure minute": Wording("wait", _error("Slow down."), 429, {"retry-after-ms": "50"}),
    "openai reset": Wording(
        "wait",
        _error("Slow down."),
        429,
        {"x-ratelimit-reset-requests": "50ms", "x-ratelimit-remaining-requests": "0",
         "x-ratelimit-reset-tokens": "6m0s", "x-ratelimit-remaining-tokens": "700"},
    ),
    "openrouter minute": Wording(
        "wait", _error("Later.", code=429, metadata={"headers": {"Retry-After": "0.05"}}), 429
    ),
    "openrouter budget": Wording(
        "wait",
        _error("Later.", metadata={"limit_source": "openrouter_in_flight_budget"}),
        402,
        {"Retry-After": "0.05"},
    ),
}  # fmt: skip

WORDINGS: dict[str, Wording] = {
    **{name: Wording("overflow", body, status) for name, (status, body) in _OVERFLOWS.items()},
    **{name: Wording("no credit", body, status) for name, (status, body) in _NO_CREDIT.items()},
    **{name: Wording("filtered", body, status) for name, (status, body) in _FILTERED.items()},
    **WAITS,
}
