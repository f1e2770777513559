"""Public names of `tf.compat.v1.types.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.types.experimental import distributed as distributed
from stagelight.types.experimental import AtomicFunction as AtomicFunction
from stagelight.types.experimental import Callable as Callable
from stagelight.types.experimental import ConcreteFunction as ConcreteFunction
from stagelight.types.experimental import FunctionType as FunctionType
from stagelight.types.experimental import GenericFunction as GenericFunction
from stagelight.types.experimental import PolymorphicFunction as PolymorphicFunction
from stagelight.types.experimental import SupportsTracingProtocol as SupportsTracingProtocol
from stagelight.types.experimental import TensorLike as TensorLike
from stagelight.types.experimental import TraceType as TraceType
