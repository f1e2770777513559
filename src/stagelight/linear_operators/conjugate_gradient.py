"""`tf.linalg.experimental.conjugate_gradient`: systems that are solved by products alone."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from stagelight.control_flow.loops import while_loop
from stagelight.core.convert import convert_to_tensor
from stagelight.graph.scopes import name_scope
from stagelight.linear_operators.matrix_batches import dynamic_batch
from stagelight.ops.arrays.broadcasting import broadcast_to
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.elementwise.logic import logical_and
from stagelight.ops.linalg.norms import norm
from stagelight.ops.reductions.reduction_functions import reduce_any, reduce_sum
from stagelight.public import public
from stagelight.types.dtypes import int32

CGState = namedtuple("CGState", ["i", "x", "r", "p", "gamma"])


@public("linalg.experimental.conjugate_gradient")
def conjugate_gradient(
    operator: Any,
    rhs: Any,
    preconditioner: Any = None,
    x: Any = None,
    tol: Any = 1e-5,
    max_iter: Any = 20,
    name: str = "conjugate_gradient",
) -> Any:
    """Solves `A x = rhs` for a self-adjoint positive definite operator, by conjugate gradients.

    Each step goes along a direction `p` that is conjugate to all earlier ones: `x += alpha p`, `r -= alpha
    A p`, `alpha = gamma / p^H A p`, `gamma = r^H M r`, then `p = M r + (gamma / gamma before) p`. It ends
    when the residual `r` of each system is at most `tol * |rhs|`, or after `max_iter` steps.

    Args:
        operator: an operator `[..., n, n]` whose hints say that it is self-adjoint and positive definite.
        rhs: tensor `[..., n]` of its dtype.
        preconditioner: an operator `M` near the inverse of the operator; None for the identity.
        x: tensor `[..., n]`, where to begin; None for zeros.
        tol: the greatest relative residual.
        max_iter: the greatest number of steps.
        name: name of the operation.

    Returns:
        A named tuple: `i`, the number of steps; `x`, the solution `[..., n]`; `r`, its residual; `p`, the
        next direction; `gamma`, `r^H M r`.

    Raises:
        ValueError: the operator is not known to be self-adjoint and positive definite.

    Source: Hestenes and Stiefel, Methods of Conjugate Gradients for Solving Linear Systems, Journal of
        Research of the
    National Bureau of Standards 49 (1952).

    >>> operator = tf.linalg.LinearOperatorDiag([1.0, 4.0], is_positive_definite=True)
    >>> found = tf.linalg.experimental.conjugate_gradient(operator, [1.0, 2.0])
    >>> found.i.numpy(), found.x.numpy().round(4)
    (np.int32(2), array([1. , 0.5], dtype=float32))
    """
    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite operator.")
    with name_scope(name):
        rhs = convert_to_tensor(rhs, operator.dtype)
        sizes = [shape(rhs)[:-1], operator.batch_shape_tensor()]
        if preconditioner is not None:
            sizes.append(preconditioner.batch_shape_tensor())
        whole = concat([dynamic_batch(sizes), shape(rhs)[-1:]], 0)
        residual = broadcast_to(rhs, whole)
        least = tol * norm(residual, axis=-1)
        if x is None:
            x = zeros(whole, rhs.dtype)
        else:
            residual = rhs - operator.matvec(x)

        def improved(residual: Any) -> Any:
            return residual if preconditioner is None else preconditioner.matvec(residual)

        def goes_on(state: Any) -> Any:
            return logical_and(state.i < max_iter, reduce_any(norm(state.r, axis=-1) > least))

        def step(state: Any) -> Any:
            image = operator.matvec(state.p)
            alpha = (state.gamma / _dot(state.p, image))[..., None]
            x, r = state.x + alpha * state.p, state.r - alpha * image
            next_direction = improved(r)
            gamma = _dot(r, next_direction)
            p = next_direction + (gamma / state.gamma)[..., None] * state.p
            return (CGState(state.i + 1, x, r, p, gamma),)

        direction = improved(residual)
        first = CGState(
            convert_to_tensor(0, int32), x, residual, direction, _dot(residual, direction)
        )
        (last,) = while_loop(goes_on, step, (first,))
        return last


def _dot(x: Any, y: Any) -> Any:
    return reduce_sum(conj(x) * y, axis=-1)
