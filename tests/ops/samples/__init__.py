"""Samples of every op: what the generic suite runs eagerly, staged, differentiated and against TensorFlow.

A family's samples stand in the file of its name: `SAMPLES`, a list of `Sample` and `Bad`. A sample is a
function of the module `tf` and arrays, so that the same text runs on Stagelight and on TensorFlow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Sample:
    """A call that works.

    Attributes:
        op: the op (GraphDef name) that this is a sample of.
        call: `call(tf, *tensors) -> tensor or nested tensors`.
        arrays: the arguments; arrays, bytes or numbers that become tensors.
        gradient: whether gradients with respect to the floating arguments are checked against numeric
            ones (in float64) to second order, and against TensorFlow's.
        rtol, atol: tolerance against TensorFlow where the arithmetic differs; a reason stands beside it.
        staged: whether it also runs under tf.function (False only where TensorFlow refuses too).
        oracle: whether TensorFlow can run it (False names what it lacks, in a comment).
        random: whether each run gives other values, so that only shapes and dtypes are compared.
        numeric: whether the gradient is the derivative. False where TensorFlow's is not, and ours is
            TensorFlow's: the reason stands beside it.
        static: what needs to know the sizes of axes while tracing, in TensorFlow too: "call", or
            "gradient" if only that one does.
    """

    op: str
    call: Callable[..., Any]
    arrays: tuple[Any, ...] = ()
    gradient: bool = True
    rtol: float = 1e-6
    atol: float = 1e-6
    staged: bool = True
    oracle: bool = True
    random: bool = False
    numeric: bool = True
    static: str = ""


@dataclass(frozen=True)
class Bad:
    """A call that is refused.

    Attributes:
        op: the op.
        call: as in `Sample`.
        arrays: the arguments.
        error: names of the exception classes, one of which must come eagerly.
        staged_error: the same for tf.function (tracing or running); ValueError and TypeError are what
            tracing raises where eager execution raises InvalidArgumentError.
        match: a regular expression that the message must contain.
    """

    op: str
    call: Callable[..., Any]
    arrays: tuple[Any, ...] = ()
    error: tuple[str, ...] = ("InvalidArgumentError",)
    staged_error: tuple[str, ...] = ("ValueError", "TypeError", "InvalidArgumentError")
    match: str = ""


@dataclass
class _Random:
    """Arrays of random numbers that are the same in each run."""

    generator: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    def floats(self, *shape: int, low: float = -2.0, high: float = 2.0) -> np.ndarray:
        return self.generator.uniform(low, high, shape).astype(np.float32)

    def integers(self, *shape: int, low: int = -9, high: int = 10) -> np.ndarray:
        return self.generator.integers(low, high, shape).astype(np.int32)

    def booleans(self, *shape: int) -> np.ndarray:
        return self.generator.integers(0, 2, shape).astype(bool)


random = _Random()
