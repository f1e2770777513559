"""Public names of `tf.compat.v1.nn`. Written by `scripts/public_stubs.py`."""

from stagelight.autodiff.silu import silu as _swish
from stagelight.autodiff.silu import silu as silu
from stagelight.compat.v1 import depth_to_space as depth_to_space
from stagelight.compat.v1 import space_to_depth as space_to_depth
from stagelight.compat.v1.nn import experimental as experimental
from stagelight.compat.v1.nn import rnn_cell as rnn_cell
from stagelight.compat.v1.older_convolutions import conv2d_backprop_filter as conv2d_backprop_filter
from stagelight.compat.v1.older_convolutions import conv2d_backprop_input as conv2d_backprop_input
from stagelight.compat.v1.older_convolutions import conv3d_backprop_filter as _conv3d_backprop_filter_v2
from stagelight.compat.v1.older_convolutions import conv3d_backprop_filter as conv3d_backprop_filter
from stagelight.compat.v1.older_convolutions import depthwise_conv2d_native as depthwise_conv2d_native
from stagelight.compat.v1.older_forms import older_dilation2d as _dilation2d
from stagelight.compat.v1.older_forms import older_erosion2d as _erosion2d
from stagelight.compat.v1.older_forms import older_fractional_avg_pool as _fractional_avg_pool
from stagelight.compat.v1.older_forms import older_fractional_max_pool as _fractional_max_pool
from stagelight.compat.v1.older_forms import older_softmax_cross_entropy_with_logits as _softmax_cross_entropy_with_logits
from stagelight.compat.v1.older_forms import older_space_to_batch as _space_to_batch
from stagelight.compat.v1.older_forms import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from stagelight.compat.v1.older_names import relu_layer as relu_layer
from stagelight.compat.v1.older_names import xw_plus_b as xw_plus_b
from stagelight.compat.v1.older_random import dropout_with_keep_prob as _dropout
from stagelight.compat.v1.recurrences import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn
from stagelight.compat.v1.recurrences import dynamic_rnn as dynamic_rnn
from stagelight.compat.v1.recurrences import raw_rnn as raw_rnn
from stagelight.compat.v1.recurrences import static_bidirectional_rnn as static_bidirectional_rnn
from stagelight.compat.v1.recurrences import static_rnn as static_rnn
from stagelight.distribute.losses import compute_average_loss as compute_average_loss
from stagelight.distribute.losses import scale_regularization_loss as scale_regularization_loss
from stagelight.ops.arrays.approximate_top_k import approx_max_k as approx_max_k
from stagelight.ops.arrays.approximate_top_k import approx_min_k as approx_min_k
from stagelight.ops.arrays.sorting import top_k as top_k
from stagelight.ops.elementwise.hyperbolic import tanh as tanh
from stagelight.ops.elementwise.sigmoid import sigmoid as sigmoid
from stagelight.ops.elementwise.sigmoid import softplus as softplus
from stagelight.ops.elementwise.sigmoid import softsign as softsign
from stagelight.ops.linalg.norms import l2_normalize as l2_normalize
from stagelight.ops.nn.activation import elu as elu
from stagelight.ops.nn.activation import gelu as gelu
from stagelight.ops.nn.activation import leaky_relu as leaky_relu
from stagelight.ops.nn.activation import relu as relu
from stagelight.ops.nn.activation import relu6 as relu6
from stagelight.ops.nn.activation import selu as selu
from stagelight.ops.nn.batch_normalization import batch_normalization as batch_normalization
from stagelight.ops.nn.batch_normalization import fused_batch_norm as fused_batch_norm
from stagelight.ops.nn.bias import bias_add as bias_add
from stagelight.ops.nn.convolution_functions import atrous_conv2d as atrous_conv2d
from stagelight.ops.nn.ctc import ctc_loss as _ctc_loss_v2
from stagelight.ops.nn.ctc import older_ctc_loss as _ctc_loss
from stagelight.ops.nn.ctc_decoders import ctc_beam_search_decoder as _ctc_beam_search_decoder_v2
from stagelight.ops.nn.ctc_decoders import ctc_greedy_decoder as ctc_greedy_decoder
from stagelight.ops.nn.ctc_decoders import older_ctc_beam_search_decoder as _ctc_beam_search_decoder
from stagelight.ops.nn.ctc_labels import collapse_repeated as collapse_repeated
from stagelight.ops.nn.ctc_labels import ctc_unique_labels as ctc_unique_labels
from stagelight.ops.nn.depthwise_convolution import depthwise_conv2d_backprop_filter as _depthwise_conv2d_native_backprop_filter
from stagelight.ops.nn.depthwise_convolution import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from stagelight.ops.nn.depthwise_convolution import depthwise_conv2d_backprop_input as _depthwise_conv2d_native_backprop_input
from stagelight.ops.nn.depthwise_convolution import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from stagelight.ops.nn.dilated_calls import with_space_to_batch as with_space_to_batch
from stagelight.ops.nn.embeddings import older_embedding_lookup as _embedding_lookup
from stagelight.ops.nn.isotonic_regression import isotonic_regression as isotonic_regression
from stagelight.ops.nn.local_response_normalization import local_response_normalization as _lrn
from stagelight.ops.nn.local_response_normalization import local_response_normalization as local_response_normalization
from stagelight.ops.nn.losses import l2_loss as l2_loss
from stagelight.ops.nn.losses import log_poisson_loss as log_poisson_loss
from stagelight.ops.nn.losses import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from stagelight.ops.nn.losses import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from stagelight.ops.nn.pooling_functions import avg_pool as _avg_pool_v2
from stagelight.ops.nn.pooling_functions import avg_pool1d as avg_pool1d
from stagelight.ops.nn.pooling_functions import avg_pool3d as avg_pool3d
from stagelight.ops.nn.pooling_functions import max_pool as _max_pool_v2
from stagelight.ops.nn.pooling_functions import max_pool1d as max_pool1d
from stagelight.ops.nn.pooling_functions import max_pool2d as max_pool2d
from stagelight.ops.nn.pooling_functions import max_pool3d as max_pool3d
from stagelight.ops.nn.sampled_losses import compute_accidental_hits as compute_accidental_hits
from stagelight.ops.nn.sparse_embeddings import older_embedding_lookup_sparse as _embedding_lookup_sparse
from stagelight.ops.nn.sparse_embeddings import older_safe_embedding_lookup_sparse as _safe_embedding_lookup_sparse
from stagelight.ops.nn.transposed_convolution import atrous_conv2d_transpose as atrous_conv2d_transpose
from stagelight.ops.nn.transposed_convolution import conv1d_transpose as conv1d_transpose
from stagelight.ops.nn.transposed_convolution import conv_transpose as conv_transpose
from stagelight.ops.random.candidate_samplers import all_candidate_sampler as all_candidate_sampler
from stagelight.ops.random.candidate_samplers import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from stagelight.ops.random.candidate_samplers import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from stagelight.ops.random.candidate_samplers import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from stagelight.ops.random.candidate_samplers import uniform_candidate_sampler as uniform_candidate_sampler
from stagelight.ops.reductions.moments import normalize_moments as normalize_moments
from stagelight.ops.reductions.moments import zero_fraction as zero_fraction
from typing import Any

