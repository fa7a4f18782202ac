"""The hero of each style, those who come at him, and what lies about, drawn once for every pose."""

from __future__ import annotations

from visgym.kit.arcade.figures import HIGH, POSES, WIDE, BodyPose, Outfit, paint_figure
from visgym.kit.arcade.sprites import Brush, Sprite, mirrored, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

ICON = 20  # points of things and of what flies
SKIN: Color = (240, 196, 158)
DARK: Color = (34, 28, 44)
WHITE: Color = (255, 255, 255)
GOLD: Color = (248, 200, 72)
STEEL: Color = (198, 208, 224)
WOOD: Color = (140, 92, 56)
RED: Color = (214, 60, 62)
OUTFITS: dict[str, Outfit] = {
    "orbs": Outfit(SKIN, (236, 178, 120), (90, 76, 150), SKIN, 1.1),
    "beast": Outfit((170, 122, 74), (188, 138, 86), (150, 104, 62), (122, 82, 50), 1.35),
    "magic": Outfit(SKIN, SKIN, (186, 52, 56), (150, 92, 50), 1.1),
    "street": Outfit(SKIN, (246, 246, 250), (52, 96, 190), RED),
    "walker": Outfit((128, 168, 120), (112, 90, 120), (84, 70, 96), (128, 168, 120)),
    "white": Outfit((240, 240, 250), (232, 236, 248), (206, 214, 236), (240, 240, 250)),
    "croucher": Outfit((196, 110, 90), (150, 70, 70), (110, 54, 60), (196, 110, 90)),
    "jumper": Outfit((120, 200, 190), (50, 130, 140), (36, 92, 110), (120, 200, 190)),
    "raider": Outfit((214, 160, 120), (120, 84, 58), (88, 66, 58), (92, 60, 44)),
    "archer": Outfit((226, 182, 140), (84, 140, 84), (70, 96, 66), (120, 84, 50)),
    "shield": Outfit((150, 156, 172), (150, 158, 178), (104, 112, 136), (88, 92, 112), 1.15),
    "runner": Outfit((170, 210, 240), (86, 110, 206), (64, 78, 160), (170, 210, 240), 0.8),
    "thug": Outfit((206, 152, 116), (232, 190, 70), (76, 66, 92), (206, 152, 116)),
    "cutter": Outfit((224, 176, 140), (178, 60, 120), (56, 54, 76), (60, 56, 70)),
    "boss": Outfit((190, 136, 104), (60, 60, 74), (44, 44, 58), GOLD, 1.4),
}


@cached_layer
def person(kind: str, pose: str, facing: int, tint: str, armed: bool = True) -> Sprite:
    """Somebody in a pose, with or without arms; `tint` is hit, faint or nothing."""
    joints = POSES[pose]

    def paint(brush: Brush) -> None:
        if kind == "orbs" or kind == "magic":
            _cape(brush, joints, RED if kind == "magic" else (90, 76, 150))
        paint_figure(brush, joints, OUTFITS[kind])
        _dress(brush, kind, joints, armed)

    made = sprite(WIDE, HIGH, paint)
    if tint:
        made = tinted(made, WHITE if tint == "hit" else DARK)
    return made if facing > 0 else mirrored(made)


def _cape(brush: Brush, pose: BodyPose, color: Color) -> None:
    (x, y), (low, floor) = pose.chest, pose.hip
    brush.polygon(((x - 1, y - 4), (x - 6, y - 1), (low - 12, floor + 4), (low - 4, floor)), color)


def _dress(brush: Brush, kind: str, pose: BodyPose, armed: bool) -> None:
    """Faces, hair and hats, and what is held."""
    x, y = pose.head
    if kind == "beast":
        _wolf(brush, x, y)
        return
    eye = {"walker": GOLD, "white": (90, 120, 220), "croucher": GOLD, "jumper": WHITE}
    brush.disc(x + 3.2, y - 0.4, 1.2, eye.get(kind, DARK))
    _HATS.get(kind, _hair)(brush, x, y)
    if armed:
        _arm(brush, kind, pose)


def _arm(brush: Brush, kind: str, pose: BodyPose) -> None:
    """What is held."""
    hand = pose.arms[1][1]
    if kind in ("magic", "raider"):
        _blade(brush, pose, 17 if kind == "magic" else 13)
    elif kind == "shield":
        brush.box(hand[0] - 1, hand[1] - 9, 6, 22, (206, 80, 60), 2)
        brush.disc(hand[0] + 2, hand[1] + 2, 2, GOLD)
    elif kind == "archer":
        top, low = (hand[0] - 2, hand[1] - 10), (hand[0] - 2, hand[1] + 10)
        brush.line((top, (hand[0] + 3, hand[1]), low), 1.8, WOOD)
        brush.line((top, low), 0.8, WHITE)
    elif kind == "cutter":
        brush.line((hand, (hand[0] + 6, hand[1] - 2)), 1.6, STEEL)
    elif kind == "runner":
        brush.disc(pose.chest[0] - 6, pose.chest[1] + 2, 5, (170, 120, 70))


def _blade(brush: Brush, pose: BodyPose, length: float) -> None:
    """A blade that goes on where the forearm points."""
    (ax, ay), (bx, by) = pose.arms[1]
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    tip = (bx + (bx - ax) / size * length, by + (by - ay) / size * length)
    brush.line(((bx, by), tip), 2.4, STEEL)
    brush.disc(bx, by, 2.4, GOLD)


