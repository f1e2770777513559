"""The public functions that know weak tensors: what stands for `tf.add`, `tf.exp`, `tf.constant` in "all".

A function of one tensor takes Python numbers as weak tensors and gives a weak one for a weak one. A function
of two first makes them one dtype by the rules of `lattice`. Other functions take a weak tensor as the tensor
that it holds. The package itself calls the usual functions.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.core.tensor import Tensor
from stagelight.logs import get_logger
from stagelight.numpy_style import lattice
from stagelight.numpy_style.operators import as_dtype_of_both
from stagelight.numpy_style.weak_tensor import WeakTensor, held_tensor, made_weak
from stagelight.public import find, recorded, replace
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType

Function = Callable[..., Any]

_NUMPY = "experimental.numpy."

# The argument that matters is the first one, but for `scalar_mul`.
OF_ONE = """
abs acos acosh asin asinh atan atanh clip_by_value cos cosh debugging.check_numerics exp expand_dims
floor identity image.adjust_brightness image.adjust_gamma image.extract_patches
image.random_brightness image.stateless_random_brightness linalg.diag linalg.diag_part
linalg.matrix_transpose linalg.tensor_diag_part linalg.trace math.angle math.bessel_i0 math.bessel_i0e
math.bessel_i1 math.bessel_i1e math.ceil math.conj math.digamma math.erf math.erfc math.erfcinv math.erfinv
math.expm1 math.imag math.lgamma math.log math.log1p math.log_sigmoid math.ndtri math.negative math.real
math.reciprocal math.reciprocal_no_nan math.reduce_euclidean_norm math.reduce_std math.reduce_variance
math.rint math.rsqrt math.softplus math.special.bessel_j0 math.special.bessel_j1 math.special.bessel_k0
math.special.bessel_k0e math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0
math.special.bessel_y1 math.special.dawsn math.special.expint math.special.fresnel_cos
math.special.fresnel_sin math.special.spence nn.depth_to_space nn.gelu nn.leaky_relu nn.log_softmax nn.relu6
nn.space_to_depth nn.swish ones_like reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod
reduce_sum reshape round sigmoid sign sin sinh sqrt square squeeze stop_gradient tan tanh transpose zeros_like
"""

NUMPY_OF_ONE = """
abs absolute amax amin angle arange arccos arcsin arcsinh arctan arctanh around array asanyarray asarray
ascontiguousarray average bitwise_not cbrt ceil conj conjugate copy cos cosh cumprod cumsum deg2rad diag
diagflat diagonal diff empty_like exp exp2 expand_dims expm1 fabs fix flatten flip fliplr flipud floor
full_like imag log log10 log1p log2 max mean min moveaxis nanmean negative ones_like positive prod ptp rad2deg
ravel real reciprocal repeat reshape rot90 round sign sin sinc sinh sort sqrt square squeeze std sum swapaxes
tan tanh trace transpose triu vander var zeros_like
"""

OF_TWO = """
add math.divide_no_nan divide math.floordiv math.floormod matmul multiply math.multiply_no_nan pow realdiv
subtract truediv truncatediv truncatemod experimental.numpy.matmul
"""
COMPARING = "equal maximum minimum"
NUMPY_OF_EACH = "atleast_1d atleast_2d atleast_3d ix_"
ASSIGNING = ("assign", "assign_add", "assign_sub")


def _bound(signature: inspect.Signature, args: Any, kwargs: Any) -> dict[str, Any]:
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


def _promotion(function: Function, *values: Any) -> tuple[DType, bool] | None:
    """The dtype of values, and whether it is weak; None where no rule says it."""
    try:
        return lattice.result_type(*nest.flatten(values))
    except NotImplementedError:
        get_logger().warning(
            "The new dtype semantics do not support %s(%s). Falling back to old semantics.",
            function.__name__,
            ", ".join(str(type(value)) for value in values),
        )
        return None


def _marked(result: Any, is_weak: bool) -> Any:
    return made_weak(result) if is_weak else held_tensor(result)


def of_one(function: Function, argument: str | None = None) -> Function:
    """The function of one tensor with weak tensors and numbers for it."""
    signature = inspect.signature(function)
    name = argument or next(iter(signature.parameters))

    @functools.wraps(function)
    def promoting(*args: Any, **kwargs: Any) -> Any:
        values = _bound(signature, args, kwargs)
        x = values[name]
        if isinstance(x, Tensor):
            return _called(function, signature, values)
        if values.get("dtype") is not None:
            values[name] = held_tensor(x)
            return _called(function, signature, values)
        found = _promotion(function, x)
        if found is None:
            return _called(function, signature, values)
        values[name] = as_dtype_of_both(x, found[0])
        return _marked(_called(function, signature, values), found[1])

    return promoting


def _called(function: Function, signature: inspect.Signature, values: dict[str, Any]) -> Any:
    bound = inspect.BoundArguments(signature, values)
    return function(*bound.args, **bound.kwargs)


def of_two(function: Function, gives_weak: bool = True) -> Function:
    """The function of two tensors, which it first makes one dtype."""
    signature = inspect.signature(function)
    first, second, *_ = signature.parameters

    @functools.wraps(function)
    def promoting(*args: Any, **kwargs: Any) -> Any:
        values = _bound(signature, args, kwargs)
        found = _promotion(function, values[first], values[second])
        if found is None:
            return _called(function, signature, values)
        for name in (first, second):
            values[name] = as_dtype_of_both(values[name], found[0])
        return _marked(_called(function, signature, values), found[1] and gives_weak)

    return promoting


def of_each(function: Function) -> Function:
    """The function of any number of tensors, each of which it gives back changed."""

    @functools.wraps(function)
    def promoting(*args: Any) -> Any:
        found = [_promotion(function, arg) for arg in args]
        results = function(
            *[
                arg if each is None else as_dtype_of_both(arg, each[0])
                for arg, each in zip(args, found, strict=True)
            ]
        )
        weak = [each is not None and each[1] for each in found]
        if isinstance(results, Tensor):
            return _marked(results, weak[0])
        return [_marked(result, is_weak) for result, is_weak in zip(results, weak, strict=True)]

    return promoting


def _constant(function: Function) -> Function:
    """`tf.constant`, which gives a weak tensor for a number of Python's without a dtype."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def promoting(*args: Any, **kwargs: Any) -> Any:
        values = _bound(signature, args, kwargs)
        value, dtype = values["value"], values["dtype"]
        found = _promotion(function, value, dtype)
        values["value"] = held_tensor(value)
        if found is None:
            return _called(function, signature, values)
        if dtype is not None:
            if found[0] == dtype and isinstance(value, (Tensor, WeakTensor)):
                values["value"] = as_dtype_of_both(value, found[0])
            return _called(function, signature, values)
        values["dtype"] = found[0]
        return _marked(_called(function, signature, values), found[1])

    return promoting


