"""Scores that are weighted sums of what a judge says: GenExam's, and the WiScore of WISE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

ASPECTS = ("spelling", "readability", "logical_consistency")
"""What GenExam judges of a whole picture, from 0 to 2, beside its points."""
OF_POINTS, OF_ASPECT = 0.7, 0.1  # of the relaxed score of GenExam
WISE_WEIGHTS = {"consistency": 0.7, "realism": 0.2, "aesthetic_quality": 0.1}
"""Of what WISE judges from 0 to 2."""
FIELD_WEIGHTS = {
    "cultural": 0.4,
    "time": 0.167,
    "space": 0.133,
    "biology": 0.1,
    "physics": 0.1,
    "chemistry": 0.1,
}
MOST = 2  # that a judge gives


def genexam_scores(
    points: Sequence[tuple[str, float]], answers: Sequence[bool], aspects: Mapping[str, float]
) -> dict[str, float]:
    """The scores of a picture: strict wants everything, relaxed is a weighted sum."""
    semantic = round(sum(p for (_, p), right in zip(points, answers, strict=True) if right), 4)
    is_perfect = all(answers) and all(aspects[name] == MOST for name in ASPECTS)
    relaxed = semantic * OF_POINTS
    for name in ASPECTS:  # one after the other, since rounding depends on it
        relaxed += aspects[name] * OF_ASPECT / MOST
    return {
        "strict": float(is_perfect),
        "relaxed": round(relaxed, 3),
        "semantic_correctness": semantic,
        **{name: float(aspects[name]) for name in ASPECTS},
    }


def wise_score(judged: Mapping[str, float]) -> float:
    """The WiScore of a picture, from 0 to 1."""
    return sum(weight * judged[name] for name, weight in WISE_WEIGHTS.items()) / MOST


def genexam_summary(rows: Sequence[tuple[str, Mapping[str, float]]]) -> dict[str, float]:
    """The means over subjects of the means within each, and strict and relaxed by subject."""
    by_subject: dict[str, list[Mapping[str, float]]] = {}
    for subject, scores in rows:
        by_subject.setdefault(subject, []).append(scores)
    means = {
        subject: {name: fmean(each[name] for each in known) for name in known[0]}
        for subject, known in sorted(by_subject.items())
    }
    names = next(iter(means.values()))
    found = {name: fmean(each[name] for each in means.values()) for name in names}
    for subject, each in means.items():
        found |= {f"strict: {subject}": each["strict"], f"relaxed: {subject}": each["relaxed"]}
    return found


def wise_summary(rows: Sequence[tuple[str, float]]) -> dict[str, float]:
    """The mean by field, and their weighted sum where all six are there; else the plain mean."""
    by_field: dict[str, list[float]] = {}
    for field, score in rows:
        by_field.setdefault(field, []).append(score)
    means = {field: fmean(known) for field, known in by_field.items()}
    if set(means) == set(FIELD_WEIGHTS):
        overall = sum(weight * means[field] for field, weight in FIELD_WEIGHTS.items())
    else:
        overall = fmean(score for _, score in rows)
    return {"overall": overall, **means}
