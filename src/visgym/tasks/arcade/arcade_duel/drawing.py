"""The picture of a duel: two fighters in poses that tell what they do, their health, the time."""

from __future__ import annotations

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import figures, hud
from visgym.kit.arcade.figures import POSES, Magnified, Outfit, paint_figure
from visgym.kit.arcade.playing import TICKS
from visgym.kit.arcade.screen import WIDTH, Screen
from visgym.kit.arcade.sprites import Brush, Sprite, mirrored, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_duel.moves import STRIKES
from visgym.tasks.arcade.arcade_duel.stages import FEET, stage
from visgym.tasks.arcade.arcade_duel.world import HEALTH, Duel, Duelist, facing

HERO = -1  # where places name opponents
SKIN: Color = (240, 196, 158)
DARK: Color = (34, 28, 44)
GREEN: Color = (96, 230, 110)
SHADOW: Color = (44, 40, 50)
WHITE: Color = (255, 255, 255)
OUTFITS: dict[int, tuple[Outfit, Color]] = {
    HERO: (Outfit(SKIN, (246, 246, 250), (232, 232, 242), SKIN), (60, 44, 40)),
    0: (Outfit(SKIN, (196, 48, 52), (150, 34, 44), (60, 40, 44), 1.05), (230, 190, 90)),
    1: (Outfit((214, 164, 124), (60, 120, 70), (48, 92, 58), (40, 60, 44)), (50, 36, 32)),
    2: (Outfit((190, 136, 104), (66, 66, 84), (52, 52, 68), (210, 60, 60), 1.15), (40, 36, 44)),
    3: (Outfit((226, 182, 146), (232, 170, 60), (96, 66, 40), (96, 66, 40)), (150, 60, 40)),
    4: (Outfit(SKIN, (70, 84, 190), (52, 62, 150), (240, 214, 120)), (30, 30, 44)),
    5: (Outfit((206, 152, 116), (140, 60, 170), (104, 46, 132), (70, 40, 90)), (236, 236, 244)),
}
"""What each wears, and the colour of hair and belt."""
SCALE = 1.5  # of figures
WIDE, HIGH = round(figures.WIDE * SCALE), round(figures.HIGH * SCALE)  # points
MIDDLE, GROUND = round(figures.MIDDLE * SCALE), round(figures.FEET * SCALE)
SHOWN = 6  # ticks for which a strike is seen after it met


def scene(duel: Duel) -> Screen:
    """The stage with both fighters and their bolts."""
    screen = Screen.on(stage(duel.place))
    way = facing(duel)
    _fighter(screen, duel.foe, duel.place, -way, _pose(duel.foe, duel.clock, duel.losses == 2))
    _fighter(screen, duel.hero, HERO, way, _pose(duel.hero, duel.clock, duel.wins == 2))
    for flare in duel.flares:
        screen.blit(_flare(flare.owner, 1 if flare.dx > 0 else -1), flare.x - 15, FEET - 54)
    return screen


def _fighter(screen: Screen, one: Duelist, who: int, way: int, pose: str) -> None:
    screen.blit(_shadow(GREEN if who == HERO else SHADOW), one.x - 24, FEET - 6)
    flashes = one.act == "hurt" and one.left > 8 and one.health > 0
    body = fighter(who, pose, way, flashes)
    screen.blit(body, one.x - MIDDLE, FEET - one.z - GROUND)
    if one.act == "blocked":
        tall = 40 if one.stance == "block" else 24
        screen.blit(_spark(), one.x + 20 * way - 12, FEET - tall - 12)


def _pose(one: Duelist, clock: int, has_won: bool) -> str:
    if has_won:
        return "raise"
    if not one.health:
        return "down"
    strike = STRIKES.get(one.act)
    if strike is None:
        return _still(one, clock)
    is_low = strike.height == "low"
    if one.left > strike.meets + 1:
        return "raise" if one.act == "bolt" else "duck" if is_low else "ready"
    if one.left > strike.meets - SHOWN or (one.act == "slide" and one.left > 14) or one.z:
        return "cast" if one.act == "bolt" else one.act
    return "duck" if is_low else "rest"


