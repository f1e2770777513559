"""Programs with operators: products, functions of `tf.linalg`, gradients, staging, variables, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.linear_operators.operators import hints_of, positive, random, told


def _kinds(tf: Any) -> dict[str, Any]:
    linalg = tf.linalg
    return {
        "full": linalg.LinearOperatorFullMatrix(random("float32", 3, 3)),
        "positive": linalg.LinearOperatorFullMatrix(
            positive("float32", 3, 3), is_self_adjoint=True, is_positive_definite=True
        ),
        "diag": linalg.LinearOperatorDiag([1.0, 2.0, 3.0], is_non_singular=True),
        "positive-diag": linalg.LinearOperatorDiag([4.0, 5.0, 6.0], is_positive_definite=True),
        "tril": linalg.LinearOperatorLowerTriangular(random("float32", 3, 3)),
        "identity": linalg.LinearOperatorIdentity(3),
        "scaled": linalg.LinearOperatorScaledIdentity(3, 2.0, is_non_singular=True),
        "zeros": linalg.LinearOperatorZeros(3),
        "circulant": linalg.LinearOperatorCirculant([1.0, 2.0, 2.0], tf.float32),
        "inversion": linalg.LinearOperatorInversion(
            linalg.LinearOperatorFullMatrix(positive("float32", 3, 3))
        ),
        "block": linalg.LinearOperatorBlockDiag(
            [linalg.LinearOperatorDiag([1.0, 2.0]), linalg.LinearOperatorIdentity(1)]
        ),
    }


def products(tf: Any) -> Any:
    kinds = _kinds(tf)
    found = {}
    for a, left in kinds.items():
        for b, right in kinds.items():
            if "circulant" in (a, b) and a != b:
                continue
            product = left @ right
            matrix = product.to_dense() if product.dtype == tf.float32 else None
            found[a, b] = told(tf, product), matrix
    return {str(key): value for key, value in found.items()}


def quotients(tf: Any) -> Any:
    kinds = _kinds(tf)
    del kinds["zeros"]
    found = {}
    for a, left in kinds.items():
        for b, right in kinds.items():
            if "circulant" in (a, b) and a != b:
                continue
            quotient = left.solve(right)
            matrix = quotient.to_dense() if quotient.dtype == tf.float32 else None
            found[str((a, b))] = told(tf, quotient), matrix
    return found


def adjoint_pairs(tf: Any) -> Any:
    a = tf.linalg.LinearOperatorFullMatrix(random("complex64", 2, 3, 3), is_non_singular=True)
    return [hints_of(a @ a.H), hints_of(a.H @ a), hints_of(a @ a), (a @ a.H).cholesky().to_dense()]


def functions(tf: Any) -> Any:
    a = tf.linalg.LinearOperatorFullMatrix(
        positive("float32", 3, 3), is_self_adjoint=True, is_positive_definite=True
    )
    x = random("float32", 2, 3)
    return [
        tf.matmul(a, x, adjoint_b=True),
        tf.matmul(x, a),
        tf.linalg.matvec(a, x),
        tf.linalg.solve(a, x.T),
        tf.linalg.det(a),
        tf.linalg.logdet(a),
        tf.linalg.trace(a),
        tf.linalg.diag_part(a),
        tf.linalg.cholesky(a).to_dense(),
        tf.linalg.inv(a).to_dense(),
        tf.linalg.adjoint(a).to_dense(),
        tf.matmul(a, a).to_dense(),
    ]


def gradients(tf: Any) -> Any:
    matrix, diagonal = tf.constant(positive("float32", 3, 3)), tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch([matrix, diagonal])
        full = tf.linalg.LinearOperatorFullMatrix(matrix)
        operator = full @ tf.linalg.LinearOperatorDiag(diagonal)
        y = tf.reduce_sum(operator.solvevec([1.0, 2.0, 3.0])) + operator.log_abs_determinant()
    return tape.gradient(y, [matrix, diagonal])


def gradient_of_an_operator(tf: Any) -> Any:
    operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(operator)
        y = tf.reduce_sum(operator.matvec([3.0, 4.0]) ** 2)
    gradient = tape.gradient(y, operator)
    return type(gradient).__name__, gradient.diag


def variables(tf: Any) -> Any:
    v = tf.Variable([1.0, 2.0], name="v")
    operator = tf.linalg.LinearOperatorDiag(v)
    both = tf.linalg.LinearOperatorBlockDiag([operator, tf.linalg.LinearOperatorIdentity(1)])
    before = both.to_dense()
    v.assign([3.0, 4.0])
    with tf.GradientTape() as tape:
        y = both.determinant()
    names = [each.name for each in both.variables], len(both.trainable_variables)
    return before, both.to_dense(), names, tape.gradient(y, v)


def staged(tf: Any) -> Any:
    count = []

    @tf.function
    def act(operator: Any, x: Any) -> Any:
        count.append(1)
        return operator.H @ operator, operator.solvevec(x), operator.shape_tensor()

    results = []
    for seed in range(3):
        operator = tf.linalg.LinearOperatorLowerTriangular(
            tf.constant(positive("float32", 3, 3, seed=seed)), is_non_singular=True
        )
        product, *others = act(operator, tf.constant([1.0, 2.0, 3.0]))
        results.append([told(tf, product), product.to_dense(), *others])
    return len(count), results


def loops(tf: Any) -> Any:
    @tf.function
    def power(operator: Any, x: Any) -> Any:
        for _ in tf.range(3):
            x = operator.matvec(x)
        return x

    return power(tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.constant([1.0, 1.0]))


def slices(tf: Any) -> Any:
    kinds = {
        "full": tf.linalg.LinearOperatorFullMatrix(random("float32", 4, 3, 2, 2)),
        "low-rank": tf.linalg.LinearOperatorLowRankUpdate(
            tf.linalg.LinearOperatorDiag(random("float32", 4, 3, 2)), random("float32", 3, 2, 1)
        ),
        "identity": tf.linalg.LinearOperatorIdentity(2, batch_shape=[4, 3]),
        "composition": tf.linalg.LinearOperatorComposition(
            [
                tf.linalg.LinearOperatorDiag(random("float32", 4, 1, 2)),
                tf.linalg.LinearOperatorFullMatrix(random("float32", 3, 2, 2)),
            ]
        ),
        "toeplitz": tf.linalg.LinearOperatorToeplitz(
            random("float32", 4, 3, 2), random("float32", 2)
        ),
    }
    keys = [0, (slice(1, 3), 0), (Ellipsis, 1), (slice(None, None, 2), Ellipsis), Ellipsis]
    return {
        name: [(operator[key].shape.as_list(), operator[key].to_dense()) for key in keys]
        for name, operator in kinds.items()
    }


def conjugate_gradient(tf: Any) -> Any:
    found = []
    for dtype, batch in (("float64", ()), ("float32", (2,)), ("complex64", (2,))):
        matrix = positive(dtype, *batch, 5, 5)
        operator = tf.linalg.LinearOperatorFullMatrix(
            matrix, is_self_adjoint=True, is_positive_definite=True
        )
        inverse = tf.linalg.LinearOperatorDiag(1 / np.diagonal(matrix, axis1=-2, axis2=-1))
        rhs = tf.constant(random(dtype, 2, 5) if batch else random(dtype, 5))
        solve = tf.linalg.experimental.conjugate_gradient
        if dtype == "complex64":  # TensorFlow compares a complex norm, and fails.
            continue
        for arguments in ({}, {"preconditioner": inverse}, {"x": rhs}, {"max_iter": 2}):
            state = solve(operator, rhs, **arguments)
            found.append([state._fields, state.i, state.x])
        found.append(tf.function(lambda r, o=operator, solve=solve: solve(o, r).x)(rhs))
    return found


def in_blocks(tf: Any) -> Any:
    a, b = random("float32", 2, 2) + 2 * np.eye(2, dtype="float32"), random("float32", 1, 2)
    operators = [
        tf.linalg.LinearOperatorBlockDiag(
            [tf.linalg.LinearOperatorFullMatrix(a), tf.linalg.LinearOperatorScaledIdentity(1, 3.0)]
        ),
        tf.linalg.LinearOperatorBlockLowerTriangular(
            [
                [tf.linalg.LinearOperatorFullMatrix(a)],
                [tf.linalg.LinearOperatorFullMatrix(b), tf.linalg.LinearOperatorIdentity(1)],
            ]
        ),
    ]
    columns = [random("float32", 2, 3), random("float32", 1, 3)]
    vectors = [np.float32([1, 2]), np.float32([3])]
    return [
        [
            operator.matmul(list(columns)),
            operator.matmul(list(columns), adjoint=True),
            operator.matmul([x.T for x in columns], adjoint_arg=True),
            operator.solve(list(columns)),
            operator.solve(list(columns), adjoint=True),
            operator.matvec(list(vectors)),
            operator.solvevec(list(vectors)),
            operator.matvec([1.0, 2.0, 3.0]),
        ]
        for operator in operators
    ]


def inverses_of_blocks(tf: Any) -> Any:
    linalg = tf.linalg
    kinds = {
        "identity": lambda i: linalg.LinearOperatorScaledIdentity(2, i + 1.0),
        "diag": lambda i: linalg.LinearOperatorDiag([i + 1.0, 2.0]),
        "tril": lambda i: linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [i + 1.0, 2.0]]),
        "full": lambda i: linalg.LinearOperatorFullMatrix([[1.0, i], [i + 1.0, 3.0]]),
    }
    found = {}
    for name, make in kinds.items():
        rows = [[make(i + j) for j in range(i + 1)] for i in range(3)]
        inverse = linalg.LinearOperatorBlockLowerTriangular(rows).inverse()
        kinds_of_blocks = [[type(each).__name__ for each in row] for row in inverse.operators]
        found[name] = kinds_of_blocks, inverse.to_dense()
    return found


def assertions(tf: Any) -> Any:
    linalg = tf.linalg
    good = linalg.LinearOperatorFullMatrix(
        [[2.0, 0.0], [0.0, 1.0]], is_self_adjoint=True, is_positive_definite=True
    )
    operators = [
        good,
        linalg.LinearOperatorDiag([1.0, 2.0]),
        linalg.LinearOperatorIdentity(2),
        linalg.LinearOperatorScaledIdentity(2, 3.0),
        linalg.LinearOperatorBlockDiag([good, linalg.LinearOperatorDiag([1.0])]),
        linalg.LinearOperatorCirculant([1.0, 2.0]),
    ]
    for operator in operators:
        operator.assert_non_singular()
        operator.assert_positive_definite()
        operator.assert_self_adjoint()
    linalg.LinearOperatorTridiag([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]]).assert_self_adjoint()
    return len(operators)


def kernels(tf: Any) -> Any:
    operator = tf.linalg.LinearOperatorCirculant2D(random("complex64", 2, 2, 3))
    return [
        operator.convolution_kernel(),
        operator.block_depth,
        operator.block_shape.as_list(),
        operator.block_shape_tensor(),
    ]


def structures(tf: Any) -> Any:
    operator = tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorIdentity(2), tf.ones([2, 1]), diag_update=[2.0]
    )
    leaves = tf.nest.flatten(operator, expand_composites=True)
    same = tf.nest.pack_sequence_as(operator, leaves, expand_composites=True)
    return [
        leaves,
        same.to_dense(),
        hints_of(same),
        type(operator._type_spec).__name__,
        operator._type_spec == same._type_spec,
    ]


PROGRAMS = {
    program.__name__: program
    for program in (
        products, quotients, adjoint_pairs, functions, gradients, gradient_of_an_operator, variables,
        staged, loops, slices, conjugate_gradient, in_blocks, inverses_of_blocks, assertions, kernels,
        structures,
    )
}  # fmt: skip

_WIDE = np.ones([2, 3], np.float32)

# What is refused, with an error of TensorFlow's class.
REFUSALS = {
    "dtype of argument": lambda tf: tf.linalg.LinearOperatorDiag([1.0, 2.0]).matvec([1, 2]),
    "size of argument": lambda tf: tf.linalg.LinearOperatorDiag([1.0, 2.0]).matvec([1.0]),
    "size of operator": lambda tf: (
        tf.linalg.LinearOperatorIdentity(2) @ tf.linalg.LinearOperatorIdentity(3)
    ),
    "solve of wide": lambda tf: tf.linalg.LinearOperatorFullMatrix(_WIDE).solve(np.ones([2, 1])),
    "solve of singular": lambda tf: tf.linalg.LinearOperatorZeros(2).solve(tf.ones([2, 1])),
    "determinant of wide": lambda tf: tf.linalg.LinearOperatorFullMatrix(_WIDE).determinant(),
    "inverse of wide": lambda tf: tf.linalg.LinearOperatorFullMatrix(_WIDE).inverse(),
    "cholesky without hints": lambda tf: tf.linalg.LinearOperatorFullMatrix(np.eye(2)).cholesky(),
    "eigvals without hints": lambda tf: tf.linalg.LinearOperatorFullMatrix(np.eye(2)).eigvals(),
    "integers": lambda tf: tf.linalg.LinearOperatorFullMatrix([[1]]),
    "vector for matrix": lambda tf: tf.linalg.LinearOperatorFullMatrix([1.0]),
    "scalar for diagonal": lambda tf: tf.linalg.LinearOperatorDiag(1.0),
    "not square hint": lambda tf: tf.linalg.LinearOperatorDiag([1.0], is_square=False),
    "real not self-adjoint": lambda tf: tf.linalg.LinearOperatorDiag([1.0], is_self_adjoint=False),
    "positive and singular": lambda tf: tf.linalg.LinearOperatorFullMatrix(
        np.eye(2), is_non_singular=False, is_positive_definite=True
    ),
    "non-singular and wide": lambda tf: tf.linalg.LinearOperatorFullMatrix(
        _WIDE, is_non_singular=True, is_square=False
    ),
    "square hint": lambda tf: (
        tf.linalg.LinearOperatorFullMatrix(np.eye(2), is_square=False).is_square
    ),
    "negative rows": lambda tf: tf.linalg.LinearOperatorIdentity(-1),
    "float rows": lambda tf: tf.linalg.LinearOperatorIdentity(2.0),
    "variable rows": lambda tf: tf.linalg.LinearOperatorIdentity(tf.Variable(2)),
    "vector of rows": lambda tf: tf.linalg.LinearOperatorIdentity([2]),
    "scalar batch": lambda tf: tf.linalg.LinearOperatorIdentity(2, batch_shape=3),
    "identity hint": lambda tf: tf.linalg.LinearOperatorIdentity(2, is_non_singular=False),
    "zeros hint": lambda tf: tf.linalg.LinearOperatorZeros(2, is_non_singular=True),
    "wide zeros": lambda tf: tf.linalg.LinearOperatorZeros(2, 3),
    "zeros inverse": lambda tf: tf.linalg.LinearOperatorZeros(2).assert_non_singular(),
    "householder hint": lambda tf: tf.linalg.LinearOperatorHouseholder(
        [1.0], is_positive_definite=True
    ),
    "no permutation": lambda tf: tf.linalg.LinearOperatorPermutation([0, 0]),
    "permutation of floats": lambda tf: tf.linalg.LinearOperatorPermutation([0.0, 1.0]),
    "toeplitz sizes": lambda tf: tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0]),
    "tridiag format": lambda tf: tf.linalg.LinearOperatorTridiag(np.ones([3, 2]), "dense"),
    "spectrum rank": lambda tf: tf.linalg.LinearOperatorCirculant2D([1.0, 2.0]),
    "no operators": lambda tf: tf.linalg.LinearOperatorComposition([]),
    "operator for list": lambda tf: tf.linalg.LinearOperatorKronecker(
        tf.linalg.LinearOperatorIdentity(2)
    ),
    "two dtypes": lambda tf: tf.linalg.LinearOperatorKronecker(
        [tf.linalg.LinearOperatorIdentity(2), tf.linalg.LinearOperatorIdentity(2, dtype=tf.float64)]
    ),
    "composition sizes": lambda tf: (
        tf.linalg.LinearOperatorComposition(
            [tf.linalg.LinearOperatorIdentity(2), tf.linalg.LinearOperatorIdentity(3)]
        ).shape
    ),
    "adjoint hint": lambda tf: tf.linalg.LinearOperatorAdjoint(
        tf.linalg.LinearOperatorIdentity(2), is_self_adjoint=False
    ),
    "inverse of zeros": lambda tf: tf.linalg.LinearOperatorInversion(
        tf.linalg.LinearOperatorZeros(2)
    ),
    "update size": lambda tf: tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorIdentity(2), np.ones([3, 1], np.float32)
    ),
    "update hint": lambda tf: tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorIdentity(2),
        np.ones([2, 1], "float32"),
        is_diag_update_positive=False,
    ),
    "row lengths": lambda tf: tf.linalg.LinearOperatorBlockLowerTriangular(
        [[tf.linalg.LinearOperatorIdentity(2)] * 2]
    ),
    "block sizes": lambda tf: tf.linalg.LinearOperatorBlockLowerTriangular(
        [
            [tf.linalg.LinearOperatorIdentity(2)],
            [tf.linalg.LinearOperatorIdentity(3), tf.linalg.LinearOperatorIdentity(3)],
        ]
    ),
    "numbers of blocks": lambda tf: (
        tf.linalg.LinearOperatorBlockDiag([tf.linalg.LinearOperatorIdentity(2)])
        @ tf.linalg.LinearOperatorBlockDiag([tf.linalg.LinearOperatorIdentity(1)] * 2)
    ),
    "singular": lambda tf: tf.linalg.LinearOperatorDiag([1.0, 0.0]).assert_non_singular(),
    "negative": lambda tf: tf.linalg.LinearOperatorDiag([1.0, -1.0]).assert_positive_definite(),
    "not its adjoint": lambda tf: tf.linalg.LinearOperatorFullMatrix(
        [[1.0, 2.0], [3.0, 4.0]]
    ).assert_self_adjoint(),
    "gradient hints": lambda tf: tf.linalg.experimental.conjugate_gradient(
        tf.linalg.LinearOperatorFullMatrix(np.eye(2)), np.ones(2)
    ),
    "transposed": lambda tf: tf.matmul(
        tf.linalg.LinearOperatorIdentity(2), tf.ones([2, 2]), transpose_a=True
    ),
    "tensor over operator": lambda tf: tf.linalg.solve(
        tf.eye(2), tf.linalg.LinearOperatorIdentity(2)
    ),
    "logdet without hints": lambda tf: tf.linalg.logdet(tf.linalg.LinearOperatorDiag([1.0])),
}
