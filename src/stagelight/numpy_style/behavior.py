"""`tf.experimental.numpy.experimental_enable_numpy_behavior`: tensors that behave as NumPy's arrays.

The settings say what is asked for; when they change, methods of tensors and public functions are put in place
or taken back. So the usual operators cost nothing, and `with config.changed(...)` undoes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight import config
from stagelight.boundary import guarded
from stagelight.core.tensor import EagerTensor, Tensor, is_symbolic_tensor
from stagelight.logs import get_logger
from stagelight.numpy_style import brackets, operators, promoting_functions
from stagelight.numpy_style.arithmetic import around, clip
from stagelight.numpy_style.reductions import amax, amin, mean
from stagelight.numpy_style.shapes import flatten, ravel, reshape, transpose
from stagelight.numpy_style.weak_tensor import WeakTensor
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public

_MODES = ("off", "legacy", "safe", "all")


@public("experimental.numpy.experimental_enable_numpy_behavior")
def experimental_enable_numpy_behavior(
    prefer_float32: bool = False, dtype_conversion_mode: str = "legacy"
) -> None:
    """Lets tensors behave as NumPy's arrays, from now on.

    They get methods and properties of NumPy, such as `x.T` and `x.reshape(2, 3)`, and take NumPy's keys
    between brackets. Operators make their operands one dtype. In the modes "safe" and "all" the functions of
    `tf.experimental.numpy` infer int32 and float32, where it is int64 and float64 otherwise.

    Args:
        prefer_float32: whether Python's floats count as float32 in NumPy's rules.
        dtype_conversion_mode: "legacy" for NumPy's rules, "all" for those where Python numbers, and what
            comes of them, give way to the dtypes of arrays, "safe" for those of them that lose nothing, "off"
            for none.

    Raises:
        ValueError: there is no such mode.

    >>> tf.experimental.numpy.experimental_enable_numpy_behavior()
    >>> (tf.ones([2, 1], tf.int32) + tf.ones([2], tf.float32)).T.dtype
    tf.float64
    """
    if dtype_conversion_mode not in _MODES:
        raise ValueError(
            f"The provided promotion mode {dtype_conversion_mode} does not exist. Make sure the provided "
            "dtype conversion mode is one of the followings: 'off', 'legacy', 'safe' or 'all'."
        )
    if dtype_conversion_mode in ("safe", "all"):
        get_logger().warning(
            "UserWarning: enabling the new type promotion must happen at the beginning of the program. "
            "Please ensure no TF APIs have been used yet."
        )
    config.change(
        numpy_behavior=True,
        dtype_conversion=dtype_conversion_mode,
        prefers_float32=bool(prefer_float32),
    )


# ---------------------------------------------------------------------------- methods and brackets


def _size(x: Any) -> Any:
    """The number of elements, None where sizes are not known."""
    return np.prod(x.shape.as_list()) if x.shape.is_fully_defined() else None


def _tolist(x: Any) -> Any:
    """The elements as nested lists of Python's numbers."""
    if is_symbolic_tensor(x):
        raise ValueError("Symbolic Tensors do not support the tolist API.")
    return np.asarray(x).tolist()


def _reshape(x: Any, *newshape: Any, **kwargs: Any) -> Tensor:
    """The elements in another shape, given as one argument or several."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise ValueError(f"Unsupported arguments: {kwargs.keys()}")
    single = len(newshape) == 1 and not isinstance(newshape[0], int)
    return reshape(x, newshape[0] if single else newshape, order)


METHODS: dict[str, Any] = {
    "T": property(transpose),
    "__pos__": lambda x: x,
    "__round__": around,
    "astype": lambda x, dtype: cast(x, dtype),
    "clip": clip,
    "data": property(lambda x: x),
    "flatten": flatten,
    "max": amax,
    "mean": mean,
    "min": amin,
    "ravel": ravel,
    "reshape": _reshape,
    "size": property(_size),
    "tolist": _tolist,
    "transpose": transpose,
}

for _name in ("T", "flatten", "max", "mean", "min", "ravel", "reshape", "transpose"):
    _method = METHODS[_name]
    _is_property = isinstance(_method, property)
    _weak = promoting_functions.of_one(_method.fget if _is_property else _method)
    setattr(WeakTensor, _name, property(_weak) if _is_property else _weak)

_usual_brackets: dict[Any, Any] = {
    kind: vars(kind)["__getitem__"] for kind in (Tensor, EagerTensor)
}


def _getitem(x: Any, key: Any) -> Any:
    return brackets.getitem(x, key)


def _eager_getitem(x: EagerTensor, key: Any) -> Any:
    usual = (isinstance(key, tuple) and all(map(_is_plain, key))) or _is_plain(key)
    return _usual_brackets[EagerTensor](x, key) if usual else brackets.getitem(x, key)


def _is_plain(key: Any) -> bool:
    return key is None or key is Ellipsis or type(key) in (int, slice)


_NUMPY_BRACKETS: dict[type, Any] = {Tensor: _getitem, EagerTensor: _eager_getitem}


def _set_methods(wanted: bool) -> None:
    for name, method in METHODS.items():
        if wanted:
            setattr(Tensor, name, guarded(method))
        else:
            delattr(Tensor, name)
    for kind, usual in _usual_brackets.items():
        kind.__getitem__ = guarded(_NUMPY_BRACKETS[kind]) if wanted else usual


class _InPlace:
    """What tensors have now."""

    methods = False
    conversion = "off"


def _follow_settings() -> None:
    settings = config.current
    if settings.numpy_behavior != _InPlace.methods:
        _set_methods(settings.numpy_behavior)
        _InPlace.methods = settings.numpy_behavior
    if settings.dtype_conversion != _InPlace.conversion:
        if settings.dtype_conversion == "off":
            operators.uninstall()
        else:
            operators.install()
        promoting_functions.use(settings.dtype_conversion in ("safe", "all"))
        _InPlace.conversion = settings.dtype_conversion


config.on_change(_follow_settings)
