"""Random programs, run with TensorFlow and with Stagelight in worker processes, and compared.

Stagelight runs a program eagerly, and one trace of it as machine code and on the host. Values, dtypes,
shapes, classes of errors and, of a part of the programs, first and second derivatives are those of
TensorFlow's eager execution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np

from tests.oracle.random_op_programs import Program, apply_step
from tests.oracle.worker_processes import Worker

WORKER = "tests.oracle.random_op_worker"
# What programs leave in a process: caches of kernels, names and functions.
PROGRAMS_OF_A_PROCESS = 1000

Outcome = tuple[Any, ...]


def signature_of(seed: int) -> str:
    """What a trace knows of the inputs: "sizes", only "ranks", or "dtypes" alone."""
    return ("sizes", "ranks", "sizes", "ranks", "sizes", "ranks", "ranks", "dtypes")[seed // 3 % 8]


# ---------------------------------------------------------------------------- running


def run(tf: ModuleType, program: Program, inputs: Sequence[Any], reference: bool) -> list[Any]:
    """The results of a program, its gradients, and the gradients of those."""
    if program.order == 0:
        return _results(tf, program, inputs, reference)
    if program.order == 1:
        return _with_gradients(tf, program, inputs, reference)
    with tf.GradientTape() as tape:
        _watch(tape, inputs)
        found = _with_gradients(tf, program, inputs, reference)
        total = _total(tf, found[-len(inputs) :])
    return [*found, *_gradients(tf, tape, total, inputs)]


def _with_gradients(
    tf: ModuleType, program: Program, inputs: Sequence[Any], reference: bool
) -> list[Any]:
    with tf.GradientTape() as tape:
        _watch(tape, inputs)
        results = _results(tf, program, inputs, reference)
        total = _total(tf, results)
    return [*results, *_gradients(tf, tape, total, inputs)]


def _gradients(tf: ModuleType, tape: Any, total: Any, inputs: Sequence[Any]) -> list[Any]:
    """The gradients as tensors: those of rows may be slices, in one library and not in the other."""
    found = tape.gradient(total, list(inputs), unconnected_gradients="zero")
    return [tf.convert_to_tensor(x) for x in found]


def _watch(tape: Any, inputs: Sequence[Any]) -> None:
    for x in inputs:
        tape.watch(x)


def _total(tf: ModuleType, values: Sequence[Any]) -> Any:
    complexes = [x for x in values if x.dtype.is_complex]
    floats = [x for x in values if x.dtype.is_floating]
    floats += [part(x) for x in complexes for part in (tf.math.real, tf.math.imag)]
    if not floats:
        return tf.zeros([], tf.float64)
    return tf.add_n([tf.reduce_sum(tf.cast(tf.tanh(x), tf.float64)) for x in floats])


def _results(tf: ModuleType, program: Program, inputs: Sequence[Any], reference: bool) -> list[Any]:
    values = list(inputs)
    for step in program.steps:
        values.append(apply_step(tf, step, values, reference))
    return [values[place] for place in program.results]


def returned(results: Sequence[Any]) -> Outcome:
    return "returned", [(x.dtype.name, np.asarray(x.numpy())) for x in results]


def raised(error: Exception) -> Outcome:
    return "raised", tuple(base.__name__ for base in type(error).__mro__), str(error)


def eager_outcome(tf: ModuleType, program: Program, reference: bool = False) -> Outcome:
    """What a program gives eagerly: `("returned", arrays)` or `("raised", classes, message)`."""
    inputs = [tf.constant(x) for x in program.inputs]
    try:
        return returned(run(tf, program, inputs, reference and not program.uses_graphs))
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return raised(error)


def traced(tf: ModuleType, program: Program) -> Any:
    """The program as a concrete function, of what its seed lets it know of the inputs."""
    kind = signature_of(program.seed)
    specs = []
    for x in map(tf.constant, program.inputs):
        shape = {"sizes": x.shape, "ranks": [None] * x.shape.rank, "dtypes": None}[kind]
        specs.append(tf.TensorSpec(shape, x.dtype))

    def function(*arguments: Any) -> list[Any]:
        return run(tf, program, arguments, False)

    return tf.function(function, input_signature=specs, autograph=False).get_concrete_function()


def staged_outcome(tf: ModuleType, program: Program) -> Outcome:
    """What a program gives as one staged function."""
    try:
        return returned(traced(tf, program)(*map(tf.constant, program.inputs)))
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return raised(error)


# ---------------------------------------------------------------------------- comparing

# Relative to the greatest value of a result: programs add up and cancel.
TOLERANCES = {
    "float64": 1e-8,
    "complex128": 1e-8,
    "float32": 2e-3,
    "complex64": 2e-3,
    "float16": 3e-2,
    "bfloat16": 1e-1,
}


def difference(expected: Outcome, actual: Outcome, staged: bool, program: Program) -> str | None:
    """How two outcomes of a program differ, in words, or None."""
    if actual[0] in ("dies", "hangs"):
        return f"the process {actual[0]}"
    if expected[0] != actual[0]:
        told = expected if expected[0] == "raised" else actual
        return f"{expected[0]} / {actual[0]}: {told[1][0]}: {told[2][-300:]}"
    if expected[0] == "raised":
        wanted = {expected[1][0]} | ({"ValueError", "InvalidArgumentError"} if staged else set())
        if wanted & set(actual[1]):
            return None
        return f"{expected[1][0]} / {actual[1][0]}: {actual[2][-300:]}"
    dtypes = [dtype for dtype, _ in expected[1]]
    tolerances = _tolerances(program, dtypes)
    for number, ((dtype, one), (own, other)) in enumerate(zip(expected[1], actual[1], strict=True)):
        if dtype != own or one.shape != other.shape:
            return f"result {number}: {dtype}{list(one.shape)} / {own}{list(other.shape)}"
        if not _agree(dtype, one, other, tolerances[number]):
            return f"result {number}, {dtype}: {one.reshape(-1)[:6]} / {other.reshape(-1)[:6]}"
    return None


def _tolerances(program: Program, dtypes: Sequence[str]) -> list[float | None]:
    """Of each result that of its dtype; of each derivative the largest on the way from its input.

    A derivative by a double that is cast to bfloat16 and back has the precision of bfloat16.
    """
    of_dtypes = [TOLERANCES.get(dtype) for dtype in dtypes]
    count = len(program.results)
    of_values = dict(zip(program.results, of_dtypes[:count], strict=True))
    of_inputs = [_largest_on_the_way(program, i, of_values) for i in range(len(program.inputs))]
    of_derivatives = [
        None if own is None else max(own, of_inputs[number % len(of_inputs)])
        for number, own in enumerate(of_dtypes[count:])
    ]
    return [*of_dtypes[:count], *of_derivatives]


def _largest_on_the_way(program: Program, start: int, of_values: dict[int, float | None]) -> float:
    """The largest tolerance of the values that are computed from an input."""
    reached = {start}
    for place, step in enumerate(program.steps, len(program.inputs)):
        if any(isinstance(x, int) and x in reached for x in step.tensors):
            reached.add(place)
    return max(of_values.get(place) or 0.0 for place in reached)


def _agree(dtype: str, one: np.ndarray, other: np.ndarray, tolerance: float | None) -> bool:
    if tolerance is None:
        return bool(np.all(one == other))
    kind = np.complex128 if dtype.startswith("complex") else np.float64
    a, b = one.astype(kind), other.astype(kind)
    finite = np.abs(a[np.isfinite(a)])
    scale = max(1.0, float(finite.max())) if finite.size else 1.0
    return np.allclose(a, b, rtol=tolerance, atol=tolerance * scale, equal_nan=True)


# What TensorFlow says where it lacks a kernel for CPUs or for a rank, or the gradient of an op that is a
# gradient; and where a gradient's rule fails for its own arguments.
_LIMITS = (
    "gradient registry has no entry for",
    "No gradient defined for operation",
    "Current CPU implementations do not yet support",
    "ReverseSequenceOp : Unhandled input dimensions",
    "_SparseSparseMaximumGrad() takes 2 positional arguments",
    "unsupported operand type(s) for *: 'IndexedSlices'",
    "Requires delta != 0",  # The gradient of top_k of rows without elements.
)


def _is_limit(outcome: Outcome) -> bool:
    """Whether TensorFlow refuses a program only because something is missing in it."""
    return outcome[0] == "raised" and (
        outcome[1][0] in ("NotFoundError", "UnimplementedError", "AssertionError")
        or any(text in outcome[2] for text in _LIMITS)
    )


class Workers:
    """The two libraries, each in a process of its own, renewed from time to time.

    Attributes:
        outcomes: how many programs returned or raised, by library and mode.
    """

    def __init__(self, seconds: float = 120.0) -> None:
        self.outcomes: Counter[str] = Counter()
        self._reference = Worker(WORKER, "tensorflow", seconds)
        self._own = Worker(WORKER, "stagelight", seconds)
        self._asked = 0

    def differences(
        self, seeds: Sequence[int | tuple[str, int]]
    ) -> Iterator[tuple[Any, Program | None, list[str]]]:
        """Of each seed the program, and what differs in it, in words.

        The next program runs with Stagelight while TensorFlow runs this one. A seed of an op alone is its
        name with a number.
        """
        with ThreadPoolExecutor(1) as ahead:
            waiting = ahead.submit(self._own.ask, seeds[0])
            for seed, following in zip(seeds, [*seeds[1:], None], strict=True):
                answer = waiting.result()
                self._asked += 1
                if self._asked % PROGRAMS_OF_A_PROCESS == 0:
                    self.close()
                if following is not None:
                    waiting = ahead.submit(self._own.ask, following)
                if answer[0] in ("dies", "hangs"):
                    yield seed, None, [f"Stagelight's process {answer[0]}"]
                else:
                    program, outcomes = answer
                    yield seed, program, self._differences(program, outcomes)

    def _differences(self, program: Program, outcomes: dict[str, Outcome]) -> list[str]:
        expected = self._reference.ask(program, "eager")
        self.outcomes[f"TensorFlow {expected[0]}"] += 1
        self.outcomes.update(f"{mode}: {actual[0]}" for mode, actual in outcomes.items())
        if expected[0] in ("dies", "hangs") or _is_limit(expected):
            return []
        texts = []
        for mode, actual in outcomes.items():
            text = difference(expected, actual, mode != "eager", program)
            if text is None:
                continue
            if mode != "eager" and expected[0] != actual[0]:
                # Code that asks for sizes, and what only eager execution can do, fails in both; checks of
                # shapes that are not known pass in both.
                reference = self._reference.ask(program, "staged")
                if reference[0] == actual[0] == "raised":
                    continue
                if reference[0] == actual[0] and not difference(reference, actual, True, program):
                    continue
            texts.append(f"{mode}: {text}")
        return texts

    def close(self) -> None:
        """Ends the processes."""
        self._own.close()
        self._reference.close()
