"""ONNX's own cases of its operators, read and compared with the results that ONNX gives."""

from __future__ import annotations

import collections
from pathlib import Path

import numpy as np
import pytest
from onnx.backend.test.case.node import collect_testcases

from stagelight import config
from stagelight.onnx.importing.load import Model
from stagelight.onnx.importing.operators import OPERATORS


def is_readable(model: object) -> bool:
    (opset, *others) = [x.version for x in model.opset_import]
    return (
        not others
        and 13 <= opset <= 23
        and {node.op_type for node in model.graph.node} <= set(OPERATORS)
    )


def rounding(array: np.ndarray) -> float:
    """How far results may be apart: ONNX compares float32 by a thousandth, narrow dtypes have less."""
    return {"float16": 4e-3, "bfloat16": 4e-2}.get(array.dtype.name, 1e-3)


def told(case: object) -> str | None:
    """What is wrong with a case's results; "not read" where the reader says that it cannot."""
    try:
        model = Model(case.model, Path(), case.name)
    except (ValueError, NotImplementedError) as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, NotImplementedError):
            cause = cause.__cause__
        return str(error) if cause is None else "not read"
    for given, expected in case.data_sets:
        found = model(*given[: len(model.inputs)])
        for one, other in zip(expected, found.values(), strict=False):
            a, b = np.asarray(one), other.numpy()
            if a.dtype.kind in "OSU":
                if a.astype(str).ravel().tolist() != [x.decode() for x in np.ravel(b)]:
                    return "other strings"
            elif (a.shape, a.dtype) != (b.shape, b.dtype):
                return f"{b.dtype}{b.shape}, expected {a.dtype}{a.shape}"
            elif not np.allclose(
                a.astype(float), b.astype(float), rounding(a), rounding(a), equal_nan=True
            ):
                return f"{b.ravel()[:5]}, expected {a.ravel()[:5]}"
    return None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Of the library's own cases, while they are made.
def test_cases_of_onnx_itself():
    cases = [case for case in collect_testcases(None) if is_readable(case.model)]
    with config.changed(traceback_filtering=False):  # The causes of errors are asked for.
        found = {case.name: told(case) for case in cases}
    counts = collections.Counter(found.values())
    assert {name: text for name, text in found.items() if text not in (None, "not read")} == {}
    assert counts[None] >= 400
