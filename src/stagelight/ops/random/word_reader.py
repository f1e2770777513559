"""Numbers drawn one by one from a stream: where how many words one takes depends on what they are."""

from __future__ import annotations

import struct
from collections.abc import Callable

from stagelight.ops.random.philox import Philox

_MASK32 = 0xFFFFFFFF
_WORDS_AT_A_TIME = 256


class WordReader:
    """Reads the words of a Philox stream in their order."""

    def __init__(self, stream: Philox) -> None:
        self._stream = stream
        self._words: list[int] = []

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            self._words = self._stream.words(_WORDS_AT_A_TIME)[::-1].tolist()
            self._stream = self._stream.skip(_WORDS_AT_A_TIME // 4)
        return self._words.pop()

    def long_word(self) -> int:
        """The next 64 bits, the lower half first."""
        low = self.word()
        return self.word() << 32 | low

    def below(self, limit: int) -> int:
        """An integer in [0, limit), for limits below 2**32."""
        return _below(limit, _MASK32, self.word)

    def long_below(self, limit: int) -> int:
        """An integer in [0, limit), for limits below 2**64; takes two words at a time."""
        return _below(limit, (1 << 64) - 1, self.long_word)

    def float32(self) -> float:
        """A float32 in [0, 1) from 23 bits."""
        bits = 127 << 23 | self.word() & 0x7FFFFF
        number: float = struct.unpack("<f", struct.pack("<I", bits))[0]
        return number - 1.0

    def float64(self) -> float:
        """A float64 in [0, 1) from 52 bits of two words."""
        high = self.word() & 0xFFFFF
        bits = 1023 << 52 | high << 32 | self.word()
        number: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
        return number - 1.0


def _below(limit: int, most: int, draw: Callable[[], int]) -> int:
    """An exactly uniform integer: words that would favour small ones are drawn anew."""
    if limit & (limit - 1) == 0:
        return draw() & (limit - 1)
    rejected = most % limit + 1
    while True:
        drawn = draw()
        if drawn >= rejected:
            return drawn % limit
