"""Programs about files: records, lines, comma-separated values, examples. Each writes what it reads."""

import gzip
import sqlite3
import tempfile
from pathlib import Path

from tests.oracle.programs.errors import error_of


def _file(content, name="file"):
    path = Path(tempfile.mkdtemp(), name)
    path.write_bytes(content)
    return str(path)


def _values(dataset):
    return [x.numpy() for x in dataset]


def _records(tf, options=None):
    path = _file(b"")
    with tf.io.TFRecordWriter(path, options) as writer:
        for record in (b"hello", "text", b"", b"x" * 1000):
            writer.write(record)
    return path


def tf_records(tf):
    """Records of plain and compressed files, several files, and files that are damaged."""
    plain = _records(tf)
    data = Path(plain).read_bytes()
    damaged = bytearray(data)
    damaged[13] ^= 1
    read = tf.data.TFRecordDataset
    zlib = _records(tf, "ZLIB")
    return [
        data,
        _values(read(plain)),
        _values(read([plain, plain], num_parallel_reads=2)),
        _values(read(tf.data.Dataset.from_tensor_slices([plain, plain]))),
        _values(read(_records(tf, "GZIP"), compression_type="GZIP")),
        _values(read(zlib, compression_type="ZLIB")),
        _values(read([])),
        str(read(plain).element_spec),
        error_of(lambda: list(read(_file(bytes(damaged))))),
        error_of(lambda: list(read(_file(data[:-1])))),
        error_of(lambda: list(read(_file(b"this is no file of records, but a text")))),
        error_of(lambda: list(read(plain, compression_type="GZIP"))),
        error_of(lambda: list(read("/no/such/file"))),
        error_of(lambda: list(read(tempfile.mkdtemp()))),
        error_of(lambda: read(3)),
        error_of(lambda: tf.io.TFRecordWriter("/no/such/folder/file")),
        error_of(lambda: tf.io.TFRecordOptions("other")),
    ]


def text_lines(tf):
    """Lines with several ends, of plain and compressed files."""
    text = _file(b"a\nbc\r\n\nlast")
    packed = _file(gzip.compress(b"one\ntwo\n"))
    read = tf.data.TextLineDataset
    return [
        _values(read([text, text])),
        _values(read(packed, compression_type="GZIP")),
        error_of(lambda: list(read("/no/such/file"))),
        error_of(lambda: list(read(text, compression_type="GZIP"))),
    ]


def records_of_one_length(tf):
    """Records between a header and a footer, of plain and compressed files."""
    content = b"HHabcdefghiF"
    plain, packed = _file(content), _file(gzip.compress(content))
    read = tf.data.FixedLengthRecordDataset
    return [
        _values(read(plain, 3, 2, 1)),
        _values(read(packed, 3, 2, 1, compression_type="GZIP")),
        error_of(lambda: list(read(plain, 4, 2, 1))),
        error_of(lambda: list(read(packed, 4, 2, 1, compression_type="GZIP"))),
        error_of(lambda: list(read(plain, 0))),
        error_of(lambda: list(read(plain, 3, -1))),
    ]


def decoded_csv(tf):
    """Fields of several dtypes, in quotes, with defaults; and records that do not fit."""
    decode = tf.io.decode_csv
    bad = [
        ("1,2", [0]),
        ("1", [0, 0]),
        ("x", [0]),
        ("1.5", [0]),
        ('1,a"b', [0, ""]),
        ('1,"a"b', [0, ""]),
        ('1,"ab', [0, ""]),
        ("", ["x"]),
        ("1\n", [0]),
        ("99999999999", [0]),
        ("0x10", [0]),
        (",2", [[], 1.0]),
        ("5", [True]),
        ("1,2", [[0, 1], 0]),
    ]
    return [
        decode("1,2.5,a", [0, 1.0, ""]),
        decode("1,,a", [0, 1.0, ""]),
        decode(['1,"a,""b"', '2,"x\ny"'], [0, ""]),
        decode('1,"a"', [0, ""], use_quote_delim=False),
        decode("1,NA", [0, 5], na_value="NA"),
        decode("1,2,3", [0, 0], select_cols=[0, 2]),
        decode(" 1 |+2 ", [0, 0], field_delim="|"),
        decode("1e3,nan,inf", [0.0, 0.0, 0.0]),
        decode([["1"], ["2"]], [0]),
        [error_of(lambda b=b: decode(*b)) for b in bad],
        error_of(lambda: decode("1,2", [0, 0], select_cols=[1, 0])),
        error_of(lambda: decode("1,2", [0, 0], select_cols=[1])),
        error_of(lambda: decode("1,2", [0, 0], field_delim="||")),
    ]


