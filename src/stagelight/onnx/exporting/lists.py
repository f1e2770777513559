"""Tensor lists, as tensor arrays and loops have them: a list is a tensor of rows.

ONNX's sequences cannot go through loops of all runtimes, and have no "set the item at". A list whose elements
have sizes that are not known yet has 0 there; it grows when the first element is put in.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import known_dims
from stagelight.graph.effects import called_graphs
from stagelight.graph.operation import SymbolicTensor
from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.shapes import zeros
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.passes.rewriting import hands_on_inputs
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _element(op: Application) -> Any:
    """What is known of the elements of the list that an operation makes: their shape."""
    made = op.operation.outputs[0]
    shape, dtype = made.handle_data
    if dtype is dtypes.variant:
        raise Inexpressible("lists of lists")
    if shape.rank is None:
        shape = _put_in(made)
    if shape is None:
        raise Inexpressible("the rank of the list's elements must be known (element_shape=)")
    return shape, dtype


# These put the last input into the list that is the first.
_PUT_IN = frozenset({"TensorListPushBack", "TensorListSetItem"})


def _put_in(made: SymbolicTensor) -> TensorShape | None:
    """The shape of what is put into a list, here or in a branch or loop; None where no rank is known."""
    for consumer in made.consumers():
        place = next(i for i, tensor in enumerate(consumer.inputs) if tensor is made)
        if consumer.type in _PUT_IN and place == 0 and consumer.inputs[-1].shape.rank is not None:
            return consumer.inputs[-1].shape
        if hands_on_inputs(consumer.op_def):
            for graph in called_graphs(consumer):
                first = len(consumer.inputs) - len(graph.inputs)
                found = _put_in(graph.inputs[place - first])
                if found is not None:
                    return found
    return None


def _new(w: Writer, op: Application, count: Value) -> Value:
    shape, dtype = _element(op)
    sizes = [0 if size is None else size for size in shape.as_list()]
    like = w.constant(np.zeros((), dtype.numpy_dtype), dtype)
    return zeros(w, w.concat([count, w.ints(*sizes)], 0) if sizes else count, like)


def _index(w: Writer, place: Value) -> Value:
    return w.reshape(w.int64(place), (1,))


def _made_wide(w: Writer, rows: Value, sizes: Value, rank: int) -> Value:
    """The list with room for elements of these sizes: sizes of 0 become theirs."""
    if not rank:
        return rows
    lacking = w.op("Max", w.op("Sub", sizes, w.shape(rows, 1)), w.ints(0))
    return w.op("Pad", rows, w.concat([w.ints(*[0] * (rank + 2)), lacking], 0))


def _is_settled(op: Application) -> bool:
    """Whether all sizes of the elements of the list that is taken are known."""
    data = op.operation.inputs[0].handle_data
    return data is not None and bool(data[0].is_fully_defined())


def _fitted(w: Writer, op: Application, rows: Value, row: Value, position: int) -> Value:
    if _is_settled(op):
        return rows
    return _made_wide(w, rows, w.shape(row), op.rank(position))


@converter("TensorListReserve")
def _reserve(w: Writer, op: Application, shape: Value, count: Value) -> Value:
    return _new(w, op, _index(w, count))


@converter("EmptyTensorList")
def _empty(w: Writer, op: Application, shape: Value, most: Value) -> Value:
    return _new(w, op, w.ints(0))


@converter("TensorListFromTensor", "TensorListStack")
def _rows(w: Writer, op: Application, rows: Value, shape: Value) -> Value:
    if op.type == "TensorListStack" and not _is_settled(op):
        known = known_dims(op.operation.inputs[1]) or []
        if any(size is not None and size > 0 for size in known):
            # An empty list gets the sizes that are asked for.
            wanted = w.ints(*[0 if size is None or size < 0 else size for size in known])
            return _made_wide(w, rows, wanted, len(known))
    return rows


@converter("TensorListLength")
def _length(w: Writer, op: Application, rows: Value) -> Value:
    return w.cast(w.squeeze(w.shape(rows, 0, 1), 0), dtypes.int32)


@converter("TensorListElementShape")
def _element_shape(w: Writer, op: Application, rows: Value) -> Value:
    return w.cast(w.shape(rows, 1), op.output_dtype())


@converter("TensorListGetItem", "TensorListGather")
def _gather(w: Writer, op: Application, rows: Value, places: Value, shape: Value) -> Value:
    return w.op("Gather", rows, w.int64(places), axis=0)


@converter("TensorListSetItem")
def _set_item(w: Writer, op: Application, rows: Value, place: Value, row: Value) -> Value:
    at = _index(w, place)
    rows = _fitted(w, op, rows, row, 2)
    if op.attr("resize_if_index_out_of_bounds"):
        wanted = w.op("Add", at, w.ints(1))
        rows = _resized(w, rows, w.op("Max", wanted, w.shape(rows, 0, 1)), op.rank(2))
    return w.op("ScatterND", rows, w.unsqueeze(at, 1), w.unsqueeze(row, 0))


@converter("TensorListPushBack")
def _push_back(w: Writer, op: Application, rows: Value, row: Value) -> Value:
    return w.concat([_fitted(w, op, rows, row, 1), w.unsqueeze(row, 0)], 0)


@converter("TensorListPopBack")
def _pop_back(w: Writer, op: Application, rows: Value, shape: Value) -> tuple[Value, Value]:
    last = w.op("Gather", rows, w.constant(np.int64(-1)), axis=0)
    return w.slice(rows, (0,), (-1,), (0,)), last


def _resized(w: Writer, rows: Value, count: Value, rank: int) -> Value:
    lacking = w.op("Max", w.op("Sub", count, w.shape(rows, 0, 1)), w.ints(0))
    behind = [w.ints(*[0] * rank)] if rank else []
    pads = w.concat([w.ints(*[0] * (rank + 1)), lacking, *behind], 0)
    return w.slice(w.op("Pad", rows, pads), (0,), count, (0,))


@converter("TensorListResize")
def _resize(w: Writer, op: Application, rows: Value, count: Value) -> Value:
    shape, _ = _element(op)
    return _resized(w, rows, _index(w, count), shape.rank)


@converter("TensorListScatterIntoExistingList")
def _scatter(w: Writer, op: Application, rows: Value, values: Value, places: Value) -> Value:
    if not _is_settled(op):
        rows = _made_wide(w, rows, w.shape(values, 1), op.rank(1) - 1)
    return w.op("ScatterND", rows, w.unsqueeze(w.int64(places), 1), values)


@converter("TensorListConcat", "TensorListConcatV2")
def _concat(w: Writer, op: Application, rows: Value, *rest: Value) -> tuple[Value, Value]:
    """All elements have the same length here."""
    whole = w.reshape(rows, w.concat([w.ints(-1), w.shape(rows, 2)], 0))
    lengths = w.op("Expand", w.shape(rows, 1, 2), w.shape(rows, 0, 1))
    return whole, lengths


@converter("TensorListConcatLists")
def _concat_lists(w: Writer, op: Application, one: Value, other: Value) -> Value:
    return w.concat([one, other], 0)
