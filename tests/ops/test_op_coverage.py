"""There are samples enough: each op runs in some and refuses in some, each function is met."""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import stagelight as tf
from stagelight.core import registry
from stagelight.core.dispatch import pushed
from stagelight.core.op_def import OpDef
from stagelight.public import public_table
from tests.ops.sample_groups import GROUPS
from tests.ops.sample_runs import exact_specs, flat, staged, tensors_of
from tests.ops.samples import Sample

TESTS = Path(__file__).parents[1]
REQUIRED_PUBLIC_OPS = 250

# Ops that no sample can apply, and where they are tested.
ELSEWHERE: dict[str, tuple[str, ...]] = {
    "every staged sample: tests/ops/test_all_ops.py": ("Const", "Placeholder"),
    "gradients of unknown shapes: tests/ops/test_all_gradients.py": ("BroadcastGradientArgs",),
    "graphs are among the attrs: tests/control_flow": (
        "Case",
        "If",
        "PartitionedCall",
        "StatefulPartitionedCall",
        "StatelessCase",
        "StatelessIf",
        "StatelessWhile",
        "While",
    ),
    "queues: tests/state/test_queues.py": (
        "FIFOQueueV2",
        "PaddingFIFOQueueV2",
        "PriorityQueueV2",
        "QueueCloseV2",
        "QueueDequeueManyV2",
        "QueueDequeueUpToV2",
        "QueueDequeueV2",
        "QueueEnqueueManyV2",
        "QueueEnqueueV2",
        "QueueIsClosedV2",
        "QueueSizeV2",
        "RandomShuffleQueueV2",
    ),
    "locks: tests/state/test_critical_section.py": ("ConsumeMutexLock", "MutexLock", "MutexV2"),
    "readers of files: tests/compat/v1/test_readers.py": (
        "FixedLengthRecordReaderV2",
        "IdentityReaderV2",
        "ReaderNumRecordsProducedV2",
        "ReaderNumWorkUnitsCompletedV2",
        "ReaderReadUpToV2",
        "ReaderReadV2",
        "ReaderResetV2",
        "ReaderRestoreStateV2",
        "ReaderSerializeStateV2",
        "TFRecordReaderV2",
        "TextLineReaderV2",
        "WholeFileReaderV2",
    ),
    "counters: tests/compat/v1/test_input_pipelines.py": ("ResourceCountUpTo",),
    "lookup tables: tests/state": (
        "HashTableV2",
        "InitializeTableFromTextFileV2",
        "InitializeTableV2",
        "LookupTableExportV2",
        "LookupTableFindV2",
        "LookupTableImportV2",
        "LookupTableInsertV2",
        "LookupTableRemoveV2",
        "LookupTableSizeV2",
        "MutableDenseHashTableV2",
        "MutableHashTableOfTensorsV2",
        "MutableHashTableV2",
    ),
    "variants that hold matrices: tests/ops/test_csr_matrices.py": (
        "CSRSparseMatrixComponents",
        "CSRSparseMatrixToDense",
        "CSRSparseMatrixToSparseTensor",
        "DenseToCSRSparseMatrix",
        "SparseMatrixMatMul",
        "SparseMatrixNNZ",
        "SparseMatrixSparseMatMul",
        "SparseMatrixTranspose",
        "SparseTensorToCSRSparseMatrix",
    ),
    "files of checkpoints: tests/saving": ("MergeV2Checkpoints", "RestoreV2", "SaveV2"),
    "event files: tests/summary": (
        "CloseSummaryWriter",
        "CreateSummaryFileWriter",
        "FlushSummaryWriter",
        "SummaryWriter",
        "WriteGraphSummary",
        "WriteRawProtoSummary",
        "WriteSummary",
    ),
    "updates of optimizers: tests/ops/nn/test_optimizer_updates.py": (
        "CudnnRNNV3",
        "ResourceApplyAdaMax",
        "ResourceApplyAdadelta",
        "ResourceApplyAdagrad",
        "ResourceApplyAdagradV2",
        "ResourceApplyAdam",
        "ResourceApplyAdamWithAmsgrad",
        "ResourceApplyCenteredRMSProp",
        "ResourceApplyFtrl",
        "ResourceApplyFtrlV2",
        "ResourceApplyGradientDescent",
        "ResourceApplyKerasMomentum",
        "ResourceApplyMomentum",
        "ResourceApplyRMSProp",
        "ResourceSparseApplyAdadelta",
        "ResourceSparseApplyAdagrad",
        "ResourceSparseApplyAdagradV2",
        "ResourceSparseApplyCenteredRMSProp",
        "ResourceSparseApplyFtrl",
        "ResourceSparseApplyFtrlV2",
        "ResourceSparseApplyKerasMomentum",
        "ResourceSparseApplyMomentum",
        "ResourceSparseApplyRMSProp",
    ),
    "variables: tests/state": (
        "AssignAddVariableOp",
        "AssignSubVariableOp",
        "AssignVariableOp",
        "ResourceGather",
        "ResourceScatterAdd",
        "ResourceScatterDiv",
        "ResourceScatterMax",
        "ResourceScatterMin",
        "ResourceScatterMul",
        "ResourceScatterNdAdd",
        "ResourceScatterNdMax",
        "ResourceScatterNdMin",
        "ResourceScatterNdSub",
        "ResourceScatterNdUpdate",
        "ResourceScatterSub",
        "ResourceScatterUpdate",
        "VarHandleOp",
        "VarIsInitializedOp",
        "VariableShape",
    ),
    "datasets and iterators: tests/data, tests/compat/v1/test_data.py": (
        "AnonymousIteratorV3",
        "AssertCardinalityDataset",
        "BatchDatasetV2",
        "CSVDatasetV2",
        "CacheDataset",
        "CacheDatasetV2",
        "ConcatenateDataset",
        "DatasetCardinality",
        "DatasetToSingleElement",
        "DenseToSparseBatchDataset",
        "DirectedInterleaveDataset",
        "DatasetToTFRecord",
        "DummyMemoryCache",
        "DummySeedGenerator",
        "FilterDataset",
        "FixedLengthRecordDatasetV2",
        "FlatMapDataset",
        "GeneratorDataset",
        "GetElementAtIndex",
        "GroupByReducerDataset",
        "GroupByWindowDataset",
        "IgnoreErrorsDataset",
        "InitializeTableFromDataset",
        "InterleaveDataset",
        "AnonymousIterator",
        "Iterator",
        "IteratorFromStringHandle",
        "IteratorFromStringHandleV2",
        "IteratorGetNext",
        "IteratorGetNextAsOptional",
        "IteratorToStringHandle",
        "IteratorV2",
        "ListDataset",
        "LoadDataset",
        "MakeIterator",
        "MapDataset",
        "OneShotIterator",
        "OptionalFromValue",
        "OptionalGetValue",
        "OptionalHasValue",
        "OptionalNone",
        "PaddedBatchDatasetV2",
        "ParallelBatchDataset",
        "ParallelInterleaveDatasetV4",
        "ParallelMapDatasetV2",
        "PrefetchDataset",
        "RaggedTensorFromVariant",
        "RaggedTensorToVariant",
        "RandomDataset",
        "RandomDatasetV2",
        "RangeDataset",
        "RebatchDatasetV2",
        "ReduceDataset",
        "RepeatDataset",
        "SaveDataset",
        "SaveDatasetV2",
        "ScanDataset",
        "SqlDataset",
        "ShardDataset",
        "ShuffleDataset",
        "ShuffleDatasetV3",
        "SkipDataset",
        "SnapshotDatasetV2",
        "TFRecordDataset",
        "TFRecordDatasetV2",
        "TakeDataset",
        "TakeWhileDataset",
        "TensorDataset",
        "TensorSliceDataset",
        "TextLineDataset",
        "UnbatchDataset",
        "UniqueDataset",
        "WindowDataset",
        "ZipDataset",
    ),
}

