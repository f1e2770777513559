"""Public names of `tf.compat.v1.types.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.types.experimental import distributed as distributed
from stagelight.staging.atomic_function import AtomicFunction as AtomicFunction
from stagelight.staging.atomic_function import Callable as Callable
from stagelight.staging.concrete_function import ConcreteFunction as ConcreteFunction
from stagelight.staging.function import Function as _GenericFunction
from stagelight.staging.function import Function as _PolymorphicFunction
from stagelight.types.function_type import FunctionType as FunctionType
from stagelight.types.trace_type import SupportsTracingProtocol as SupportsTracingProtocol
from stagelight.types.trace_type import TraceType as TraceType
from typing import Any

GenericFunction = _GenericFunction
PolymorphicFunction = _PolymorphicFunction
TensorLike: Any
