"""Matrices in CSR form: what is made of them, their products, and gradients."""

from tests.oracle.programs.errors import error_of


def _matrices(tf):
    a = tf.constant([[0.0, 1, 2], [3, 0, 0]])
    b = tf.constant([[1.0, 0], [0, -1], [0, 0.5]])
    return a, b, tf.stack([a, a * 2 - 2]), tf.stack([b, b + 1])


def _csr(tf, dense):
    places = tf.where(tf.not_equal(dense, 0))
    return tf.raw_ops.DenseToCSRSparseMatrix(dense_input=dense, indices=places)


def _parts(tf, csr, dtype):
    return list(tf.raw_ops.CSRSparseMatrixToSparseTensor(sparse_matrix=csr, type=dtype))


def matrices_are_taken_apart(tf):
    raw = tf.raw_ops
    a, _, a3, _ = _matrices(tf)
    found = []
    for dense in (a, a3, tf.cast(a, tf.float64), tf.complex(a, a + 1)):
        csr = _csr(tf, dense)
        found += [
            _parts(tf, csr, dense.dtype),
            raw.CSRSparseMatrixToDense(sparse_input=csr, type=dense.dtype),
            raw.SparseMatrixNNZ(sparse_matrix=csr),
            _parts(tf, raw.SparseMatrixTranspose(input=csr, type=dense.dtype, conjugate=True), dense.dtype),
        ]
        last = dense.shape[0] - 1 if dense.shape.rank == 3 else 0
        found += list(
            raw.CSRSparseMatrixComponents(csr_sparse_matrix=csr, index=last, type=dense.dtype)
        )
    sparse = tf.sparse.from_dense(a)
    made = raw.SparseTensorToCSRSparseMatrix(
        indices=sparse.indices, values=sparse.values, dense_shape=sparse.dense_shape
    )
    return [*found, _parts(tf, made, tf.float32)]


def products(tf):
    raw = tf.raw_ops
    a, b, a3, b3 = _matrices(tf)
    c = tf.complex(a, a + 1)
    found = []
    for x, y, options in (
        (a, b, {}),
        (a, a, {"transpose_a": True}),
        (a, a, {"transpose_b": True}),
        (c, c, {"adjoint_a": True}),
        (c, c, {"adjoint_b": True}),
        (a3, b3, {}),
        (a3, a3, {"adjoint_b": True}),
    ):
        product = raw.SparseMatrixSparseMatMul(a=_csr(tf, x), b=_csr(tf, y), type=x.dtype, **options)
        found.append(_parts(tf, product, x.dtype))
        found.append(raw.SparseMatrixMatMul(a=_csr(tf, x), b=y, **options))
        turned = {"transpose_output": True, "conjugate_output": True}
        found.append(raw.SparseMatrixMatMul(a=_csr(tf, x), b=y, **options, **turned))
    # Terms that cancel leave an element.
    row, column = _csr(tf, tf.constant([[1.0, 1]])), _csr(tf, tf.constant([[1.0], [-1]]))
    found.append(_parts(tf, raw.SparseMatrixSparseMatMul(a=row, b=column, type=tf.float32), tf.float32))
    return [*found, tf.function(lambda x, y: raw.SparseMatrixMatMul(a=_csr(tf, x), b=y))(a, b)]


def gradients_of_products(tf):
    raw = tf.raw_ops
    a, b, a3, _ = _matrices(tf)
    b3 = tf.stack([b, b + 2])
    c = tf.complex(a, a + 1)

    def gradients(x, y, **options):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = raw.SparseMatrixMatMul(a=_csr(tf, x), b=y, **options)
            weights = tf.cast(tf.reshape(tf.range(tf.size(z)), tf.shape(z)), z.dtype)
            loss = tf.math.real(tf.reduce_sum(z * weights))
        return tape.gradient(loss, [x, y])

    return [
        gradients(a, b),
        gradients(a, tf.identity(a), transpose_a=True),
        gradients(a, tf.identity(a), adjoint_b=True),
        gradients(a, b, transpose_output=True),
        gradients(a3, b3),
        gradients(c, tf.identity(c), adjoint_a=True),
        gradients(c, tf.identity(c), adjoint_b=True, conjugate_output=True),
        tf.function(gradients)(a, b),
    ]


def what_is_refused(tf):
    raw = tf.raw_ops
    a, b, _, b3 = _matrices(tf)
    x, y = _csr(tf, a), _csr(tf, b)
    make = raw.SparseTensorToCSRSparseMatrix
    return [
        error_of(lambda: raw.SparseMatrixMatMul(a=x, b=a)),
        error_of(lambda: raw.SparseMatrixMatMul(a=x, b=b3)),
        error_of(lambda: raw.SparseMatrixMatMul(a=x, b=b[:, 0])),
        error_of(lambda: raw.SparseMatrixMatMul(a=x, b=tf.cast(b, tf.float64))),
        error_of(lambda: raw.SparseMatrixMatMul(a=x, b=a, transpose_a=True, adjoint_a=True)),
        error_of(lambda: raw.SparseMatrixSparseMatMul(a=x, b=x, type=tf.float32)),
        error_of(lambda: raw.SparseMatrixSparseMatMul(a=x, b=y, type=tf.float64)),
        error_of(lambda: raw.CSRSparseMatrixToDense(sparse_input=x, type=tf.float64)),
        error_of(lambda: raw.CSRSparseMatrixToSparseTensor(sparse_matrix=x, type=tf.float64)),
        error_of(lambda: raw.CSRSparseMatrixComponents(csr_sparse_matrix=x, index=1, type=tf.float32)),
        error_of(lambda: raw.CSRSparseMatrixComponents(csr_sparse_matrix=x, index=-1, type=tf.float32)),
        error_of(lambda: raw.CSRSparseMatrixToDense(sparse_input=tf.zeros([]), type=tf.float32)),
        error_of(lambda: make(indices=[[0]], values=[1.0], dense_shape=[2])),
        error_of(lambda: make(indices=[[0, 5]], values=[1.0], dense_shape=[2, 2])),
        error_of(lambda: make(indices=[[5, 0]], values=[1.0], dense_shape=[2, 2])),
        error_of(lambda: raw.DenseToCSRSparseMatrix(dense_input=a, indices=[[5, 5]])),
        error_of(lambda: raw.DenseToCSRSparseMatrix(dense_input=[1.0], indices=[[0]])),
        error_of(lambda: raw.DenseToCSRSparseMatrix(dense_input=[[1]], indices=[[0, 0]])),
    ]
