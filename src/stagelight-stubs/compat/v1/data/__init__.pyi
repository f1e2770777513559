"""Public names of `tf.compat.v1.data`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.data import experimental as experimental
from stagelight.compat.v1.datasets import OlderDataset as _Dataset
from stagelight.compat.v1.iterators import Iterator as Iterator
from stagelight.compat.v1.iterators import get_output_classes as get_output_classes
from stagelight.compat.v1.iterators import get_output_shapes as get_output_shapes
from stagelight.compat.v1.iterators import get_output_types as get_output_types
from stagelight.compat.v1.iterators import make_initializable_iterator as make_initializable_iterator
from stagelight.compat.v1.iterators import make_one_shot_iterator as make_one_shot_iterator
from stagelight.data.dataset import DatasetSpec as DatasetSpec
from stagelight.data.iterators import IteratorSpec as IteratorSpec
from stagelight.data.iterators import NumpyIterator as NumpyIterator
from stagelight.data.options import Options as Options
from stagelight.data.options import ThreadingOptions as ThreadingOptions
from typing import Any

AUTOTUNE: int
Dataset = _Dataset
FixedLengthRecordDataset: type[Any]
INFINITE_CARDINALITY: int
TFRecordDataset: type[Any]
TextLineDataset: type[Any]
UNKNOWN_CARDINALITY: int
