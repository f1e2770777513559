"""`Dataset.save` and `Dataset.load`, in TensorFlow's format, both ways (see `shard_files`)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors, nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define, lookup
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    AUTOTUNE,
    ELEMENT_ATTRS,
    Dataset,
    DatasetSpec,
    dataset_method,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.element_function import Apply, ElementFunction
from stagelight.data.elements import Elements, Transformed, elements_of, in_variant
from stagelight.data.file_readers import path_of
from stagelight.data.iteration import Iteration, Place
from stagelight.data.shard_files import (
    CompleteRun,
    RunWriter,
    checked,
    complete_run,
    compression_of,
)
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.formats import schema
from stagelight.formats.atomic_files import replaced
from stagelight.formats.files import read_whole, text_of, told_as_op_errors
from stagelight.graph.structured_values import decoded, encoded
from stagelight.public import find, public
from stagelight.types.dtypes import string
from stagelight.types.type_spec import TypeSpec

_SPEC_FILE = "dataset_spec.pb"
_SECONDS_BETWEEN_TRIES = 5.0


# ---------------------------------------------------------------------------- saving


def shard_of(function: Apply, element: Components) -> int:
    """The shard that a function gives for an element.

    Raises:
        InvalidArgumentError: it gives something else than an int64 scalar.
    """
    results: Any = function(*element)
    if len(results) != 1 or results[0].dtype != np.int64 or results[0].ndim:
        raise invalid("`shard_func` must return a scalar int64.")
    return int(results[0])


class _Saved(Transformed):
    """The elements of a source, each of which is in its shard when it is given."""

    def __init__(
        self,
        source: Elements,
        folder: str,
        shard: ElementFunction | None,
        compression: str,
        dtypes: Sequence[Any],
        is_resumable: bool,
    ) -> None:
        super().__init__(source)
        self._folder = folder
        self._shard = shard
        self._compression = compression
        self._dtypes = dtypes
        self._is_resumable = is_resumable

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(run_id="", counts={})
        function = None if self._shard is None else self._shard.begun(iteration)
        return RowByRow(self._written(self._source.rows(iteration.part()), place, function))

    def _written(
        self, source: Iterator[Components], place: Place, function: Apply | None
    ) -> Iterator[Components]:
        with RunWriter(
            self._folder, self._dtypes, self._compression, self._is_resumable, place.run_id
        ) as writer:
            writer.resumed(place.counts)
            place.run_id, counts = writer.run_id, place.counts
            for element in source:
                shard = 0 if function is None else shard_of(function, element)
                writer.write(shard, element)
                counts[shard] = counts.get(shard, 0) + 1
                yield element
            writer.finish()


def _saved(
    input_dataset: Any,
    path: Any,
    captured: Components,
    attrs: dict[str, Any],
    dtypes: Sequence[Any],
    is_resumable: bool,
) -> _Saved:
    uses_function = attrs.get("use_shard_func", True)
    return _Saved(
        elements_of(input_dataset),
        path_of(path),
        ElementFunction(attrs["shard_func"], captured) if uses_function else None,
        compression_of(attrs.get("compression", "")),
        dtypes,
        is_resumable,
    )


def _save_all(
    xp: ModuleType, input_dataset: Any, path: Any, *captured: Any, **attrs: Any
) -> tuple[()]:
    # The function's inputs are the components: they tell the dtypes.
    graph = attrs["shard_func"]
    width = len(graph.inputs) - len(captured)
    dtypes = [tensor.dtype for tensor in graph.inputs[:width]]
    for _ in _saved(input_dataset, path, captured, attrs, dtypes, False).rows(Iteration()):
        pass
    return ()


_SAVE_ATTRS: dict[str, Any] = {
    "compression": "",
    "shard_func": attr("func"),
    "use_shard_func": True,
    "Tshard_func_args": attr("list(type)"),
}

define(
    "SaveDataset",
    "input_dataset: variant, path: string, shard_func_other_args: Tshard_func_args",
    "",
    _SAVE_ATTRS,
    infer=lambda *_inputs, **_attrs: (),
    kernel=_save_all,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT | Trait.ITERATES,
)


def _save_as_given(
    xp: ModuleType, input_dataset: Any, path: Any, *captured: Any, output_types: Any, **attrs: Any
) -> np.ndarray:
    return in_variant(_saved(input_dataset, path, captured, attrs, output_types, True))


define(
    "SaveDatasetV2",
    "input_dataset: variant, path: string, shard_func_other_args: Tshard_func_args",
    "handle: variant",
    {**_SAVE_ATTRS, **ELEMENT_ATTRS},
    infer=variant_scalar,
    kernel=_save_as_given,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)


@dataset_method("save")
def save(
    self: Dataset,
    path: Any,
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: dict[str, Any] | None = None,
) -> None:
    """Writes the elements to files in a folder, from which `Dataset.load` reads them.

    The files are TensorFlow's: what one library saves the other loads. They are complete or not there:
    until all elements are written, what was saved in the folder before stays what is loaded.

    Args:
        path: the folder; it is made if need be.
        compression: "GZIP" or "SNAPPY"; None and all else write the bytes as they are.
        shard_func: gives for an element the number of the shard that it goes to, an int64 scalar. The
            shards are what `load` reads in turns. All elements go to one shard if None.
        checkpoint_args: arguments of a `tf.train.CheckpointManager`, but for the checkpoint. Then checkpoints
            are made while elements are written, and a program that was ended goes on from the last one.
            `step_counter`, if given, counts elements.

    Raises:
        InvalidArgumentError: `shard_func` gives something else than an int64 scalar.
        ValueError: `checkpoint_args` has a checkpoint, or an element has a part without a form in files.

    >>> tf.data.Dataset.range(3).save("/tmp/saved_numbers")
    >>> [int(x) for x in tf.data.Dataset.load("/tmp/saved_numbers")]
    [0, 1, 2]

    Source:
        The format: `tensorflow/core/data/snapshot_utils.h`.
    """
    folder = _folder_of(path)
    spec = encoded(self.element_spec).SerializeToString(deterministic=True)
    with told_as_op_errors(folder):
        os.makedirs(folder, exist_ok=True)
        with replaced(os.path.join(folder, _SPEC_FILE)) as file:
            file.write(spec)
    chosen = shard_func or (lambda *_: np.int64(0))
    function = StructuredFunction(chosen, spread(self.element_spec), "save")
    inputs = (self._variant_tensor, convert_to_tensor(folder, string), *function.captures)
    attrs: dict[str, Any] = {
        "compression": compression or "",
        "shard_func": function.graph,
        "use_shard_func": shard_func is not None,
        "Tshard_func_args": [tensor.dtype for tensor in function.captures],
    }
    if checkpoint_args and CONTEXT.stage is None:
        dataset = dataset_of("SaveDatasetV2", list(inputs), self.element_spec, **attrs)
        _save_with_checkpoints(dataset, dict(checkpoint_args))
    else:
        apply(lookup("SaveDataset"), inputs, attrs)


def _save_with_checkpoints(dataset: Dataset, checkpoint_args: dict[str, Any]) -> None:
    if "checkpoint" in checkpoint_args:
        raise ValueError(
            "Invalid `checkpoint_args`. `checkpoint_args` are not allowed to include 'checkpoint'."
        )
    iterator = iter(dataset)
    checkpoint = find("train.Checkpoint")(iterator=iterator)
    manager = find("train.CheckpointManager")(checkpoint, **checkpoint_args)
    checkpoint.restore(manager.latest_checkpoint)
    for _ in iterator:
        if "step_counter" in checkpoint_args:
            checkpoint_args["step_counter"].assign_add(1)
        manager.save(check_interval=True)


# ---------------------------------------------------------------------------- loading


class OfShards(Elements):
    """What a reader function makes of the shards of a run."""

    def __init__(
        self,
        run: CompleteRun,
        reader: ElementFunction,
        compression: str,
        dtypes: Sequence[Any],
        shapes: Sequence[Any],
    ) -> None:
        self._run = run
        self._reader = reader
        self._compression = compression
        self._dtypes = dtypes
        self._shapes = shapes

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        shards = self._run.shards(len(self._dtypes), self._compression)
        result = self._reader.begun(iteration)(shards)
        rows = elements_of(result[0]).rows(iteration.part())
        return RowByRow(checked(rows, self._dtypes, self._shapes))

    def cardinality(self) -> int:
        return self._run.size


def _load(
    xp: ModuleType,
    path: Any,
    *captured: Any,
    output_types: Any,
    output_shapes: Any,
    reader_func: Any,
    compression: str = "",
    **_: Any,
) -> np.ndarray:
    folder = path_of(path)
    run = complete_run(folder)
    if run is None:
        raise errors.NotFoundError(None, None, f"Could not find metadata file [{folder}]")
    reader = ElementFunction(reader_func, captured)
    kind = compression_of(compression)
    return in_variant(OfShards(run, reader, kind, output_types, output_shapes))


define(
    "LoadDataset",
    "path: string, reader_func_other_args: Treader_func_args",
    "handle: variant",
    {
        **ELEMENT_ATTRS,
        "compression": "",
        "reader_func": attr("func"),
        "Treader_func_args": attr("list(type)"),
    },
    infer=variant_scalar,
    kernel=_load,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


def in_turns(shards: Any) -> Dataset:
    """How shards are read where nothing else is said: as many at a time as there are processors."""
    turns: Dataset = shards.interleave(
        lambda shard: shard, cycle_length=os.cpu_count(), num_parallel_calls=AUTOTUNE
    )
    return turns


def traced_reader(
    reader_func: Callable[..., Any] | None, element_spec: Any, name: str
) -> StructuredFunction:
    """A reader function, traced for a dataset of datasets.

    Raises:
        TypeError: it gives no dataset.
    """
    shards = DatasetSpec(DatasetSpec(element_spec))
    function = StructuredFunction(reader_func or in_turns, (shards,), name)
    if not isinstance(function.output_spec, DatasetSpec):
        raise TypeError(
            f"Invalid `reader_func`. `reader_func` must return a `Dataset` object but its return "
            f"type is {function.output_spec!r}."
        )
    return function


@dataset_source("load")
def load(
    path: Any,
    element_spec: Any = None,
    compression: str | None = None,
    reader_func: Callable[..., Any] | None = None,
    wait: bool = False,
) -> Dataset:
    """The dataset that `Dataset.save` wrote to a folder.

    Args:
        path: the folder.
        element_spec: the spec of an element; the one that was saved if None.
        compression: what `save` was told.
        reader_func: makes the dataset of a dataset that has a dataset for each shard. If None, as many
            shards are read in turns as there are processors.
        wait: whether to wait until there is a saved dataset.

    Raises:
        NotFoundError: there is none.
        InvalidArgumentError: while iterating, when the elements are no such as `element_spec` says.
        DataLossError: the file of the spec is damaged, or, while iterating, another one.

    >>> tf.data.Dataset.range(6).save("/tmp/saved_shards", shard_func=lambda x: x % 2)
    >>> in_order = lambda shards: shards.flat_map(lambda shard: shard)
    >>> [int(x) for x in tf.data.Dataset.load("/tmp/saved_shards", reader_func=in_order)]
    [0, 2, 4, 1, 3, 5]
    """
    folder = _folder_of(path)
    while True:
        try:
            spec = _saved_spec(folder) if element_spec is None else element_spec
            function = traced_reader(reader_func, spec, "load")
            inputs = [convert_to_tensor(folder, string), *function.captures]
            return dataset_of(
                "LoadDataset",
                inputs,
                spec,
                compression=compression or "",
                reader_func=function.graph,
                Treader_func_args=[tensor.dtype for tensor in function.captures],
            )
        except errors.NotFoundError:
            if not wait:
                raise
            time.sleep(_SECONDS_BETWEEN_TRIES)
        except (ValueError, TypeError) as error:
            if element_spec is not None or reader_func is not None:
                raise
            raise _damaged_spec(folder, error) from error


def _folder_of(path: Any) -> str:
    """A folder as text, also if an eager tensor says it."""
    return text_of(path.numpy() if hasattr(path, "numpy") else path)


def _saved_spec(folder: str) -> Any:
    path = os.path.join(folder, _SPEC_FILE)
    try:
        data = read_whole(path)
    except errors.NotFoundError:
        message = f"tf.data snapshot element_spec file not found: {path}."
        raise errors.NotFoundError(None, None, message) from None
    try:
        spec = decoded(schema.parsed(schema.StructuredValue, data))
        components = nest.flatten(spec, expand_composites=True)
        if not all(isinstance(x, TypeSpec) for x in [*nest.flatten(spec), *components]):
            raise ValueError(f"It is not a structure of specs: {spec!r}")
        StructuredFunction(nest.flatten, (spec,), "load")  # Elements can be made by it.
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _damaged_spec(folder, error) from error
    return spec


def _damaged_spec(folder: str, error: Exception) -> errors.DataLossError:
    path = os.path.join(folder, _SPEC_FILE)
    message = f"tf.data snapshot element_spec file is damaged: {path}. {error}"
    return errors.DataLossError(None, None, message)


@public("data.experimental.save")
def older_save(
    dataset: Dataset,
    path: Any,
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: dict[str, Any] | None = None,
) -> None:
    """The older form of `Dataset.save`.

    >>> tf.data.experimental.save(tf.data.Dataset.range(2), "/tmp/saved_older")
    """
    dataset.save(path, compression, shard_func, checkpoint_args)  # type: ignore[attr-defined]


@public("data.experimental.load")
def older_load(
    path: Any,
    element_spec: Any = None,
    compression: str | None = None,
    reader_func: Callable[..., Any] | None = None,
) -> Dataset:
    """The older form of `Dataset.load`.

    >>> tf.data.experimental.save(tf.data.Dataset.range(2), "/tmp/saved_older")
    >>> len(tf.data.experimental.load("/tmp/saved_older"))
    2
    """
    return load(path, element_spec, compression, reader_func)
