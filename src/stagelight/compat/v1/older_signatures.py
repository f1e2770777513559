"""Functions whose arguments TensorFlow 1 ordered or named otherwise, as a table.

A row is the older signature, then the current functions that have it in `compat.v1`:

    "input axis=None name=None dimension>axis"    `dimension` is another name for `axis`
    "x y data~=None"                              `data` is accepted and has no meaning any more
    "math.argmax*"                                also as `compat.v1.argmax`, without its namespace
    "strings.to_number=string_to_number"          also under that name
    "io.gfile.copy>gfile.Copy"                    under that name alone

An argument that is None takes the current function's default.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from stagelight.public import find, publish_lazily
from stagelight.types import dtypes

_ASSERTION = "data~=None summarize=None message=None name=None"

_SIGNATURES: dict[str, str] = {
    "input axis=None name=None dimension>axis output_type=int64": "math.argmax* math.argmin*",
    f"x y {_ASSERTION}": (
        "debugging.assert_equal* debugging.assert_greater* debugging.assert_greater_equal* "
        "debugging.assert_less* debugging.assert_less_equal* debugging.assert_none_equal*"
    ),
    f"x {_ASSERTION}": (
        "debugging.assert_negative* debugging.assert_non_negative* debugging.assert_non_positive* "
        "debugging.assert_positive*"
    ),
    f"x y rtol=None atol=None {_ASSERTION}": "debugging.assert_near*",
    "x rank data~=None summarize~=None message=None name=None": (
        "debugging.assert_rank* debugging.assert_rank_at_least*"
    ),
    "x ranks data~=None summarize~=None message=None name=None": "debugging.assert_rank_in*",
    "tensor name=None message=None": "debugging.assert_scalar*",
    "x message=None name=None": "debugging.assert_integer*",
    "tensor tf_type message=None name=None": "debugging.assert_type*",
    "t>x msg>message name=None x=None message=None": (
        "debugging.assert_all_finite=verify_tensor_all_finite"
    ),
    "entity recursive=True arg_values~=None arg_types~=None indentation~='' "
    "experimental_optional_features=None": "autograph.to_code",
    "entity recursive=True arg_values~=None arg_types~=None experimental_optional_features=None": (
        "autograph.to_graph"
    ),
    "records record_defaults field_delim=',' use_quote_delim=True name=None na_value='' "
    "select_cols=None": "io.decode_csv*",
    "serialized features name=None example_names=None": "io.parse_example* io.parse_single_example*",
    "sp_input name=None out_type=string": "io.serialize_sparse* io.serialize_many_sparse*",
    "datasets weights=None seed=None stop_on_empty_dataset=False": (
        "data.experimental.sample_from_datasets"
    ),
    "tensor mask name=None axis=None": "boolean_mask",
    "image boxes box_ind>box_indices crop_size=None method='bilinear' extrapolation_value=0 name=None "
    "box_indices=None": "image.crop_and_resize",
    "images boxes name=None colors=None": "image.draw_bounding_boxes",
    "value dtype=None name=None preferred_dtype>dtype_hint dtype_hint=None": "convert_to_tensor",
    "input axis=None name=None dim>axis": "expand_dims",
    "params indices validate_indices=None name=None axis=None batch_dims=0": "gather",
    "params indices name=None batch_dims=0 bad_indices_policy=''": "gather_nd",
    "ys xs grad_ys=None name='gradients' colocate_gradients_with_ops~=False gate_gradients=False "
    "aggregation_method=None stop_gradients=None unconnected_gradients=None": "gradients",
    "graph_def input_map=None return_elements=None name=None op_dict~=None producer_op_list=None": (
        "graph_util.import_graph_def*"
    ),
    "input_bytes=None out_type=None little_endian=True name=None bytes>input_bytes": (
        "io.decode_raw*"
    ),
    "tensor ord='euclidean' axis=None keepdims=None name=None keep_dims>keepdims": ("linalg.norm*"),
    "labels predictions num_classes=None dtype=int32 name=None weights=None": (
        "math.confusion_matrix*"
    ),
    "arr weights=None minlength=None maxlength=None dtype=int32": "math.bincount*",
    "input_tensor>input axis=None keepdims=None dtype=int64 name=None reduction_indices>axis "
    "keep_dims>keepdims input=None": "math.count_nonzero*",
    "predictions targets k name=None": "math.in_top_k nn.in_top_k",
    "logits axis=None name=None dim>axis": "nn.softmax math.softmax nn.log_softmax math.log_softmax",
    "input_tensor axis=None keepdims=None name=None reduction_indices>axis keep_dims>keepdims": (
        "math.reduce_all* math.reduce_any* math.reduce_logsumexp* math.reduce_max* "
        "math.reduce_mean* math.reduce_min* math.reduce_prod* math.reduce_sum*"
    ),
    "value>input ksize=None strides=None padding=None data_format='NHWC' name=None input=None": (
        "nn.avg_pool nn.avg_pool2d nn.max_pool"
    ),
    "t>input m>mean v>variance beta=None gamma=None variance_epsilon=None "
    "scale_after_normalization=None name=None input=None mean=None variance=None": (
        "nn.batch_norm_with_global_normalization"
    ),
    "value>input filters=None stride=None padding=None use_cudnn_on_gpu~=None data_format=None "
    "name=None input=None dilations=None": "nn.conv1d",
    "input filter>filters strides=None padding=None use_cudnn_on_gpu~=True data_format='NHWC' "
    "dilations=None name=None filters=None": "nn.conv2d",
    "value>input filter>filters output_shape=None strides=None padding='SAME' data_format='NHWC' "
    "name=None input=None filters=None dilations=None": "nn.conv2d_transpose",
    "input filter>filters strides=None padding=None data_format='NDHWC' dilations=None name=None "
    "filters=None": "nn.conv3d",
    "value>input filter>filters output_shape=None strides=None padding='SAME' data_format='NDHWC' "
    "name=None input=None filters=None dilations=None": "nn.conv3d_transpose",
    "input filter>filters padding=None strides=None dilation_rate>dilations name=None "
    "data_format=None filters=None dilations=None": "nn.convolution",
    "features name=None axis=-1": "nn.crelu",
    "weights biases labels inputs num_sampled num_classes num_true=1 sampled_values=None "
    "remove_accidental_hits=False partition_strategy~='mod' name='nce_loss'": "nn.nce_loss",
    "weights biases labels inputs num_sampled num_classes num_true=1 sampled_values=None "
    "remove_accidental_hits=True partition_strategy~='mod' name='sampled_softmax_loss' seed=None": (
        "nn.sampled_softmax_loss"
    ),
    "sp_input axis=None keepdims=None reduction_axes>axis keep_dims>keepdims": (
        "sparse.reduce_max=sparse_reduce_max sparse.reduce_sum=sparse_reduce_sum"
    ),
    "keyword_required~=None sp_input=None num_split=None axis=None name=None split_dim>axis": (
        "sparse.split=sparse_split"
    ),
    "input block_size name=None data_format='NHWC'": "nn.depth_to_space* nn.space_to_depth*",
    "input filter strides padding rate>dilations name=None data_format=None dilations=None": (
        "nn.depthwise_conv2d"
    ),
    "input ksize strides padding data_format='NHWC' Targmax>output_dtype name=None "
    "output_dtype=None include_batch_in_index=False": "nn.max_pool_with_argmax",
    "x axes shift=None name=None keep_dims>keepdims keepdims=None": "nn.moments",
    "input window_shape pooling_type padding=None dilation_rate>dilations strides=None name=None "
    "data_format=None dilations=None": "nn.pool",
    "input depthwise_filter pointwise_filter strides padding rate>dilations name=None "
    "data_format=None dilations=None": "nn.separable_conv2d",
    "x axes shift=None keep_dims>keepdims name=None keepdims=None": "nn.sufficient_statistics",
    "labels=None logits=None pos_weight=None name=None targets>labels": (
        "nn.weighted_cross_entropy_with_logits"
    ),
    "x axes frequency_weights name=None keep_dims>keepdims keepdims=None": "nn.weighted_moments",
    "tensor>input dtype=None name=None optimize~=True": "ones_like zeros_like",
    "tensor paddings mode='CONSTANT' name=None constant_values=0": "pad",
    "input seq_lengths seq_axis=None batch_axis=None name=None seq_dim>seq_axis "
    "batch_dim>batch_axis": "reverse_sequence",
    "input name=None out_type=None": "shape size",
    "data indices segment_ids name=None num_segments=None sparse_gradient=False": (
        "sparse.segment_mean=sparse_segment_mean sparse.segment_sqrt_n=sparse_segment_sqrt_n "
        "sparse.segment_sum=sparse_segment_sum"
    ),
    "input axis=None name=None squeeze_dims>axis": "squeeze",
    "string_tensor>input out_type=float32 name=None input=None": (
        "strings.to_number=string_to_number"
    ),
    "input name=None unit='BYTE'": "strings.length",
    "inputs axis=None keep_dims>keepdims separator='' name=None reduction_indices>axis "
    "keepdims=None": "strings.reduce_join=reduce_join",
    "input pos len name=None unit='BYTE'": "strings.substr*",
    "string_tensor>input num_buckets=None name=None input=None": (
        "strings.to_hash_bucket=string_to_hash_bucket"
    ),
    "a perm=None name='transpose' conjugate=False": "transpose",
    "dirname>path": (
        "io.gfile.isdir>gfile.IsDirectory io.gfile.listdir>gfile.ListDirectory "
        "io.gfile.makedirs>gfile.MakeDirs io.gfile.mkdir>gfile.MkDir "
        "io.gfile.rmtree>gfile.DeleteRecursively"
    ),
    "filename>path": (
        "io.gfile.exists>gfile.Exists io.gfile.remove>gfile.Remove io.gfile.stat>gfile.Stat"
    ),
    "filename>pattern": "io.gfile.glob>gfile.Glob",
    "oldname>src newname>dst overwrite=False": "io.gfile.rename>gfile.Rename",
    "oldpath>src newpath>dst overwrite=False": "io.gfile.copy>gfile.Copy",
    "top in_order>topdown": "io.gfile.walk>gfile.Walk",
    "tensors name=None control_inputs=None": "tuple",
}


class _Argument(NamedTuple):
    """An argument of an older signature, and what it is called now; None if it has no meaning."""

    name: str
    current: str | None
    default: Any


def _parsed(signature: str) -> list[_Argument]:
    arguments = []
    for word in signature.split():
        name, has_default, text = word.partition("=")
        default: Any = inspect.Parameter.empty
        if has_default:
            default = _DTYPES[text] if text in _DTYPES else ast.literal_eval(text)
        name, is_alias, current = name.partition(">")
        if is_alias:
            default = None
        if name.endswith("~"):
            arguments.append(_Argument(name[:-1], None, default))
        else:
            arguments.append(_Argument(name, current or name, default))
    return arguments


_DTYPES = {
    dtype.name: dtype for dtype in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.string)
}


def _older_form(function: Callable[..., Any], arguments: list[_Argument]) -> Callable[..., Any]:
    """The function with an older signature."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature(
        [inspect.Parameter(a.name, kind, default=a.default) for a in arguments]
    )

    @functools.wraps(function)
    def older(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        current: dict[str, Any] = {}
        for argument in arguments:
            value = given.arguments[argument.name]
            if value is None or argument.current is None:
                continue
            if argument.current in current:
                names = [a.name for a in arguments if a.current == argument.current]
                raise ValueError(f"Cannot specify both {names[0]!r} and {names[1]!r}.")
            current[argument.current] = value
        return function(**current)

    del older.__wrapped__  # Its signature is not this one's.
    older.__signature__ = signature  # type: ignore[attr-defined]
    older.__doc__ = (
        f"`{function.__name__}` with the arguments of TensorFlow 1:\n\n"
        f"    {', '.join(a.name for a in arguments)}\n\n"
        f"{inspect.getdoc(function)}\n"
    )
    return older


def _made_of(name: str, signature: str) -> Callable[..., Any]:
    """The current function of a public name with an older signature."""
    return _older_form(find(name), _parsed(signature))


def _publish() -> None:
    for signature, places in _SIGNATURES.items():
        for place in places.split():
            current, _, only = place.partition(">")
            current, _, another = current.partition("=")
            name = current.removesuffix("*")
            older = f"compat.v1.{only or name}"
            publish_lazily(older, _made_of, name, signature)
            if current.endswith("*"):
                another = name.rpartition(".")[2]
            if another:
                publish_lazily(f"compat.v1.{another}", find, older)


_publish()
