"""Every op meets inputs that nobody meant: other dtypes, ranks, sizes, objects, negatives, NaN.

The inputs are those of an op's own samples with one of them replaced. An op either takes the odd
input, and then its inference must have foretold the result, or refuses it with an error of one of
TensorFlow's classes that names the op.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.op_def import Arg, OpDef, Trait, group_inputs
from stagelight.core.raw import raw_function
from stagelight.core.tensor import EagerTensor
from tests.ops.inference_checks import inference_misfits, sizes_known
from tests.ops.oddities import empty, scalar, with_more_rows, without_rows
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Application,
    Failures,
    flat,
    recorded,
    tensors_of,
)
from tests.ops.samples import Sample

# What a refusal may be.
REFUSALS = (tf.errors.OpError, ValueError, TypeError)
DTYPES = (tf.bool, tf.int32, tf.float32, tf.complex64, tf.string)

with_samples = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.samples]
)


def own_application(group: Group, sample: Sample) -> Application | None:
    """The first time that a sample applies the op that it is a sample of."""
    with recorded() as applications:
        sample.call(tf, *tensors_of(sample.arrays))
    return next((a for a in applications if a.op_def.name == group.op and a.inputs), None)


def can_be_odd(op_def: OpDef, tensor: Any) -> bool:
    """Handles have no values, and the graphs that an op calls have their own tests."""
    return not op_def.has(Trait.CALLS) and tensor.dtype.name not in ("resource", "variant")


def args_of(application: Application) -> list[Arg]:
    """The argument of the signature that each flat input belongs to."""
    op_def = application.op_def
    grouped = group_inputs(op_def, list(application.inputs), application.attrs)
    return [
        arg
        for arg, value in zip(op_def.inputs, grouped, strict=True)
        for _ in (value if arg.is_list else (value,))
    ]


def apply_with(application: Application, position: int, value: Any) -> tuple[list[Any], Any]:
    """Applies the op, as `tf.raw_ops` does, with one input replaced; gives inputs and result."""
    inputs = list(application.inputs)
    inputs[position] = value
    grouped = group_inputs(application.op_def, inputs, application.attrs)
    return inputs, raw_function(application.op_def)(*grouped, **application.attrs)


@with_samples
def test_other_dtypes_and_objects_are_refused(group: Group) -> None:
    """An input of a dtype that the signature does not allow, or no tensor at all."""
    failures = Failures(group)
    for index, sample in group.samples[:2]:
        with failures.of(index, sample) as wrong:
            application = own_application(group, sample)
            if application is None:
                continue
            for position, arg in enumerate(args_of(application)):
                if not can_be_odd(application.op_def, application.inputs[position]):
                    continue
                for what, value in foreign(application, position, arg):
                    try:
                        apply_with(application, position, value)
                    except REFUSALS as error:
                        if group.op not in str(error) and isinstance(value, EagerTensor):
                            wrong.append(f"{what}: the message does not name the op: {error}")
                    else:
                        wrong.append(f"input {position} may be {what}")
    failures.report()


def foreign(application: Application, position: int, arg: Arg) -> Iterator[tuple[str, Any]]:
    """What an input may not be."""
    yield "an object", object()
    yield "None", None
    if arg.types_attr is not None:
        return
    allowed = application.op_def.attrs[arg.type_attr].allowed if arg.type_attr else (arg.dtype,)
    shape = application.inputs[position].shape.as_list()
    for dtype in DTYPES:
        if allowed is not None and dtype not in allowed:
            yield f"a {dtype.name}", EagerTensor(np.zeros(shape, dtype.numpy_dtype), dtype)


@with_samples
def test_odd_values_are_taken_or_refused(group: Group) -> None:
    """An input of another rank or size, with negative numbers or NaN."""
    failures = Failures(group)
    for index, sample in group.samples[:3]:
        with failures.of(index, sample) as wrong:
            application = own_application(group, sample)
            if application is None:
                continue
            for position, tensor in enumerate(application.inputs):
                if not can_be_odd(application.op_def, tensor):
                    continue
                for oddity in ODDITIES:
                    array = oddity(tensor._array)
                    if array is None:
                        continue
                    odd = EagerTensor(np.asarray(array, tensor._array.dtype), tensor.dtype)
                    what = f"input {position} {oddity.__name__} {list(odd.shape)}"
                    wrong += [f"{what}: {text}" for text in reaction(application, position, odd)]
    failures.report()


def reaction(application: Application, position: int, odd: EagerTensor) -> list[str]:
    """What is wrong with how an op takes or refuses an odd input."""
    before = odd._array.copy()
    try:
        inputs, result = apply_with(application, position, odd)
    except REFUSALS as error:
        found = [] if application.op_def.name in str(error) else [f"unnamed refusal: {error}"]
    except Exception as error:  # noqa: BLE001 (the class is what is tested)
        return [f"{type(error).__name__}: {error}"]
    else:
        outputs = flat(result)
        found = inference_misfits(application._replace(inputs=inputs, outputs=outputs), sizes_known)
        if args_of(application)[position].name == "reduction_indices" and odd.shape.rank > 1:
            # As with TensorFlow: the kernel takes axes in any arrangement, a graph a row of them.
            found = [text for text in found if "must be at most rank 1" not in text]
        if args_of(application)[position].name in ("min_range", "max_range"):
            # The same with the ends of a range: one number in any arrangement, and in a graph a scalar.
            found = [text for text in found if "must be rank 0" not in text]
        for requirement in application.op_def.requirements:
            if requirement.only_traced:
                refused = f"{requirement.name} must {requirement.text}"
                found = [text for text in found if refused not in text]
    same = (before == odd._array) | (before != before)
    return found if np.all(same) else [*found, "the input was written to"]


def without_columns(array: np.ndarray) -> np.ndarray | None:
    return array[..., :0] if array.ndim else None


def with_more_columns(array: np.ndarray) -> np.ndarray | None:
    if not array.ndim or not array.size:
        return None
    return np.concatenate([array, array[..., :1]], axis=-1)


def of_higher_rank(array: np.ndarray) -> np.ndarray | None:
    return array[None]


def of_nine_axes(array: np.ndarray) -> np.ndarray | None:
    return np.ones((1,) * 9, array.dtype) if array.dtype != object else None


def negative(array: np.ndarray) -> np.ndarray | None:
    return np.full_like(array, -7) if array.dtype.kind in "if" else None


def not_a_number(array: np.ndarray) -> np.ndarray | None:
    return np.full_like(array, np.nan) if array.dtype.kind == "f" else None


ODDITIES: tuple[Callable[[np.ndarray], np.ndarray | None], ...] = (
    scalar,
    empty,
    without_rows,
    without_columns,
    with_more_rows,
    with_more_columns,
    of_higher_rank,
    of_nine_axes,
    negative,
    not_a_number,
)
