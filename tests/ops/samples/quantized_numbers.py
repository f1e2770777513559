"""Samples of the ops of `ops/quantization/quantized_numbers.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(5, 4, low=-8, high=8)
HALVES = np.arange(-20, 20, dtype=np.float32).reshape(10, 4) / 4
ENDS = np.float32(-1.3), np.float32(2.7)
LOW = np.array([-6.0, -1.0, 0.0, 1.0], np.float32)
HIGH = np.array([6.0, 2.5, 5.0, 4.0], np.float32)
DTYPES = ("qint8", "quint8", "qint16", "quint16", "qint32")


def _quantize(tf, x, low, high, name="qint8", **options):
    output, low, high = tf.quantization.quantize(x, low, high, getattr(tf, name), **options)
    return tf.cast(output, tf.int32), low, high


def _and_back(tf, x, low, high, name="qint8", mode="MIN_COMBINED", **options):
    quantized = tf.quantization.quantize(x, low, high, getattr(tf, name), mode, **options)
    return tf.quantization.dequantize(*quantized, mode, **options)


def _both(tf, x, low, high, **options):
    return tf.quantization.quantize_and_dequantize_v2(x, low, high, **options)


def _both_straight(tf, x, low, high, **options):
    return tf.quantization.quantize_and_dequantize(x, low, high, **options)


def _of_bits(tf, x, low, high, bits, **options):
    return tf.raw_ops.QuantizeAndDequantizeV3(
        input=x, input_min=low, input_max=high, num_bits=bits, **options
    )


def _inside(tf, dy, x, low, high, **options):
    return tf.raw_ops.QuantizeAndDequantizeV4Grad(
        gradients=dy, input=x, input_min=low, input_max=high, **options
    )


SAMPLES = [
    *(
        Sample(
            "QuantizeV2",
            lambda tf, x, low, high, name=name, mode=mode: _quantize(
                tf, x, low, high, name, mode=mode
            ),
            (X, *ENDS),
            gradient=False,
        )
        for name in DTYPES
        for mode in ("MIN_COMBINED", "SCALED")
    ),
    *(
        Sample(
            "Dequantize",
            lambda tf, x, low, high, name=name, mode=mode: _and_back(tf, x, low, high, name, mode),
            (X, *ENDS),
            gradient=False,
            # TensorFlow takes oneDNN's kernel here, which is missing.
            oracle=(name, mode) != ("qint32", "SCALED"),
        )
        for name in DTYPES
        for mode in ("MIN_COMBINED", "SCALED")
    ),
    # The kernels of oneDNN, which TensorFlow takes for these, round otherwise.
    Sample(
        "QuantizeV2",
        lambda tf, x, low, high: _quantize(tf, x, low, high, mode="MIN_FIRST"),
        (X, *ENDS),
        gradient=False,
        oracle=False,
    ),
    Sample(
        "QuantizeV2",
        lambda tf, x, low, high: _quantize(
            tf, x, low, high, mode="SCALED", round_mode="HALF_TO_EVEN"
        ),
        (HALVES, *ENDS),
        gradient=False,
        oracle=False,
    ),
    Sample(
        "Dequantize",
        lambda tf, x, low, high: _and_back(tf, x, low, high, "quint8", "MIN_FIRST"),
        (X, *ENDS),
        gradient=False,
        oracle=False,
    ),
    Sample(
        "QuantizeV2",
        lambda tf, x, low, high: _quantize(tf, x, low, high, mode="SCALED", narrow_range=True),
        (X, *ENDS),
        gradient=False,
    ),
    Sample(
        "QuantizeV2",
        lambda tf, x, low, high: _quantize(tf, x, low, high, axis=-1),
        (X, LOW, HIGH),
        gradient=False,
        static="call",
    ),
    Sample(
        "QuantizeV2",
        lambda tf, x, low, high: _quantize(tf, x, low, high, "quint8", mode="SCALED", axis=1),
        (X, LOW, HIGH),
        gradient=False,
    ),
    Sample(
        "Dequantize",
        lambda tf, x, low, high: _and_back(tf, x, low, high, "qint8", "SCALED", axis=1),
        (X, LOW, HIGH),
        gradient=False,
    ),
    Sample("QuantizeV2", _quantize, (X, np.float32(0), np.float32(0)), gradient=False),
    Sample("QuantizeV2", _quantize, (X[:0], *ENDS), gradient=False),
    *(
        Sample(
            op,
            lambda tf, x, low, high, call=call, o=options: call(tf, x, low, high, **o),
            (x, *ENDS),
            numeric=False,  # It rounds.
        )
        for op, call in (
            ("QuantizeAndDequantizeV4", _both),
            ("QuantizeAndDequantizeV2", _both_straight),
        )
        for x, options in (
            (X, {"range_given": True}),
            (X, {"range_given": True, "num_bits": 4, "narrow_range": True}),
            (X, {"signed_input": False, "num_bits": 3}),
            (HALVES, {"range_given": True, "round_mode": "HALF_UP", "num_bits": 5}),
            (HALVES, {"round_mode": "HALF_UP", "num_bits": 3}),
        )
    ),
    Sample(
        "QuantizeAndDequantizeV2",
        lambda tf, x, low, high: _both_straight(tf, x, low, high, axis=1),
        (X, LOW, HIGH),
        numeric=False,
    ),
    Sample(
        "QuantizeAndDequantizeV4",
        lambda tf, x, low, high: _both(tf, x, low, high, axis=1, range_given=True),
        (X, LOW, HIGH),
        numeric=False,
        oracle=False,  # TensorFlow's kernel takes no vectors here, against its documents.
    ),
    Sample("QuantizeAndDequantizeV2", _both_straight, (X[:0], *ENDS), numeric=False),
    Sample(
        "QuantizeAndDequantizeV3",
        lambda tf, x, low, high: _of_bits(tf, x, low, high, 4),
        (X, *ENDS),
        numeric=False,
    ),
    Sample("QuantizeAndDequantizeV4Grad", _inside, (X, X, *ENDS), gradient=False),
    Sample(
        "QuantizeAndDequantizeV4Grad",
        lambda tf, dy, x, low, high: _inside(tf, dy, x, low, high, axis=1),
        (X, X, LOW, HIGH),
        gradient=False,
    ),
    Bad("QuantizeV2", _quantize, (X, np.float32(2), np.float32(1))),
    Bad("QuantizeV2", lambda tf, x, *e: _quantize(tf, x, *e, axis=1), (X, LOW[:2], HIGH[:2])),
    Bad(
        "QuantizeV2",
        lambda tf, x, *e: _quantize(tf, x, *e, round_mode="HALF_TO_EVEN"),
        (X, *ENDS),
    ),
    Bad(
        "Dequantize",
        lambda tf, low, high: tf.quantization.dequantize(
            tf.quantization.quantize(X, -1.0, 1.0, tf.qint8)[0], low, high, axis=1
        ),
        (LOW[:2], HIGH[:2]),
    ),
    Bad(
        "QuantizeAndDequantizeV2",
        lambda tf, x: _both_straight(tf, x, 2.0, 1.0, range_given=True),
        (X,),
    ),
    Bad("QuantizeAndDequantizeV2", lambda tf, x: _both_straight(tf, x, 0.0, 1.0, num_bits=0), (X,)),
    Bad("QuantizeAndDequantizeV3", lambda tf, x: _of_bits(tf, x, 2.0, 1.0, 4), (X,)),
    Bad("QuantizeAndDequantizeV3", lambda tf: _of_bits(tf, 1.0, -1.0, 1.0, 4), match="larger than input"),
    Bad("QuantizeV2", lambda tf, x: _quantize(tf, x, [-1.0, -2.0], [1.0, 2.0]), (X,)),
    Bad("QuantizeAndDequantizeV4", lambda tf, x: _both(tf, x, 2.0, 1.0, range_given=True), (X,)),
    Bad("QuantizeAndDequantizeV4Grad", _inside, (X[:2], X, *ENDS)),
]
