"""`tensorflow.python.framework.test_util`: decorators by which a test runs eagerly, or in a graph."""

from __future__ import annotations

import faulthandler
import functools
import inspect
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import stagelight as tf
from stagelight.graph.graph import Graph

T = TypeVar("T")
Test = Callable[..., Any]


def run_in_graph_and_eager_modes(
    func: Test | None = None,
    config: Any = None,
    use_gpu: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Any:
    """Decorates a test: it runs in a graph with a session, and then once more eagerly.

    Args:
        func: the test; without it a decorator is returned.
        config: the options of the session.
        use_gpu: whether operations are placed on a GPU where there is one.
        assert_no_eager_garbage: taken for TensorFlow's sake.

    Raises:
        ValueError: it is a class: `run_all_in_graph_and_eager_modes` decorates those.
    """

    def decorate(test: Test) -> Test:
        if inspect.isclass(test):
            raise ValueError(
                "`run_in_graph_and_eager_modes` only supports test methods. Did you mean to use "
                "`run_all_in_graph_and_eager_modes`?"
            )

        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> None:
            try:
                with Graph().as_default(), self.test_session(use_gpu=use_gpu, config=config):
                    test(self, *args, **kwargs)
            except unittest.SkipTest:
                pass  # TF: a test may skip graphs alone.
            # What `setUp` made belongs to the graph.
            self.tearDown()
            self._cached = None
            with tf.__internal__.eager_context.eager_mode():
                self.setUp()
                test(self, *args, **kwargs)

        return run

    return decorate if func is None else decorate(func)


def _decorate_tests(decorator: Callable[[Test], Test]) -> Callable[[type[T]], type[T]]:
    """A decorator of classes that decorates every test of one."""

    def decorate(kind: type[T]) -> type[T]:
        for name in dir(kind):
            test = getattr(kind, name)
            if (
                name.startswith(unittest.TestLoader.testMethodPrefix)
                and name != "test_session"
                and callable(test)
            ):
                setattr(kind, name, decorator(test))
        return kind

    return decorate


def run_all_in_graph_and_eager_modes(cls: type[T]) -> type[T]:
    """Decorates a class: each of its tests runs in a graph with a session, and then once more eagerly."""
    return _decorate_tests(run_in_graph_and_eager_modes)(cls)


def _of_tests_or_classes(decorator: Callable[[Test], Test]) -> Callable[[Any], Any]:
    def decorate(test: Any) -> Any:
        return _decorate_tests(decorator)(test) if inspect.isclass(test) else decorator(test)

    return decorate


def deprecated_graph_mode_only(func: Any = None) -> Any:
    """Decorates a test, or all of a class: it runs in a graph."""

    def in_a_graph(test: Test) -> Test:
        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:
            with Graph().as_default():
                return test(self, *args, **kwargs)

        return run

    decorate = _of_tests_or_classes(in_a_graph)
    return decorate if func is None else decorate(func)


run_deprecated_v1 = deprecated_graph_mode_only


def _skipped_unless(condition: Callable[[], bool], reason: str) -> Callable[[Any], Any]:
    def decorator(test: Test) -> Test:
        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:
            if not condition():
                self.skipTest(reason)
            return test(self, *args, **kwargs)

        return run

    return _of_tests_or_classes(decorator)


def run_v1_only(reason: str, func: Any = None) -> Any:
    """Decorates a test, or all of a class: it is skipped where TensorFlow 2's behaviour is on."""
    if not isinstance(reason, str):
        raise ValueError(f"'reason' should be string, got {type(reason)}")
    decorate = _skipped_unless(lambda: not tf.__internal__.tf2.enabled(), reason)
    return decorate if func is None else decorate(func)


def run_v2_only(func: Any = None, reason: str | None = None) -> Any:
    """Decorates a test, or all of a class: it is skipped where TensorFlow 2's behaviour is off."""
    reason = reason or "Test is only compatible with v2"
    decorate = _skipped_unless(tf.__internal__.tf2.enabled, reason)
    return decorate if func is None else decorate(func)


def run_gpu_only(func: Any = None) -> Any:
    """Decorates a test: it is skipped where there is no GPU."""
    decorate = _skipped_unless(tf.test.is_gpu_available, "Test requires GPU")
    return decorate if func is None else decorate(func)


def run_without_tensor_float_32(description: str) -> Callable[[T], T]:
    """A decorator of tests that need full precision: products have it here always."""
    return lambda test: test


@contextmanager
def use_gpu() -> Iterator[None]:
    """Operations are placed on a GPU inside, where there is one."""
    yield


def is_gpu_available(*args: Any, **kwargs: Any) -> bool:
    """Whether there is a GPU that operations can be placed on."""
    return bool(tf.config.list_physical_devices("GPU"))  # type: ignore[attr-defined]


def gpu_device_name() -> str:
    """The name of the first GPU, empty where there is none."""
    return str(tf.test.gpu_device_name())


def IsMklEnabled() -> bool:  # noqa: N802 (TF: its name)
    """Whether TensorFlow is built with oneDNN."""
    return False


def IsBuiltWithROCm() -> bool:  # noqa: N802 (TF: its name)
    """Whether TensorFlow is built for AMD's GPUs."""
    return False


def InstallStackTraceHandler() -> None:  # noqa: N802 (TF: its name)
    """Prints a traceback when a signal ends the process."""
    faulthandler.enable()
