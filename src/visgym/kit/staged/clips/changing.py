"""Acts in which something falls, is built, is hidden or changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from visgym.kit.solid import meshes, shapes
from visgym.kit.solid.transforms import compose, rotate_z, scale, translate
from visgym.kit.solid.values import Instance
from visgym.kit.staged.clips.props import (
    BIG,
    BOARD,
    COMMON,
    DARK,
    PAINTS,
    ROPE,
    SMALL,
    TALL,
    Act,
    Prop,
    bar,
    block,
    either_side,
    part,
    pick,
)

# Falling


def _roll_off(rng: Random) -> Act:
    side, size = either_side(rng), 0.42
    ball = Prop("basketball", size, float(rng.randrange(0, 360, 15)))
    top = [block(1.9, 0.08, 0.9, -side * 0.75, 0.92, 0, BOARD)]
    legs = [
        block(0.09, 0.92, 0.09, -side * (0.75 + dx), 0, dz, DARK)
        for dx in (-0.85, 0.85)
        for dz in (-0.38, 0.38)
    ]

    def moving(time: float) -> list[Instance]:
        x = -1.05 + 2.15 * time
        fallen = part(x, 0.2, 0.85)
        turn = compose(
            translate(0, size / 2, 0), rotate_z(-side * x * 240), translate(0, -size / 2, 0)
        )
        return [ball.at(side * x, 1.0 * (1 - fallen * fallen), 0, turn)]

    return Act("a ball rolling off a table", (*top, *legs), moving)


def _tip(rng: Random) -> Act:
    prop, side = pick(rng, TALL, 1.0), either_side(rng)
    return Act(
        f"{prop.name} tipping over",
        (),
        lambda t: [_tipped(prop, side, -side * 0.45, 90 * t**1.4)],
    )


def _tipped(prop: Prop, side: float, x: float, degrees: float) -> Instance:
    """A thing turned about the lower edge at its side."""
    edge = side * prop.reach
    turn = compose(translate(edge, 0, 0), rotate_z(-side * degrees), translate(-edge, 0, 0))
    return prop.at(x, 0, 0, turn)


def _strike(rng: Random) -> Act:
    prop, side, size = pick(rng, TALL, 0.9), either_side(rng), 0.42
    ball = Prop("basketball", size, 30.0)

    def moving(time: float) -> list[Instance]:
        hit = -0.2 - prop.reach - size / 2
        x = -1.5 + (hit + 1.5) * part(time, 0.0, 0.45) + 0.12 * part(time, 0.45, 1.0)
        turn = compose(
            translate(0, size / 2, 0), rotate_z(-side * x * 240), translate(0, -size / 2, 0)
        )
        fallen = 90 * part(time, 0.45, 1.0)
        return [ball.at(side * x, 0, 0, turn), _tipped(prop, side, side * -0.2, fallen)]

    return Act(f"rolling a ball into {prop.name} so that it falls over", (), moving)


def _dominoes(rng: Random) -> Act:
    side, color, count = either_side(rng), rng.choice(PAINTS), 7

    def moving(time: float) -> list[Instance]:
        tiles = []
        for k in range(count):
            angle = 68 * part(time * (count + 2), k - 0.4, k + 2.6)
            foot = translate(side * (-1.3 + 0.33 * k + 0.05), 0, 0)
            turn = compose(foot, rotate_z(-side * angle), translate(-side * 0.05, 0.4, 0))
            tiles.append(Instance(shapes.box(0.1, 0.8, 0.42), turn, color))
        return tiles

    return Act("knocking over a row of dominoes", (), moving)


# Built, hidden and changed


def _stack(rng: Random) -> Act:
    side, size = either_side(rng), 0.5
    colors = rng.sample(PAINTS, 3)

    def moving(time: float) -> list[Instance]:
        blocks = []
        for k, color in enumerate(colors):
            done = part(time * 2, k - 1, k) if k else 1.0
            x = -side * 0.65 * done + side * (0.25 + 0.62 * (k - 1)) * (1 - done)
            y = size * k * done + 0.5 * 4 * done * (1 - done)
            blocks.append(block(size, size, size, x, y, 0, color))
        return blocks

    return Act("stacking blocks on top of each other", (), moving)


def _behind(rng: Random, hiding: bool) -> Act:
    prop, side = pick(rng, SMALL, 0.78), either_side(rng)
    cover = block(1.1, 1.05, 0.12, side * 0.45, 0, 0.5, rng.choice(PAINTS))

    def moving(time: float) -> list[Instance]:
        gone = time if hiding else 1 - time
        return [prop.at(side * (-1.1 + (1.1 + prop.reach) * gone), 0, -0.1)]

    label = (
        f"sliding {prop.name} behind a block"
        if hiding
        else f"sliding {prop.name} out from behind a block"
    )
    return Act(label, (cover,), moving)


def _cover(rng: Random, hiding: bool) -> Act:
    prop, x, color = pick(rng, SMALL, 0.55), rng.uniform(-0.4, 0.4), rng.choice(PAINTS)

    def moving(time: float) -> list[Instance]:
        y = 1.35 * (1 - time if hiding else time)
        lid = block(0.85, 0.7, 0.85, x, y, 0, color)
        return [lid, bar((x, y + 0.7), (x, 4.5), 0, 0.03, ROPE)]

    verb = "covering" if hiding else "uncovering"
    label = f"{verb} {prop.name} {'with' if hiding else 'by lifting'} a box"
    return Act(label, (prop.at(x, 0, 0),), moving)


def _balloon(rng: Random, growing: bool) -> Act:
    color, x = rng.choice(PAINTS), rng.uniform(-0.4, 0.4)
    ball, knot = shapes.sphere(1.0, 40), shapes.cone(0.09, 0.14, 24)

    def moving(time: float) -> list[Instance]:
        radius = 0.16 + 0.5 * (time if growing else 1 - time)
        egg = compose(translate(x, 0.26 + radius * 1.15, 0), scale(radius, radius * 1.15, radius))
        return [Instance(ball, egg, color), Instance(knot, translate(x, 0.22, 0), color)]

    stand = block(0.12, 0.16, 0.12, x, 0, 0, DARK)
    return Act(
        "inflating a balloon" if growing else "letting the air out of a balloon", (stand,), moving
    )


def _approach(rng: Random, closer: bool) -> Act:
    prop, x = pick(rng, COMMON + BIG, 0.7), rng.uniform(-0.2, 0.2)

    def moving(time: float) -> list[Instance]:
        near = time if closer else 1 - time
        return [prop.at(x, 0, -1.5 + 2.6 * near)]

    where = "closer to" if closer else "away from"
    return Act(f"moving {prop.name} {where} the camera", (), moving)


def _burn(rng: Random) -> Act:
    x, color = rng.uniform(-0.4, 0.4), rng.choice(((240, 236, 222), *PAINTS))
    plate = Instance(shapes.cylinder(0.5, 0.06), translate(x, 0.03, 0), DARK)
    flame = meshes.smooth(shapes.cone(0.08, 0.26, 24))

    def moving(time: float) -> list[Instance]:
        height = 1.4 - 1.2 * time
        wax = Instance(shapes.cylinder(0.27, height), translate(x, 0.06 + height / 2, 0), color)
        fire = Instance(flame, translate(x, height + 0.24, 0), (255, 170, 40))
        return [wax, block(0.02, 0.1, 0.02, x, height + 0.05, 0, (40, 36, 34)), fire]

    return Act("a candle burning down", (plate,), moving)


ACTS: dict[str, Callable[[Random], Act]] = {
    "roll off": _roll_off,
    "tip over": _tip,
    "strike": _strike,
    "dominoes": _dominoes,
    "stack": _stack,
    "hide": lambda rng: _behind(rng, True),
    "reveal": lambda rng: _behind(rng, False),
    "cover": lambda rng: _cover(rng, True),
    "uncover": lambda rng: _cover(rng, False),
    "inflate": lambda rng: _balloon(rng, True),
    "deflate": lambda rng: _balloon(rng, False),
    "approach": lambda rng: _approach(rng, True),
    "recede": lambda rng: _approach(rng, False),
    "burn down": _burn,
}
