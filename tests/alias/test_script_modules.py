"""Import lines of scripts for TensorFlow 1 and 2: inner modules lead to what Stagelight has."""

from __future__ import annotations

import subprocess
import sys

# TensorFlow 2.21 serves each of these lines.
LINES = """
import tensorflow.raw_ops; tensorflow.raw_ops.Add
from tensorflow.core.protobuf.rewriter_config_pb2 import RewriterConfig
from tensorflow.python.autograph import to_graph
from tensorflow.python.autograph.impl.api import do_not_convert, to_code
from tensorflow.python.checkpoint.checkpoint import Checkpoint
from tensorflow.python.client.device_lib import list_local_devices
from tensorflow.python.client.session import BaseSession, Session
from tensorflow.python.data import AUTOTUNE, Dataset
from tensorflow.python.data.experimental.ops.batching import dense_to_ragged_batch
from tensorflow.python.data.ops.dataset_ops import DatasetV1, DatasetV1Adapter, DatasetV2
from tensorflow.python.data.ops.readers import TFRecordDataset
from tensorflow.python.distribute.reduce_util import ReduceOp
from tensorflow.python.eager.function import ConcreteFunction
from tensorflow.python.eager.wrap_function import WrappedFunction, function_from_graph_def, wrap_function
from tensorflow.python.feature_column.feature_column_v2 import numeric_column
from tensorflow.python.framework import graph_io, graph_util
from tensorflow.python.framework.c_api_util import ApiDefMap
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2_as_graph
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
from tensorflow.python.framework.function_def_to_graph import function_def_to_graph
from tensorflow.python.framework.graph_util_impl import convert_variables_to_constants
from tensorflow.python.framework.load_library import load_op_library
from tensorflow.python.grappler.tf_optimizer import OptimizeGraph
from tensorflow.python.layers.layers import dense
from tensorflow.python.ops.candidate_sampling_ops import log_uniform_candidate_sampler
from tensorflow.python.ops.distributions import kullback_leibler, normal
from tensorflow.python.ops.distributions.categorical import Categorical
from tensorflow.python.ops.distributions.distribution import Distribution, FULLY_REPARAMETERIZED
from tensorflow.python.ops.gradients import gradients
from tensorflow.python.ops.image_ops_impl import resize_images
from tensorflow.python.ops.linalg import linalg_impl
from tensorflow.python.ops.losses.util import compute_weighted_loss
from tensorflow.python.ops.numpy_ops.np_config import enable_numpy_behavior
from tensorflow.python.ops.partitioned_variables import fixed_size_partitioner
from tensorflow.python.ops.ragged.ragged_factory_ops import constant
from tensorflow.python.ops.ragged.ragged_math_ops import range
from tensorflow.python.ops.ragged.ragged_tensor import RaggedTensorSpec
from tensorflow.python.ops.sets_impl import set_intersection
from tensorflow.python.ops.signal import fft_ops, shape_ops, window_ops
from tensorflow.python.pywrap_tensorflow import NewCheckpointReader
from tensorflow.python.saved_model import builder, loader, signature_constants, tag_constants
from tensorflow.python.saved_model.save import save
from tensorflow.python.saved_model.simple_save import simple_save
from tensorflow.python.summary.summary_iterator import summary_iterator
from tensorflow.python.summary.writer.writer import FileWriter
from tensorflow.python.tools import freeze_graph, inspect_checkpoint, optimize_for_inference_lib
from tensorflow.python.tools.freeze_graph import freeze_graph, freeze_graph_with_def_protos
from tensorflow.python.tools.inspect_checkpoint import print_tensors_in_checkpoint_file
from tensorflow.python.tools.optimize_for_inference_lib import optimize_for_inference
from tensorflow.python.tools.strip_unused_lib import strip_unused
from tensorflow.python.trackable.autotrackable import AutoTrackable
from tensorflow.python.training import checkpoint_utils, learning_rate_decay, py_checkpoint_reader
from tensorflow.python.training.slot_creator import create_slot, create_zeros_slot
from tensorflow.python.training.summary_io import SummaryWriterCache
from tensorflow.python.training.tracking.tracking import AutoTrackable
from tensorflow.python.util.function_utils import fn_args
from tensorflow.python.util.lazy_loader import LazyLoader
""".strip().splitlines()

_PROGRAM = """
import sys, stagelight
stagelight.install_as_tensorflow()
for line in sys.stdin.read().splitlines():
    try:
        exec(line)
    except (ImportError, AttributeError) as error:
        print(line, error)
"""


def test_import_lines_of_scripts_are_served():
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM], input="\n".join(LINES), capture_output=True, text=True, check=True
    )
    assert run.stdout == ""
