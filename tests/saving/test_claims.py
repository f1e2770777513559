"""Which object of a program gets what a checkpoint has, where several lay claim to it."""

from __future__ import annotations

import gc
import random
import weakref

import pytest

import stagelight as tf


def holder(**attributes):
    module = tf.Module()
    for name, value in attributes.items():
        setattr(module, name, value)
    return module


def test_the_claim_that_is_nearest_to_the_root_wins(tmp_path):
    shared = tf.Variable([2.0, 2.0])
    path = tf.train.Checkpoint(W=shared, m=holder(v=shared)).save(tmp_path / "training")
    for names in (("W", "m"), ("m", "W")):
        near, far = tf.Variable([0.0, 0.0]), tf.Variable([5.0, 5.0])
        objects = {"W": near, "m": holder(v=far)}
        status = tf.train.Checkpoint(**{name: objects[name] for name in names}).restore(path)
        assert near.numpy().tolist() == [2.0, 2.0]
        assert far.numpy().tolist() == [5.0, 5.0]
        status.assert_nontrivial_match()


def test_what_was_restored_since_is_not_overwritten_by_an_earlier_restoration(tmp_path):
    variable = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(late=variable, early=holder(v=variable))
    old = checkpoint.save(tmp_path / "training")
    variable.assign(2.0)
    new = checkpoint.save(tmp_path / "training")
    root = tf.train.Checkpoint()
    root.restore(old)
    variable = tf.Variable(0.0)
    tf.train.Checkpoint(early=holder(v=variable)).restore(new).expect_partial()
    assert variable.numpy() == 2.0
    root.late = variable
    assert variable.numpy() == 2.0


def test_lists_and_dicts_of_modules_get_their_values_when_they_grow(tmp_path):
    layers, by_name = [tf.Variable(1.0), tf.Variable(2.0)], {"a": tf.Variable(3.0)}
    path = tf.train.Checkpoint(m=holder(layers=layers, by_name=by_name)).save(tmp_path / "training")
    module = holder(layers=[], by_name={})
    status = tf.train.Checkpoint(m=module).restore(path)
    module.layers.append(tf.Variable(0.0))
    module.layers += [tf.Variable(0.0)]
    module.by_name["a"] = tf.Variable(0.0)
    status.assert_consumed()
    assert [v.numpy() for v in (*module.layers, *module.by_name.values())] == [1.0, 2.0, 3.0]


def test_a_checkpoint_that_waits_for_objects_lives_as_long_as_it_is_referred_to(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(1.0), w=tf.Variable(2.0)).save(tmp_path / "training")
    gc.disable()
    try:
        checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0))
        checkpoint.restore(path).expect_partial()
        references = [weakref.ref(checkpoint), weakref.ref(checkpoint.v)]
        del checkpoint
        assert [reference() for reference in references] == [None, None]
    finally:
        gc.enable()


def test_an_item_that_does_not_fit_is_reported(tmp_path, caplog):
    kept = holder(slots=[tf.Variable([1.0]), tf.Variable([1.0, 2.0])], by_name={"a": tf.Variable(1)})
    path = tf.train.Checkpoint(m=kept).save(tmp_path / "training")
    module = holder(slots=[], by_name={})
    tf.train.Checkpoint(m=module).restore(path).expect_partial()
    module.slots += [tf.Variable([0.0, 0.0]), tf.Variable([0.0, 0.0])]
    module.by_name["a"] = tf.Variable(0.0)
    assert [v.numpy().tolist() for v in module.slots] == [[0.0, 0.0], [1.0, 2.0]]
    assert module.by_name["a"].numpy() == 0.0
    reports = [x.message for x in caplog.records if "keeps its initial value" in x.message]
    assert [x.split("place ")[1].split(" does")[0] for x in reports] == ["(0)", "(a)"]


@pytest.mark.parametrize("seed", range(25))
def test_of_claims_at_random_places_the_nearest_wins(tmp_path, seed):
    """Whatever the order in which attributes were set, and however deep others lie."""
    chance = random.Random(seed)
    nearest = chance.randrange(1, 3)
    depths = [nearest, *(chance.randrange(nearest + 1, 6) for _ in range(4))]
    places = [[chance.choice("abcdz") for _ in range(depth)] for depth in depths]
    chance.shuffle(places)

    def tree(values):
        root = tf.Module()
        for number, (place, value) in enumerate(zip(places, values, strict=True)):
            module = root
            for name in place:
                if not hasattr(module, name):
                    setattr(module, name, tf.Module())
                module = getattr(module, name)
            setattr(module, f"v{number}", value)
        return root

    path = tf.train.Checkpoint(m=tree([tf.Variable(1.0)] * 5)).save(tmp_path / "training")
    variables = [tf.Variable(0.0) for _ in places]
    tf.train.Checkpoint(m=tree(variables)).restore(path)
    assert [v.numpy() for v in variables] == [float(len(place) == nearest) for place in places]
