"""Tests of the XLA executor run where JAX is, which is in `.venv-xla`; elsewhere they are skipped."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from stagelight import config

HAS_JAX = importlib.util.find_spec("jax") is not None
_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if HAS_JAX:
        return
    skip = pytest.mark.skip(reason="needs JAX: the environment .venv-xla has it (.ci/run)")
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(skip)


@pytest.fixture(autouse=True)
def xla() -> Iterator[None]:
    with config.changed(executor="xla"):
        yield
