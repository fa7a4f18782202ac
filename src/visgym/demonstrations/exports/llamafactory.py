"""LLaMA-Factory: conversations in its sharegpt layout, pictures as files, `dataset_info.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from visgym.demonstrations.conversations import IMAGE, Conversation, Plain, dumped
from visgym.demonstrations.exports.files import ImageFolder, sha256, whole

DATA, INFO = "data", "dataset_info.json"
PLACEHOLDER = "<image>"
TAGS = {
    "role_tag": "from",
    "content_tag": "value",
    "user_tag": "human",
    "assistant_tag": "gpt",
    "observation_tag": "observation",
    "function_tag": "function_call",
    "system_tag": "system",
}


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One JSON file and one folder of pictures; their hashes by name."""
    images = ImageFolder(folder, shard)
    name = f"{DATA}/{shard}.json"
    with whole(folder, name) as fresh, fresh.open("w", encoding="utf-8") as file:
        file.write("[\n")
        for at, row in enumerate(rows):
            file.write((",\n" if at else "") + dumped(_line(row, images.save(row))))
        file.write("\n]\n")
    return {name: sha256(folder / name), **images.hashes}


def finish(folder: Path) -> dict[str, str]:
    """The description that LLaMA-Factory reads; give it this folder as `dataset_dir`."""
    columns = {"messages": "conversations", "images": "images"}
    if any(_has_tools(path) for path in sorted((folder / DATA).glob("*.json"))[:1]):
        columns["tools"] = "tools"
    entry = {"file_name": DATA, "formatting": "sharegpt", "columns": columns, "tags": TAGS}
    text = json.dumps({"visgym": entry}, indent=1)
    (folder / INFO).write_text(text + "\n", encoding="utf-8")
    return {INFO: sha256(folder / INFO)}


def _has_tools(path: Path) -> bool:
    with path.open(encoding="utf-8") as lines:
        next(lines)  # the bracket; a row is a line
        return '"tools":' in next(lines)


def _line(row: Conversation, images: list[str]) -> Plain:
    conversation = list(_conversation(row.messages))
    places = sum(turn["value"].count(PLACEHOLDER) for turn in conversation)
    if places != len(images):
        raise AssertionError(f"{row.key}: {places} placeholders for {len(images)} pictures.")
    told: Plain = {"conversations": conversation, "images": images}
    if row.tools:
        told["tools"] = dumped([each["function"] for each in row.tools])
    return {**told, **row.facts}


def _conversation(messages: list[Plain]) -> Iterator[Plain]:
    """Turns that alternate; what comes after a tool call is its result, as with the option
    `image_placement=tool` in evaluation."""
    called = False
    for message in messages:
        if message["role"] == "tool":
            called = True
        elif message["role"] == "user":
            source = "observation" if called else "human"
            yield {"from": source, "value": _text(message["content"])}
            called = False
        elif "tool_calls" in message:
            yield {"from": "function_call", "value": dumped(message["tool_calls"][0]["function"])}
        else:
            yield {"from": "gpt", "value": _text(message["content"])}


def _text(content: list[Plain]) -> str:
    return "".join(PLACEHOLDER if part == IMAGE else part["text"] for part in content)


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    for path in sorted((folder / DATA).glob("*.json")):
        for number, line in enumerate(json.loads(path.read_text(encoding="utf-8"))):
            images = [(folder / image).read_bytes() for image in line["images"]]
            facts = {n: v for n, v in line.items() if n not in ("conversations", "images", "tools")}
            messages = [_message(turn) for turn in line["conversations"]]
            yield Conversation(f"{path.stem} {number}", messages, images, facts)


def _message(turn: Plain) -> Plain:
    role = "assistant" if turn["from"] in ("gpt", "function_call") else "user"
    content: list[Plain] = []
    for at, piece in enumerate(turn["value"].split(PLACEHOLDER)):
        content += [IMAGE] if at else []
        content += [{"type": "text", "text": piece}] if piece else []
    return {"role": role, "content": content}
