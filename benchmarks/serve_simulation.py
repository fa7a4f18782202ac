"""How many sessions some nodes bear, by simulation: python benchmarks/serve_simulation.py

A closed system: every session thinks, as long as its model takes for a reply, and then asks its
node for a step. A node has one front process, which speaks HTTP, and workers, which play. Costs are
those that serve_costs.py and serve_load.py measured. Beside each simulated row stands what the
formula of docs/scale.md gives, so that the two check each other.
"""

from __future__ import annotations

import argparse
import heapq
from dataclasses import dataclass, replace
from math import ceil
from random import Random

KILOBYTE, GIGABIT = 1e3, 1.25e8  # bytes, bytes a second


@dataclass(frozen=True)
class StepCosts:
    """What a step takes, in seconds of one core and in bytes of an answer."""

    front: float
    worker: float
    size: float


@dataclass(frozen=True)
class NodePlan:
    """Nodes and the sessions on them."""

    sessions: int
    nodes: int
    workers: int
    """Workers of each node."""
    think: float
    """Seconds between an answer and the next reply, on average."""
    costs: StepCosts
    network: float = 10 * GIGABIT

    def limits(self) -> dict[str, float]:
        """Steps a second that each resource bears, and that the sessions ask for."""
        alone = self.think + self.costs.front + self.costs.worker
        return {
            "sessions": self.sessions / alone,
            "front": self.nodes / self.costs.front,
            "workers": self.nodes * self.workers / self.costs.worker,
            "network": self.nodes * self.network / self.costs.size,
        }

    def predicted(self) -> tuple[float, str]:
        """Steps a second by the formula, and what bounds them."""
        return min((rate, name) for name, rate in self.limits().items())


@dataclass(frozen=True)
class Simulated:
    """Steps a second and the time that a step took, in seconds."""

    rate: float
    p50: float
    p99: float


class _Place:
    """Something with so many hands; who comes waits for the hand that is free first."""

    def __init__(self, hands: int) -> None:
        self.free = [0.0] * hands

    def serve(self, now: float, seconds: float) -> float:
        """When somebody who comes now is done."""
        done = max(now, heapq.heappop(self.free)) + seconds
        heapq.heappush(self.free, done)
        return done


def simulate(plan: NodePlan, steps: int, seed: int = 0) -> Simulated:
    """Play so many steps, the first third of them to get going."""
    rng, costs = Random(seed), plan.costs
    fronts = [_Place(1) for _ in range(plan.nodes)]
    workers = [_Place(plan.workers) for _ in range(plan.nodes)]
    lines = [_Place(1) for _ in range(plan.nodes)]
    think = plan.think
    # asked: when a reply comes; played: when its step is done and its answer is sent
    events = [(rng.expovariate(1 / think), number, -1.0) for number in range(plan.sessions)]
    heapq.heapify(events)
    times, first, last = [], 0.0, 0.0
    for count in range(2 * steps):
        now, session, asked = heapq.heappop(events)
        node = session % plan.nodes
        if asked < 0:  # through the front to a worker, both in the order of coming
            done = fronts[node].serve(now, rng.expovariate(1 / costs.front))
            done = workers[node].serve(done, rng.expovariate(1 / costs.worker))
            heapq.heappush(events, (done, session, now))
            continue
        done = lines[node].serve(now, costs.size / plan.network)
        if count > 2 * steps / 3:
            first = first or done
            last = done
            times.append(done - asked)
        heapq.heappush(events, (done + rng.expovariate(1 / think), session, -1.0))
    times.sort()
    rate = len(times) / (last - first)
    return Simulated(rate, times[len(times) // 2], times[len(times) * 99 // 100])


PLANS = {
    "flat": (1, StepCosts(0.00040, 0.00028, 3 * KILOBYTE)),
    "game": (4, StepCosts(0.00055, 0.0029, 44 * KILOBYTE)),
    "room": (4, StepCosts(0.0024, 0.0095, 456 * KILOBYTE)),
    "photo": (3, StepCosts(0.0030, 0.0108, 632 * KILOBYTE)),
}
"""Workers of a node and costs by kind of task, as measured; put those of your machine here."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--think", type=float, default=5.0, help="seconds a model takes to reply")
    parser.add_argument("--steps", type=int, default=30_000)
    options = parser.parse_args()
    print("kind   sessions  nodes  formula/s  simulated/s  p50 ms  p99 ms  bound by")
    for kind, (workers, costs) in PLANS.items():
        for sessions in (10, 1_000, 100_000):
            plan = NodePlan(sessions, 1, workers, options.think, costs)
            print_row(kind, replace(plan, nodes=needed(plan)), options.steps)
        print_row(kind, replace(plan, nodes=needed(plan) // 2), options.steps)


def needed(plan: NodePlan, share: float = 0.7) -> int:
    """Nodes with which no resource is used by more than a share."""
    wanted = plan.limits()["sessions"]
    others = [rate for name, rate in plan.limits().items() if name != "sessions"]
    return max(1, ceil(wanted / (min(others) / plan.nodes * share)))


def print_row(kind: str, plan: NodePlan, steps: int) -> None:
    rate, bound = plan.predicted()
    found = simulate(plan, max(steps, 3 * plan.sessions))
    speed = f"{rate:11.0f}{found.rate:13.0f}{found.p50 * 1e3:8.1f}{found.p99 * 1e3:8.1f}"
    print(f"{kind:6}{plan.sessions:9}{plan.nodes:7}{speed}  {bound}", flush=True)


if __name__ == "__main__":
    main()
