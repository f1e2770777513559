"""`tf.profiler.experimental.region_times`: how long each piece of machine code takes, and whose it is."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime.region_times import region_times
from tests.processes import environment

pytestmark = pytest.mark.skipif(config.current.executor == "host", reason="no regions")


@pytest.fixture(autouse=True)
def measuring():
    region_times(clear=True)
    with config.changed(times_regions=True):
        yield
    region_times(clear=True)


def sorted_between(x):
    before = tf.tanh(x) * 2.0
    between = tf.linalg.eigvalsh(tf.linalg.diag(before)) + 1.0
    return tf.reduce_sum(tf.exp(between) * before)


def test_each_region_and_the_graph_are_measured():
    function = tf.function(sorted_between)
    for _ in range(7):
        function(tf.ones([5]))
    found = {each.number: each for each in region_times()}
    first = sorted_between.__code__.co_firstlineno
    assert sorted(found, key=str) == [0, 1, None]
    file = "test_region_times.py"
    # What finds eigenvalues, on the host, has an operation in each of the regions.
    assert found[0].lines == f"{file}:{first + 1}-{first + 2}"
    assert found[1].lines == f"{file}:{first + 2}-{first + 3}"
    assert found[None].lines == f"{file}:{first + 1}-{first + 3}"
    assert all(each.calls == 7 and 0 < each.median <= each.total for each in found.values())
    assert found[None].total > found[0].total + found[1].total
    assert found[None].operations > found[0].operations + found[1].operations
    text = str(region_times()).splitlines()
    assert text[0].split() == ["region", "lines", "ops", "calls", "total", "ms", "median", "us"]
    assert len(text) == 4 and text[1].startswith(found[None].name + " ")


def test_what_is_compiled_while_it_is_off_is_not_measured():
    with config.changed(times_regions=False):
        function = tf.function(sorted_between)
        function(tf.ones([4]))
    function(tf.ones([4]))
    assert region_times() == ()


def test_clearing_begins_anew_and_leaves_what_was_told():
    function = tf.function(sorted_between)
    function(tf.ones([3]))
    told = region_times(clear=True)
    assert region_times() == ()
    function(tf.ones([3]))
    assert [each.calls for each in told] == [1, 1, 1] == [each.calls for each in region_times()]


def test_calls_that_fail_are_measured_too():
    function = tf.function(lambda x, i: tf.gather(tf.tanh(x) * 2.0, i))
    with pytest.raises(tf.errors.InvalidArgumentError):
        function(tf.ones([3]), tf.constant(7))
    assert {each.calls for each in region_times()} == {1}


def test_loops_of_any_size_and_calls_from_threads_are_counted():
    signature = [tf.TensorSpec([None])]

    @tf.function(input_signature=signature)
    def function(x):
        for _ in tf.range(3):
            x = tf.sin(x) + 1.0
        return x

    def calls():
        for size in range(1, 26):
            function(tf.constant(np.ones(size, np.float32)))

    threads = [threading.Thread(target=calls) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (region,) = region_times()
    assert (region.number, region.calls, len(region.recent)) == (0, 100, 100)


def test_the_environment_has_them_printed_at_the_end():
    program = (
        "import stagelight as tf; f = tf.function(lambda x: tf.tanh(x) * 2.0); f(tf.ones([3]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(STAGELIGHT_TIME_REGIONS="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == ""
    assert ended.stderr.startswith("region ") and "[0]" in ended.stderr
