"""Tiers of regions with open sizes: symbolic first, the host for misfits, own programs for hot shapes."""

from __future__ import annotations

import os

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.machine.disk_cache import current_cache
from stagelight.runtime import background_compilation, dynamic_regions, region_code

RANDOM = np.random.RandomState(0)
OPEN = [tf.TensorSpec([None, 4])]


@pytest.fixture(autouse=True)
def tiers():
    with config.changed(executor="native", tiered_compilation=True, compilation_cache=None):
        yield


@pytest.fixture
def promotions(monkeypatch):
    """The calls of `Pending.result`: each puts a program for hot shapes in."""
    found = []
    result = background_compilation.Pending.result

    def noted(pending):
        found.append(pending)
        return result(pending)

    monkeypatch.setattr(background_compilation.Pending, "result", noted)
    return found


def rows(count):
    return tf.constant(RANDOM.randn(count, 4).astype(np.float32))


def centered(x):
    return tf.nn.relu(x - tf.reduce_mean(x, 0)) @ tf.ones([4, 3])


def last_rows_first(x):
    """The least of two sizes is no polynomial: this has no symbolic program."""
    few = tf.minimum(tf.shape(x)[0], 4)
    return tf.concat([tf.tanh(x[few:]) * 2.0, tf.exp(x[:few])], 0)


def is_symbolic(text):
    return "%size_n0" in text


def test_another_batch_size_compiles_nothing(compilations):
    f = tf.function(centered, input_signature=OPEN)
    for count in (32, 7, 1, 300, 32):
        x = rows(count)
        np.testing.assert_allclose(f(x), centered(x), rtol=1e-5, atol=1e-5)
    assert [*map(is_symbolic, compilations)] == [True]


def test_a_batch_of_one_is_as_good_a_start_as_any(compilations):
    f = tf.function(centered, input_signature=OPEN)
    for count in (1, 6, 2):
        x = rows(count)
        np.testing.assert_allclose(f(x), centered(x), rtol=1e-5, atol=1e-5)
    assert [*map(is_symbolic, compilations)] == [True]


def test_a_batch_that_broadcasts_stays_one(compilations):
    def function(x, scale):
        return tf.tanh(x) * scale + 1.0

    f = tf.function(function, input_signature=OPEN * 2)
    for count, scales in ((6, 1), (3, 1), (5, 5), (1, 4), (1, 1), (6, 1)):
        x, scale = rows(count), rows(scales)
        np.testing.assert_allclose(f(x, scale), function(x, scale), rtol=1e-5, atol=1e-5)
    assert not is_symbolic(compilations[0])


def test_an_empty_batch_says_nothing_of_others(compilations):
    f = tf.function(centered, input_signature=OPEN)
    assert f(rows(0)).shape == [0, 3]
    assert compilations == []
    for count in (4, 0, 7):
        x = rows(count)
        np.testing.assert_allclose(f(x), centered(x), rtol=1e-5, atol=1e-5)
    assert [*map(is_symbolic, compilations)] == [True]


