"""`Dataset.snapshot`: elements that the first iteration leaves in files for all others.

The files stand in a folder that has the pipeline's fingerprint as its name: a pipeline that is made in
another way leaves files of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    ELEMENT_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.element_function import ElementFunction
from stagelight.data.elements import Elements, Transformed, elements_of, in_variant
from stagelight.data.file_readers import path_of
from stagelight.data.fingerprints import fingerprint_of
from stagelight.data.iteration import Iteration
from stagelight.data.saved_datasets import OfShards, shard_of, traced_reader
from stagelight.data.shard_files import RunWriter, complete_run, compression_of
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.formats.files import text_of
from stagelight.public import public
from stagelight.types.dtypes import int32, int64, string
from stagelight.types.specs import TensorSpec


class _Snapshotted(Transformed):
    """The first iteration that comes to the end leaves the files to all others."""

    gives_source_elements = True

    def __init__(
        self,
        source: Elements,
        folder: str,
        shard: ElementFunction,
        reader: ElementFunction,
        attrs: dict[str, Any],
    ) -> None:
        super().__init__(source)
        self._fingerprint = str(attrs.get("hash", 0) % 2**64)
        self._folder = str(Path(folder, self._fingerprint))
        self._shard = shard
        self._reader = reader
        # TF chooses Snappy where the choice is left to it; here the bytes stay as they are.
        self._compression = compression_of(attrs.get("compression", ""))
        self._dtypes = attrs["output_types"]
        self._shapes = attrs["output_shapes"]

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        run = complete_run(self._folder)
        if run is not None:
            parts = self._reader, self._compression, self._dtypes, self._shapes
            return OfShards(run, *parts).make_iterator(iteration)
        iteration.cannot_be_saved(f"The snapshot {self._folder} is being written.")
        return RowByRow(self._written(iteration))

    def _written(self, iteration: Iteration) -> Iterator[Components]:
        function = self._shard.begun(iteration.part("shards"))
        with RunWriter(self._folder, self._dtypes, self._compression) as writer:
            for element in self._source.rows(iteration.part()):
                writer.write(shard_of(function, element), element)
                yield element
            writer.finish(self._fingerprint)


def _snapshot(
    xp: ModuleType, input_dataset: Any, path: Any, *captured: Any, **attrs: Any
) -> np.ndarray:
    count = len(attrs["Treader_func_args"])
    return in_variant(
        _Snapshotted(
            elements_of(input_dataset),
            path_of(path),
            ElementFunction(attrs["shard_func"], captured[count:]),
            ElementFunction(attrs["reader_func"], captured[:count]),
            attrs,
        )
    )


define(
    "SnapshotDatasetV2",
    "input_dataset: variant, path: string, reader_func_other_args: Treader_func_args, "
    "shard_func_other_args: Tshard_func_args",
    "handle: variant",
    {
        **ELEMENT_ATTRS,
        "reader_func": attr("func"),
        "shard_func": attr("func"),
        "Treader_func_args": attr("list(type)"),
        "Tshard_func_args": attr("list(type)"),
        "compression": "",
        "reader_prefix": "",
        "writer_prefix": "",
        "hash_valid": False,
        "hash": 0,
        "metadata": "",
    },
    infer=variant_scalar,
    kernel=_snapshot,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@dataset_method("snapshot")
def snapshot(
    self: Dataset,
    path: Any,
    compression: str = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Dataset:
    """The same elements. The first iteration that comes to the end leaves them in files for all others.

    Args:
        path: a folder for such files. Each pipeline has one of its own in it, by its fingerprint.
        compression: "GZIP", "SNAPPY" or "NONE"; "AUTO" leaves the bytes as they are.
        reader_func: makes the dataset of a dataset that has a dataset for each shard.
        shard_func: gives for an element the number of its shard, an int64 scalar. If neither function is
            given, elements come in the order in which they were written.
        name: name of the operation.

    Raises:
        TypeError: `shard_func` gives no integer scalar, or `reader_func` no dataset.
        DataLossError: while iterating, when a file is damaged.

    >>> import shutil
    >>> shutil.rmtree("/tmp/snapshot", ignore_errors=True)
    >>> made = []
    >>> numbers = tf.data.Dataset.range(2).map(
    ...     lambda x: tf.py_function(lambda x: made.append(int(x)) or x, [x], tf.int64))
    >>> kept = numbers.snapshot("/tmp/snapshot")
    >>> [int(x) for x in kept], [int(x) for x in kept], made
    ([0, 1], [0, 1], [0, 1])
    """
    source: Any = self
    if shard_func is None:
        count = os.cpu_count()
        numbered = _snapshot_of(
            source.enumerate(), path, compression, reader_func, lambda index, _: index % count
        )
        result: Dataset = numbered.map(lambda _, element: element)  # type: ignore[attr-defined]
        return result
    return _snapshot_of(source, path, compression, reader_func, shard_func)


def _snapshot_of(
    source: Dataset,
    path: Any,
    compression: str,
    reader_func: Callable[..., Any] | None,
    shard_func: Callable[..., Any],
) -> Dataset:
    spec = source.element_spec
    reader = traced_reader(reader_func, spec, "snapshot_reader")
    shard = StructuredFunction(shard_func, spread(spec), "snapshot_shard")
    if shard.output_spec not in (TensorSpec([], int64), TensorSpec([], int32)):
        raise TypeError(
            "Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but its return "
            f"type is {shard.output_spec}."
        )
    folder = path if hasattr(path, "dtype") else text_of(path)
    number = fingerprint_of(source)
    return dataset_of(
        "SnapshotDatasetV2",
        [source, convert_to_tensor(folder, string), *reader.captures, *shard.captures],
        spec,
        compression=compression,
        hash_valid=True,
        hash=number - 2**64 if number >= 2**63 else number,
        reader_func=reader.graph,
        shard_func=shard.graph,
        Treader_func_args=[tensor.dtype for tensor in reader.captures],
        Tshard_func_args=[tensor.dtype for tensor in shard.captures],
    )


@public("data.experimental.snapshot")
def older_snapshot(
    path: Any,
    compression: str = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: see `Dataset.snapshot`.

    >>> dataset = tf.data.Dataset.range(2).apply(tf.data.experimental.snapshot("/tmp/snapshot_older"))
    >>> [int(x) for x in dataset]
    [0, 1]
    """
    return lambda dataset: snapshot(dataset, path, compression, reader_func, shard_func)
