"""Machine code is found on disk by the graph, and only where nothing it depends on has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.machine.disk_cache import current_cache
from stagelight.codegen.machine.host import host_target
from stagelight.runtime import region_code
from stagelight.runtime.regions import whole_region
from tests.processes import environment


@pytest.fixture(autouse=True)
def own_cache(tmp_path):
    region_code._own_files.cache_clear()
    with config.changed(executor="native", compilation_cache=str(tmp_path / "cache")):
        yield
    region_code._own_files.cache_clear()


@pytest.fixture(autouse=True)
def files_of_old(monkeypatch):
    """As if nobody had written a file of the package since it was imported."""
    monkeypatch.setattr(config, "IMPORTED_AT", float("inf"))


@pytest.fixture
def lowered(monkeypatch):
    """Which regions were lowered."""
    regions = []
    lower = region_code.lower

    def noted(name, operations, *others):
        regions.append([x.type for x in operations])
        return lower(name, operations, *others)

    monkeypatch.setattr(region_code, "lower", noted)
    return regions


def wait():
    current_cache().wait_for_writer()


def straight(x):
    return tf.tanh(x) * 2.0 + tf.constant([1.0, 2.0, 3.0, 4.0])


def with_control_flow(x):
    for i in tf.range(4):
        if x[0] > 1.0:
            x = x * tf.cast(i, tf.float32)
        else:
            x = x + 1.0
    return x


def with_lists(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(3):
            y = y * tf.sin(y)
    return tape.gradient(y, x)


def large(x):
    return tf.tile(x[:, None], [1, 1 << 17]) * 2.0


def linear(x):
    return tf.linalg.matvec(tf.ones([4, 4]) * x, x)


def shuffled(x):
    return tf.random.shuffle(tf.tile(x, [32]), seed=3)


def classes(x):
    return tf.random.categorical(tf.tile(x[None], [2, 1]), 16, seed=3)


X = np.array([0.5, 1.5, -2.0, 3.0], np.float32)


@pytest.mark.parametrize(
    "function", [straight, with_control_flow, with_lists, large, linear, shuffled, classes]
)
def test_a_graph_is_lowered_once(function, lowered):
    first = tf.function(function)(X)
    wait()
    count = len(lowered)
    assert count
    again = tf.function(function)(X)
    assert len(lowered) == count
    assert first.numpy().tobytes() == again.numpy().tobytes()


def test_variables_are_read_and_written_by_kept_code(lowered):
    def trained():
        w, b = tf.Variable(X), tf.Variable(1.0)

        @tf.function
        def step(x):
            b.assign_add(tf.reduce_sum(w))
            w.assign_sub(x * b)
            return w, b * 2.0, w.read_value() + 1.0

        results = [[y.numpy() for y in step(tf.constant(X))] for _ in range(3)]
        return results, w.numpy(), b.numpy()

    first = trained()
    wait()
    count = len(lowered)
    again = trained()
    assert len(lowered) == count
    for one, other in zip(tf.nest.flatten(first), tf.nest.flatten(again), strict=True):
        np.testing.assert_array_equal(one, other)


def test_kept_code_that_fails_leaves_it_to_the_host(lowered):
    def divided(x, y):
        return x // y + 1

    for _ in range(2):
        staged = tf.function(divided)
        assert staged(tf.constant([6]), tf.constant([2])).numpy() == [4]
        with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
            staged(tf.constant([6]), tf.constant([0]))
        wait()
    assert len(lowered) == 1


def test_a_form_whose_code_is_gone_is_made_again(lowered):
    tf.function(straight)(X)
    wait()
    for file in current_cache().directory.iterdir():
        if b'"module"' not in file.read_bytes():
            file.unlink()
    expected = np.tanh(X) * 2 + [1, 2, 3, 4]
    np.testing.assert_allclose(tf.function(straight)(X), expected, rtol=1e-6)
    assert len(lowered) == 2


def test_a_damaged_form_is_made_again(lowered):
    tf.function(straight)(X)
    wait()
    for file in current_cache().directory.iterdir():
        data = file.read_bytes()
        file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    tf.function(straight)(X)
    assert len(lowered) == 2


def some_region():
    graph = tf.function(straight).get_concrete_function(tf.TensorSpec([4], tf.float32)).graph
    return whole_region(graph)


def test_the_key_says_all_that_a_form_depends_on(monkeypatch):
    region = some_region()
    target = host_target()
    keys = {region_code.key_of(region, target)}
    for name in ("triple", "cpu", "features"):
        keys.add(region_code.key_of(region, replace(target, **{name: "other"})))
    with monkeypatch.context() as patch:
        patch.setattr(region_code, "llvm_version", lambda: "other")
        keys.add(region_code.key_of(region, target))
    for module, name in ((sys, "version"), (np, "__version__")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, "other")
            keys.add(region_code.key_of(region, target))
    with monkeypatch.context() as patch:
        patch.setattr(region_code, "_own_files", lambda: "other")
        keys.add(region_code.key_of(region, target))
    assert None not in keys
    assert len(keys) == 8


def test_files_of_the_package_are_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr(config, "__file__", str(tmp_path / "config.py"))
    file = tmp_path / "inner" / "rule.py"
    file.parent.mkdir()

    def state(text, time=1e9):
        file.write_text(text)
        os.utime(file, (time, time))
        region_code._own_files.cache_clear()
        return region_code._own_files()

    first = state("a = 1")
    assert first is not None
    region_code._own_files.cache_clear()
    assert region_code._own_files() == first
    assert state("a = 1", 2e9) != first
    assert state("a = 10") != first
    if os.name != "nt":  # Windows has no time of the last change that cannot be set.
        assert state("a = 2") != first
    (file.parent / "__pycache__").mkdir()
    before = region_code._own_files()
    (file.parent / "__pycache__" / "rule.pyc").write_text("")
    region_code._own_files.cache_clear()
    assert region_code._own_files() == before


def test_nothing_is_kept_by_files_that_changed_meanwhile(tmp_path, monkeypatch, lowered):
    monkeypatch.setattr(config, "IMPORTED_AT", 0.0)
    assert region_code.key_of(some_region(), host_target()) is None
    for _ in range(2):
        tf.function(straight)(X)
        wait()
    assert len(lowered) == 2


def test_nothing_is_kept_where_bounds_are_checked_or_without_a_cache():
    region = some_region()
    for change in ({"checks_bounds": True}, {"compilation_cache": None}):
        with config.changed(**change):
            assert region_code.key_of(region, host_target()) is None


PROGRAM = """
import sys
import stagelight as tf
from stagelight.runtime import region_code
lowered = []
lower = region_code.lower
region_code.lower = lambda *args: lowered.append(args) or lower(*args)
x = tf.constant([1.0, 2.0])
print(float(tf.function(lambda x: tf.reduce_sum(tf.exp(x) * 2.0))(x)), len(lowered))
"""


def test_another_process_finds_it(tmp_path):
    settings = environment(
        STAGELIGHT_CACHE_DIR=str(tmp_path), STAGELIGHT_EXECUTOR="native", STAGELIGHT_TIERED="0"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=settings, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]  # fmt: skip
    assert [count for _, count in told] == ["1", "0"]
    assert told[0][0] == told[1][0]
