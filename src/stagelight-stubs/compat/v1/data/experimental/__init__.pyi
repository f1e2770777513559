"""Public names of `tf.compat.v1.data.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.data.experimental import service as service
from stagelight.compat.v1.datasets import ragged_tensor_structure as _RaggedTensorStructure
from stagelight.compat.v1.datasets import sparse_tensor_structure as _SparseTensorStructure
from stagelight.compat.v1.datasets import tensor_structure as _TensorStructure
from stagelight.data.cardinality import assert_cardinality as assert_cardinality
from stagelight.data.cardinality import cardinality as cardinality
from stagelight.data.cardinality import pad_to_cardinality as pad_to_cardinality
from stagelight.data.choosing import choose_from_datasets as choose_from_datasets
from stagelight.data.csv_dataset import CsvDataset as CsvDataset
from stagelight.data.csv_files import make_csv_dataset as make_csv_dataset
from stagelight.data.dataset import DatasetSpec as _DatasetStructure
from stagelight.data.dataset import from_variant as from_variant
from stagelight.data.dataset import to_variant as to_variant
from stagelight.data.example_files import make_batched_features_dataset as make_batched_features_dataset
from stagelight.data.example_files import parse_example_dataset as parse_example_dataset
from stagelight.data.experimental import distributed_save as distributed_save
from stagelight.data.experimental import get_model_proto as get_model_proto
from stagelight.data.group_reductions import Reducer as Reducer
from stagelight.data.group_reductions import group_by_reducer as group_by_reducer
from stagelight.data.numbers import RandomDataset as RandomDataset
from stagelight.data.numbers import counter_function as _Counter
from stagelight.data.older_forms import bucket_by_sequence_length as bucket_by_sequence_length
from stagelight.data.older_forms import copy_to_device as copy_to_device
from stagelight.data.older_forms import dense_to_ragged_batch as dense_to_ragged_batch
from stagelight.data.older_forms import dense_to_sparse_batch as dense_to_sparse_batch
from stagelight.data.older_forms import enumerate_dataset as enumerate_dataset
from stagelight.data.older_forms import group_by_window as group_by_window
from stagelight.data.older_forms import ignore_errors as ignore_errors
from stagelight.data.older_forms import map_and_batch as _map_and_batch_with_legacy_function
from stagelight.data.older_forms import map_and_batch as map_and_batch
from stagelight.data.older_forms import parallel_interleave as parallel_interleave
from stagelight.data.older_forms import prefetch_to_device as prefetch_to_device
from stagelight.data.older_forms import rejection_resample as rejection_resample
from stagelight.data.older_forms import scan as scan
from stagelight.data.older_forms import shuffle_and_repeat as shuffle_and_repeat
from stagelight.data.older_forms import take_while as take_while
from stagelight.data.older_forms import unbatch as unbatch
from stagelight.data.older_forms import unique as unique
from stagelight.data.optionals import Optional as Optional
from stagelight.data.optionals import OptionalSpec as _OptionalStructure
from stagelight.data.optionals import get_next_as_optional as get_next_as_optional
from stagelight.data.options import AutoShardPolicy as AutoShardPolicy
from stagelight.data.options import AutotuneAlgorithm as AutotuneAlgorithm
from stagelight.data.options import AutotuneOptions as AutotuneOptions
from stagelight.data.options import DistributeOptions as DistributeOptions
from stagelight.data.options import ExternalStatePolicy as ExternalStatePolicy
from stagelight.data.options import OptimizationOptions as OptimizationOptions
from stagelight.data.options import ServiceOptions as ServiceOptions
from stagelight.data.options import ThreadingOptions as ThreadingOptions
from stagelight.data.saved_datasets import older_load as _load
from stagelight.data.saved_datasets import older_save as _save
from stagelight.data.single_elements import at as at
from stagelight.data.single_elements import get_single_element_of as _get_single_element
from stagelight.data.snapshots import older_snapshot as _snapshot
from stagelight.data.sql_dataset import SqlDataset as SqlDataset
from stagelight.data.structure import get_structure as get_structure
from stagelight.data.structured_function import enable_debug_mode as enable_debug_mode
from stagelight.data.table_initializers import DatasetInitializer as DatasetInitializer
from stagelight.data.table_initializers import index_table_from_dataset as index_table_from_dataset
from stagelight.data.table_initializers import table_from_dataset as table_from_dataset
from stagelight.data.tensor_sources import from_list as from_list
from stagelight.data.written_records import RecordsOfDataset as _TFRecordWriter
from stagelight.types.type_spec import TypeSpec as _Structure
from typing import Any

AUTOTUNE: int
Counter = _Counter
DatasetStructure = _DatasetStructure
INFINITE_CARDINALITY: int
OptionalStructure = _OptionalStructure
RaggedTensorStructure = _RaggedTensorStructure
SHARD_HINT: int
SparseTensorStructure = _SparseTensorStructure
Structure = _Structure
TFRecordWriter = _TFRecordWriter
TensorStructure = _TensorStructure
UNKNOWN_CARDINALITY: int
get_single_element = _get_single_element
load = _load
map_and_batch_with_legacy_function = _map_and_batch_with_legacy_function
def sample_from_datasets(
    datasets: Any,
    weights: Any = None,
    seed: Any = None,
    stop_on_empty_dataset: Any = False,
) -> Any:
    """`sample_from_datasets` with the arguments of TensorFlow 1:

        datasets, weights, seed, stop_on_empty_dataset

    Elements of several datasets, the next one always of a dataset drawn at random.

    Args:
        datasets: datasets of elements of one structure.
        weights: the probabilities of the datasets, a floating-point vector or list; a dataset of such
            vectors for one draw each; equal ones if None.
        seed: int64 scalar that makes the draws repeatable.
        stop_on_empty_dataset: whether all ends when a dataset that is drawn has no more; it is passed over
            if False.
        rerandomize_each_iteration: whether each iteration draws anew; False if None.

    Raises:
        ValueError: there are no datasets, or not as many weights.
        TypeError: their elements do not fit, or the weights are no floating-point numbers.

    >>> datasets = [tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)]
    >>> [int(x) for x in tf.data.Dataset.sample_from_datasets(datasets, weights=[0.5, 0.5], seed=7)]
    [10, 0, 11, 1, 2, 12]
    """
save = _save
snapshot = _snapshot
