"""Photos by reference: embedded and in the layout of LLaVA."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from notice import DATA, notice
from PIL import Image

from visgym.core.errors import Mistake
from visgym.kit import pictures
from visgym.kit.discs import turned_disc
from visgym.kit.photo_sources import PhotoSource, Use


def write_picture(path: Path, width: int = 60, height: int = 40, color: str = "red") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (width, height), color).save(path)


@pytest.fixture
def llava(tmp_path: Path) -> Path:
    """An image tree as LLaVA-Pretrain unpacks it."""
    for key in ("00001/000000017.jpg", "00000/000000030.jpg", "00000/000000010.jpg"):
        write_picture(tmp_path / "images" / key)
    (tmp_path / "blip_laion_cc_sbu_558k.json").write_text("[]")
    return tmp_path


def test_keys_are_sorted_paths_below_the_folder(llava: Path) -> None:
    write_picture(llava / "images/00000/._000000010.jpg")
    write_picture(llava / ".cache/other.png")
    write_picture(llava / "extra/large.WEBP")
    assert pictures.keys(str(llava)) == (
        "extra/large.WEBP",
        "images/00000/000000010.jpg",
        "images/00000/000000030.jpg",
        "images/00001/000000017.jpg",
    )


def test_photos_may_lie_at_the_top_of_the_folder(tmp_path: Path) -> None:
    write_picture(tmp_path / "b.jpeg")
    write_picture(tmp_path / "a.png")
    assert pictures.keys(str(tmp_path)) == ("a.png", "b.jpeg")


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_pictures_is_named_with_the_layout(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(Mistake, match=f"{name}.*images/00000/000000010.jpg"):
        pictures.keys(str(tmp_path / name))


def test_a_broken_picture_is_named_with_the_layout(llava: Path) -> None:
    key = "images/00000/000000030.jpg"
    whole = (llava / key).read_bytes()
    for broken in (b"", b"not a picture", whole[: len(whole) // 2]):
        (llava / key).write_bytes(broken)
        with pytest.raises(Mistake, match=r"000000030\.jpg cannot be decoded.*000000010\.jpg"):
            pictures.photo(str(llava), key)
    with pytest.raises(Mistake, match=r"gone\.jpg is missing"):
        pictures.photo(str(llava), "images/gone.jpg")


def test_photos_are_rgb_whatever_the_file_holds(tmp_path: Path) -> None:
    Image.new("L", (20, 10), 200).save(tmp_path / "grey.png")
    Image.new("RGBA", (20, 10), (255, 0, 0, 0)).save(tmp_path / "clear.png")
    Image.new("P", (20, 10)).save(tmp_path / "palette.png")
    for key in pictures.keys(str(tmp_path)):
        assert pictures.photo(str(tmp_path), key).shape == (10, 20, 3)
    assert pictures.photo(str(tmp_path), "grey.png")[0, 0].tolist() == [200, 200, 200]
    assert pictures.photo(str(tmp_path), "clear.png")[0, 0].tolist() == [255, 255, 255]


def test_large_photos_are_scaled_down(tmp_path: Path) -> None:
    write_picture(tmp_path / "large.jpg", 3000, 1500)
    assert pictures.photo(str(tmp_path), "large.jpg").shape == (512, 1024, 3)


def test_fitting_keeps_the_middle_and_the_aspect(tmp_path: Path) -> None:
    stripes = np.zeros((40, 120, 3), np.uint8)
    stripes[:, 40:80] = 255  # the middle square is white
    Image.fromarray(stripes).save(tmp_path / "stripes.png")
    assert (pictures.fitted(str(tmp_path), "stripes.png", 20, 20) == 255).all()
    assert pictures.fitted(str(tmp_path), "stripes.png", 30, 10).shape == (10, 30, 3)


def test_pixels_cannot_be_written_to() -> None:
    key = pictures.keys("")[0]
    frames = (pictures.photo("", key), pictures.fitted("", key, 30, 30))
    for frame in (*frames, turned_disc("", key, 30, 45, (0, 0, 0))):
        assert not frame.flags.writeable


def test_a_quarter_turn_is_clockwise_and_exact() -> None:
    still = turned_disc("", "bison.jpg", 100, 0, (250, 249, 246))
    quarter = turned_disc("", "bison.jpg", 100, 90, (250, 249, 246))
    assert (np.rot90(still, -1) == quarter).all()
    assert (turned_disc("", "bison.jpg", 100, 360, (250, 249, 246)) == still).all()
    assert still[0, 0].tolist() == [250, 249, 246]


def test_choose_gives_up_with_a_sentence(llava: Path) -> None:
    source = PhotoSource(str(llava))
    assert source.choose(Random(0), lambda key: key).startswith("images/")
    with pytest.raises(Mistake, match="suits this task"):
        source.choose(Random(0), lambda key: None)


def test_contrast_and_difference_have_known_values() -> None:
    black, white = np.zeros((4, 4, 3), np.uint8), np.full((4, 4, 3), 255, np.uint8)
    assert pictures.contrast(black) == 0
    assert pictures.contrast(np.concatenate([black, white])) == pytest.approx(127.5)
    assert pictures.difference(black, white) == pictures.difference(white, black) == 255


def test_hue_saturation_and_value_lead_back_to_the_colour() -> None:
    assert pictures.hsv((255, 0, 0)) == (0, 255, 255)
    assert pictures.hsv((0, 128, 0)) == (120, 255, 128)
    assert pictures.hsv((90, 90, 90)) == (0, 0, 90)
    assert pictures.rgb(240, 255, 200) == (0, 0, 200)
    assert pictures.rgb(360, 255, 200) == pictures.rgb(0, 255, 200)


def test_the_manifest_lists_the_embedded_photos_and_their_bytes() -> None:
    manifest = json.loads((DATA / "photos/manifest.json").read_text(encoding="utf-8"))
    assert tuple(entry["file"] for entry in manifest) == pictures.keys("")
    for entry in manifest:
        photo = (DATA / "photos" / entry["file"]).read_bytes()
        assert hashlib.sha256(photo).hexdigest() == entry["sha256"]
        assert entry["author"] and entry["licence"] and entry["source"] and entry["label"]


def chosen(source: PhotoSource, count: int) -> set[str]:
    return {source.choose(Random(seed), lambda key: key) for seed in range(count)}


def test_photos_for_training_are_none_that_evaluation_shows() -> None:
    uses: tuple[Use, ...] = ("evaluation", "training", "all")
    evaluation, training, every = (chosen(PhotoSource(use=use), 2000) for use in uses)
    assert evaluation and training and not evaluation & training
    assert evaluation | training == every == set(pictures.keys(""))


def test_folders_of_many_photos_are_split_by_their_paths(tmp_path: Path) -> None:
    for number in range(120):
        (tmp_path / f"{number:03d}.jpg").write_bytes(b"")
    uses: tuple[Use, ...] = ("evaluation", "training")
    evaluation, training = (chosen(PhotoSource(str(tmp_path), use), 2000) for use in uses)
    assert 4 <= len(evaluation) <= 24 and len(evaluation | training) == 120
    assert not evaluation & training


def test_crops_are_parts_of_photos_with_keys_of_their_own() -> None:
    whole = pictures.photo("", "bison.jpg")
    view = pictures.PhotoView("bison.jpg", (10, 20, 200, 150), True)
    assert pictures.PhotoView.of(view.key) == view
    assert pictures.size_of("", view.key) == (200, 150)
    assert (pictures.photo("", view.key) == whole[20:170, 10:210][:, ::-1]).all()
    assert pictures.PhotoView.of("a@b.jpg") == pictures.PhotoView("a@b.jpg")
    crops = chosen(PhotoSource(crops=True), 300)
    assert len(crops) == 300 and all(min(pictures.size_of("", key)) >= 200 for key in crops)


def test_the_notice_is_the_one_of_the_manifests() -> None:
    assert (DATA / "NOTICE.md").read_text(encoding="utf-8") == notice()
