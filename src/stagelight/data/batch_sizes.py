"""How many rows the batches of a dataset have, as strategies and Keras's distributions ask."""

from __future__ import annotations

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import Dataset
from stagelight.data.elements import elements_of, the_one
from stagelight.data.structure import leaves_of
from stagelight.types.dtypes import int64


def compute_batch_size(dataset: Dataset) -> Tensor:
    """The batch size that a dataset was given, int64; -1 where its elements are no batches of one size.

    >>> import stagelight as tf
    >>> int(compute_batch_size(tf.data.Dataset.range(10).batch(4).prefetch(1)))
    4
    >>> int(compute_batch_size(tf.data.Dataset.range(10).batch(4).map(tf.abs)))
    -1
    """
    shapes = [leaf.shape for leaf in leaves_of(dataset.element_spec)]
    size = the_one([shape[0] if shape.rank else None for shape in shapes])
    if size is None:
        size = elements_of(dataset._variant_tensor).batch_size()
    return convert_to_tensor(-1 if size is None else size, int64)