def csv_files(tf):
    """Files of comma-separated values, good and bad."""

    def rows(text, *args, **options):
        read = tf.data.experimental.CsvDataset(_file(text.encode()), *args, **options)
        return [[part.numpy() for part in row] for row in read]

    texts = [
        ("1,x\n2", [tf.int32, ""]),
        ("1,x\n2,a,b", [tf.int32, ""]),
        ("1,x\nq,a\n3,b\n", [tf.int32, ""]),
        ("1,2\n\n3,4\n", [tf.int32, tf.int32]),
        ("1,\n,2", [tf.int32, ""]),
        ('1,"ab', [tf.int32, ""]),
        ('1,a"b', [tf.int32, ""]),
    ]
    good = 'a,b\n1,x\r\n2,"y\nz"\n'
    return [
        rows(good, [tf.int32, ""], header=True),
        rows("1,2,3\n4,5,6", [tf.int32, tf.int32], select_cols=[0, 2]),
        rows("1,2,3\n4,5,6", [tf.int32, tf.int32], exclude_cols=[1]),
        rows("\n", [""]),
        rows("", [tf.int32]),
        rows("1|\n|2.5\n", [tf.constant([7]), tf.constant([0.5])], field_delim="|"),
        str(tf.data.experimental.CsvDataset("x", [tf.int32, "", tf.float64]).element_spec),
        [error_of(lambda t=t: rows(*t)) for t in texts],
        error_of(lambda: list(tf.data.experimental.CsvDataset("/no/such/file", [tf.int32]))),
        error_of(lambda: rows("1,2", [tf.int32, tf.int32], select_cols=[1, 0])),
    ]


def _feature(tf, values):
    train = tf.train
    if values and isinstance(values[0], bytes):
        return train.Feature(bytes_list=train.BytesList(value=values))
    if values and isinstance(values[0], float):
        return train.Feature(float_list=train.FloatList(value=values))
    return train.Feature(int64_list=train.Int64List(value=values))


def _example(tf, **features):
    named = {name: _feature(tf, values) for name, values in features.items()}
    return tf.train.Example(features=tf.train.Features(feature=named)).SerializeToString()


def parsed_examples(tf):
    """Features of every form, in batches and single, in functions, and what does not fit."""
    io = tf.io
    data = [
        _example(tf, a=[1], b=[1.0, 2.0], c=[b"x"]),
        _example(tf, a=[2], b=[3.0, 4.0], c=[b"y", b"z"]),
    ]
    sequence = io.FixedLenSequenceFeature
    forms = {
        "a": io.FixedLenFeature([], tf.int64),
        "b": io.FixedLenFeature([2], tf.float32),
        "c": io.VarLenFeature(tf.string),
        "missing": io.FixedLenFeature([2], tf.int64, [7, 8]),
        "padded": sequence([], tf.string, allow_missing=True),
    }
    result = []
    for parsed in (io.parse_example(data, forms), io.parse_single_example(data[1], forms)):
        sparse = parsed.pop("c")
        result.append((parsed, sparse.indices, sparse.values, sparse.dense_shape))
    ragged = {"c": io.RaggedFeature(tf.string)}
    bad = [
        {"z": io.FixedLenFeature([], tf.int64)},
        {"b": io.FixedLenFeature([3], tf.float32)},
        {"b": io.FixedLenFeature([2], tf.int64)},
        {"b": io.VarLenFeature(tf.int64)},
        {},
        {"a": 3},
        {"a": io.FixedLenFeature([None], tf.int64)},
        {"a": sequence([], tf.int64)},
        {"a": io.FixedLenFeature([], tf.int32)},
    ]
    shapes = []

    @tf.function
    def staged(serialized):
        parsed = io.parse_example(serialized, {**forms, "d": io.RaggedFeature(tf.string)})
        shapes.append({key: value.shape.as_list() for key, value in parsed.items()})
        return parsed["b"]

    return [
        *result,
        io.parse_example(data, ragged)["c"].to_list(),
        io.parse_single_example(data[1], ragged)["c"],
        io.parse_single_example(data[1], {"b": sequence([1], tf.float32, allow_missing=True)}),
        io.parse_example(
            data, {"c": sequence([], tf.string, allow_missing=True, default_value="q")}
        ),
        staged(tf.constant(data)),
        shapes,
        [error_of(lambda b=b: io.parse_example(data, b)) for b in bad],
        error_of(lambda: io.parse_single_example(data, forms)),
    ]


