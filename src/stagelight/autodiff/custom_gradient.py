"""Gradients that the user writes: `tf.custom_gradient`, `tf.recompute_grad`.

A function with a gradient of its own becomes, for tapes and graphs alike, one application of `IdentityN`
on its results and arguments. That op has its own rule here: nothing flows back through the results' inner
computation, and the arguments get what the user's function gives.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MethodType, ModuleType
from typing import Any

from stagelight import nest
from stagelight.autodiff.backward import is_differentiable_dtype
from stagelight.autodiff.tape import GradientTape, gradient_key
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply, pushed
from stagelight.core.inference import Inferred
from stagelight.core.op_def import OpDef, Trait, attr, make_op_def
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public

# The attr in which an application keeps the user's function from gradients to gradients.
GRADIENT_FUNCTION = "_gradient_function"


def _infer(*inputs: Any, _gradient_function: Any = None) -> tuple[Inferred, ...]:
    return tuple(Inferred(x.shape, x.dtype, getattr(x, "handle_data", None)) for x in inputs)


def _pass_on(xp: ModuleType, *inputs: Any, _gradient_function: Any = None) -> Sequence[Any]:
    return inputs


def _gradient(op: Any, *output_gradients: Any) -> Sequence[Any]:
    return op.attrs[GRADIENT_FUNCTION](*output_gradients)


# The op that other programs see; here with another rule, carried by its attr.
IDENTITY_N: OpDef = make_op_def(
    "IdentityN",
    "input: T",
    "output: T",
    {"T": attr("list(type)")},
    infer=_infer,
    kernel=_pass_on,
    gradient=_gradient,
    traits=Trait.NONE_GRADIENTS,
)


class _AccessedVariables:
    """A recorder that only notes which trainable variables are read."""

    def __init__(self) -> None:
        self.variables: list[Any] = []

    def record(
        self, op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any], outputs: Sequence[Any]
    ) -> None:
        """Operations are for others."""

    def variable_accessed(self, variable: Any) -> None:
        """Notes a variable."""
        if not any(known is variable for known in self.variables):
            self.variables.append(variable)

    def follows(self, tensors: Sequence[Any]) -> bool:
        """It follows nothing."""
        return False


@public("custom_gradient")
def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: gives a function a gradient of its own.

    Args:
        f: `f(*x) -> (y, grad)`, where `grad(*dy) -> dx` gets the gradients of the results and gives
            those of the arguments. If `f` reads variables, `grad` takes the keyword argument
            `variables`, a list of them, and returns `(dx, dvariables)`.

    Returns:
        A function of `x` that gives `y`.

    Raises:
        TypeError: variables are read and `grad` does not take `variables`.
        ValueError: `grad` gives another number of gradients than there are arguments.

    >>> @tf.custom_gradient
    ... def log1pexp(x):
    ...     e = tf.exp(x)
    ...     def grad(dy):
    ...         return dy * (1 - 1 / (1 + e))
    ...     return tf.math.log(1 + e), grad
    >>> x = tf.constant(100.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = log1pexp(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(1.0)
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        if args and getattr(type(args[0]), getattr(f, "__name__", ""), None) is decorated:
            # A method: its object is no argument that has a gradient.
            return _call(MethodType(f, args[0]), args[1:], kwargs)
        return _call(f, args, kwargs)

    return decorated


def _call(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    # Variables are read by this, which tells tapes and the graph that they are used.
    arguments = [
        x if isinstance(x, Tensor) or x is None else convert_to_tensor(x)
        for x in nest.flatten(args, expand_composites=True)
    ]
    # TF: in a graph `f` gets the values of variables; eagerly it gets the variables themselves.
    given = _kept(args, arguments) if CONTEXT.stage is None else arguments
    handles = [gradient_key(x) for x in given]
    accessed = _AccessedVariables()
    # Tapes record the inner operations too: the gradient function may use what they computed, and
    # is itself differentiated for second derivatives.
    with pushed(recorders=(*CONTEXT.recorders, accessed)):
        result, grad = f(*nest.pack_sequence_as(args, given), **kwargs)
    flat_result = [convert_to_tensor(y) for y in nest.flatten(result, expand_composites=True)]
    variables = [
        v
        for v in accessed.variables
        if v.trainable and not any(v.handle is handle for handle in handles)
    ]
    if variables and not _takes_variables(grad):
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept "
            "a 'variables' keyword argument."
        )
    for variable in variables:
        variable._tell_access()

    def gradient_function(*output_gradients: Any) -> list[Any]:
        dys = [
            _zeros(y) if dy is None else dy
            for y, dy in zip(flat_result, output_gradients, strict=False)
        ]
        dxs, dvariables = _gradients_of(grad, dys, variables)
        if len(dxs) != len(arguments):
            raise ValueError(
                f"custom_gradient function expected to return {len(arguments)} gradients, "
                f"but returned {len(dxs)} instead."
            )
        return [None] * len(flat_result) + dxs + dvariables

    gradient_function.__name__ = getattr(f, "__name__", "a custom gradient")
    inputs = [*flat_result, *handles, *[v.handle for v in variables]]
    outputs = apply(IDENTITY_N, inputs, {GRADIENT_FUNCTION: gradient_function})
    return nest.pack_sequence_as(result, outputs[: len(flat_result)], expand_composites=True)


def _kept(args: tuple[Any, ...], converted: Sequence[Any]) -> list[Any]:
    """The arguments as `f` gets them: variables as they are, all else as tensors."""
    return [
        given if _is_variable(given) else tensor
        for given, tensor in zip(nest.flatten(args), converted, strict=True)
    ]


def _is_variable(x: Any) -> bool:
    return gradient_key(x) is not x


def _zeros(y: Tensor) -> Any:
    return raw.ZerosLike(y) if is_differentiable_dtype(y.dtype) else None


def _takes_variables(grad: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(grad).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(p.name == "variables" or p.kind is p.VAR_KEYWORD for p in parameters)


def _gradients_of(
    grad: Callable[..., Any], dys: Sequence[Any], variables: list[Any]
) -> tuple[list[Any], list[Any]]:
    if not variables:
        return _as_list(grad(*dys)), []
    dxs, dvariables = grad(*dys, variables=variables)
    dvariables = _as_list(dvariables)
    if len(dvariables) != len(variables):
        raise ValueError(
            f"Must return gradient for each variable from @custom_gradient grad_fn: "
            f"required {len(variables)}, received {len(dvariables)}."
        )
    return _as_list(dxs), dvariables


def _as_list(gradients: Any) -> list[Any]:
    if gradients is None:
        return [None]
    return [
        g if g is None or hasattr(g, "dtype") else convert_to_tensor(g)
        for g in (nest.flatten(gradients) if isinstance(gradients, (list, tuple)) else [gradients])
    ]


@public("recompute_grad")
def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: saves memory by computing `f` again in the backward pass.

    Args:
        f: a function of tensors.

    Returns:
        A function with the same results and gradients that keeps only its arguments.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = tf.recompute_grad(lambda x: x * x)(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(6.0)
    """

    @custom_gradient
    def recomputed(*args: Any, **kwargs: Any) -> Any:
        result = f(*args, **kwargs)

        def grad(*dys: Any, variables: Any = None) -> Any:
            # The arguments once more, so that nothing but them is kept. Each is a tensor of its own: an
            # argument that is given twice gets the gradient of either place, not of both.
            places = [
                x if x is None else raw.Identity(x)
                for x in nest.flatten(args, expand_composites=True)
            ]
            with GradientTape() as tape:
                tape.watch(places)
                if variables:
                    tape.watch(variables)
                again = f(*nest.pack_sequence_as(args, places, expand_composites=True), **kwargs)
            gradients = tape.gradient(
                again,
                [*places, *(variables or ())],
                output_gradients=list(dys),
                unconnected_gradients="zero",
            )
            dxs = gradients[: len(gradients) - len(variables or ())]
            return (dxs, gradients[len(dxs) :]) if variables else dxs

        return result, grad

    return functools.wraps(f)(recomputed)


@public("grad_pass_through")
def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function with the results of `f` and the gradients of the identity.

    Args:
        f: `f(*x)` gives as many tensors as it takes.

    Returns:
        A function `h(*x)` that gives `f(*x)`; the gradient of each result is that of its argument.
        Variables that `f` reads get none.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = tf.grad_pass_through(tf.round)(x * x)
    >>> tape.gradient(y, x).numpy()
    np.float32(6.0)
    """

    @custom_gradient
    def passed_through(*args: Any, **kwargs: Any) -> Any:
        def grad(*dys: Any, variables: Any = None) -> Any:
            return dys if variables is None else (dys, [None] * len(variables))

        return f(*args, **kwargs), grad

    return functools.wraps(f)(passed_through)
