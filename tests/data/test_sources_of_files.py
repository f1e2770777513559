"""Datasets over CSV files, files of examples and databases; more is compared with TensorFlow."""

import gzip
import sqlite3

import pytest

import stagelight as tf

experimental = tf.data.experimental


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"n,x,s\n1,1.5,u\n2,,v\n3,2.5,\n")
    return path


def _columns(path, **arguments):
    dataset = experimental.make_csv_dataset(str(path), 3, num_epochs=1, shuffle=False, **arguments)
    return tf.nest.map_structure(lambda t: t.numpy().tolist(), next(iter(dataset)))


def test_dtypes_of_columns_are_found_out(table):
    assert _columns(table) == {"n": [1, 2, 3], "x": [1.5, 0.0, 2.5], "s": [b"u", b"v", b""]}
    (batch,) = experimental.make_csv_dataset(str(table), 3, num_epochs=1, shuffle=False)
    assert [t.dtype for t in batch.values()] == [tf.int32, tf.float32, tf.string]


def test_a_label_comes_apart_and_columns_are_selected(table):
    assert _columns(table, label_name="n", select_columns=["s", "n"]) == (
        {"s": [b"u", b"v", b""]},
        [1, 2, 3],
    )


def test_compressed_tables_are_probed_too(table):
    packed = table.with_suffix(".gz")
    packed.write_bytes(gzip.compress(table.read_bytes()))
    assert _columns(packed, compression_type="GZIP") == _columns(table)
    with pytest.raises(ValueError, match="not supported for probing"):
        _columns(packed, compression_type="ZLIB")
    with pytest.raises(ValueError, match="unknown `compression_type`"):
        _columns(packed, compression_type="LZ")


def test_records_behind_one_that_does_not_fit_are_read(tmp_path):
    path = tmp_path / "broken.csv"
    path.write_bytes(b"a,b\n1,2\nx\n5,6\n")
    dataset = experimental.CsvDataset(str(path), [tf.int32, tf.int32], header=True)
    assert [[int(x) for x in row] for row in dataset.ignore_errors()] == [[1, 2], [5, 6]]
    iterator = iter(dataset)
    next(iterator)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expect 2 fields but have 1"):
        next(iterator)
    assert [int(x) for x in next(iterator)] == [5, 6]


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.sqlite"
    database = sqlite3.connect(path)
    database.executescript(
        "create table people (name text, age integer);"
        "insert into people values ('Ada', 36), ('Alan', 41), ('Kurt', null);"
    )
    database.close()
    return str(path)


def test_an_iteration_over_a_query_is_saved_and_goes_on(people):
    types = tf.string, tf.int32
    dataset = experimental.SqlDataset("sqlite", people, "select name, age from people", types)
    iterator = dataset.as_numpy_iterator()
    assert next(iterator) == (b"Ada", 36)
    later = dataset.as_numpy_iterator()
    later.restore(iterator.save())
    assert list(later) == [(b"Alan", 41), (b"Kurt", 0)]


@pytest.mark.parametrize(
    ("path", "query", "types", "expected"),
    [
        ("/no/such/file", "select 1", [tf.int32], "Failed to open database /no/such/file"),
        (None, "select name, age from people", [tf.string], r"columns in query \(2\)"),
        (None, "selct 1", [tf.int32], "syntax error, in .*people.sqlite"),
        (None, "select 300", [tf.uint8], "out of the range of uint8"),
    ],
)
def test_errors_of_queries_are_told(people, path, query, types, expected):
    dataset = experimental.SqlDataset("sqlite", path or people, query, tuple(types))
    with pytest.raises(tf.errors.OpError, match=expected):
        list(dataset)


def test_a_query_cannot_change_the_database(people):
    everything = experimental.SqlDataset("sqlite", people, "select name from people", tf.string)
    statement = "delete from people returning name"
    with pytest.raises(tf.errors.UnknownError, match="readonly"):
        list(experimental.SqlDataset("sqlite", people, statement, tf.string))
    assert len(list(everything)) == 3


def test_what_runs_in_other_processes_is_refused():
    for name in ("distribute", "DispatchServer", "register_dataset"):
        with pytest.raises(NotImplementedError, match="service"):
            getattr(experimental.service, name)("grpc")
    with pytest.raises(NotImplementedError, match=r"Dataset\.shard"):
        experimental.distributed_save(tf.data.Dataset.range(2), "path", "grpc")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("last", [True, False], ids=["ended", "open"])
def test_lines_of_csv_files_end_in_three_ways(tmp_path, end, last):
    text = end.join(['1,"a"', f'2,"b{end}c"', "3,d"]) + end * last
    path = tmp_path / "file.csv"
    path.write_bytes(text.encode())
    dataset = tf.data.experimental.CsvDataset(str(path), [tf.int32, tf.string])
    rows = [(int(number), word.numpy().decode()) for number, word in dataset]
    assert rows == [(1, "a"), (2, f"b{end}c"), (3, "d")]


def test_defaults_of_csv_files_have_at_most_one_axis():
    with pytest.raises(tf.errors.InvalidArgumentError, match="at most rank 1"):
        tf.data.experimental.CsvDataset("some.csv", [[[0]], [0]])
