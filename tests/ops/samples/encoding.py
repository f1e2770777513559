"""Samples of `ops/image/png.py` and `ops/files/sounds.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

IMAGES = [
    np.arange(2 * 3 * channels, dtype=dtype).reshape(2, 3, channels) * 7
    for channels in (1, 2, 3, 4)
    for dtype in (np.uint8, np.uint16)
]
SOUND = np.linspace(-1.2, 1.2, 26, dtype=np.float32).reshape(13, 2)

SAMPLES = [
    # The header: how the rows are compressed is each library's own.
    *[
        Sample("EncodePng", lambda tf, x: tf.strings.substr(tf.io.encode_png(x), 0, 33), (image,))
        for image in IMAGES
    ],
    Sample(
        "EncodePng",
        lambda tf, x: tf.strings.substr(tf.io.encode_png(x, compression=0), 0, 33),
        (np.zeros((2, 3, 4, 5, 1), np.uint8),),
    ),
    Bad("EncodePng", lambda tf: tf.io.encode_png(tf.zeros([2, 2], tf.uint8)), match="rank"),
    Bad("EncodePng", lambda tf: tf.io.encode_png(tf.zeros([2, 2, 5], tf.uint8)), match="channels"),
    Bad("EncodePng", lambda tf: tf.io.encode_png(tf.zeros([2, 2, 3], tf.uint8), compression=10)),
    Sample("EncodeWav", lambda tf, x: tf.audio.encode_wav(x, 8000), (SOUND,), gradient=False),
    Sample("EncodeWav", lambda tf, x: tf.audio.encode_wav(x, 1), (SOUND[:, :1],), gradient=False),
    Bad("EncodeWav", lambda tf: tf.audio.encode_wav(tf.zeros([3]), 8000), match="rank"),
    Bad("EncodeWav", lambda tf: tf.audio.encode_wav(tf.zeros([3, 1]), 0)),
]
