"""`tf.lookup`: tables that are filled once, and tables that change."""

from __future__ import annotations

import concurrent.futures
import itertools
import threading

import numpy as np
import pytest

import stagelight as tf

lookup = tf.lookup
Index = lookup.TextFileIndex


def static(keys=("a", "b"), values=(1, 2), default=-1):
    return lookup.StaticHashTable(
        lookup.KeyValueTensorInitializer(list(keys), list(values)), default
    )


def test_keys_have_their_values_and_others_the_default():
    table = static()
    keys = tf.constant([["a", "x"], ["b", "a"]])
    assert table.lookup(keys).numpy().tolist() == [[1, -1], [2, 1]]
    assert table[tf.constant("b")].numpy() == 2
    assert table.size().numpy() == 2
    assert (table.key_dtype, table.value_dtype) == (tf.string, tf.int32)
    assert table.default_value.numpy() == -1


def test_tables_are_used_in_functions():
    table = static([7, 8], ["x", "y"], "?")
    staged = tf.function(lambda keys: table.lookup(keys))
    assert staged(tf.constant([8, 9])).numpy().tolist() == [b"y", b"?"]

    mutable = lookup.experimental.MutableHashTable(tf.int64, tf.float32, 0.0)

    @tf.function
    def add(key, value):
        mutable.insert(key, mutable.lookup(key) + value)
        return mutable.size()

    key = tf.constant([3], tf.int64)
    assert add(key, [1.5]).numpy() == 1
    assert add(key, [1.5]).numpy() == 1
    assert mutable.lookup(key).numpy().tolist() == [3.0]


def test_composites_keep_their_form():
    table = static()
    ragged = tf.ragged.constant([["a", "x"], ["b"]])
    assert table.lookup(ragged).to_list() == [[1, -1], [2]]
    sparse = tf.SparseTensor([[0, 1]], ["b"], [1, 2])
    assert table.lookup(sparse).values.numpy().tolist() == [2]


def test_mutable_tables_change():
    table = lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(["a", "b"], [1, 2])
    table.insert(["b"], [5])
    table.remove(["a", "z"])
    assert [x.numpy().tolist() for x in table.export()] == [[b"b"], [5]]
    table.erase(["b"])
    assert table.size().numpy() == 0


def test_a_static_table_has_one_value_for_a_key():
    with pytest.raises(tf.errors.FailedPreconditionError, match="different value for same key"):
        static(["a", "a"], [1, 2])
    assert static(["a", "a"], [1, 1]).size().numpy() == 1


