"""Public names of `tf.compat.v1.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.experimental import dlpack as dlpack
from stagelight.compat.v1.experimental import extension_type as extension_type
from stagelight.compat.v1.experimental import numpy as numpy
from stagelight.data.optionals import Optional as Optional
from stagelight.extension_types.batching import BatchableExtensionType as BatchableExtensionType
from stagelight.extension_types.batching import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from stagelight.extension_types.dispatching import dispatch_for_api as dispatch_for_api
from stagelight.extension_types.dispatching import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from stagelight.extension_types.dispatching import dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis
from stagelight.extension_types.dispatching import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from stagelight.extension_types.dispatching import unregister_dispatch_for as unregister_dispatch_for
from stagelight.extension_types.extension_type import ExtensionType as ExtensionType
from stagelight.ops.ragged.dynamic_shape import DynamicRaggedShape as DynamicRaggedShape
from stagelight.ops.ragged.row_partition import RowPartition as RowPartition
from stagelight.types.device_options import function_executor_type as function_executor_type
