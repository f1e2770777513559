"""Saved models into objects that are there, and objects of a library's own classes."""

from __future__ import annotations

import weakref

import pytest

import stagelight as tf

LOAD = tf.__internal__.saved_model.load


class Scale(tf.__internal__.tracking.AutoTrackable):
    def __init__(self, factor):
        self.factor = tf.Variable(factor)


@pytest.fixture
def folder(tmp_path):
    model = tf.Module()
    model.first, model.second = Scale(2.0), Scale(3.0)
    tf.saved_model.save(model, str(tmp_path))
    return str(tmp_path)


def test_objects_that_are_there_get_values_and_children(folder):
    own, children = Scale(0.0), {}
    given = {
        "root": None,
        "root.first": (own, lambda value, name, child: children.update({name: child})),
        "root.first.factor": (own.factor, setattr),
    }
    loaded = tf.__internal__.saved_model.load_partial(folder, given)
    assert loaded["root.first"] is own is loaded["root"].first
    assert own.factor.numpy() == 2.0 and children["factor"] is own.factor
    assert loaded["root"].second.factor.numpy() == 3.0


def test_a_way_that_leads_nowhere_is_told(folder):
    with pytest.raises(ValueError, match=r"no object 'root\.third'"):
        tf.__internal__.saved_model.load_partial(folder, {"root.third": None})


def test_the_message_is_read_alone(folder):
    message = tf.__internal__.saved_model.parse_saved_model(folder)
    assert message.saved_model_schema_version == 1
    graph = message.meta_graphs[0].object_graph_def
    assert [x.local_name for x in graph.nodes[0].children] == ["first", "second", "signatures"]


def test_objects_of_a_registered_class_are_made_again(tmp_path):
    class Counter(tf.__internal__.tracking.AutoTrackable):
        def __init__(self):
            self.count = tf.Variable(5)

    class Revived(tf.__internal__.tracking.AutoTrackable):
        pass

    LOAD.register_revived_type(
        "test_counter",
        lambda value: isinstance(value, Counter),
        [
            LOAD.VersionedTypeRegistration(lambda proto: Revived(), 2, 1, 1),
            LOAD.VersionedTypeRegistration(lambda proto: None, 1, 1, 1),
        ],
    )
    model = tf.Module()
    model.counter = Counter()
    tf.saved_model.save(model, str(tmp_path))
    proto = tf.__internal__.saved_model.parse_saved_model(str(tmp_path))
    user_object = proto.meta_graphs[0].object_graph_def.nodes[1].user_object
    assert (user_object.identifier, user_object.version.producer) == ("test_counter", 2)
    loaded = tf.saved_model.load(str(tmp_path))
    assert isinstance(loaded.counter, Revived) and loaded.counter.count.numpy() == 5
    assert "test_counter" in LOAD.registered_identifiers()
    assert LOAD.get_setter(user_object) is setattr
    with pytest.raises(ValueError, match="Duplicate registrations"):
        LOAD.register_revived_type("test_counter", lambda value: False, [])


def test_a_checkpoint_may_refer_to_its_root_weakly(tmp_path):
    model = Scale(2.0)
    checkpoint = tf.train.Checkpoint(root=weakref.ref(model))
    path = checkpoint.write(str(tmp_path / "a"))
    model.factor.assign(0.0)
    checkpoint.read(path).assert_consumed()
    assert model.factor.numpy() == 2.0
