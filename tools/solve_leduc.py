"""Write the equilibrium of Leduc hold'em that is embedded: `python tools/solve_leduc.py`.

OpenSpiel's CFR+ plays against itself; a line has the own rank, the public one, the moves of both
rounds, and how often of a thousand times to fold, call and raise. It needs `visgym[games]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel

from visgym.kit.games.leduc_habits import FILE, spot

ROUNDS = 1000  # which leaves an exploitability of 0.0003 chips a hand


def main() -> None:
    """Write the file anew."""
    game = pyspiel.load_game("leduc_poker(suit_isomorphism=True)")
    solver: Any = pyspiel.CFRPlusSolver(game)
    for _ in range(ROUNDS):
        solver.evaluate_and_update_policy()
    policy, found = solver.average_policy(), dict[str, tuple[int, ...]]()
    collect(game.new_initial_state(), policy, found)
    lines = (" ".join((key, *map(str, shares))) for key, shares in sorted(found.items()))
    Path(str(FILE)).write_text("\n".join(lines) + "\n")
    print(f"{len(found)} spots, exploitable by {pyspiel.exploitability(game, policy):.5f} chips.")


def collect(state: Any, policy: Any, found: dict[str, tuple[int, ...]]) -> None:
    """Add what a policy does in a state and all that follow."""
    if state.is_player_node():
        history = state.history()
        key = spot(history[state.current_player()], tuple(history[2:]))
        found[key] = thousandths(dict(policy.action_probabilities(state)))
    for action in state.legal_actions():
        collect(state.child(action), policy, found)


def thousandths(shares: dict[int, float]) -> tuple[int, ...]:
    """Whole numbers that are a thousand together."""
    rounded = [round(1000 * shares.get(action, 0)) for action in range(3)]
    rounded[rounded.index(max(rounded))] += 1000 - sum(rounded)
    return tuple(rounded)


if __name__ == "__main__":
    main()
