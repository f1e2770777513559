"""Programs of all samples are lowered for GPUs and TPUs, too, on a machine that has neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from stagelight.runtime.xla import region
from stagelight.runtime.xla.engine import jax, wide_numbers
from tests.ops.sample_groups import Group
from tests.ops.sample_runs import Failures, exact_specs, staged, tensors_of
from tests.xla.test_op_samples import LOWERED

pytestmark = pytest.mark.slow

# A program, and the shapes and dtypes that it was called with.
_Calls = list[tuple[Any, list[Any]]]

# Operations for which JAX has no lowering on a platform: (platform, part of the message).
NOT_THERE: tuple[tuple[str, str], ...] = ()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Calls]:
    found: _Calls = []
    compiled = region.XlaRegion._compiled

    def noted(self: Any, known: dict[int, np.ndarray]) -> Callable[..., Any]:
        program = compiled(self, known)

        def run(*arguments: Any) -> Any:
            forms = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in arguments]
            results = program(*arguments)
            found.append((program, forms))
            return results

        return run

    monkeypatch.setattr(region.XlaRegion, "_compiled", noted)
    yield found


@pytest.mark.parametrize("group", [pytest.param(group, id=str(group)) for group in LOWERED])
def test_samples(group: Group, calls: _Calls) -> None:
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            calls.clear()
            tensors = tensors_of(sample.arrays)
            staged(sample.call, exact_specs(tensors))(*tensors)
            for program, forms in calls:
                for platform in ("cuda", "tpu"):
                    wrong += export_failures(program, forms, platform)
    failures.report()


def export_failures(program: Any, forms: list[Any], platform: str) -> list[str]:
    """Why a program cannot be lowered for a platform."""
    try:
        with wide_numbers():
            exported = jax.export.export(program, platforms=[platform])(*forms)
    except Exception as error:  # noqa: BLE001 (it is reported by the test)
        text = str(error)
        if any(known == platform and part in text for known, part in NOT_THERE):
            return []
        return [f"{platform}: {type(error).__name__}: {text[:300]}"]
    return [] if exported.mlir_module_serialized else [f"{platform}: nothing was exported"]
