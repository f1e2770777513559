"""Keras programs by XLA leave what they leave on TensorFlow: layers, and training itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.keras.runs import differences, kept_results, results_of

pytestmark = [pytest.mark.keras, pytest.mark.slow]

# Of these families programs train networks; what other families ask of TensorFlow is not graphs' business.
FAMILIES = ["dense", "layers", "training"]


@pytest.mark.parametrize("family", FAMILIES)
def test_results_are_those_of_tensorflow(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAGELIGHT_EXECUTOR", "xla")
    expected = kept_results(family)
    actual = results_of("stagelight", family, tmp_path)
    assert actual.keys() == expected.keys()
    wrong = {name: differences(expected[name], actual[name]) for name in expected}
    assert {name: found for name, found in wrong.items() if found} == {}
