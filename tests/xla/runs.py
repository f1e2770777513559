"""What tests of the XLA executor ask of a function: what of it the host runs, and its result on the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import config
from stagelight.passes.pipeline import optimize
from stagelight.runtime.executors import executor_named


def host_operations(concrete: Any) -> dict[str, str]:
    """By name, the operations of a concrete function that the host runs, each with the reason."""
    executor: Any = executor_named("xla")
    return dict(executor.host_operations(concrete.graph))


def runs_of(concrete: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What runs a concrete function's graph over arrays: the host's, and XLA's."""
    graph = optimize(concrete.graph)
    with config.changed(executor="host"):
        host = executor_named("host").compile(graph)
    return host, executor_named("xla").compile(graph)
