"""The picture of a brawl: who is where, in which lane, and who winds up."""

from __future__ import annotations

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import hud
from visgym.kit.arcade.figures import FEET, MIDDLE
from visgym.kit.arcade.screen import WIDTH, Screen
from visgym.kit.arcade.sprites import Brush, Sprite, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_brawler import actors
from visgym.tasks.arcade.arcade_brawler.meeting import is_counted
from visgym.tasks.arcade.arcade_brawler.moving import is_beast
from visgym.tasks.arcade.arcade_brawler.places import FAR_LANE, HORIZON, PERIOD, far, ground
from visgym.tasks.arcade.arcade_brawler.styles import BLOWS, BREEDS, MANNERS, ORBS, StyleName
from visgym.tasks.arcade.arcade_brawler.world import SAFE, STUN, Brawl, Brawler, Rival

NIGHT: Color = (24, 26, 34)
GREEN: Color = (96, 230, 110)
SHADOW: Color = (44, 40, 50)
YELLOW: Color = (255, 222, 70)
POWER: dict[StyleName, str] = {"orbs": "Orbs", "magic": "Potions", "street": "Pipe"}
_STRIKES = {
    "punch": "punch",
    "attack": "punch",
    "bite": "punch",
    "kick": "low_kick",
    "claw": "low_kick",
    "slash": "slash",
    "charge": "slash",
    "swing": "slash",
    "throw": "cast",
    "special": "kick",
    "magic": "raise",
}


