"""`tf.compat.v1.saved_model`: the messages that say what a model's signatures take and give.

Beside them stand TensorFlow 1's names for the constants of saved models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.core.composite import CompositeTensor
from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema
from stagelight.graph.attr_values import set_shape
from stagelight.graph.graph import Graph
from stagelight.graph.structured_values import encoded
from stagelight.ops.arrays.tensor_protos import make_tensor_proto
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public, publish
from stagelight.saving.saved_model.files import CONSTANTS, LEGACY_INIT_OP_KEY, MAIN_OP_KEY
from stagelight.saving.saved_model.older_models import tensor_names
from stagelight.types.dtypes import float32, string

_TAGS = ("SERVING", "TRAINING", "GPU", "TPU")
_OF_SIGNATURES = ("CLASSIFY_", "PREDICT_", "REGRESS_", "DEFAULT_SERVING_")
_KEYS = {"MAIN_OP_KEY": MAIN_OP_KEY, "LEGACY_INIT_OP_KEY": LEGACY_INIT_OP_KEY}

for _name, _value in {**CONSTANTS, **_KEYS}.items():
    _group = "constants"
    if _name in _TAGS:
        _group = "tag_constants"
    elif _name.startswith(_OF_SIGNATURES):
        _group = "signature_constants"
    publish(f"compat.v1.saved_model.{_group}.{_name}", _value)
    if _name in _KEYS:
        publish(f"compat.v1.saved_model.{_name}", _value)

_CLASSIFY = CONSTANTS["CLASSIFY_METHOD_NAME"]
_PREDICT = CONSTANTS["PREDICT_METHOD_NAME"]
_REGRESS = CONSTANTS["REGRESS_METHOD_NAME"]


@public("compat.v1.saved_model.build_tensor_info", "compat.v1.saved_model.utils.build_tensor_info")
def build_tensor_info(tensor: Any) -> Any:
    """A `TensorInfo`: the name, the dtype and the shape of a tensor of a graph.

    Args:
        tensor: a tensor, a sparse tensor, or another composite one.

    Raises:
        RuntimeError: no graph is being built.
        ValueError: it is no tensor of a graph.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
    ...     tf.compat.v1.saved_model.build_tensor_info(x).name
    'x:0'
    """
    if CONTEXT.stage is None:
        raise RuntimeError("`build_tensor_info` is not supported in eager execution.")
    info = schema.TensorInfo()
    if isinstance(tensor, SparseTensor):
        info.dtype = tensor.dtype.as_datatype_enum
        info.coo_sparse.indices_tensor_name = _name_of(tensor.indices)
        info.coo_sparse.values_tensor_name = _name_of(tensor.values)
        info.coo_sparse.dense_shape_tensor_name = _name_of(tensor.dense_shape)
        set_shape(info.tensor_shape, tensor.shape)
    elif isinstance(tensor, CompositeTensor):
        spec: Any = tensor._type_spec
        info.composite_tensor.type_spec.CopyFrom(encoded(spec).type_spec_value)
        for component in spec._to_components(tensor):
            info.composite_tensor.components.append(build_tensor_info(component))
    else:
        info.name = _name_of(tensor)
        info.dtype = tensor.dtype.as_datatype_enum
        set_shape(info.tensor_shape, tensor.shape)
    return info


def _name_of(tensor: Any) -> str:
    if not isinstance(getattr(tensor, "graph", None), Graph):
        raise ValueError(f"A tensor of a graph is required. Received: {tensor!r}")
    return str(tensor.name)


@public(
    "compat.v1.saved_model.get_tensor_from_tensor_info",
    "compat.v1.saved_model.utils.get_tensor_from_tensor_info",
)
def get_tensor_from_tensor_info(
    tensor_info: Any, graph: Graph | None = None, import_scope: str | None = None
) -> Any:
    """The tensor, or sparse tensor, of a graph that a `TensorInfo` tells of.

    Args:
        tensor_info: the message.
        graph: by default the default one.
        import_scope: stands before the names in the graph.

    Raises:
        KeyError: the graph has no such tensor.
        NotImplementedError: it is another composite tensor than a sparse one.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    ...     info = tf.compat.v1.saved_model.build_tensor_info(x)
    ...     tf.compat.v1.saved_model.get_tensor_from_tensor_info(info).name
    'x:0'
    """
    graph = get_default_graph() if graph is None else graph
    prefix = f"{import_scope}/" if import_scope else ""
    found = [graph.get_tensor_by_name(prefix + name) for name in tensor_names(tensor_info)]
    return SparseTensor(*found) if len(found) == 3 else found[0]


@public(
    "compat.v1.saved_model.build_signature_def",
    "compat.v1.saved_model.signature_def_utils.build_signature_def",
)
def build_signature_def(
    inputs: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    method_name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Any:
    """A `SignatureDef`.

    Args:
        inputs: `TensorInfo`s by name.
        outputs: `TensorInfo`s by name.
        method_name: what the signature is for, such as "tensorflow/serving/predict".
        defaults: values of inputs that need not be given: `TensorProto`s, or what becomes tensors.

    >>> tf.compat.v1.saved_model.build_signature_def(method_name="m").method_name
    'm'
    """
    signature = schema.SignatureDef()
    for infos, field in ((inputs, signature.inputs), (outputs, signature.outputs)):
        for name, info in (infos or {}).items():
            field[name].CopyFrom(info)
    if method_name is not None:
        signature.method_name = method_name
    for name, value in (defaults or {}).items():
        is_message = isinstance(value, schema.TensorProto)
        signature.defaults[name].CopyFrom(value if is_message else make_tensor_proto(value))
    return signature


@public(
    "compat.v1.saved_model.predict_signature_def",
    "compat.v1.saved_model.signature_def_utils.predict_signature_def",
)
def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    """A `SignatureDef` of any computation.

    Args:
        inputs: tensors of a graph by name.
        outputs: the same.

    Raises:
        ValueError: there are no inputs, or no outputs.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    ...     signature = tf.compat.v1.saved_model.predict_signature_def({"x": x}, {"y": x * 2.0})
    ...     signature.inputs["x"].name, signature.method_name
    ('x:0', 'tensorflow/serving/predict')
    """
    _require(inputs=inputs, outputs=outputs)
    return build_signature_def(_infos(inputs), _infos(outputs), _PREDICT)


@public(
    "compat.v1.saved_model.regression_signature_def",
    "compat.v1.saved_model.signature_def_utils.regression_signature_def",
)
def regression_signature_def(examples: Any, predictions: Any) -> Any:
    """A `SignatureDef` of a regression.

    Args:
        examples: a string tensor of a graph, of serialized `tf.train.Example`s.
        predictions: a float32 tensor.

    Raises:
        ValueError: one is None, or of another dtype.

    >>> with tf.Graph().as_default():
    ...     texts = tf.compat.v1.placeholder(tf.string, [None])
    ...     signature = tf.compat.v1.saved_model.regression_signature_def(texts, tf.zeros([3]))
    ...     sorted(signature.outputs)
    ['outputs']
    """
    _require(examples=examples, predictions=predictions)
    given = _infos({"inputs": examples})
    found = _infos({"outputs": predictions})
    _require_dtype("Regression input", given, string)
    _require_dtype("Regression output", found, float32)
    return build_signature_def(given, found, _REGRESS)


@public(
    "compat.v1.saved_model.classification_signature_def",
    "compat.v1.saved_model.signature_def_utils.classification_signature_def",
)
def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Any:
    """A `SignatureDef` of a classification.

    Args:
        examples: a string tensor of a graph, of serialized `tf.train.Example`s.
        classes: a string tensor; None for none.
        scores: a float32 tensor; None for none.

    Raises:
        ValueError: there are no examples, neither classes nor scores, or one is of another dtype.

    >>> with tf.Graph().as_default():
    ...     texts = tf.compat.v1.placeholder(tf.string, [None])
    ...     make = tf.compat.v1.saved_model.classification_signature_def
    ...     sorted(make(texts, None, tf.zeros([3])).outputs)
    ['scores']
    """
    _require(examples=examples)
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    given = _infos({"inputs": examples})
    of_classes = {} if classes is None else _infos({"classes": classes})
    of_scores = {} if scores is None else _infos({"scores": scores})
    _require_dtype("Classification input", given, string)
    _require_dtype("Classification classes", of_classes, string)
    _require_dtype("Classification scores", of_scores, float32)
    return build_signature_def(given, of_classes | of_scores, _CLASSIFY)


@public(
    "compat.v1.saved_model.is_valid_signature",
    "compat.v1.saved_model.signature_def_utils.is_valid_signature",
)
def is_valid_signature(signature_def: Any) -> bool:
    """Whether servers can use a `SignatureDef`: it has a known method, and the tensors that this needs.

    >>> tf.compat.v1.saved_model.is_valid_signature(tf.compat.v1.saved_model.build_signature_def())
    False
    """
    method, inputs, outputs = (
        signature_def.method_name,
        dict(signature_def.inputs),
        dict(signature_def.outputs),
    )
    if method == _PREDICT:
        return bool(inputs) and bool(outputs)
    takes_examples = (
        set(inputs) == {"inputs"} and inputs["inputs"].dtype == schema.DataType.DT_STRING
    )
    numbers = {"scores": schema.DataType.DT_FLOAT, "classes": schema.DataType.DT_STRING}
    if method == _REGRESS:
        numbers = {"outputs": schema.DataType.DT_FLOAT}
    elif method != _CLASSIFY:
        return False
    fits = all(numbers.get(name) == info.dtype for name, info in outputs.items())
    return takes_examples and bool(outputs) and fits


def _require(**given: Any) -> None:
    for name, value in given.items():
        if value is None or (isinstance(value, Mapping) and not value):
            raise ValueError(f"`{name}` cannot be None or empty.")


def _require_dtype(what: str, infos: Mapping[str, Any], dtype: Any) -> None:
    for info in infos.values():
        if info.dtype != dtype.as_datatype_enum:
            raise ValueError(
                f"{what} tensors must be of type {dtype.name}. Received: {info.name} of dtype number "
                f"{info.dtype}"
            )


def _infos(tensors: Mapping[str, Any]) -> dict[str, Any]:
    return {name: build_tensor_info(tensor) for name, tensor in tensors.items()}
