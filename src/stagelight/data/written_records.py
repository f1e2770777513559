"""`tf.data.experimental.TFRecordWriter`: a dataset of strings becomes a TFRecord file."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.data.dataset import Dataset
from stagelight.data.elements import elements_of
from stagelight.data.file_readers import compression_of, path_of
from stagelight.data.iteration import Iteration
from stagelight.data.record_writer import TFRecordWriter
from stagelight.public import public
from stagelight.types.dtypes import string
from stagelight.types.specs import TensorSpec


def _write(xp: ModuleType, input_dataset: Any, filename: Any, compression_type: Any) -> tuple[()]:
    with TFRecordWriter(path_of(filename), compression_of(compression_type)) as writer:
        for (record,) in elements_of(input_dataset).rows(Iteration()):
            writer.write(np.asarray(record).item())
    return ()


define(
    "DatasetToTFRecord",
    "input_dataset: variant, filename: string, compression_type: string",
    "",
    infer=lambda *_inputs: (),
    kernel=_write,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT | Trait.ITERATES,
)


@public("data.experimental.TFRecordWriter")
class RecordsOfDataset:
    """Writes the elements of a dataset of strings to a TFRecord file.

    Args:
        filename: the file, which is replaced.
        compression_type: "", "GZIP" or "ZLIB".

    >>> writer = tf.data.experimental.TFRecordWriter("/tmp/numbers.tfrecord")
    >>> writer.write(tf.data.Dataset.range(2).map(tf.strings.as_string))
    >>> [record.numpy() for record in tf.data.TFRecordDataset("/tmp/numbers.tfrecord")]
    [b'0', b'1']
    """

    def __init__(self, filename: Any, compression_type: Any = None) -> None:
        self._filename = convert_to_tensor(filename, string)
        self._compression_type = convert_to_tensor(compression_type or "", string)

    def write(self, dataset: Dataset) -> Any:
        """Writes the elements.

        Raises:
            TypeError: it is no dataset, or one of other elements than string scalars.
            NotFoundError: there is no such directory.
        """
        if not isinstance(dataset, Dataset):
            raise TypeError(
                f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}."
            )
        spec = dataset.element_spec
        if not isinstance(spec, TensorSpec) or not spec.is_compatible_with(TensorSpec([], string)):
            raise TypeError(
                "Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but "
                f"got a dataset which produces elements of {spec}."
            )
        return raw.DatasetToTFRecord(
            dataset._variant_tensor, self._filename, self._compression_type
        )
