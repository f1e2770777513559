"""How public functions take ragged tensors: the one table of it.

Elementwise ops need no entry: `raw` asks the class (`broadcasting`), so most functions of one or two tensors
take ragged ones as they are. An entry is for a function that looks at its arguments before it calls an op, or
that means something else for rows of different lengths. It is made from the function for plain tensors, and
called when that refuses its arguments (`core.composite`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.ragged import arrangement, dynamic_shape, products, reduction, selection
from stagelight.ops.ragged.broadcasting import line_up, of_lined_up
from stagelight.ops.ragged.conversion import map_flat_values
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.rows import as_ragged_or_tensor
from stagelight.types.dtypes import as_dtype, int32, int64

Function = Callable[..., Any]


def _own(form: Function) -> Callable[[Function], Function]:
    """A form that needs nothing of the function for plain tensors."""
    return lambda function: form


def _of_values(function: Function) -> Function:
    """The function of the values inside of all ragged axes."""
    return partial(map_flat_values, function)


def _of_two(function: Function) -> Function:
    """The function of its first two arguments, which are broadcast."""
    first, second = list(inspect.signature(function).parameters)[:2]

    def form(*args: Any, **kwargs: Any) -> Any:
        given = {**dict(zip((first, second), args, strict=False)), **kwargs}
        x, y = given.pop(first), given.pop(second)
        return of_lined_up(lambda a, b: function(a, b, *args[2:], **given), x, y)

    return form


def _of_list(function: Function) -> Function:
    """The function of a list of values, which are broadcast."""

    def form(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return of_lined_up(lambda *values: function(list(values), *args, **kwargs), *inputs)

    return form


def _assertion(function: Function) -> Function:
    """An assertion of two values, which are broadcast."""

    def form(x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
        flat, _ = line_up([as_ragged_or_tensor(value) for value in (x, y)])
        return function(*flat, *args, **kwargs)

    return form


def _size(function: Function) -> Function:
    def form(input: Any, out_type: Any = None, name: str | None = None) -> Any:
        return function(input.flat_values, *([] if out_type is None else [out_type]))

    return form


def _bincount(function: Function) -> Function:
    """Counts of all values, or of those of each row."""

    def form(
        arr: Any,
        weights: Any = None,
        minlength: Any = None,
        maxlength: Any = None,
        dtype: Any = int32,
        name: str | None = None,
        axis: int | None = None,
        binary_output: bool = False,
    ) -> Any:
        values = arr.flat_values
        given = weights.flat_values if isinstance(weights, RaggedTensor) else weights
        if axis != -1:
            bounds = minlength, maxlength, dtype, name
            return function(values, given, *bounds, None, binary_output)
        longest = raw.Maximum(raw.Max(values, [0]) + 1, 0)
        size = longest if minlength is None else raw.Maximum(longest, minlength)
        size = size if maxlength is None else raw.Minimum(size, maxlength)
        counted = convert_to_tensor([], as_dtype(dtype)) if given is None else given
        splits = raw.Cast(arr.row_splits, DstT=int64)
        return raw.RaggedBincount(splits, values, size, counted, binary_output=binary_output)

    return form


def _one_hot(function: Function) -> Function:
    def form(
        indices: Any,
        depth: Any,
        on_value: Any = None,
        off_value: Any = None,
        axis: int | None = None,
        dtype: Any = None,
        name: str | None = None,
    ) -> Any:
        along = axis
        if axis is not None and axis >= 0:
            if axis <= indices.ragged_rank:
                raise ValueError(
                    f"axis ({axis}) must be greater than indices.ragged_rank ({indices.ragged_rank})."
                )
            along = axis - indices.ragged_rank
        values = function(indices.flat_values, depth, on_value, off_value, along, dtype)
        return indices.with_flat_values(values)

    return form


def _unicode_encode(function: Function) -> Function:
    """Rows of code points as strings, one for each of the innermost rows."""

    def form(
        input: Any,
        output_encoding: str,
        errors: str = "replace",
        replacement_char: int = 65533,
        name: str | None = None,
    ) -> Any:
        values = input.values
        if isinstance(values, RaggedTensor) or values.shape.rank != 1:
            part = form if isinstance(values, RaggedTensor) else function
            return input.with_values(part(values, output_encoding, errors, replacement_char))
        return raw.UnicodeEncode(
            values,
            input.row_splits,
            output_encoding=output_encoding,
            errors=errors,
            replacement_char=replacement_char,
        )

    return form


def _rank(input: Any, name: str | None = None) -> Any:
    return raw.Rank(input.flat_values) + input.ragged_rank


# The public name under which a function was recorded first -> what makes its form.
FORMS: dict[str, Callable[[Function], Function]] = {
    "math.abs": _of_values,
    "math.add": _of_two,
    "math.add_n": _of_list,
    "image.adjust_brightness": _of_values,
    "image.adjust_gamma": _of_values,
    "math.angle": _of_values,
    "strings.as_string": _of_values,
    "debugging.assert_equal": _assertion,
    "debugging.assert_greater": _assertion,
    "debugging.assert_greater_equal": _assertion,
    "debugging.assert_less": _assertion,
    "debugging.assert_less_equal": _assertion,
    "debugging.assert_near": _assertion,
    "debugging.assert_none_equal": _assertion,
    "math.bincount": _bincount,
    "broadcast_to": _own(dynamic_shape.broadcast_to),
    "bitcast": _of_values,
    "cast": _of_values,
    "debugging.check_numerics": _of_values,
    "clip_by_value": _of_values,
    "complex": _of_two,
    "concat": _own(arrangement.concat),
    "math.conj": _of_values,
    "image.convert_image_dtype": _of_values,
    "math.cumsum": reduction.cumsum,
    "io.decode_base64": _of_values,
    "io.decode_compressed": _of_values,
    "math.divide": _of_two,
    "math.divide_no_nan": _of_two,
    "nn.dropout": _of_values,
    "dynamic_partition": _own(selection.dynamic_partition),
    "nn.embedding_lookup": _of_values,
    "io.encode_base64": _of_values,
    "math.erfcinv": _of_values,
    "expand_dims": _own(arrangement.expand_dims),
    "gather": _own(selection.gather),
    "gather_nd": _own(selection.gather_nd),
    "nn.gelu": _of_values,
    "math.imag": _of_values,
    "strings.join": _of_list,
    "nn.leaky_relu": _of_values,
    "strings.length": _of_values,
    "math.log_sigmoid": _of_values,
    "strings.lower": _of_values,
    "linalg.matmul": products.matmul,
    "math.multiply_no_nan": _of_two,
    "one_hot": _one_hot,
    "compat.v1.nn.embedding_lookup": _of_values,
    "ones_like": _of_values,
    "image.random_brightness": _of_values,
    "rank": _own(_rank),
    "math.real": _of_values,
    "math.reciprocal_no_nan": _of_values,
    "math.reduce_all": reduction.of_bools(raw.UnsortedSegmentProd),
    "math.reduce_any": reduction.of_bools(raw.UnsortedSegmentSum),
    "strings.reduce_join": reduction.reduce_join,
    "math.reduce_max": reduction.by_segments(raw.UnsortedSegmentMax),
    "math.reduce_mean": _own(reduction.mean),
    "math.reduce_min": reduction.by_segments(raw.UnsortedSegmentMin),
    "math.reduce_prod": reduction.by_segments(raw.UnsortedSegmentProd),
    "math.reduce_std": _own(reduction.deviation),
    "math.reduce_sum": reduction.by_segments(raw.UnsortedSegmentSum),
    "math.reduce_variance": _own(reduction.variance),
    "strings.regex_full_match": _of_values,
    "strings.regex_replace": _of_values,
    "reshape": _own(dynamic_shape.reshape),
    "reverse": _own(arrangement.reverse),
    "math.round": _of_values,
    "saturate_cast": _of_values,
    "math.scalar_mul": _of_values,
    "nn.sigmoid_cross_entropy_with_logits": _of_two,
    "shape": _own(dynamic_shape.shape),
    "nn.silu": _of_values,
    "size": _size,
    "nn.softmax": _own(reduction.softmax),
    "split": _own(arrangement.split),
    "squeeze": _own(arrangement.squeeze),
    "stack": _own(arrangement.stack),
    "nn.experimental.stateless_dropout": _of_values,
    "image.stateless_random_brightness": _of_values,
    "stop_gradient": _of_values,
    "strings.strip": _of_values,
    "strings.substr": _of_values,
    "tile": _own(arrangement.tile),
    "strings.to_hash_bucket": _of_values,
    "strings.to_hash_bucket_fast": _of_values,
    "strings.to_hash_bucket_strong": _of_values,
    "strings.to_number": _of_values,
    "math.truediv": _of_two,
    "strings.unicode_encode": _unicode_encode,
    "strings.unicode_script": _of_values,
    "strings.unicode_transcode": _of_values,
    "math.unsorted_segment_max": reduction.unsorted_segments(raw.UnsortedSegmentMax),
    "math.unsorted_segment_mean": _own(reduction.segment_mean),
    "math.unsorted_segment_min": reduction.unsorted_segments(raw.UnsortedSegmentMin),
    "math.unsorted_segment_prod": reduction.unsorted_segments(raw.UnsortedSegmentProd),
    "math.unsorted_segment_sqrt_n": _own(reduction.segment_sqrt_n),
    "math.unsorted_segment_sum": reduction.unsorted_segments(raw.UnsortedSegmentSum),
    "strings.upper": _of_values,
    "where": _own(selection.where),
    "zeros_like": _of_values,
}


def _form_of(self: RaggedTensor, name: str, function: Function) -> Function | None:
    """The form of a public function, None if there is none."""
    make = FORMS.get(name)
    return None if make is None else make(function)


setattr(RaggedTensor, _form_of.__name__, _form_of)
