"""Samples of pooling."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 5, 6, 3)
_line = random.floats(2, 7, 3)
_volume = random.floats(1, 4, 5, 3, 2)
_ties = np.round(random.floats(1, 4, 4, 2))

_NAMES = {"MaxPool": "max_pool", "AvgPool": "avg_pool"}


def _pool(name, *arguments, **options):
    return lambda tf, x: getattr(tf.nn, name)(x, *arguments, **options)


def _raw(op, **attrs):
    return lambda tf, *inputs: getattr(tf.raw_ops, op)(
        **dict(zip(_INPUTS[op], inputs, strict=True)), **attrs
    )


def _of_pooled(op, forward, *, ksize, strides, padding):
    """The gradient op of what the forward op gives."""

    def call(tf, x, grad):
        pooled = tf.stop_gradient(getattr(tf.nn, forward)(x, ksize, strides, padding))
        return _raw(op, ksize=ksize, strides=strides, padding=padding)(tf, x, pooled, grad)

    return call


_ORIGINAL = ("orig_input", "orig_output", "grad")
_INPUTS = {
    "MaxPoolGrad": _ORIGINAL,
    "MaxPoolGradGrad": _ORIGINAL,
    "MaxPool3DGrad": _ORIGINAL,
    "MaxPool3DGradGrad": _ORIGINAL,
    "MaxPoolV2": ("input",),
    "MaxPoolGradV2": _ORIGINAL,
    "MaxPoolGradGradV2": _ORIGINAL,
    "AvgPoolGrad": ("grad",),
    "AvgPool3DGrad": ("grad",),
    "MaxPoolGradWithArgmax": ("input", "grad", "argmax"),
    "MaxPoolGradGradWithArgmax": ("input", "grad", "argmax"),
}
_WINDOWS = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
_BLOCKS = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "SAME"}
_pooled, _pooled_volume = random.floats(2, 3, 3, 3), random.floats(1, 2, 3, 2, 2)
_places = np.array([[[[0, 1], [2, 3]]], [[[6, 7], [4, 5]]]], np.int64)


def _apart(sample):
    """TF has no gradient of this on CPUs: the values are compared, our gradient is checked."""
    return [replace(sample, gradient=False), replace(sample, oracle=False)]


SAMPLES = [
    *[
        Sample(op, _pool(f"{name}2d", ksize, strides, padding), (_x,))
        for op, name in _NAMES.items()
        for ksize, strides in (
            (2, 2),
            (3, 1),
            ([2, 3], [1, 2]),
            ([1, 3, 2, 1], [1, 1, 3, 1]),
            (2, 5),
            (5, 1),
        )
        for padding in ("SAME", "VALID")
    ],
    # Equal maxima have no derivative.
    Sample("MaxPool", _pool("max_pool2d", 2, 2, "SAME"), (_ties,), numeric=False),
    Sample("MaxPool", _pool("max_pool2d", 3, 1, "SAME"), (-np.abs(_x),)),
    Sample(
        "MaxPool", _pool("max_pool", 2, 1, [[0, 0], [1, 1], [0, 1], [0, 0]]), (_x,), gradient=False
    ),
    *_apart(Sample("MaxPool", _pool("max_pool2d", [1, 1, 1, 3], [1, 1, 1, 3], "SAME"), (_x,))),
    *[
        Sample(
            "MaxPool",
            _pool("max_pool2d", 2, 2, "SAME"),
            (random.integers(1, 4, 4, 2).astype(dtype),),
            numeric=False,
        )
        for dtype in (np.int32, np.int64, np.int8, np.uint8, np.float64)
    ],
    Sample("AvgPool", _pool("avg_pool2d", 2, 2, "SAME"), (_x.astype(np.float64),)),
    *[
        # TF adds up means in 16 bits.
        Sample(
            op, _pool(name, 2, 2, "SAME"), (_x.astype(dtype),), gradient=False, rtol=2e-2, atol=2e-2
        )
        for op, name in _NAMES.items()
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    *[Sample(op, _pool(name, 2, 2, "SAME"), (_x[:0],)) for op, name in _NAMES.items()],
    # TF leaves such a gradient as the memory was.
    *[
        Sample(op, _pool(name, 6, 1, "VALID"), (np.ones((1, 5, 5, 2), np.float32),), gradient=False)
        for op, name in _NAMES.items()
    ],
    Sample(
        "MaxPool",
        _pool("max_pool2d", 2, 1, "SAME"),
        (np.array([[np.nan, 1.0], [2.0, -np.inf]], np.float32)[None, :, :, None],),
        gradient=False,
    ),
    Sample(
        "AvgPool",
        _pool("avg_pool2d", 2, 1, "SAME"),
        (np.array([[np.nan, 1.0], [2.0, np.inf]], np.float32)[None, :, :, None],),
        gradient=False,
    ),
    # TF pools "NCHW" on GPUs only.
    *[
        Sample(
            op,
            _pool(name, 2, 2, "SAME", data_format="NCHW"),
            (random.floats(1, 2, 4, 5),),
            oracle=False,
        )
        for op, name in _NAMES.items()
    ],
    *[
        Sample(op, _pool(f"{name}1d", 3, stride, padding), (_line,))
        for op, name in _NAMES.items()
        for stride in (1, 2)
        for padding in ("SAME", "VALID")
    ],
    *[
        Sample(f"{op}3D", _pool(f"{name}3d", 2, stride, padding), (_volume,))
        for op, name in _NAMES.items()
        for stride in (1, 2)
        for padding in ("SAME", "VALID")
    ],
    *[Sample(op, _pool(name, 3, 2, "SAME"), (_line,)) for op, name in _NAMES.items()],
    # Without the format TF's gradient fails.
    *[
        Sample(f"{op}3D", _pool(name, 2, 2, "SAME", "NDHWC"), (_volume,))
        for op, name in _NAMES.items()
    ],
    *[
        Sample(
            "MaxPoolWithArgmax",
            _pool("max_pool_with_argmax", 2, 2, padding, include_batch_in_index=batch),
            (_x,),
        )
        for padding in ("SAME", "VALID")
        for batch in (False, True)
    ],
    Sample(
        "MaxPoolWithArgmax",
        lambda tf, x: tf.nn.max_pool_with_argmax(x, 3, 1, "SAME", output_dtype=tf.int32),
        (_ties,),
        numeric=False,
    ),
    *[
        Sample("MaxPool", _pool("pool", [2, 2], kind, **options), (_x,))
        for kind in ("MAX", "AVG")
        for options in (
            {},
            {"strides": [2, 2], "padding": "SAME"},
            {"dilations": [2, 2]},
            {"dilations": [1, 3]},
        )
    ],
    Sample("MaxPool", _pool("pool", [2], "AVG", strides=[2]), (_line,)),
    # the ops of gradients by themselves
    *[
        Sample(op, _of_pooled(op, "max_pool2d", **_WINDOWS), (_x, grad))
        for op, grad in (("MaxPoolGrad", _pooled), ("MaxPoolGradGrad", random.floats(2, 5, 6, 3)))
    ],
    *[
        Sample(op, _of_pooled(op, "max_pool3d", **_BLOCKS), (_volume, grad))
        for op, grad in (
            ("MaxPool3DGrad", _pooled_volume),
            ("MaxPool3DGradGrad", random.floats(1, 4, 5, 3, 2)),
        )
    ],
    *[
        Sample(op, _of_pooled(op, "max_pool2d", **_WINDOWS), (_x, grad))
        for op, grad in (
            ("MaxPoolGradV2", _pooled),
            ("MaxPoolGradGradV2", random.floats(2, 5, 6, 3)),
        )
    ],
    Sample("MaxPoolV2", _raw("MaxPoolV2", **_WINDOWS), (_x,)),
    # TF: the kernel takes sizes in any arrangement.
    Sample("MaxPoolV2", _raw("MaxPoolV2", **{**_WINDOWS, "ksize": [_WINDOWS["ksize"]]}), (_x,)),
    Sample(
        "AvgPoolGrad", _raw("AvgPoolGrad", orig_input_shape=[2, 5, 6, 3], **_WINDOWS), (_pooled,)
    ),
    Sample(
        "AvgPool3DGrad",
        _raw("AvgPool3DGrad", orig_input_shape=[1, 4, 5, 3, 2], **_BLOCKS),
        (_pooled_volume,),
    ),
    Sample(
        "MaxPoolGradWithArgmax",
        _raw("MaxPoolGradWithArgmax", **_WINDOWS),
        (random.floats(2, 2, 4, 2), random.floats(2, 1, 2, 2), _places),
        gradient=False,
    ),
    Sample(
        "MaxPoolGradGradWithArgmax",
        _raw("MaxPoolGradGradWithArgmax", **_WINDOWS),
        (random.floats(2, 2, 4, 2), random.floats(2, 2, 4, 2), _places),
        gradient=False,
        oracle=False,  # on GPUs only
    ),
    # errors
    *[
        Bad(op, _pool(f"{name}2d", *arguments), (_x,), match=match)
        for op, name in _NAMES.items()
        for arguments, match in (
            ((9, 1, "VALID"), "Computed output size would be negative"),
            ((0, 1, "SAME"), "positive"),
            ((2, 0, "SAME"), "positive"),
        )
    ],
    *[
        Bad(op, _pool(f"{name}2d", 2, 1, "VALID"), (_x[0],), match="2 spatial dimensions")
        for op, name in _NAMES.items()
    ],
    *[
        Bad(
            op,
            _pool(f"{name}2d", [2, 2, 2, 1], 1, "SAME"),
            (_x,),
            error=("UnimplementedError",),
            staged_error=("UnimplementedError", "ValueError"),
        )
        for op, name in _NAMES.items()
    ],
    Bad(
        "AvgPool",
        _pool("avg_pool2d", [1, 1, 1, 2], [1, 1, 1, 2], "SAME"),
        (_x,),
        error=("UnimplementedError",),
        staged_error=("UnimplementedError", "ValueError"),
    ),
    Bad("AvgPool", _pool("avg_pool2d", 2, 2, "SAME"), (random.integers(1, 4, 4, 2),)),
    Bad("MaxPool3D", _pool("max_pool3d", 2, 2, "SAME"), (_volume.astype(np.float64),)),
    *[
        Bad(
            "MaxPool",
            _pool("pool", [2, 2], *arguments, **options),
            (_x,),
            error=("ValueError",),
            match=match,
        )
        for arguments, options, match in (
            (("FOO",), {}, "2-D FOO pooling is not supported"),
            (("MAX",), {"dilations": [2, 2], "padding": "SAME"}, "not implemented"),
            (("MAX",), {"dilations": [2, 2], "strides": [2, 2]}, "not supported in conjunction"),
        )
    ],
    Bad(
        "MaxPoolWithArgmax",
        _pool("max_pool_with_argmax", 2, 2, "SAME", data_format="NCHW"),
        (_x,),
        error=("ValueError",),
    ),
]
