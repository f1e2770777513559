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
from stagelight import config
from stagelight.control_flow.calls import call_graph
from stagelight.core import registry
from stagelight.core.tensor import EagerTensor
from stagelight.formats import schema
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import finish
from stagelight.graph.verifier import verify
from tests.ops.inference_checks import (
    constants_known,
    inference_misfits,
    misfit,
    nothing_known,
    ranks_known,
    sizes_known,
)
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    array_of,
    difference,
    differences,
    exact_specs,
    flat,
    kind_differences,
    recorded,
    relaxed_specs,
    rounding_differences,
    specs_for,
    staged,
    tensors_of,
)
from tests.ops.samples import Sample
from tests.tracebacks import library_frames

# Where staged results may be rounded otherwise than eager ones. Group -> why.
ROUNDED = {
    "einsum-Einsum": "the cheapest order of several products is another where sizes are unknown",
}

with_samples = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.samples]
)
with_bads = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.bads]
)


def compared(sample: Sample, rounded: bool = False) -> Callable[[Any, Any], list[str]]:
    """How a sample's results are compared."""
    if sample.random:
        return kind_differences
    return rounding_differences if rounded else differences


@with_samples
def test_eager(group: Group) -> None:
    """Runs, and gives the same again, also for other memory layouts; no argument is changed."""
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
            for layout in (plain, strided, read_only, big_endian):
                again = sample.call(tf, *[layout(array) for array in sample.arrays])
                # NumPy has other loops for elements that lie apart, which may round otherwise.
                same = compared(sample, rounded=layout is strided)
                wrong += [f"{layout.__name__}: {text}" for text in same(result, again)]
            for i, (tensor, old) in enumerate(zip(tensors, before, strict=True)):
                if text := difference(old, tensor):
                    wrong.append(f"argument {i} was written to: {text}")
    failures.report()


def plain(array: Any) -> Any:
    return tf.constant(array)


def strided(array: Any) -> Any:
    """A tensor whose elements lie apart in memory, backwards on the last axis."""
    contiguous = tf.constant(array)
    values = contiguous._array
    if values.ndim == 0:
        return contiguous
    room = np.empty((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
    view = room[..., ::-2]
    view[...] = values
    return EagerTensor(view, contiguous.dtype)


def read_only(array: Any) -> Any:
    """A tensor whose memory cannot be written to."""
    tensor = tf.constant(array)
    tensor._array.flags.writeable = False
    return tensor


def big_endian(array: Any) -> Any:
    """The tensor of an array of the other byte order."""
    values = np.asarray(array)
    if values.dtype.kind not in "iufc" or values.dtype.isbuiltin != 1:
        return tf.constant(array)
    return tf.constant(values.astype(values.dtype.newbyteorder(">")))


@pytest.mark.parametrize("executor", ["host", "native"])
@pytest.mark.parametrize("specs", [exact_specs, relaxed_specs])
@with_samples
def test_staged(group: Group, specs: Callable[[Sequence[Any]], list[Any]], executor: str) -> None:
    """A staged call gives what the eager one gives, and what tracing foretold.

    On the host bit for bit; machine code adds in another order and has exponentials of its own.
    """
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            expected = sample.call(tf, *tensors)
            function = staged(sample.call, specs_for(sample, specs, tensors))
            with config.changed(executor=executor):
                actual = function(*tensors)
            rounded = executor == "native" or str(group) in ROUNDED
            wrong += compared(sample, rounded=rounded)(expected, actual)
            outputs = function.get_concrete_function().outputs
            wrong += [
                text
                for symbol, value in zip(outputs, flat(actual), strict=True)
                if (text := misfit(symbol, value))
            ]
    failures.report()


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


@with_samples
def test_graph_def_round_trip(group: Group) -> None:
    """A graph that was written and read again gives the same, and is written the same again."""
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            specs = specs_for(sample, relaxed_specs, tensors)
            concrete = staged(sample.call, specs).get_concrete_function()
            expected = flat(concrete(*tensors))
            message = concrete.graph.as_graph_def()
            graph = imported(message.SerializeToString(), concrete)
            actual = call_graph(graph, [*tensors, *concrete.captured_inputs])
            wrong += compared(sample)(expected, list(actual or ()))
            if by_name(graph.as_graph_def()) != by_name(message):
                wrong.append("what is written the second time differs")
    failures.report()


def by_name(message: Any) -> dict[str, bytes]:
    """The nodes; their order may be another where control inputs stood before what they name."""
    return {node.name: node.SerializeToString(deterministic=True) for node in message.node}


def imported(data: bytes, concrete: Any) -> FuncGraph:
    """A function graph of a GraphDef, with the concrete function's inputs and outputs."""
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
    """A bad call is refused with TensorFlow's error class and telling words, changing nothing."""
    failures = Failures(group)
    for index, bad in group.bads:
        with failures.of(index, bad) as wrong:
            tensors = tensors_of(bad.arrays)
            before = [np.array(array_of(tensor)) for tensor in tensors]
            error = refusal(lambda bad=bad, tensors=tensors: bad.call(tf, *tensors))
            wrong += refusal_misfits("eagerly", error, bad.error)
            if error is not None and not is_telling(str(error), bad.op):
                wrong.append(f"the message names neither op nor argument: {error}")
            if error is not None and not re.search(bad.match, str(error)):
                wrong.append(f"the message does not match {bad.match!r}: {error}")
            for specs in (exact_specs, relaxed_specs):
                error = refusal(
                    lambda bad=bad, tensors=tensors, specs=specs: staged(bad.call, specs(tensors))(
                        *tensors
                    )
                )
                allowed = (*bad.staged_error, *bad.error)
                wrong += refusal_misfits(specs.__name__, error, allowed)
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


def refusal_misfits(how: str, error: Exception | None, allowed: Sequence[str]) -> list[str]:
    """What is wrong with the error that a bad call raised: its class, and whose frames it shows."""
    if error is None:
        return [f"{how} nothing is raised"]
    wrong = []
    if not {base.__name__ for base in type(error).__mro__} & set(allowed):
        wrong.append(f"{how} it raises {type(error).__name__} ({error}), allowed: {allowed}")
    if frames := library_frames(error):
        wrong.append(f"{how} the library's frames are shown: {frames}")
    return wrong


def is_telling(message: str, op: str) -> bool:
    """Whether a message names the op, or an argument or attr of it."""
    op_def = registry.lookup(op)
    names = {op, "[Op:", "argument", *(arg.name for arg in op_def.inputs), *op_def.attrs}
    return any(name.lower() in message.lower() for name in names)