def avg_pool(
    value: Any = None,
    ksize: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = 'NHWC',
    name: Any = None,
    input: Any = None,
) -> Any:
    """`avg_pool` with the arguments of TensorFlow 1:

        value, ksize, strides, padding, data_format, name, input

    The mean under each window, over an input with one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second.
        ksize: the window's size: a number, one for each spatial axis, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID"; padding does not count.
        data_format: where the channels are; None has them last.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: an input of another rank.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.avg_pool([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([2. , 2.5], dtype=float32)
    """
def avg_pool2d(
    value: Any = None,
    ksize: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = 'NHWC',
    name: Any = None,
    input: Any = None,
) -> Any:
    """`avg_pool2d` with the arguments of TensorFlow 1:

        value, ksize, strides, padding, data_format, name, input

    The mean under each window that slides over images; padding does not count.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        ksize: the window's size: a number, two, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels]`, or in "NCHW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.avg_pool2d(x, 2, 1, "VALID")[0, :, :, 0].numpy()
    array([[2., 3.],
           [5., 6.]], dtype=float32)
    """
avg_pool_v2 = _avg_pool_v2
def batch_norm_with_global_normalization(
    t: Any = None,
    m: Any = None,
    v: Any = None,
    beta: Any = None,
    gamma: Any = None,
    variance_epsilon: Any = None,
    scale_after_normalization: Any = None,
    name: Any = None,
    input: Any = None,
    mean: Any = None,
    variance: Any = None,
) -> Any:
    """`batch_norm_with_global_normalization` with the arguments of TensorFlow 1:

        t, m, v, beta, gamma, variance_epsilon, scale_after_normalization, name, input, mean, variance

    `batch_normalization` with other names.

    Args:
        input: floating tensor `[batch, height, width, channels]`.
        mean: tensor `[channels]`.
        variance: tensor `[channels]`.
        beta: what is added, `[channels]`.
        gamma: the factor, `[channels]`.
        variance_epsilon: small number that keeps from dividing by zero.
        scale_after_normalization: whether to multiply by `gamma`.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: shapes that do not broadcast.

    >>> x, one = tf.ones([1, 1, 1, 1]), tf.ones([1])
    >>> y = tf.nn.batch_norm_with_global_normalization(x, one, one, one, one, 0.0, False)
    >>> y.numpy().ravel()
    array([1.], dtype=float32)
    """
