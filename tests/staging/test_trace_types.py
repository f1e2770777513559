"""Which calls of a `tf.function` share a trace: DESIGN's "Functions", argument by argument."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import gc
import itertools
import weakref

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight.staging.trace_types import encode, is_alive, varying_parts

Pair = collections.namedtuple("Pair", ["first", "second"])


@attrs.define
class Attributes:
    scale: object
    name: str


@dataclasses.dataclass
class Record:
    scale: object
    name: str


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Plain:
    """An object that is nothing but itself."""


def traces_of(*calls):
    """How many traces the calls (each a tuple of arguments) make together."""

    @tf.function
    def staged(*args):
        return tf.constant(0)

    for args in calls:
        staged(*args)
    return staged.experimental_get_tracing_count()


SHARED = {
    "tensors of one dtype and shape": (tf.constant([1, 2]), tf.constant([3, 4])),
    "arrays of one dtype and shape": (np.float32([1, 2]), np.float32([3, 4])),
    "an array and a tensor": (np.float32([1, 2]), tf.constant([3.0, 4.0])),
    "numpy scalars": (np.int64(3), np.int64(4)),
    "a numpy scalar and an array without axes": (np.float32(3), np.array(4, np.float32)),
    "equal ints": (10**6, int("1000000")),
    "equal floats": (0.1, float("0.1")),
    "equal strings": ("stage", "".join(["st", "age"])),
    "equal bytes": (b"stage", bytes([115, 116, 97, 103, 101])),
    "the same truth": (True, bool(1)),
    "None": (None, None),
    "complex numbers": (1 + 2j, complex(1, 2)),
    "nan": (float("nan"), -float("nan")),
    "equal lists": ([1, [2, "a"]], [1, [2, "a"]]),
    "lists of alike tensors": ([tf.constant(1), 2], [tf.constant(5), 2]),
    "equal tuples": ((1, (2,)), (1, (2,))),
    "equal named tuples": (Pair(1, tf.constant(2.0)), Pair(1, tf.constant(3.0))),
    "dicts in another order": ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    "dicts of alike tensors": ({"a": tf.constant(1)}, {"a": tf.constant(2)}),
    "attrs objects": (Attributes(tf.constant(1.0), "a"), Attributes(tf.constant(2.0), "a")),
    "dataclass objects": (Record(tf.constant(1.0), "a"), Record(tf.constant(2.0), "a")),
    "one member of an enum": (Colour.RED, Colour(1)),
    "equal dtypes": (tf.float32, tf.as_dtype("float32")),
    "equal shapes": (tf.TensorShape([1, None]), tf.TensorShape([1, None])),
    "ranges": (range(3), range(3)),
    "empty structures": ({"a": [], "b": ()}, {"a": [], "b": ()}),
    "indexed slices": (
        tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([2, 1])),
        tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]), tf.constant([2, 1])),
    ),
}

DISTINCT = {
    "tensors of two dtypes": (tf.constant(1), tf.constant(1.0)),
    "tensors of two shapes": (tf.constant([1]), tf.constant([1, 2])),
    "tensors of two ranks": (tf.constant([1]), tf.constant([[1]])),
    "arrays of two dtypes": (np.zeros(2, np.int32), np.zeros(2, np.int64)),
    "two ints": (1, 2),
    "an int and a bool": (1, True),
    "zero and False": (0, False),
    "an int and a float": (1, 1.0),
    "a number and a tensor": (1, tf.constant(1)),
    "two floats": (0.1, 0.2),
    "a string and bytes": ("a", b"a"),
    "two strings": ("a", "b"),
    "None and False": (None, False),
    "None and zero": (None, 0),
    "a list and a tuple": ([1], (1,)),
    "a tuple and a named tuple": ((1, 2), Pair(1, 2)),
    "lists of two lengths": ([1], [1, 1]),
    "nesting": ([1, [2]], [[1], 2]),
    "dicts of two keys": ({"a": 1}, {"b": 1}),
    "dicts with one key more": ({"a": 1}, {"a": 1, "b": 1}),
    "an empty list and an empty dict": ([], {}),
    "attrs objects with other fields": (Attributes(1, "a"), Attributes(1, "b")),
    "dataclasses with other fields": (Record(1, "a"), Record(1, "b")),
    "an attrs object and a dataclass": (Attributes(1, "a"), Record(1, "a")),
    "members of an enum": (Colour.RED, Colour.BLUE),
    "a member and its value": (Colour.RED, 1),
    "two dtypes": (tf.float32, tf.float64),
    "two functions": (lambda x: x, lambda x: x),
    "a nested bool and int": ({"a": [True]}, {"a": [1]}),
}


@pytest.mark.parametrize("values", SHARED.values(), ids=SHARED)
def test_values_share_a_trace(values):
    assert traces_of(*[(value,) for value in values]) == 1


@pytest.mark.parametrize("values", DISTINCT.values(), ids=DISTINCT)
def test_values_have_a_trace_each(values):
    assert traces_of(*[(value,) for value in values]) == len(values)


def test_negative_zero_is_not_zero():
    @tf.function
    def reciprocal(x):
        return 1.0 / tf.constant(x)

    assert reciprocal(0.0).numpy() == np.inf
    assert reciprocal(-0.0).numpy() == -np.inf


def test_calls_in_another_form_share_a_trace():
    @tf.function
    def staged(a, b=2, *, c=3):
        return tf.constant(0)

    staged(1)
    staged(1, 2)
    staged(a=1, b=2, c=3)
    staged(1, c=3, b=2)
    assert staged.experimental_get_tracing_count() == 1


def test_keyword_arguments_in_another_order_share_a_trace():
    @tf.function
    def staged(**options):
        return tf.constant(0)

    staged(a=1, b=2)
    staged(b=2, a=1)
    assert staged.experimental_get_tracing_count() == 1


def test_objects_are_told_apart_by_identity():
    first, second = Plain(), Plain()
    assert traces_of((first,), (second,), (first,), (second,)) == 2


def test_functions_are_told_apart_by_identity():
    def first(x):
        return x

    assert traces_of((first,), (first,), (len,), (len,)) == 2


def test_bound_methods_of_one_object_share_a_trace():
    class Model:
        def call(self):
            return 0

    model, other = Model(), Model()
    assert traces_of((model.call,), (model.call,), (other.call,)) == 2


def test_partial_objects_are_told_apart_by_identity():
    first = functools.partial(pow, 2)
    assert traces_of((first,), (first,), (functools.partial(pow, 2),)) == 2


def test_classes_are_told_apart_by_identity():
    assert traces_of((Plain,), (Plain,), (Pair,)) == 2


def test_variables_are_told_apart_by_identity():
    v, w = tf.Variable(1.0), tf.Variable(1.0)

    @tf.function
    def read(variable):
        return variable + 0.0

    assert read(v).numpy() == 1.0
    w.assign(2.0)
    assert read(w).numpy() == 2.0
    assert read.experimental_get_tracing_count() == 2


def test_the_value_of_a_variable_is_no_part_of_its_type():
    v = tf.Variable(1.0)

    @tf.function
    def read(variable):
        return variable + 0.0

    assert read(v).numpy() == 1.0
    v.assign(5.0)
    assert read(v).numpy() == 5.0
    assert read.experimental_get_tracing_count() == 1


def test_an_object_does_not_live_for_its_trace():
    @tf.function
    def staged(thing):
        return tf.constant(0)

    thing = Plain()
    alive = weakref.ref(thing)
    staged(thing)
    del thing
    gc.collect()
    assert alive() is None


def test_a_new_object_at_an_old_address_is_traced_anew():
    @tf.function
    def size(thing):
        return tf.constant(thing.size)

    for i in range(20):
        thing = Plain()
        thing.size = i
        assert size(thing).numpy() == i
        del thing


def test_a_changed_list_is_another_value():
    @tf.function
    def total(numbers):
        return tf.constant(sum(numbers))

    numbers = [1, 2]
    assert total(numbers).numpy() == 3
    numbers.append(3)
    assert total(numbers).numpy() == 6


def test_a_default_that_is_a_tensor_is_an_input():
    @tf.function
    def twice(x=tf.constant(2.0)):  # noqa: B008
        return x * 2.0

    assert twice().numpy() == 4.0
    assert twice(tf.constant(5.0)).numpy() == 10.0
    assert twice.experimental_get_tracing_count() == 1


def test_arguments_keep_their_classes_in_the_function():
    seen = []

    @tf.function
    def staged(*args):
        seen.extend(args)
        return tf.constant(0)

    default = collections.defaultdict(list, {"a": tf.constant(1)})
    staged(
        Pair(1, tf.constant(2)),
        Attributes(tf.constant(1), "a"),
        Record(tf.constant(1), "b"),
        default,
        collections.OrderedDict(a=tf.constant(1)),
        (1, [2]),
        None,
        "s",
        1.5,
        True,
    )
    kinds = [type(value) for value in seen]
    assert kinds == [
        Pair,
        Attributes,
        Record,
        collections.defaultdict,
        collections.OrderedDict,
        tuple,
        type(None),
        str,
        float,
        bool,
    ]


def test_the_callers_structure_is_not_changed():
    record, mapping = Record(tf.constant(1.0), "a"), {"a": tf.constant(1.0)}
    traces_of((record, mapping))
    assert record.scale.numpy() == 1.0
    assert mapping["a"].numpy() == 1.0


def test_a_dict_keeps_its_order_in_the_function():
    seen = []

    @tf.function
    def staged(options):
        seen.extend(options)
        return tf.constant(0)

    staged({"b": 1, "a": 2})
    assert sorted(seen) == ["a", "b"]


def test_a_structure_that_holds_itself_is_refused():
    @tf.function
    def staged(x):
        return tf.constant(0)

    endless = []
    endless.append(endless)
    with pytest.raises((RecursionError, ValueError, TypeError)):
        staged(endless)


def test_encode_gives_tensors_in_order():
    tensors = []
    first, second, third = tf.constant(1), tf.constant(2), tf.constant(3)
    encode({"b": second, "a": [first, 7], "c": (third,)}, tensors)
    assert [int(tensor) for tensor in tensors] == [1, 2, 3]


def test_specs_of_inputs_are_named_by_the_way_to_them():
    @tf.function
    def staged(x):
        return tf.constant(0)

    value = {"b": tf.constant(2), "a": [tf.constant(1), 7], "c": Pair(tf.constant(3), None)}
    (described,), _ = staged.get_concrete_function(value).structured_input_signature
    assert described["a"][0].name == "x_a_0" and described["a"][1] == 7
    assert (described["b"].name, described["c"].first.name) == ("x_b", "x_c_first")


class Proxy:
    """An object that claims the class of what it stands for, as those of `wrapt` do."""

    def __init__(self, wrapped):
        self.wrapped = wrapped

    __class__ = property(lambda self: type(self.wrapped))

    def __iter__(self):
        return iter(self.wrapped)

    def __len__(self):
        return len(self.wrapped)


def test_a_proxy_of_a_list_is_read_as_the_list():
    @tf.function
    def total(values):
        return tf.add_n(list(values))

    assert total(Proxy([tf.constant(1), tf.constant(2)])).numpy() == 3
    assert total(Proxy([tf.constant(5), tf.constant(2)])).numpy() == 7
    assert total.experimental_get_tracing_count() == 1


_tensors = st.integers(0, 9).map(tf.constant) | st.sampled_from([
    np.arange(3), np.float32(1.5), tf.constant([1.0, 2.0]), tf.ragged.constant([[1], [2, 3]]),
])  # fmt: skip
_others = st.sampled_from(
    [1, True, None, "a", 0.0, -0.0, Colour.RED, tf.float32, len, b"", range(2)]
)
_arguments = st.recursive(
    _tensors | _others,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.builds(Pair, inner, inner)
        | st.builds(Attributes, inner, st.just("a"))
        | st.builds(Record, inner, inner)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        | st.dictionaries(st.sampled_from(["b", 1, None]), inner, max_size=3)
        | st.dictionaries(st.sampled_from("ba"), inner, max_size=2).map(collections.OrderedDict)
    ),
    max_leaves=6,
)


def outline(value, inner):
    """The classes of a structure and what a function tells of each leaf, by a walk of its own."""
    if isinstance(value, dict):
        keys = sorted(value, key=str)
        return type(value), keys, [outline(value[key], inner) for key in keys]
    if isinstance(value, (list, tuple)):
        return type(value), [outline(item, inner) for item in value]
    if isinstance(value, (Attributes, Record)):
        return type(value), outline(value.scale, inner), outline(value.name, inner)
    return inner(value)


def kind_of(leaf):
    if tf.is_tensor(leaf) or isinstance(leaf, (np.ndarray, np.generic)):
        spec = tf.type_spec_from_value(leaf)
        return type(spec).__name__, tuple(spec.shape), spec.dtype
    return type(leaf), repr(leaf)


@settings(deadline=None, max_examples=60)
@given(first=_arguments, second=_arguments)
def test_a_function_gets_the_form_of_its_arguments_with_their_tensors_in_place(first, second):
    seen, values = [], []

    def placed(leaf):
        if isinstance(leaf, tf.RaggedTensor):
            values.append(leaf.flat_values)
        elif tf.is_tensor(leaf):
            values.append(leaf)

    @tf.function(autograph=False)
    def staged(x):
        seen.append(outline(x, kind_of))
        values.clear()
        outline(x, placed)
        return list(values)

    for argument in (first, second, first):
        results = [result.numpy() for result in staged(argument)]
        values.clear()
        outline(
            argument,
            lambda leaf: placed(
                leaf if not isinstance(leaf, (np.ndarray, np.generic)) else tf.constant(leaf)
            ),
        )
        for result, expected in zip(results, [x.numpy() for x in values], strict=True):
            np.testing.assert_array_equal(result, expected)
    told = [outline(argument, kind_of) for argument in (first, second)]
    assert seen == (told if told[0] != told[1] else told[:1])


@settings(deadline=None, max_examples=200)
@given(first=_arguments, second=_arguments)
def test_keys_are_equal_where_forms_and_types_of_leaves_are(first, second):
    same = outline(first, kind_of) == outline(second, kind_of)
    assert (encode(first, []) == encode(second, [])) == same


def test_dicts_whose_keys_cannot_be_compared_have_one_trace_whatever_their_order():
    @tf.function
    def total(values):
        return values["b"] * 100 + values["a"] * 10 + values[1]

    first = {"b": tf.constant(3), 1: tf.constant(1), "a": tf.constant(2)}
    assert [int(total(dict(pairs))) for pairs in itertools.permutations(first.items())] == [321] * 6
    assert total.experimental_get_tracing_count() == 1


def test_keys_of_gone_objects_are_known_to_be_stale():
    thing = Plain()
    key = (encode([thing], []), 1)
    assert is_alive(key)
    del thing
    gc.collect()
    assert not is_alive(key)


@pytest.mark.parametrize("depth", [0, 1])
def test_tensors_in_tracked_containers_are_found(depth):
    """Lists and dicts of modules are classes of their own, which add from the right, too."""
    module = tf.Module()
    module.items = [tf.constant([1.0, 2.0]), tf.constant([3.0])]
    module.names = {"a": tf.constant(4.0), "b": (tf.constant(5.0), 6)}
    for value, count in ((module.items, 2), (module.names, 2)):
        structure = [value] if depth else value
        tensors = []
        key = encode(structure, tensors)
        assert len(tensors) == len(varying_parts(key)) == count
        total = tf.function(lambda x: tf.add_n([tf.reduce_sum(y) for y in tf.nest.flatten(x)[:2]]))
        assert total(structure).numpy() == sum(x.numpy().sum() for x in tensors)