def test_keys_and_values_have_the_dtypes_of_the_table():
    table = static()
    with pytest.raises(TypeError, match="Dtype of argument `keys`"):
        table.lookup(tf.constant([1]))
    with pytest.raises(TypeError, match="Dtype of argument `keys`"):
        lookup.experimental.MutableHashTable(tf.string, tf.int64, -1).remove(tf.constant([1]))
    with pytest.raises(ValueError, match="requested dtype string"):
        lookup.experimental.MutableHashTable(tf.string, tf.int64, -1).lookup(tf.constant([1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expected shape"):
        lookup.KeyValueTensorInitializer(["a"], [1, 2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Number of elements must match"):
        lookup.experimental.MutableHashTable(tf.string, tf.int64, -1).insert(["a"], [1, 2])
    with pytest.raises(TypeError, match="Invalid key or value dtype"):
        filling = lookup.KeyValueTensorInitializer(["a"], [1])
        filling.initialize(lookup.experimental.MutableHashTable(tf.int64, tf.int32, 0))


def test_a_table_that_is_not_filled_says_so():
    class Nothing(lookup.KeyValueTensorInitializer):
        def __init__(self):
            self._key_dtype, self._value_dtype = tf.string, tf.int64

        def initialize(self, table):
            pass

    with pytest.raises(tf.errors.FailedPreconditionError, match="not initialized"):
        lookup.StaticHashTable(Nothing(), -1).lookup(tf.constant(["a"]))


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words"
    path.write_text("a\t1.5\nb\t2\n")
    return str(path)


def filled(path, *columns, **options):
    return lookup.StaticHashTable(lookup.TextFileInitializer(path, *columns, **options), -1)


def test_files_fill_tables(words):
    by_line = filled(words, tf.string, 0, tf.int64, Index.LINE_NUMBER, value_index_offset=5)
    assert by_line.lookup(tf.constant(["a", "b"])).numpy().tolist() == [5, 6]
    by_column = filled(words, tf.string, 0, tf.float32, 1)
    assert by_column.lookup(tf.constant(["a", "b"])).numpy().tolist() == [1.5, 2.0]
    whole = filled(words, tf.string, Index.WHOLE_LINE, tf.int64, Index.LINE_NUMBER, 1)
    assert whole.size().numpy() == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0, tf.int64, 1), tf.errors.InvalidArgumentError),
        ((0, tf.int64, 2), tf.errors.InvalidArgumentError),
        ((0, tf.int64, Index.LINE_NUMBER, 3), tf.errors.InvalidArgumentError),
    ],
)
def test_files_that_do_not_fit_are_refused(words, arguments, error):
    with pytest.raises(error):
        filled(words, tf.string, *arguments)


def test_a_file_must_be_there():
    with pytest.raises(tf.errors.NotFoundError):
        filled("/nowhere/words", tf.string, 0, tf.int64, 1)
    with pytest.raises(ValueError, match="`filename` argument required"):
        filled("", tf.string, 0, tf.int64, 1)


def dense(**options):
    told = {"key_dtype": tf.int64, "value_dtype": tf.float32, "default_value": [0.0, 0.0]}
    told |= {"empty_key": -1, "deleted_key": -2} | options
    return tf.lookup.experimental.DenseHashTable(**told)


@pytest.mark.parametrize(
    "make",
    [dense, lambda: tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0])],
)
def test_values_may_be_rows(make, tmp_path):
    table = make()
    table.insert(tf.constant([[1], [2]], tf.int64), tf.constant([[[1.0, 2.0]], [[3.0, 4.0]]]))
    found = tf.function(table.lookup)(tf.constant([[2], [9]], tf.int64))
    assert found.numpy().tolist() == [[[3.0, 4.0]], [[0.0, 0.0]]]
    keys, values = table.export()
    assert (keys.numpy().tolist(), values.numpy().tolist()) == ([1, 2], [[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected shape \[1, 2\]"):
        table.insert(tf.constant([1], tf.int64), tf.constant([[1.0]]))
    checkpoint = tf.train.Checkpoint(table=table)
    path = checkpoint.write(str(tmp_path / "table"))
    table.remove(tf.constant([1, 2], tf.int64))
    assert table.size().numpy() == 0
    checkpoint.restore(path)
    assert table[tf.constant(2, tf.int64)].numpy().tolist() == [3.0, 4.0]


def test_a_dense_table_is_exported_without_free_places():
    """The op gives them, as TensorFlow's does; it reads no others from a checkpoint."""
    table = dense()
    table.insert(tf.constant([1, 5], tf.int64), tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    keys, values = tf.raw_ops.LookupTableExportV2(
        table_handle=table.resource_handle, Tkeys=tf.int64, Tvalues=tf.float32
    )
    assert keys.numpy().tolist() == [[-1], [1], [5], [-1]]
    assert values.numpy()[1:3].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    for export in (table.export, tf.function(table.export)):
        keys, values = export()
        assert keys.numpy().tolist() == [1, 5]
        assert values.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    words = dense(key_dtype=tf.string, empty_key="", deleted_key="-", default_value=0.0)
    words.insert(["a"], [1.0])
    keys, values = words.export()
    assert (keys.numpy().tolist(), values.numpy().tolist()) == ([b"a"], [1.0])


def test_any_order_of_changes_leaves_what_a_dict_would_have():
    random, expected = np.random.default_rng(3), {}
    table = lookup.experimental.MutableHashTable(tf.int64, tf.string, ["?", "!"])
    for number in range(300):
        keys = random.integers(0, 40, random.integers(0, 9))
        if number % 3:
            rows = [[f"{number}", f"{number} {i}"] for i in range(len(keys))]
            table.insert(keys, np.array(rows, object).reshape(-1, 2))
            expected.update(zip(keys.tolist(), rows, strict=True))
        else:
            table.remove(keys)
            for key in keys.tolist():
                expected.pop(key, None)
        found = table.lookup(tf.range(40, dtype=tf.int64)).numpy().astype(str).tolist()
        assert found == [expected.get(key, ["?", "!"]) for key in range(40)]
        keys, rows = table.export()
        assert table.size() == len(expected)
        assert keys.numpy().tolist() == list(expected)
        assert rows.numpy().astype(str).tolist() == list(expected.values())


def test_threads_find_whole_rows():
    """While others insert, remove, and replace all."""
    keys = tf.range(200, dtype=tf.int64)
    table = lookup.experimental.MutableHashTable(tf.int64, tf.int64, [-1] * 50)

    def rows(value):
        return tf.fill([200, 50], tf.constant(value, tf.int64))

    table.insert(keys, rows(0))
    is_over = threading.Event()

    def change():
        for number in itertools.count(1):
            if is_over.is_set():
                return
            tf.raw_ops.LookupTableImportV2(
                table_handle=table.resource_handle, keys=keys, values=rows(number)
            )
            table.insert(keys + 200 * number, rows(number))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        changes = [pool.submit(change) for _ in range(2)]
        for _ in range(300):
            found = table.lookup(keys).numpy()
            assert len(np.unique(found)) == 1
            assert found.min() >= 0
        is_over.set()
        for done in changes:
            done.result()


def test_a_static_table_that_refuses_a_value_is_as_it_was():
    table = static([1, 2], [10, 20])
    handle, keys = table.resource_handle, tf.constant([1, 2, 3, 4])
    for added, told in (
        ([3, 4, 2], "Key 2 has 20 and trying to add value 30"),
        ([3, 4, 3], "Key 3 has 10 and trying to add value 30"),
    ):
        with pytest.raises(tf.errors.FailedPreconditionError, match=told):
            tf.raw_ops.LookupTableInsertV2(table_handle=handle, keys=added, values=[10, 20, 30])
        assert table.lookup(keys).numpy().tolist() == [10, 20, -1, -1]
        assert table.size() == 2
    tf.raw_ops.LookupTableInsertV2(table_handle=handle, keys=[3, 1, 3], values=[30, 10, 30])
    assert table.lookup(keys).numpy().tolist() == [10, 20, 30, -1]


@pytest.mark.parametrize(("key", "name"), [(-1, "empty_key"), (-2, "deleted_key")])
def test_reserved_keys_cannot_be_used(key, name):
    table, keys = dense(), tf.constant([key], tf.int64)
    for use in (table.lookup, table.remove, lambda keys: table.insert(keys, [[1.0, 2.0]])):
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"{name} as a table key"):
            use(keys)


def test_what_a_checkpoint_says_of_reserved_keys_is_passed_over():
    """TensorFlow writes its free places, too."""
    table = dense()
    tf.raw_ops.LookupTableImportV2(
        table_handle=table.resource_handle,
        keys=tf.constant([-1, 7, -2], tf.int64),
        values=tf.constant([[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]]),
    )
    assert [x.numpy().tolist() for x in table.export()] == [[7], [[1.0, 2.0]]]


def test_an_import_that_is_refused_leaves_the_table_as_it_was():
    table = dense()
    table.insert(tf.constant([7], tf.int64), [[1.0, 2.0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected shape \[1, 2\]"):
        tf.raw_ops.LookupTableImportV2(
            table_handle=table.resource_handle, keys=tf.constant([8], tf.int64), values=[[1.0]]
        )
    assert table.export()[0].numpy().tolist() == [7]


@pytest.mark.parametrize("options", [{"empty_key": -2}, {"initial_num_buckets": 5}])
def test_dense_tables_are_checked_when_they_are_made(options):
    with pytest.raises(tf.errors.InvalidArgumentError):
        dense(**options)


def test_keys_that_are_not_there_may_have_a_default_each():
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(["a", "b"], [1, 2])
    keys = tf.constant([["a", "x"], ["y", "b"]])
    each = tf.constant([[7, 8], [9, 10]], tf.int64)
    assert table.lookup(keys, each).numpy().tolist() == [[1, 8], [9, 2]]
    assert table.lookup(keys, tf.constant(5, tf.int64)).numpy().tolist() == [[1, 5], [5, 2]]
    staged = tf.function(lambda keys, defaults: table.lookup(keys, dynamic_default_values=defaults))
    assert staged(keys, each).numpy().tolist() == [[1, 8], [9, 2]]
    concrete = staged.get_concrete_function(
        tf.TensorSpec([None, 2], tf.string), tf.TensorSpec([None, 2], tf.int64)
    )
    assert concrete.output_shapes == [None, 2]
    assert table.lookup(tf.ragged.constant([["a"], ["x", "b"]])).to_list() == [[1], [-1, 2]]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \[\] or \[2, 2\] for default"):
        table.lookup(keys, tf.constant([5, 6], tf.int64))


def test_keys_may_have_a_row_as_default_each():
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, [-1, -1])
    table.insert(["a"], tf.constant([[1, 2]], tf.int64))
    keys = tf.constant(["a", "x"])
    assert table.lookup(keys).numpy().tolist() == [[1, 2], [-1, -1]]
    each = tf.constant([[7, 8], [9, 10]], tf.int64)
    assert table.lookup(keys, each).numpy().tolist() == [[1, 2], [9, 10]]
    assert table.lookup(keys, each[0]).numpy().tolist() == [[1, 2], [7, 8]]


def test_words_are_strings_where_there_is_no_vocabulary():
    table = tf.lookup.StaticVocabularyTable(None, 3)
    assert table.key_dtype == tf.string
    assert table.lookup(tf.constant(["a", "b"])).numpy().tolist() == [0, 1]


def test_the_default_of_a_static_table_is_a_scalar():
    filling = tf.lookup.KeyValueTensorInitializer(["a"], tf.constant([1], tf.int64))
    with pytest.raises(ValueError, match="not compatible"):
        tf.lookup.StaticHashTable(filling, [1, 2])


def test_dense_tables_insert_or_assign():
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, -1, -2)
    table.insert_or_assign([3, 4], [30, 40])
    table.insert_or_assign([4], [44])
    assert table.lookup(tf.constant([3, 4, 5], tf.int64)).numpy().tolist() == [30, 44, -1]


def test_a_dense_table_of_vectors_is_restored_and_exported(tmp_path):
    def make():
        return tf.lookup.experimental.DenseHashTable(
            tf.int64, tf.int64, -1, empty_key=[0, 3], deleted_key=[-1, -1]
        )

    table, other = make(), make()
    keys = [[11, 5], [12, 1], [1, 1], [2, 2], [3, 1], [0, 4]]
    table.insert(keys, [1, 2, 3, 4, 5, 6])
    path = tf.train.Checkpoint(table=table).write(str(tmp_path / "model"))
    tf.train.Checkpoint(table=other).read(path).assert_consumed()
    assert other.lookup(keys).numpy().tolist() == [1, 2, 3, 4, 5, 6]
    assert int(other.size()) == 6
    stored, values = other.export()
    assert dict(zip(map(tuple, stored.numpy().tolist()), values.numpy().tolist(), strict=True)) == {
        tuple(key): i + 1 for i, key in enumerate(keys)
    }
    # TensorFlow finds keys by their places.
    places = tf.train.load_checkpoint(path).get_tensor("table/.ATTRIBUTES/table-keys").tolist()
    assert places == [[1, 1], [2, 2], [3, 1], [0, 3], [0, 4], [12, 1], [11, 5], [0, 3]]


def test_a_dense_table_exports_the_keys_that_are_there():
    table = tf.lookup.experimental.DenseHashTable(
        tf.int64, tf.float32, 0.0, empty_key=-1, deleted_key=-2
    )
    table.insert([1, 2, 3], [0.5, 1.5, 2.5])
    table.erase(tf.constant([2], tf.int64))
    keys, values = table.export()
    assert sorted(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True)) == [
        (1, 0.5),
        (3, 2.5),
    ]


WHOLE_LINE, LINE_NUMBER = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            (tf.float32, WHOLE_LINE, tf.int64, LINE_NUMBER),
            "`key_dtype` should be either integer or string",
        ),
        (
            (tf.string, WHOLE_LINE, tf.float32, WHOLE_LINE),
            "`value_dtype` should be either integer or string",
        ),
        ((tf.string, LINE_NUMBER, tf.int64, LINE_NUMBER), "`key_dtype` must be int64"),
        ((tf.string, WHOLE_LINE, tf.int32, LINE_NUMBER), "`value_dtype` must be int64"),
        ((tf.string, -3, tf.int64, LINE_NUMBER), "`key_index` should be >= -2"),
        ((tf.string, 0, tf.int64, -3), "`value_index` should be >= -2"),
        ((tf.string, 0, tf.int64, 1, 0), "`vocab_size` should be > 0"),
    ],
)
def test_columns_of_files_have_the_dtypes_that_are_read(columns, message):
    with pytest.raises(ValueError, match=message):
        tf.lookup.TextFileInitializer("words.txt", *columns)
