"""Keras programs on Stagelight leave what they leave on TensorFlow.

Always against the results that TensorFlow gave, kept in `from_tensorflow/`; where TensorFlow is
installed (the oracle's environment), those are made anew and compared too.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.keras.runs import differences, keep, kept_results, results_of

FAMILIES = sorted(
    path.stem
    for path in (Path(__file__).parent / "programs").glob("*.py")
    if path.stem != "__init__"
)

pytestmark = [pytest.mark.keras]


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_results_are_those_of_tensorflow(family: str, tmp_path: Path) -> None:
    expected = kept_results(family)
    actual = results_of("stagelight", family, tmp_path)
    assert actual.keys() == expected.keys(), "make the kept results anew: see tests/keras/README.md"
    wrong = {name: differences(expected[name], actual[name]) for name in expected}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.slow
@pytest.mark.oracle
@pytest.mark.skipif(
    importlib.util.find_spec("tensorflow") is None, reason="TensorFlow is not installed"
)
@pytest.mark.parametrize("family", FAMILIES)
def test_kept_results_are_tensorflows(
    family: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    live = results_of("tensorflow", family, tmp_path)
    failed = {name: result for name, result in live.items() if isinstance(result, str)}
    assert failed == {}
    if request.config.getoption("--rewrite-golden"):
        keep(family, live)
    kept = kept_results(family)
    assert {name: differences(kept.get(name, "it is not kept"), live[name]) for name in live} == {
        name: [] for name in live
    }
