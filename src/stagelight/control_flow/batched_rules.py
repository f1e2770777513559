"""How ops treat one more axis in front, op by op: the table of `vectorization`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.control_flow.batched_steps import NotVectorizable, Step, with_axes
from stagelight.core.raw import raw


def _prefixed(vector: Any, value: Any) -> Any:
    """An integer vector with one more element in front."""
    dtype = vector.dtype
    first = raw.Cast(raw.Pack([value], axis=0), DstT=dtype)
    return raw.ConcatV2([first, vector], 0)


def _shifted(axis: np.ndarray) -> np.ndarray:
    """Axes of a row as axes of the rows; those counted from the end stay."""
    return np.where(axis >= 0, axis + 1, axis).astype(axis.dtype)


def _row_shape(tensor: Any) -> Any:
    return raw.StridedSlice(raw.Shape(tensor), [1], [0], [1], end_mask=1)


def _merged(step: Step, position: int) -> Any:
    """The rows of a batched input joined with its own first axis."""
    x = step.batched(position)
    rest = raw.StridedSlice(raw.Shape(x), [2], [0], [1], end_mask=1)
    return raw.Reshape(x, _prefixed(rest, -1))


def _divided(step: Step, tensor: Any) -> Any:
    """Undoes `_merged`."""
    shape = _prefixed(_prefixed(_row_shape(tensor), -1), step.count)
    return raw.Reshape(tensor, shape)


# ---------------------------------------------------------------------------- rules


def _direct(step: Step) -> list[Any]:
    """Ops that treat leading axes alike: all inputs get rows."""
    return step.applied([step.batched(i) for i in range(len(step.inputs))])


def _first_batched(step: Step) -> list[Any]:
    """As `_direct`, where only the first input, or the only one, may have rows."""
    step.require_same_for_all(*range(1, len(step.inputs)))
    return step.applied(step.tensors)


def _broadcast_batches(step: Step) -> list[Any]:
    """Ops of matrices whose batches broadcast: all inputs get rows, and behind them the axes they lack."""
    most = max(step.rank(i) for i in range(len(step.inputs)))
    return step.applied(
        [with_axes(step.batched(i), most - step.rank(i)) for i in range(len(step.inputs))]
    )


def _cross_entropy(step: Step) -> list[Any]:
    """The op broadcasts logits and labels; rows can join the batch once they have one shape."""
    logits, labels = step.batched(0), step.batched(1)
    if not (logits.shape.is_fully_defined() and logits.shape == labels.shape):
        shape = raw.BroadcastArgs(raw.Shape(logits), raw.Shape(labels))
        logits, labels = raw.BroadcastTo(logits, shape), raw.BroadcastTo(labels, shape)
    rest = raw.StridedSlice(raw.Shape(logits), [2], [0], [1], end_mask=1)
    merged = [raw.Reshape(x, _prefixed(rest, -1)) for x in (logits, labels)]
    return [_divided(step, tensor) for tensor in step.applied(merged)]


def _aligned(step: Step) -> list[Any]:
    return step.applied(step.aligned(range(len(step.inputs))))


def _add_n(step: Step) -> Any:
    tensors = step.aligned(range(len(step.inputs)))
    total = tensors[0]
    for tensor in tensors[1:]:
        total = raw.AddV2(total, tensor)
    return total


def _with_axis_input(step: Step) -> list[Any]:
    """The second input says axes."""
    axis = _shifted(step.constant(1))
    return step.applied([step.tensors[0], _constant(axis), *step.tensors[2:]])


def _constant(array: np.ndarray) -> Any:
    return raw.Identity(array)


def _mat_mul(step: Step) -> Any:
    a, b = step.tensors
    transposes = step.attr("transpose_a"), step.attr("transpose_b")
    if a.dtype.is_complex and any(transposes):
        raise NotVectorizable("MatMul of transposed complex matrices")
    return raw.BatchMatMulV2(a, b, adj_x=transposes[0], adj_y=transposes[1])


def _reshape(step: Step) -> Any:
    step.require_same_for_all(1)
    x, shape = step.tensors
    return raw.Reshape(x, _prefixed(raw.Reshape(shape, [-1]), step.count))


def _broadcast_to(step: Step) -> Any:
    step.require_same_for_all(1)
    x, shape = step.tensors
    rank = step.operation.outputs[0].shape.rank
    if rank is None:
        raise NotVectorizable("BroadcastTo: the rank is unknown")
    return raw.BroadcastTo(with_axes(x, rank - step.rank(0)), _prefixed(shape, step.count))


def _squeeze(step: Step) -> Any:
    axes = np.asarray(step.attr("squeeze_dims") or (), np.int64)
    if not axes.size:
        shape = step.operation.inputs[0].shape
        if not shape.is_fully_defined():
            raise NotVectorizable("Squeeze: the shape is unknown")
        axes = np.asarray([i for i, dim in enumerate(shape) if dim == 1], np.int64)
        if not axes.size:
            return step.tensors[0]
    return raw.Squeeze(step.tensors[0], squeeze_dims=_shifted(axes).tolist())


def _transpose(step: Step) -> Any:
    step.require_same_for_all(1)
    x, permutation = step.tensors
    rank = raw.Cast(raw.Size(permutation), DstT=permutation.dtype)
    return raw.Transpose(x, _prefixed(raw.AddV2(raw.FloorMod(permutation, rank), 1), 0))


def _concat(step: Step) -> Any:
    axis = step.constant(len(step.inputs) - 1)
    parts = [step.batched(i) for i in range(len(step.inputs) - 1)]
    return raw.ConcatV2(parts, _constant(_shifted(axis)))


def _axis_attr(step: Step) -> dict[str, Any]:
    axis = step.attr("axis")
    return {**step.operation.attrs, "axis": axis + 1 if axis >= 0 else axis}


def _pack(step: Step) -> list[Any]:
    parts = [step.batched(i) for i in range(len(step.inputs))]
    return step.applied(parts, _axis_attr(step))


def _unpack(step: Step) -> list[Any]:
    return step.applied(step.tensors, _axis_attr(step))


def _split(step: Step) -> list[Any]:
    axis = _constant(_shifted(step.constant(0)))
    return step.applied([axis, step.tensors[1]])


def _split_v(step: Step) -> list[Any]:
    step.require_same_for_all(1)
    axis = _constant(_shifted(step.constant(2)))
    return step.applied([*step.tensors[:2], axis])


def _slice_masks(step: Step) -> dict[str, int]:
    """The masks for one more axis in front, of which everything is taken."""
    masks = {
        key: step.attr(key) << 1
        for key in ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
    }
    masks["begin_mask"] |= 1
    masks["end_mask"] |= 1
    return masks


def _strided_slice(step: Step) -> Any:
    step.require_same_for_all(1, 2, 3)
    x, begin, end, strides = step.tensors
    return raw.StridedSlice(
        x, _prefixed(begin, 0), _prefixed(end, 0), _prefixed(strides, 1), **_slice_masks(step)
    )


def _strided_slice_grad(step: Step) -> Any:
    step.require_same_for_all(0, 1, 2, 3)
    shape, begin, end, strides, dy = step.tensors
    return raw.StridedSliceGrad(
        _prefixed(shape, step.count),
        _prefixed(begin, 0),
        _prefixed(end, 0),
        _prefixed(strides, 1),
        dy,
        **_slice_masks(step),
    )


def _slice(step: Step) -> Any:
    step.require_same_for_all(1, 2)
    x, begin, size = step.tensors
    return raw.Slice(x, _prefixed(begin, 0), _prefixed(size, -1))


def _tile(step: Step) -> Any:
    step.require_same_for_all(1)
    x, multiples = step.tensors
    return raw.Tile(x, _prefixed(multiples, 1))


def _pad(step: Step) -> list[Any]:
    step.require_same_for_all(*range(1, len(step.inputs)))
    x, paddings, *rest = step.tensors
    none = raw.Cast(np.zeros([1, 2], np.int32), DstT=paddings.dtype)
    return step.applied([x, raw.ConcatV2([none, paddings], 0), *rest])


def _gather(step: Step) -> Any:
    params, indices, _ = step.tensors
    axis, batch_dims = int(step.constant(2)), step.attr("batch_dims")
    if axis < 0:
        axis += step.rank(0)
    if batch_dims < 0:
        batch_dims += step.rank(1)
    if step.inputs[0].is_batched and step.inputs[1].is_batched:
        return raw.GatherV2(params, indices, axis + 1, batch_dims=batch_dims + 1)
    if step.inputs[0].is_batched and not batch_dims:
        return raw.GatherV2(params, indices, axis + 1)
    if not step.inputs[0].is_batched and not batch_dims and not axis:
        return raw.GatherV2(params, indices, 0)
    return raw.GatherV2(step.batched(0), step.batched(1), axis + 1, batch_dims=batch_dims + 1)


def _resource_gather(step: Step) -> list[Any]:
    if step.attr("batch_dims") or step.inputs[0].is_batched:
        raise NotVectorizable("ResourceGather: of a variable that differs between rows")
    return step.applied(step.tensors)


def _with_row_numbers(indices: Any, step: Step, rank: int) -> Any:
    """Indices into rows: the number of the row in front of each, `[rows, ..., 1 + depth]`."""
    rows = raw.Cast(raw.Range(0, step.count, 1), DstT=indices.dtype)
    rows = raw.Reshape(rows, [-1] + [1] * rank)
    outer = raw.StridedSlice(raw.Shape(indices), [0], [-1], [1], begin_mask=1)
    return raw.ConcatV2([raw.BroadcastTo(rows, raw.ConcatV2([outer, [1]], 0)), indices], -1)


def _gather_nd(step: Step) -> list[Any]:
    if not step.inputs[0].is_batched:
        return step.applied(step.tensors)
    indices = _with_row_numbers(step.batched(1), step, step.rank(1))
    return step.applied([step.tensors[0], indices])


def _scatter_nd(step: Step) -> list[Any]:
    step.require_same_for_all(2)
    indices = _with_row_numbers(step.batched(0), step, step.rank(0))
    return step.applied([indices, step.batched(1), _prefixed(step.tensors[2], step.count)])


def _bias_add(step: Step) -> Any:
    step.require_same_for_all(1)
    if step.attr("data_format") not in ("NHWC", b"NHWC"):
        raise NotVectorizable("BiasAdd of channels first")
    return raw.AddV2(*step.tensors)


def _clip(step: Step) -> list[Any]:
    """The op takes limits that are scalars, or of the shape of what is clipped."""
    x = step.batched(0)
    limits = [
        raw.BroadcastTo(with_axes(step.tensors[i], step.rank(0) - step.rank(i)), raw.Shape(x))
        if step.inputs[i].is_batched
        else step.tensors[i]
        for i in (1, 2)
    ]
    if len({tuple(value.shape) for value in limits}) > 1 or step.inputs[0].rank == 0:
        limits = [raw.BroadcastTo(limit, raw.Shape(x)) for limit in limits]
    return step.applied([x, *limits])


def _arg(step: Step) -> list[Any]:
    return step.applied([step.tensors[0], _constant(_shifted(step.constant(1)))])


def _one_hot(step: Step) -> list[Any]:
    step.require_same_for_all(1, 2, 3)
    return step.applied(step.tensors, _axis_attr(step))


def _merged_first_axis(batched: Sequence[int]) -> Callable[[Step], list[Any]]:
    """Ops whose first axis is a batch already: the rows join it."""

    def rule(step: Step) -> list[Any]:
        others = [i for i in range(len(step.inputs)) if i not in batched]
        step.require_same_for_all(*others)
        tensors = [
            _merged(step, i) if i in batched else value.tensor
            for i, value in enumerate(step.inputs)
        ]
        return [_divided(step, tensor) for tensor in step.applied(tensors)]

    return rule


def _unsorted_segment(step: Step) -> Any:
    """Each row's segments get numbers of their own."""
    step.require_same_for_all(2)
    data, ids = step.batched(0), step.batched(1)
    segments = raw.Cast(step.tensors[2], DstT=ids.dtype)
    rows = raw.Range(0, step.count, 1)
    offsets = raw.Mul(raw.Cast(rows, DstT=ids.dtype), segments)
    for _ in range(step.rank(1)):
        offsets = raw.ExpandDims(offsets, -1)
    own = raw.SelectV2(raw.Less(ids, 0), ids, raw.AddV2(ids, offsets))
    total = raw.Cast(raw.Mul(segments, raw.Cast(step.count, DstT=ids.dtype)), DstT="int32")
    (result,) = step.applied([data, own, total])
    return _divided_by(result, step.count)


