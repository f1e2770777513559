"""Numbers where strings are required: the class of the error says who refuses them."""

from __future__ import annotations

_FUNCTIONS = {
    "read_file": lambda tf, x: tf.io.read_file(x),
    "matching_files": lambda tf, x: tf.io.matching_files(x),
    "decode_wav": lambda tf, x: tf.audio.decode_wav(x),
    "decode_json_example": lambda tf, x: tf.io.decode_json_example(x),
    "decode_csv": lambda tf, x: tf.io.decode_csv(x, [[1]]),
    "decode_jpeg": lambda tf, x: tf.io.decode_jpeg(x),
    "decode_png": lambda tf, x: tf.io.decode_png(x),
    "decode_gif": lambda tf, x: tf.io.decode_gif(x),
    "decode_bmp": lambda tf, x: tf.io.decode_bmp(x),
    "decode_raw": lambda tf, x: tf.io.decode_raw(x, tf.uint8),
    "decode_base64": lambda tf, x: tf.io.decode_base64(x),
    "decode_compressed": lambda tf, x: tf.io.decode_compressed(x),
    "decode_and_crop_jpeg": lambda tf, x: tf.io.decode_and_crop_jpeg(x, [0, 0, 1, 1]),
    "encode_base64": lambda tf, x: tf.io.encode_base64(x),
    "extract_jpeg_shape": lambda tf, x: tf.io.extract_jpeg_shape(x),
    "parse_tensor": lambda tf, x: tf.io.parse_tensor(x, tf.float32),
    "parse_example": lambda tf, x: tf.io.parse_example(
        x, {"a": tf.io.FixedLenFeature([], tf.int64)}
    ),
    "bytes_split": lambda tf, x: tf.strings.bytes_split(x),
    "split": lambda tf, x: tf.strings.split(x),
    "lower": lambda tf, x: tf.strings.lower(x),
    "upper": lambda tf, x: tf.strings.upper(x),
    "length": lambda tf, x: tf.strings.length(x),
    "strip": lambda tf, x: tf.strings.strip(x),
    "substr": lambda tf, x: tf.strings.substr(x, 0, 1),
    "to_number": lambda tf, x: tf.strings.to_number(x),
    "regex_replace": lambda tf, x: tf.strings.regex_replace(x, "a", "b"),
    "regex_full_match": lambda tf, x: tf.strings.regex_full_match(x, "a"),
    "to_hash_bucket": lambda tf, x: tf.strings.to_hash_bucket(x, 3),
    "to_hash_bucket_fast": lambda tf, x: tf.strings.to_hash_bucket_fast(x, 3),
    "to_hash_bucket_strong": lambda tf, x: tf.strings.to_hash_bucket_strong(x, 3, [1, 2]),
    "reduce_join": lambda tf, x: tf.strings.reduce_join(x),
    "unicode_decode": lambda tf, x: tf.strings.unicode_decode(x, "UTF-8"),
    "unicode_split": lambda tf, x: tf.strings.unicode_split(x, "UTF-8"),
    "unicode_script": lambda tf, x: tf.strings.unicode_script(x),
    "unicode_transcode": lambda tf, x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-16-BE"),
}


def _program(function, value, as_tensor):
    return lambda tf: function(tf, tf.constant(value) if as_tensor else value)


PROGRAMS = {
    f"{name} of {'a tensor' if as_tensor else 'Python numbers'} {value}": _program(
        function, value, as_tensor
    )
    for name, function in _FUNCTIONS.items()
    for value in (3.0, [1, 2])
    for as_tensor in (False, True)
}
