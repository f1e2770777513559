"""Functions run as machine code, with indices checked, and compared with what they give eagerly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import stagelight as tf
from stagelight import config
from stagelight.runtime import region_code


def expect_same(
    monkeypatch: Any,
    function: Callable[..., Any],
    calls: Sequence[Sequence[Any]],
    *names: str,
    is_any_size: bool = False,
    ulps: int = 0,
    atol: float = 0.0,
) -> None:
    """Sees that a staged function gives what it gives eagerly, and that it became machine code.

    Args:
        monkeypatch: pytest's.
        function: of tensors.
        calls: arguments, as arrays; all of one rank and dtype.
        *names: ops that must be in what is compiled.
        is_any_size: whether sizes are left open. Then the first call is for known sizes, all others have to
            be run by one program for all.
        ulps: by how many rounding steps floats may differ, relative to the element.
        atol: and by how much beyond that.
    """
    given = [[tf.constant(x) for x in arguments] for arguments in calls]
    specs = [
        tf.TensorSpec([None] * x.shape.rank if is_any_size else x.shape, x.dtype) for x in given[0]
    ]
    compiled: list[str] = []
    given_up: list[str] = []
    compile_region = region_code._kept_or_compiled

    def noted(region: Any, fallback: Any, *others: Any) -> Any:
        own = [operation.op_def.name for operation in region.operations]

        def told(*arrays: Any) -> Any:
            given_up.extend(own)
            return fallback(*arrays)

        run = compile_region(region, told, *others)
        if run is not None:
            compiled.extend(own)
        return run

    monkeypatch.setattr(region_code, "_kept_or_compiled", noted)
    settings = {"executor": "native", "checks_bounds": True, "compilation_cache": None}
    with config.changed(tiered_compilation=False, **settings):
        staged = tf.function(function, autograph=False, input_signature=specs)
        for position, tensors in enumerate(given):
            compiled_before = len(compiled)
            results = staged(*tensors)
            if is_any_size and position > 1:
                assert len(compiled) == compiled_before, "it is compiled again"
            _compare(function(*tensors), results, ulps, atol)
    for name in names:
        assert compiled.count(name) >= (2 if is_any_size else 1), f"{name} is left to the host"
        assert name not in given_up, f"{name} gave up"


def _compare(expected: Any, actual: Any, ulps: int, atol: float) -> None:
    for one, other in zip(tf.nest.flatten(expected), tf.nest.flatten(actual), strict=True):
        assert one.dtype == other.dtype
        a, b = one.numpy(), other.numpy()
        assert a.shape == b.shape
        if one.dtype.is_floating and (ulps or atol):
            wide = [x.astype(np.float64) for x in (a, b)]
            precision = float(np.finfo(a.dtype).eps)
            np.testing.assert_allclose(wide[1], wide[0], rtol=ulps * precision, atol=atol)
        else:
            assert a.tobytes() == b.tobytes(), (a, b)
