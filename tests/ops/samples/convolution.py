"""Samples of convolutions, their transposes, depthwise ones and grey-scale morphology."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 5, 6, 2)
_filters = random.floats(3, 2, 2, 3)
_grouped, _grouped_filters = random.floats(1, 4, 4, 4), random.floats(2, 2, 2, 6)
_line, _line_filters = random.floats(2, 7, 3), random.floats(3, 3, 4)
_volume, _volume_filters = random.floats(1, 4, 5, 3, 2), random.floats(2, 3, 2, 2, 3)
_depth_filters = random.floats(3, 2, 2, 2)
_few, _many = random.floats(1, 9, 8, 1), random.floats(1, 9, 8, 20)

# The sums are in another order.
_LOOSE = {"rtol": 1e-4, "atol": 1e-4}
_ONE = [1, 1, 1, 1]


def _conv(**options):
    options = {"strides": 1, "padding": "SAME", **options}
    return lambda tf, x, f: tf.nn.conv2d(x, f, **options)


def _sample(op, call, *arrays, **options):
    return Sample(op, call, arrays, **{**_LOOSE, **options})


_EXPLICIT = [[0, 0], [1, 2], [0, 3], [0, 0]]


def _apart(sample):
    """TF has no gradient of this on CPUs: the values are compared, our gradient is checked."""
    return [replace(sample, gradient=False), replace(sample, oracle=False)]


SAMPLES = [
    *[
        _sample("Conv2D", _conv(strides=strides, padding=padding), _x, _filters)
        for padding in ("SAME", "VALID", _EXPLICIT)
        for strides in (1, 2, [2, 3], [1, 3, 1, 1])
    ],
    *[
        sample
        for padding in ("SAME", "VALID", _EXPLICIT)
        for dilations in (2, [1, 2])
        for sample in _apart(
            _sample("Conv2D", _conv(padding=padding, dilations=dilations), _x, _filters)
        )
    ],
    _sample("Conv2D", _conv(strides=2), _x, random.floats(1, 1, 2, 3)),
    _sample("Conv2D", _conv(strides=1), _x, random.floats(1, 1, 2, 3)),
    _sample("Conv2D", _conv(strides=4, padding="VALID"), _x, _filters),
    *_apart(_sample("Conv2D", _conv(), _grouped, _grouped_filters)),
    *_apart(_sample("Conv2D", _conv(strides=2), _grouped, _grouped_filters)),
    _sample("Conv2D", _conv(), _few, random.floats(3, 3, 1, 4)),
    _sample("Conv2D", _conv(strides=2), _many, random.floats(3, 3, 20, 4)),
    _sample("Conv2D", _conv(), random.floats(2, 2, 4, 4, 2), _filters),
    _sample("Conv2D", _conv(), _x.astype(np.float64), _filters.astype(np.float64)),
    _sample("Conv2D", _conv(), random.integers(1, 4, 4, 2), random.integers(2, 2, 2, 3)),
    *[
        _sample(
            "Conv2D",
            _conv(),
            _x.astype(dtype),
            _filters.astype(dtype),
            gradient=False,
            rtol=5e-2,
            atol=5e-2,
        )
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    *[
        _sample("Conv2D", _conv(), np.zeros(shape, np.float32), np.ones(kernel, np.float32))
        for shape, kernel in (((0, 4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 2), (2, 2, 2, 0)))
    ],
    _sample(
        "Conv2D",
        _conv(padding="VALID"),
        np.zeros((1, 4, 4, 2), np.float32),
        np.ones((5, 5, 2, 3), np.float32),
        gradient=False,  # TF leaves it as the memory was
    ),
    # TF computes "NCHW" on GPUs only.
    *[
        _sample(
            "Conv2D",
            _conv(data_format="NCHW", strides=strides),
            random.floats(1, 2, 4, 5),
            _filters,
            oracle=False,
        )
        for strides in (1, [1, 1, 2, 1])
    ],
    *[
        _sample("Conv2D", lambda tf, x, f, k=k: tf.nn.conv1d(x, f, **k), _line, _line_filters)
        for k in (
            {"stride": 1, "padding": "SAME"},
            {"stride": 2, "padding": "VALID"},
        )
    ],
    *_apart(
        _sample(
            "Conv2D",
            lambda tf, x, f: tf.nn.conv1d(x, f, 1, "SAME", dilations=2),
            _line,
            _line_filters,
        )
    ),
    *[
        _sample(
            "Conv3D",
            lambda tf, x, f, s=strides, p=padding: tf.nn.conv3d(x, f, s, p),
            _volume,
            _volume_filters,
        )
        for strides in ([1] * 5, [1, 2, 1, 2, 1])
        for padding in ("SAME", "VALID")
    ],
    _sample(
        "Conv3D",
        lambda tf, x, f: tf.nn.conv3d(x, f, [1] * 5, "SAME", "NCDHW", [1, 1, 2, 2, 2]),
        random.floats(1, 2, 4, 5, 3),
        _volume_filters,
        oracle=False,
    ),
    *[
        _sample("Conv2D", call, _x, _filters)
        for call in (
            lambda tf, x, f: tf.nn.convolution(x, f),
            lambda tf, x, f: tf.nn.convolution(x, f, padding="SAME", dilations=[2, 2]),
            lambda tf, x, f: tf.nn.convolution(x, f, strides=[2, 2], padding="SAME"),
            lambda tf, x, f: tf.nn.atrous_conv2d(x, f, 2, "SAME"),
            lambda tf, x, f: tf.nn.atrous_conv2d(x, f, 2, "VALID"),
        )
    ],
    # transposes
    *[
        _sample(
            "Conv2DBackpropInput",
            lambda tf, x, f, k=options, n=shape: tf.nn.conv2d_transpose(x, f, n, **k),
            random.floats(*start),
            random.floats(3, 2, 3, 2),
        )
        for start, shape, options in (
            ((2, 3, 4, 2), [2, 6, 8, 3], {"strides": 2}),
            ((2, 3, 4, 2), [2, 5, 7, 3], {"strides": 2}),
            ((2, 3, 4, 2), [2, 3, 4, 3], {"strides": 1}),
            ((2, 3, 4, 2), [2, 5, 5, 3], {"strides": 1, "padding": "VALID"}),
            ((2, 3, 4, 2), [2, 7, 8, 3], {"strides": 2, "padding": "VALID"}),
        )
    ],
    _sample(
        "Conv2DBackpropInput",  # TF has no dilation here on CPUs
        lambda tf, x, f: tf.nn.conv2d_transpose(x, f, [2, 3, 4, 3], 1, dilations=2),
        random.floats(2, 3, 4, 2),
        random.floats(3, 2, 3, 2),
        oracle=False,
    ),
    _sample(
        "Conv2DBackpropInput",
        lambda tf, x, f: tf.nn.conv1d_transpose(x, f, [2, 6, 3], 2),
        random.floats(2, 3, 4),
        random.floats(2, 3, 4),
    ),
    _sample(
        "Conv2DBackpropInput",
        lambda tf, x, f: tf.nn.atrous_conv2d_transpose(x, f, [1, 4, 4, 2], 2, "SAME"),
        random.floats(1, 4, 4, 3),
        random.floats(2, 2, 2, 3),
    ),
    _sample(
        "Conv2DBackpropInput",
        lambda tf, x, f: tf.nn.conv_transpose(x, f, [1, 8, 8, 2], 2),
        random.floats(1, 4, 4, 3),
        random.floats(2, 2, 2, 3),
    ),
    _sample(
        "Conv2DBackpropInput",
        lambda tf, f, dy: tf.raw_ops.Conv2DBackpropInput(
            input_sizes=[4, 5], filter=f, out_backprop=dy, strides=[1, 1, 1, 1], padding="SAME"
        ),
        _filters,
        random.floats(2, 4, 5, 3),
        oracle=False,  # TF's kernel of oneDNN refuses two sizes
    ),
    _sample(
        "Conv3DBackpropInputV2",
        lambda tf, x, f: tf.nn.conv3d_transpose(x, f, [1, 4, 5, 4, 2], 2),
        random.floats(1, 2, 3, 2, 3),
        _volume_filters,
    ),
    _sample(
        "Conv3DBackpropFilterV2",
        lambda tf, x, dy: tf.raw_ops.Conv3DBackpropFilterV2(
            input=x, filter_sizes=[2, 3, 2, 2, 3], out_backprop=dy, strides=[1] * 5, padding="SAME"
        ),
        _volume,
        random.floats(1, 4, 5, 3, 3),
    ),
    *[
        _sample(
            "Conv2DBackpropFilter",
            lambda tf, x, dy, s=step: tf.raw_ops.Conv2DBackpropFilter(
                input=x,
                filter_sizes=[3, 2, 2, 3],
                out_backprop=dy,
                strides=[1, s, s, 1],
                padding="SAME",
            ),
            _x,
            random.floats(2, -(-5 // step), -(-6 // step), 3),
        )
        for step in (1, 2)
    ],
    # depthwise
    *[
        _sample(
            "DepthwiseConv2dNative",
            lambda tf, x, f, k=options: tf.nn.depthwise_conv2d(x, f, **k),
            _x,
            _depth_filters,
        )
        for options in (
            {"strides": _ONE, "padding": "SAME"},
            {"strides": _ONE, "padding": "VALID"},
            {"strides": [1, 2, 2, 1], "padding": "SAME"},
            {"strides": _ONE, "padding": "SAME", "dilations": [2, 2]},
            {"strides": _ONE, "padding": _EXPLICIT},
        )
    ],
    _sample(
        "DepthwiseConv2dNative",
        lambda tf, x, f: tf.nn.depthwise_conv2d(x, f, _ONE, "SAME", "NCHW"),
        random.floats(1, 2, 4, 5),
        _depth_filters,
        oracle=False,
    ),
    _sample(
        "DepthwiseConv2dNativeBackpropInput",
        lambda tf, f, dy: tf.nn.depthwise_conv2d_backprop_input([2, 5, 6, 2], f, dy, _ONE, "SAME"),
        _depth_filters,
        random.floats(2, 5, 6, 4),
    ),
    _sample(
        "DepthwiseConv2dNativeBackpropFilter",
        lambda tf, x, dy: tf.nn.depthwise_conv2d_backprop_filter(x, [3, 2, 2, 2], dy, _ONE, "SAME"),
        _x,
        random.floats(2, 5, 6, 4),
    ),
    _sample(
        "DepthwiseConv2dNative",
        lambda tf, x, f, p: tf.nn.separable_conv2d(x, f, p, _ONE, "SAME"),
        _x,
        _depth_filters,
        random.floats(1, 1, 4, 5),
    ),
    # morphology: the second gradient does not exist
    *[
        _sample(
            "Dilation2D",
            lambda tf, x, f, s=strides, p=padding, d=rates: tf.nn.dilation2d(x, f, s, p, "NHWC", d),
            _x,
            random.floats(3, 2, 2),
            gradient=False,
        )
        for padding in ("SAME", "VALID")
        for strides, rates in ((_ONE, _ONE), ([1, 2, 2, 1], _ONE), (_ONE, [1, 2, 2, 1]))
    ],
    _sample(
        "Dilation2D",
        lambda tf, x, f: tf.nn.erosion2d(x, f, _ONE, "SAME", "NHWC", _ONE),
        _x,
        random.floats(3, 2, 2),
        gradient=False,
    ),
    *[
        _sample(
            op,
            lambda tf, x, f, dy, op=op: getattr(tf.raw_ops, op)(
                input=x, filter=f, out_backprop=dy, strides=_ONE, rates=_ONE, padding="SAME"
            ),
            _x,
            random.floats(3, 2, 2),
            random.floats(2, 5, 6, 2),
            gradient=False,
        )
        for op in ("Dilation2DBackpropInput", "Dilation2DBackpropFilter")
    ],
    # errors
    *[
        Bad("Conv2D", _conv(**options), (_x, np.ones(kernel, np.float32)), match=match)
        for options, kernel, match in (
            ({}, (2, 2, 5, 3), "input depth must be evenly divisible by filter depth: 2 vs 5"),
            ({"padding": "VALID"}, (9, 9, 2, 3), "Computed output size would be negative"),
            ({}, (2, 2, 2), "must be 4-dimensional"),
            ({}, (0, 2, 2, 3), "zero elements"),
            ({"strides": 0}, (2, 2, 2, 3), "larger than 0"),
            ({"padding": [[0, 0], [-1, 2], [0, 3], [0, 0]]}, (2, 2, 2, 3), "nonnegative"),
            ({"padding": [[1, 0], [1, 2], [0, 3], [0, 0]]}, (2, 2, 2, 3), "batch or depth"),
        )
    ],
    Bad("Conv2D", _conv(), (_grouped, random.floats(2, 2, 2, 5)), match="number of groups"),
    Bad("Conv2D", _conv(), (_x[0], _filters), match="must be 4-dimensional"),
    Bad(
        "Conv2D",
        _conv(strides=[2, 1, 1, 1]),
        (_x, _filters),
        error=("UnimplementedError",),
        staged_error=("UnimplementedError", "ValueError"),
    ),
    Bad(
        "Conv2D",
        _conv(strides=[1, 2, 1]),
        (_x, _filters),
        error=("ValueError",),
        match="length 1, 2 or 4",
    ),
    Bad(
        "Conv2D",
        _conv(padding=[[0, 0]]),
        (_x, _filters),
        error=("ValueError",),
        match="must be of size 4",
    ),
    Bad(
        "Conv2D",
        _conv(padding="FOO"),
        (_x, _filters),
        error=("InvalidArgumentError", "ValueError"),
        match="padding",
    ),
    Bad("Conv2D", _conv(), (_x, _filters.astype(np.float64))),
    Bad(
        "Conv2DBackpropInput",
        lambda tf, x, f: tf.nn.conv2d_transpose(x, f, [1, 9, 8, 2], 2),
        (random.floats(1, 4, 4, 3), random.floats(2, 2, 2, 3)),
        match="doesn't match computed",
    ),
    Bad(
        "DepthwiseConv2dNative",
        lambda tf, x, f: tf.nn.depthwise_conv2d(x, f, _ONE, "SAME"),
        (_x, random.floats(2, 2, 3, 1)),
        match="must have the same depth",
    ),
]
