"""What rivals do by themselves: they come near, wind up, strike, shoot, leap, flee and rest."""

from __future__ import annotations

from visgym.kit.arcade.screen import WIDTH
from visgym.tasks.arcade.arcade_brawler.styles import BREEDS, Breed
from visgym.tasks.arcade.arcade_brawler.world import (
    DEPTH,
    LANE,
    LINE,
    TALL,
    Bolt,
    Brawl,
    Brawler,
    Rival,
    height,
    near,
)

STRIKE, AIRBORNE, LEAP_SPEED = 5, 18, 4  # ticks, ticks, points a tick
SLACK = 6  # points beyond its reach in which a strike still meets
APART = 18  # points that rivals keep from one another
HIGH, KNEE = 26, 6  # points above the ground of balls, arrows and knives
SPEEDS = {"arrow": 5, "knife": 6, "ball": 4}  # points a tick
AWAY = 40  # points out of the picture at which a runner turns


class Round:
    """One tick of all rivals, with what comes of it for the hero."""

    def __init__(self, brawl: Brawl, most: int) -> None:
        self.brawl, self.hero = brawl, brawl.hero
        self.bolts = list(brawl.bolts)
        self.hurts = 0  # hits that the hero takes
        self.busy = sum(each.act in ("ready", "strike") for each in brawl.rivals)
        self.most = most
        self.rivals = list[Rival]()

    def play(self) -> None:
        """Let every rival do what it does."""
        for rival in self.brawl.rivals:
            after = self.acted(rival)
            if after is not None:
                self.rivals.append(after)

    def acted(self, rival: Rival) -> Rival | None:
        """A rival a tick later, or None when he is gone."""
        if rival.act == "walk":
            return _WAYS[BREEDS[rival.kind].way](self, rival, BREEDS[rival.kind])
        if rival.act == "leap":
            return self._leapt(rival)
        if rival.left > 1:
            return changed(rival, rival.act, rival.left - 1)
        if rival.act == "out":
            return None
        if rival.act == "ready":
            return self._struck(rival, BREEDS[rival.kind])
        if rival.act == "strike":
            return changed(rival, "rest", BREEDS[rival.kind].rest + rival.calm)
        return changed(rival, "walk", 0)

    def fight(self, rival: Rival, breed: Breed) -> Rival:
        """Come near and wind up."""
        hero = self.hero
        across, deep = hero.x - rival.x, hero.y - rival.y
        facing = 1 if across > 0 else -1
        if self._is_off(rival):
            inward = 1 if rival.x < self.brawl.edge + WIDTH // 2 else -1
            return changed(rival, "walk", 0, x=rival.x + 2 * inward, facing=inward)
        if abs(across) <= breed.reach and near(deep, 0, LINE - 2):
            if self.busy >= self.most:
                return changed(rival, "walk", 0, facing=facing)
            self.busy += 1
            return changed(rival, "ready", breed.windup, facing=facing)
        step = breed.speed + self.brawl.clock % 2 >> 1
        x = rival.x + (facing * step if abs(across) > breed.reach - 2 else 0)
        y = rival.y + max(-1, min(1, deep))
        if any(near(x, other.x, APART) and near(y, other.y, LINE) for other in self.rivals):
            x, y = rival.x, min(max(rival.y + (1 if rival.calm % 2 else -1), 0), DEPTH)
        return Rival(rival.kind, x, y, rival.health, facing, "walk", 0, 0, rival.spare, rival.calm)

    def shoot(self, rival: Rival, breed: Breed) -> Rival:
        """Shoot along the lane from afar; without knives, or from near, fight."""
        across = self.hero.x - rival.x
        if rival.kind == "cutter" and not rival.spare:
            return self.fight(rival, breed)
        facing = 1 if across > 0 else -1
        if self._is_off(rival) or abs(across) > 200:
            x = rival.x + facing * (breed.speed + self.brawl.clock % 2 >> 1)
            return changed(rival, "walk", 0, x=x, facing=facing)
        is_lined = rival.kind == "archer" or near(self.hero.y, rival.y, 3)
        if is_lined and self.busy < self.most:
            self.busy += 1
            return changed(rival, "ready", breed.windup, facing=facing)
        deep = max(-1, min(1, self.hero.y - rival.y)) if rival.kind == "cutter" else 0
        return changed(rival, "walk", 0, y=rival.y + deep, facing=facing)

    def flee(self, rival: Rival, breed: Breed) -> Rival | None:
        """Cross the picture, to and fro, in lane after lane."""
        x = rival.x + rival.facing * (breed.speed + self.brawl.clock % 2 >> 1)
        middle = self.brawl.edge + WIDTH // 2
        if (x - middle) * rival.facing > WIDTH // 2 + AWAY:
            if not rival.spare:
                return None
            y = (rival.y + LANE) % (DEPTH + LANE)
            return changed(rival, "walk", 0, x=x, y=y, facing=-rival.facing, spare=rival.spare - 1)
        return changed(rival, "walk", 0, x=x)

    def guard(self, rival: Rival, breed: Breed) -> Rival:
        """Wind up again and again."""
        return changed(rival, "ready", breed.windup, facing=-1)

    def _is_off(self, rival: Rival) -> bool:
        return not near(rival.x, self.brawl.edge + WIDTH // 2, WIDTH // 2 - 8)

    def _struck(self, rival: Rival, breed: Breed) -> Rival:
        """The blow, the shot or the leap for which a rival wound up."""
        if breed.way == "leap":
            return changed(rival, "leap", AIRBORNE)
        if breed.way == "guard":
            turns = rival.spare + 1
            z = HIGH if rival.calm and turns % 2 == 0 else KNEE
            self.bolts.append(Bolt("ball", rival.x - 24, rival.y, z, -SPEEDS["ball"]))
            return changed(rival, "strike", STRIKE, spare=turns)
        if breed.way == "shoot" and (rival.kind == "archer" or rival.spare):
            kind = "arrow" if rival.kind == "archer" else "knife"
            x, dx = rival.x + 10 * rival.facing, SPEEDS[kind] * rival.facing
            self.bolts.append(Bolt(kind, x, rival.y, TALL // 2, dx))
            spare = rival.spare - (kind == "knife")
            return changed(rival, "strike", STRIKE, spare=spare)
        ahead = (self.hero.x - rival.x) * rival.facing
        if -4 <= ahead <= breed.reach + SLACK and near(self.hero.y, rival.y, LINE):
            self.hurts += self.hero.z < breed.tall // 2
        return changed(rival, "strike", STRIKE)

    def _leapt(self, rival: Rival) -> Rival:
        """A jumper in the air, who hurts whom he meets."""
        left = rival.left - 1
        x, z = rival.x + LEAP_SPEED * rival.facing, left * (AIRBORNE - left) * 2 // 5
        if near(self.hero.x, x, 10) and near(self.hero.y, rival.y, LINE):
            self.hurts += z < self.hero.z + height(self.hero) and self.hero.z < z + TALL
        if left:
            return changed(rival, "leap", left, x=x, z=z)
        return changed(rival, "rest", BREEDS[rival.kind].rest + rival.calm, x=x, z=0)


_WAYS = {
    "fight": Round.fight,
    "leap": Round.fight,  # until the leap itself
    "shoot": Round.shoot,
    "flee": Round.flee,
    "guard": Round.guard,
}


def changed(
    rival: Rival,
    act: str,
    left: int,
    x: int | None = None,
    y: int | None = None,
    z: int = 0,
    facing: int = 0,
    spare: int | None = None,
) -> Rival:
    """A rival in an act, somewhere else if told; quicker than `replace`."""
    return Rival(
        rival.kind,
        rival.x if x is None else x,
        rival.y if y is None else y,
        rival.health,
        facing or rival.facing,
        act,
        left,
        z,
        rival.spare if spare is None else spare,
        rival.calm,
    )


def flown(brawl_edge: int, bolts: list[Bolt], hero: Brawler) -> tuple[tuple[Bolt, ...], int]:
    """What still flies, and how often the hero is hit."""
    kept, hits = [], 0
    for bolt in bolts:
        x = bolt.x + bolt.dx
        is_there = near(x, hero.x, 8) and near(bolt.y, hero.y, LINE)
        if is_there and hero.z <= bolt.z <= hero.z + height(hero):
            hits += 1
        elif near(x, brawl_edge + WIDTH // 2, WIDTH // 2 + 20):
            kept.append(Bolt(bolt.kind, x, bolt.y, bolt.z, bolt.dx))
    return tuple(kept), hits
