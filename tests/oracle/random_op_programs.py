"""Random programs of many ops and dtypes with control flow, as data, and their comparison with TensorFlow.

A program is a list of steps over numbered values: the inputs first, then the result of each step. It is built
from a seed, one step after the other; each step is run with Stagelight, so that the next ones know dtypes and
shapes. What Stagelight refuses is kept now and then as the last step: TensorFlow has to refuse it, too.

`compare` runs a program with TensorFlow, and with Stagelight eagerly, as machine code and on the host; it
compares values, dtypes, shapes, classes of errors and, where a program is smooth, gradients.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

import stagelight
from stagelight import config
from tests.oracle import random_op_shapes
from tests.oracle.random_op_table import FLOATS, HALVES, INTEGERS, TABLE, Known

assert random_op_shapes.ANY  # It fills the table.

# The greatest number of elements, and the greatest magnitude of floats that are not brought down again.
MOST_ELEMENTS = 256
GREATEST = 30.0

CHAINED = [entry for entry in TABLE.values() if entry.in_chains]


@dataclass
class Step:
    """One step: an op of the table, or a form of control flow over chains of them.

    Attributes:
        name: the op or the form.
        tensors: numbers of values, or arrays.
        options: what the op gets by keyword; of a form its chains, names of ops that keep dtype and shape.
    """

    name: str
    tensors: list[Any]
    options: dict[str, Any]


@dataclass
class Program:
    """Inputs, steps, and which values are results.

    `takes_gradients`: whether all steps have derivatives that do not depend on rounding.
    """

    seed: int
    inputs: list[np.ndarray] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    takes_gradients: bool = False

    def __str__(self) -> str:
        lines = [f"seed {self.seed}: inputs {[f'{x.dtype}{list(x.shape)}' for x in self.inputs]}"]
        for place, step in enumerate(self.steps, len(self.inputs)):
            told = [
                f"v{x}" if isinstance(x, int) else f"{x.dtype}{x.tolist()}" for x in step.tensors
            ]
            lines.append(f"  v{place} = {step.name}({', '.join(told)}) {step.options or ''}")
        return "\n".join([*lines, f"  results {self.results}"])


class Choice:
    """Random choices among the values of a program that is being built."""

    def __init__(self, generator: np.random.Generator, values: Sequence[Known]) -> None:
        self._generator = generator
        self._values = values

    def integer(self, low: int, high: int) -> int:
        return int(self._generator.integers(low, high)) if high > low else low

    def chance(self, share: float) -> bool:
        return bool(self._generator.random() < share)

    def truth(self) -> bool:
        return self.chance(0.5)

    def among(self, items: Sequence[Any]) -> Any:
        return items[self.integer(0, len(items))]

    def order(self, count: int) -> list[int]:
        return [int(i) for i in self._generator.permutation(count)]

    def numbers(self, low: int, high: int, shape: tuple[int, ...]) -> np.ndarray:
        return self._generator.integers(low, high, shape).astype(np.int32)

    def value(
        self, dtypes: Sequence[str], exact: bool = False, rank: int = 0, most: int = 9
    ) -> Known | None:
        """A value of one of the dtypes, rather a late one."""
        fitting = [
            x
            for x in self._values
            if x.dtype in dtypes and rank <= len(x.shape) <= most and (x.exact or not exact)
        ]
        if not fitting:
            return None
        return fitting[-1 - int(self._generator.exponential(2.0)) % len(fitting)]

    def with_options(self, x: Known | None, **options: Any) -> Any:
        return None if x is None else ([x], options)

    def alike(self, x: Known) -> list[Known]:
        """The values of its dtype and rank, itself among them."""
        return [v for v in self._values if v.dtype == x.dtype and len(v.shape) == len(x.shape)]

    def differ_only(self, x: Known, other: Known, axis: int) -> bool:
        axis %= len(x.shape)
        return all(
            i == axis or a == b for i, (a, b) in enumerate(zip(x.shape, other.shape, strict=True))
        )

    def partner(self, x: Known, exact: bool) -> Any:
        """A value or an array of its dtype that broadcasts with it; now and then one that does not."""
        if self.chance(0.02):
            return self.constant(x.dtype, (*x.shape, 7, 5))
        fitting = [
            v
            for v in self._values
            if v.dtype == x.dtype and (v.exact or not exact) and _broadcast(x.shape, v.shape)
        ]
        if fitting and self.chance(0.6):
            return fitting[self.integer(0, len(fitting))]
        sizes = [1 if self.chance(0.3) else size for size in x.shape]
        return self.constant(x.dtype, tuple(sizes[self.integer(0, len(sizes) + 1) :]))

    def axis(self, x: Known) -> int:
        return self.integer(-len(x.shape), len(x.shape))

    def axes(self, x: Known) -> Any:
        """None, one axis, or several."""
        kind = self.integer(0, 3)
        if kind == 0:
            return None
        if kind == 1:
            return self.axis(x)
        count = self.integer(0, len(x.shape) + 1)
        return [int(i) for i in self._generator.permutation(len(x.shape))[:count]]

    def factors(self, count: int) -> list[int]:
        """Sizes with that product."""
        if count == 0:
            return [0, self.integer(1, 4)]
        sizes = []
        while count > 1:
            divisor = self.among([d for d in range(2, count + 1) if count % d == 0])
            sizes.append(divisor)
            count //= divisor
        return sizes + [1] * self.integer(0, 2)

    def constant(self, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
        """An array of exact numbers: quarters, integers, truths."""
        draw = self._generator
        if dtype == "bool":
            return draw.integers(0, 2, shape).astype(bool)
        if dtype == "string":
            return draw.integers(0, 100, shape).astype(str).astype(object)
        if dtype in INTEGERS:
            low = 0 if dtype == "uint8" else -9
            return draw.integers(low, 10, shape).astype(dtype)
        quarters = draw.integers(-8, 9, shape) / 4
        if dtype == "complex64":
            return (quarters + 1j * draw.integers(-4, 5, shape) / 4).astype(dtype)
        return np.asarray(quarters, stagelight.dtypes.as_dtype(dtype).as_numpy_dtype)


def _broadcast(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a == b or 1 in (a, b) for a, b in zip(reversed(one), reversed(other), strict=False))


# ---------------------------------------------------------------------------- control flow

FORMS = ("cond", "while", "map", "call", "switch", "vectorized", "fold", "for")


def _chained(tf: ModuleType, names: Sequence[str], x: Any) -> Any:
    """A chain of ops on a value, brought back to small numbers after each."""
    for name in names:
        x = TABLE[name].call(tf, x)
        if x.dtype.is_floating:
            x = tf.clip_by_value(x, tf.constant(-8, x.dtype), tf.constant(8, x.dtype))
    return x


def apply_form(tf: ModuleType, name: str, tensors: Sequence[Any], chains: Any, count: int) -> Any:
    """Runs a form of control flow: `tensors` are the value and one that branches capture."""
    x, y = tensors

    def first(v: Any) -> Any:
        return _chained(tf, chains[0], v) + y

    def second(v: Any) -> Any:
        return _chained(tf, chains[1], v) - y

    if name == "cond":
        return tf.cond(tf.size(x) > count, lambda: first(x), lambda: second(x))
    if name == "switch":
        index = tf.math.floormod(tf.size(x), 3)
        return tf.switch_case(index, [lambda: first(x), lambda: second(x), lambda: x])
    if name == "while":
        step = lambda i, v: (i + 1, tf.cond(i % 2 == 0, lambda: first(v), lambda: second(v)))  # noqa: E731
        return tf.while_loop(lambda i, _: i < count, step, (tf.constant(0), x))[1]
    if name == "for":
        total = tf.TensorArray(x.dtype, size=count, element_shape=x.shape)
        step = lambda i, v, a: (i + 1, first(v), a.write(i, second(v)))  # noqa: E731
        _, last, written = tf.while_loop(lambda i, *_: i < count, step, (tf.constant(0), x, total))
        return last + tf.reduce_sum(written.stack(), 0)
    if name == "map":
        return tf.map_fn(lambda row: _chained(tf, chains[0], row), x)
    if name == "vectorized":
        return tf.vectorized_map(lambda row: _chained(tf, chains[0], row), x)
    if name == "fold":
        return tf.foldl(lambda total, row: _chained(tf, chains[0], row) + total * 0.5, x)
    return tf.function(first, autograph=False)(x) + tf.function(second, autograph=False)(x)


def _form(choice: Choice, smooth: bool) -> Step | None:
    name = choice.among(FORMS)
    rank = 1 if name in ("map", "vectorized", "fold") else 0
    x = choice.value(FLOATS, rank=rank)
    if x is None or (rank and not x.shape[0]):
        return None
    entries = [e for e in CHAINED if e.smooth or not smooth]
    chains = [[choice.among(entries).name for _ in range(choice.integer(1, 4))] for _ in range(2)]
    same = [v for v in choice.alike(x) if v.shape == x.shape]
    tensors: list[Any] = [x.place, same[choice.integer(0, len(same))].place]
    return Step(name, tensors, {"chains": chains, "count": choice.integer(0, 5)})


# ---------------------------------------------------------------------------- building


def build(seed: int) -> Program:
    """The program of a seed."""
    generator = np.random.default_rng([17, seed])
    smooth = seed % 3 == 0
    program = Program(seed, takes_gradients=smooth)
    known: list[Known] = []
    values: list[Any] = []
    choice = Choice(generator, known)
    _add_inputs(program, choice, known, values, smooth)
    entries = [e for e in TABLE.values() if e.smooth or not smooth]
    length = len(program.inputs) + choice.integer(4, 14)
    for _ in range(4 * length):
        if len(values) >= length:
            break
        step = _form(choice, smooth) if choice.chance(0.15) else _op_step(choice, entries)
        if step is not None and not _run_step(program, step, choice, known, values):
            break
    made = list(range(len(program.inputs), len(program.inputs) + len(program.steps)))
    program.results = made or [0]
    return program


def _add_inputs(
    program: Program, choice: Choice, known: list[Known], values: list[Any], smooth: bool
) -> None:
    dtypes = FLOATS if smooth else (*FLOATS, *FLOATS, "int32", "int64", "bool", "string", "complex64",
                                    *HALVES, "uint8")  # fmt: skip
    shapes = ((), (3,), (4,), (2, 3), (3, 3), (3, 4), (2, 2, 3), (1, 3), (1, 4, 3), (0, 3))
    for place in range(choice.integer(2, 5)):
        dtype = choice.among(dtypes if place else FLOATS)
        array = choice.constant(dtype, choice.among(shapes))
        program.inputs.append(array)
        values.append(stagelight.constant(array))
        known.append(Known(place, dtype, array.shape, True, True))


def _op_step(choice: Choice, entries: Sequence[Any]) -> Step | None:
    entry = choice.among(entries)
    found = entry.arguments(choice)
    if found is None:
        return None
    tensors, options = found
    return Step(entry.name, [x.place if isinstance(x, Known) else x for x in tensors], options)


def _run_step(
    program: Program, step: Step, choice: Choice, known: list[Known], values: list[Any]
) -> bool:
    """Runs a step and notes its result; False where the program ends with it."""
    used = [known[x] for x in step.tensors if isinstance(x, int)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = _apply(stagelight, step, values)
    except Exception:  # noqa: BLE001 - whatever it is, TensorFlow is asked too
        if not choice.chance(0.1):
            return True
        program.steps.append(step)
        program.takes_gradients = False
        return False
    entry = TABLE.get(step.name)
    if int(np.prod(result.shape)) > MOST_ELEMENTS:
        return True
    exact = entry is not None and entry.keeps_exact and all(x.exact for x in used)
    values.append(result)
    program.steps.append(step)
    known.append(Known(len(values) - 1, result.dtype.name, tuple(result.shape), exact, True))
    if result.dtype.is_floating and result.dtype.name in FLOATS:
        array = np.asarray(result)
        if array.size and not np.abs(array).max() <= GREATEST:
            return _bring_down(program, choice, known, values)
    return True


def _bring_down(program: Program, choice: Choice, known: list[Known], values: list[Any]) -> bool:
    """Brings large numbers back, or takes the step away where there are none but NaN and infinity."""
    if not np.isfinite(np.asarray(values[-1])).all():
        for row in (program.steps, values, known):
            row.pop()
        return True
    return _run_step(program, Step("math.tanh", [len(values) - 1], {}), choice, known, values)


# ---------------------------------------------------------------------------- running


def _apply(tf: ModuleType, step: Step, values: Sequence[Any]) -> Any:
    tensors = [values[x] if isinstance(x, int) else tf.constant(x) for x in step.tensors]
    if step.name in FORMS:
        return apply_form(tf, step.name, tensors, **step.options)
    return TABLE[step.name].call(tf, *tensors, **step.options)


def run(tf: ModuleType, program: Program, inputs: Sequence[Any]) -> list[Any]:
    """The results of a program, and its gradients."""
    if not program.takes_gradients:
        return _results(tf, program, inputs)
    with tf.GradientTape() as tape:
        for x in inputs:
            tape.watch(x)
        results = _results(tf, program, inputs)
        total = tf.add_n([tf.reduce_sum(tf.cast(tf.tanh(x), tf.float64)) for x in results])
    return [*results, *tape.gradient(total, list(inputs), unconnected_gradients="zero")]


def _results(tf: ModuleType, program: Program, inputs: Sequence[Any]) -> list[Any]:
    values = list(inputs)
    for step in program.steps:
        values.append(_apply(tf, step, values))
    return [values[place] for place in program.results]


def outcome(tf: ModuleType, program: Program, mode: str) -> tuple[Any, ...]:
    """What a program gives: `("returned", arrays)` or `("raised", classes, message)`."""
    inputs = [tf.constant(x) for x in program.inputs]

    def function(*arguments: Any) -> list[Any]:
        return run(tf, program, arguments)

    try:
        if mode == "eager":
            results = function(*inputs)
        else:
            specs = [
                tf.TensorSpec([None] * x.shape.rank if mode == "open" else x.shape, x.dtype)
                for x in inputs
            ]
            results = tf.function(function, input_signature=specs, autograph=False)(*inputs)
        return "returned", [(x.dtype.name, np.asarray(x.numpy())) for x in results]
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return "raised", tuple(base.__name__ for base in type(error).__mro__), str(error)


# Relative to the greatest value of a result: programs add up and cancel.
TOLERANCES = {
    "float64": 1e-8,
    "float32": 2e-3,
    "complex64": 2e-3,
    "float16": 3e-2,
    "bfloat16": 1e-1,
}


def difference(expected: tuple[Any, ...], actual: tuple[Any, ...], staged: bool) -> str | None:
    """How two outcomes differ, in words, or None."""
    if expected[0] != actual[0]:
        told = expected if expected[0] == "raised" else actual
        return f"{expected[0]} / {actual[0]}: {told[1][0]}: {told[2][-300:]}"
    if expected[0] == "raised":
        wanted = {expected[1][0]} | ({"ValueError", "InvalidArgumentError"} if staged else set())
        return (
            None
            if wanted & set(actual[1])
            else f"{expected[1][0]} / {actual[1][0]}: {actual[2][-300:]}"
        )
    for number, ((dtype, one), (own, other)) in enumerate(zip(expected[1], actual[1], strict=True)):
        if dtype != own or one.shape != other.shape:
            return f"result {number}: {dtype}{list(one.shape)} / {own}{list(other.shape)}"
        if not _agree(dtype, one, other):
            return f"result {number}, {dtype}: {one.reshape(-1)[:6]} / {other.reshape(-1)[:6]}"
    return None


def _agree(dtype: str, one: np.ndarray, other: np.ndarray) -> bool:
    tolerance = TOLERANCES.get(dtype)
    if tolerance is None:
        return bool(np.all(one == other))
    kind = np.complex128 if dtype == "complex64" else np.float64
    a, b = one.astype(kind), other.astype(kind)
    finite = np.abs(a[np.isfinite(a)])
    scale = max(1.0, float(finite.max())) if finite.size else 1.0
    return np.allclose(a, b, rtol=tolerance, atol=tolerance * scale, equal_nan=True)


def compare(tensorflow: ModuleType, program: Program) -> list[str]:
    """What differs between the libraries and between the modes of Stagelight, in words."""
    open_sizes = program.seed % 4 == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = outcome(tensorflow, program, "eager")
        found = [("eager", outcome(stagelight, program, "eager"))]
        mode = "open" if open_sizes else "staged"
        for executor in ("native", "host"):
            with config.changed(executor=executor):
                found.append((f"{mode} on {executor}", outcome(stagelight, program, mode)))
        texts = []
        for name, actual in found:
            text = difference(expected, actual, name != "eager")
            if text is None:
                continue
            if name != "eager" and actual[0] == "raised":
                # Code that asks for sizes, and what only eager execution can do, fails in both.
                if outcome(tensorflow, program, mode)[0] == "raised":
                    continue
            texts.append(f"{name}: {text}")
    return texts
