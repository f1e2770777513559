"""`tf.linalg.LinearOperator` and its kinds: matrices that know their structure and need not be written out.

    hints             what is known of an operator: square, non-singular, self-adjoint, positive definite
    operator_shape    the sizes of operators, static and as tensors; the variables in them
    operator_values   determinants, diagonals and assertions, from the dense matrix where need be
    operator_spec     how operators travel through staged functions, as composites of their parameters
    linear_operator   the base: every method, each by a formula that holds for any matrix
    matrix_batches    matrices whose leading axes broadcast against each other
    sizes             kinds that are made of a number of rows and a batch shape
    wrapped_operator  what an adjoint and an inverse ask of the operator inside
    addition          the sum of operators, as the simplest kind that holds it
    block_arguments   arguments that are given in blocks, and the methods that take them
    function_forms    `tf.linalg.det(operator)` and its like
    conjugate_gradient

The other files are kinds of operators, by their names. A kind says how it multiplies and what sizes it
has; it adds what its structure makes cheap: a determinant that is a product, an inverse of the same kind.
"""
