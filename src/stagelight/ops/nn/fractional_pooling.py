"""Pooling by ratios that need not be whole: `tf.nn.fractional_max_pool`, `fractional_avg_pool`.

An axis is cut into windows of two neighbouring sizes at places drawn by chance. `sequence[i]` is
where window i begins and the last item where the last ends; overlapping windows share the element
at the border.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_DTYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)

# ---------------------------------------------------------------------------- windows


def _output_size(size: int, ratio: float) -> int:
    return int(size / ratio)


def _sequence(size: int, output: int, smooth: bool, chance: np.random.Generator) -> np.ndarray:
    """Where windows begin and end.

    Raises:
        InvalidArgumentError: there are more windows than elements.
    """
    if output < 1 or output > size:
        raise invalid(f"Required: a pooling_ratio of 1 or more that leaves an element of {size}.")
    if size % output == 0:
        return np.arange(0, size + 1, size // output, dtype=np.int64)
    if smooth:
        ratio = size / output
        whole = int(ratio)
        highest = min((whole + 2) / ratio - 1, (size + 1 - whole) / ratio - (output - 1))
        shift = chance.random() * highest
        places = np.ceil(ratio * (np.arange(1, output) + shift)).astype(np.int64) - 1
        return np.concatenate([[0], places, [size]])
    lengths = np.full(output, size // output, np.int64)
    lengths[: size % output] += 1
    return np.concatenate([[0], np.cumsum(chance.permutation(lengths))])


def _spans(sequence: np.ndarray, size: int, overlapping: bool) -> list[slice]:
    """The elements of each window."""
    ends = np.minimum(sequence[1:] + int(overlapping), size)
    return [slice(int(a), int(b)) for a, b in zip(sequence[:-1], ends, strict=True)]


def _cells(
    shape: Sequence[int], rows: np.ndarray, columns: np.ndarray, overlapping: bool
) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """(place in the output, elements of the input) of all windows."""
    row_spans = _spans(rows, shape[1], overlapping)
    column_spans = _spans(columns, shape[2], overlapping)
    for i, row in enumerate(row_spans):
        for j, column in enumerate(column_spans):
            yield (slice(None), i, j), (slice(None), row, column)


# ---------------------------------------------------------------------------- forward


def _infer(
    value: Tensor, *, pooling_ratio: Sequence[float], **_attrs: Any
) -> tuple[Inferred, Inferred, Inferred]:
    if value.shape.rank not in (None, 4):
        raise invalid(f"value must be 4-dimensional. Received shape: {list(value.shape)}")
    sizes = [None] * 4 if value.shape.rank is None else value.shape.as_list()
    outputs = [
        None if size is None else _output_size(size, ratio)
        for size, ratio in zip(sizes, pooling_ratio, strict=True)
    ]
    ends = [
        Inferred(TensorShape([None if n is None else n + 1]), dtypes.int64) for n in outputs[1:3]
    ]
    return Inferred(TensorShape(outputs), value.dtype), ends[0], ends[1]


def _forward(reduce: str) -> Any:
    def kernel(
        xp: ModuleType,
        value: np.ndarray,
        *,
        pooling_ratio: Sequence[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if value.ndim != 4 or len(pooling_ratio) != 4:
            raise invalid("value must have 4 axes and pooling_ratio 4 numbers")
        if pooling_ratio[0] != 1 or pooling_ratio[3] != 1 or min(pooling_ratio) < 1:
            raise invalid(
                "pooling_ratio must be 1 for batch and channels, and nowhere less than 1. "
                f"Received: {list(pooling_ratio)}"
            )
        if not value.shape[3]:
            raise invalid(f"value must have channels. Received shape: {list(value.shape)}")
        chance = np.random.default_rng([seed, seed2] if seed or seed2 else None)
        rows, columns = (
            _sequence(size, _output_size(size, ratio), pseudo_random, chance)
            for size, ratio in zip(value.shape[1:3], pooling_ratio[1:3], strict=True)
        )
        shape = (value.shape[0], len(rows) - 1, len(columns) - 1, value.shape[3])
        result = np.empty(shape, value.dtype)
        for target, source in _cells(value.shape, rows, columns, overlapping):
            cell = value[source]
            result[target] = getattr(cell, reduce)((1, 2))
        return result, rows, columns

    return kernel


# ---------------------------------------------------------------------------- backward


def _max_back(
    xp: ModuleType,
    orig_input: np.ndarray,
    orig_output: np.ndarray,
    out_backprop: np.ndarray,
    row_pooling_sequence: np.ndarray,
    col_pooling_sequence: np.ndarray,
    *,
    overlapping: bool = False,
) -> np.ndarray:
    result = np.zeros_like(orig_input)
    sequences = row_pooling_sequence, col_pooling_sequence
    for target, source in _cells(orig_input.shape, *sequences, overlapping):
        cell = orig_input[source]
        flat = cell.reshape(cell.shape[0], -1, cell.shape[-1])
        is_first = np.arange(flat.shape[1])[:, None] == flat.argmax(1)[:, None, :]
        share = is_first * out_backprop[target][:, None, :]
        result[source] += share.reshape(cell.shape).astype(result.dtype)
    return result


def _average_back(
    xp: ModuleType,
    orig_input_tensor_shape: np.ndarray,
    out_backprop: np.ndarray,
    row_pooling_sequence: np.ndarray,
    col_pooling_sequence: np.ndarray,
    *,
    overlapping: bool = False,
) -> np.ndarray:
    shape = orig_input_tensor_shape.tolist()
    if (out_backprop.shape[0], out_backprop.shape[-1]) != (shape[0], shape[-1]):
        raise invalid(
            f"out_backprop must have the batch and channels of the input, {shape[0]} and {shape[-1]}. "
            f"Received shape: {list(out_backprop.shape)}"
        )
    sequences = (
        _checked_sequence("Row", row_pooling_sequence, out_backprop.shape, 1, shape, overlapping),
        _checked_sequence(
            "Column", col_pooling_sequence, out_backprop.shape, 2, shape, overlapping
        ),
    )
    result = np.zeros(shape, out_backprop.dtype)
    for target, source in _cells(shape, *sequences, overlapping):
        part = result[source]
        count = part.shape[1] * part.shape[2]
        part += (out_backprop[target] / count)[:, None, None].astype(result.dtype)
    return result


def _checked_sequence(
    what: str,
    sequence: np.ndarray,
    output: Sequence[int],
    axis: int,
    shape: Sequence[int],
    overlapping: bool,
) -> np.ndarray:
    """The places where the windows of an axis begin and end; what comes after them is not looked at.

    Raises:
        InvalidArgumentError: there are too few, or a window has no first or last element.
    """
    count = output[axis] + 1
    if sequence.size < count:
        raise invalid(
            f"Given out_backprop shape {list(output)}, {what[:3].lower()}_seq_tensor must have at least "
            f"{count} elements, but got {sequence.size}"
        )
    places = sequence.reshape(-1)[:count]
    last = np.minimum(places[1:] - int(not overlapping), shape[axis] - 1)
    if (places[:-1] < 0).any() or (last < 0).any():
        raise invalid(f"{what} sequence tensor values must not be negative, got {places.tolist()}")
    return places


def _max_gradient(op: Any, dy: Tensor, *_: Any) -> Tensor:
    y, rows, columns = op.outputs
    return raw.FractionalMaxPoolGrad(
        op.inputs[0], y, dy, rows, columns, overlapping=op.attr_value("overlapping")
    )


def _average_gradient(op: Any, dy: Tensor, *_: Any) -> Tensor:
    _, rows, columns = op.outputs
    shape = raw.Shape(op.inputs[0], out_type=dtypes.int64)
    return raw.FractionalAvgPoolGrad(
        shape, dy, rows, columns, overlapping=op.attr_value("overlapping")
    )


for _name, _reduction, _gradient in (
    ("FractionalMaxPool", "max", _max_gradient),
    ("FractionalAvgPool", "mean", _average_gradient),
):
    define(
        _name,
        "value: T",
        "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
        {
            "pooling_ratio": attr("list(float)"),
            "pseudo_random": False,
            "overlapping": False,
            "deterministic": False,
            "seed": 0,
            "seed2": 0,
            "T": types(_DTYPES),
        },
        infer=_infer,
        kernel=_forward(_reduction),
        gradient=_gradient,
        traits=Trait.RANDOM,
    )

# TF: no second gradient.
define(
    "FractionalMaxPoolGrad",
    "orig_input: T, orig_output: T, out_backprop: T, "
    "row_pooling_sequence: int64, col_pooling_sequence: int64",
    "output: T",
    {"overlapping": False, "T": types(_DTYPES)},
    infer=lambda x, *_rest, **_attrs: Inferred(x.shape, x.dtype),
    kernel=_max_back,
)
define(
    "FractionalAvgPoolGrad",
    "orig_input_tensor_shape: int64, out_backprop: T, "
    "row_pooling_sequence: int64, col_pooling_sequence: int64",
    "output: T",
    {"overlapping": False, "T": types(_DTYPES)},
    infer=lambda shape, dy, *_rest, **_attrs: Inferred(shape_from(shape), dy.dtype),
    kernel=_average_back,
)

# ---------------------------------------------------------------------------- public functions


def _pool(
    op: str,
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool,
    overlapping: bool,
    seed: int,
    name: str | None,
) -> tuple[Tensor, Tensor, Tensor]:
    ratios = [float(ratio) for ratio in np.atleast_1d(np.asarray(pooling_ratio))]
    if len(ratios) in (1, 2):
        ratios = [1.0, ratios[0], ratios[-1], 1.0]
    if len(ratios) != 4:
        raise ValueError(f"pooling_ratio should be of length 1, 2 or 4. Received: {pooling_ratio}")
    if min(ratios) < 1 or ratios[0] != 1 or ratios[3] != 1:
        raise ValueError(
            "`pooling_ratio` should be >= 1.0, and 1.0 for batch and channels. "
            f"Received: pooling_ratio={pooling_ratio}"
        )
    return getattr(raw, op)(
        convert_to_tensor(value, name="value"),
        pooling_ratio=ratios,
        pseudo_random=pseudo_random,
        overlapping=overlapping,
        deterministic=seed != 0,
        seed=seed,
        seed2=seed,
        name=name,
    )


@public("nn.fractional_max_pool")
def fractional_max_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The maximum under windows that make an image smaller by any ratio.

    Args:
        value: float32, float64, int32 or int64 tensor `[batch, height, width, channels]`.
        pooling_ratio: how much smaller: a number, two, or one for each axis; at least 1.
        pseudo_random: whether the windows' sizes alternate evenly, else in any order.
        overlapping: whether neighbouring windows share the elements at their border.
        seed: where the chance starts; with 0 each call differs.
        name: name of the operation.

    Returns:
        `(output, rows, columns)`: the maxima `[batch, height / ratio, width / ratio, channels]`,
            and
        where the windows begin and end.

    Raises:
        ValueError: a ratio less than 1.
        InvalidArgumentError: a ratio more than the size.

    >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.nn.fractional_max_pool(x, 2.0)[0][0, :, :, 0].numpy()
    array([[ 5.,  7.],
           [13., 15.]], dtype=float32)
    """
    return _pool("FractionalMaxPool", value, pooling_ratio, pseudo_random, overlapping, seed, name)


@public("nn.fractional_avg_pool")
def fractional_avg_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The mean under windows that make an image smaller by any ratio.

    Args:
        value: float32, float64, int32 or int64 tensor `[batch, height, width, channels]`.
        pooling_ratio: how much smaller: a number, two, or one for each axis; at least 1.
        pseudo_random: whether the windows' sizes alternate evenly, else in any order.
        overlapping: whether neighbouring windows share the elements at their border.
        seed: where the chance starts; with 0 each call differs.
        name: name of the operation.

    Returns:
        `(output, rows, columns)`: the means `[batch, height / ratio, width / ratio, channels]`, and
        where the windows begin and end.

    Raises:
        ValueError: a ratio less than 1.
        InvalidArgumentError: a ratio more than the size.

    >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.nn.fractional_avg_pool(x, 2.0)[0][0, :, :, 0].numpy()
    array([[ 2.5,  4.5],
           [10.5, 12.5]], dtype=float32)
    """
    return _pool("FractionalAvgPool", value, pooling_ratio, pseudo_random, overlapping, seed, name)
