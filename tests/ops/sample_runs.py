"""What the generic suite does with a sample: makes tensors, runs, stages, compares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

import stagelight as tf
from stagelight.core.dispatch import CONTEXT, add_recorder, remove_recorder
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import Tensor
from tests.ops.sample_groups import Group, place
from tests.ops.samples import Bad, Sample


def tensors_of(arrays: Sequence[Any]) -> list[Any]:
    """New tensors of a sample's arguments."""
    return [tf.constant(array) for array in arrays]


def flat(result: Any) -> list[Any]:
    """The leaves of a result, without the places where there is nothing."""
    leaves = tf.nest.flatten(result, expand_composites=True)
    return [leaf for leaf in leaves if leaf is not None]


def array_of(leaf: Any) -> np.ndarray:
    return np.asarray(leaf.numpy() if isinstance(leaf, Tensor) else leaf)


class Application(NamedTuple):
    """One op that was applied."""

    op_def: OpDef
    inputs: Sequence[Any]
    attrs: Mapping[str, Any]
    outputs: Sequence[Any]


class Record:
    """Notes every op that is applied."""

    def __init__(self) -> None:
        self.applications: list[Application] = []

    def record(
        self, op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any], outputs: Sequence[Any]
    ) -> None:
        self.applications.append(Application(op_def, inputs, attrs, outputs))

    def variable_accessed(self, variable: Any) -> None:
        """Variables do not matter here."""

    def follows(self, tensors: Sequence[Any]) -> bool:
        """Says, as a tape does, that it wants to be told of everything."""
        return True


@contextmanager
def recorded() -> Iterator[list[Application]]:
    """The applications inside the `with`."""
    record = Record()
    add_recorder(record)
    try:
        yield record.applications
    finally:
        remove_recorder(record)


def staged(call: Callable[..., Any], specs: Sequence[Any] | None = None) -> Any:
    """`tf.function(call)` for a call that takes `tf` first; the specs are an input_signature."""

    def function(*args: Any) -> Any:
        return call(tf, *args)

    return tf.function(function, autograph=False, input_signature=specs)


def exact_specs(tensors: Sequence[Any]) -> list[Any]:
    return [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in tensors]


def relaxed_specs(tensors: Sequence[Any]) -> list[Any]:
    """Specs with the tensors' ranks, and no size."""
    return [tf.TensorSpec([None] * tensor.shape.rank, tensor.dtype) for tensor in tensors]


def specs_for(sample: Sample, specs: Any, tensors: Sequence[Any], gradient: bool = False) -> Any:
    """The specs, or exact ones where the sample says that TensorFlow needs sizes too."""
    needs_sizes = sample.static == "call" or (gradient and sample.static == "gradient")
    return exact_specs(tensors) if needs_sizes else specs(tensors)


def difference(expected: Any, actual: Any) -> str | None:
    """What differs in dtype, shape or any bit of the values (all NaNs are one), or None."""
    if isinstance(expected, Tensor) and expected.dtype != actual.dtype:
        return f"dtype {actual.dtype.name}, expected {expected.dtype.name}"
    one, other = array_of(expected), array_of(actual)
    if one.shape != other.shape:
        return f"shape {list(other.shape)}, expected {list(one.shape)}"
    if one.dtype == object:
        same = np.asarray(one == other, bool)
    else:
        same = np.asarray((one == other) | ((one != one) & (other != other)))
        if np.issubdtype(one.dtype, np.floating):
            same &= (one != one) | (np.signbit(one) == np.signbit(other))
    if same.all():
        return None
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    count = int((~same).sum())
    return f"{count} of {same.size} values, at {list(at)} {other[at]!r}, expected {one[at]!r}"


def differences(expected: Any, actual: Any) -> list[str]:
    """What differs between two results, leaf by leaf."""
    expected, actual = flat(expected), flat(actual)
    if len(expected) != len(actual):
        return [f"{len(actual)} results, expected {len(expected)}"]
    found = [difference(one, other) for one, other in zip(expected, actual, strict=True)]
    return [f"result {i}: {text}" for i, text in enumerate(found) if text]


def rounding_differences(expected: Any, actual: Any) -> list[str]:
    """What differs by more than rounding."""
    found = kind_differences(expected, actual)
    for i, (one, other) in enumerate(zip(flat(expected), flat(actual), strict=not found)):
        a, b = array_of(one), array_of(other)
        if a.dtype.kind in "fc" and a.shape == b.shape:
            units = 64 * np.finfo(a.dtype).eps
            if not np.allclose(a, b, rtol=units, atol=units, equal_nan=True):
                found.append(f"result {i}: {b.tolist()!s:.200}, expected {a.tolist()!s:.200}")
        elif text := difference(one, other):
            found.append(f"result {i}: {text}")
    return found


def kind_differences(expected: Any, actual: Any) -> list[str]:
    """What differs in dtypes and shapes."""
    expected, actual = flat(expected), flat(actual)
    kinds = [
        [(leaf.dtype.name, leaf.shape.as_list()) for leaf in leaves if isinstance(leaf, Tensor)]
        for leaves in (expected, actual)
    ]
    return [] if kinds[0] == kinds[1] else [f"kinds {kinds[1]}, expected {kinds[0]}"]


class Failures:
    """Collects what is wrong with a group's samples, so that one test shows all of it."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._texts: list[str] = []

    @contextmanager
    def of(self, index: int, entry: Sample | Bad) -> Iterator[list[str]]:
        """The texts put into the list, and any error, are noted for this entry."""
        texts: list[str] = []
        before = CONTEXT.stage, CONTEXT.recorders, CONTEXT.callbacks, CONTEXT.name_scope
        try:
            yield texts
        except Exception as error:  # noqa: BLE001 (it is reported with the others)
            line = error.__traceback__
            while line is not None and line.tb_next is not None:
                line = line.tb_next
            assert line is not None
            file = line.tb_frame.f_code.co_filename.rpartition("/")[2]
            source = f"[{file}:{line.tb_lineno}]"
            texts.append(f"{type(error).__name__}: {str(error)[:1500]} {source}")
        after = CONTEXT.stage, CONTEXT.recorders, CONTEXT.callbacks, CONTEXT.name_scope
        if before != after:
            texts.append(f"the thread's context was left changed: {after}, before {before}")
        self._texts += [f"{place(self._group, index, entry)}: {text}" for text in texts]

    def report(self) -> None:
        """Fails if there is anything to report."""
        assert not self._texts, "\n".join([f"{len(self._texts)} failures", *self._texts])
