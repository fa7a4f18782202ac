"""What a visitor may ask for in vain."""

from __future__ import annotations

from visgym.core.errors import Mistake


class Missing(Mistake):
    """Something that is not here; the text is one sentence."""
