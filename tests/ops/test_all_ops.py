"""The generic suite: every sample of every op, eagerly, staged, inferred, exported and imported.

A test is one check of one family's samples of one op. `test_all_gradients.py` differentiates them,
`test_op_coverage.py` sees that there are enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow.calls import call_graph
from stagelight.core import registry
from stagelight.core.convert import make_constant
from stagelight.core.dispatch import apply
from stagelight.core.op_def import Trait
from stagelight.core.tensor import EagerTensor
from stagelight.formats import schema
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import finish
from stagelight.graph.verifier import verify
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Application,
    Failures,
    array_of,
    difference,
    differences,
    exact_specs,
    flat,
    kind_differences,
    recorded,
    relaxed_specs,
    staged,
    tensors_of,
)
from tests.ops.samples import Bad, Sample

# Calls of Python functions that need the number of axes' sizes while tracing, as in TensorFlow: they
# read `x.shape[i]` or a rank in Python. Family and op -> why.
STATIC_SIZES: dict[str, str] = {}

with_samples = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.samples]
)
with_bads = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.bads]
)


def compared(sample: Sample) -> Callable[[Any, Any], list[str]]:
    return kind_differences if sample.random else differences


@with_samples
def test_eager(group: Group) -> None:
    """Runs; a second run gives the same; arguments in other memory layouts do too; none is changed."""
    failures = Failures(group)
    for index, sample in group.samples:
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            before = [np.array(array_of(tensor)) for tensor in tensors]
            result = sample.call(tf, *tensors)
            shown = [leaf for leaf in flat(result) if isinstance(leaf, EagerTensor)]
            wrong += [
                f"{leaf.dtype.name} tensor holds an array of {leaf.numpy().dtype}"
                for leaf in shown
                if np.asarray(leaf._array).dtype != leaf.dtype.numpy_dtype
            ]
            for layout in (None, strided, read_only, big_endian):
                others = tensors if layout is None else [layout(a) for a in sample.arrays]
                again = sample.call(tf, *others)
                name = "again" if layout is None else layout.__name__
                wrong += [f"{name}: {text}" for text in compared(sample)(result, again)]
            for i, (tensor, old) in enumerate(zip(tensors, before, strict=True)):
                if text := difference(old, tensor):
                    wrong.append(f"argument {i} was written to: {text}")
    failures.report()


def strided(array: Any) -> Any:
    """A tensor whose elements lie apart in memory and backwards on the last axis."""
    plain = tf.constant(array)
    values = plain._array
    if values.ndim == 0:
        return plain
    room = np.empty((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
    view = room[..., ::-2][..., : values.shape[-1]]
    view[...] = values
    return EagerTensor(np.moveaxis(np.moveaxis(view, 0, -1).copy(), -1, 0)
                       if values.ndim > 1 and values.size % 2 else view, plain.dtype)


def read_only(array: Any) -> Any:
    """A tensor whose memory cannot be written to."""
    plain = tf.constant(array)
    values = plain._array.copy()
    values.flags.writeable = False
    return EagerTensor(values, plain.dtype)


def big_endian(array: Any) -> Any:
    """The tensor of an array of the other byte order."""
    values = np.asarray(array)
    if values.dtype.kind not in "iufc" or values.dtype.isbuiltin != 1:
        return tf.constant(array)
    return tf.constant(values.astype(values.dtype.newbyteorder(">")))


@pytest.mark.parametrize("specs", [exact_specs, relaxed_specs])
@with_samples
def test_staged(group: Group, specs: Callable[[Sequence[Any]], list[Any]]) -> None:
    """A staged call gives what the eager one gives, bit for bit, and what tracing foretold."""
    if specs is relaxed_specs and str(group) in STATIC_SIZES:
        pytest.skip(STATIC_SIZES[str(group)])
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            expected = sample.call(tf, *tensors)
            function = staged(sample.call, specs(tensors))
            actual = function(*tensors)
            wrong += compared(sample)(expected, actual)
            outputs = function.get_concrete_function().outputs
            wrong += [
                text
                for symbol, value in zip(outputs, flat(actual), strict=True)
                if (text := misfit(symbol, value))
            ]
    failures.report()


def misfit(symbol: Any, value: Any) -> str | None:
    """How a value contradicts what was inferred of it, or None."""
    if symbol.dtype != value.dtype:
        return f"inferred dtype {symbol.dtype.name}, but it is {value.dtype.name}"
    if not symbol.shape.is_compatible_with(array_of(value).shape):
        return f"inferred shape {symbol.shape}, but it is {list(array_of(value).shape)}"
    return None


@with_samples
def test_inference(group: Group) -> None:
    """What each op infers holds for what it gives, however little is known of its inputs."""
    failures = Failures(group)
    for index, sample in group.samples:
        with failures.of(index, sample) as wrong:
            with recorded() as applications:
                sample.call(tf, *tensors_of(sample.arrays))
            for application in applications:
                for known in (constants_known, sizes_known, ranks_known, nothing_known):
                    texts = inference_misfits(application, known)
                    name = application.op_def.name
                    wrong += [f"{name}, {known.__name__}: {text}" for text in texts]
    failures.report()


def constants_known(graph: FuncGraph, tensor: Any) -> Any:
    """Integers, which may stand for shapes and axes, are constants."""
    if tensor.dtype.is_integer and tensor.shape.rank < 3:
        return make_constant(EagerTensor(tensor._array, tensor.dtype))
    return sizes_known(graph, tensor)


def sizes_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tensor.shape, "input")


def ranks_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tf.TensorShape([None] * tensor.shape.rank), "input")


def nothing_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tf.TensorShape(None), "input")


def inference_misfits(
    application: Application, known: Callable[[FuncGraph, Any], Any]
) -> list[str]:
    """Stages the op alone, knowing so much of its inputs, and compares with what it gave."""
    op_def, inputs, attrs, outputs = application
    handles = [t.dtype.name in ("resource", "variant") for t in (*inputs, *outputs)]
    if op_def.has(Trait.CALLS) or any(handles):
        return []  # What handles lead to is not in their shapes; tests of state and control flow see it.
    graph = FuncGraph("inference")
    try:
        with graph.as_default():
            inferred = apply(op_def, [known(graph, tensor) for tensor in inputs], attrs)
    except (tf.errors.OpError, ValueError, TypeError) as error:
        return [f"refuses what the kernel takes: {type(error).__name__}: {error}"]
    symbols = [inferred] if op_def.has_one_output else list(inferred) if outputs else []
    pairs = zip(symbols, outputs, strict=True)
    return [text for symbol, value in pairs if (text := misfit(symbol, value))]


@with_samples
def test_graph_def_round_trip(group: Group) -> None:
    """A graph that was written and read again gives the same, and is written the same again."""
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            concrete = staged(sample.call, relaxed_or_exact(group, tensors)).get_concrete_function()
            expected = flat(concrete(*tensors))
            data = concrete.graph.as_graph_def().SerializeToString(deterministic=True)
            graph = imported(data, concrete)
            actual = call_graph(graph, [*tensors, *concrete.captured_inputs])
            wrong += compared(sample)(expected, list(actual or ()))
            again = graph.as_graph_def().SerializeToString(deterministic=True)
            if again != data:
                wrong.append("what is written the second time differs")
    failures.report()


def relaxed_or_exact(group: Group, tensors: Sequence[Any]) -> list[Any]:
    return exact_specs(tensors) if str(group) in STATIC_SIZES else relaxed_specs(tensors)


def imported(data: bytes, concrete: Any) -> FuncGraph:
    """A function graph of a GraphDef, with the inputs and outputs that the concrete function has."""
    graph = FuncGraph("imported")
    names = [tensor.name for tensor in (*concrete.inputs, *concrete.outputs)]
    with graph.as_default():
        message = schema.GraphDef.FromString(data)
        found = tf.graph_util.import_graph_def(message, name="", return_elements=names)
    graph.inputs = found[: len(concrete.inputs)]
    finish(graph, found[len(concrete.inputs) :])
    verify(graph)
    return graph


@with_bads
def test_bad_input(group: Group) -> None:
    """A bad call is refused with TensorFlow's error class and words that help, and leaves no trace."""
    failures = Failures(group)
    for index, bad in group.bads:
        with failures.of(index, bad) as wrong:
            tensors = tensors_of(bad.arrays)
            before = [np.array(array_of(tensor)) for tensor in tensors]
            error = refusal(lambda bad=bad, tensors=tensors: bad.call(tf, *tensors))
            wrong += refusal_misfits("eagerly", error, bad, bad.error)
            if error is not None and not is_telling(str(error), bad.op):
                wrong.append(f"the message names neither op nor argument: {error}")
            for specs in (exact_specs, relaxed_specs):
                error = refusal(
                    lambda bad=bad, tensors=tensors, specs=specs: staged(
                        bad.call, specs(tensors)
                    )(*tensors)
                )
                wrong += refusal_misfits(specs.__name__, error, bad, bad.staged_error)
            for i, (tensor, old) in enumerate(zip(tensors, before, strict=True)):
                if text := difference(old, tensor):
                    wrong.append(f"argument {i} was written to: {text}")
    failures.report()


def refusal(call: Callable[[], Any]) -> Exception | None:
    """The error that a call raises."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 (its class is what is tested)
        return error
    return None


def refusal_misfits(
    how: str, error: Exception | None, bad: Bad, allowed: Sequence[str]
) -> list[str]:
    """What is wrong with the error that a bad call raised."""
    if error is None:
        return [f"{how} nothing is raised"]
    wrong = []
    if not {base.__name__ for base in type(error).__mro__} & set(allowed):
        wrong.append(f"{how} it raises {type(error).__name__} ({error}), allowed: {allowed}")
    if not re.search(bad.match, str(error)):
        wrong.append(f"{how} the message does not match {bad.match!r}: {error}")
    return wrong


def is_telling(message: str, op: str) -> bool:
    """Whether a message names the op, or an argument or attr of it."""
    op_def = registry.lookup(op)
    names = {op, *(arg.name for arg in op_def.inputs), *op_def.attrs}
    return any(name.lower() in message.lower() for name in names)
