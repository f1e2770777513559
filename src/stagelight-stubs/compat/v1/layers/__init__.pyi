"""Public names of `tf.compat.v1.layers`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.base_layer import Layer as Layer
from stagelight.compat.v1.kernel_layers import Conv1D as Conv1D
from stagelight.compat.v1.kernel_layers import Conv2D as Conv2D
from stagelight.compat.v1.kernel_layers import Conv3D as Conv3D
from stagelight.compat.v1.kernel_layers import Dense as Dense
from stagelight.compat.v1.layer_functions import average_pooling2d as average_pooling2d
from stagelight.compat.v1.layer_functions import dropout as dropout
from stagelight.compat.v1.layer_functions import flatten as flatten
from stagelight.compat.v1.layer_functions import max_pooling2d as max_pooling2d
from stagelight.compat.v1.normalization_layer import batch_normalization as batch_normalization
from typing import Any

def conv1d(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = 1,
    padding: str = 'valid',
    data_format: str = 'channels_last',
    dilation_rate: Any = 1,
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = ...,
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
) -> Any:
    """`Conv1D(...)(inputs)`, with variables in a scope of that name.

    Args:
        inputs: floating tensor.
        reuse: whether the variables are there already: True, or `tf.compat.v1.AUTO_REUSE`.
        filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, trainable, name: as for `Conv1D`.

    Raises:
        ValueError: as for `Conv1D`; or a variable exists and is not to be shared, or the reverse.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.conv1d(tf.ones([1, 8, 3]), 4, 3, name="out")
    ...     y.shape[-1], [v.name for v in tf.compat.v1.global_variables()]
    (4, ['out/kernel:0', 'out/bias:0'])
    """
def conv2d(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = 1,
    padding: str = 'valid',
    data_format: str = 'channels_last',
    dilation_rate: Any = 1,
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = ...,
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
) -> Any:
    """`Conv2D(...)(inputs)`, with variables in a scope of that name.

    Args:
        inputs: floating tensor.
        reuse: whether the variables are there already: True, or `tf.compat.v1.AUTO_REUSE`.
        filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, trainable, name: as for `Conv2D`.

    Raises:
        ValueError: as for `Conv2D`; or a variable exists and is not to be shared, or the reverse.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.conv2d(tf.ones([1, 8, 8, 3]), 4, 3, name="out")
    ...     y.shape[-1], [v.name for v in tf.compat.v1.global_variables()]
    (4, ['out/kernel:0', 'out/bias:0'])
    """
def conv3d(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = 1,
    padding: str = 'valid',
    data_format: str = 'channels_last',
    dilation_rate: Any = 1,
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = ...,
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
) -> Any:
    """`Conv3D(...)(inputs)`, with variables in a scope of that name.

    Args:
        inputs: floating tensor.
        reuse: whether the variables are there already: True, or `tf.compat.v1.AUTO_REUSE`.
        filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, trainable, name: as for `Conv3D`.

    Raises:
        ValueError: as for `Conv3D`; or a variable exists and is not to be shared, or the reverse.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.conv3d(tf.ones([1, 8, 8, 8, 3]), 4, 3, name="out")
    ...     y.shape[-1], [v.name for v in tf.compat.v1.global_variables()]
    (4, ['out/kernel:0', 'out/bias:0'])
    """
def dense(
    inputs: Any,
    units: int,
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = ...,
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
) -> Any:
    """`Dense(...)(inputs)`, with variables in a scope of that name.

    Args:
        inputs: floating tensor.
        reuse: whether the variables are there already: True, or `tf.compat.v1.AUTO_REUSE`.
        units, activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, trainable, name: as for `Dense`.

    Raises:
        ValueError: as for `Dense`; or a variable exists and is not to be shared, or the reverse.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.dense(tf.ones([2, 3]), 4, name="out")
    ...     y.shape[-1], [v.name for v in tf.compat.v1.global_variables()]
    (4, ['out/kernel:0', 'out/bias:0'])
    """
