"""Programs with recurrent cells of TensorFlow 1, over sequences in loops and in lists.

TensorFlow has no `tf.compat.v1.nn.rnn_cell` with Keras 3; its cells are where Keras 2 has left them.
"""

import importlib

import numpy as np

_X = np.random.default_rng(7).normal(size=(3, 5, 4)).astype(np.float32)
_LENGTHS = [5, 2, 0]


def _cells(tf):
    if tf.__name__ != "tensorflow" or not hasattr(tf, "__internal__"):
        return tf.compat.v1.nn.rnn_cell
    path = "python.keras.layers.legacy_rnn.rnn_cell_impl"
    try:
        return importlib.import_module(f"{tf.__name__}.{path}")
    except ImportError:
        return tf.compat.v1.nn.rnn_cell


def _run(tf, make):
    """The results, the variables' names, and gradients by them; each variable has values of its own."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        results = make(_cells(tf))
        variables = v1.trainable_variables()
        flat = [x for x in tf.nest.flatten(results) if x.dtype == tf.float32]
        gradients = tf.gradients([tf.reduce_sum(tf.square(x)) for x in flat], variables)
        for number, v in enumerate(variables):
            shape = v.shape.as_list()
            value = np.sin(np.arange(np.prod(shape)) + number).reshape(shape).astype(np.float32) / 2
            session.run(v1.assign(v, value))
        return session.run(results), [v.name for v in variables], session.run(gradients)


def _kinds(cells):
    return [
        lambda: cells.BasicRNNCell(3),
        lambda: cells.GRUCell(3),
        lambda: cells.BasicLSTMCell(3),
        lambda: cells.LSTMCell(3, use_peepholes=True, cell_clip=0.5, num_proj=2, proj_clip=0.4),
        lambda: cells.LSTMCell(3, state_is_tuple=False, forget_bias=0.5),
        lambda: cells.MultiRNNCell([cells.BasicLSTMCell(2), cells.GRUCell(3)]),
        lambda: cells.ResidualWrapper(cells.GRUCell(4)),
        lambda: cells.DropoutWrapper(cells.BasicLSTMCell(2, name="own"), 1.0, 1.0),
    ]


def loops(tf):
    """Each cell in a loop, with and without lengths."""
    nn, found = tf.compat.v1.nn, []
    for number in range(8):
        for lengths in (None, _LENGTHS):
            found.append(
                _run(
                    tf,
                    lambda cells, n=number, s=lengths: nn.dynamic_rnn(
                        _kinds(cells)[n](), tf.constant(_X), s, dtype=tf.float32
                    ),
                )
            )
    return found


def lists(tf):
    """The same in lists of steps."""
    nn, found = tf.compat.v1.nn, []
    steps = [_X[:, i] for i in range(3)]
    for number in (0, 2, 5):
        for lengths in (None, [3, 1, 0]):
            found.append(
                _run(
                    tf,
                    lambda cells, n=number, s=lengths: nn.static_rnn(
                        _kinds(cells)[n](), [tf.constant(x) for x in steps], None, tf.float32, s
                    ),
                )
            )
    return found


def both_ways(tf):
    """Forwards and backwards."""
    nn, found = tf.compat.v1.nn, []
    steps = [_X[:, i] for i in range(3)]
    for lengths in (None, _LENGTHS):
        found.append(
            _run(
                tf,
                lambda cells, s=lengths: nn.bidirectional_dynamic_rnn(
                    cells.GRUCell(3), cells.BasicLSTMCell(2), tf.constant(_X), s, dtype=tf.float32
                ),
            )
        )
        short = None if lengths is None else [3, 1, 2]
        found.append(
            _run(
                tf,
                lambda cells, s=short: nn.static_bidirectional_rnn(
                    cells.GRUCell(3),
                    cells.GRUCell(2),
                    [tf.constant(x) for x in steps],
                    dtype=tf.float32,
                    sequence_length=s,
                ),
            )
        )
    return found


def sizes_that_only_the_session_knows(tf):
    """Placeholders of any batch and length; time first; a state to begin with; scopes that are shared."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        cells = _cells(tf)
        x = v1.placeholder(tf.float32, [None, None, 4])
        first = v1.placeholder(tf.float32, [None, 3])
        with v1.variable_scope("model"):
            cell = cells.GRUCell(3)
            outputs, state = v1.nn.dynamic_rnn(cell, x, initial_state=first, time_major=True)
        with v1.variable_scope("model", reuse=True):
            again, _ = v1.nn.dynamic_rnn(cells.GRUCell(3), x, initial_state=first, time_major=True)
        found = [
            [v.name for v in v1.global_variables()],
            outputs.shape.as_list(),
            state.shape.as_list(),
        ]
        for v in v1.global_variables():
            session.run(v1.assign(v, tf.ones_like(v) * 0.25))
        feed = {x: _X.transpose(1, 0, 2), first: np.ones((3, 3), np.float32)}
        return found, session.run([outputs, state, again], feed)


def controlled(tf):
    """A loop that a function controls."""
    v1 = tf.compat.v1
    for with_state in (False, True):
        with tf.Graph().as_default(), v1.Session() as session:
            cell = _cells(tf).BasicLSTMCell(2)
            steps = tf.TensorArray(tf.float32, 5, element_shape=[3, 4]).unstack(
                tf.constant(_X.transpose(1, 0, 2))
            )

            def loop(time, output, state, own, cell=cell, steps=steps, with_state=with_state):
                state = cell.zero_state(3, tf.float32) if output is None else state
                over = time >= tf.constant(_LENGTHS)
                x = tf.cond(tf.reduce_all(over), lambda: tf.zeros([3, 4]), lambda: steps.read(time))
                x.set_shape([3, 4])
                own = (tf.constant(0) if own is None else own + time) if with_state else None
                return over, x, state, output, own

            emitted, state, own = v1.nn.raw_rnn(cell, loop)
            for v in v1.global_variables():
                session.run(v1.assign(v, tf.ones_like(v) * 0.25))
            wanted = [emitted.stack(), state] + ([own] if with_state else [])
            found = session.run(wanted)
    return found


def own_cells(tf):
    """A cell of the program's own, whose variables are made in the loop."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:

        class Own(_cells(tf).RNNCell):
            state_size = output_size = 4

            def __call__(self, inputs, state, scope=None):
                with v1.variable_scope(scope or "own", reuse=v1.AUTO_REUSE):
                    w = v1.get_variable("w", [4], initializer=v1.ones_initializer())
                    state = state * 0.5 + inputs * w
                    return state, state

        outputs, state = v1.nn.dynamic_rnn(Own(), tf.constant(_X), dtype=tf.float32)
        gradients = tf.gradients(outputs, v1.trainable_variables())
        names = [v.name for v in v1.global_variables()]
        session.run(v1.global_variables_initializer())
        return names, session.run([outputs, state, gradients])