def scene(brawl: Brawl, style: StyleName) -> Screen:
    """The part of the street that is seen."""
    screen = Screen.of(NIGHT)
    screen.lay(far(style), brawl.edge // 3 % WIDTH)
    screen.lay(ground(style), brawl.edge % PERIOD, HORIZON)
    for thing in brawl.things:
        x, y = thing.x - brawl.edge - actors.ICON // 2, FAR_LANE + thing.y - actors.ICON
        screen.blit(actors.thing(thing.kind), x, y - brawl.clock // 6 % 2)
    hero = brawl.hero
    for rival in sorted(brawl.rivals, key=lambda each: each.y):
        if rival.y > hero.y:
            break
        _rival(screen, rival, brawl)
    _hero(screen, brawl, style)
    for rival in sorted(brawl.rivals, key=lambda each: each.y):
        if rival.y > hero.y:
            _rival(screen, rival, brawl)
    for bolt in brawl.bolts:
        x, y = bolt.x - brawl.edge, FAR_LANE + bolt.y
        screen.blit(_shadow(5, SHADOW), x - 7, y - 3)
        missile = actors.missile(bolt.kind, 1 if bolt.dx > 0 else -1)
        screen.blit(missile, x - actors.ICON // 2, y - bolt.z - actors.ICON // 2)
    if brawl.flash:
        for x in range(16 + brawl.clock * 7 % 20, WIDTH, 44):
            screen.blit(_lightning(), x, HORIZON - 76)
    if style != "orbs" and not any(map(is_counted, brawl.rivals)):
        screen.blit(_onward(), WIDTH - 52, 92)
    return screen


def _rival(screen: Screen, rival: Rival, brawl: Brawl) -> None:
    x, y = rival.x - brawl.edge, FAR_LANE + rival.y
    if rival.kind == "guard":
        is_hit = rival.act == "out" or (brawl.hero.act != "" and brawl.hero.left == 6)
        screen.blit(actors.guard(rival.act, is_hit), x - 30, y - 76)
    else:
        screen.blit(_shadow(12, SHADOW), x - 14, y - 4)
        tint = {"hurt": "hit", "out": "faint"}.get(rival.act, "")
        armed = rival.kind not in ("shield", "cutter") or rival.spare > 0
        pose = _pose(rival, brawl.clock)
        body = actors.person(rival.kind, pose, rival.facing, tint, armed)
        screen.blit(body, x - MIDDLE, y - rival.z - FEET)
    tall = 84 if rival.kind == "guard" else 30 if rival.kind == "croucher" else 50
    if rival.act == "ready":
        screen.blit(_mark(), x - 4, y - tall - 12)
    most = BREEDS[rival.kind].health
    if most > 1 and rival.kind != "runner" and rival.act != "out":
        screen.rect(x - 2 * most - 1, y - tall, 4 * most + 1, 4, SHADOW)
        for point in range(rival.health):
            screen.rect(x - 2 * most + 4 * point, y - tall + 1, 3, 2, hud.HEART)


def _pose(rival: Rival, clock: int) -> str:
    if rival.act in ("walk", "held"):
        if rival.kind == "croucher":
            return "duck"
        if rival.kind == "runner":
            return "run" if clock // 3 % 2 else "stride"
        return ("walk", "stride")[(clock // 5 + rival.calm) % 2] if rival.act == "walk" else "hurt"
    if rival.act == "strike":
        if rival.kind == "croucher":
            return "low_punch"
        return {"raider": "slash", "shield": "slash", "archer": "cast"}.get(rival.kind, "punch")
    if rival.kind == "croucher" and rival.act in ("ready", "rest"):
        return "low_block" if rival.act == "ready" else "duck"
    return {"leap": "jump", "out": "down"}.get(rival.act, rival.act)


def _hero(screen: Screen, brawl: Brawl, style: StyleName) -> None:
    hero = brawl.hero
    x, y = hero.x - brawl.edge, FAR_LANE + hero.y
    screen.blit(_shadow(14, GREEN), x - 16, y - 5)
    kind = "beast" if is_beast(hero, style) else style
    tint = "hit" if hero.hurt % 6 > 2 else ""
    body = actors.person(kind, _hero_pose(hero, brawl.clock, style), hero.facing, tint)
    screen.blit(body, x - MIDDLE, y - hero.z - FEET)
    blow = BLOWS.get(hero.act)
    if blow and hero.left > blow.meets - 3:
        if hero.act in ("bite", "claw"):
            left = x + 18 if hero.facing > 0 else x - 76
            screen.blit(_bolt(hero.facing), left, y - hero.z - blow.z - 10)
        elif hero.act == "swing":
            left = x + 18 if hero.facing > 0 else x - 44
            screen.rect(left, y - hero.z - 25, 26, 3, actors.STEEL)
        elif hero.act == "special":
            screen.blit(_whirl(), x - 48, y - 36)


def _hero_pose(hero: Brawler, clock: int, style: StyleName) -> str:
    if hero.hurt > SAFE - STUN:
        return "hurt"
    if hero.act:
        blow = BLOWS[hero.act]
        is_winding = hero.left > blow.meets + 1 and hero.act in ("slash", "swing", "special")
        return "ready" if is_winding else _STRIKES[hero.act]
    if hero.z:
        return "jump"
    if hero.ducks:
        return "duck"
    if not hero.strides:
        return "stand"
    return ("run" if hero.strides > 11 and style == "magic" else "walk", "stride")[clock // 4 % 2]


@cached_layer
def _shadow(half: int, color: Color) -> Sprite:
    """A shadow on the ground, or the mark of the hero."""
    return sprite(
        2 * half + 4, 10, lambda brush: brush.oval(half + 2, 4, half, 3.4, color), outline=None
    )


@cached_layer
def _mark() -> Sprite:
    """What stands above who winds up."""

    def paint(brush: Brush) -> None:
        brush.polygon(((2, 1.5), (6.5, 1.5), (5.2, 8), (3.4, 8)), YELLOW)
        brush.disc(4.3, 10.5, 1.4, YELLOW)

    return sprite(9, 13, paint)


@cached_layer
def _bolt(facing: int) -> Sprite:
    """The far blow of a beast."""

    def paint(brush: Brush) -> None:
        brush.line(((4, 10), (20, 6), (30, 13), (44, 7), (54, 10)), 4, (120, 210, 255))
        brush.line(((4, 10), (20, 6), (30, 13), (44, 7), (54, 10)), 1.6, (255, 255, 255))

    return sprite(58, 20, paint, outline=(40, 80, 190))


@cached_layer
def _whirl() -> Sprite:
    def paint(brush: Brush) -> None:
        for down, across in ((10, 44), (20, 36), (30, 44)):
            brush.line(
                ((48 - across, down), (48, down + 5), (48 + across, down)), 2.4, (255, 240, 190)
            )

    return sprite(96, 40, paint, outline=(230, 150, 60))


@cached_layer
def _lightning() -> Sprite:
    points = ((10, 1), (4, 40), (12, 62), (6, 108))
    return sprite(
        18, 112, lambda brush: brush.line(points, 3, (255, 244, 170)), outline=(120, 130, 250)
    )


@cached_layer
def _onward() -> Sprite:
    """The arrow that says that the way is free."""
    shape = ((2, 9), (22, 9), (22, 2), (38, 14), (22, 26), (22, 19), (2, 19))
    return sprite(40, 28, lambda brush: brush.polygon(shape, YELLOW))


def dials(canvas: Canvas, brawl: Brawl, style: StyleName, foes: int) -> None:
    """Hearts, what is carried, and how many are beaten."""
    hero = brawl.hero
    power = f"{POWER[style]} {hero.power}" + (f" of {ORBS}" if style == "orbs" else "")
    words = f"{power}    Beaten {min(brawl.beaten, foes)} of {foes}"
    if style == "orbs" and brawl.come > len(brawl.troops):
        words = f"{power}    The guard"
    canvas.paste(_strip(max(hero.health, 0), MANNERS[style].health, words), 0, 0)


@cached_layer
def _strip(health: int, most: int, words: str) -> Frame:
    canvas = Canvas(2 * WIDTH, hud.BAR, (32, 30, 44))
    at = hud.hearts(canvas, 8, 6, health, most)
    hud.label(canvas, at, 16, words)
    return canvas.frame