def _assigning(method: Function) -> Function:
    """A method of variables that takes values whose dtype gives way to the variable's."""

    @functools.wraps(method)
    def promoting(self: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
        found = _promotion(method, self, value)
        if found is not None:
            if found[0] is not self.dtype:
                raise TypeError(
                    f"Variable dtype is immutable. Calling {method.__name__} of Variable (with dtype "
                    f"{self.dtype}) on {value} requires converting {value} to {self.dtype}. This is disabled "
                    "in the current promotion semantics. Please convert it before."
                )
            value = as_dtype_of_both(value, self.dtype)
        return method(self, value, *args, **kwargs)

    return promoting


# ---------------------------------------------------------------------------- in their place


def _makers() -> dict[str, Callable[[Function], Function]]:
    """Public name -> what makes the function for it."""
    makers: dict[str, Callable[[Function], Function]] = dict.fromkeys(OF_ONE.split(), of_one)
    makers |= dict.fromkeys([_NUMPY + name for name in NUMPY_OF_ONE.split()], of_one)
    makers |= dict.fromkeys(OF_TWO.split(), of_two)
    makers |= dict.fromkeys([_NUMPY + name for name in NUMPY_OF_EACH.split()], of_each)
    makers |= dict.fromkeys(COMPARING.split(), functools.partial(of_two, gives_weak=False))
    makers["scalar_mul"] = functools.partial(of_one, argument="x")
    makers["constant"] = _constant
    return makers


_usual_methods = {name: vars(Variable)[name] for name in ASSIGNING}
_usual_functions: dict[str, Function] = {}


def use(wanted: bool) -> None:
    """Puts the functions in the place of the public ones, under all their names; or those back."""
    if wanted and not _usual_functions:
        made = {}
        for name, maker in _makers().items():
            function = find(name)
            made[id(function)] = maker(function)
        _usual_functions.update(
            {name: value for name, value in recorded().items() if id(value) in made}
        )
        replace({name: made[id(value)] for name, value in _usual_functions.items()})
        for name, method in _usual_methods.items():
            setattr(Variable, name, _assigning(method))
    elif not wanted and _usual_functions:
        replace(_usual_functions)
        _usual_functions.clear()
        for name, method in _usual_methods.items():
            setattr(Variable, name, method)