def test_hot_shapes_get_their_program_at_a_fixed_call(compilations, promotions):
    f = tf.function(centered, input_signature=OPEN)
    x, other = rows(8), rows(3)
    for call in range(1, 100):
        np.testing.assert_allclose(f(x), centered(x), rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(f(other), centered(other), rtol=1e-5, atol=1e-5)
        assert len(promotions) == (call >= dynamic_regions._HOT)
    assert [*map(is_symbolic, compilations)] == [True, False]


def test_bits_do_not_depend_on_time():
    """Two runs of the same calls: their programs change at the same call."""

    def run():
        f = tf.function(lambda x: tf.reduce_sum(tf.tanh(x @ tf.transpose(x)), 1), OPEN)
        random = np.random.RandomState(1)
        found = []
        for _ in range(90):
            found.append(f(tf.constant(random.randn(70, 4).astype(np.float32))).numpy())
        return np.stack(found)

    np.testing.assert_array_equal(run(), run())


def test_the_host_runs_few_calls_that_no_program_takes(compilations):
    f = tf.function(last_rows_first, input_signature=OPEN)
    f(rows(6))
    assert len(compilations) == 1
    counts = []
    for count in (5, 3, 9, 1, 8, 2, 7, 11, 12, 13):
        x = rows(count)
        np.testing.assert_allclose(f(x), last_rows_first(x), rtol=1e-5, atol=1e-5)
        counts.append(len(compilations))
    assert counts[: dynamic_regions._COLD - 1] == [1] * (dynamic_regions._COLD - 1)
    assert counts[-1] > 1


def test_shapes_that_were_equal_by_chance_may_differ_later(compilations):
    def function(x, y):
        return tf.reduce_sum(tf.exp(x), 1) * 2.0, tf.tanh(y) + 1.0

    f = tf.function(function, input_signature=[*OPEN, tf.TensorSpec([None])])
    for count, other in ((5, 5), *[(6 + i, 20 + i) for i in range(20)], (8, 8)):
        x, y = rows(count), tf.ones([other]) * 0.5
        for one, expected in zip(f(x, y), function(x, y), strict=True):
            np.testing.assert_allclose(one, expected, rtol=1e-5)
    assert [*map(is_symbolic, compilations)] == [True, True]


def test_shapes_that_do_not_fit_compile_nothing(compilations):
    f = tf.function(
        lambda x, y: tf.exp(x @ y) + 1.0, input_signature=[tf.TensorSpec([None, None])] * 2
    )
    good, bad = rows(4), tf.ones([3, 3])
    f(good, good)
    for _ in range(3 * dynamic_regions._COLD):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
            f(good, bad)
    assert len(compilations) == 1
    f(good, good)


def test_arrays_in_disorder_are_no_misfit(compilations):
    f = tf.function(lambda x: tf.exp(x) + 1.0, input_signature=[tf.TensorSpec([None, None])])
    x = rows(6)
    f(x)
    for _ in range(3 * dynamic_regions._COLD):
        turned = tf.transpose(x)
        np.testing.assert_allclose(f(turned), tf.exp(turned) + 1.0, rtol=1e-6)
    assert len(compilations) == 1


@pytest.mark.parametrize("how", ["jit_compile", "setting"])
def test_without_tiers_the_first_call_compiles_for_its_shapes(how, compilations):
    with config.changed(tiered_compilation=how != "setting"):
        f = tf.function(centered, input_signature=OPEN, jit_compile=how == "jit_compile")
        f(rows(8))
        f(rows(5))
    assert [*map(is_symbolic, compilations)] == [False, True]


def test_symbolic_programs_are_found_on_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(config, "IMPORTED_AT", float("inf"))  # as if no file was written since
    region_code._own_files.cache_clear()
    lowered = []
    lower = region_code.lower_for_any_size

    def noted(*args):
        lowered.append(args)
        return lower(*args)

    def shortened(x):
        return x[:-5] * 2.0 + 1.0

    monkeypatch.setattr(region_code, "lower_for_any_size", noted)
    with config.changed(compilation_cache=str(tmp_path)):
        for function in (centered, shortened):
            lowered.clear()
            for _ in range(2):
                f = tf.function(function, input_signature=OPEN)
                for count in (6, 9, 3):
                    x = rows(count)
                    np.testing.assert_allclose(f(x), function(x), rtol=1e-5, atol=1e-5)
                current_cache().wait_for_writer()
            assert len(lowered) == 1
        # What was seen of a size is in the key: the program is for what was larger than 5.
        f = tf.function(shortened, input_signature=OPEN)
        f(rows(3))
        f(rows(8))
        assert len(lowered) == 2
    region_code._own_files.cache_clear()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_makes_the_program_itself():
    f = tf.function(centered, input_signature=OPEN)
    x = rows(8)
    expected = centered(x).numpy()
    for _ in range(dynamic_regions._WARM):
        f(x)
    child = os.fork()
    if child == 0:
        for _ in range(dynamic_regions._HOT):
            result = f(x)
        os._exit(0 if np.allclose(result, expected, atol=1e-5) else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
