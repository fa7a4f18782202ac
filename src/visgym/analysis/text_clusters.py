"""Groups of texts: TF-IDF vectors and spherical k-means, in NumPy, the same every time."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

MOST_TERMS = 4_000
MOST_CLUSTERS = 12  # that are tried where no number is given
ROUNDS = 50
ALMOST = 0.9  # of the best separation
FEWEST_TEXTS = 2  # that a term must occur in
_END = re.compile(r"[.!?;:]\s|\n")
_WORD = re.compile(r"[^\W\d_]{2,}")
_COMMON = frozenset(
    """a an and are as at be by for from had has have he her his in is it its not of on or that the
    their them there they this to was were which with""".split()  # noqa: SIM905
)

Vectors = NDArray[np.float64]


def terms_of(text: str) -> list[str]:
    """The words of a text and pairs of neighbours, without words that say nothing alone."""
    found: list[str] = []
    for sentence in _END.split(text.lower()):
        words = [word for word in _WORD.findall(sentence) if word not in _COMMON]
        found += words + [f"{one} {other}" for one, other in pairwise(words)]
    return found


def tf_idf(texts: Sequence[str], topics: Sequence[str] = ()) -> tuple[Vectors, list[str]]:
    """A vector of length 1 for each text, and the terms that its places stand for.

    Where texts are of several topics, terms of one topic alone are left out: they would tell the
    topic.
    """
    counts = [Counter(terms_of(text)) for text in texts]
    spread = Counter(term for each in counts for term in each)
    fewest = FEWEST_TEXTS if len(texts) > FEWEST_TEXTS else 1
    shared = _shared(counts, topics)
    known = [term for term, many in spread.items() if many >= fewest and term in shared]
    known = sorted(known, key=lambda term: (-spread[term], term))[:MOST_TERMS]
    places = {term: at for at, term in enumerate(known)}
    vectors = np.zeros((len(texts), max(1, len(known))))
    for row, each in enumerate(counts):
        for term, many in each.items():
            if term in places:
                rare = math.log((1 + len(texts)) / (1 + spread[term])) + 1
                vectors[row, places[term]] = (1 + math.log(many)) * rare
    return unit(vectors), known


def _shared(counts: Sequence[Counter[str]], topics: Sequence[str]) -> set[str]:
    """The terms of more than one topic; all of them where there is only one."""
    if len(set(topics)) < 2:
        return {term for each in counts for term in each}
    seen: dict[str, set[str]] = {}
    for each, topic in zip(counts, topics, strict=True):
        for term in each:
            seen.setdefault(term, set()).add(topic)
    return {term for term, known in seen.items() if len(known) > 1}


def unit(vectors: Vectors) -> Vectors:
    """Vectors of length 1; those of nothing stay nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1))


def clusters(vectors: Vectors, count: int | None = None) -> NDArray[np.int64]:
    """The number of each vector's cluster, the largest first.

    Without a count there are as few as separate texts almost as well as any number does.
    """
    distinct = len(np.unique(np.round(vectors, 9), axis=0))
    if count is not None or distinct <= 2:
        return _ordered(_k_means(vectors, min(count or distinct, distinct)))
    tried = [_k_means(vectors, k) for k in range(2, min(MOST_CLUSTERS, distinct) + 1)]
    scores = [_separation(vectors, labels) for labels in tried]
    enough = next(at for at, score in enumerate(scores) if score >= ALMOST * max(scores))
    return _ordered(tried[enough])


def _k_means(vectors: Vectors, count: int) -> NDArray[np.int64]:
    """Spherical k-means from centres that lie as far apart as can be."""
    centres = _far_apart(vectors, count)
    labels = np.zeros(len(vectors), np.int64)
    for _ in range(ROUNDS):
        nearest = np.asarray((vectors @ centres.T).argmax(axis=1), np.int64)
        sums = np.stack([vectors[nearest == k].sum(axis=0) for k in range(len(centres))])
        empty = ~np.isin(np.arange(len(centres)), nearest)
        sums[empty] = centres[empty]
        centres, before, labels = unit(sums), labels, nearest
        if (before == labels).all():
            break
    return labels


def _far_apart(vectors: Vectors, count: int) -> Vectors:
    """The vector nearest to the mean, and then ever the one that is farthest from those chosen."""
    mean = unit(vectors.mean(axis=0, keepdims=True))
    chosen = [int((vectors @ mean.T)[:, 0].argmax())]
    near = vectors @ vectors[chosen[0]]
    while len(chosen) < count:
        chosen.append(int(near.argmin()))
        near = np.maximum(near, vectors @ vectors[chosen[-1]])
    return vectors[chosen]


def _separation(vectors: Vectors, labels: NDArray[np.int64]) -> float:
    """How much nearer vectors are to their own centre than to the next, in the mean."""
    names = np.unique(labels)
    if len(names) < 2:
        return -1.0
    centres = unit(np.stack([vectors[labels == name].sum(axis=0) for name in names]))
    apart = 1 - vectors @ centres.T
    own = apart[np.arange(len(vectors)), np.searchsorted(names, labels)]
    apart[np.arange(len(vectors)), np.searchsorted(names, labels)] = np.inf
    other = apart.min(axis=1)
    return float(np.mean((other - own) / np.maximum(np.maximum(own, other), 1e-12)))


def _ordered(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Labels renumbered by size, and by first place where sizes are equal."""
    names, firsts, counts = np.unique(labels, return_index=True, return_counts=True)
    order = sorted(range(len(names)), key=lambda at: (-counts[at], firsts[at]))
    rank = {int(names[at]): place for place, at in enumerate(order)}
    return np.array([rank[int(label)] for label in labels], np.int64)


def top_terms(texts: Sequence[str], labels: NDArray[np.int64], most: int = 6) -> list[list[str]]:
    """The terms of each cluster that are commonest in it as against elsewhere."""
    found = []
    held = [set(terms_of(text)) for text in texts]
    everywhere = Counter(term for each in held for term in each)
    for label in range(int(labels.max()) + 1):
        own = [held[at] for at in np.flatnonzero(labels == label)]
        inside, size = Counter(term for each in own for term in each), len(own)
        others = max(1, len(texts) - size)
        gain = {
            term: many / size - (everywhere[term] - many) / others for term, many in inside.items()
        }
        best = sorted(gain, key=lambda term: (-gain[term], -len(term), term))
        found.append(_without_parts(best)[:most])
    return found


def _without_parts(terms: Sequence[str]) -> list[str]:
    """Terms of which none is part of one before it."""
    kept: list[str] = []
    for term in terms:
        if not any(term in other or other in term for other in kept):
            kept.append(term)
    return kept