def _still(one: Duelist, clock: int) -> str:
    if one.act == "hurt":
        return "hurt"
    if one.z:
        return "jump"
    if one.stance in ("walk", "back"):
        return ("walk", "stride")[clock // 4 % 2]
    return one.stance


@cached_layer
def fighter(who: int, pose: str, way: int, flashes: bool) -> Sprite:
    """A fighter with hair, belt and a band around the head."""
    joints = POSES[pose]
    outfit, color = OUTFITS[who]

    def paint(brush: Brush) -> None:
        brush = Magnified(brush, SCALE)
        paint_figure(brush, joints, outfit)
        x, y = joints.head
        hair = (
            (x - 6.6, y + 2),
            (x - 5.6, y - 6),
            (x + 3, y - 7.4),
            (x + 5.4, y - 3),
            (x - 3, y - 2),
        )
        brush.polygon(hair, color)
        if who == HERO or who % 2:
            brush.line(((x - 6, y - 2.2), (x + 6, y - 2.2)), 1.8, DARK if who == HERO else color)
            brush.line(((x - 6, y - 2), (x - 12, y + 1)), 1.6, DARK if who == HERO else color)
        if who in (2, 4):  # a mask over the mouth
            brush.line(((x - 2, y + 3.4), (x + 5.6, y + 3)), 4, outfit.trousers)
        brush.disc(x + 3.4, y - 0.2, 1.1, DARK)
        hip = joints.hip
        brush.line(((hip[0] - 4.6, hip[1] - 2), (hip[0] + 4.6, hip[1] - 2)), 2.2, color)

    made = sprite(WIDE, HIGH, paint)
    made = tinted(made, WHITE) if flashes else made
    return made if way > 0 else mirrored(made)


@cached_layer
def _shadow(color: Color) -> Sprite:
    return sprite(48, 12, lambda brush: brush.oval(24, 6, 22, 4.6, color), outline=None)


@cached_layer
def _spark() -> Sprite:
    """Where a blow was blocked."""

    def paint(brush: Brush) -> None:
        for dx, dy in ((10, 0), (0, 10), (7, 7), (7, -7)):
            brush.line(((12 - dx, 12 - dy), (12 + dx, 12 + dy)), 2, (130, 220, 255))
        brush.disc(12, 12, 4, WHITE)

    return sprite(24, 24, paint, outline=None)


@cached_layer
def _flare(owner: int, way: int) -> Sprite:
    """A bolt in the air."""
    rim: Color = (250, 130, 60) if owner else (80, 190, 255)

    def paint(brush: Brush) -> None:
        brush.polygon(((1, 10), (16, 4), (16, 16)), rim)
        brush.disc(19, 10, 7, rim)
        brush.disc(20, 10, 4, WHITE)

    made = sprite(30, 20, paint)
    return made if way > 0 else mirrored(made)


def dials(canvas: Canvas, duel: Duel) -> None:
    """Health, rounds and time at the top, and what is announced."""
    seconds = -(-duel.time // TICKS)
    strip = _strip(duel.hero.health, duel.foe.health, duel.wins, duel.losses, seconds)
    canvas.paste(strip, 0, 0)
    if 2 in (duel.wins, duel.losses):
        hud.banner(canvas, "You win" if duel.wins == 2 else "You lose")
    elif duel.pause:
        hud.banner(canvas, f"Round {duel.wins + duel.losses + 1}")


@cached_layer
def _strip(mine: int, other: int, wins: int, losses: int, seconds: int) -> Frame:
    wide, bar, middle = 2 * WIDTH, 240, WIDTH
    canvas = Canvas(wide, 40, (32, 30, 44))
    hud.bar(canvas, 8, 8, bar, mine / HEALTH, (96, 220, 110), 18)
    hud.bar(canvas, wide - 8 - bar, 8, bar, other / HEALTH, (236, 90, 80), 18)
    hud.label(canvas, 14, 17, f"You {mine}", 13)
    hud.label(canvas, wide - 2 - bar, 17, f"Opponent {other}", 13)
    for number in range(2):
        for x, won in ((bar + 20, wins), (wide - bar - 20, losses)):
            at = x + (16 if x < middle else -16) * number
            canvas.disc(at, 17, 6, (250, 206, 80) if number < won else (80, 76, 96))
    canvas.text(middle, 18, str(seconds), 26, WHITE, bold=True)
    return canvas.frame
