"""Public names of `tf.compat.v1.python_io`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.datasets import OlderRecordOptions as _TFRecordOptions
from stagelight.compat.v1.datasets import TFRecordCompressionType as TFRecordCompressionType
from stagelight.compat.v1.datasets import tf_record_iterator as tf_record_iterator
from stagelight.data.record_writer import TFRecordWriter as TFRecordWriter
from typing import Any

TFRecordOptions = _TFRecordOptions
