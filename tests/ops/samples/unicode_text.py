"""Samples of the ops of `ops/strings/unicode_text.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array(["h\u00e9\U0001f600".encode(), b"a\x01\n", b"", "\u6771".encode()], object)
BROKEN = np.array([b"a\xffb\xe3\x81", b"\xed\xa0\x80", b"\xc0\x80"], object)
CODES = np.array([[104, 0x1F600, 0], [233, 0xD800, -1], [10, 0x110000, 97]], np.int32)

SAMPLES = [
    *[
        Sample(
            "UnicodeTranscode",
            lambda tf, x, i=source, o=target: tf.strings.unicode_transcode(x, i, o),
            (TEXT,),
        )
        for source in ("UTF-8", "UTF-16-BE", "UTF-16", "US-ASCII", "ISO-8859-1", "UTF-32-BE")
        for target in ("UTF-8", "UTF-16-BE", "UTF-32-BE")
    ],
    *[
        Sample(
            "UnicodeTranscode",
            lambda tf, x, e=errors, c=c: tf.strings.unicode_transcode(
                x, "UTF-8", "UTF-8", e, 63, replace_control_characters=c
            ),
            (array,),
        )
        for errors, array in (("replace", BROKEN), ("ignore", BROKEN), ("replace", TEXT))
        for c in (False, True)
    ],
    Bad(
        "UnicodeTranscode",
        lambda tf, x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-8", errors="strict"),
        (BROKEN,),
        match="Invalid formatting",
    ),
    Bad(
        "UnicodeTranscode",
        lambda tf: tf.strings.unicode_transcode("a", "Klingon", "UTF-8"),
        match="Could not create converter",
    ),
    Bad(
        "UnicodeTranscode",
        lambda tf: tf.strings.unicode_transcode("a", "UTF-8", "UTF-8", replacement_char=-1),
        match="replacement_char",
    ),
    *[
        Sample(
            op,
            lambda tf, x, op=op, e=errors, t=t: list(
                getattr(tf.raw_ops, op)(
                    input=x, input_encoding="UTF-8", errors=e, Tsplits=getattr(tf, t)
                )
            ),
            (array,),
        )
        for op, t in (
            ("UnicodeDecode", "int32"),
            ("UnicodeDecode", "int64"),
            # TensorFlow ends the process where this op gives int32.
            ("UnicodeDecodeWithOffsets", "int64"),
        )
        for errors in ("replace", "ignore")
        for array in (TEXT, BROKEN.reshape(1, 3), TEXT[0])
    ],
    *[
        Bad(
            op,
            lambda tf, x, op=op: getattr(tf.raw_ops, op)(
                input=x, input_encoding="UTF-8", errors="strict"
            )[1],
            (BROKEN,),
            match="Invalid formatting",
        )
        for op in ("UnicodeDecode", "UnicodeDecodeWithOffsets")
    ],
    *[
        Sample(
            "UnicodeEncode",
            lambda tf, x, o=target, e=errors: tf.strings.unicode_encode(x, o, errors=e),
            (array,),
        )
        for target in ("UTF-8", "UTF-16-BE", "UTF-32-BE")
        for errors in ("replace", "ignore")
        for array in (CODES[0], CODES)
    ],
    Sample(
        "UnicodeEncode",
        lambda tf, x, s: tf.raw_ops.UnicodeEncode(
            input_values=x, input_splits=s, output_encoding="UTF-8"
        ),
        (CODES[0], np.array([0, 0, 2, 3], np.int64)),
    ),
    Bad(
        "UnicodeEncode",
        lambda tf, x: tf.strings.unicode_encode(x, "UTF-8", errors="strict"),
        (CODES[1],),
        match="surrogate",
    ),
    Bad(
        "UnicodeEncode",
        lambda tf, x: tf.raw_ops.UnicodeEncode(
            input_values=x, input_splits=tf.constant([0, 5], tf.int64), output_encoding="UTF-8"
        ),
        (CODES[0],),
        match="Last value in input_splits",
    ),
    Bad("UnicodeEncode", lambda tf: tf.strings.unicode_encode(97, "UTF-8"), error=("ValueError",)),
    Sample(
        "UnicodeScript",
        lambda tf, x: tf.strings.unicode_script(x),
        (np.arange(0x3100, dtype=np.int32),),
    ),
    Sample("UnicodeScript", lambda tf, x: tf.strings.unicode_script(x), (CODES,)),
]