def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = None,
    data_format: Any = None,
    name: Any = None,
    input: Any = None,
    dilations: Any = None,
) -> Any:
    """`conv1d` with the arguments of TensorFlow 1:

        value, filters, stride, padding, use_cudnn_on_gpu, data_format, name, input, dilations

    Slides filters over sequences.

    `out[b, i, f] = sum_{p, c} input[b, stride * i + p, c] * filters[p, c, f]`

    Args:
        input: floating tensor `[..., width, channels]` with at least one batch axis, or
            `[..., channels, width]` for "NCW".
        filters: tensor `[columns, channels / groups, filters]` of the same dtype.
        stride: a number, or one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        dilations: as `stride`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_width, filters]`, or in "NCW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: an unknown `data_format`, or wrong numbers of strides or dilations.

    >>> x = tf.reshape(tf.range(4.0), [1, 4, 1])
    >>> tf.nn.conv1d(x, tf.ones([2, 1, 1]), stride=1, padding="VALID")[0, :, 0].numpy()
    array([1., 3., 5.], dtype=float32)
    """
def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = 'NHWC',
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    """`conv2d` with the arguments of TensorFlow 1:

        input, filter, strides, padding, use_cudnn_on_gpu, data_format, dilations, name, filters

    Slides filters over images.

    `out[b, i, j, f] = sum_{p, q, c} input[b, si * i + p, sj * j + q, c] * filters[p, q, c, f]`

    Args:
        input: floating or int32 tensor `[..., height, width, channels]` with at least one batch
            axis, or `[batch, channels, height, width]` for "NCHW".
        filters: tensor `[rows, columns, channels / groups, filters]` of the same dtype.
        strides: a number, two, or one for each axis.
        padding: "SAME" (as many windows as strides fit), "VALID" (no padding), or a list of four
            pairs, one for each axis of `data_format`.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the elements under a window, given as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_height, new_width, filters]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: wrong numbers of strides, dilations or paddings.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), strides=1, padding="VALID")[0, :, :, 0].numpy()
    array([[ 8., 12.],
           [20., 24.]], dtype=float32)
    """
def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = 'SAME',
    data_format: Any = 'NHWC',
    name: Any = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """`conv2d_transpose` with the arguments of TensorFlow 1:

        value, filter, output_shape, strides, padding, data_format, name, input, filters, dilations

    The transpose of `conv2d`: what that convolution's gradient does to `input`.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        filters: tensor `[rows, columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number, two, or one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> x = tf.ones([1, 2, 2, 1])
    >>> tf.nn.conv2d_transpose(x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], strides=2).shape
    TensorShape([1, 4, 4, 1])
    """
def conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = 'NDHWC',
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    """`conv3d` with the arguments of TensorFlow 1:

        input, filter, strides, padding, data_format, dilations, name, filters

    Slides filters over volumes.

    Args:
        input: floating tensor `[..., depth, height, width, channels]` with at least one batch axis, or
            `[batch, channels, depth, height, width]` for "NCDHW".
        filters: tensor `[planes, rows, columns, channels / groups, filters]` of the same dtype.
        strides: five numbers, one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_depth, new_height, new_width, filters]`, or in "NCDHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> x = tf.ones([1, 2, 2, 2, 1])
    >>> tf.nn.conv3d(x, tf.ones([2, 2, 2, 1, 1]), [1] * 5, "VALID").numpy().ravel()
    array([8.], dtype=float32)
    """
