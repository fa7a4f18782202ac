"""Honest explorers with hands: they remember which things they saw, and fetch those they want."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field

from visgym.core.calls import Call
from visgym.kit.worlds.roam.exploring import APPROACHES, SURE, Memory, looked
from visgym.kit.worlds.roam.handling import TAKE, facing
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import RoamThing
from visgym.kit.worlds.roam.walking import RoamState, RoamTask


@dataclass(eq=False)
class Sightings(Memory):
    """What was seen of a place and of the things in it."""

    met: set[RoamThing] = field(default_factory=set)

    def look(self, pose: Pose) -> None:
        super().look(pose)
        for thing in self.ground.things:
            if thing not in self.met and self.sees(pose, thing.x, thing.y):
                self.met.add(thing)

    def known(self, pose: Pose) -> list[RoamThing]:
        """The things that were seen and still stand there, the nearest first."""
        standing = [thing for thing in self.ground.things if thing in self.met]
        return sorted(standing, key=lambda t: (t.x - pose.x) ** 2 + (t.y - pose.y) ** 2)

    def way_to_take(self, pose: Pose, thing: RoamThing) -> list[Call] | None:
        """The calls that take a thing into the hands, None if no way to it is known."""

        def reached(x: int, y: int, heading: int) -> int | None:
            return facing(self.ground, thing, x, y, heading)

        way = self.way(pose, reached, (thing.x, thing.y), anywhere, SURE)
        return None if way is None else [*way, TAKE]


def anywhere(x: int, y: int) -> bool:
    """Whether one may walk here: where nothing is lost by walking."""
    return True


def carried_out(
    task: RoamTask, state: RoamState, memory: Sightings, calls: Iterable[Call]
) -> Generator[Call, None, RoamState]:
    """Calls up to the end of the episode; returns the state, and what is seen is remembered."""
    for call in calls:
        if task.is_over(state):
            break
        yield call
        state = task.apply(state, call)
        memory.ground = task.ground(state)
        memory.look(state.pose)
    return state


def fetched(
    memory: Sightings, pose: Pose, is_wanted: Callable[[RoamThing], bool]
) -> Generator[Call, None, None]:
    """The calls by which one looks for something wanted and takes the nearest that was seen."""

    def wanted(at: Pose) -> list[RoamThing]:
        return [thing for thing in memory.known(at) if is_wanted(thing)]

    for _ in range(APPROACHES):
        pose = yield from looked(memory, pose, lambda at: bool(wanted(at)), anywhere)
        for thing in wanted(pose):
            leg = memory.way_to_take(pose, thing)
            if leg is not None:
                yield from leg
                return
        # what lies between is not known yet
        pose = yield from looked(memory, pose, lambda at: False, anywhere, 1)
