"""What a side can take in Go: at once, or by its second move against the best defence."""

from __future__ import annotations

from visgym.kit.boards.go import Goban, GoPosition, bits


def taken(before: GoPosition, after: GoPosition) -> int:
    """How many stones a move took."""
    return (before.other & ~after.own).bit_count()


def most_at_once(goban: Goban, position: GoPosition) -> int:
    """The most stones that one move takes."""
    return max(_threats(goban, position).values(), default=0)


def _threats(goban: Goban, position: GoPosition) -> dict[int, int]:
    """How many stones each capturing move takes."""
    free = goban.board & ~(position.own | position.other)
    found: dict[int, int] = {}
    for group in goban.groups(position.other):
        last = goban.near(group) & free
        if last & (last - 1) == 0 and not last & position.banned:
            found[last] = found.get(last, 0) + group.bit_count()
    return found


def gain(goban: Goban, position: GoPosition, move: int, plies: int) -> int | None:
    """What a move takes, with its second move after every answer; None if it may not be played."""
    after = goban.play(position, move)
    if after is None:
        return None
    first = taken(position, after)
    if plies == 1:
        return first
    answers = [after.turned, *(answer for _, answer in goban.moves(after))]
    return first + min(most_at_once(goban, each) for each in answers)


def gains(goban: Goban, position: GoPosition, plies: int) -> dict[int, int]:
    """What each move takes that may be the best one, looking at answers that may matter alone.

    A group with one liberty is saved by nothing but a stone there or a capture, so that any other
    answer is no better than a pass; and what has more than two liberties now is not taken so soon.
    """
    free, candidates = goban.board & ~(position.own | position.other), 0
    for group in goban.groups(position.other):
        liberties = goban.near(group) & free
        if liberties.bit_count() <= (1 if plies == 1 else 2):
            candidates |= liberties
    found = {}
    for move in bits(candidates):
        after = goban.play(position, move)
        if after is not None:
            found[move] = taken(position, after) + (_later(goban, after) if plies > 1 else 0)
    return found


def _later(goban: Goban, after: GoPosition) -> int:
    """What is taken after the best answer."""
    passed = after.turned
    threats = _threats(goban, passed)
    least = max(threats.values(), default=0)
    if not least:
        return 0
    saving = set(threats) | set(_threats(goban, after))
    for point in saving:
        answer = goban.play(after, point)
        if answer is not None:
            least = min(least, most_at_once(goban, answer))
    return least


def best_gain(goban: Goban, position: GoPosition, plies: int) -> int:
    """The most that any move takes, by every answer to those that promise enough."""
    promises = []
    for move, after in goban.moves(position):
        later = most_at_once(goban, after.turned) if plies > 1 else 0
        promises.append((taken(position, after) + later, move))
    best = 0
    for promise, move in sorted(promises, reverse=True):
        if promise <= best:
            break
        best = max(best, gain(goban, position, move, plies) or 0)
    return best
