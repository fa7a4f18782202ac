"""WebDataset: tar files in which the members of a row share a key."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from visgym.demonstrations.conversations import Conversation, dumped
from visgym.demonstrations.exports.files import sha256, suffix, whole
from visgym.demonstrations.exports.jsonl import line, row_of

DATA = "data"


def write(folder: Path, shard: str, rows: Iterable[Conversation]) -> dict[str, str]:
    """One tar file; its hash by name."""
    name = f"{DATA}/{shard}.tar"
    with (
        whole(folder, name) as fresh,
        tarfile.open(fresh, "w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for row in rows:
            names = [f"{at:03d}.{suffix(image)}" for at, image in enumerate(row.images)]
            _add(archive, f"{row.key}.json", dumped(line(row, names)).encode())
            for extension, image in zip(names, row.images, strict=True):
                _add(archive, f"{row.key}.{extension}", image)
    return {name: sha256(folder / name)}


def finish(folder: Path) -> dict[str, str]:
    """Nothing more is needed."""
    return {}


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)  # time, owner and rights are always the same
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))


def samples(folder: Path) -> Iterator[Conversation]:
    """Rows as they were written, shard after shard."""
    for path in sorted((folder / DATA).glob("*.tar")):
        with tarfile.open(path) as archive:
            while member := archive.next():
                data = json.loads(_content(archive, member))
                images = [_content(archive, archive.next()) for _ in data["images"]]
                yield row_of(data, images)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo | None) -> bytes:
    file = archive.extractfile(member) if member else None
    if file is None:
        raise ValueError("A tar file ends in the middle of a row.")
    return file.read()
