"""Functions that did something else in TensorFlow 1 than they do now: results, shapes, arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.control_flow.conditionals import cond
from stagelight.control_flow.hessians import hessians as hessians_v2
from stagelight.control_flow.loops import while_loop
from stagelight.core.arrays import to_array
from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.scopes import name_scope
from stagelight.ops.arrays.space_batch import batch_to_space, space_to_batch
from stagelight.ops.nn.losses import softmax_cross_entropy_with_logits
from stagelight.ops.nn.morphology import dilation2d, erosion2d
from stagelight.ops.ragged.text import split
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, string
from stagelight.types.shapes import TensorShape


def _one_of(first: str, a: Any, second: str, b: Any) -> Any:
    if a is not None and b is not None:
        raise ValueError(f"Cannot specify both {first!r} and {second!r}.")
    return b if a is None else a


@public("compat.v1.cond")
def older_cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """`tf.cond`, where a list or tuple of one result stands for that result.

    Args:
        pred: bool scalar.
        true_fn, false_fn: the branches; `fn1` and `fn2` are their older names.
        strict: keeps lists of one result as they are.
        name: the operation's name.

    Raises:
        TypeError: a branch is missing, or given by both of its names.

    >>> tf.compat.v1.cond(tf.constant(True), lambda: [1], lambda: [2])
    1
    """
    for older, current in ((fn1, true_fn), (fn2, false_fn)):
        if older is not None and current is not None:
            raise TypeError(
                "cond(): 'fn1' and 'fn2' may not be set simultaneously with 'true_fn' and 'false_fn'."
            )
    true_fn, false_fn = true_fn or fn1, false_fn or fn2
    if true_fn is None or false_fn is None:
        which = "true_fn" if true_fn is None else "false_fn"
        raise TypeError(f"cond(): '{which}' argument required")
    result = cond(pred, true_fn, false_fn, name)
    if not strict and isinstance(result, (list, tuple)) and len(result) == 1:
        return result[0]
    return result


@public("compat.v1.while_loop")
def older_while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """`tf.while_loop`, where a list of one loop variable comes back as that variable.

    Args:
        cond, body, loop_vars, shape_invariants, parallel_iterations, swap_memory,
        maximum_iterations, name: as for `tf.while_loop`.
        back_prop: False stops gradients at the results.
        return_same_structure: keeps a list of one variable as it is.

    >>> tf.compat.v1.while_loop(lambda i: i < 3, lambda i: i + 1, [0]).numpy()
    np.int32(3)
    """
    result = while_loop(
        cond,
        body,
        loop_vars,
        shape_invariants=shape_invariants,
        parallel_iterations=parallel_iterations,
        back_prop=back_prop,
        swap_memory=swap_memory,
        maximum_iterations=maximum_iterations,
        name=name,
    )
    if not return_same_structure and isinstance(result, (list, tuple)) and len(result) == 1:
        return result[0]
    return result


@public("compat.v1.where")
def older_where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """The elements of `x` where the condition is true, else of `y`; nothing is broadcast.

    Args:
        condition: bool tensor of the shape of `x`, or a vector or scalar that chooses whole rows.
        x, y: tensors of one shape; without them the indices of what is true are given.
        name: the operation's name.

    Raises:
        ValueError: only one of `x` and `y` is given.

    >>> tf.compat.v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]]).numpy()
    array([[1, 2],
           [7, 8]], dtype=int32)
    """
    if (x is None) != (y is None):
        raise ValueError("x and y must both be non-None or both be None.")
    condition = convert_to_tensor(condition, name="condition")
    if x is None:
        return raw.Where(condition, name=name)
    return raw.Select(condition, x, y, name=name)


@public("compat.v1.constant")
def older_constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: str = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """`tf.constant`, where in a graph the last element fills up a larger shape.

    Args:
        value: a number, array, or nested lists of them.
        dtype: the dtype; that of the value if None.
        shape: the shape; that of the value if None.
        name: the operation's name.
        verify_shape: refuses a value of another shape.

    Raises:
        TypeError: the value does not have, or eagerly cannot take, that shape.

    >>> tf.compat.v1.constant(7, shape=[3]).numpy()
    array([7, 7, 7], dtype=int32)
    """
    array, found = to_array(value, None if dtype is None else as_dtype(dtype))
    if shape is not None:
        dims = tuple(int(dim or 0) for dim in TensorShape(shape).as_list())
        if dims != array.shape and verify_shape:
            raise TypeError(
                f"Expected Tensor's shape: {dims}, got {array.shape}. "
                "Omit verify_shape to reshape the value."
            )
        array = _of_shape(array, dims)
    return make_constant(EagerTensor(array, found), name)


def _of_shape(array: np.ndarray, dims: tuple[int, ...]) -> np.ndarray:
    size = int(np.prod(dims))
    if array.size == size:
        return array.reshape(dims)
    if array.size == 1 or (CONTEXT.stage is not None and 0 < array.size < size):
        flat = array.reshape(-1)
        return np.concatenate([flat, np.repeat(flat[-1:], size - flat.size)]).reshape(dims)
    raise TypeError(
        f"tf.constant: a value of {array.size} elements cannot take the shape {list(dims)} "
        f"of {size} elements."
    )


@public("compat.v1.nn.softmax_cross_entropy_with_logits")
def older_softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits` without a gradient for the labels.

    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits([[1.0, 0.0]], [[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)
    """
    return softmax_cross_entropy_with_logits(
        raw.StopGradient(labels), logits, dim if axis is None else axis, name
    )


