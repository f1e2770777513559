"""The seeds of stateful random ops, and the streams their kernels keep.

A stateful op has two seed attributes, from the global seed (`tf.random.set_seed`) and the op's own
(`seed=`):

    global  op      attributes (seed, seed2)
    no      no      (0, 0): the kernel seeds itself from the system
    no      given   (87654321, op)
    given   no      (global, next): eagerly from a random sequence that the global seed starts;
                    in a graph 0, 1, 2 ... in order of the ops without seeds
    given   given   (global, op)

Both are taken modulo 2**31 - 1, and (0, 0), should it come out, becomes (0, 2**31 - 1).

A kernel begins a stream at its seeds and continues it from call to call. Eager calls of one op with
equal attributes (the seeds among them) and input dtypes share a kernel; a graph's operation has one
of its own. Setting the global seed drops all kernels, so that every stream begins anew.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.program_seed import ProgramSeed
from stagelight.fork_safety import renewed_in_child
from stagelight.ops.random.generator_state import BLOCKS_PER_DRAW, state_of, stream_of
from stagelight.ops.random.philox import Philox

DEFAULT_GLOBAL_SEED = 87654321
MAX_SEED = 2**31 - 1

# Under a global seed each eager call without a seed of its own has new seeds, and so a stream that
# will hardly be asked for again.
MOST_STREAMS = 16384


def resolve_seeds(
    global_seed: Any, op_seed: Any, next_op_seed: Callable[[], int]
) -> tuple[int | None, int | None]:
    """The two seeds of an op, both None if its numbers shall differ from run to run.

    Args:
        global_seed: the seed of the program or of the graph.
        op_seed: the seed given to the op: a whole number of whatever type; of others the whole part.
        next_op_seed: gives a seed when only the global one is set.

    Raises:
        RuntimeError: determinism is asked for, and there is no seed.
    """
    if global_seed is None:
        if op_seed is None:
            if config.current.op_determinism:
                raise RuntimeError(
                    "Random ops require a seed to be set when determinism is enabled. Please set a seed "
                    "before running the op, e.g. by calling tf.random.set_seed(1)."
                )
            return None, None
        return DEFAULT_GLOBAL_SEED, int(op_seed % MAX_SEED)
    if op_seed is None:
        op_seed = next_op_seed()
    seeds = int(global_seed % MAX_SEED), int(op_seed % MAX_SEED)
    # Kernels read (0, 0) as "not seeded".
    return seeds if seeds != (0, 0) else (0, MAX_SEED)


class KernelStream:
    """The stream of one kernel: each reservation gives its present place and moves it on.

    To machine code it is what a variable is: a value, an int64 `[3]` like a generator's state
    (`generator_state`), and what else `VariableResource` has.
    """

    def __init__(self, seed: int, seed2: int) -> None:
        if seed == 0 and seed2 == 0:
            seed, seed2 = secrets.randbits(64), secrets.randbits(64)
        self._stream: Philox | None = Philox.from_seeds(seed, seed2)
        self._value: np.ndarray | None = None
        self.name = "random stream"
        self.lock = renewed_in_child(threading.RLock())
        self.made: np.ndarray | None = None
        self.spare: np.ndarray | None = None
        self._handle: np.ndarray | None = None

    @property
    def handle(self) -> np.ndarray:
        """What leads to it, as a variable's handle does; the same object each time."""
        if self._handle is None:
            handle = np.empty((), object)
            handle[()] = self
            self._handle = handle
        return self._handle

    @property
    def value(self) -> np.ndarray:
        """Its place, as a generator's state; never written into."""
        if self._value is None:
            assert self._stream is not None
            self._value = state_of(self._stream)
        return self._value

    @value.setter
    def value(self, state: np.ndarray) -> None:
        self._value, self._stream = state, None

    def reserve_blocks(self, blocks: int) -> Philox:
        """A place from which `blocks` blocks belong to the caller."""
        with self.lock:
            stream = self._stream
            if stream is None:
                assert self._value is not None
                stream = stream_of(self._value)
            self._stream, self._value = stream.skip(blocks), None
        return stream

    def reserve_outputs(self, outputs: int) -> Philox:
        """A place for drawing `outputs` numbers, 256 blocks each whatever the distribution."""
        return self.reserve_blocks(outputs * BLOCKS_PER_DRAW)


class OpSeeds:
    """The global seed of eager execution, and what it governs."""

    def __init__(self, program_seed: ProgramSeed | None = None) -> None:
        self._program_seed = ProgramSeed() if program_seed is None else program_seed
        self._op_seeds = random.Random()
        self._streams: dict[Hashable, KernelStream] = {}
        self._generation = 0
        self._lock = renewed_in_child(threading.Lock())

    @property
    def global_seed(self) -> int | None:
        return self._program_seed.value

    @property
    def generation(self) -> int:
        """Grows with each `set_global_seed`; a graph's kernels are dropped when it has grown."""
        return self._generation

    def set_global_seed(self, seed: Any) -> None:
        """Sets the global seed and drops every kernel's stream.

        Args:
            seed: an integer, or an array or tensor holding one; None unsets it.
        """
        number = None if seed is None else int(np.asarray(seed))
        with self._lock:
            self._program_seed.value = number
            self._op_seeds = random.Random(number)
            self._streams.clear()
            self._generation += 1

    def eager_seeds(self, op_seed: int | None) -> tuple[int | None, int | None]:
        """The seeds of an op that is run at once."""
        return resolve_seeds(self.global_seed, op_seed, self._next_op_seed)

    def stream(self, kernel: Hashable, seed: int, seed2: int) -> KernelStream:
        """The stream of the eager kernel `kernel`, made at its seeds when first asked for.

        Args:
            kernel: the op's name with its attributes and input dtypes.
            seed: the op's `seed` attribute.
            seed2: the op's `seed2` attribute.
        """
        with self._lock:
            stream = self._streams.pop(kernel, None)
            if stream is None:
                stream = KernelStream(seed, seed2)
                if len(self._streams) == MOST_STREAMS:
                    del self._streams[next(iter(self._streams))]
            self._streams[kernel] = stream  # at the end: those used longest ago come first
        return stream

    def _next_op_seed(self) -> int:
        with self._lock:
            return self._op_seeds.randint(0, MAX_SEED)
