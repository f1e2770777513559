"""More ops of random programs: ragged tensors and strings."""

from __future__ import annotations

from typing import Any

from tests.oracle.random_op_table import (
    FLOATS,
    INTEGERS,
    NUMBERS,
    add,
    one,
)

EXACT = {"keeps_exact": True}

# ---------------------------------------------------------------------------- ragged tensors


def _ragged(tf: Any, x: Any) -> Any:
    flat = tf.reshape(x, [-1])[:6]
    count = tf.size(flat)
    first = tf.minimum(2, count)
    return tf.RaggedTensor.from_row_splits(flat, tf.stack([0, first, first, count]))


def add_ragged(name: str, call: Any, arguments: Any, **flags: bool) -> None:
    """Puts a function of ragged tensors into the table; of a ragged result the padded rows are left."""

    def dense(tf: Any, x: Any) -> Any:
        found = call(tf, _ragged(tf, x))
        return found.to_tensor() if isinstance(found, tf.RaggedTensor) else found

    add(f"ragged {name}", dense, arguments, **flags)


RAGGED = one(*NUMBERS)
add_ragged(
    "mean",
    lambda tf, x: tf.reduce_mean(tf.concat([x, x[:, :1] * 0, x * 0 + 1], 0), 0),
    one(*FLOATS),
)
add_ragged("reduce_min", lambda tf, x: tf.reduce_min(x, 0), RAGGED, **EXACT)
add_ragged("reduce_prod", lambda tf, x: tf.reduce_prod(x, 1), RAGGED)
add_ragged("gather", lambda tf, x: tf.gather(x, [2, 0]), RAGGED, smooth=True, **EXACT)
add_ragged("tile", lambda tf, x: tf.tile(x, [1, 2]), RAGGED, smooth=True, **EXACT)
add_ragged("reverse", lambda tf, x: tf.reverse(x, [1]), RAGGED, smooth=True, **EXACT)
add_ragged(
    "boolean_mask",
    lambda tf, x: tf.ragged.boolean_mask(x, x > 0),
    one(*NUMBERS, exact=True),
    **EXACT,
)
add_ragged("stack", lambda tf, x: tf.ragged.stack([x, x + 1]), RAGGED, **EXACT)
add_ragged("range", lambda tf, x: tf.ragged.range(x.row_lengths(), 6), RAGGED, **EXACT)
add_ragged("range of steps", lambda tf, x: tf.ragged.range(x.row_lengths(), 9, 2), RAGGED, **EXACT)
add_ragged("where", lambda tf, x: tf.where(x > 0, x, x * 0), one(*NUMBERS, exact=True), **EXACT)
add_ragged(
    "broadcast", lambda tf, x: x * tf.constant([[1], [2], [3]], x.dtype), RAGGED, smooth=True
)
add_ragged("slices", lambda tf, x: x[1:, :1], RAGGED, smooth=True, **EXACT)
add_ragged("expand_dims", lambda tf, x: tf.expand_dims(x, 0), RAGGED, smooth=True, **EXACT)
add_ragged(
    "mapped rows", lambda tf, x: tf.map_fn(tf.reduce_sum, x, fn_output_signature=x.dtype), RAGGED
)
add_ragged("softmax", lambda tf, x: tf.nn.softmax(x), one(*FLOATS))
add_ragged(
    "mapped values",
    lambda tf, x: tf.ragged.map_flat_values(tf.cast, x, tf.float32) + 0.5,
    one("float32", "int32", "int64"),
)
add_ragged("value rowids", lambda tf, x: x.value_rowids(), RAGGED, **EXACT)
add_ragged(
    "to_sparse",
    lambda tf, x: tf.sparse.to_dense(x.to_sparse(), default_value=tf.constant(7, x.dtype)),
    RAGGED,
    **EXACT,
)
add_ragged(
    "of tensors",
    lambda tf, x: tf.RaggedTensor.from_tensor(x.to_tensor(), padding=tf.constant(0, x.dtype)),
    one(*NUMBERS, exact=True),
    **EXACT,
)
add_ragged(
    "merged", lambda tf, x: tf.ragged.stack([x, x]).merge_dims(0, 1), RAGGED, smooth=True, **EXACT
)
add_ragged("cross", lambda tf, x: tf.ragged.cross_hashed([x, x], 11), one("int64"), **EXACT)
add_ragged("concat of rows", lambda tf, x: tf.concat([x, x * 2], 0), RAGGED, smooth=True, **EXACT)
add_ragged(
    "segment ids", lambda tf, x: tf.ragged.row_splits_to_segment_ids(x.row_splits), RAGGED, **EXACT
)

