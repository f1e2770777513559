"""Functions applied along the first axis: `tf.map_fn`, `tf.scan`, `tf.foldl`, `tf.foldr`.

All are loops over the rows of tensors. The rows are held in tensor arrays, so that gradients add to one row
a round, not to all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.control_flow.loops import while_loop
from stagelight.control_flow.rows import (
    Rows,
    joined_rows,
    parts_of_row,
    parts_of_spec,
    spec_of_row,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.tensor_array import TensorArray
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


def _result_arrays(specs: Sequence[Any], count: Any, infer_shape: bool) -> list[TensorArray]:
    return [
        TensorArray(
            spec.dtype,
            size=count,
            infer_shape=infer_shape,
            element_shape=spec.shape if infer_shape else None,
        )
        for spec in specs
    ]


def _stacked(arrays: Sequence[TensorArray], static_count: int | None) -> list[Tensor]:
    tensors = [array.stack() for array in arrays]
    if CONTEXT.stage is not None:
        for tensor in tensors:
            if tensor.shape.rank is not None:
                tensor.set_shape([static_count, *tensor.shape[1:]])
    return tensors


def _stopped(result: Any) -> Any:
    return nest.map_structure(raw.StopGradient, result, expand_composites=True)


# ---------------------------------------------------------------------------- map


@public("map_fn")
def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """`stack([fn(elems[0]), fn(elems[1]), ...])`.

    Args:
        fn: function of one row of `elems`, in their structure.
        elems: tensor of shape `[n, ...]`, or nested ones with the same `n`.
        dtype: older name of `fn_output_signature`.
        parallel_iterations, swap_memory: hints for other executors.
        back_prop: False cuts gradients off.
        infer_shape: whether all results have one shape.
        name: name scope of the operations.
        fn_output_signature: dtypes or specs of what `fn` returns, in its structure; those of `elems` if
            None.

    Returns:
        Tensors of shape `[n, ...]` in the structure of the signature.

    Raises:
        TypeError: `fn` cannot be called, or returns another dtype or kind of structure.
        ValueError: `elems` have no rows or different numbers of them, or `fn` returns another structure.

    >>> tf.map_fn(lambda x: x * x, tf.constant([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)
    """
    if not callable(fn):
        raise TypeError(f"The provided function fn is not callable. fn={fn!r}")
    signature = dtype if fn_output_signature is None else fn_output_signature
    with op_scope(name or "map"):
        rows = Rows(elems, "map_fn")
        specs = _output_specs(elems, signature)
        arrays = [
            array
            for spec in nest.flatten(specs)
            for array in _result_arrays(
                nest.flatten(parts_of_spec(spec), expand_composites=True),
                rows.count,
                infer_shape and not isinstance(spec, RaggedTensorSpec),
            )
        ]

        def one(i: Any, *results: Any) -> tuple[Any, ...]:
            value = fn(rows.at(i))
            return (i + 1, *_written(results, i, value, specs))

        _, *arrays = while_loop(
            lambda i, *_: i < rows.count,
            one,
            (convert_to_tensor(0), *arrays),
            parallel_iterations=parallel_iterations or 10,
            maximum_iterations=rows.count,
        )
        result = _joined(arrays, specs, rows.static_count)
    return result if back_prop else _stopped(result)


def _joined(arrays: Sequence[TensorArray], specs: Any, static_count: int | None) -> Any:
    """The results of all rows, in the structure of the specs: stacked, or rows of ragged and sparse ones."""
    left = list(arrays)
    joined = []
    for spec in nest.flatten(specs):
        count = len(nest.flatten(parts_of_spec(spec), expand_composites=True))
        taken, left = left[:count], left[count:]
        if isinstance(spec, (RaggedTensorSpec, SparseTensorSpec)):
            joined.append(joined_rows(spec, taken))
        else:
            tensors = _stacked(taken, static_count)
            joined.append(nest.pack_sequence_as(spec, tensors, expand_composites=True))
    return nest.pack_sequence_as(specs, joined)


def _output_specs(elems: Any, signature: Any) -> Any:
    """The specs of one result."""
    if signature is None:
        return nest.map_structure(spec_of_row, elems)
    return nest.map_structure(_as_spec, signature)


def _as_spec(item: Any) -> Any:
    if isinstance(item, TypeSpec):
        return item
    if isinstance(item, (DType, str, type, np.dtype)):
        return TensorSpec(None, as_dtype(item))
    raise TypeError(
        f"fn_output_signature must hold dtypes or specs (tf.TensorSpec). Received: {item!r}"
    )


def _written(arrays: Sequence[Any], index: Any, value: Any, specs: Any) -> list[Any]:
    """The arrays with one more result each."""
    parts = nest.map_structure(parts_of_spec, specs)
    try:
        nest.assert_same_structure(specs, value)
        value = nest.map_structure(parts_of_row, specs, value, check_types=False)
        nest.assert_same_structure(parts, value, expand_composites=True, check_types=False)
    except (ValueError, TypeError) as error:
        text = (
            "fn must return a value with the structure of fn_output_signature (or of elems where none is "
            f"given). Received: {value!r}\n{error}"
        )
        if isinstance(error, TypeError):
            raise TypeError(text) from None
        raise ValueError(text) from None
    flat = nest.flatten(value, expand_composites=True)
    written = []
    for array, item in zip(arrays, flat, strict=True):
        tensor = convert_to_tensor(item, dtype_hint=array.dtype)
        if tensor.dtype is not array.dtype:
            raise TypeError(
                f"fn returned a tensor of dtype {tensor.dtype.name} where {array.dtype.name} is "
                "required. Give fn_output_signature=."
            )
        written.append(array.write(index, tensor))
    return written


# ---------------------------------------------------------------------------- scan


@public("scan")
def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All values of `a = fn(a, elems[i])`, stacked.

    Args:
        fn: function of the value so far and one row, which gives the next value.
        elems: tensor of shape `[n, ...]`, or nested ones with the same `n`.
        initializer: the first value, perhaps nested; if None the first row, which is then a result.
        parallel_iterations, swap_memory: hints for other executors.
        back_prop: False cuts gradients off.
        infer_shape: whether all values have one shape.
        reverse: whether the rows come from the last to the first; results stand where their rows do.
        name: name scope of the operations.

    Returns:
        Tensors of shape `[n, ...]` in the structure of the values.

    Raises:
        TypeError: `fn` cannot be called, or a dtype or the kind of a structure changes.
        ValueError: `elems` have no rows or different numbers of them, or the structure changes.

    >>> tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3, 4])).numpy()
    array([ 1,  3,  6, 10], dtype=int32)
    """
    with op_scope(name or "scan"):
        rows, values, first, order = _prepared(fn, elems, initializer, reverse, "scan")
        flat = nest.flatten(values, expand_composites=True)
        arrays = _result_arrays(
            [TensorSpec(x.shape, x.dtype) for x in flat], rows.count, infer_shape
        )
        if first:
            arrays = [array.write(order(0), x) for array, x in zip(arrays, flat, strict=True)]

        def step(i: Any, value: Any, results: Any) -> tuple[Any, Any, Any]:
            at = order(i)
            value = fn(value, rows.at(at))
            nest.assert_same_structure(values, value)
            parts = nest.flatten(value, expand_composites=True)
            written = [array.write(at, x) for array, x in zip(results, parts, strict=True)]
            return i + 1, value, written

        _, _, arrays = while_loop(
            lambda i, *_: i < rows.count,
            step,
            (convert_to_tensor(first), values, arrays),
            parallel_iterations=parallel_iterations,
            maximum_iterations=rows.count,
        )
        result = nest.pack_sequence_as(
            values, _stacked(arrays, rows.static_count), expand_composites=True
        )
    return result if back_prop else _stopped(result)


def _prepared(
    fn: Callable[..., Any], elems: Any, initializer: Any, reverse: bool, task: str
) -> tuple[Rows, Any, int, Callable[[Any], Any]]:
    """The rows, the first value, the round to begin with, and which row a round takes."""
    if not callable(fn):
        raise TypeError(f"fn must be callable. Received: {fn!r}")
    rows = Rows(elems, task)

    def order(i: Any) -> Any:
        return rows.count - 1 - i if reverse else i

    if initializer is None:
        if rows.static_count == 0:
            raise ValueError(f"{task}: without an initializer, elems must have at least one row.")
        return rows, rows.at(order(0)), 1, order
    values = nest.map_structure(convert_to_tensor, initializer)
    return rows, values, 0, order


# ---------------------------------------------------------------------------- folds


def _folded(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any,
    reverse: bool,
    back_prop: bool,
    parallel_iterations: int,
    name: str,
) -> Any:
    with op_scope(name):
        rows, values, first, order = _prepared(fn, elems, initializer, reverse, name)
        _, result = while_loop(
            lambda i, _: i < rows.count,
            lambda i, value: (i + 1, fn(value, rows.at(order(i)))),
            (convert_to_tensor(first), values),
            parallel_iterations=parallel_iterations,
            maximum_iterations=rows.count,
        )
    return result if back_prop else _stopped(result)


@public("foldl")
def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, elems[i])` over the rows from first to last.

    Args:
        fn: function of the value so far and one row, which gives the next value.
        elems: tensor of shape `[n, ...]`, or nested ones with the same `n`.
        initializer: the first value, perhaps nested; the first row if None.
        parallel_iterations, swap_memory: hints for other executors.
        back_prop: False cuts gradients off.
        name: name scope of the operations.

    Returns:
        The value, in the structure of the initializer.

    Raises:
        TypeError: `fn` cannot be called, or a dtype changes.
        ValueError: `elems` have no rows or different numbers of them.

    >>> tf.foldl(lambda a, x: a - x, tf.constant([1, 2, 3])).numpy()
    np.int32(-4)
    """
    return _folded(fn, elems, initializer, False, back_prop, parallel_iterations, name or "foldl")


@public("foldr")
def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, elems[i])` over the rows from last to first.

    Args:
        fn: function of the value so far and one row, which gives the next value.
        elems: tensor of shape `[n, ...]`, or nested ones with the same `n`.
        initializer: the first value, perhaps nested; the last row if None.
        parallel_iterations, swap_memory: hints for other executors.
        back_prop: False cuts gradients off.
        name: name scope of the operations.

    Returns:
        The value, in the structure of the initializer.

    Raises:
        TypeError: `fn` cannot be called, or a dtype changes.
        ValueError: `elems` have no rows or different numbers of them.

    >>> tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 3])).numpy()
    np.int32(0)
    """
    return _folded(fn, elems, initializer, True, back_prop, parallel_iterations, name or "foldr")
