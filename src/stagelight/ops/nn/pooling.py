"""Pooling: the ops `MaxPool` and `AvgPool`, in two and three dimensions, with their gradients.

`tf.nn.max_pool` and its kin are in `pooling_functions`, maxima with their places in
`pooling_with_argmax`, pooling by fractions in `fractional_pooling`. The arithmetic is in
`pooling_kernels`, the geometry in `windows`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import Inferred, invalid, known_dims, shape_from
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.pooling_kernels import (
    average_pool,
    average_pool_back,
    max_pool,
    max_pool_with_source,
    put_at_source,
    take_at_source,
)
from stagelight.ops.nn.windows import (
    arranged,
    channel_of,
    channels_last,
    explicit_pairs,
    in_format,
    spatial,
    windows_of,
)
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_MAX_DTYPES = (
    *dtypes.FLOATING,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.int16,
    dtypes.int8,
    dtypes.uint16,
    dtypes.qint8,
)
_THREE_D_DTYPES = (dtypes.float16, dtypes.bfloat16, dtypes.float32)
SAME_OR_VALID = ("SAME", "VALID")

# ---------------------------------------------------------------------------- geometry


class Pool:
    """The windows of one pooling, by the op's attrs.

    Where a window spans several channels, the channels are seen as one more spatial axis.
    """

    def __init__(
        self,
        sizes: Sequence[int | None],
        *,
        ksize: Sequence[int],
        strides: Sequence[int],
        padding: str,
        data_format: str,
        explicit_paddings: Sequence[int] = (),
        **_attrs: Any,
    ) -> None:
        rank = len(sizes)
        for what, values in (("ksize", ksize), ("strides", strides)):
            if len(values) != rank:
                raise invalid(f"Sliding window {what} field must specify {rank} dimensions.")
            if any(value <= 0 for value in values):
                raise invalid(
                    f"Sliding window {what} must be positive. "
                    f"The specified or inferred {what} is: {','.join(map(str, values))}"
                )
        if ksize[0] != 1 or strides[0] != 1:
            raise errors.UnimplementedError(
                None, None, "Pooling is not yet supported on the batch dimension."
            )
        self.data_format = data_format
        self.batch = sizes[0]
        self.channels = channel_of(sizes, data_format)
        self.over_channels = channel_of(ksize, data_format) != 1
        if self.over_channels and any(k != 1 for k in spatial(ksize, data_format)):
            raise errors.UnimplementedError(
                None,
                None,
                "Pooling supports exactly one of pooling across depth or pooling across "
                "width/height.",
            )
        explicit = explicit_pairs(explicit_paddings, data_format) if explicit_paddings else []
        self._explicit = explicit
        self.windows = windows_of(
            spatial(sizes, data_format),
            spatial(ksize, data_format),
            spatial(strides, data_format),
            [1] * (rank - 2),
            padding,
            explicit,
        )
        if self.over_channels:
            span = channel_of(ksize, data_format), channel_of(strides, data_format)
            self.windows += windows_of([self.channels], [span[0]], [span[1]], [1], padding)

    def output_sizes(self) -> list[int | None]:
        """The sizes of the output, in the data format."""
        outputs = [window.output for window in self.windows]
        channels = outputs.pop() if self.over_channels else self.channels
        return arranged(self.batch, outputs, channels, self.data_format)

    def enter(self, x: np.ndarray) -> np.ndarray:
        """The array as the kernels see it.

        Raises:
            InvalidArgumentError: padding as large as the window.
            UnimplementedError: windows of channels that overlap or do not fit.
        """
        self._require_whole_windows()
        x = channels_last(x, self.data_format)
        return x[..., None] if self.over_channels else x

    def _require_whole_windows(self) -> None:
        if self.over_channels and len(self.windows) == 3:
            window = self.windows[-1]
            if window.kernel is None or window.kernel != window.stride:
                raise errors.UnimplementedError(
                    None,
                    None,
                    "Depthwise max pooling requires the depth window to equal the depth stride",
                )
            if self.channels is not None and self.channels % window.kernel:
                raise errors.UnimplementedError(
                    None,
                    None,
                    "Depthwise max pooling requires the depth window to evenly divide the input depth",
                )
        for window, pair in zip(self.windows, self._explicit, strict=False):
            if window.kernel is not None and max(pair) >= window.kernel:
                raise invalid(
                    f"Padding {max(pair)} needs to be smaller than the window size {window.kernel}"
                )

    def leave(self, x: np.ndarray) -> np.ndarray:
        """A kernel's result in the data format."""
        return in_format(x[..., 0] if self.over_channels else x, self.data_format)


