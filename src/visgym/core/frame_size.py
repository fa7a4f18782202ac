"""How large a picture may be."""

from __future__ import annotations

from visgym.core.errors import Mistake

MOST_PIXELS = 2048 * 2048
LONGEST_SIDE = 8_000  # pixels, which is what models are shown at most


def check_frame_size(width: float, height: float) -> None:
    """Raise `Mistake` if a picture has more pixels than anybody needs."""
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise Mistake(
            f"With these knobs a picture has {width:.0f}x{height:.0f} pixels; the most are "
            f"{MOST_PIXELS:,} in all and {LONGEST_SIDE:,} along a side, so turn them back a little."
        )
