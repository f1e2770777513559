"""What installed libraries ask of `tensorflow`, and where it is in Stagelight: the one table of the alias.

Public names are not listed: `tensorflow.math.tanh` is `stagelight.math.tanh`. Here are the modules below
`tensorflow` that are not public, and are imported by path all the same; and the classes that libraries
know by the name and the module that TensorFlow gives them.
"""

from __future__ import annotations

from stagelight import namespaces

# The name that is taken.
TENSORFLOW = "tensorflow"

# Module below `tensorflow` -> name in it -> the public name in Stagelight, or the module that defines it
# and its name there.
MODULES: dict[str, dict[str, str]] = {
    "compiler.tf2xla.python.xla": {
        "dynamic_update_slice": "ops.clamped_slices:dynamic_update_slice",
    },
    "core.util.event_pb2": {"Event": "formats.schema:Event"},
    "experimental.dtensor": {},
    "python.data.experimental.ops.distribute": {},
    "python.data.ops.dataset_ops": {"DatasetV2": "data.Dataset"},
    "python.data.ops.iterator_ops": {"IteratorBase": "data.Iterator"},
    "python.eager.context": {
        "_reset_context": "alias.eager_context:_reset_context",
        "async_wait": "alias.eager_context:async_wait",
        "context": "alias.eager_context:context",
        "executing_eagerly": "executing_eagerly",
    },
    "python.framework.config": {
        "disable_op_determinism": "alias.eager_context:disable_op_determinism",
        "enable_op_determinism": "config.experimental.enable_op_determinism",
        "is_op_determinism_enabled": "alias.eager_context:is_op_determinism_enabled",
    },
    "python.framework.dtypes": {"DType": "DType", "as_dtype": "as_dtype"},
    "python.framework.sparse_tensor": {"SparseTensor": "SparseTensor"},
    "python.framework.tensor": {"Tensor": "Tensor", "TensorSpec": "TensorSpec"},
    "python.framework.tensor_shape": {"TensorShape": "TensorShape"},
    "python.framework.type_spec_registry": {
        "get_name": "alias.type_spec_registry:get_name",
        "lookup": "alias.type_spec_registry:lookup",
    },
    "python.lib.io.tf_record": {"tf_record_iterator": "compat.v1.io.tf_record_iterator"},
    "python.ops.linalg.sparse.sparse_csr_matrix_ops": {
        name: f"alias.csr_matrices:{name}"
        for name in (
            "csr_sparse_matrix_to_sparse_tensor",
            "sparse_matrix_sparse_mat_mul",
            "sparse_tensor_to_csr_sparse_matrix",
        )
    },
    "python.ops.math_ops": {"is_nan": "math.is_nan"},
    "python.ops.ragged.ragged_tensor": {"RaggedTensor": "RaggedTensor"},
    "python.trackable.data_structures": {
        "ListWrapper": "state.trackable:ListWrapper",
        "_DictWrapper": "state.trackable:_DictWrapper",
    },
    "python.types.core": {"Tensor": "__internal__.types.Tensor"},
}

# The classes that libraries recognise by name: public name -> the module and name that they look for.
CLASSES: dict[str, tuple[str, str]] = {
    "RaggedTensor": ("python.ops.ragged.ragged_tensor", "RaggedTensor"),
    "SparseTensor": ("python.framework.sparse_tensor", "SparseTensor"),
    "Tensor": ("python.framework.tensor", "Tensor"),
    "__internal__.types.Tensor": ("python.types.core", "Tensor"),
    "data.Dataset": ("python.data.ops.dataset_ops", "DatasetV2"),
}

# Names of `tensorflow` that are Keras's modules: those of `tf`, and one that `tf` has of its own.
KERAS = {**namespaces.KERAS, "optimizers": "optimizers"}
KERAS_PACKAGE = "keras._tf_keras.keras"
