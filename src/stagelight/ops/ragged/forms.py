"""How public functions take ragged tensors: the one table of it.

Elementwise ops need no entry: `raw` asks the class (`broadcasting`), so most functions of one or two tensors
take ragged ones as they are. An entry is for a function that looks at its arguments before it calls an op, or
that means something else for rows of different lengths. It is made from the function for plain tensors, and
called when that refuses its arguments (`core.composite.open_to_composites`).
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


# Name of a public function -> what makes its form.
FORMS: dict[str, Callable[[Function], Function]] = {
    "abs": _of_values,
    "add": _of_two,
    "add_n": _of_list,
    "adjust_brightness": _of_values,
    "adjust_gamma": _of_values,
    "angle": _of_values,
    "as_string": _of_values,
    "assert_equal": _assertion,
    "assert_greater": _assertion,
    "assert_greater_equal": _assertion,
    "assert_less": _assertion,
    "assert_less_equal": _assertion,
    "assert_near": _assertion,
    "assert_none_equal": _assertion,
    "bincount": _bincount,
    "broadcast_to": _own(dynamic_shape.broadcast_to),
    "bitcast": _of_values,
    "cast": _of_values,
    "check_numerics": _of_values,
    "clip_by_value": _of_values,
    "complex": _of_two,
    "concat": _own(arrangement.concat),
    "conj": _of_values,
    "convert_image_dtype": _of_values,
    "cumsum": reduction.cumsum,
    "decode_base64": _of_values,
    "decode_compressed": _of_values,
    "divide": _of_two,
    "divide_no_nan": _of_two,
    "dropout": _of_values,
    "dynamic_partition": _own(selection.dynamic_partition),
    "embedding_lookup": _of_values,
    "encode_base64": _of_values,
    "erfcinv": _of_values,
    "expand_dims": _own(arrangement.expand_dims),
    "gather": _own(selection.gather),
    "gather_nd": _own(selection.gather_nd),
    "gelu": _of_values,
    "imag": _of_values,
    "join": _of_list,
    "leaky_relu": _of_values,
    "length": _of_values,
    "log_sigmoid": _of_values,
    "lower": _of_values,
    "matmul": products.matmul,
    "multiply_no_nan": _of_two,
    "one_hot": _one_hot,
    "older_embedding_lookup": _of_values,
    "ones_like": _of_values,
    "random_brightness": _of_values,
    "rank": _own(_rank),
    "real": _of_values,
    "reciprocal_no_nan": _of_values,
    "reduce_all": reduction.of_bools(raw.UnsortedSegmentProd),
    "reduce_any": reduction.of_bools(raw.UnsortedSegmentSum),
    "reduce_join": reduction.reduce_join,
    "reduce_max": reduction.by_segments(raw.UnsortedSegmentMax),
    "reduce_mean": _own(reduction.mean),
    "reduce_min": reduction.by_segments(raw.UnsortedSegmentMin),
    "reduce_prod": reduction.by_segments(raw.UnsortedSegmentProd),
    "reduce_std": _own(reduction.deviation),
    "reduce_sum": reduction.by_segments(raw.UnsortedSegmentSum),
    "reduce_variance": _own(reduction.variance),
    "regex_full_match": _of_values,
    "regex_replace": _of_values,
    "reshape": _own(dynamic_shape.reshape),
    "reverse": _own(arrangement.reverse),
    "round": _of_values,
    "saturate_cast": _of_values,
    "scalar_mul": _of_values,
    "sigmoid_cross_entropy_with_logits": _of_two,
    "shape": _own(dynamic_shape.shape),
    "silu": _of_values,
    "size": _size,
    "softmax": _own(reduction.softmax),
    "split": _own(arrangement.split),
    "squeeze": _own(arrangement.squeeze),
    "stack": _own(arrangement.stack),
    "stateless_dropout": _of_values,
    "stateless_random_brightness": _of_values,
    "stop_gradient": _of_values,
    "strip": _of_values,
    "substr": _of_values,
    "tile": _own(arrangement.tile),
    "to_hash_bucket": _of_values,
    "to_hash_bucket_fast": _of_values,
    "to_hash_bucket_strong": _of_values,
    "to_number": _of_values,
    "truediv": _of_two,
    "unicode_encode": _unicode_encode,
    "unicode_script": _of_values,
    "unicode_transcode": _of_values,
    "unsorted_segment_max": reduction.unsorted_segments(raw.UnsortedSegmentMax),
    "unsorted_segment_mean": _own(reduction.segment_mean),
    "unsorted_segment_min": reduction.unsorted_segments(raw.UnsortedSegmentMin),
    "unsorted_segment_prod": reduction.unsorted_segments(raw.UnsortedSegmentProd),
    "unsorted_segment_sqrt_n": _own(reduction.segment_sqrt_n),
    "unsorted_segment_sum": reduction.unsorted_segments(raw.UnsortedSegmentSum),
    "upper": _of_values,
    "where": _own(selection.where),
    "zeros_like": _of_values,
}


def _form_of(self: RaggedTensor, function: Function) -> Function | None:
    """The form of a public function, None if there is none."""
    make = FORMS.get(function.__name__)
    return None if make is None else make(function)


setattr(RaggedTensor, _form_of.__name__, _form_of)
