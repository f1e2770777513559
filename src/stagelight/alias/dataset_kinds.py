"""TensorFlow's classes of datasets by where they come from, of which libraries ask `isinstance` only."""

from __future__ import annotations

from typing import Any

from stagelight.data.dataset import Dataset


class DatasetKind(type):
    """The class of such classes: what is one of them is said by the op that makes it."""

    def __new__(cls, op_name: str) -> Any:
        return super().__new__(cls, f"_{op_name}", (), {})

    def __init__(cls, op_name: str) -> None:
        cls._op_name = op_name

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Dataset) and value._kind == cls._op_name


_GeneratorDataset = DatasetKind("GeneratorDataset")
_RangeDataset = DatasetKind("RangeDataset")
_SparseTensorSliceDataset = DatasetKind("SparseTensorSliceDataset")
_TensorDataset = DatasetKind("TensorDataset")
_TensorSliceDataset = DatasetKind("TensorSliceDataset")
