"""Trackable objects: children by name, from attributes and in containers."""

from __future__ import annotations

import collections
import json
import pickle

import pytest

import stagelight as tf
from stagelight.alias import shallow_structures
from stagelight.state.data_structures import ListWrapper, _DictWrapper, wrap

tracking = tf.__internal__.tracking


def test_attributes_that_are_trackable_are_children():
    holder = tracking.AutoTrackable()
    holder.v, holder.number, holder.name = tf.Variable(1.0), 3, "x"
    assert holder._trackable_children() == {"v": holder.v}
    holder.v = tf.Variable(2.0)
    assert holder._lookup_dependency("v") is holder.v
    del holder.v
    assert holder._trackable_children() == {}
    assert not hasattr(holder, "v")


def test_lists_and_dicts_become_trackable_and_stay_lists_and_dicts():
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    holder = tracking.AutoTrackable()
    holder.items, holder.by_name = [v, 3], {"w": w, 5: 2.0}
    assert isinstance(holder.items, list)
    assert isinstance(holder.by_name, dict)
    assert holder.items._trackable_children() == {"0": v}
    assert holder.by_name._trackable_children() == {"w": w}
    holder.items += [{"inner": w}]
    assert holder.items[2]._trackable_children() == {"inner": w}
    assert list(holder._trackable_children()) == ["items", "by_name"]


def test_containers_are_used_like_pythons_own():
    items = ListWrapper([1, [2]])
    items.append([3])
    items.extend([4])
    items.insert(0, 0)
    items[1:2] = [5, [6]]
    assert items == [0, 5, [6], [2], [3], 4]
    assert type(items[2]) is ListWrapper
    mapping = _DictWrapper({"a": 1})
    mapping.update(b=[2])
    assert mapping.setdefault("c", []) == []
    assert mapping == {"a": 1, "b": [2], "c": []}
    assert type(mapping["c"]) is ListWrapper
    assert pickle.loads(pickle.dumps(items)) == items
    assert pickle.loads(pickle.dumps(mapping)) == mapping


def test_containers_share_what_they_were_made_of():
    plain, by_name = [1, 2], {"a": 1}
    items, mapping = ListWrapper(plain), _DictWrapper(by_name)
    plain.append(3)
    by_name["b"] = 2
    assert (list(items), dict(mapping)) == ([1, 2, 3], {"a": 1, "b": 2})
    assert (len(items), [*items], items[2], {**mapping}) == (3, [1, 2, 3], 3, by_name)
    items.append(4)
    mapping["c"] = 3
    assert (plain, by_name) == ([1, 2, 3, 4], {"a": 1, "b": 2, "c": 3})
    assert (items + [5], [0] + items, items * 2) == ([*plain, 5], [0, *plain], plain * 2)
    assert (mapping | {"d": 4}, json.loads(json.dumps([items, mapping]))) == (
        {**by_name, "d": 4}, [plain, by_name],
    )  # fmt: skip


CHANGES_OF_LISTS = {
    "replace": lambda items: items.__setitem__(0, tf.Variable(3.0)),
    "replace a part": lambda items: items.__setitem__(slice(0, 1), [tf.Variable(3.0)]),
    "delete": lambda items: items.__delitem__(0),
    "insert": lambda items: items.insert(0, 1.0),
    "pop": lambda items: items.pop(),
    "remove": lambda items: items.remove(items[1]),
    "clear": lambda items: items.clear(),
    "reverse": lambda items: items.reverse(),
    "sort": lambda items: items.sort(key=id),
    "multiply": lambda items: items.__imul__(0),
}


@pytest.mark.parametrize("change", CHANGES_OF_LISTS)
def test_lists_whose_items_move_are_not_saved(change):
    holder = tracking.AutoTrackable()
    holder.items = [tf.Variable(1.0), tf.Variable(2.0)]
    CHANGES_OF_LISTS[change](holder.items)
    with pytest.raises(ValueError, match="replaced, deleted, or moved"):
        holder.items._trackable_children()


@pytest.mark.parametrize("kind", [tracking.AutoTrackable, tf.Module, tf.train.Checkpoint])
def test_containers_that_are_changed_outside_are_not_saved(kind, tmp_path):
    for plain, change in (
        ([], lambda x: x.append(tf.Variable(1.0))),
        ({}, lambda x: x.update(a=1)),
    ):
        holder = kind()
        holder.items = plain
        change(plain)
        with pytest.raises(ValueError, match="modified outside the wrapper"):
            tf.train.Checkpoint(holder=holder).write(str(tmp_path / "none"))


