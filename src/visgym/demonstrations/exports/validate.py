"""The rules by which trainers accept data, applied to files as they lie on disk.

Nothing here is shared with the writers: the rules are those of LLaMA-Factory 0.9.5, TRL 1.16 and
WebDataset, and each complaint is one sentence with the place.
"""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image, UnidentifiedImageError

from visgym.core.errors import Mistake
from visgym.core.optional import require
from visgym.demonstrations.exports.files import MANIFEST

Plain = dict[str, Any]


def validate(folder: Path) -> Iterator[str]:
    """Everything in a folder of demonstrations that its trainer would refuse or misread."""
    path = folder / MANIFEST
    if not path.exists():
        raise Mistake(f"{folder} holds no demonstrations: {MANIFEST} is missing.")
    manifest = json.loads(path.read_text(encoding="utf-8"))
    yield from VALIDATORS[manifest["format"]](folder)


# LLaMA-Factory


def llamafactory(folder: Path) -> Iterator[str]:
    """The sharegpt rules: described, alternating, even, as many `<image>` as pictures."""
    info = json.loads((folder / "dataset_info.json").read_text(encoding="utf-8"))
    for name, entry in info.items():
        if entry.get("formatting") != "sharegpt":
            yield f"dataset_info.json: {name} is not in the sharegpt formatting."
        source = folder / entry["file_name"]
        files = sorted(source.iterdir()) if source.is_dir() else [source]
        if len({file.suffix for file in files}) != 1:
            yield f"{source.name}: all files of a dataset must have one ending."
        for file in files:
            for number, row in enumerate(json.loads(file.read_text(encoding="utf-8"))):
                where = f"{file.name} row {number}"
                yield from _sharegpt(row, entry, folder, where)


def _sharegpt(row: Plain, entry: Plain, folder: Path, where: str) -> Iterator[str]:
    columns, tags = entry["columns"], entry["tags"]
    turns = row[columns["messages"]]
    asking = {tags["user_tag"], tags["observation_tag"]}
    answering = {tags["assistant_tag"], tags["function_tag"]}
    for at, turn in enumerate(turns):
        if turn[tags["role_tag"]] not in (answering if at % 2 else asking):
            yield f"{where}: turn {at} is from {turn[tags['role_tag']]}, so roles do not alternate."
        if turn[tags["role_tag"]] == tags["function_tag"]:
            yield from _function_call(turn[tags["content_tag"]], f"{where} turn {at}")
    if len(turns) % 2 or not turns:
        yield f"{where}: {len(turns)} turns; a conversation ends with the assistant."
    images = row[columns["images"]]
    places = sum(turn[tags["content_tag"]].count("<image>") for turn in turns)
    if places != len(images):
        yield f"{where}: {places} times <image> for {len(images)} pictures."
    if any(kind in turn[tags["content_tag"]] for turn in turns for kind in ("<video>", "<audio>")):
        yield f"{where}: a placeholder for a video or a sound, and there is none."
    for image in images:
        yield from _picture_file(folder, image, where)


def _function_call(value: str, where: str) -> Iterator[str]:
    try:
        call = json.loads(value)
        if not isinstance(call["name"], str) or not isinstance(call["arguments"], dict):
            yield f"{where}: a function call needs a name and a dictionary of arguments."
    except (ValueError, KeyError, TypeError):
        yield f"{where}: a function call that is not JSON with name and arguments."


# TRL


def messages(folder: Path) -> Iterator[str]:
    """TRL's rules on Parquet files, whose features must give pictures."""
    parquet = require("pyarrow.parquet", "data", "The format messages")
    for path in sorted((folder / "data").iterdir()):
        file = parquet.ParquetFile(path)
        metadata = file.schema_arrow.metadata or {}
        features = json.loads(metadata.get(b"huggingface", b"{}")).get("info", {})
        if features.get("features", {}).get("images") != [{"_type": "Image"}]:
            yield f"{path.name}: no features that make `datasets` decode the images."
        number = 0
        for batch in file.iter_batches(16):
            for row in batch.to_pylist():
                where = f"{path.name} row {number}"
                images = [image["bytes"] for image in row["images"]]
                yield from conversation(row["messages"], len(images), where)
                for image in images:
                    yield from _picture(image, where)
                number += 1


