"""Programs about tapes, custom gradients and derivatives of any order."""


def derivatives_of_tanh(tf):
    """Four derivatives by four tapes, each in the next."""

    def derivative(f):
        def df(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            return tape.gradient(y, x)

        return df

    functions = [tf.tanh]
    for _ in range(4):
        functions.append(derivative(functions[-1]))
    return [f(tf.constant([-1.5, 0.0, 0.3, 2.0], tf.float64)) for f in functions]


def gradient_of_a_small_network(tf):
    """A dense network with every parameter's gradient, eagerly and staged."""
    x = tf.reshape(tf.range(12, dtype=tf.float32), [4, 3]) / 10.0
    labels = tf.constant([0, 1, 1, 0])
    parameters = [
        tf.Variable(tf.reshape(tf.range(6, dtype=tf.float32), [3, 2]) / 7.0 - 0.3),
        tf.Variable([0.1, -0.1]),
    ]

    def loss_and_gradients():
        with tf.GradientTape() as tape:
            scores = tf.nn.relu(x @ parameters[0]) + parameters[1]
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores)
            loss = tf.reduce_mean(losses)
        return loss, tape.gradient(loss, parameters)

    return loss_and_gradients(), tf.function(loss_and_gradients)()


def gradient_through_while(tf):
    """Newton's iteration for a root, differentiated through a loop of unknown length."""

    @tf.function
    def root(a):
        x = a
        while tf.abs(x * x - a) > 1e-5:
            x = 0.5 * (x + a / x)
        return x

    results = []
    for value in (2.0, 10.0):
        a = tf.constant(value)
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = root(a)
        results.append((y, tape.gradient(y, a)))
    return results


def second_order_through_a_loop(tf):
    """The second derivative of a staged polynomial, evaluated by Horner's rule in a loop."""

    @tf.function
    def polynomial(coefficients, x):
        value = tf.constant(0.0)
        for c in coefficients:
            value = value * x + c
        return value

    coefficients, x = tf.constant([2.0, -1.0, 0.5, 3.0]), tf.constant(1.5)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch([x, coefficients])
            y = polynomial(coefficients, x)
        dx, dc = inner.gradient(y, [x, coefficients])
    return y, dx, dc, outer.gradient(dx, x)


def custom_gradient_with_variables(tf):
    """A custom gradient over a function that uses a variable, under a tape."""
    scale = tf.Variable(3.0)

    @tf.custom_gradient
    def scaled_log(x):
        y = scale * tf.math.log(x)

        def gradient(dy, variables=None):
            return dy * 100.0, [dy * tf.math.log(x) for _ in variables]

        return y, gradient

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = scaled_log(x)
    return y, tape.gradient(y, {"x": x, "scale": scale})


def unconnected_gradients(tf):
    """None and zeros for what the target does not depend on."""
    x, y = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        z = tf.reduce_sum(x * x)
    return {
        "none": tape.gradient(z, [x, y]),
        "zero": tape.gradient(z, [x, y], unconnected_gradients=tf.UnconnectedGradients.ZERO),
        "stopped": tape.gradient(tf.stop_gradient(z), x),
    }


def persistent_tape_and_output_gradients(tf):
    """Two questions to one tape; given output gradients; several targets at once."""
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = tf.exp(y / 10.0)
    return {
        "dy": tape.gradient(y, x),
        "dz": tape.gradient(z, x, output_gradients=tf.constant([1.0, 0.0, -1.0])),
        "both": tape.gradient([y, z], x),
        "through": tape.gradient(z, y),
    }


def jacobians(tf):
    """tape.jacobian and tape.batch_jacobian of a matrix product with a nonlinearity."""
    x = tf.constant([[1.0, -2.0], [0.5, 3.0]])
    weights = tf.constant([[1.0, 2.0, 0.0], [0.5, -1.0, 1.5]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, weights])
        y = tf.sigmoid(x @ weights)
    return tape.jacobian(y, weights), tape.batch_jacobian(y, x)


def gradient_of_gather_is_slices(tf):
    """The gradient of a lookup is IndexedSlices, which add up when they become a tensor."""
    table = tf.Variable(tf.reshape(tf.range(8, dtype=tf.float32), [4, 2]))
    with tf.GradientTape() as tape:
        rows = tf.gather(table, [1, 3, 1])
        loss = tf.reduce_sum(rows * rows)
    slices = tape.gradient(loss, table)
    return slices, tf.convert_to_tensor(slices)


def forward_mode(tf):
    """A Jacobian-vector product, and a Hessian-vector product by forward over reverse."""
    x, direction = tf.constant([1.0, 2.0]), tf.constant([0.5, -1.0])
    with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_prod(x) * tf.sin(x[0])
        gradient = tape.gradient(y, x)
    return y, accumulator.jvp(y), gradient, accumulator.jvp(gradient)


def gradient_through_if(tf):
    """Each branch has its own gradient; the one that was not taken does not touch it."""

    @tf.function
    def safe_sqrt(x):
        if x > 0.0:
            y = tf.sqrt(x)
        else:
            y = tf.zeros_like(x)
        return y

    results = []
    for value in (4.0, 0.0, -1.0):
        x = tf.constant(value)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = safe_sqrt(x)
        results.append((y, tape.gradient(y, x)))
    return results


def broadcasting_gradients(tf):
    """Gradients come back in the shapes of the inputs, whatever was broadcast."""
    a, b, c = tf.ones([2, 3]) * 2.0, tf.constant([1.0, 2.0, 3.0]), tf.constant(0.5)
    with tf.GradientTape() as tape:
        tape.watch([a, b, c])
        y = (a + b) * c / (b - tf.constant([[10.0], [20.0]]))
    return tape.gradient(y, {"a": a, "b": b, "c": c})


def clipped_descent(tf):
    """Gradient descent in a staged loop, with gradients taken and clipped inside it."""
    x = tf.Variable([3.0, -4.0])

    @tf.function
    def descend(steps):
        for _ in tf.range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(x**4) / 4.0
            gradient = tape.gradient(loss, x)
            x.assign_sub(0.1 * tf.clip_by_norm(gradient, 5.0))
        return loss

    return descend(tf.constant(20)), x


def jacobians_of_custom_gradients(tf):
    """Gradients of the user's that hold tensors from around, in a function of their own and in jacobians."""
    outer = tf.constant([6.0, 8.0])

    @tf.function
    def staged(y):
        @tf.custom_gradient
        def scaled(y):
            e = tf.exp(y)

            @tf.function
            def grad(dy):
                return dy * e * outer

            return e * outer, grad

        return scaled(y)

    def with_jacobian(x):
        @tf.custom_gradient
        def scaled(y):
            def grad(dy):
                with tf.GradientTape() as tape:
                    tape.watch(y)
                    z = y * y * outer * x
                return tf.linalg.matvec(tape.jacobian(z, y), dy, transpose_a=True)

            return y * y * outer * x, grad

        return scaled(x)

    def jacobian(f, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.jacobian(y, x)

    x = tf.constant([1.0, 2.0])
    one_by_one = tf.function(lambda x: _row_by_row(tf, x))
    found = [jacobian(f, x) for f in (staged, with_jacobian, tf.function(with_jacobian))]
    return found, tf.function(jacobian)(staged, x), one_by_one(x)


def _row_by_row(tf, x):
    """A jacobian one by one, in a graph, of a tape that is not persistent."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sin(x)
    return tape.jacobian(y, x, experimental_use_pfor=False)