# ---------------------------------------------------------------------------- strings

TEXT = one("string")
add("strings.lower", lambda tf, x: tf.strings.lower(tf.strings.join([x, "AbC"])), TEXT, **EXACT)
add(
    "strings.strip", lambda tf, x: tf.strings.strip(tf.strings.join([" ", x, " \n"])), TEXT, **EXACT
)
add(
    "strings.split",
    lambda tf, x: tf.strings.split(tf.reshape(x, [-1]), "1").to_tensor("-"),
    TEXT,
    **EXACT,
)
add("regex_full_match", lambda tf, x: tf.strings.regex_full_match(x, "[1-5]+"), TEXT, **EXACT)
add(
    "bytes_split",
    lambda tf, x: tf.strings.bytes_split(tf.reshape(x, [-1])).to_tensor(),
    TEXT,
    **EXACT,
)
add(
    "unicode_decode",
    lambda tf, x: tf.strings.unicode_decode(tf.reshape(x, [-1]), "UTF-8").to_tensor(),
    TEXT,
    **EXACT,
)
add(
    "unicode_transcode",
    lambda tf, x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-16-BE"),
    TEXT,
    **EXACT,
)
add(
    "unicode_encode",
    lambda tf, x: tf.strings.unicode_encode(tf.abs(x) % 900 + 60, "UTF-8"),
    one("int32", rank=1),
    **EXACT,
)
add(
    "ngrams",
    lambda tf, x: tf.strings.ngrams(tf.reshape(x, [-1]), 2, pad_values=("a", "b")),
    one("string", rank=1),
    **EXACT,
)
add(
    "strings.format",
    lambda tf, x: tf.strings.format("<{}>", x),
    one("int32", "int64", "string", exact=True),
    **EXACT,
)
add("strong hash", lambda tf, x: tf.strings.to_hash_bucket_strong(x, 99, [1, 2]), TEXT, **EXACT)
add("legacy hash", lambda tf, x: tf.strings.to_hash_bucket(x, 99), TEXT, **EXACT)
add(
    "as_string of floats",
    lambda tf, x: tf.strings.as_string(x, precision=3),
    one(*FLOATS, exact=True),
    **EXACT,
)
add(
    "as_string of widths",
    lambda tf, x: tf.strings.as_string(x, width=5, fill="0"),
    one("int32", "int64"),
    **EXACT,
)
add("base64", lambda tf, x: tf.io.encode_base64(x, pad=True), TEXT, **EXACT)
add(
    "numbers of text",
    lambda tf, x: tf.strings.to_number(tf.strings.regex_replace(x, "[^0-9]|^", "1"), tf.int64),
    TEXT,
    **EXACT,
)
add(
    "unsorted join",
    lambda tf, x: tf.strings.unsorted_segment_join(
        tf.reshape(x, [-1]), tf.zeros([tf.size(x)], tf.int32), 2, "/"
    ),
    TEXT,
    **EXACT,
)
add(
    "decode_raw",
    lambda tf, x: tf.io.decode_raw(tf.strings.join([tf.reshape(x, [-1])[:1], "abcdefg"]), tf.uint8),
    TEXT,
    **EXACT,
)
add(
    "decode_csv",
    lambda tf, x: tf.io.decode_csv(tf.strings.join(["3,", tf.strings.as_string(x)]), [[0], [0]])[1],
    one("int32"),
    **EXACT,
)
add(
    "utf8 length",
    lambda tf, x: tf.strings.length(tf.strings.join([x, "äß"]), unit="UTF8_CHAR"),
    TEXT,
    **EXACT,
)
add(
    "utf8 substr",
    lambda tf, x: tf.strings.substr(tf.strings.join(["ä", x, "ß"]), 0, 2, "UTF8_CHAR"),
    TEXT,
    **EXACT,
)
add("equal strings", lambda tf, x: tf.equal(x, "5"), TEXT, **EXACT)
add("where of strings", lambda tf, x: tf.where(tf.strings.length(x) > 1, x, "short"), TEXT, **EXACT)
add(
    "parsed tensors",
    lambda tf, x: tf.io.parse_tensor(tf.io.serialize_tensor(x), x.dtype),
    one(*NUMBERS, *INTEGERS, exact=True),
    **EXACT,
)
add(
    "gathered strings",
    lambda tf, x: tf.gather(tf.reshape(x, [-1])[:2], [0]),
    one("string", rank=1),
    **EXACT,
)
