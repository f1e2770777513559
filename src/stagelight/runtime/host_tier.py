"""The host tier: first calls of a region run on the host, while another thread compiles it.

    call 1        on the host; code that runs once is never compiled
    call 2        on the host; another thread begins to compile
    calls 3 to n  on the host
    call n + 1    waits for the machine code, if it is not there yet, and runs it

Nobody waits for LLVM before the first result. `n` is what `calls_on_host` says, by the operations and their
sizes alone: as many as cost the host less than compiling, and at most `Settings.host_calls`. It is never a
question of time, so that the same program gives the same bits in each run (decision 49).
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stagelight import config
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.effects import called_graphs
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import is_call, is_loop
from stagelight.runtime.background_compilation import Pending
from stagelight.runtime.executors import Run

# The call at which another thread begins to compile.
_BEGINS_AT = 2


class HostTier:
    """Which calls of a region run on the host, and what is compiled meanwhile.

    Attributes:
        calls: how many run on the host.
    """

    def __init__(self, calls: int) -> None:
        self.calls = calls
        self._seen = 0
        self._pending: Pending | None = None

    def takes_call(self, compiled: Callable[[], Any]) -> bool:
        """Whether the next call runs on the host. The caller holds a lock.

        Args:
            compiled: makes what runs the calls after that. Another thread calls it.
        """
        if self._seen >= self.calls:
            return False
        self._seen += 1
        if self._seen == _BEGINS_AT:
            self._pending = Pending(compiled)
        return True

    def result(self, compiled: Callable[[], Any]) -> Any:
        """What was made meanwhile; waits for it."""
        pending, self._pending = self._pending, None
        return compiled() if pending is None else pending.result()


class HostFirst:
    """Runs a region whose sizes are known: on the host at first, then as machine code."""

    def __init__(self, compiled: Callable[[], Run], host: Run, calls: int) -> None:
        """
        Args:
            compiled: gives the function that runs it as machine code.
            host: runs it on the host.
            calls: how many run there.
        """
        self._compiled: Callable[[], Run] | None = compiled
        self._host: Run | None = host
        self._tier = HostTier(calls)
        self._lock = renewed_in_child(threading.Lock())
        self._run: Run | None = None
        self._holders: list[Callable[[Run], None]] = []

    def tell(self, holder: Callable[[Run], None]) -> None:
        """Lets a holder of this object have what takes its place, once that is there."""
        with self._lock:
            if self._run is None:
                self._holders.append(holder)
            else:
                holder(self._run)

    def __call__(self, *arrays: Any) -> Any:
        run = self._run
        return (self._chosen() if run is None else run)(*arrays)

    def _chosen(self) -> Run:
        with self._lock:
            if self._run is None:
                assert self._compiled is not None
                assert self._host is not None
                if self._tier.takes_call(self._compiled):
                    return self._host
                self._run = self._tier.result(self._compiled)
                self._compiled = self._host = None  # With the operations that they hold.
                holders, self._holders = self._holders, []
                for take in holders:
                    take(self._run)
            return self._run


# ---------------------------------------------------------------------------- how many calls

# What compiling takes, in ns: of a program, and of each operation that is more than another view.
_PROGRAM = 3_000_000
_COMPILED_OPERATION = 2_000_000

# What a step of the host takes, in ns: each, and for each element of its inputs and outputs. What an element
# takes of ops that are in no table here is not known: it is taken to be much.
_STEP = 4_000
_ELEMENT = 1.0
_UNKNOWN_ELEMENT = 60.0
_PRODUCT = 0.05  # one multiplication and addition in BLAS

_MATRIX_PRODUCTS = frozenset({"BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "MatMul"})
_VIEWS = frozenset(
    {"Const", "ExpandDims", "Identity", "NoOp", "Placeholder", "Rank", "ReadVariableOp", "Reshape",
     "Shape", "ShapeN", "Size", "Squeeze", "StopGradient"}
)  # fmt: skip
# Of ops that are not elementwise, those whose kernels are a few passes over arrays.
_QUICK = frozenset(
    {"AddN", "All", "Any", "ArgMax", "ArgMin", "AssignAddVariableOp", "AssignSubVariableOp",
     "AssignVariableOp", "AvgPool", "AvgPoolGrad", "BiasAdd", "BiasAddGrad", "BroadcastGradientArgs",
     "BroadcastTo", "Cast", "Concat", "ConcatV2", "Fill", "FusedBatchNormGradV3", "FusedBatchNormV3",
     "GatherV2", "LogSoftmax", "Max", "MaxPool", "Mean", "Min", "OneHot", "OnesLike", "Pack", "Pad", "PadV2",
     "Prod", "Range", "ResourceApplyAdam", "ReverseV2", "Select", "SelectV2", "Slice", "Softmax",
     "SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits", "Split", "SplitV",
     "StatelessRandomUniformV2", "StatelessRandomNormalV2", "StridedSlice", "StridedSliceGrad", "Sum", "Tile",
     "Transpose", "Unpack", "VariableShape", "ZerosLike"}
)  # fmt: skip
_SLOWER = {"Erf": 3.0, "MaxPoolGrad": 4.0, "ResizeBilinear": 4.0, "UnsortedSegmentSum": 6.0}
# Of these an input is spread out, a copy for each element of the window; its position, and the filter's.
_SPREAD = {
    "Conv2D": (0, 1),
    "Conv2DBackpropFilter": (0, -1),
    "Conv2DBackpropInput": (2, 1),
    "DepthwiseConv2dNative": (0, 1),
    "DepthwiseConv2dNativeBackpropFilter": (0, -1),
    "DepthwiseConv2dNativeBackpropInput": (2, 1),
}


def calls_on_host(operations: Sequence[Operation]) -> int:
    """How many calls of these operations run on the host first: as many as it does while they are compiled.

    Args:
        operations: of a region. Sizes of them that are not known count as 1, and so do tensors of which
            not even the rank is known.
    """
    host = sum(map(_time_on_host, operations))
    if math.isinf(host):
        return 0
    compiling = _PROGRAM + _COMPILED_OPERATION * _count(operations)
    fitting = int(compiling / max(host, 1))
    # One alone would be waited for twice: on the host, and for the compiler.
    return 0 if fitting < _BEGINS_AT else min(config.current.host_calls, fitting)


def _count(operations: Iterable[Operation]) -> int:
    """How many operations there are that are more than views, those of branches counted."""
    total = 0
    for operation in operations:
        if is_call(operation.op_def):
            total += sum(_count(graph.operations) for graph in called_graphs(operation))
        elif operation.op_def.name not in _VIEWS:
            total += 1
    return total


def _time_on_host(operation: Operation) -> float:
    """About how many ns the host takes for an operation; infinite for loops."""
    name = operation.op_def.name
    if is_call(operation.op_def):
        if is_loop(operation.op_def):
            return math.inf
        return _STEP + sum(
            _time_on_host(x) for graph in called_graphs(operation) for x in graph.operations
        )
    if name in _VIEWS:
        return _STEP
    outputs = [_size(x) for x in operation.outputs]
    elements = sum(map(_size, operation.inputs)) + sum(outputs)
    if name in _MATRIX_PRODUCTS:
        return _STEP + _ELEMENT * elements + _PRODUCT * outputs[0] * _depth(operation)
    if name in _SPREAD:
        position, where = _SPREAD[name]
        window = operation.outputs[0] if where < 0 else operation.inputs[where]
        height, width, _, channels = (*_sizes(window)[:4], 1, 1, 1, 1)[:4]
        spread = _size(operation.inputs[position]) * height * width
        products = 0 if name.startswith("Depthwise") else spread * channels
        return _STEP + _ELEMENT * (elements + spread) + _PRODUCT * products
    is_quick = operation.op_def.scalar is not None or name in _QUICK
    return _STEP + _SLOWER.get(name, _ELEMENT if is_quick else _UNKNOWN_ELEMENT) * elements


def _depth(product: Operation) -> int:
    """Over how many elements a matrix product sums."""
    rows, columns = (1, 1, *_sizes(product.inputs[0]))[-2:]
    transposed = product.attrs.get("transpose_a") or product.attrs.get("adj_x")
    return rows if transposed else columns


def _size(tensor: SymbolicTensor) -> int:
    return math.prod(_sizes(tensor))


def _sizes(tensor: SymbolicTensor) -> list[int]:
    """The sizes, 1 for each that is not known; none where the rank is not known."""
    return [] if tensor.shape.rank is None else [size or 1 for size in tensor.shape.as_list()]
