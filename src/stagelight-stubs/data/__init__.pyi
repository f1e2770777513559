"""Public names of `tf.data`. Written by `scripts/public_stubs.py`."""

from stagelight.data import experimental as experimental
from stagelight.data.dataset import Dataset as Dataset
from stagelight.data.dataset import DatasetSpec as DatasetSpec
from stagelight.data.file_readers import FixedLengthRecordDataset as FixedLengthRecordDataset
from stagelight.data.file_readers import TFRecordDataset as TFRecordDataset
from stagelight.data.file_readers import TextLineDataset as TextLineDataset
from stagelight.data.iterators import Iterator as Iterator
from stagelight.data.iterators import IteratorSpec as IteratorSpec
from stagelight.data.iterators import NumpyIterator as NumpyIterator
from stagelight.data.options import Options as Options
from stagelight.data.options import ThreadingOptions as ThreadingOptions
from typing import Any

AUTOTUNE: int
INFINITE_CARDINALITY: int
UNKNOWN_CARDINALITY: int
