"""The updates of optimizers as ops: `ResourceApplyAdam` and its like, of whole variables and of rows.

Graphs of TensorFlow 1 and the older optimizers of Keras 2 apply them. Each is a rule: of the values before
and a gradient it makes the values after, be they those of whole variables or of the rows that indices pick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight import errors
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes

Array = Any
# The array module; the values before, in the order of the variables; the gradient; numbers by name -> the
# values after.
Rule = Callable[..., Sequence[Array]]


class Update(NamedTuple):
    """An op that updates variables.

    Attributes:
        rule: makes the values after.
        variables, names: of its variables, and of all inputs, in order.
        attrs: the names of the attrs that the rule takes.
    """

    rule: Rule
    variables: Sequence[str]
    names: Sequence[str]
    attrs: Sequence[str]


# By op.
UPDATES: dict[str, Update] = {}


# ---------------------------------------------------------------------------- rules


def _descend(xp: ModuleType, var: Array, *, grad: Array, alpha: Array) -> Sequence[Array]:
    return [var - alpha * grad]


def _momentum(
    xp: ModuleType,
    var: Array,
    accum: Array,
    *,
    grad: Array,
    lr: Array,
    momentum: Array,
    use_nesterov: bool = False,
) -> Sequence[Array]:
    accum = momentum * accum + grad
    step = lr * grad + lr * momentum * accum if use_nesterov else lr * accum
    return var - step, accum


def _keras_momentum(
    xp: ModuleType,
    var: Array,
    accum: Array,
    *,
    grad: Array,
    lr: Array,
    momentum: Array,
    use_nesterov: bool = False,
) -> Sequence[Array]:
    accum = momentum * accum - lr * grad
    return var + (momentum * accum - lr * grad if use_nesterov else accum), accum


def _adagrad(
    xp: ModuleType,
    var: Array,
    accum: Array,
    *,
    grad: Array,
    lr: Array,
    update_slots: bool = True,
    epsilon: Array | None = None,
) -> Sequence[Array]:
    if update_slots:
        accum = accum + grad * grad
    root = xp.sqrt(accum)
    return var - lr * grad / (root if epsilon is None else root + epsilon), accum


def _adadelta(
    xp: ModuleType,
    var: Array,
    accum: Array,
    accum_update: Array,
    *,
    grad: Array,
    lr: Array,
    rho: Array,
    epsilon: Array,
) -> Sequence[Array]:
    accum = rho * accum + (1 - rho) * grad * grad
    update = xp.sqrt(accum_update + epsilon) / xp.sqrt(accum + epsilon) * grad
    return var - lr * update, accum, rho * accum_update + (1 - rho) * update * update


def _adam(
    xp: ModuleType,
    var: Array,
    m: Array,
    v: Array,
    *,
    grad: Array,
    beta1_power: Array,
    beta2_power: Array,
    lr: Array,
    beta1: Array,
    beta2: Array,
    epsilon: Array,
    use_nesterov: bool = False,
) -> Sequence[Array]:
    step = lr * xp.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (grad * grad - v) * (1 - beta2)
    ahead = grad * (1 - beta1) + beta1 * m if use_nesterov else m
    return var - step * ahead / (xp.sqrt(v) + epsilon), m, v


def _amsgrad(
    xp: ModuleType, var: Array, m: Array, v: Array, vhat: Array, **given: Array
) -> Sequence[Array]:
    _, m, v = _adam(xp, var, m, v, **given)
    vhat = xp.maximum(vhat, v)
    step = given["lr"] * xp.sqrt(1 - given["beta2_power"]) / (1 - given["beta1_power"])
    return var - step * m / (xp.sqrt(vhat) + given["epsilon"]), m, v, vhat


def _adamax(
    xp: ModuleType,
    var: Array,
    m: Array,
    v: Array,
    *,
    grad: Array,
    beta1_power: Array,
    lr: Array,
    beta1: Array,
    beta2: Array,
    epsilon: Array,
) -> Sequence[Array]:
    m = m + (grad - m) * (1 - beta1)
    v = xp.maximum(beta2 * v, xp.abs(grad))
    return var - lr / (1 - beta1_power) * (m / (v + epsilon)), m, v


def _rms_prop(
    xp: ModuleType,
    var: Array,
    ms: Array,
    mom: Array,
    *,
    grad: Array,
    lr: Array,
    rho: Array,
    momentum: Array,
    epsilon: Array,
) -> Sequence[Array]:
    ms = ms + (grad * grad - ms) * (1 - rho)
    mom = momentum * mom + lr * grad / xp.sqrt(ms + epsilon)
    return var - mom, ms, mom


def _centered_rms_prop(
    xp: ModuleType,
    var: Array,
    mg: Array,
    ms: Array,
    mom: Array,
    *,
    grad: Array,
    lr: Array,
    rho: Array,
    momentum: Array,
    epsilon: Array,
) -> Sequence[Array]:
    ms = ms + (grad * grad - ms) * (1 - rho)
    mg = mg + (grad - mg) * (1 - rho)
    mom = momentum * mom + lr * grad / xp.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


def _ftrl(
    xp: ModuleType,
    var: Array,
    accum: Array,
    linear: Array,
    *,
    grad: Array,
    lr: Array,
    l1: Array,
    l2: Array,
    lr_power: Array,
    multiply_linear_by_lr: bool = False,
    l2_shrinkage: Array | None = None,
) -> Sequence[Array]:
    shrunk = grad if l2_shrinkage is None else grad + 2 * l2_shrinkage * var
    more = accum + grad * grad
    before, after = xp.power(accum, -lr_power), xp.power(more, -lr_power)
    # The linear term is kept times the learning rate, or not.
    scale, divisor = (lr, 1) if multiply_linear_by_lr else (1, lr)
    linear = linear + shrunk * scale - (after - before) / divisor * var
    kept = xp.abs(linear) > l1 * scale
    quotient = (l1 * scale * xp.sign(linear) - linear) / (after / divisor + 2 * l2 * scale)
    return xp.where(kept, quotient, 0), more, linear


# ---------------------------------------------------------------------------- ops


def _value_of(handle: Any) -> np.ndarray:
    variable = handle[()]
    if variable.value is None:
        raise errors.FailedPreconditionError(
            None, None, f"Error while reading variable {variable.name}: it is not initialized."
        )
    value: np.ndarray = variable.value
    return value


def _apply(
    rule: Rule,
    variables: Sequence[str],
    names: Sequence[str],
    xp: ModuleType,
    *given: Any,
    **attrs: Any,
) -> None:
    """The kernel of an update: the names are those of its variables, and of all inputs."""
    by_name = dict(zip(names, given, strict=True))
    attrs.pop("use_locking", None)
    handles = [by_name.pop(name) for name in variables]
    gradient_name = "delta" if "delta" in by_name else "grad"
    gradient, indices = by_name.pop(gradient_name), by_name.pop("indices", None)
    of_values = partial(rule, np, **by_name, **attrs)
    before = [_value_of(handle) for handle in handles]
    required = before[0].shape if indices is None else (*indices.shape, *before[0].shape[1:])
    if gradient.shape != required:
        raise invalid(
            "The gradient must have the shape of what it changes: required "
            f"{list(required)}, received {list(gradient.shape)}"
        )
    if indices is None:
        after: Sequence[Any] = of_values(*before, grad=gradient)
    else:
        after = _rows_updated(of_values, before, gradient, indices)
    for handle, value, old in zip(handles, after, before, strict=True):
        variable = handle[()]
        with variable.lock:
            variable.value = np.asarray(value, old.dtype)


def _rows_updated(
    rule: Rule, before: Sequence[np.ndarray], gradient: np.ndarray, indices: np.ndarray
) -> list[np.ndarray]:
    """The values after the rows have changed that indices pick; one that comes again changes again."""
    count = before[0].shape[0]
    if indices.size and not (indices.min() >= 0 and indices.max() < count):
        raise invalid(f"Indices are not in [0, {count}): {indices.tolist()}")
    after = [array.copy() for array in before]
    is_each_once = len(np.unique(indices)) == indices.size
    for part in [slice(None)] if is_each_once else [slice(i, i + 1) for i in range(indices.size)]:
        rows = indices[part]
        changed = rule(*[array[rows] for array in after], grad=gradient[part])
        for array, values in zip(after, changed, strict=True):
            array[rows] = values
    return after


def _nothing(*_inputs: Tensor, **_attrs: Any) -> tuple[Inferred, ...]:
    return ()


def _define(
    name: str, variables: str, inputs: str, rule: Rule, sparse: str = "", **attrs: bool
) -> None:
    """Defines the update of whole variables, and that of rows.

    Args:
        name: `Adam` of `ResourceApplyAdam`.
        variables: their names.
        inputs: the names of the other inputs, in the order of the signature.
        rule: the new values.
        sparse: the names of the other inputs of `ResourceSparseApply...`, if there is one.
        **attrs: further attrs, with their defaults.
    """
    for start, others in (("ResourceApply", inputs), ("ResourceSparseApply", sparse)):
        if not others:
            continue
        handles, rest = variables.split(), others.split()
        UPDATES[f"{start}{name}"] = Update(rule, handles, [*handles, *rest], [*attrs])
        with_rows = {"Tindices": types(dtypes.INDEX)} if "indices" in rest else {}
        define(
            f"{start}{name}",
            ", ".join(
                [f"{x}: resource" for x in handles]
                + [f"{x}: {'Tindices' if x == 'indices' else 'T'}" for x in rest]
            ),
            "",
            {"T": types(dtypes.NUMERIC), **with_rows, "use_locking": False, **attrs},
            infer=_nothing,
            kernel=partial(_apply, rule, handles, [*handles, *rest]),
            differentiable=False,
            traits=Trait.READS | Trait.WRITES,
        )


_define("GradientDescent", "var", "alpha delta", _descend)
_define(
    *("Momentum", "var accum", "lr grad momentum", _momentum),
    sparse="lr grad indices momentum",
    use_nesterov=False,
)
_define(
    *("KerasMomentum", "var accum", "lr grad momentum", _keras_momentum),
    sparse="lr grad indices momentum",
    use_nesterov=False,
)
_define(
    *("Adagrad", "var accum", "lr grad", _adagrad),
    sparse="lr grad indices",
    update_slots=True,
)
_define(
    *("AdagradV2", "var accum", "lr epsilon grad", _adagrad),
    sparse="lr epsilon grad indices",
    update_slots=True,
)
_define(
    *("Adadelta", "var accum accum_update", "lr rho epsilon grad", _adadelta),
    sparse="lr rho epsilon grad indices",
)
_define(
    *("Adam", "var m v", "beta1_power beta2_power lr beta1 beta2 epsilon grad", _adam),
    use_nesterov=False,
)
_define(
    "AdamWithAmsgrad",
    "var m v vhat",
    "beta1_power beta2_power lr beta1 beta2 epsilon grad",
    _amsgrad,
)
_define("AdaMax", "var m v", "beta1_power lr beta1 beta2 epsilon grad", _adamax)
_define(
    *("RMSProp", "var ms mom", "lr rho momentum epsilon grad", _rms_prop),
    sparse="lr rho momentum epsilon grad indices",
)
_define(
    *("CenteredRMSProp", "var mg ms mom", "lr rho momentum epsilon grad", _centered_rms_prop),
    sparse="lr rho momentum epsilon grad indices",
)
_define(
    *("Ftrl", "var accum linear", "grad lr l1 l2 lr_power", _ftrl),
    sparse="grad indices lr l1 l2 lr_power",
    multiply_linear_by_lr=False,
)
_define(
    *("FtrlV2", "var accum linear", "grad lr l1 l2 l2_shrinkage lr_power", _ftrl),
    sparse="grad indices lr l1 l2 l2_shrinkage lr_power",
    multiply_linear_by_lr=False,
)
