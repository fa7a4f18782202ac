"""Acts in which something is pushed, pulled, lifted, lowered, or put into a box or out of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from visgym.kit.solid import shapes
from visgym.kit.solid.transforms import compose, rotate_x, rotate_y, rotate_z, translate
from visgym.kit.solid.values import Instance
from visgym.kit.staged.clips.props import (
    BIG,
    COMMON,
    PAINTS,
    ROPE,
    SMALL,
    STICK,
    Act,
    Prop,
    bar,
    either_side,
    hung,
    part,
    pick,
    tray,
)

# Pushed and pulled


def _push(rng: Random) -> Act:
    prop, side = pick(rng, BIG, 0.95), either_side(rng)

    def moving(time: float) -> list[Instance]:
        x = -0.25 + 1.1 * part(time, 0.2, 1.0)
        edge = x - prop.reach - 0.5 * (1 - part(time, 0.0, 0.2))
        height = min(prop.height * 0.45, 0.5)
        stick = bar((side * (edge - 3.0), height), (side * edge, height), 0, 0.07, STICK)
        return [prop.at(side * x, 0, 0), stick]

    return Act(f"pushing {prop.name} with a stick", (), moving)


def _pull(rng: Random) -> Act:
    prop, side = pick(rng, BIG, 0.9), either_side(rng)

    def moving(time: float) -> list[Instance]:
        x, height = -0.95 + 1.5 * time, prop.height * 0.4
        rope = bar((side * x, height), (side * 4.0, height), 0, 0.035, ROPE)
        return [prop.at(side * x, 0, 0), rope]

    return Act(f"pulling {prop.name} with a rope", (), moving)


def _lift(rng: Random) -> Act:
    prop, x = pick(rng, COMMON, 0.75), rng.uniform(-0.5, 0.5)
    return Act(
        f"lifting {prop.name} off the floor with a rope", (), lambda t: hung(prop, x, 1.15 * t, 0)
    )


def _lower(rng: Random) -> Act:
    prop, x = pick(rng, SMALL, 0.6), rng.uniform(-0.4, 0.4)
    base = Prop("crate", 0.8, float(rng.choice((0, 20, 70))))
    return Act(
        f"lowering {prop.name} onto a crate",
        (base.at(x, 0, 0),),
        lambda t: hung(prop, x, base.height + 0.85 * (1 - t), 0),
    )


def _beside(rng: Random) -> Act:
    prop, other, side = pick(rng, SMALL, 0.6), pick(rng, BIG, 0.85), either_side(rng)
    x = side * (0.1 + other.reach)

    def moving(time: float) -> list[Instance]:
        y = 1.3 * (1 - time)
        return hung(prop, -x - side * 0.25 + side * 0.1 * (1 - time), y, 0.1)

    return Act(f"putting {prop.name} next to {other.name}", (other.at(side * 0.35, 0, 0),), moving)


# In and out of boxes


def _drop(rng: Random) -> Act:
    prop, x = pick(rng, SMALL, 0.58), rng.uniform(-0.5, 0.5)
    return Act(
        f"dropping {prop.name} into a box",
        tray(x, 1.0, 0.55, 0.9),
        lambda t: [prop.at(x, 0.06 + 1.55 * (1 - t * t), 0, rotate_z(40 * (1 - t)))],
    )


def _take(rng: Random) -> Act:
    prop, x = pick(rng, SMALL, 0.58), rng.uniform(-0.5, 0.5)
    return Act(
        f"taking {prop.name} out of a box with a rope",
        tray(x, 1.0, 0.55, 0.9),
        lambda t: hung(prop, x, 0.06 + 1.15 * t, 0),
    )


def _lidded(rng: Random, opening: bool) -> Act:
    x, color, turn = rng.uniform(-0.3, 0.3), rng.choice(PAINTS), rng.uniform(-15, 15)
    width, height, depth = 1.3, 0.6, 0.95

    def moving(time: float) -> list[Instance]:
        angle = 115 * (time if opening else 1 - time)
        hinge = compose(translate(x, height, 0), rotate_y(turn), translate(0, 0, -depth / 2))
        lid = compose(hinge, rotate_x(-angle), translate(0, 0.03, depth / 2))
        return [Instance(shapes.box(width + 0.06, 0.06, depth + 0.06), lid, color)]

    around = compose(translate(x, 0, 0), rotate_y(turn))
    box = tuple(
        Instance(part.mesh, compose(around, part.transform), part.tint)
        for part in tray(0, width, height, depth)
    )
    return Act(f"{'opening' if opening else 'closing'} a box", box, moving)


def _fill(rng: Random) -> Act:
    color, x = rng.choice(PAINTS), rng.uniform(-0.15, 0.15)
    spots = [(i * 0.42 - 0.63, k * 0.42 - 0.21) for k in range(2) for i in range(4)]
    rng.shuffle(spots)
    ball = shapes.sphere(0.205, 24)

    def moving(time: float) -> list[Instance]:
        done = time * (len(spots) - 0.5) + 0.5
        return [
            Instance(ball, translate(x + dx, 0.26 + 1.3 * (1 - part(done, k, k + 1)), dz), color)
            for k, (dx, dz) in enumerate(spots)
            if done > k
        ]

    return Act("filling a tray with balls", tray(x, 1.8, 0.3, 0.95), moving)


ACTS: dict[str, Callable[[Random], Act]] = {
    "push": _push,
    "pull": _pull,
    "lift": _lift,
    "lower": _lower,
    "put beside": _beside,
    "drop into": _drop,
    "take out": _take,
    "open": lambda rng: _lidded(rng, True),
    "close": lambda rng: _lidded(rng, False),
    "fill": _fill,
}
