"""`compat.v1.data`: datasets and iterators of graphs, which sessions run; older names of files."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
data = v1.data
Iterator = data.Iterator


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def all_of(session, element, feeds=None):
    values = []
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        while True:
            values.append(session.run(element, feeds))
    return values


@pytest.mark.usefixtures("graph")
def test_a_one_shot_iterator_begins_once_in_each_session():
    dataset = data.Dataset.range(3).map(lambda x: x * tf.constant(2, tf.int64)).shuffle(3, seed=1)
    element = data.make_one_shot_iterator(dataset).get_next()
    orders = []
    for _ in range(2):
        with v1.Session() as session:
            orders.append(all_of(session, element))
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run(element)
    assert sorted(orders[0]) == [0, 2, 4]
    assert orders[0] == orders[1]


@pytest.mark.usefixtures("graph")
def test_two_elements_of_one_iterator_are_taken_at_one_run():
    iterator = data.make_one_shot_iterator(data.Dataset.range(4))
    first, second = iterator.get_next(), iterator.get_next()
    with v1.Session() as session:
        assert sorted(session.run([first, second])) == [0, 1]
        assert session.run(first) == 2


@pytest.mark.usefixtures("graph")
def test_structures_come_as_they_are():
    dataset = data.Dataset.from_tensor_slices({"a": [1, 2], "b": ([3.0, 4.0], ["x", "y"])})
    sparse = data.Dataset.from_tensors(tf.sparse.from_dense([0, 5]))
    element = dataset.make_one_shot_iterator().get_next()
    dense = tf.sparse.to_dense(sparse.make_one_shot_iterator().get_next())
    with v1.Session() as session:
        assert session.run(element) == {"a": 1, "b": (3.0, b"x")}
        assert session.run(dense).tolist() == [0, 5]


@pytest.mark.usefixtures("graph")
def test_an_initializer_begins_anew_with_what_is_fed():
    count = v1.placeholder(tf.int64, [])
    iterator = data.Dataset.range(count).make_initializable_iterator()
    element = iterator.get_next()
    with v1.Session() as session:
        with pytest.raises(tf.errors.FailedPreconditionError, match="has not been initialized"):
            session.run(element)
        for number in (2, 3):
            session.run(iterator.initializer, {count: number})
            assert all_of(session, element) == list(range(number))
        session.run(iterator.initializer, {count: 5})
        assert session.run(element) == 0
        with v1.Session() as other, pytest.raises(tf.errors.FailedPreconditionError):
            other.run(element)


@pytest.mark.usefixtures("graph")
def test_functions_of_elements_read_variables():
    weight = v1.get_variable("weight", initializer=3)
    dataset = tf.data.Dataset.from_tensor_slices([7, 8]).map(lambda x: x * weight)
    iterator = data.make_initializable_iterator(dataset)
    element = iterator.get_next()
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(iterator.initializer)
        assert all_of(session, element) == [21, 24]


@pytest.mark.usefixtures("graph")
def test_an_iterator_of_a_structure_goes_over_several_datasets():
    iterator = Iterator.from_structure((tf.int64, tf.float32), ([], [None]))
    element = iterator.get_next()
    rows = [tf.data.Dataset.range(n).map(lambda x, n=n: (x, tf.fill([n], 1.0))) for n in (1, 2)]
    begin = [iterator.make_initializer(dataset) for dataset in rows]
    with v1.Session() as session:
        for n in (2, 1):
            session.run(begin[n - 1])
            assert [(int(x), y.tolist()) for x, y in all_of(session, element)] == [
                (i, [1.0] * n) for i in range(n)
            ]
    with pytest.raises(ValueError, match="does not have an initializer"):
        iterator.initializer
    with pytest.raises(TypeError, match="Expected output types"):
        iterator.make_initializer(tf.data.Dataset.range(3))
    with pytest.raises(TypeError, match="Expected output shapes compatible"):
        iterator.make_initializer(tf.data.Dataset.from_tensors((tf.constant([1], tf.int64), [1.0])))


@pytest.mark.usefixtures("graph")
def test_strings_lead_to_iterators():
    string = v1.placeholder(tf.string, [])
    element = Iterator.from_string_handle(string, tf.int64, []).get_next()
    training = data.make_one_shot_iterator(data.Dataset.range(10, 13))
    validation = data.make_initializable_iterator(data.Dataset.range(2))
    with v1.Session() as session:
        train, validate = session.run([training.string_handle(), validation.string_handle()])
        assert train != validate
        assert session.run(element, {string: train}) == 10
        for _ in range(2):
            session.run(validation.initializer)
            assert all_of(session, element, {string: validate}) == [0, 1]
        assert session.run(element, {string: train}) == 11
        with pytest.raises(tf.errors.InvalidArgumentError, match="valid ResourceHandle"):
            session.run(element, {string: b"nowhere"})
        other = Iterator.from_string_handle(string, tf.float32, []).get_next()
        with pytest.raises(tf.errors.InvalidArgumentError, match="gives elements of types"):
            session.run(other, {string: train})


@pytest.mark.usefixtures("graph")
def test_a_one_shot_iterator_is_made_of_constants_alone():
    fed = tf.data.Dataset.from_tensors(v1.placeholder(tf.int32))
    with pytest.raises(ValueError, match="Cannot capture a placeholder"):
        data.make_one_shot_iterator(fed)
    weight = v1.get_variable("w", initializer=3)
    read = tf.data.Dataset.range(2).map(lambda x: tf.cast(x, tf.int32) + weight)
    with pytest.raises(ValueError, match="Cannot capture a stateful node"):
        data.make_one_shot_iterator(read)


@pytest.mark.usefixtures("graph")
def test_a_graph_with_iterators_is_written_and_read():
    iterator = data.make_one_shot_iterator(data.Dataset.range(3).batch(2))
    name = iterator.get_next().name
    again = data.make_initializable_iterator(data.Dataset.range(5, 7))
    other, begin = again.get_next().name, again.initializer.name
    message = v1.get_default_graph().as_graph_def()
    with tf.Graph().as_default() as read:
        tf.graph_util.import_graph_def(message, name="")
        with v1.Session(graph=read) as session:
            assert [x.tolist() for x in all_of(session, name)] == [[0, 1], [2]]
            session.run(read.get_operation_by_name(begin))
            assert all_of(session, other) == [5, 6]


@pytest.mark.usefixtures("graph")
def test_python_does_not_iterate_over_what_stands_in_a_graph():
    with pytest.raises(RuntimeError, match="only supports Python-style iteration in eager mode"):
        list(data.Dataset.range(2))


def test_eagerly_datasets_are_iterated_over():
    dataset = data.Dataset.range(2)
    assert [int(x) for x in dataset.make_one_shot_iterator()] == [0, 1]
    with pytest.raises(RuntimeError, match="not supported in eager mode"):
        dataset.make_initializable_iterator()


def test_older_datasets_stay_older(tmp_path):
    path = str(tmp_path / "lines")
    with v1.gfile.FastGFile(path, "w") as file:
        file.write("a\nb\n")
    lines = data.TextLineDataset(path).map(lambda x: x + "!").batch(1).repeat(2)
    assert isinstance(lines, data.Dataset)
    assert not hasattr(tf.data.Dataset, "make_one_shot_iterator")
    assert isinstance(data.TextLineDataset(path), tf.data.TextLineDataset)
    assert (lines.output_types, lines.output_shapes.as_list()) == (tf.string, [None])
    assert lines.output_classes is tf.Tensor
    assert [x.numpy().tolist() for x in lines] == [[b"a!"], [b"b!"]] * 2
    legacy = data.Dataset.range(4).map_with_legacy_function(lambda x: x + 1)
    legacy = legacy.filter_with_legacy_function(lambda x: x > 2)
    assert [int(x) for x in legacy] == [3, 4]


def test_specs_are_told_by_their_parts():
    experimental = data.experimental
    ragged = tf.RaggedTensorSpec([2, None], tf.int32)
    element = {
        "r": ragged,
        "s": tf.SparseTensorSpec([3], tf.string),
        "d": tf.TensorSpec([], tf.int8),
    }
    dataset = tf.data.Dataset.from_generator(list, output_signature=element)
    iterator = iter(dataset)
    for of in (dataset, iterator):
        assert data.get_output_types(of) == {"d": tf.int8, "r": tf.int32, "s": tf.string}
        assert data.get_output_shapes(of)["r"].as_list() == [2, None]
        assert data.get_output_classes(of) == {"d": tf.Tensor, "r": ragged, "s": tf.SparseTensor}
    assert experimental.TensorStructure(tf.int8, []) == element["d"]
    assert experimental.SparseTensorStructure(tf.string, [3]) == element["s"]
    assert experimental.RaggedTensorStructure(tf.int32, [2, None], 1) == ragged


def test_files_have_older_names(tmp_path):
    gfile = v1.gfile
    folder = str(tmp_path / "a" / "b")
    gfile.MakeDirs(dirname=folder)
    gfile.MkDir(folder + "/c")
    with gfile.Open(folder + "/file", "w") as file:
        file.write("text")
    gfile.Copy(folder + "/file", newpath=folder + "/copy")
    gfile.Rename(oldname=folder + "/copy", newname=folder + "/other")
    assert sorted(gfile.ListDirectory(folder)) == ["c", "file", "other"]
    assert gfile.Glob(folder + "/o*") == [folder + "/other"]
    assert gfile.Exists(filename=folder + "/other")
    assert gfile.Stat(folder + "/other").length == 4
    assert gfile.IsDirectory(folder)
    assert [names for _, names, _ in gfile.Walk(str(tmp_path), in_order=True)][:2] == [["a"], ["b"]]
    gfile.Remove(folder + "/other")
    gfile.DeleteRecursively(str(tmp_path / "a"))
    assert not gfile.Exists(folder)


@pytest.mark.parametrize("kind", ["NONE", "ZLIB", "GZIP"])
def test_records_are_read_without_datasets(tmp_path, kind):
    path = str(tmp_path / "records")
    options = v1.python_io.TFRecordOptions(getattr(v1.io.TFRecordCompressionType, kind))
    with v1.python_io.TFRecordWriter(path, options) as writer:
        for number in range(3):
            writer.write(b"x" * number)
    assert list(v1.io.tf_record_iterator(path, options)) == [b"", b"x", b"xx"]
    assert np.array_equal(list(v1.python_io.tf_record_iterator(path, options)), [b"", b"x", b"xx"])


def test_files_are_looked_for_once(tmp_path):
    for name in "ba":
        (tmp_path / name).write_text(name)
    found = [str(tmp_path / name).encode() for name in "ab"]
    with tf.Graph().as_default(), v1.Session() as session:
        names = v1.train.match_filenames_once([f"{tmp_path}/*"], name="names")
        assert v1.local_variables() == [names]
        assert v1.global_variables() == []
        session.run(v1.local_variables_initializer())
        (tmp_path / "c").write_text("c")
        assert session.run(names).tolist() == found
    assert len(tf.io.match_filenames_once(f"{tmp_path}/*").numpy()) == 3


def test_sparse_rows_come_in_three_parts():
    sparse = tf.sparse.from_dense([[0, 1, 0], [0, 0, 0], [2, 0, 3]])
    rows = list(v1.data.Dataset.from_sparse_tensor_slices(sparse).as_numpy_iterator())
    parts = [(i.tolist(), v.tolist(), s.tolist()) for i, v, s in rows]
    assert parts == [([[1]], [1], [3]), ([], [], [3]), ([[0], [2]], [2, 3], [3])]
    with pytest.raises(TypeError, match="sparse_tensor"):
        v1.data.Dataset.from_sparse_tensor_slices([1])


@pytest.mark.usefixtures("graph")
def test_a_one_shot_iterator_may_look_for_files_and_read_them(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    listed = data.Dataset.list_files(f"{tmp_path}/*", shuffle=False)
    read = data.Dataset.from_tensors(tf.io.read_file(f"{tmp_path}/b"))
    elements = [data.make_one_shot_iterator(dataset).get_next() for dataset in (listed, read)]
    with v1.Session() as session:
        names = [str(tmp_path / name).encode() for name in ("a", "b")]
        assert [all_of(session, element) for element in elements] == [names, [b"b"]]


@pytest.mark.usefixtures("graph")
def test_tables_that_a_dataset_fills_are_among_those_to_initialize():
    pairs = data.Dataset.range(3).map(lambda x: (x, x * 2))
    table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), -1)
    found = table.lookup(tf.constant([2, 3], tf.int64))
    with v1.Session() as session:
        session.run(v1.tables_initializer())
        assert session.run(found).tolist() == [4, -1]