def sparse_and_partitioned_features(tf):
    """Sparse features of indices and values, and ragged ones with partitions of every kind."""
    io = tf.io
    data = [_example(tf, i=[3, 1], v=[1.0, 2.0]), _example(tf, i=[0], v=[5.0])]
    result = []
    for feature in (
        io.SparseFeature("i", "v", tf.float32, 10),
        io.SparseFeature(["i", "i"], "v", tf.float32, [9, 8]),
    ):
        sparse = io.parse_example(data, {"s": feature})["s"]
        result.append((sparse.indices, sparse.values, sparse.dense_shape))
    ragged = io.RaggedFeature
    kinds = [
        (ragged.RowLengths("p"), [[0, 2, 1], []]),
        (ragged.RowSplits("p"), [[0, 0, 2, 3], [0]]),
        (ragged.RowLimits("p"), [[0, 2, 3], []]),
        (ragged.RowStarts("p"), [[0, 0, 2], []]),
        (ragged.ValueRowIds("p"), [[0, 2, 2], []]),
        (ragged.UniformRowLength(3), [[], []]),
    ]
    for partition, rows in kinds:
        records = [_example(tf, v=[3, 1, 4], p=rows[0]), _example(tf, v=[], p=rows[1])]
        feature = {"r": ragged(tf.int64, value_key="v", partitions=[partition])}
        single = io.parse_single_example(records[0], feature)["r"]
        rows = single.to_list() if hasattr(single, "to_list") else single.numpy().tolist()
        result.append((io.parse_example(records, feature)["r"].to_list(), rows))
    return result


_TABLE = b"n,x,s,b\n1,1.5,u,3000000000\n2,,v,4\n3,2.5,,\n"


def _csv_batches(tf, content, count=4, **arguments):
    """The spec and the first batches of a CSV file."""
    tf.random.set_seed(1)
    paths = [_file(content)]
    if content is _TABLE:
        paths.append(str(Path(paths[0]).with_name("next")))
        Path(paths[1]).write_bytes(_TABLE.replace(b"3", b"7"))
    read = tf.data.experimental.make_csv_dataset
    dataset = read(paths, 2, **arguments)
    values = [tf.nest.map_structure(lambda t: t.numpy(), x) for x in dataset.take(count)]
    return str(dataset.element_spec), values


