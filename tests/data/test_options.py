"""`tf.data.Options`: what may be set, and how datasets hand their options on."""

from __future__ import annotations

import copy

import pytest

import stagelight as tf

Dataset = tf.data.Dataset


def with_deterministic(value):
    options = tf.data.Options()
    options.deterministic = value
    return options


def test_what_is_not_set_is_none():
    options = tf.data.Options()
    assert options.deterministic is None
    assert options.threading.private_threadpool_size is None
    assert (
        options.experimental_distribute.auto_shard_policy
        is tf.data.experimental.AutoShardPolicy.AUTO
    )


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (lambda o: setattr(o, "foo", 1), AttributeError, "Cannot set the property foo on Options."),
        (lambda o: setattr(o, "deterministic", "x"), TypeError, 'Property "deterministic" must be'),
        (lambda o: setattr(o, "threading", 3), TypeError, 'Property "threading" must be of type'),
        (
            lambda o: setattr(o.experimental_optimization, "foo", 3),
            AttributeError,
            "Cannot set the property foo on OptimizationOptions.",
        ),
    ],
)
def test_what_is_no_option_is_refused(change, error, words):
    with pytest.raises(error, match=words):
        change(tf.data.Options())


def test_older_names_mean_the_same():
    options = tf.data.Options()
    options.experimental_deterministic = True
    assert options.deterministic is True
    assert options.experimental_threading is options.threading
    with pytest.raises(AttributeError, match="no attribute 'foo'"):
        _ = options.foo


def test_later_options_win():
    dataset = Dataset.range(3).with_options(with_deterministic(True))
    other = tf.data.Options()
    other.autotune.enabled = False
    dataset = dataset.with_options(other)
    assert dataset.options().deterministic is True
    assert dataset.options().autotune.enabled is False
    assert dataset.with_options(with_deterministic(False)).options().deterministic is False


def test_options_are_handed_on():
    dataset = Dataset.range(3).with_options(with_deterministic(True))
    for made in (
        dataset.map(lambda x: x),
        dataset.batch(2),
        Dataset.zip((dataset, Dataset.range(3))),
    ):
        assert made.options().deterministic is True
    assert Dataset.range(3).options() == tf.data.Options()
    assert [int(x) for x in dataset.batch(2).unbatch()] == [0, 1, 2]


def test_options_of_a_dataset_are_a_copy():
    dataset = Dataset.range(3).with_options(with_deterministic(True))
    dataset.options().deterministic = False
    assert dataset.options().deterministic is True


def test_copies_share_nothing_that_changes():
    options = tf.data.Options()
    options.framework_type = ["a"]
    options.threading.private_threadpool_size = 2
    copied = copy.deepcopy(options)
    assert copied == options
    copied.framework_type.append("b")
    copied.threading.private_threadpool_size = 3
    assert options.framework_type == ["a"]
    assert options.threading.private_threadpool_size == 2


def test_only_options_are_taken():
    with pytest.raises(AttributeError, match=r"must be a tf.data.Options"):
        Dataset.range(3).with_options(3)
