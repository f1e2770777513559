"""Samples of the ops of `ops/parsing/csv_records.py` and `ops/parsing/`."""

import numpy as np

from tests.ops.samples import Bad, Sample


def _feature(tf, kind, values):
    lists = {"int64": "Int64List", "float": "FloatList", "bytes": "BytesList"}
    return tf.train.Feature(**{f"{kind}_list": getattr(tf.train, lists[kind])(value=values)})


def _examples(tf):
    rows = [([1], [1.0, 2.0], [b"x"]), ([2], [3.0, 4.0], [b"y", b"z"])]
    return [
        tf.train.Example(
            features=tf.train.Features(
                feature={
                    "a": _feature(tf, "int64", a),
                    "b": _feature(tf, "float", b),
                    "c": _feature(tf, "bytes", c),
                }
            )
        ).SerializeToString()
        for a, b, c in rows
    ]


def _parsed(tf, serialized=None):
    parsed = tf.io.parse_example(
        _examples(tf) if serialized is None else serialized,
        {
            "a": tf.io.FixedLenFeature([], tf.int64),
            "b": tf.io.FixedLenFeature([2], tf.float32),
            "c": tf.io.VarLenFeature(tf.string),
            "d": tf.io.FixedLenSequenceFeature([], tf.float32, allow_missing=True),
        },
    )
    sparse = parsed["c"]
    return parsed["a"], parsed["b"], sparse.indices, sparse.values, sparse.dense_shape, parsed["d"]


def _sequence_examples(tf):
    def steps(kind, rows):
        return tf.train.FeatureList(feature=[_feature(tf, kind, row) for row in rows])

    def example(a, dense, sparse, ragged):
        lists = {
            "d": steps("float", dense),
            "s": steps("int64", sparse),
            "r": steps("bytes", ragged),
        }
        return tf.train.SequenceExample(
            context=tf.train.Features(feature={"a": _feature(tf, "int64", [a])}),
            feature_lists=tf.train.FeatureLists(feature_list=lists),
        ).SerializeToString()

    return [
        example(1, [[1.0, 2.0], [3.0, 4.0]], [[1], [], [2, 3]], [[b"x"], [b"y", b"z"]]),
        example(2, [[5.0, 6.0]], [], [[]]),
    ]


def _parsed_sequences(tf, serialized=None, dims=(2,)):
    context, sequences, lengths = tf.io.parse_sequence_example(
        _sequence_examples(tf) if serialized is None else serialized,
        {"a": tf.io.FixedLenFeature([], tf.int64)},
        {
            "d": tf.io.FixedLenSequenceFeature(list(dims), tf.float32),
            "s": tf.io.VarLenFeature(tf.int64),
            "r": tf.io.RaggedFeature(tf.string),
        },
    )
    sparse, ragged = sequences["s"], sequences["r"]
    parts = sparse.indices, sparse.values, sparse.dense_shape, ragged.flat_values
    return context["a"], sequences["d"], lengths["d"], *parts, *ragged.nested_row_splits


def _decoded(tf, records, defaults=(0, 0.0, ""), **options):
    return tuple(tf.io.decode_csv(records, list(defaults), **options))


RECORDS = np.array([b"1,2.5,a", b'2,,"b,c"', b",1e3,"], object)

SAMPLES = [
    Sample("DecodeCSV", _decoded, (RECORDS,), gradient=False),
    Sample("DecodeCSV", _decoded, (RECORDS.reshape(3, 1),), gradient=False),
    Sample("DecodeCSV", _decoded, (np.zeros((0,), object),), gradient=False),
    Sample(
        "DecodeCSV",
        lambda tf, x: _decoded(tf, x, (7, "none"), select_cols=[0, 2], na_value="a"),
        (RECORDS,),
        gradient=False,
    ),
    Bad("DecodeCSV", lambda tf: _decoded(tf, "x,1,a"), match="int32"),
    Bad("DecodeCSV", lambda tf: _decoded(tf, "1,1"), match="fields"),
    Bad("DecodeCSV", lambda tf: _decoded(tf, '1,1,"a'), match="[Qq]uote"),
    Sample("ParseExampleV2", lambda tf: _parsed(tf), (), gradient=False),
    Sample("ParseExampleV2", lambda tf: _parsed(tf, _examples(tf)[1]), (), gradient=False),
    Bad("ParseExampleV2", lambda tf: _parsed(tf, [b""]), match="required"),
    Bad("ParseExampleV2", lambda tf: _parsed(tf, [[b""]])),
    Sample("ParseSequenceExampleV2", lambda tf: _parsed_sequences(tf), (), gradient=False),
    Sample(
        "ParseSequenceExampleV2",
        lambda tf: _parsed_sequences(tf, _sequence_examples(tf)[0]),
        (),
        gradient=False,
    ),
    Bad("ParseSequenceExampleV2", lambda tf: _parsed_sequences(tf, [b""]), match="required"),
    Bad("ParseSequenceExampleV2", lambda tf: _parsed_sequences(tf, dims=(3,)), match="2"),
    Bad("ParseSequenceExampleV2", lambda tf: _parsed_sequences(tf, [[b""]])),
]