def verl(folder: Path) -> Iterator[str]:
    """verl's rules: messages are texts with a placeholder for every picture, in order."""
    parquet = require("pyarrow.parquet", "data", "The format verl")
    for path in sorted((folder / "data").iterdir()):
        for number, row in enumerate(parquet.read_table(path).to_pylist()):
            where = f"{path.name} row {number}"
            turns = [(turn["role"], turn["content"]) for turn in row["messages"]]
            if [role for role, _ in turns] != ["user", "assistant"] * (len(turns) // 2):
                yield f"{where}: roles do not alternate from user to assistant."
            places = sum(text.count("<image>") for _, text in turns)
            if places != len(row["images"]):
                yield f"{where}: {places} times <image> for {len(row['images'])} pictures."
            for image in row["images"]:
                yield from _picture(image["bytes"], where)


def conversation(turns: list[Plain], images: int, where: str) -> Iterator[str]:
    """Structured content, alternating roles, the assistant last, a place for every picture."""
    roles = [turn["role"] for turn in turns if turn["role"] not in ("tool", "system")]
    if roles != ["user", "assistant"] * (len(roles) // 2) or not roles:
        yield f"{where}: roles do not alternate from user to assistant."
    places = 0
    for at, turn in enumerate(turns):
        if not isinstance(turn["content"], list):
            yield f"{where} turn {at}: content is no list, so all pictures would come first."
            continue
        if not turn["content"] and not turn.get("tool_calls"):
            yield f"{where} turn {at}: it says nothing."
        for part in turn["content"]:
            if part["type"] == "text" and not isinstance(part.get("text"), str):
                yield f"{where} turn {at}: a text part without text."
            if part["type"] == "image" and turn["role"] != "tool":
                places += 1
            elif part["type"] == "image":
                yield f"{where} turn {at}: a picture in a tool result, which templates drop."
    if places != images:
        yield f"{where}: {places} places for {images} pictures."


# WebDataset


def webdataset(folder: Path) -> Iterator[str]:
    """Members of a sample stand together, share the part before the first dot, and are files."""
    seen: set[str] = set()
    for path in sorted((folder / "data").iterdir()):
        with tarfile.open(path) as archive:
            for key, members in _samples(archive):
                where = f"{path.name} {key}"
                if key in seen:
                    yield f"{where}: the key occurs a second time."
                seen.add(key)
                yield from _sample(members, where)


def _samples(archive: tarfile.TarFile) -> Iterator[tuple[str, Plain]]:
    """Keys with what belongs to them by extension, grouped as WebDataset groups them."""
    current: tuple[str, Plain] | None = None
    for member in archive:
        name = PurePosixPath(member.name)
        key, _, extension = name.name.partition(".")
        file = archive.extractfile(member)
        if current is None or current[0] != str(name.with_name(key)):
            if current:
                yield current
            current = (str(name.with_name(key)), {})
        current[1][extension.lower()] = file.read() if file else None
    if current:
        yield current


def _sample(members: Plain, where: str) -> Iterator[str]:
    if "json" not in members:
        yield f"{where}: no json member."
        return
    row = json.loads(members["json"])
    pictures = [extension for extension in members if extension != "json"]
    if row["images"] != pictures:
        yield f"{where}: the pictures are {pictures}, the row names {row['images']}."
    yield from conversation(row["messages"], len(pictures), where)
    for extension in pictures:
        yield from _picture(members[extension], where)


# JSON Lines


def jsonl(folder: Path) -> Iterator[str]:
    """One object a line, conversations as TRL takes them, pictures beside them."""
    for path in sorted((folder / "data").iterdir()):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            where = f"{path.name} line {number + 1}"
            try:
                row = json.loads(line)
            except ValueError:
                yield f"{where}: not JSON."
                continue
            yield from conversation(row["messages"], len(row["images"]), where)
            for image in row["images"]:
                yield from _picture_file(folder, image, where)


def _picture_file(folder: Path, name: str, where: str) -> Iterable[str]:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        return [f"{where}: {name} lies outside of the folder."]
    if not path.is_file():
        return [f"{where}: {name} is missing."]
    return _picture(path.read_bytes(), where)


def _picture(data: bytes | None, where: str) -> Iterator[str]:
    try:
        with Image.open(io.BytesIO(data or b"")) as image:
            image.load()
            if image.mode != "RGB":
                yield f"{where}: a picture in {image.mode}, not in RGB."
    except (UnidentifiedImageError, OSError, SyntaxError):
        yield f"{where}: a picture that cannot be decoded."


VALIDATORS: dict[str, Callable[[Path], Iterator[str]]] = {
    "llamafactory": llamafactory,
    "messages": messages,
    "verl": verl,
    "webdataset": webdataset,
    "jsonl": jsonl,
}