conv3d_backprop_filter_v2 = _conv3d_backprop_filter_v2
def conv3d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = 'SAME',
    data_format: Any = 'NDHWC',
    name: Any = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """`conv3d_transpose` with the arguments of TensorFlow 1:

        value, filter, output_shape, strides, padding, data_format, name, input, filters, dilations

    The transpose of `conv3d`.

    Args:
        input: floating tensor `[batch, depth, height, width, channels]`, or in "NCDHW".
        filters: tensor `[planes, rows, columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number, three, or one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> x = tf.ones([1, 2, 2, 2, 1])
    >>> tf.nn.conv3d_transpose(x, tf.ones([2, 2, 2, 1, 1]), [1, 4, 4, 4, 1], strides=2).shape
    TensorShape([1, 4, 4, 4, 1])
    """
def convolution(
    input: Any,
    filter: Any = None,
    padding: Any = None,
    strides: Any = None,
    dilation_rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """`convolution` with the arguments of TensorFlow 1:

        input, filter, padding, strides, dilation_rate, name, data_format, filters, dilations

    Slides filters over an input with one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second where
            `data_format` starts with "NC".
        filters: tensor `[*kernel, channels / groups, filters]` of the same dtype.
        strides: a number or one for each spatial axis; None is 1.
        padding: "SAME" or "VALID", or pairs for each axis.
        data_format: "NWC", "NCW", "NHWC", "NCHW", "NDHWC" or "NCDHW"; None has the channels last.
        dilations: as `strides`.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, filters]`, or in `data_format`.

    Raises:
        ValueError: the number of spatial axes is not 1, 2 or 3, or strides go with dilations.
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> tf.nn.convolution(tf.ones([1, 4, 1]), tf.ones([2, 1, 1]), dilations=2).shape
    TensorShape([1, 2, 1])
    """
def crelu(features: Any, name: Any = None, axis: Any = -1) -> Any:
    """`crelu` with the arguments of TensorFlow 1:

        features, name, axis

    `relu` of `features` and of `-features`, joined along an axis.

    Args:
        features: real tensor with at least one axis.
        axis: the axis, which becomes twice as long.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `features`.

    >>> tf.nn.crelu([-1.0, 2.0]).numpy()
    array([0., 2., 1., 0.], dtype=float32)
    """
ctc_beam_search_decoder = _ctc_beam_search_decoder
ctc_beam_search_decoder_v2 = _ctc_beam_search_decoder_v2
ctc_loss = _ctc_loss
ctc_loss_v2 = _ctc_loss_v2
def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    """`depthwise_conv2d` with the arguments of TensorFlow 1:

        input, filter, strides, padding, rate, name, data_format, dilations

    Slides filters over images, each over one channel.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        filter: tensor `[rows, columns, channels, multiplier]` of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW"; None is "NHWC".
        dilations: two numbers; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels * multiplier]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> x, filters = tf.ones([1, 3, 3, 2]), tf.ones([2, 2, 2, 1])
    >>> tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "VALID")[0, :, :, 0].numpy()
    array([[4., 4.],
           [4., 4.]], dtype=float32)
    """
depthwise_conv2d_native_backprop_filter = _depthwise_conv2d_native_backprop_filter
depthwise_conv2d_native_backprop_input = _depthwise_conv2d_native_backprop_input
dilation2d = _dilation2d
dropout = _dropout
embedding_lookup = _embedding_lookup
embedding_lookup_sparse = _embedding_lookup_sparse
erosion2d = _erosion2d
fractional_avg_pool = _fractional_avg_pool
fractional_max_pool = _fractional_max_pool
def in_top_k(predictions: Any, targets: Any, k: Any, name: Any = None) -> Any:
    """`in_top_k` with the arguments of TensorFlow 1:

        predictions, targets, k, name

    Whether the target of each row is among its `k` greatest predictions; ties count.

    Args:
        targets: int32 or int64 tensor of shape `[rows]`, numbers of classes.
        predictions: float32 tensor of shape `[rows, classes]`.
        k: how many.
        name: name of the operation.

    Returns:
        Bool tensor of shape `[rows]`; False where a target is no class or a prediction is not
        finite.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> tf.math.in_top_k([1, 0], [[0.1, 0.9], [0.2, 0.8]], 1).numpy()
    array([ True, False])
    """
def log_softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """`log_softmax` with the arguments of TensorFlow 1:

        logits, axis, name, dim

    `logits - log(sum(exp(logits)))` along an axis: the logarithm of `tf.nn.softmax`.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.log_softmax([0.0, 0.0]).numpy().round(4)
    array([-0.6931, -0.6931], dtype=float32)
    """
lrn = _lrn
def max_pool(
    value: Any = None,
    ksize: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = 'NHWC',
    name: Any = None,
    input: Any = None,
) -> Any:
    """`max_pool` with the arguments of TensorFlow 1:

        value, ksize, strides, padding, data_format, name, input

    The maximum under each window, over an input with one, two or three spatial axes.

    Args:
        input: real tensor `[batch, *sizes, channels]`, or with the channels second.
        ksize: the window's size: a number, one for each spatial axis, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME", "VALID", or a list of pairs, one for each axis.
        data_format: where the channels are; None has them last.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: an input of another rank.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.max_pool([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([3., 3.], dtype=float32)
    """
max_pool_v2 = _max_pool_v2
def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NHWC',
    Targmax: Any = None,
    name: Any = None,
    output_dtype: Any = None,
    include_batch_in_index: Any = False,
) -> Any:
    """`max_pool_with_argmax` with the arguments of TensorFlow 1:

        input, ksize, strides, padding, data_format, Targmax, name, output_dtype, include_batch_in_index

    The maximum under each window, and where it is.

    Args:
        input: real tensor `[batch, height, width, channels]`.
        ksize: the window's size: a number, two, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        output_dtype: dtype of the places, int32 or int64.
        include_batch_in_index: whether places count from the first image, not from their own.
        name: name of the operation.

    Returns:
        The maxima `[batch, new_height, new_width, channels]`, and of each the index
        `(row * width + column) * channels + channel` in its image.

    Raises:
        ValueError: another `data_format`.
        InvalidArgumentError: windows that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.max_pool_with_argmax(x, 2, 1, "VALID")[1].numpy().ravel()
    array([4, 5, 7, 8])
    """
