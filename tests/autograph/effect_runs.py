"""Runs the programs of `random_effects` in several ways, and compares each with plain Python."""

from __future__ import annotations

import contextlib
import functools
import linecache
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import stagelight as tf
from stagelight import config
from stagelight.graph.effects import graphs_within
from stagelight.graph.verifier import PassVerifier
from stagelight.passes.pipeline import optimize
from tests.autograph import plain_python
from tests.autograph.random_effects import STATE, random_effects

# What the program is called with, one after the other: what the first call leaves is what the second finds.
CALLS = ((2, 3), (0, 1))
Results = list[tuple[int, ...]]


def _table() -> Any:
    return tf.lookup.experimental.MutableHashTable(tf.int32, tf.int32, 0)


def _queue(numbers: Any) -> Any:
    queue = tf.queue.FIFOQueue(4, tf.int32, [()])
    for number in numbers:
        queue.enqueue(number)
    return queue


def _array(numbers: Any) -> Any:
    array = tf.TensorArray(tf.int32, size=3, clear_after_read=False)
    return array.unstack(tf.stack([_number(x) for x in numbers]))


def _number(value: Any) -> Any:
    return tf.convert_to_tensor(value, tf.int32)


def _host(function: Callable[[Any], Any], number: Any) -> Any:
    result = tf.py_function(function, [number], tf.int32)
    result.set_shape([])
    return result


@contextlib.contextmanager
def _counted(variable: Any, amount: Any) -> Iterator[None]:
    variable.assign((variable + amount) % 13)
    try:
        yield
    finally:
        variable.assign((variable * 2 + amount) % 13)


NAMES = {
    "tf": tf, "variable": lambda number: tf.Variable(number, dtype=tf.int32), "new_table": _table,
    "new_queue": _queue, "new_array": _array,
    "slices": lambda rows: tf.data.Dataset.from_tensor_slices(tf.constant(rows, tf.int32)),
    "num": _number, "host": _host, "counted": _counted, "partial": functools.partial,
}  # fmt: skip


def _with_state(names: dict[str, Any]) -> dict[str, Any]:
    filename = "<state of random effects>"
    linecache.cache[filename] = (len(STATE), None, STATE.splitlines(keepends=True), filename)
    namespace = {**names, "__name__": "random_program"}
    exec(compile(STATE, filename, "exec"), namespace)
    return namespace


PLAIN, STAGED = _with_state(plain_python.NAMES), _with_state(NAMES)


def _made(text: str, filename: str, names: dict[str, Any]) -> tuple[Any, Any, Any]:
    """The program, what gives what it keeps, and the objects that keep it."""
    namespace = dict(names)
    exec(compile(text, filename, "exec"), namespace)
    made: tuple[Any, Any, Any] = namespace["make"]()
    return made


def _results(program: Callable[..., Any], kept: Callable[[], Any], as_argument: Any) -> Results:
    rows = [program(*map(as_argument, call)) for call in CALLS]
    return [tuple(map(int, row)) for row in [*rows, kept()]]


def _staged_results(program: Any, kept: Any, executor: str) -> Results:
    with config.changed(executor=executor):
        return _results(tf.function(program), kept, tf.constant)


def _saved_results(program: Any, kept: Any, state: Any) -> Results:
    """Those of what was saved before the first call, and loaded."""
    module, spec = tf.Module(), tf.TensorSpec([], tf.int32)
    module.state = state
    module.program = tf.function(program, input_signature=[spec, spec])
    module.kept = tf.function(kept, input_signature=[])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        loaded = tf.saved_model.load(folder)
        return _results(loaded.program, loaded.kept, tf.constant)


def verify_passes(program: Any) -> None:
    """Checks that passes keep the order of effects, in all graphs of a program."""
    spec = tf.TensorSpec([], tf.int32)
    graph = tf.function(program).get_concrete_function(spec, spec).graph
    for each in graphs_within(graph):
        optimize(each, PassVerifier(each))


def modes_of(seed: int) -> list[str]:
    """The ways in which the program of a seed is run. Machine code finds most."""
    turns = {"native": True, "host": seed % 2 == 0, "eager": seed % 8 == 1, "passes": seed % 8 == 5}
    return [*(mode for mode, is_due in turns.items() if is_due), *["saved"] * (seed % 8 == 3)]


def differences(seed: int) -> Iterator[Exception | str]:
    """How what the program of a seed does differs from what it does in Python."""
    text, filename = random_effects(seed), f"<random effects {seed}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    program, kept, _ = _made(text, filename, PLAIN)
    expected = _results(program, kept, int)
    for mode in modes_of(seed):
        try:
            received = _received(mode, *_made(text, filename, STAGED))
        except Exception as error:  # noqa: BLE001 (the error is the difference)
            error.add_note(f"({mode})")
            yield error
            continue
        if received is not None and received != expected:
            yield f"{mode}: {received}, Python: {expected}"


def _received(mode: str, program: Any, kept: Any, state: Any) -> Results | None:
    if mode == "eager":
        return _results(program, kept, tf.constant)
    if mode == "saved":
        return _saved_results(program, kept, state)
    if mode == "passes":
        verify_passes(program)
        return None
    return _staged_results(program, kept, mode)
