"""Nested structures: what is a container, and that flatten, pack and map agree."""

import collections
import dataclasses
import types

import attr
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagelight import nest

Point = collections.namedtuple("Point", ["x", "y"])


@attr.s
class Record:
    second = attr.ib()
    first = attr.ib()


@dataclasses.dataclass
class Plain:
    a: int


@dataclasses.dataclass
class Masked:
    mask: bool
    value: object

    def __tf_flatten__(self):
        return (self.mask,), (self.value,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(*metadata, *components)


class Names(list):
    """A list under a name of its own."""


class ReadOnly(collections.abc.Mapping):
    def __init__(self, pairs):
        self.pairs = dict(pairs)

    def __getitem__(self, key):
        return self.pairs[key]

    def __len__(self):
        return len(self.pairs)

    def __iter__(self):
        return iter(self.pairs)


class PairSpec:
    """The spec of `Pair`; two are compatible when of one kind."""

    value_type = property(lambda self: Pair)
    _component_specs = ("left spec", "right spec")

    def __init__(self, kind):
        self.kind = kind

    def _to_components(self, value):
        return value.left, value.right

    def _from_components(self, components):
        return Pair(*components, kind=self.kind)

    def most_specific_common_supertype(self, others):
        return self if all(other.kind == self.kind for other in others) else None


class Pair:
    """A composite of two tensors."""

    def __init__(self, left, right, kind="pair"):
        self.left, self.right, self.kind = left, right, kind

    @property
    def _type_spec(self):
        return PairSpec(self.kind)


class Handle(Pair):
    """A composite that nest must not look into, as a variable."""

    _is_nest_leaf = True


structures = st.recursive(
    st.integers() | st.none() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text(), inner)
        | st.tuples(inner, inner).map(lambda pair: Point(*pair))
        | st.dictionaries(st.text(), inner).map(collections.OrderedDict)
        | st.lists(inner).map(collections.deque)
    ),
)


