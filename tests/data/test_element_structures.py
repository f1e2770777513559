"""Structures that elements of datasets may have: mappings of programs, named tuples, rows of datasets."""

from __future__ import annotations

import collections
from collections.abc import Mapping

import pytest

import stagelight as tf

Dataset = tf.data.Dataset


class Frozen(Mapping):
    """A mapping that is no dict, and cannot be changed."""

    def __init__(self, items):
        self._items = dict(items)

    def __getitem__(self, key):
        return self._items[key]

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)


def plain(element):
    return {key: tf.get_static_value(element[key]).tolist() for key in element}


@pytest.mark.parametrize("kind", [Frozen, collections.UserDict, collections.OrderedDict])
def test_mappings_of_programs_are_structure(kind):
    dataset = Dataset.from_tensor_slices(kind([("b", [1, 2, 3]), ("a", [4, 5, 6])]))
    dataset = dataset.map(lambda row: kind([("sum", row["a"] + row["b"]), ("a", row["a"])]))
    assert isinstance(dataset.element_spec, kind)
    assert list(dataset.element_spec) == ["sum", "a"]
    elements = list(dataset.batch(2))
    assert all(isinstance(element, kind) for element in elements)
    assert [plain(x) for x in elements] == [{"sum": [5, 7], "a": [4, 5]}, {"sum": [9], "a": [6]}]


def test_a_default_dict_keeps_what_makes_its_values():
    (element,) = Dataset.from_tensors(collections.defaultdict(list, a=1))
    assert element["other"] == [] and int(element["a"]) == 1


def test_generators_and_zip_give_the_structure_that_they_are_asked_for():
    spec = Frozen({"a": tf.TensorSpec([], tf.int32)})
    generated = Dataset.from_generator(lambda: iter([Frozen({"a": 1})]), output_signature=spec)
    assert [plain(x) for x in generated] == [{"a": 1}]
    pair = collections.namedtuple("pair", "x y")
    both = Dataset.zip(pair(Dataset.range(1), Dataset.range(2, 3)))
    assert isinstance(both.element_spec, pair)
    assert [(int(element.x), int(element.y)) for element in both] == [(0, 2)]
    mapped = Dataset.zip({"b": Dataset.range(1), "a": Dataset.range(2, 3)})
    assert list(mapped.element_spec) == ["b", "a"]
    assert [plain(x) for x in mapped] == [{"b": 0, "a": 2}]
    with pytest.raises(TypeError, match="use `tuple` instead"):
        Dataset.zip([Dataset.range(1)])


def test_zip_takes_classes_of_attrs():
    attr = pytest.importorskip("attr")
    pair = attr.make_class("Pair", ["x", "y"])
    (element,) = Dataset.zip(pair(Dataset.range(1), Dataset.range(2, 3)))
    assert isinstance(element, pair) and (int(element.x), int(element.y)) == (0, 2)


def test_a_list_of_datasets_is_a_row_of_them():
    first, second = Dataset.range(2), Dataset.range(5, 8)
    rows = Dataset.from_tensor_slices([first, second])
    assert rows.element_spec == tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))
    assert [int(x) for x in rows.interleave(lambda x: x, cycle_length=2)] == [0, 5, 1, 6, 7]
    named = Dataset.from_tensor_slices({"data": [first, second], "name": ["a", "b"]})
    found = [(x["name"].numpy(), [int(y) for y in x["data"]]) for x in named]
    assert found == [(b"a", [0, 1]), (b"b", [5, 6, 7])]


def test_a_row_of_datasets_has_what_their_elements_have_in_common():
    one, two = Dataset.from_tensors([1]), Dataset.from_tensors([1, 2])
    flat = Dataset.from_tensor_slices([one, two]).flat_map(lambda x: x)
    assert flat.element_spec == tf.TensorSpec([None], tf.int32)
    assert [x.numpy().tolist() for x in flat] == [[1], [1, 2]]
    (whole,) = Dataset.from_tensors([one, two]).unbatch().batch(2)
    assert whole._type_spec == tf.data.DatasetSpec(flat.element_spec, [None])
    with pytest.raises(ValueError, match="unsupported type"):
        Dataset.from_tensor_slices([one, Dataset.from_tensors("text")])
    with pytest.raises(ValueError, match="not supported for rank 0"):
        Dataset.from_tensor_slices(one)