def _sizes(x: Tensor, rank: int) -> list[int | None]:
    if x.shape.rank is None:
        return [None] * rank
    if x.shape.rank != rank:
        raise invalid(
            f"tensor_in_shape must have {rank - 2} spatial dimensions. "
            f"Received shape: {list(x.shape)}"
        )
    return x.shape.as_list()


def pool_of(x: np.ndarray, data_format: str, attrs: dict[str, Any]) -> Pool:
    rank = len(data_format)
    if x.ndim != rank:
        raise invalid(f"tensor_in_shape must have {rank - 2} spatial dimensions. {x.ndim} given")
    return Pool(x.shape, data_format=data_format, **attrs)


def attrs_of(op: Any) -> dict[str, Any]:
    return {key: value for key, value in op.attrs.items() if key not in ("T", "TInput")}


# ---------------------------------------------------------------------------- forward


def infer_forward(default: str, is_mean: bool = False) -> Callable[..., Inferred]:
    def infer(input: Tensor, *, data_format: str = default, **attrs: Any) -> Inferred:
        pool = Pool(_sizes(input, len(default)), data_format=data_format, **attrs)
        if is_mean:
            _require_spatial(pool)
        return Inferred(TensorShape(pool.output_sizes()), input.dtype)

    return infer


def _forward(default: str, function: Callable[..., np.ndarray]) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType, input: np.ndarray, *, data_format: str = default, **attrs: Any
    ) -> np.ndarray:
        pool = pool_of(input, data_format, attrs)
        if function is average_pool:
            _require_spatial(pool)
        return pool.leave(function(pool.enter(input), pool.windows))

    return kernel


def _require_spatial(pool: Pool) -> None:
    """TF: means are taken over spatial axes only.

    Raises:
        UnimplementedError: the windows span channels.
    """
    if pool.over_channels:
        raise errors.UnimplementedError(None, None, "Non-spatial pooling is not yet supported.")


def like_first(x: Tensor, *_rest: Tensor, **_attrs: Any) -> Inferred:
    """The first input's shape and dtype."""
    return Inferred(x.shape, x.dtype)


def _like_second(x: Tensor, y: Tensor, *_rest: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(y.shape, y.dtype)


# ---------------------------------------------------------------------------- maxima and their way
# back


def _max_back(default: str) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        orig_input: np.ndarray,
        orig_output: np.ndarray,
        grad: np.ndarray,
        *,
        data_format: str = default,
        **attrs: Any,
    ) -> np.ndarray:
        pool = pool_of(orig_input, data_format, attrs)
        check_shape("orig_output", orig_output, pool.output_sizes())
        check_shape("grad", grad, pool.output_sizes())
        x = pool.enter(orig_input)
        _, source = max_pool_with_source(x, pool.windows)
        return pool.leave(put_at_source(pool.enter(grad), source, x.shape))

    return kernel


def _max_forth(default: str) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        orig_input: np.ndarray,
        orig_output: np.ndarray,
        grad: np.ndarray,
        *,
        data_format: str = default,
        **attrs: Any,
    ) -> np.ndarray:
        pool = pool_of(orig_input, data_format, attrs)
        check_shape("orig_output", orig_output, pool.output_sizes())
        check_shape("grad", grad, orig_input.shape)
        _, source = max_pool_with_source(pool.enter(orig_input), pool.windows)
        return pool.leave(take_at_source(pool.enter(grad), source))

    return kernel


def check_shape(what: str, x: np.ndarray, required: Sequence[Any]) -> None:
    if list(x.shape) != list(required):
        raise invalid(f"Expected {what} shape to be {list(required)}, but got {list(x.shape)}")