@pytest.mark.parametrize(
    "value",
    [
        [],
        (),
        {},
        Point(1, 2),
        Record(1, 2),
        Names(),
        ReadOnly({}),
        range(2),
        {}.keys(),
        collections.deque(),
        Masked(True, 1),
        types.MappingProxyType({}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_containers_are_nested(value):
    assert nest.is_nested(value)


@pytest.mark.parametrize(
    "value",
    [None, 1, "text", b"bytes", np.zeros(3), {1}, iter([1]), Plain(1), Pair(1, 2)],
    ids=lambda value: type(value).__name__,
)
def test_leaves_are_not_nested(value):
    assert not nest.is_nested(value)
    assert nest.flatten(value) == [value]


def test_flatten_reads_mappings_by_sorted_keys():
    assert nest.flatten({"b": 1, "a": 2}) == [2, 1]
    assert nest.flatten(collections.OrderedDict([("b", 1), ("a", 2)])) == [2, 1]
    assert nest.flatten(ReadOnly({3: 1, 2: 2})) == [2, 1]


def test_flatten_rejects_keys_without_order():
    with pytest.raises(TypeError, match="'<' not supported"):
        nest.flatten({"b": 1, 2: 2})


def test_flatten_reads_records_in_order_of_definition():
    assert nest.flatten(Record(1, [2])) == [1, 2]
    assert nest.flatten(Point([1], 2)) == [1, 2]


def test_flatten_leaves_metadata_out():
    assert nest.flatten(Masked(True, [5, 6])) == [5, 6]


@pytest.mark.parametrize(
    ("structure", "packed"),
    [
        ({"b": 1, "a": 2}, {"b": 20, "a": 10}),
        (Point(1, 2), Point(10, 20)),
        (Record(1, 2), Record(10, 20)),
        (Names([1, 2]), Names([10, 20])),
        (collections.deque([1, 2]), collections.deque([10, 20])),
        (range(2), [10, 20]),
        ({1: 0, 2: 0}.values(), [10, 20]),
        ([Masked(True, 1), 2], [Masked(True, 10), 20]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_pack_makes_a_container_of_the_same_class(structure, packed):
    result = nest.pack_sequence_as(structure, [10, 20])
    assert type(result) is type(packed)
    assert result == packed


def test_pack_keeps_the_order_of_keys():
    assert list(nest.pack_sequence_as({"b": 1, "a": 2}, [10, 20])) == ["b", "a"]


def test_pack_keeps_the_default_of_a_defaultdict():
    packed = nest.pack_sequence_as(collections.defaultdict(int, {"b": 1}), [10])
    assert packed["new"] == 0


def test_pack_makes_read_only_mappings_from_pairs():
    packed = nest.pack_sequence_as(ReadOnly({"b": 1, "a": 2}), [10, 20])
    assert isinstance(packed, ReadOnly)
    assert packed.pairs == {"b": 20, "a": 10}


def test_pack_explains_a_mapping_that_cannot_be_made():
    with pytest.raises(TypeError, match="Error creating an object of type <class 'mappingproxy'>"):
        nest.pack_sequence_as(types.MappingProxyType({"a": 1}), [10])


@pytest.mark.parametrize("flat", [[10], [10, 20, 30]])
def test_pack_rejects_another_number_of_leaves(flat):
    message = f"Structure had 2 atoms, but flat_sequence had {len(flat)} items."
    with pytest.raises(ValueError, match=message):
        nest.pack_sequence_as([1, [2]], flat)


@pytest.mark.parametrize("flat", ["ab", 5, None, np.zeros(2), iter([1, 2]), {0: 1}])
def test_pack_rejects_what_is_no_sequence(flat):
    with pytest.raises(TypeError, match="Attempted to pack value:"):
        nest.pack_sequence_as([1, 2], flat)


def test_pack_of_a_leaf_takes_one_value():
    assert nest.pack_sequence_as(None, [5]) == 5
    with pytest.raises(ValueError, match="of length 2"):
        nest.pack_sequence_as(1, [5, 6])


@given(structures)
def test_pack_undoes_flatten(structure):
    packed = nest.pack_sequence_as(structure, nest.flatten(structure))
    assert packed == structure
    nest.assert_same_structure(structure, packed)


@given(structures)
def test_map_structure_maps_each_leaf(structure):
    mapped = nest.map_structure(repr, structure)
    assert nest.flatten(mapped) == list(map(repr, nest.flatten(structure)))


@given(structures)
def test_paths_lead_to_the_leaves(structure):
    found = nest.flatten_with_paths(structure)
    assert [leaf for _, leaf in found] == nest.flatten(structure)
    for path, leaf in found:
        place = structure
        for key in path:
            place = getattr(place, key) if isinstance(place, Point) else place[key]
        assert place is leaf


def test_paths_name_fields_keys_and_indices():
    structure = {"a": Point([7], 8), "b": Record(9, 10)}
    assert nest.flatten_with_paths(structure) == [
        (("a", "x", 0), 7),
        (("a", "y"), 8),
        (("b", "second"), 9),
        (("b", "first"), 10),
    ]


def test_map_structure_over_several_structures():
    first, second = {"b": 1, "a": [2]}, {"a": [10], "b": 20}
    assert nest.map_structure(lambda x, y: x + y, first, second) == {"b": 21, "a": [12]}
    assert nest.map_structure(lambda x, y: x + y, 1, 2) == 3


def test_map_structure_may_ignore_classes():
    assert nest.map_structure(lambda x, y: x + y, (1, 2), [3, 4], check_types=False) == (4, 6)


def test_map_structure_needs_a_function_and_a_structure():
    with pytest.raises(TypeError, match="func must be callable, got: 1"):
        nest.map_structure(1, [1])
    with pytest.raises(ValueError, match="Must provide at least one structure"):
        nest.map_structure(lambda: 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([1, 2], ["x", None]),
        ({"a": 1}, collections.OrderedDict(a=2)),
        ({"a": 1}, ReadOnly({"a": 2})),
        ([1], Names([2])),
        (Point(1, 2), collections.namedtuple("Point", ["x", "y"])(3, 4)),
        (Record(1, 2), Record(3, 4)),
    ],
)
def test_same_structure(first, second):
    nest.assert_same_structure(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([1], (1,)),
        (Point(1, 2), (1, 2)),
        (Point(1, 2), collections.namedtuple("Point", ["x", "z"])(1, 2)),
        (Point(1, 2), collections.namedtuple("Other", ["x", "y"])(1, 2)),
        (Record(1, 2), [1, 2]),
        ([], ()),
    ],
)
def test_other_classes_are_another_structure(first, second):
    with pytest.raises(TypeError, match="don't have the same sequence type"):
        nest.assert_same_structure(first, second)
    nest.assert_same_structure(first, second, check_types=False)


def test_difference_of_form_is_explained():
    with pytest.raises(ValueError) as error:
        nest.assert_same_structure([1, [2, 3]], [1, 2])
    assert type(error.value) is ValueError
    assert str(error.value) == (
        "The two structures don't have the same nested structure.\n\n"
        "First structure: type=list str=[1, [2, 3]]\n\n"
        "Second structure: type=list str=[1, 2]\n\n"
        'More specifically: Substructure "type=list str=[2, 3]" is a sequence, while substructure '
        '"type=int str=2" is not\n'
        "Entire first structure:\n[., [., .]]\n"
        "Entire second structure:\n[., .]"
    )


def test_difference_of_length_is_explained():
    with pytest.raises(
        ValueError,
        match=r"same number of elements. First structure: type=list str=\[2, 3\]. "
        r"Second structure: type=list str=\[2\]",
    ):
        nest.assert_same_structure({"a": 1, "b": [2, 3]}, {"a": 1, "b": [2]})


def test_difference_of_keys_is_explained():
    with pytest.raises(ValueError, match=r"First structure has keys type=list str=\['a'\]"):
        nest.assert_same_structure({"a": 1}, {"b": 1})


def test_composites_are_taken_apart_on_demand():
    pair = Pair(1, [2, 3])
    assert nest.flatten([pair]) == [pair]
    assert nest.flatten([pair], expand_composites=True) == [1, 2, 3]


def test_composites_are_put_together():
    packed = nest.pack_sequence_as([Pair(1, 2)], [10, 20], expand_composites=True)
    assert (packed[0].left, packed[0].right) == (10, 20)
    doubled = nest.map_structure(lambda x: 2 * x, Pair(1, 2), expand_composites=True)
    assert (doubled.left, doubled.right) == (2, 4)


def test_specs_stand_for_their_composites():
    spec = PairSpec("pair")
    assert nest.flatten(spec, expand_composites=True) == ["left spec", "right spec"]
    packed = nest.pack_sequence_as(spec, [10, 20], expand_composites=True)
    assert (packed.left, packed.right) == (10, 20)
    nest.assert_same_structure(spec, Pair(1, 2), expand_composites=True)


def test_composites_of_other_specs_are_another_structure():
    with pytest.raises(ValueError, match="Incompatible CompositeTensor TypeSpecs"):
        nest.assert_same_structure(Pair(1, 2), Pair(1, 2, "other"), expand_composites=True)
    with pytest.raises(ValueError, match="is a sequence, while"):
        nest.assert_same_structure(Pair(1, 2), 1, expand_composites=True)
    with pytest.raises(ValueError, match="Incompatible CompositeTensor TypeSpecs"):
        nest.assert_same_structure(Pair(1, 2), [(1, 2)], expand_composites=True)


def test_exempt_composites_stay_leaves():
    handle = Handle(1, 2)
    assert nest.flatten(handle, expand_composites=True) == [handle]


def _taken_from_a_row(structure):
    """A structure made again by `form_like`, each leaf doubled; None where there is no quick way."""
    numbers = iter(range(100))

    def leaf(value):
        number = next(numbers)
        return None if value is ... else lambda row: row[number] * 2

    form = nest.form_like(structure, leaf)
    return None if form is None else form(nest.flatten(structure))


@pytest.mark.parametrize(
    "structure",
    [3, [], (1, [2, 3]), {"b": 1, "a": (2, Point(3, {"y": 4, "x": 5}))}, [[1], ()]],
)
def test_a_form_makes_what_pack_sequence_as_makes(structure):
    made = _taken_from_a_row(structure)
    assert made == nest.map_structure(lambda x: 2 * x, structure)
    assert repr(made) == repr(nest.map_structure(lambda x: 2 * x, structure))


@pytest.mark.parametrize(
    "structure", [..., [1, ...], {"a": ...}, collections.OrderedDict(a=1), [Masked(True, 1)]]
)
def test_there_is_no_quick_form_of_other_containers_and_leaves(structure):
    assert _taken_from_a_row(structure) is None
