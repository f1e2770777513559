"""Seeds for the ops of the program, and the stream that a kernel goes on with.

`op_seeds` gives an op its two seed attributes, by the rules of `seeds`: from the program's seed
eagerly, from the graph's where one is built. Its kernel then asks `kernel_stream` for its stream. A
run eagerly, that is one for each op, attributes and input dtypes; in a compiled graph every
operation has its own, in the `_state` that `make_state` made for it. Setting the program's seed
begins all anew.

What runs for one iteration of a dataset has streams of its own, `IterationStreams`: they begin with the
iteration, so that each iteration draws the same numbers where there are seeds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from stagelight.core.dispatch import CONTEXT
from stagelight.core.program_seed import PROGRAM_SEED
from stagelight.ops.random.seeds import KernelStream, OpSeeds, resolve_seeds
from stagelight.public import public

SEEDS = OpSeeds(PROGRAM_SEED)


class IterationStreams:
    """The streams of all operations that run for one iteration of a dataset."""

    def __init__(self) -> None:
        self._streams: dict[StreamState, KernelStream] = {}

    def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Calls the function; the random operations of graphs that run meanwhile draw from these."""
        outer = _running.streams
        _running.streams = self
        try:
            return function(*args)
        finally:
            _running.streams = outer

    def of(self, state: StreamState) -> KernelStream:
        """The stream of an operation, begun at its seeds when first asked for."""
        stream = self._streams.get(state)
        if stream is None:
            stream = self._streams.setdefault(state, KernelStream(*state.seeds))
        return stream


class _Running(threading.local):
    """The streams of the iteration that a thread is running, if it is."""

    streams: IterationStreams | None = None


_running = _Running()


class StreamState:
    """The stream of one operation of a compiled graph."""

    def __init__(self, seed: int, seed2: int) -> None:
        self.seeds = seed, seed2
        self._begin()

    def _begin(self) -> None:
        self._generation = SEEDS.generation
        self._stream = KernelStream(*self.seeds)

    def stream(self) -> KernelStream:
        """The stream, begun anew if the program's seed was set since the last run."""
        if _running.streams is not None:
            return _running.streams.of(self)
        if self._generation != SEEDS.generation:
            self._begin()
        return self._stream


def make_state(*, seed: int = 0, seed2: int = 0, **_attrs: Any) -> StreamState:
    """The state of an operation with these attributes."""
    return StreamState(seed, seed2)


def kernel_stream(
    op: str, seed: int, seed2: int, state: StreamState | None, *signature: Hashable
) -> KernelStream:
    """The stream that a kernel draws from.

    Args:
        op: the op's name.
        seed, seed2: its attributes.
        state: that of the operation, None eagerly.
        signature: the op's other attributes and its inputs' dtypes.
    """
    if state is not None:
        return state.stream()
    return SEEDS.stream((op, seed, seed2, *signature), seed, seed2)


def op_seeds(seed: int | None) -> dict[str, int]:
    """The attributes `seed` and `seed2` of an op that is run or added now; zeros are no seed."""
    stage = CONTEXT.stage
    if stage is None:
        seeds = SEEDS.eager_seeds(seed)
    else:
        seeds = resolve_seeds(stage.seed, seed, stage.next_op_seed)
    return {"seed": seeds[0] or 0, "seed2": seeds[1] or 0}


@public("random.set_seed")
def set_seed(seed: Any) -> None:
    """Sets the global seed, and begins the streams of all random ops anew.

    A random op draws from a stream that two seeds choose, the global one and its own (`seed=`).
    With neither, the numbers differ from run to run of the program. With the global seed alone,
    each op gets an own seed from it. While a graph is being built this sets the seed of the graph.

    Args:
        seed: an integer; None unsets it.

    >>> tf.random.set_seed(7)
    >>> first = tf.random.uniform([2])
    >>> tf.random.set_seed(7)
    >>> bool(tf.reduce_all(tf.random.uniform([2]) == first))
    True
    """
    if CONTEXT.stage is None:
        SEEDS.set_global_seed(seed)
    else:
        CONTEXT.stage.seed = None if seed is None else int(np.asarray(seed))
