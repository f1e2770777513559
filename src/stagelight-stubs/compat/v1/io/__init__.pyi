"""Public names of `tf.compat.v1.io`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import decode_csv as decode_csv
from stagelight.compat.v1 import decode_raw as decode_raw
from stagelight.compat.v1 import parse_example as parse_example
from stagelight.compat.v1 import parse_single_example as parse_single_example
from stagelight.compat.v1 import serialize_many_sparse as serialize_many_sparse
from stagelight.compat.v1 import serialize_sparse as serialize_sparse
from stagelight.compat.v1.datasets import OlderRecordOptions as _TFRecordOptions
from stagelight.compat.v1.datasets import TFRecordCompressionType as TFRecordCompressionType
from stagelight.compat.v1.datasets import local_match_filenames_once as _match_filenames_once
from stagelight.compat.v1.datasets import tf_record_iterator as tf_record_iterator
from stagelight.compat.v1.io import gfile as gfile
from stagelight.data.record_writer import TFRecordWriter as TFRecordWriter
from stagelight.graph.graph_files import write_graph as write_graph
from stagelight.ops.files.files import matching_files as matching_files
from stagelight.ops.files.files import read_file as read_file
from stagelight.ops.files.files import write_file as write_file
from stagelight.ops.image.files import decode_bmp as decode_bmp
from stagelight.ops.image.files import decode_gif as decode_gif
from stagelight.ops.image.files import decode_image as decode_image
from stagelight.ops.image.files import decode_jpeg as decode_jpeg
from stagelight.ops.image.files import decode_png as decode_png
from stagelight.ops.image.files import decode_webp as decode_webp
from stagelight.ops.image.jpeg import decode_and_crop_jpeg as decode_and_crop_jpeg
from stagelight.ops.image.jpeg import encode_jpeg as encode_jpeg
from stagelight.ops.image.jpeg import extract_jpeg_shape as extract_jpeg_shape
from stagelight.ops.image.jpeg import is_jpeg as is_jpeg
from stagelight.ops.image.png import encode_png as encode_png
from stagelight.ops.parsing.features import FixedLenFeature as FixedLenFeature
from stagelight.ops.parsing.features import FixedLenSequenceFeature as FixedLenSequenceFeature
from stagelight.ops.parsing.features import RaggedFeature as RaggedFeature
from stagelight.ops.parsing.features import SparseFeature as SparseFeature
from stagelight.ops.parsing.features import VarLenFeature as VarLenFeature
from stagelight.ops.parsing.message_tensors import decode_json_example as decode_json_example
from stagelight.ops.parsing.message_tensors import decode_proto as decode_proto
from stagelight.ops.parsing.message_tensors import encode_proto as encode_proto
from stagelight.ops.parsing.sequence_examples import parse_sequence_example as parse_sequence_example
from stagelight.ops.parsing.sequence_examples import parse_single_sequence_example as parse_single_sequence_example
from stagelight.ops.parsing.serialized_tensors import parse_tensor as parse_tensor
from stagelight.ops.parsing.serialized_tensors import serialize_tensor as serialize_tensor
from stagelight.ops.sparse.serialization import deserialize_many_sparse as deserialize_many_sparse
from stagelight.ops.strings.base64_text import decode_base64 as decode_base64
from stagelight.ops.strings.base64_text import encode_base64 as encode_base64
from stagelight.ops.strings.raw_bytes import decode_compressed as decode_compressed
from stagelight.state.queues import PaddingFIFOQueue as PaddingFIFOQueue
from stagelight.state.queues import PriorityQueue as PriorityQueue
from stagelight.state.queues import QueueBase as QueueBase
from stagelight.state.queues import RandomShuffleQueue as RandomShuffleQueue
from typing import Any

TFRecordOptions = _TFRecordOptions
match_filenames_once = _match_filenames_once
