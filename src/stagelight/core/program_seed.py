"""The seed of the whole program, which `tf.random.set_seed` sets.

Random ops read it, and a function's graph takes it over when it is made; that is why it stands
below both.
"""

from __future__ import annotations


class ProgramSeed:
    """A seed, None while there is none."""

    def __init__(self) -> None:
        self.value: int | None = None


PROGRAM_SEED = ProgramSeed()
