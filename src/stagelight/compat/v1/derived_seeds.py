"""Seeds that follow from seeds: what distributions give the second of two random operations."""

from __future__ import annotations

import hashlib


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """A seed that follows from another and a text: the first 31 bits of the MD5 of both; None stays."""
    if seed is None:
        return None
    digest = hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[:8], 16) & 0x7FFFFFFF
