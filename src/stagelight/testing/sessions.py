"""Tests of graphs: the sessions that `tf.test.TestCase` gives them, and values of symbolic tensors."""

from __future__ import annotations

import unittest
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

from stagelight import nest
from stagelight.core.composite import is_composite
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import TensorValue
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import value_of
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from stagelight.public import find
from stagelight.state.variable import Variable


class NoSession:
    """What `session()` gives in eager code, where there is nothing to run."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            "Trying to access properties or call methods on the result of self.session() while "
            "operations run at once: there is nothing to run. Enter tf.Graph().as_default() first, or "
            "ask the test's own self.evaluate for values."
        )


class EagerSession:
    """What `cached_session()` gives in eager code: its `run` gives the values of what is there."""

    def __init__(self, case: TestSessions) -> None:
        self._case = case

    def run(self, fetches: Any, *args: Any, feed_dict: Any = None, **kwargs: Any) -> Any:
        """The values of eager tensors and variables.

        Raises:
            RuntimeError: values for placeholders, of which eager code has none.
        """
        if args or feed_dict:
            raise RuntimeError("Eager sessions do not support feeding.")
        return self._case.evaluate(fetches)


class TestSessions(unittest.TestCase):
    """The half of `tf.test.TestCase` that runs graphs."""

    _cached: tuple[Any, Any, Any] | None = None

    def _reset_shared_graph(self) -> None:
        """Empties the graph that the program's tests add to, where eager execution is disabled."""
        if CONTEXT.stage is not None:
            with suppress(AssertionError):  # Another graph was entered around the tests.
                _older("reset_default_graph")()

    @contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """A new session, and its graph as the default one; closed at the end.

        Args:
            graph: the graph; None takes the default graph.
            config: for the session.
            use_gpu, force_gpu: accepted for compatibility.
        """
        if CONTEXT.stage is None and graph is None:
            yield NoSession()
            return
        session = _older("Session")(graph=graph or CONTEXT.stage, config=config)
        with session, session.graph.as_default():
            yield session

    @contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """The session of this test: the same at each call, closed after the test.

        Raises:
            ValueError: it was made with another graph or config.
        """
        if CONTEXT.stage is None and graph is None:
            yield EagerSession(self)
            return
        session = self._cached_session(graph, config)
        with session.graph.as_default(), session.as_default():
            yield session

    def test_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> AbstractContextManager[Any]:
        """The older form: `session(graph)` with a graph, else `cached_session()`; None in eager code."""
        if self.id().endswith(".test_session"):
            self.skipTest("'test_session' gives sessions; a test needs another name.")
        if CONTEXT.stage is None and graph is None:
            return nullcontext()
        return (self.cached_session if graph is None else self.session)(graph, config)

    def _cached_session(self, graph: Any, config: Any) -> Any:
        if self._cached is None:
            session = _older("Session")(graph=graph or CONTEXT.stage, config=config)
            self._cached = session, graph, config
            self.addCleanup(session.close)
        session, its_graph, its_config = self._cached
        for word, wanted, found in (("graph", graph, its_graph), ("config", config, its_config)):
            if wanted is not found:
                raise ValueError(
                    f"The {word} used to get the cached session is different than the one that was used "
                    "to create the session. Maybe create a new session with self.session()"
                )
        return session

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors and variables, in their structure; None stays None.

        Those of a graph are computed by the default session, or by that of this test.

        Raises:
            ValueError: something is neither.
        """
        if CONTEXT.stage is None:
            return nest.map_structure(_value_of, tensors)
        session = _older("get_default_session")()
        if session is None:
            session = self._cached_session(None, None)
        given = nest.flatten(tensors)
        return nest.pack_sequence_as(tensors, session.run(given))

    def evaluate_if_both_tensors(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Two symbolic tensors' values of one run; else what is given."""
        if isinstance(a, SymbolicTensor) and isinstance(b, SymbolicTensor):
            first, second = self.evaluate((a, b))
            return first, second
        return a, b

    def _known(self, value: Any) -> Any:
        """What is compared: what is of a graph, also in lists and mappings, by its value."""
        if _is_of_a_graph(value):
            return self.evaluate(value)
        if isinstance(value, (list, tuple, dict)) and any(map(_is_of_a_graph, nest.flatten(value))):
            return nest.map_structure(self._known, value)
        return value


def _older(name: str) -> Any:
    """What TensorFlow 1 has under a name."""
    return find(f"compat.v1.{name}")


def _is_of_a_graph(value: Any) -> bool:
    """Whether a session computes the value: that of a tensor, ragged or not, or of a variable."""
    if isinstance(value, RaggedTensor):
        return any(map(_is_of_a_graph, (value.flat_values, *value.nested_row_splits)))
    return isinstance(value.handle if isinstance(value, Variable) else value, SymbolicTensor)


def _value_of(tensor: Any) -> Any:
    if callable(tensor):
        return nest.map_structure(_value_of, tensor())
    if tensor is None or isinstance(tensor, Operation):
        # What an operation without outputs, such as an initializer, is in eager code.
        return None
    if isinstance(tensor, RaggedTensor):
        return value_of(tensor)
    if isinstance(tensor, TensorValue) and hasattr(tensor, "numpy"):
        return tensor.numpy()
    if isinstance(tensor, SparseTensor):
        parts: Any = (tensor.indices, tensor.values, tensor.dense_shape)
        return SparseTensorValue(*(part.numpy() for part in parts))
    if is_composite(tensor):
        return tensor
    raise ValueError(f"Unsupported type {type(tensor).__name__!r}.")