def _max_gradients(back: str, forth: str) -> tuple[Any, Any, Any]:
    """The gradient rules of MaxPool, its gradient, and the gradient's gradient."""

    def of_forward(op: Any, dy: Tensor) -> Tensor:
        return getattr(raw, back)(op.inputs[0], op.output, dy, **attrs_of(op))

    def of_back(op: Any, dx: Tensor) -> list[Any]:
        x, y, _ = op.inputs
        attrs = attrs_of(op)
        if attrs.get("padding") == "EXPLICIT":
            raise LookupError(
                "Explicit padding of max pooling has no second gradient: required SAME or VALID."
            )
        attrs.pop("explicit_paddings", None)
        second = getattr(raw, forth)(x, y, dx, **attrs)
        return [raw.ZerosLike(x), raw.ZerosLike(y), second]

    def of_forth(op: Any, dy: Tensor) -> list[Any]:
        x, y, _ = op.inputs
        return [raw.ZerosLike(x), raw.ZerosLike(y), getattr(raw, back)(x, y, dy, **attrs_of(op))]

    return of_forward, of_back, of_forth


def _window_attrs(default: str, paddings: Sequence[str] = SAME_OR_VALID) -> dict[str, Any]:
    formats = {"NHWC": ("NHWC", "NCHW"), "NDHWC": ("NDHWC", "NCDHW")}[default]
    explicit = {"explicit_paddings": attr("list(int)", [])} if "EXPLICIT" in paddings else {}
    return {
        "ksize": attr("list(int)"),
        "strides": attr("list(int)"),
        "padding": attr("string", allowed=tuple(paddings)),
        **explicit,
        "data_format": attr("string", default, formats),
    }


def _define_max_family(default: str, names: tuple[str, str, str]) -> None:
    forward, back, forth = names
    rules = _max_gradients(back, forth)
    is_flat = default == "NHWC"
    paddings = (*SAME_OR_VALID, "EXPLICIT") if is_flat else SAME_OR_VALID
    allowed = _MAX_DTYPES if is_flat else _THREE_D_DTYPES
    original = "T" if is_flat else "TInput"
    define(
        forward,
        "input: T",
        "output: T",
        {
            "T": types(allowed, dtypes.float32 if is_flat else types().default),
            **_window_attrs(default, paddings),
        },
        infer=infer_forward(default),
        kernel=_forward(default, max_pool),
        gradient=rules[0],
    )
    define(
        back,
        f"orig_input: {original}, orig_output: {original}, grad: T",
        "output: T",
        {
            **_window_attrs(default, paddings),
            "T": types(dtypes.REAL if is_flat else _THREE_D_DTYPES, dtypes.float32),
            **({} if is_flat else {"TInput": types(_THREE_D_DTYPES, dtypes.float32)}),
        },
        infer=like_first,
        kernel=_max_back(default),
        gradient=rules[1],
    )
    define(
        forth,
        "orig_input: T, orig_output: T, grad: T",
        "output: T",
        {**_window_attrs(default), "T": types(dtypes.REAL)},
        infer=_like_second,
        kernel=_max_forth(default),
        gradient=rules[2],
    )


_define_max_family("NHWC", ("MaxPool", "MaxPoolGrad", "MaxPoolGradGrad"))
_define_max_family("NDHWC", ("MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad"))

# ---------------------------------------------------------------------------- sizes as inputs


def _sizes_as_inputs(function: Any, count: int) -> Any:
    """A kernel or inference of `count` tensors that takes ksize and strides as its last inputs."""

    def kernel(xp: ModuleType, *arrays: np.ndarray, **attrs: Any) -> Any:
        # TF: the sizes may be arranged in any way.
        ksize, strides = (array.reshape(-1).tolist() for array in arrays[count:])
        return function(xp, *arrays[:count], ksize=ksize, strides=strides, **attrs)

    return kernel


def _infer_max_v2(input: Tensor, ksize: Tensor, strides: Tensor, **attrs: Any) -> Inferred:
    known = known_dims(ksize), known_dims(strides)
    if any(dims is None or None in dims for dims in known):
        return Inferred(TensorShape([None] * 4), input.dtype)
    return infer_forward("NHWC")(input, ksize=known[0], strides=known[1], **attrs)