def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: Any = None,
    keep_dims: Any = None,
    keepdims: Any = None,
) -> Any:
    """`moments` with the arguments of TensorFlow 1:

        x, axes, shift, name, keep_dims, keepdims

    Mean and variance over axes.

    Args:
        x: numeric tensor; 16 bit floats are computed in float32.
        axes: integers, the axes to reduce.
        shift: not used.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(mean, variance)`, tensors of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> mean, variance = tf.nn.moments(tf.constant([1.0, 3.0]), [0])
    >>> mean.numpy(), variance.numpy()
    (np.float32(2.0), np.float32(1.0))
    """
def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: Any,
    num_classes: Any,
    num_true: Any = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Any = False,
    partition_strategy: Any = 'mod',
    name: Any = 'nce_loss',
) -> Any:
    """`nce_loss` with the arguments of TensorFlow 1:

        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, partition_strategy, name

    Noise-contrastive estimation: the logistic losses of the true classes and of some that are drawn.

    Args:
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, name: as for
            `tf.nn.sampled_softmax_loss`.
        remove_accidental_hits: whether drawn classes that are true are left out.

    Returns:
        The losses, of shape `[batch]`.

    Raises:
        InvalidArgumentError: a label is out of range.

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> tf.nn.nce_loss(w, b, [[0]], tf.ones([1, 2]), num_sampled=3, num_classes=4).shape
    TensorShape([1])
    """
def pool(
    input: Any,
    window_shape: Any,
    pooling_type: Any,
    padding: Any = None,
    dilation_rate: Any = None,
    strides: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    """`pool` with the arguments of TensorFlow 1:

        input, window_shape, pooling_type, padding, dilation_rate, strides, name, data_format, dilations

    Pooling over an input with one, two or three spatial axes, perhaps with dilation.

    Args:
        input: real tensor `[batch, *sizes, channels]`, or with the channels second.
        window_shape: the window's size, one for each spatial axis.
        pooling_type: "MAX" or "AVG".
        strides: its steps, likewise; None is 1.
        padding: "SAME", "VALID", or a list of pairs, one for each axis.
        data_format: where the channels are; None has them last.
        dilations: steps between the elements under a window; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: another type, or dilation together with strides or padding.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.pool([[[1.0], [3.0], [2.0]]], [2], "MAX", dilations=[2]).numpy().ravel()
    array([2.], dtype=float32)
    """
safe_embedding_lookup_sparse = _safe_embedding_lookup_sparse
def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: Any,
    num_classes: Any,
    num_true: Any = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Any = True,
    partition_strategy: Any = 'mod',
    name: Any = 'sampled_softmax_loss',
    seed: Any = None,
) -> Any:
    """`sampled_softmax_loss` with the arguments of TensorFlow 1:

        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, partition_strategy, name, seed

    The softmax cross entropy over the true classes and some that are drawn, for training.

    The logits `inputs . weights + biases` are lessened by the logarithm of how often a class is expected
    among the drawn ones.

    Args:
        weights: the table `[num_classes, depth]`, or a list of its parts.
        biases: vector `[num_classes]`.
        labels: integer matrix `[batch, num_true]` of true classes.
        inputs: floating matrix `[batch, depth]`.
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many there are.
        num_true: how many true classes each example has.
        sampled_values: what a candidate sampler gave; drawn by `log_uniform_candidate_sampler` if None.
        remove_accidental_hits: whether drawn classes that are true are left out.
        seed: the seed of the draw.
        name: the operations' name.

    Returns:
        The losses, of shape `[batch]`.

    Raises:
        InvalidArgumentError: a label is out of range.

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> loss = tf.nn.sampled_softmax_loss(w, b, [[0]], tf.ones([1, 2]), num_sampled=3, num_classes=4)
    >>> loss.shape
    TensorShape([1])
    """