def columns_of_files(tf):
    """The columns of CSV files by name, with dtypes that are found out, in random and in plain order."""
    plain = {"num_epochs": 1, "shuffle": False}
    strange = b"a,b,c,d\nnan,inf,-inf,1e300\n"
    broken = b"a,b\n1,2\nx,y,z\n5,6\n"
    return [
        _csv_batches(tf, _TABLE, **plain),
        _csv_batches(tf, _TABLE, label_name="s", num_epochs=2, shuffle_seed=3),
        _csv_batches(tf, _TABLE, select_columns=["b", 0], shuffle_seed=3),
        _csv_batches(tf, _TABLE, num_parallel_reads=2, **plain),
        _csv_batches(tf, strange, **plain),
        _csv_batches(tf, broken, column_defaults=[tf.int32, tf.int32], ignore_errors=True, **plain),
        _csv_batches(tf, b"a|b\n1|'x'\n", field_delim="|", **plain),
        error_of(lambda: _csv_batches(tf, broken)),
        error_of(lambda: _csv_batches(tf, _TABLE, header=False)),
        error_of(lambda: _csv_batches(tf, _TABLE, label_name="q")),
        error_of(lambda: _csv_batches(tf, _TABLE, select_columns=["q"])),
        error_of(lambda: _csv_batches(tf, _TABLE, select_columns=[9])),
        error_of(lambda: _csv_batches(tf, _TABLE, select_columns=["n", "n"])),
        error_of(lambda: _csv_batches(tf, _TABLE, select_columns=["n"], column_defaults=[1, 2])),
        error_of(lambda: _csv_batches(tf, b"a,a\n1,2\n")),
        error_of(lambda: _csv_batches(tf, b"")),
        error_of(lambda: tf.data.experimental.make_csv_dataset("/no/such/*.csv", 2)),
    ]


def files_of_examples(tf):
    """Batches of parsed examples from files, in random and in plain order."""
    # Files are sorted by their names.
    first = _file(b"")
    paths = [first, str(Path(first).with_name("next"))]
    for place, path in enumerate(paths):
        with tf.io.TFRecordWriter(path) as writer:
            for i in range(3):
                number = tf.train.Feature(int64_list=tf.train.Int64List(value=[10 * place + i]))
                values = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5] * i))
                features = tf.train.Features(feature={"i": number, "v": values})
                writer.write(tf.train.Example(features=features).SerializeToString())
    sparse = {"i": tf.io.FixedLenFeature([], tf.int64), "v": tf.io.VarLenFeature(tf.float32)}
    ragged = {**sparse, "v": tf.io.RaggedFeature(tf.float32)}

    def batches(features, **arguments):
        tf.random.set_seed(1)
        read = tf.data.experimental.make_batched_features_dataset
        dataset = read(paths, 2, features, **arguments)
        return [
            [leaf.numpy() for leaf in tf.nest.flatten(x, expand_composites=True)] for x in dataset
        ]

    return [
        batches(sparse, num_epochs=1, shuffle=False),
        batches(ragged, num_epochs=1, shuffle=False, reader_num_threads=2),
        batches(sparse, num_epochs=1, shuffle=False, label_key="i", drop_final_batch=True),
        error_of(lambda: batches(sparse, label_key="z")),
        error_of(lambda: tf.data.experimental.parse_example_dataset(None)),
    ]


def rows_of_databases(tf):
    """The rows of queries, in the dtypes that are asked for."""
    path = _file(b"")
    database = sqlite3.connect(path)
    database.executescript(
        "create table t(a text, b integer, c real);"
        "insert into t values('x', 1, 1.5), (null, null, null), ('12', 300, '7.5');"
    )
    database.close()

    def rows(query, dtypes, driver="sqlite", source=path):
        dataset = tf.data.experimental.SqlDataset(driver, source, query, dtypes)
        return [[t.numpy() for t in row] for row in dataset]

    return [
        rows("select a, b, c from t", (tf.string, tf.int32, tf.float64)),
        rows("select b, b, b from t", (tf.bool, tf.string, tf.int16)),
        rows("select a from t where b = 9", (tf.string,)),
        error_of(lambda: rows("select a from t", (tf.string,), driver="mysql")),
    ]


def datasets_that_are_written(tf):
    """A dataset of strings becomes a file, also by parts inside of a pipeline."""
    experimental = tf.data.experimental
    folder = tempfile.mkdtemp()

    def written(key, group):
        path = tf.strings.join([folder, "/part", tf.strings.as_string(key)])
        experimental.TFRecordWriter(path).write(group.map(lambda _, text: text))
        return tf.data.Dataset.from_tensors(key)

    parts = experimental.group_by_window(lambda i, _: i % 2, written, tf.int64.max)
    letters = tf.data.Dataset.from_tensor_slices(list("abcde"))
    packed = str(Path(folder, "packed"))
    experimental.TFRecordWriter(packed, "GZIP").write(letters)
    return [
        _values(letters.enumerate().apply(parts)),
        _values(tf.data.TFRecordDataset([folder + "/part0", folder + "/part1"])),
        _values(tf.data.TFRecordDataset(packed, "GZIP")),
        error_of(lambda: experimental.TFRecordWriter(packed).write(tf.data.Dataset.range(3))),
        error_of(lambda: experimental.TFRecordWriter(packed).write(3)),
    ]