def _wolf(brush: Brush, x: float, y: float) -> None:
    fur: Color = (170, 122, 74)
    brush.polygon(((x + 2, y - 3), (x + 12, y + 1), (x + 11, y + 4), (x + 1, y + 5)), fur)
    for ear in (-4, 1):
        brush.polygon(((x + ear - 2, y - 4), (x + ear, y - 11), (x + ear + 3, y - 4)), fur)
    brush.disc(x + 11.5, y + 1.4, 1.4, DARK)
    brush.disc(x + 3, y - 1, 1.4, GOLD)
    brush.polygon(((x + 6, y + 4), (x + 7, y + 7), (x + 8.4, y + 4)), WHITE)


def _hair(brush: Brush, x: float, y: float) -> None:
    brush.polygon(((x - 6.4, y + 1), (x - 5, y - 6), (x + 4, y - 7), (x + 5, y - 3)), (86, 56, 38))


def _band(brush: Brush, x: float, y: float) -> None:
    _hair(brush, x, y)
    brush.line(((x - 6, y - 2.4), (x + 6, y - 2.4)), 1.8, RED)
    brush.line(((x - 6, y - 2), (x - 11, y + 1)), 1.6, RED)


def _mane(brush: Brush, x: float, y: float) -> None:
    gold: Color = (240, 206, 110)
    brush.polygon(
        ((x + 5, y - 4), (x - 2, y - 8), (x - 8, y - 2), (x - 9, y + 8), (x - 3, y)), gold
    )


def _helmet(brush: Brush, x: float, y: float) -> None:
    brush.box(x - 6.5, y - 7, 13, 7, STEEL, 3)
    brush.box(x - 1, y - 1, 7, 1.6, DARK)


def _horns(brush: Brush, x: float, y: float) -> None:
    brush.box(x - 6.5, y - 7, 13, 6, (110, 84, 70), 3)
    for side in (-1, 1):
        brush.line(((x + 5 * side, y - 5), (x + 9 * side, y - 10)), 2, (236, 226, 200))


def _hood(brush: Brush, x: float, y: float) -> None:
    brush.polygon(
        ((x + 4, y - 6), (x - 3, y - 9), (x - 9, y), (x - 5, y + 6), (x - 2, y)), (60, 104, 66)
    )


def _cap(brush: Brush, x: float, y: float) -> None:
    brush.box(x - 6, y - 7, 12, 5, (52, 130, 140), 2)
    brush.box(x + 2, y - 3.4, 8, 1.8, (52, 130, 140))


def _bald(brush: Brush, x: float, y: float) -> None:
    brush.line(((x + 1, y - 2.4), (x + 5.6, y - 1.6)), 1.4, DARK)
    brush.line(((x + 1, y + 4), (x + 5, y + 4)), 2, (86, 56, 38))


def _mohawk(brush: Brush, x: float, y: float) -> None:
    brush.polygon(
        ((x - 5, y - 4), (x - 4, y - 11), (x + 4, y - 10), (x + 4, y - 5)), (230, 70, 160)
    )


_HATS = {
    "orbs": _band, "magic": _mane, "street": _band, "raider": _horns, "archer": _hood,
    "shield": _helmet, "runner": _cap, "thug": _cap, "cutter": _mohawk, "boss": _bald,
    "walker": _bald, "white": _bald, "croucher": _horns, "jumper": _mohawk,
}  # fmt: skip


@cached_layer
def guard(act: str, hit: bool) -> Sprite:
    """The guard at the end: a great stone head on a heap, whose mouth opens."""
    stone: Color = (126, 112, 150)

    def paint(brush: Brush) -> None:
        brush.polygon(((4, 78), (14, 54), (60, 54), (70, 78)), (86, 76, 108))
        brush.disc(36, 32, 27, stone)
        brush.disc(31, 26, 20, (146, 132, 170))
        for x in (14, 30):
            glow = RED if act == "ready" else GOLD
            brush.polygon(((x - 4, 22), (x + 8, 26), (x + 6, 32), (x - 2, 30)), DARK)
            brush.disc(x + 2, 27.5, 2.2, glow)
        brush.polygon(((8, 14), (12, 0), (22, 8)), (232, 222, 200))
        brush.polygon(((50, 8), (62, 0), (64, 14)), (232, 222, 200))
        tall = 12 if act in ("ready", "strike") else 4
        brush.box(8, 40, 26, tall, DARK, 2)
        for x in (10, 17, 24):
            brush.polygon(((x, 40), (x + 5, 40), (x + 2.5, 44)), WHITE)

    made = sprite(72, 80, paint)
    return tinted(made, WHITE) if hit else made


@cached_layer
def thing(kind: str) -> Sprite:
    """Something to take up."""

    def paint(brush: Brush) -> None:
        if kind == "orb":
            brush.disc(10, 10, 7, (70, 150, 250))
            brush.disc(8, 8, 3, (210, 236, 255))
        elif kind == "potion":
            brush.disc(10, 12.5, 5.6, (70, 110, 236))
            brush.box(8, 3, 4, 6, (190, 214, 250), 1)
            brush.disc(8.4, 11.4, 1.6, WHITE)
        elif kind == "pipe":
            brush.line(((3, 15), (17, 9)), 3.4, STEEL)
        else:
            brush.oval(9.5, 11, 7.4, 5.4, (206, 124, 62))
            brush.line(((14, 8), (17.6, 4.6)), 2.4, WHITE)

    return sprite(ICON, ICON, paint)


@cached_layer
def missile(kind: str, facing: int) -> Sprite:
    """Something that flies."""

    def paint(brush: Brush) -> None:
        if kind == "ball":
            brush.disc(10, 10, 6, (250, 130, 50))
            brush.disc(9, 9, 3, (255, 226, 130))
        else:
            brush.line(((3, 10), (15, 10)), 1.6, WOOD if kind == "arrow" else STEEL)
            brush.polygon(((14, 7), (18.6, 10), (14, 13)), STEEL)

    made = sprite(ICON, ICON, paint)
    return made if facing > 0 else mirrored(made)
