"""`executable(graph)`: compiled once, from a copy, whoever asks."""

from __future__ import annotations

import threading

import numpy as np

import stagelight as tf
from stagelight.control_flow.calls import call_graph
from stagelight.graph.effects import graphs_within, operations_with_calls
from stagelight.graph.graph_text import graph_text
from stagelight.graph.verifier import verify
from stagelight.runtime import executable as module
from stagelight.runtime.executable import executable

X = tf.TensorSpec([], tf.float32)


def graph_of(function, *specs):
    return tf.function(function).get_concrete_function(*specs).graph


def test_it_is_made_once_for_all_threads(monkeypatch):
    made = []
    optimize = module.optimize
    monkeypatch.setattr(module, "optimize", lambda graph: made.append(graph) or optimize(graph))
    graph = graph_of(lambda x: x + 1.0, X)
    together = threading.Barrier(8)
    found = []

    def ask():
        together.wait()
        found.append(executable(graph))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(set(map(id, found))) == 1


def test_the_graph_stays_as_it_was_traced():
    """GraphDef, gradients and the user see the traced graph, not the optimized one."""
    graph = graph_of(lambda x: (x * 1.0 + tf.constant(1.0)) + tf.constant(2.0), X)
    before = graph_text(graph)
    (result,) = executable(graph)(np.array(3.0, np.float32))
    assert float(result) == 6.0
    assert graph_text(graph) == before
    verify(graph)


def test_outputs_are_all_there_in_their_order():
    graph = graph_of(lambda x: [x, x, x + 1.0, tf.constant(7.0)], X)
    results = executable(graph)(np.array(3.0, np.float32))
    assert [float(result) for result in results] == [3.0, 3.0, 4.0, 7.0]


def test_a_graph_is_run_with_its_captures_behind_its_arguments():
    v = tf.Variable(2.0)
    graph = graph_of(lambda x: x * v, X)
    (result,) = call_graph(graph, [tf.constant(3.0), v.handle])
    assert float(result) == 6.0


def test_an_argument_that_is_given_back_is_not_written_to():
    graph = graph_of(lambda x: (x, x * 2.0), tf.TensorSpec([2], tf.float32))
    array = np.array([1.0, 2.0], np.float32)
    same, _ = executable(graph)(array)
    assert same.tolist() == array.tolist() == [1.0, 2.0]


def test_graphs_that_call_others_twice_again_and_again_are_walked_through_once():
    function = tf.function(tf.sin, autograph=False)
    for _ in range(60):
        function = tf.function(lambda x, f=function: f(x) * 0.5 + f(x), autograph=False)
    graph = function.get_concrete_function(X).graph
    assert operations_with_calls(graph) > 2**60
    assert len(list(graphs_within(graph))) == 61
    assert not module._goes_on(graph)
