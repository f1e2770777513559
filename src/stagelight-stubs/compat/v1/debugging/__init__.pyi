"""Public names of `tf.compat.v1.debugging`. Written by `scripts/public_stubs.py`."""

from stagelight.debugging import Assert as Assert
from stagelight.debugging import assert_proper_iterable as assert_proper_iterable
from stagelight.debugging import assert_same_float_dtype as assert_same_float_dtype
from stagelight.debugging import assert_shapes as assert_shapes
from stagelight.debugging import check_numerics as check_numerics
from stagelight.debugging import compare_modes as compare_modes
from stagelight.debugging import disable_check_numerics as disable_check_numerics
from stagelight.debugging import disable_traceback_filtering as disable_traceback_filtering
from stagelight.debugging import enable_check_numerics as enable_check_numerics
from stagelight.debugging import enable_traceback_filtering as enable_traceback_filtering
from stagelight.debugging import get_log_device_placement as get_log_device_placement
from stagelight.debugging import is_numeric_tensor as is_numeric_tensor
from stagelight.debugging import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from stagelight.debugging import set_log_device_placement as set_log_device_placement
from stagelight.debugging import step_through as step_through
from stagelight.ops.elementwise.floating_point import is_finite as is_finite
from stagelight.ops.elementwise.floating_point import is_inf as is_inf
from stagelight.ops.elementwise.floating_point import is_nan as is_nan
from stagelight.ops.reductions.monotonicity import is_non_decreasing as is_non_decreasing
from stagelight.ops.reductions.monotonicity import is_strictly_increasing as is_strictly_increasing
from typing import Any

def assert_all_finite(
    t: Any = None,
    msg: Any = None,
    name: Any = None,
    x: Any = None,
    message: Any = None,
) -> Any:
    """`assert_all_finite` with the arguments of TensorFlow 1:

        t, msg, name, x, message

    The tensor as it is, if it has no NaN and no infinity.

    Args:
        x: floating tensor.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        `x`.

    Raises:
        InvalidArgumentError: it has NaN or infinity, or is not floating.

    >>> tf.debugging.assert_all_finite(tf.constant(1.0), "loss").numpy()
    np.float32(1.0)
    """
def assert_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x == y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_equal(tf.constant([1, 2]), [1, 2])
    """
def assert_greater(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_greater` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x > y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater(tf.constant([1, 2]), 0)
    """
def assert_greater_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_greater_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x >= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater_equal(tf.constant([1, 2]), 1)
    """
def assert_integer(x: Any, message: Any = None, name: Any = None) -> Any:
    """`assert_integer` with the arguments of TensorFlow 1:

        x, message, name

    Fails unless the tensor's dtype is an integer one.

    Args:
        x: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_integer(tf.constant([1, 2]))
    """
def assert_less(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_less` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x < y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less(tf.constant([1, 2]), 3)
    """
def assert_less_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_less_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x <= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less_equal(tf.constant([1, 2]), 2)
    """
def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_near` with the arguments of TensorFlow 1:

        x, y, rtol, atol, data, summarize, message, name

    Fails unless `|x - y| <= atol + rtol * |y|` for each pair of elements.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        rtol: relative tolerance; ten times the dtype's precision if None.
        atol: absolute tolerance; the same if None.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.
        ValueError: the dtype is not floating or complex.

    >>> tf.debugging.assert_near(tf.constant([1.0, 2.0]), [1.0, 2.0000001])
    """
def assert_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_negative` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x < 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_negative(tf.constant([-1, -2]))
    """
def assert_non_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_non_negative` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x >= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_negative(tf.constant([0, 2]))
    """
def assert_non_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_non_positive` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x <= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_positive(tf.constant([0, -2]))
    """
def assert_none_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_none_equal` with the arguments of TensorFlow 1:

        x, y, data, summarize, message, name

    Fails unless `x != y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        summarize: how many elements are shown; 3 if None, all if -1.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_none_equal(tf.constant([1, 2]), 0)
    """
def assert_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_positive` with the arguments of TensorFlow 1:

        x, data, summarize, message, name

    Fails unless `x > 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_positive(tf.constant([1, 2]))
    """
def assert_rank(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank` with the arguments of TensorFlow 1:

        x, rank, data, summarize, message, name

    Fails unless the tensor has that number of axes.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank(tf.constant([1, 2]), 1)
    """
def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank_at_least` with the arguments of TensorFlow 1:

        x, rank, data, summarize, message, name

    Fails unless the tensor has that number of axes or more.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: fewer axes, where that is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_at_least(tf.constant([[1, 2]]), 1)
    """
def assert_rank_in(
    x: Any,
    ranks: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: Any = None,
) -> Any:
    """`assert_rank_in` with the arguments of TensorFlow 1:

        x, ranks, data, summarize, message, name

    Fails unless the tensor has one of these numbers of axes.

    Args:
        x: tensor.
        ranks: int32 numbers or tensors of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_in(tf.constant([1, 2]), (0, 1))
    """
def assert_scalar(tensor: Any, name: Any = None, message: Any = None) -> Any:
    """`assert_scalar` with the arguments of TensorFlow 1:

        tensor, name, message

    Fails unless the tensor has no axes, as far as that is known while tracing.

    Args:
        tensor: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        ValueError: it has axes, or its rank is not known.

    >>> tf.debugging.assert_scalar(3)
    """
def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: Any = None) -> Any:
    """`assert_type` with the arguments of TensorFlow 1:

        tensor, tf_type, message, name

    Fails unless the tensor has that dtype.

    Args:
        tensor: tensor.
        tf_type: the dtype.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
