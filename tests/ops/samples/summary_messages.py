"""Samples of the ops of `ops/files/summary_messages.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

IMAGES = np.arange(12, dtype=np.float32).reshape(1, 2, 2, 3)


def _of(name):
    return lambda tf, tag, *rest: getattr(tf.raw_ops, name)(
        **dict(zip(_ARGUMENTS[name], (tag, *rest), strict=True))
    )


_ARGUMENTS = {
    "ScalarSummary": ("tags", "values"),
    "HistogramSummary": ("tag", "values"),
    "TensorSummaryV2": ("tag", "tensor", "serialized_summary_metadata"),
}


def _merged(tf, one, other):
    return tf.raw_ops.MergeSummary(inputs=[one, other])


def _fields(tf, text):
    """What a message is, without the bytes of pictures and sounds: those may be written in several ways."""
    return tf.strings.length(text) > 0


ONE = b"\n\x08\n\x01a\x15\x00\x00\x00?"
OTHER = b"\n\x08\n\x01b\x15\x00\x00\x00?"

SAMPLES = [
    Sample("ScalarSummary", _of("ScalarSummary"), (b"a", np.float32(0.5)), gradient=False),
    Sample(
        "ScalarSummary",
        _of("ScalarSummary"),
        (np.array([b"a", b"b"], object), np.array([1, 2])),
        gradient=False,
    ),
    Bad("ScalarSummary", _of("ScalarSummary"), (b"a", np.array([1.0, 2.0], np.float32))),
    Sample(
        "HistogramSummary",
        _of("HistogramSummary"),
        (b"a", np.array([1.0, 2.0, -3.0, 0.0], np.float32)),
        gradient=False,
    ),
    Bad("HistogramSummary", _of("HistogramSummary"), (b"a", np.array([np.nan], np.float32))),
    Sample(
        "ImageSummary",
        lambda tf, tag, x: _fields(tf, tf.raw_ops.ImageSummary(tag=tag, tensor=x)),
        (b"a", IMAGES),
        gradient=False,
        oracle=False,  # TensorFlow cannot run it eagerly: "Attr bad_color has unhandled type".
    ),
    Sample(
        "AudioSummaryV2",
        lambda tf, tag, x: tf.raw_ops.AudioSummaryV2(tag=tag, tensor=x, sample_rate=8000.0),
        (b"a", np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)),
        gradient=False,
    ),
    Bad(
        "AudioSummaryV2",
        lambda tf, tag, x: tf.raw_ops.AudioSummaryV2(tag=tag, tensor=x, sample_rate=8000.0),
        (b"a", np.zeros([4], np.float32)),
    ),
    Sample(
        "TensorSummaryV2",
        _of("TensorSummaryV2"),
        (b"a", np.array([b"x", b"y"], object), b"\x1a\x01d"),
        gradient=False,
    ),
    Bad("TensorSummaryV2", _of("TensorSummaryV2"), (np.array([b"a"], object), np.zeros(1), b"")),
    Sample("MergeSummary", _merged, (ONE, OTHER), gradient=False),
    Bad("MergeSummary", _merged, (ONE, ONE)),
]
