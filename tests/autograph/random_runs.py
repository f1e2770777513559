"""Random programs, run eagerly and staged: what differs.

There are eight families: `structures` (lists, dicts, tuples, objects, all statements), `states` (besides that
variables, tensor arrays, vectors that grow, recursion, generators), `jumps` (jumps out of loops and
branches), `closures` (functions over what blocks assign), `elements` (lists of mutable elements, which grow),
`aliases` (containers with several names), `iterators` (which blocks advance)
and `effects`, which `effect_runs` runs. Of the others machine code is made of every tenth program, since what
is tested is how programs are staged; gradients are compared for another tenth.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import linecache
import re
import signal
import threading
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import stagelight as tf
from stagelight import config
from tests.autograph.effect_runs import differences
from tests.autograph.random_aliases import random_aliases
from tests.autograph.random_closures import random_closures
from tests.autograph.random_effects import random_effects
from tests.autograph.random_elements import random_elements
from tests.autograph.random_iterators import random_iterators
from tests.autograph.random_programs import random_program
from tests.autograph.random_states import random_states
from tests.autograph.random_structures import random_structures

# Seconds in which a program has been traced and run, on any machine that works at all.
LIMIT = 120
CODE = re.compile(r"\(AG(\d{3})\)|\bAG(\d{3})\b")
A_TENTH = 10
Values = tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Family:
    """A generator of programs, and the values that its programs are called with.

    Attributes:
        differences: gives the differences of a seed's program itself, errors as they are.
        stride: tests run every so many programs: machine code of all takes long.
    """

    name: str
    text: Callable[[int], str]
    function: Callable[[Callable[..., Any]], Callable[..., Any]]
    calls: tuple[Values, ...]
    is_differentiable: bool = False
    never: tuple[str, ...] = ()  # codes that its programs are not refused with
    differences: Callable[[int], Iterator[Exception | str]] | None = None
    stride: int = 1

    def build(self, seed: int) -> Callable[..., Any]:
        """The program of `seed` as a function of tensors, which gives its result and what it changed."""
        text, filename = self.text(seed), f"<random {self.name} {seed}>"
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
        namespace = {
            "tf": tf, "counted": counted, "ask": lambda x: x, "several": tf.range,
            "P": Pair, "functools": functools, "Runner": Runner, "apply": apply, "__name__": "random_program",
        }  # fmt: skip
        exec(compile(text, filename, "exec"), namespace)
        return self.function(namespace["program"])


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a program: a difference, or none and the codes with which it was refused."""

    difference: str = ""
    refusals: tuple[str, ...] = ()
    has_gradients: bool = False