def _v2_gradients() -> tuple[Any, Any, Any]:
    def of_forward(op: Any, dy: Tensor) -> list[Any]:
        x, ksize, strides = op.inputs
        return [raw.MaxPoolGradV2(x, op.output, dy, ksize, strides, **attrs_of(op)), None, None]

    def of_back(op: Any, dx: Tensor) -> list[Any]:
        x, y, _, ksize, strides = op.inputs
        second = raw.MaxPoolGradGradV2(x, y, dx, ksize, strides, **attrs_of(op))
        return [raw.ZerosLike(x), raw.ZerosLike(y), second, None, None]

    def of_forth(op: Any, dy: Tensor) -> list[Any]:
        x, y, _, ksize, strides = op.inputs
        second = raw.MaxPoolGradV2(x, y, dy, ksize, strides, **attrs_of(op))
        return [raw.ZerosLike(x), raw.ZerosLike(y), second, None, None]

    return of_forward, of_back, of_forth


_V2_ATTRS = {
    key: value for key, value in _window_attrs("NHWC").items() if key not in ("ksize", "strides")
}
for _name, _inputs, _kernel, _infer, _gradient in zip(
    ("MaxPoolV2", "MaxPoolGradV2", "MaxPoolGradGradV2"),
    ("input: T", *["orig_input: T, orig_output: T, grad: T"] * 2),
    (
        _sizes_as_inputs(_forward("NHWC", max_pool), 1),
        _sizes_as_inputs(_max_back("NHWC"), 3),
        _sizes_as_inputs(_max_forth("NHWC"), 3),
    ),
    (_infer_max_v2, like_first, _like_second),
    _v2_gradients(),
    strict=True,
):
    define(
        _name,
        f"{_inputs}, ksize: int32, strides: int32",
        "output: T",
        {
            "T": types(dtypes.REAL, dtypes.float32)
            if _name != "MaxPoolV2"
            else types(_MAX_DTYPES, dtypes.float32),
            **_V2_ATTRS,
        },
        infer=_infer,
        kernel=_kernel,
        gradient=_gradient,
    )

# ---------------------------------------------------------------------------- means


def _infer_average_back(orig_input_shape: Tensor, grad: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(shape_from(orig_input_shape), grad.dtype)


def _average_back(default: str) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        orig_input_shape: np.ndarray,
        grad: np.ndarray,
        *,
        data_format: str = default,
        **attrs: Any,
    ) -> np.ndarray:
        sizes = orig_input_shape.tolist()
        if len(sizes) != len(default) or grad.ndim != len(default):
            raise invalid(
                f"Required: {len(default)} sizes and a gradient of as many axes. "
                f"Received: {sizes} and a gradient of {grad.ndim} axes."
            )
        pool = Pool(sizes, data_format=data_format, **attrs)
        check_shape("grad", grad, pool.output_sizes())
        return pool.leave(average_pool_back(pool.enter(grad), pool.windows))

    return kernel


def _shape_of(x: Tensor) -> Any:
    if x.shape.is_fully_defined():
        return np.asarray(x.shape.as_list(), np.int32)
    return raw.Shape(x)


def _define_average_family(default: str, forward: str, back: str, input_name: str) -> None:
    def of_forward(op: Any, dy: Tensor) -> Tensor:
        return getattr(raw, back)(_shape_of(op.inputs[0]), dy, **attrs_of(op))

    def of_back(op: Any, dx: Tensor) -> list[Any]:
        return [None, getattr(raw, forward)(dx, **attrs_of(op))]

    attrs = {**_window_attrs(default), "T": types(dtypes.FLOATING)}
    define(
        forward,
        f"{input_name}: T",
        "output: T",
        attrs,
        infer=infer_forward(default, is_mean=True),
        kernel=_forward(default, average_pool),
        gradient=of_forward,
    )
    define(
        back,
        "orig_input_shape: int32, grad: T",
        "output: T",
        attrs,
        infer=_infer_average_back,
        kernel=_average_back(default),
        gradient=of_back,
    )


_define_average_family("NHWC", "AvgPool", "AvgPoolGrad", "value")
_define_average_family("NDHWC", "AvgPool3D", "AvgPool3DGrad", "input")