def _divided_by(tensor: Any, count: Any) -> Any:
    shape = _prefixed(_prefixed(_row_shape(tensor), -1), count)
    return raw.Reshape(tensor, shape)


def _einsum(step: Step) -> list[Any]:
    equation = step.attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    left, arrow, right = equation.replace(" ", "").partition("->")
    unused = next((c for c in "zyxwvutsrqponm" if c not in equation), None)
    if not arrow or "." in equation or unused is None:
        raise NotVectorizable(f"Einsum {equation!r}")
    terms = [
        unused + term if value.is_batched else term
        for term, value in zip(left.split(","), step.inputs, strict=True)
    ]
    attrs = {**step.operation.attrs, "equation": f"{','.join(terms)}->{unused}{right}"}
    return step.applied(step.tensors, attrs)


RULES: dict[str, Callable[[Step], Any]] = {
    **dict.fromkeys(
        [
            "Identity",
            "StopGradient",
            "PreventGradient",
            "Snapshot",
            "ZerosLike",
            "OnesLike",
            "Cast",
            "CheckNumerics",
            "Softmax",
            "LogSoftmax",
            "MatrixDiagPart",
        ],
        _first_batched,
    ),
    **dict.fromkeys(
        [
            "IdentityN",
            "Cholesky",
            "MatrixInverse",
            "MatrixDeterminant",
            "LogMatrixDeterminant",
            "MatrixSolve",
            "SelfAdjointEigV2",
            "Svd",
            "Qr",
            "MatrixDiag",
        ],
        _direct,
    ),
    **dict.fromkeys(["SelectV2", "BatchMatMulV2", "BatchMatMulV3", "BatchMatMul"], _aligned),
    **dict.fromkeys(
        [
            "Sum",
            "Mean",
            "Prod",
            "Max",
            "Min",
            "All",
            "Any",
            "EuclideanNorm",
            "Cumsum",
            "Cumprod",
            "ExpandDims",
            "ReverseV2",
        ],
        _with_axis_input,
    ),
    **dict.fromkeys(["Pad", "PadV2", "MirrorPad"], _pad),
    # Of the last axes: those before them are a batch, and all rows have one size.
    **dict.fromkeys(
        [f"{kind}FFT{axes}" for kind in ("", "I", "R", "IR") for axes in ("", "2D", "3D")],
        _first_batched,
    ),
    **dict.fromkeys(["MatrixBandPart", "MatrixDiagV3", "MatrixDiagPartV3"], _first_batched),
    **dict.fromkeys(  # Strings, each by itself.
        [
            "AsString",
            "DecodeBase64",
            "EncodeBase64",
            "RegexFullMatch",
            "RegexReplace",
            "StaticRegexFullMatch",
            "StaticRegexReplace",
            "StringLength",
            "StringLower",
            "StringStrip",
            "StringToHashBucket",
            "StringToHashBucketFast",
            "StringToHashBucketStrong",
            "StringToNumber",
            "StringUpper",
            "UnicodeScript",
            "UnicodeTranscode",
        ],
        _first_batched,
    ),
    **dict.fromkeys(
        [
            "Conv2D",
            "DepthwiseConv2dNative",
            "MaxPool",
            "AvgPool",
            "Conv3D",
            "MaxPool3D",
            "AvgPool3D",
        ],
        _merged_first_axis([0]),
    ),
    "SoftmaxCrossEntropyWithLogits": _cross_entropy,
    "SparseSoftmaxCrossEntropyWithLogits": _merged_first_axis([0, 1]),
    **dict.fromkeys(
        ["UnsortedSegmentSum", "UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd"],
        _unsorted_segment,
    ),
    **dict.fromkeys(["ArgMax", "ArgMin"], _arg),
    "ClipByValue": _clip,
    "AddN": _add_n,
    "BiasAdd": _bias_add,
    "BroadcastTo": _broadcast_to,
    "ConcatV2": _concat,
    "Einsum": _einsum,
    "GatherNd": _gather_nd,
    "GatherV2": _gather,
    "MatMul": _mat_mul,
    "MatrixTriangularSolve": _broadcast_batches,
    "OneHot": _one_hot,
    "Pack": _pack,
    "Reshape": _reshape,
    "ResourceGather": _resource_gather,
    "ScatterNd": _scatter_nd,
    "Slice": _slice,
    "Split": _split,
    "SplitV": _split_v,
    "Squeeze": _squeeze,
    "StridedSlice": _strided_slice,
    "StridedSliceGrad": _strided_slice_grad,
    "Tile": _tile,
    "Transpose": _transpose,
    "Unpack": _unpack,
}


# ---------------------------------------------------------------------------- shapes
# Questions about shapes have one answer for all rows.


def _shape(step: Step) -> list[Any]:
    return [raw.Cast(_row_shape(step.tensors[0]), DstT=step.attr("out_type"))]


def _size(step: Step) -> list[Any]:
    size = raw.Prod(_row_shape(step.tensors[0]), 0)
    return [raw.Cast(size, DstT=step.attr("out_type"))]


def _rank(step: Step) -> list[Any]:
    return [raw.Sub(raw.Rank(step.tensors[0]), 1)]


SHAPE_RULES: dict[str, Callable[[Step], list[Any]]] = {
    "Shape": _shape,
    "Size": _size,
    "Rank": _rank,
}