def _feature(tf, values):
    first = values[0] if values else b""
    if isinstance(first, int):
        return tf.train.Feature(int64_list=tf.train.Int64List(value=values))
    if isinstance(first, float):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    return (
        tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
        if values
        else tf.train.Feature()
    )


def _sequence_example(tf, context, lists):
    feature_list = {
        key: tf.train.FeatureList(feature=[_feature(tf, row) for row in rows])
        for key, rows in lists.items()
    }
    return tf.train.SequenceExample(
        context=tf.train.Features(feature={key: _feature(tf, x) for key, x in context.items()}),
        feature_lists=tf.train.FeatureLists(feature_list=feature_list),
    ).SerializeToString()


def sequence_examples(tf):
    """Contexts and sequences in all forms, of batches and single examples; what is refused."""
    io = tf.io
    first = _sequence_example(
        tf,
        {"a": [1], "b": [1.5, 2.5], "c": [b"x"]},
        {
            "d": [[1, 2], [3, 4], [5, 6]],
            "v": [[1], [], [2, 3]],
            "s": [[b"p"], [b"q", b"r"]],
            "l": [[2, 1], [1]],
            "w": [[7, 8, 9], [4]],
        },
    )
    second = _sequence_example(tf, {"a": [2], "b": [3.5, 4.5]}, {"d": [[9, 9]], "v": []})
    context = {
        "a": io.FixedLenFeature([], tf.int64),
        "b": io.FixedLenFeature([2], tf.float32),
        "c": io.VarLenFeature(tf.string),
    }
    lists = {
        "d": io.FixedLenSequenceFeature([2], tf.int64),
        "v": io.VarLenFeature(tf.int64),
        "s": io.RaggedFeature(tf.string),
        "m": io.FixedLenSequenceFeature([], tf.float32, allow_missing=True),
    }
    lengths = io.RaggedFeature.RowLengths("l")
    parts = {"x": io.RaggedFeature(tf.int64, value_key="w", partitions=[lengths])}
    rows = io.RaggedFeature.UniformRowLength(2)
    uniform = {"x": io.RaggedFeature(tf.int64, value_key="d", partitions=[rows])}
    ragged = {"b": io.RaggedFeature(tf.float32), "c": io.RaggedFeature(tf.string)}

    def parsed(serialized, *features, one=False):
        parse = io.parse_single_sequence_example if one else io.parse_sequence_example
        return [
            {
                key: [t.numpy() for t in tf.nest.flatten(x, expand_composites=True)]
                for key, x in sorted(found.items())
            }
            for found in parse(serialized, *features)
        ]

    bad = [
        (None, None),
        ({"z": io.FixedLenFeature([], tf.int64)}, None),
        ({"a": io.SparseFeature("a", "b", tf.float32, 10)}, None),
        ({"z": io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)}, None),
        (None, {"z": io.FixedLenSequenceFeature([], tf.int64)}),
        (None, {"d": io.FixedLenSequenceFeature([3], tf.int64)}),
        (None, {"d": io.VarLenFeature(tf.float32)}),
        (None, {"a": io.FixedLenFeature([], tf.int64)}),
    ]
    return [
        parsed([first, second], context, lists),
        parsed(first, context, lists),
        parsed(first, context, lists, one=True),
        parsed([first, second], ragged),
        parsed(first, ragged, one=True),
        parsed([first, second], None, parts),
        parsed(first, None, parts, one=True),
        io.parse_sequence_example([first], None, uniform)[1]["x"].to_list(),
        [error_of(lambda b=b: parsed([first], *b)) for b in bad],
        error_of(lambda: parsed([b"junk"], context)),
        error_of(lambda: parsed([first], context, one=True)),
        error_of(lambda: parsed([[first]], context)),
    ]
