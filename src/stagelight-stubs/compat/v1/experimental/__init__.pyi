"""Public names of `tf.compat.v1.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.experimental import dlpack as dlpack
from stagelight.compat.v1.experimental import extension_type as extension_type
from stagelight.compat.v1.experimental import numpy as numpy
from stagelight.experimental import BatchableExtensionType as BatchableExtensionType
from stagelight.experimental import DynamicRaggedShape as DynamicRaggedShape
from stagelight.experimental import ExtensionType as ExtensionType
from stagelight.experimental import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from stagelight.experimental import Optional as Optional
from stagelight.experimental import RowPartition as RowPartition
from stagelight.experimental import dispatch_for_api as dispatch_for_api
from stagelight.experimental import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from stagelight.experimental import dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis
from stagelight.experimental import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from stagelight.experimental import function_executor_type as function_executor_type
from stagelight.experimental import unregister_dispatch_for as unregister_dispatch_for
