"""Settings: replaced as a whole, for a while or from now on, and what follows them."""

from __future__ import annotations

import dataclasses
import threading

import pytest

import stagelight as tf
from stagelight import config
from stagelight.config import Settings, change, changed, on_change


@pytest.fixture(autouse=True)
def restored():
    with changed(**dataclasses.asdict(Settings())):
        yield


def test_settings_are_never_changed_in_place():
    before = config.current
    change(inter_op_threads=3)
    assert (before.inter_op_threads, config.current.inter_op_threads) == (0, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.current.inter_op_threads = 4
    with pytest.raises(TypeError):
        change(nosuch=1)


def test_changes_for_a_while_are_undone_also_by_an_error_and_within_one_another():
    change(inter_op_threads=1)
    with pytest.raises(KeyError), changed(inter_op_threads=2):
        with changed(intra_op_threads=5) as settings:
            assert settings is config.current
            assert (settings.inter_op_threads, settings.intra_op_threads) == (2, 5)
        assert config.current.intra_op_threads == 0
        raise KeyError
    assert config.current.inter_op_threads == 1


def test_listeners_are_told_of_changes_and_of_their_end():
    seen = []

    def listener():
        seen.append(config.current.inter_op_threads)

    on_change(listener)
    try:
        with changed(inter_op_threads=2):
            change(inter_op_threads=3)
    finally:
        config._listeners.remove(listener)
    assert seen == [2, 3, Settings().inter_op_threads]


def test_settings_are_those_of_all_threads():
    seen = []
    with changed(run_functions_eagerly=True):
        thread = threading.Thread(target=lambda: seen.append(tf.config.functions_run_eagerly()))
        thread.start()
        thread.join()
    assert seen == [True]
    assert not tf.config.functions_run_eagerly()


@pytest.mark.parametrize(("setter", "getter", "value"), [
    (tf.config.run_functions_eagerly, tf.config.functions_run_eagerly, True),
    (tf.config.set_soft_device_placement, tf.config.get_soft_device_placement, False),
    (tf.config.threading.set_inter_op_parallelism_threads,
     tf.config.threading.get_inter_op_parallelism_threads, 3),
    (tf.config.threading.set_intra_op_parallelism_threads,
     tf.config.threading.get_intra_op_parallelism_threads, 4),
])  # fmt: skip
def test_what_is_set_is_got(setter, getter, value):
    assert getter() != value
    setter(value)
    assert getter() == value


# ---------------------------------------------------------------------------- what follows them


def test_functions_follow_the_setting_at_each_call():
    calls = []

    @tf.function
    def f(x):
        calls.append(tf.executing_eagerly())
        return x + 1

    x = tf.constant(1)
    f(x)
    tf.config.run_functions_eagerly(True)
    f(x)
    tf.config.run_functions_eagerly(False)
    f(x)
    assert calls == [False, True]


def test_options_of_the_optimizer_add_up_and_are_given_as_a_copy():
    options = tf.config.optimizer
    options.set_experimental_options({"constant_folding": False})
    options.set_experimental_options({"remapping": True})
    found = options.get_experimental_options()
    assert found == {"constant_folding": False, "remapping": True}
    found.clear()
    assert options.get_experimental_options() != {}
