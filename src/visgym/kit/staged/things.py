"""Kinds of things that scenes are composed of: what they are called and where they belong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

TABLE, ROOM, SHELF, SHEET, OUTDOORS = "table", "room", "shelf", "sheet", "outdoors"


@dataclass(frozen=True)
class ThingKind:
    """A noun, the meshes that show one, and how it may be used."""

    name: str
    meshes: tuple[str, ...]
    styles: tuple[str, ...]
    size: float = 1.0
    """How long it is drawn compared with the other kinds of a scene."""
    paint: bool = False
    """Whether it may be painted in one colour."""
    family: str = ""
    """Kinds of one family are easily confused and never meet in a scene."""
    many: str = ""

    @property
    def plural(self) -> str:
        return self.many or f"{self.name}s"


def _kind(
    name: str,
    where: str,
    size: float = 1.0,
    meshes: str = "",
    paint: bool = False,
    family: str = "",
    many: str = "",
) -> ThingKind:
    styles = {"t": TABLE, "r": ROOM, "s": SHELF, "h": SHEET, "o": OUTDOORS}
    keys = tuple((meshes or name.replace(" ", "_")).split())
    return ThingKind(
        name, keys, tuple(styles[letter] for letter in where), size, paint, family, many
    )


KINDS: tuple[ThingKind, ...] = (
    _kind("baby bottle", "ts", 0.95),
    _kind("barrel", "ro", 1.0),
    _kind("basketball", "rso", 0.75),
    _kind("bedside table", "r", 0.9, paint=True, family="table"),
    _kind("bench", "o", 1.4, meshes="bench painted_bench", many="benches"),
    _kind("bicycle", "o", 1.4),
    _kind("bowl of salad", "tsh", 0.95, meshes="bowl_with_salad", many="bowls of salad"),
    _kind("calendar", "ts", 0.9),
    _kind("camera", "tsh", 0.85),
    _kind("candle", "ts", 1.15),
    _kind("cap", "tsh", 0.95, family="headgear"),
    _kind("box", "trso", 0.9, meshes="cardboard_box", paint=True, family="box", many="boxes"),
    _kind("cat", "ro", 1.05, meshes="cat siamese_cat", family="animal"),
    _kind("chair", "r", 1.15, meshes="child_chair osaka_chair", paint=True, family="seat"),
    _kind("chicken", "o", 0.95, family="bird"),
    _kind("chopping board", "th", 1.1, family="board"),
    _kind("coffee mug", "tsh", 0.85, paint=True, family="cup"),
    _kind("crate", "rso", 0.95, family="box"),
    _kind("desk lamp", "tsr", 1.15, paint=True),
    _kind("dog", "ro", 1.15, family="animal"),
    _kind("dog house", "o", 1.2),
    _kind("drill", "tsh", 0.95),
    _kind("flashlight", "tsh", 0.95),
    _kind("forklift", "o", 1.5, meshes="fork_lift"),
    _kind("glove", "th", 0.9),
    _kind("hammer", "th", 1.2),
    _kind("hat", "tsh", 0.95, paint=True, family="headgear"),
    _kind("helmet", "tsh", 0.85, family="headgear"),
    _kind("horse", "o", 1.4, family="animal"),
    _kind("jar", "ts", 0.9, meshes="old_jar", family="pot"),
    _kind("kitchen knife", "th", 1.15, family="cutlery", many="kitchen knives"),
    _kind("kitchen scale", "ts", 1.0),
    _kind("mailbox", "o", 1.2, many="mailboxes"),
    _kind("milk carton", "ts", 1.05, meshes="milk"),
    _kind("newspaper", "th", 1.0),
    _kind("paper towel roll", "ts", 1.0, meshes="paper_towel_holder"),
    _kind("phone", "tsh", 0.95),
    _kind("potted plant", "tsr", 0.95, meshes="little_plant"),
    _kind("rabbit", "ro", 0.95),
    _kind("rattan armchair", "r", 1.1, family="seat"),
    _kind("remote control", "th", 1.0, meshes="tv_remote_control"),
    _kind("roast chicken", "t", 0.95, meshes="roasted_chicken", family="meat"),
    _kind("rock", "o", 0.85),
    _kind("roll of tape", "tsh", 0.8, meshes="tape", many="rolls of tape"),
    _kind("round table", "r", 1.25, family="table"),
    _kind("saw", "th", 1.3),
    _kind("screwdriver", "th", 1.15),
    _kind("shopping basket", "trso", 1.0),
    _kind("skateboard", "rsh", 1.2),
    _kind("sock", "th", 1.0, meshes="socket"),
    _kind("spoon", "th", 1.15, family="cutlery"),
    _kind("stapler", "tsh", 0.9),
    _kind("steak", "th", 0.9, family="meat"),
    _kind("step ladder", "r", 1.1, meshes="small_step_ladder"),
    _kind("stone lantern", "o", 1.1),
    _kind("stool", "r", 1.0, family="seat"),
    _kind("table tennis bat", "th", 1.05),
    _kind("tent", "o", 1.4, meshes="camping_tent"),
    _kind("text marker", "th", 1.0, paint=True),
    _kind("toaster", "ts", 1.0, paint=True),
    _kind("traffic cone", "ro", 0.95, meshes="cone"),
    _kind("trash can", "r", 1.05, meshes="bullet_trash_can", paint=True),
    _kind("vase", "ts", 0.95, paint=True, family="pot"),
    _kind("watch", "h", 1.05, many="watches"),
    _kind("wine glass", "ts", 1.0, meshes="glass", many="wine glasses"),
    _kind("wooden doll", "ts", 0.95, meshes="wood_toy"),
)


@cache
def kinds_for(style: str) -> tuple[ThingKind, ...]:
    """The kinds that belong into scenes of a style."""
    return tuple(kind for kind in KINDS if style in kind.styles)


@cache
def kind_of(mesh: str) -> ThingKind:
    """The kind that a mesh shows."""
    return next(kind for kind in KINDS if mesh in kind.meshes)