class TookTooLong(BaseException):
    """No Exception, so that no program and no handler of the library's takes it for its own."""


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises `TookTooLong` in what takes longer: tracing may be endless. Only main threads can be limited.

    It does so again and again, since Python drops what is raised while a weak reference's callback runs.
    """

    def interrupt(signum: int, frame: Any) -> None:
        raise TookTooLong

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def counted(box: Any) -> Iterator[Any]:
    box.n = (box.n + 1) % 7
    try:
        yield box
    finally:
        box.w = (box.w + 0.5) % 16.0


def _structures(program: Callable[..., Any]) -> Callable[..., Any]:
    def call(i: Any, j: Any, x: Any, y: Any) -> Any:
        box = types.SimpleNamespace(n=1, w=0.5)
        result = program(i, j, x, y, tf.stack([x, y, x - y]), box)
        return result, box.n, box.w

    return call


class Pair(NamedTuple):
    n: Any
    w: Any


def _states(program: Callable[..., Any]) -> Callable[..., Any]:
    variable = tf.Variable(0.0)

    def call(i: Any, j: Any, x: Any, y: Any) -> Any:
        variable.assign(1.5)
        box = types.SimpleNamespace(n=1, w=0.5)
        array = tf.TensorArray(tf.float32, size=5, clear_after_read=False)
        array = array.unstack(tf.stack([x, y, x - y, x, y]))
        # While tracing its length is not known.
        vector = tf.concat([[x, y, x - y], tf.fill([i % 3 + 1], y)], 0)
        result = program(i, j, x, y, vector, box, variable, array, Pair(i, y))
        return result, box.n, box.w, variable.read_value()

    return call


class Runner:
    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function

    def run(self) -> Any:
        return self.function()


def apply(function: Callable[[], Any]) -> Any:
    return function()


def _closures(program: Callable[..., Any]) -> Callable[..., Any]:
    variable = tf.Variable(0)
    data = tf.data.Dataset.range(3, output_type=tf.int32)
    vector = tf.constant([2, 0, 1])

    def call(n: Any, m: Any) -> Any:
        variable.assign(1)
        box = types.SimpleNamespace()
        return program(n, m, box, variable, data, vector)

    return call


def _jumps(program: Callable[..., Any]) -> Callable[..., Any]:
    def call(a: Any, b: Any) -> Any:
        box = types.SimpleNamespace(x=tf.constant(1))
        table = {"k": tf.constant(2)}
        result = program(box, table, a, b)
        return result, box.x, table["k"]

    return call


def _jumps_text(seed: int) -> str:
    # The division of integer tensors by zero is no ZeroDivisionError, eagerly neither.
    return random_program(seed, "({}, a, 0, b)", failing="a = 1 // (a % 2 + 1)")


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "structures",
            random_structures,
            _structures,
            ((1, 2, 0.5, -1.0), (0, 3, 2.0, 0.25)),
            is_differentiable=True,
        ),
        Family(
            "states",
            random_states,
            _states,
            ((1, 2, 0.5, -1.0), (0, 3, 2.0, 0.25)),
            is_differentiable=True,
        ),
        Family("jumps", _jumps_text, _jumps, ((0, 1), (2, 3), (1, 1))),
        Family("elements", random_elements, lambda program: program, ((3, 2), (0, 5))),
        Family("aliases", random_aliases, lambda program: program, ((3, 2), (0, 5))),
        Family("iterators", random_iterators, lambda program: program, ((4, 1), (2, 0))),
        Family("closures", random_closures, _closures, ((2, 1), (0, 3)), never=("AG302", "AG403")),
        Family(
            "effects",
            random_effects,
            lambda program: program,
            (),
            never=("AG302", "AG403"),
            differences=differences,
            stride=3,
        ),
    )
}


def result_of(function: Callable[..., Any], values: Values) -> Any:
    """The leaves of what `function` gives, or its error."""
    try:
        result = function(*map(tf.constant, values))
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        return error
    return [np.asarray(leaf).tolist() for leaf in tf.nest.flatten(result)]


def gradients_of(function: Callable[..., Any], values: Values) -> list[float]:
    arguments = [tf.constant(value) for value in values]
    sources = [argument for argument in arguments if argument.dtype.is_floating]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        result = [
            y for y in tf.nest.flatten(function(*arguments))
            if getattr(y, "dtype", tf.int32).is_floating
        ]  # fmt: skip
    return [float(g) for g in tape.gradient(result, sources, unconnected_gradients="zero")]


def refusal_of(received: Any) -> str:
    """The code with which a program was refused, or nothing."""
    found = CODE.search(str(received)) if isinstance(received, Exception) else None
    return f"AG{found[1] or found[2]}" if found else ""


def is_same(expected: Any, received: Any) -> bool:
    if isinstance(expected, Exception):
        # Tracing sees what Python does not reach, so it may meet another of the program's errors.
        return isinstance(received, Exception)
    if isinstance(received, Exception):
        return bool(refusal_of(received))  # A refusal says which one it is.
    return list(map(np.shape, expected)) == list(map(np.shape, received)) and all(
        np.allclose(one, other, rtol=1e-5, atol=1e-6, equal_nan=True)
        for one, other in zip(expected, received, strict=True)
    )


def run(family: Family, seed: int, limit: int = LIMIT) -> Outcome:
    """What becomes of the program of `seed`, eagerly and staged, with each of the family's values."""
    try:
        with time_limit(limit), warnings.catch_warnings():
            # What machine code fails at is a difference, though the host then gives the values.
            warnings.filterwarnings("error", "(?s).*could not be compiled")
            return _run(family, seed) if family.differences is None else _outcome(family, seed)
    except TookTooLong:
        return Outcome(f"endless: {traceback.format_exc(limit=-3)}")


def _told(difference: Exception | str) -> str:
    if isinstance(difference, str):
        return difference
    return f"{difference.__notes__} {type(difference).__name__}: {difference}"


def _outcome(family: Family, seed: int) -> Outcome:
    found = list(family.differences(seed))
    faults = [x for x in found if refusal_of(x) in ("", *family.never)]
    refusals = tuple(sorted({refusal_of(x) for x in found if x not in faults}))
    told = list(map(_told, faults))
    return Outcome(f"{family.name} {seed}: {told[0]}" if told else "", refusals)


def _run(family: Family, seed: int) -> Outcome:
    call = family.build(seed)
    staged = tf.function(call)
    has_gradients = family.is_differentiable and seed % A_TENTH == 1
    # Gradients take long to compile: machine code is made of a tenth of them.
    is_native = seed % A_TENTH == 0 or seed % A_TENTH**2 == 1
    executor = "native" if is_native else "host"
    refusals = set()
    with config.changed(executor=executor):
        for values in family.calls:
            expected, received = result_of(call, values), result_of(staged, values)
            told = f"{family.name} {seed}, {values}: {expected!r}, {received!r}"
            if not is_same(expected, received) or refusal_of(received) in family.never:
                return Outcome(told)
            if isinstance(received, Exception):
                if not isinstance(expected, Exception):
                    refusals.add(refusal_of(received))
            elif has_gradients:
                found = [gradients_of(function, values) for function in (call, staged)]
                if not np.allclose(*found, rtol=1e-4, atol=1e-5):
                    return Outcome(f"gradients {found} of {told}")
    return Outcome("", tuple(sorted(refusals)), has_gradients)