@pytest.mark.parametrize("key", [0, (1, 2), None, True, 1.5, b"bytes"])
@pytest.mark.parametrize(
    "value", [tf.Variable(1.0), tf.Module(), [], {}, (tf.Variable(1.0),), tf.function(abs)],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_trackable_has_a_string_for_its_key(key, value, tmp_path):
    module = tf.Module()
    module.heads = {key: value}
    for holder in (module, [{key: value}]):
        with pytest.raises(ValueError, match="non-string key"):
            tf.train.Checkpoint(holder=holder).write(str(tmp_path / "none"))
    module.heads = {key: 1.0}
    tf.train.Checkpoint(holder=module).write(str(tmp_path / "numbers"))


def test_structures_are_walked_through_containers():
    assert tf.nest.flatten(ListWrapper([1, _DictWrapper({"a": 2})])) == [1, 2]


def test_methods_can_be_kept_from_tracking():
    class Holder(tracking.AutoTrackable):
        @tracking.no_automatic_dependency_tracking
        def remember(self, value):
            self.value = value

    holder = Holder()
    holder.remember([tf.Variable(1.0)])
    assert type(holder.value) is list
    assert holder._trackable_children() == {}
    holder.other = [1]
    assert type(holder.other) is ListWrapper


def test_children_have_names_of_their_own():
    holder = tracking.Trackable()
    holder._track_trackable(tf.Variable(1.0), "v")
    with pytest.raises(ValueError, match="already declared as a dependency"):
        holder._track_trackable(tf.Variable(2.0), "v")
    with pytest.raises(TypeError, match="objects of type Trackable"):
        holder._track_trackable(3, "n")


def test_variables_are_trackable_and_know_a_name_of_their_own():
    v, w = tf.Variable(1.0, name="v"), tf.Variable(1.0, name="v")
    assert isinstance(v, tracking.Trackable)
    assert v._unique_id != w._unique_id
    assert v.assign(2.0)._unique_id == v._unique_id
    assert v._shared_name == "v"


def test_tuples_become_trackable_and_stay_what_they_are():
    Pair = collections.namedtuple("Pair", "a b")
    pair = tf.__internal__.tracking.wrap(
        Pair(tf.Variable(1.0), [tf.Variable(2.0, trainable=False)])
    )
    assert isinstance(pair, Pair) and pair.a.numpy() == 1.0
    assert list(pair._trackable_children()) == ["0", "1"]
    assert [x.numpy() for x in pair.trainable_weights] == [1.0]
    assert [x.numpy() for x in pair.weights] == [1.0, 2.0]
    pair.trainable = False
    assert pair.trainable_weights == [] and len(pair.non_trainable_weights) == 2
    assert tf.nest.map_structure(lambda x: x, pair).b[0].numpy() == 2.0


def test_a_class_that_sets_attributes_in_its_own_way_says_its_children():
    class Layer(tf.Module):
        def __init__(self):
            self.inside = [tf.Variable(1.0)]

        def __setattr__(self, name, value):
            object.__setattr__(self, name, value)

    layer = Layer()
    assert layer._trackable_children() == {}
    layer._track_trackable(layer.inside[0], "weight")
    assert list(layer._trackable_children()) == ["weight"]
    layer._delete_tracking("weight")
    assert layer._trackable_children() == {}


def test_a_variable_is_made_and_tracked_by_one_call():
    holder = tf.__internal__.tracking.AutoTrackable()
    made = holder._add_variable_with_custom_getter(
        "w", getter=lambda name, **kwargs: tf.Variable(1.0, name=name, **kwargs), dtype=tf.float32
    )
    assert holder._trackable_children() == {"w": made}


def test_tuples_are_wrapped_if_they_hold_what_is_trackable():
    # As in TensorFlow 2.21.
    Pair = collections.namedtuple("Pair", "a b")
    for value in ((), (1, 2), Pair(1, 2), (tf.constant(1.0),)):
        assert tracking.wrap(value) is value
        module = tf.Module()
        module.value = value
        assert not tf.train.Checkpoint(module=module).module._trackable_children()
    for value in (([],), ({"a": 1}, 1), (1, (2, [3])), Pair([1], 2), (tf.Variable(1.0),)):
        wrapped = tracking.wrap(value)
        assert isinstance(wrapped, tracking.Trackable) and isinstance(wrapped, type(value))
        assert wrapped.__class__ is type(value)
        tf.nest.assert_same_structure(wrapped, value)
        shallow_structures.assert_shallow_structure(wrapped, value)
        shallow_structures.assert_shallow_structure(value, wrapped)


def test_variables_made_without_manual_tracking_are_no_children():
    class Layer(tracking.AutoTrackable):
        def add_weight(self, name):
            return self._add_variable_with_custom_getter(
                name, getter=lambda name: tf.Variable(1.0, name=name)
            )

    layer = Layer()
    layer._manual_tracking = False
    layer.add_weight("kept")
    layer._manual_tracking = True
    layer.add_weight("child")
    assert list(layer._trackable_children()) == ["child"]


@pytest.mark.parametrize(
    "value", [[1.0, 2.0], {"a": 1.0, "b": 2.0}, (1.0, 2.0)], ids=["list", "dict", "tuple"]
)
def test_every_child_of_a_container_is_found_by_its_name(value):
    # Keras 2 finds what a layer made itself so, when it loads a model: what it does not find, it makes anew.
    container = wrap(tf.nest.map_structure(tf.Variable, value))
    children = container._trackable_children()
    assert len(children) == 2
    for name, child in children.items():
        assert container._lookup_dependency(name) is child
    assert container._lookup_dependency("missing") is None