@public("compat.v1.nn.softmax_cross_entropy_with_logits_v2")
def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: int | None = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits`; `dim` is another name for `axis`.

    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2([[1.0, 0.0]], [[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)
    """
    axis = _one_of("dim", dim, "axis", axis)
    return softmax_cross_entropy_with_logits(labels, logits, -1 if axis is None else axis, name)


@public("compat.v1.space_to_batch", "compat.v1.nn.space_to_batch")
def older_space_to_batch(
    input: Any,
    paddings: Any,
    block_size: Any = None,
    name: str | None = None,
    block_shape: Any = None,
) -> Tensor:
    """`tf.space_to_batch` with the arguments of TensorFlow 1.

    Args:
        input: tensor `[batch, height, width, depth]`.
        paddings: how much each spatial axis is padded.
        block_size: the size of blocks, an integer; or `block_shape`, another name for it.
        name: the operation's name.

    >>> tf.compat.v1.space_to_batch(tf.ones([1, 2, 2, 1]), [[0, 0], [0, 0]], 2).shape
    TensorShape([4, 1, 1, 1])
    """
    size = _one_of("block_size", block_size, "block_shape", block_shape)
    return space_to_batch(input, np.array([size, size]), paddings, name)


@public("compat.v1.batch_to_space")
def older_batch_to_space(
    input: Any, crops: Any, block_size: Any, name: str | None = None, block_shape: Any = None
) -> Tensor:
    """`tf.batch_to_space` with the arguments of TensorFlow 1.

    Args:
        input: tensor `[batch * block_size**2, height, width, depth]`.
        crops: how much is cut from each spatial axis.
        block_size: the size of blocks, an integer; or `block_shape`, another name for it.
        name: the operation's name.

    >>> tf.compat.v1.batch_to_space(tf.ones([4, 1, 1, 1]), [[0, 0], [0, 0]], 2).shape
    TensorShape([1, 2, 2, 1])
    """
    size = _one_of("block_size", block_size, "block_shape", block_shape)
    return batch_to_space(input, np.array([size, size]), crops, name)


@public("compat.v1.nn.fractional_max_pool")
def older_fractional_max_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Any:
    """`tf.nn.fractional_max_pool` with both seeds as arguments.

    >>> pooled = tf.compat.v1.nn.fractional_max_pool(tf.ones([1, 4, 4, 1]), [1.0, 2.0, 2.0, 1.0])
    >>> pooled[0].shape
    TensorShape([1, 2, 2, 1])
    """
    return raw.FractionalMaxPool(
        value,
        pooling_ratio=pooling_ratio,
        pseudo_random=pseudo_random,
        overlapping=overlapping,
        deterministic=deterministic,
        seed=seed,
        seed2=seed2,
        name=name,
    )


@public("compat.v1.nn.fractional_avg_pool")
def older_fractional_avg_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Any:
    """`tf.nn.fractional_avg_pool` with both seeds as arguments.

    >>> pooled = tf.compat.v1.nn.fractional_avg_pool(tf.ones([1, 4, 4, 1]), [1.0, 2.0, 2.0, 1.0])
    >>> pooled[0].shape
    TensorShape([1, 2, 2, 1])
    """
    return raw.FractionalAvgPool(
        value,
        pooling_ratio=pooling_ratio,
        pseudo_random=pseudo_random,
        overlapping=overlapping,
        deterministic=deterministic,
        seed=seed,
        seed2=seed2,
        name=name,
    )


@public("compat.v1.nn.dilation2d")
def older_dilation2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """`tf.nn.dilation2d` with the arguments of TensorFlow 1.

    >>> image, kernel = tf.ones([1, 3, 3, 1]), tf.zeros([2, 2, 1])
    >>> ones = [1, 1, 1, 1]
    >>> tf.compat.v1.nn.dilation2d(image, kernel, ones, ones, "VALID").shape
    TensorShape([1, 2, 2, 1])
    """
    kernel = _one_of("filter", filter, "filters", filters)
    return dilation2d(
        input,
        kernel,
        strides,
        padding,
        "NHWC",
        _one_of("rates", rates, "dilations", dilations),
        name,
    )


@public("compat.v1.nn.erosion2d")
def older_erosion2d(
    value: Any, kernel: Any, strides: Any, rates: Any, padding: Any, name: str | None = None
) -> Tensor:
    """`tf.nn.erosion2d` with the arguments of TensorFlow 1.

    >>> image, kernel = tf.ones([1, 3, 3, 1]), tf.zeros([2, 2, 1])
    >>> ones = [1, 1, 1, 1]
    >>> tf.compat.v1.nn.erosion2d(image, kernel, ones, ones, "VALID").shape
    TensorShape([1, 2, 2, 1])
    """
    return erosion2d(value, kernel, strides, padding, "NHWC", rates, name)


@public("compat.v1.strings.split")
def older_split(
    input: Any = None,
    sep: str | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.strings.split`, which gives a sparse tensor if not told otherwise.

    Args:
        input, source: the strings, under either name.
        sep: what they are cut at; None or "" is white space.
        maxsplit: the greatest number of cuts; -1 for all.
        result_type: "SparseTensor" or "RaggedTensor".
        name: name of the operation.

    Raises:
        ValueError: another `result_type`.

    >>> tf.compat.v1.strings.split(["a bc", "d"]).values.numpy().tolist()
    [b'a', b'bc', b'd']
    """
    text = convert_to_tensor(_one_of("input", input, "source", source), string)
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    if text.shape.rank == 0:
        text = raw.ExpandDims(text, 0)
    pieces = split(text, sep, maxsplit, name)
    return pieces if result_type == "RaggedTensor" else pieces.to_sparse()


@public("compat.v1.name_scope")
class older_name_scope(name_scope):  # TF's name.
    """`tf.name_scope`, where a name that is None stands for the default one.

    Args:
        name: the scope's name, or None.
        default_name: the name if the first is None.
        values: tensors whose graph is meant; in it the operations are made anyway.

    Raises:
        ValueError: there is neither a name nor a default, but there are values.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.name_scope(None, "layer") as scope:
    ...         print(scope)
    layer/
    """

    def __init__(self, name: Any, default_name: str | None = None, values: Any = None) -> None:
        if name is None and default_name is None and values:
            raise ValueError(
                "At least one of name (None) and default_name (None) must be provided."
            )
        super().__init__((default_name if name is None else name) or "")


@public("compat.v1.hessians")
def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
) -> list[Tensor]:
    """`tf.hessians` with TensorFlow 1's arguments.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.constant(2.0)
    ...     print(tf.compat.v1.hessians(x**3, x)[0].eval())
    12.0
    """
    return hessians_v2(ys, xs, gate_gradients, aggregation_method, name)