def test_batches_of_datasets_are_taken_apart():
    rows = Dataset.range(4).map(Dataset.from_tensors).batch(3).map(lambda x: x)
    assert [int(x) for x in rows.unbatch().flat_map(lambda x: x)] == [0, 1, 2, 3]


def test_ragged_values_of_tensorflow_1_are_ragged_tensors():
    value = tf.compat.v1.ragged.constant_value([[1], [2, 3]])
    assert [x.numpy().tolist() for x in Dataset.from_tensor_slices(value)] == [[1], [2, 3]]
    ((element, _),) = Dataset.from_tensors((value, 1))
    assert element.to_list() == [[1], [2, 3]]


def test_views_of_dicts_are_tensors():
    items = {"a": 1, "b": 2}
    assert [x.numpy() for x in Dataset.from_tensor_slices(items.keys())] == [b"a", b"b"]
    assert [int(x) for x in Dataset.from_tensor_slices(items.values())] == [1, 2]


def test_none_stands_for_the_usual_padding_of_all_that_an_element_has_there():
    element = (["a"], {"x": [1], "y": [2.0]})
    shapes = ([2], {"x": [2], "y": [3]})
    ((words, rest),) = Dataset.from_tensors(element).padded_batch(1, shapes, ("end", None))
    assert words.numpy().tolist() == [[b"a", b"end"]]
    assert plain(rest) == {"x": [[1, 0]], "y": [[2.0, 0.0, 0.0]]}


def test_a_chain_of_thousands_of_datasets_is_iterated_saved_and_counted(tmp_path):
    left = right = Dataset.from_tensors(0)
    for _ in range(1500):
        left = left.concatenate(Dataset.from_tensors(1))
        right = Dataset.from_tensors(1).concatenate(right)
    assert (int(left.cardinality()), int(right.cardinality())) == (1501, 1501)
    assert sum(int(x) for x in left) == sum(int(x) for x in right) == 1500
    elements = iter(left)
    for _ in range(1000):
        next(elements)
    path = tf.train.Checkpoint(elements=elements).save(str(tmp_path / "place"))
    elements = iter(left)
    tf.train.Checkpoint(elements=elements).restore(path)
    assert sum(int(x) for x in elements) == 501


def test_prefetch_may_be_left_to_the_pipeline():
    assert [int(x) for x in Dataset.range(2).prefetch(None)] == [0, 1]


def test_rows_of_endless_batches_are_endless():
    assert (
        int(Dataset.range(5).batch(2).repeat().unbatch().cardinality())
        == tf.data.INFINITE_CARDINALITY
    )


def test_none_beside_rows_is_none_in_each(tmp_path):
    sliced = Dataset.from_tensor_slices(([1, 2], None))
    whole = Dataset.from_tensors((([1, 2]), None)).unbatch()
    batched = Dataset.from_tensor_slices([1, 2]).map(lambda x: (x, None)).batch(2).unbatch()
    for dataset in (sliced, whole, batched, sliced.shuffle(1).batch(2).rebatch(1).unbatch()):
        assert [(int(x), y) for x, y in dataset] == [(1, None), (2, None)]
    with pytest.raises(ValueError, match="scalar"):
        Dataset.from_tensor_slices(([1, 2], 3))


def test_a_csv_file_without_the_header_that_it_should_have_is_told(tmp_path):
    (tmp_path / "empty.csv").write_text("")
    records = tf.data.experimental.CsvDataset(str(tmp_path / "empty.csv"), [tf.int32], header=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Can't read header of file"):
        list(records)
