"""The pipeline as a whole: order, switches, memo, and that the traced graph stays as it is."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.graph.graph_text import graph_text
from stagelight.graph.verifier import verify
from stagelight.passes.pipeline import PIPELINE, optimize
from tests.graph.traced import run, spec, traced
from tests.passes.checked import types


def program(x):
    @tf.function(autograph=False)
    def scaled(y):
        return tf.multiply(
            y, tf.add(two, tf.constant(1.0, name="one"), name="factor"), name="scaled"
        )

    two = tf.constant(2.0)
    tf.exp(x, name="unneeded")
    same = tf.reshape(x, tf.shape(x, name="shape"), name="same")
    return tf.add(scaled(same), scaled(x), name="sum")


def test_passes_show_their_work(golden):
    graph = traced(program, spec(None, 3))
    texts = [graph_text(graph)]
    told = [f"traced:\n{texts[0]}"]

    def observe(name, optimized):
        verify(optimized, after=name)
        text = graph_text(optimized)
        told.append(f"after {name}:{' the same' if text == texts[-1] else chr(10) + text}")
        texts.append(text)

    optimize(graph, observe)
    golden("passes/pipeline.txt", "\n".join(told))


def test_optimized_graph_gives_the_same():
    graph = traced(program, spec(2, 3))
    x = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(run(optimize(graph), x)[0], run(graph, x)[0])


def test_traced_graph_stays_as_it_is():
    graph = traced(program, spec(2, 3))
    before = graph_text(graph)
    optimized = optimize(graph)
    assert graph_text(graph) == before
    assert len(optimized.operations) < len(graph.operations)


def test_result_is_kept_and_is_its_own_result():
    graph = traced(program, spec(2, 3))
    assert optimize(graph) is optimize(graph)
    assert optimize(optimize(graph)) is optimize(graph)


def test_meta_optimizer_can_be_switched_off():
    graph = traced(program, spec(2, 3))
    with config.changed(optimizer={"disable_meta_optimizer": True}):
        assert optimize(graph) is graph


@pytest.mark.parametrize("step", PIPELINE, ids=lambda step: step.name)
def test_each_switch_switches_its_pass_off(step):
    ran = []
    for switch in step.switches:
        with config.changed(optimizer={switch: False}):
            optimize(traced(program, spec(2, 3)), lambda name, _: ran.append(name))
        assert step.name not in ran


def test_public_switch_keeps_what_would_be_folded():
    graph = traced(lambda: tf.constant(1.0) + tf.constant(2.0))
    with config.changed():
        tf.config.optimizer.set_experimental_options({"constant_folding": False})
        assert "AddV2" in types(optimize(graph))


def test_long_chain_is_optimized():
    def chain(x):
        for _ in range(3000):
            x = tf.reshape(x + 1.0, tf.shape(x))
        return x

    assert len(optimize(traced(chain, spec(2))).operations) < 3010