# Ops without a Bad of their own, and why. `test_odd_inputs.py` gives each op other dtypes, objects,
# ranks and sizes too.
WITHOUT_BAD: dict[str, tuple[str, ...]] = {
    "it takes any tensor": (
        "DeepCopy",
        "GuaranteeConst",
        "IdentityN",
        "PlaceholderWithDefault",
        "PreventGradient",
        "Print",
        "RandomShuffle",
        "Rank",
        "SerializeTensor",
        "ShapeN",
        "Size",
        "Snapshot",
        "ToBool",
        "StopGradient",
        "ZerosLike",
    ),
    "it takes any list": ("TensorListElementShape", "TensorListLength"),
    "it takes any code points": ("UnicodeScript",),
    "it takes any string": ("EncodeBase64", "StringStrip"),
    "TensorFlow cannot run it eagerly: tests/oracle/programs/older_summaries.py": ("ImageSummary",),
    "it takes nothing": ("NoOp", "StatelessRandomGetAlg", "Timestamp"),
}


class Applied:
    """A callback of the waist that notes the ops that are applied, eagerly or staged."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __call__(
        self,
        op_def: OpDef,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
    ) -> None:
        self.names.add(op_def.name)


@cache
def met_in_samples() -> tuple[frozenset[str], frozenset[types.CodeType]]:
    """The ops that samples and their gradients apply, and the Python functions that they call."""
    applied = Applied()
    called: set[types.CodeType] = set()
    with pushed(callbacks=(applied,)):
        for group in GROUPS:
            for _, sample in group.samples:
                apply_sample(sample, called)
                # Eagerly some functions ask Python, and their ops stand in graphs alone.
                if sample.staged and group.op not in applied.names:
                    staged(
                        sample.call, exact_specs(tensors_of(sample.arrays))
                    ).get_concrete_function()
    return frozenset(applied.names), frozenset(called)


def apply_sample(sample: Sample, called: set[types.CodeType]) -> None:
    """Runs a sample, with its gradient, and notes the Python functions that its call meets."""

    def note(frame: types.FrameType, event: str, _argument: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    tensors = tensors_of(sample.arrays)
    sources = [t for t in tensors if t.dtype.is_floating or t.dtype.is_complex]
    profile = sys.getprofile()
    with tf.GradientTape() as tape:
        tape.watch(sources)
        sys.setprofile(note)
        try:
            result = sample.call(tf, *tensors)
        except Exception:  # noqa: BLE001 (another test says so)
            return
        finally:
            sys.setprofile(profile)
    if sample.gradient:
        tape.gradient(flat(result), sources)


def test_every_op_has_samples() -> None:
    """Each op is applied by a sample, or is in the table of those that are tested elsewhere."""
    elsewhere = set().union(*ELSEWHERE.values())
    applied, _ = met_in_samples()
    missing = sorted(set(registry.op_names()) - applied - elsewhere)
    assert not missing, (
        f"{len(missing)} ops have no sample in tests/ops/samples: {missing}. Give each a Sample in "
        "its family's file (or its place in ELSEWHERE, where no sample can apply it)."
    )
    unknown = sorted(elsewhere - set(registry.op_names()))
    assert not unknown, f"ELSEWHERE names what is no op: {unknown}"


def test_every_op_has_bad_samples() -> None:
    """Each op that has samples has bad ones."""
    bad = {entry.op for group in GROUPS for _, entry in group.bads}
    good = {entry.op for group in GROUPS for _, entry in group.samples}
    missing = sorted(good - bad - set().union(*WITHOUT_BAD.values()))
    assert not missing, (
        f"{len(missing)} ops have no Bad in tests/ops/samples: {missing}. Give each a Bad in its "
        "family's file (or its place in WITHOUT_BAD)."
    )


def test_samples_are_of_known_ops() -> None:
    unknown = sorted({group.op for group in GROUPS} - set(registry.op_names()))
    assert not unknown, f"Samples name what is no op: {unknown}"


def public_functions() -> dict[types.FunctionType, list[str]]:
    """The public functions of the op families: each once, with all its names."""
    names: dict[types.FunctionType, list[str]] = defaultdict(list)
    for name, value in public_table().items():
        if isinstance(value, types.FunctionType) and ".ops." in value.__module__:
            names[value].append(name)
    return names


@cache
def words_of_tests() -> frozenset[str]:
    """The attributes and quoted words in all tests."""
    words: set[str] = set()
    for path in TESTS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        words.update(re.findall(r"\.([A-Za-z_]\w*)", text))
        words.update(re.findall(r"""["']([A-Za-z_]\w*)["']""", text))
    return frozenset(words)


def test_every_public_op_function_is_met_in_tests() -> None:
    functions = public_functions()
    print(f"{len(functions)} public functions of op families, {len(registry.op_names())} ops")
    assert len(functions) >= REQUIRED_PUBLIC_OPS
    _, called = met_in_samples()
    missing = sorted(
        min(names, key=len)
        for function, names in functions.items()
        if inspect.unwrap(function).__code__ not in called
        and not any(name.rpartition(".")[2] in words_of_tests() for name in names)
    )
    assert not missing, f"{len(missing)} public functions are in no test: {missing}"