def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    """`separable_conv2d` with the arguments of TensorFlow 1:

        input, depthwise_filter, pointwise_filter, strides, padding, rate, name, data_format, dilations

    `depthwise_conv2d`, whose channels a convolution of single pixels then mixes.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        depthwise_filter: tensor `[rows, columns, channels, multiplier]` of the same dtype.
        pointwise_filter: tensor `[1, 1, channels * multiplier, filters]`.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW"; None is "NHWC".
        dilations: two numbers; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, filters]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> x = tf.ones([1, 3, 3, 2])
    >>> tf.nn.separable_conv2d(
    ...     x, tf.ones([2, 2, 2, 1]), tf.ones([1, 1, 2, 3]), [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 2, 2, 3])
    """
def softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """`softmax` with the arguments of TensorFlow 1:

        logits, axis, name, dim

    `exp(logits) / sum(exp(logits))` along an axis: positive numbers that add up to 1.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.softmax([1.0, 1.0, 2.0]).numpy().round(4)
    array([0.2119, 0.2119, 0.5761], dtype=float32)
    """
softmax_cross_entropy_with_logits = _softmax_cross_entropy_with_logits
space_to_batch = _space_to_batch
def sufficient_statistics(
    x: Any,
    axes: Any,
    shift: Any = None,
    keep_dims: Any = None,
    name: Any = None,
    keepdims: Any = None,
) -> Any:
    """`sufficient_statistics` with the arguments of TensorFlow 1:

        x, axes, shift, keep_dims, name, keepdims

    Count, sum and sum of squares over axes, from which `normalize_moments` makes mean and
    variance.

    Args:
        x: floating tensor.
        axes: integers, the axes to reduce.
        shift: what to subtract from `x` first, near its mean; None is nothing.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(count, sum, sum_of_squares, shift)`; `shift` is None where none was given.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> count, total, squares, _ = tf.nn.sufficient_statistics(tf.constant([1.0, 3.0]), [0])
    >>> count.numpy(), total.numpy(), squares.numpy()
    (np.float32(2.0), np.float32(4.0), np.float32(10.0))
    """
swish = _swish
def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: Any = None,
    targets: Any = None,
) -> Any:
    """`weighted_cross_entropy_with_logits` with the arguments of TensorFlow 1:

        labels, logits, pos_weight, name, targets

    `-w z log(sigmoid(x)) - (1 - z) log(1 - sigmoid(x))` for labels `z`, logits `x`, weight `w`.

    A weight above 1 makes missed positives dearer (recall), one below 1 false positives
    (precision).

    Args:
        labels: floating tensor of the shape and dtype of `logits`, between 0 and 1.
        logits: floating tensor.
        pos_weight: number or tensor that broadcasts with them.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        ValueError: the shapes differ.

    >>> tf.nn.weighted_cross_entropy_with_logits([0.0, 1.0], [2.0, 2.0], 3.0).numpy().round(4)
    array([2.1269, 0.3808], dtype=float32)
    """
def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    name: Any = None,
    keep_dims: Any = None,
    keepdims: Any = None,
) -> Any:
    """`weighted_moments` with the arguments of TensorFlow 1:

        x, axes, frequency_weights, name, keep_dims, keepdims

    Mean and variance over axes, where each element counts by its weight.

    Args:
        x: floating tensor.
        axes: integers, the axes to reduce.
        frequency_weights: tensor whose shape broadcasts with that of `x`.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(mean, variance)`, tensors of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> mean, variance = tf.nn.weighted_moments([1.0, 4.0], [0], [2.0, 1.0])
    >>> mean.numpy(), variance.numpy()
    (np.float32(2.0), np.float32(2.0))
    """
