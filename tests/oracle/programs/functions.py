"""Programs about what tf.function traces, keeps and returns."""

import collections

Pair = collections.namedtuple("Pair", ["first", "second"])


def traces_by_dtype_and_shape(tf):
    """A new dtype or shape is a new trace; a new value is not. Python numbers are values."""

    @tf.function
    def double(x):
        return x + x

    results = [double(tf.constant(value)) for value in (1, 2, 1.0, 2.0, [1.0], [1.0, 2.0], "a")]
    counts = [double.experimental_get_tracing_count()]
    double(3)
    double(4)
    double(4)
    counts.append(double.experimental_get_tracing_count())
    return results, counts


def reduced_retracing(tf):
    """With reduce_retracing, the second shape makes a trace for all shapes."""

    @tf.function(reduce_retracing=True)
    def total(x):
        return tf.reduce_sum(x)

    results = [total(tf.ones([n])) for n in (1, 2, 3, 4, 5)]
    return results, total.experimental_get_tracing_count()


def input_signature_generalises(tf):
    """One trace for all lengths; an argument of another rank is an error."""

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def next_collatz(x):
        return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

    results = [next_collatz(tf.constant([1, 2])), next_collatz(tf.constant([3, 4, 5]))]
    return results, next_collatz.experimental_get_tracing_count()


def nested_arguments_and_results(tf):
    """Dicts, tuples, named tuples, None and Python values go in and come out as they are built."""

    @tf.function
    def turn(pair, options, *rest, scale=1.0):
        return {
            "pair": Pair(pair.second, pair.first),
            "sum": options["a"] + options["b"][0],
            "rest": [value * scale for value in rest],
            "nothing": None,
        }

    return turn(
        Pair(tf.constant(1), tf.constant("two")),
        {"a": tf.constant(1.0), "b": (tf.constant(2.0), "text")},
        tf.constant([1.0]),
        tf.constant(2.0),
        scale=3.0,
    )


def variables_made_on_the_first_call(tf):
    """A callable object that makes its variable when first called."""

    class Counter(tf.Module):
        def __init__(self):
            super().__init__()
            self.count = None

        @tf.function
        def __call__(self, by):
            if self.count is None:
                self.count = tf.Variable(10)
            return self.count.assign_add(by)

    counter, other = Counter(), Counter()
    return [counter(tf.constant(1)), counter(tf.constant(2)), other(tf.constant(5)), counter.count]


def effects_keep_their_order(tf):
    """Assignments and reads of variables happen in the order of the program, in branches too."""
    v, w = tf.Variable(1.0), tf.Variable(10.0)

    @tf.function
    def shuffle(flag):
        before = v.read_value()
        v.assign(w * 2.0)
        if flag:
            w.assign_add(v)
            v.assign_sub(1.0)
        else:
            v.assign(0.0)
        w.assign(w + v)
        return before, v.read_value(), w.read_value()

    return shuffle(tf.constant(True)), shuffle(tf.constant(False)), v, w


def closures_are_captured(tf):
    """A tensor from outside is captured; a Python number is a constant from when it was traced."""
    factor, number = tf.constant(3.0), [2.0]

    @tf.function
    def scaled(x):
        return x * factor + number[0]

    first = scaled(tf.constant(1.0))
    number[0] = 100.0
    return first, scaled(tf.constant(1.0)), scaled(tf.constant([1.0]))


def functions_call_functions(tf):
    """A recursion that Python resolves when tracing, over a staged inner function."""

    @tf.function
    def smooth(x):
        return (x[:-1] + x[1:]) / 2.0

    @tf.function
    def repeatedly(x, times):
        return x if times == 0 else repeatedly(smooth(x), times - 1)

    x = tf.constant([1.0, 5.0, 2.0, 8.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = repeatedly(x, 3)
    return y, tape.gradient(y, x)


def concrete_function_of_other_shapes(tf):
    """Called eagerly it takes what its operations take; what Python made of a shape stays."""
    w = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])

    @tf.function
    def f(x):
        grown = x
        for i in tf.range(3):
            if tf.reduce_sum(grown) > 9.0 * tf.cast(i, tf.float32):
                grown = grown + tf.cumsum(x)
        return {"grown": grown, "rows": x @ w, "traced": x.shape[0] * tf.ones([])}

    concrete = f.get_concrete_function(tf.TensorSpec([2, 3], name="x"))
    x = tf.constant([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0], [2.0, 2.0, 2.0], [4.0, 0.0, 1.0]])
    product = tf.function(lambda x: x @ w).get_concrete_function(tf.TensorSpec([2, 3]))
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(product(x) ** 2.0)
    return {
        "more rows": concrete(x), "no row": concrete(x[:0]), "as traced": concrete(x[:2]),
        "slopes": tape.gradient(loss, [x, w]), "by name": concrete(x=x[:3]),
    }  # fmt: skip


def concrete_function_by_specification(tf):
    """get_concrete_function with a TensorSpec; called by position and by name."""

    @tf.function
    def affine(x, slope=2.0):
        return x * slope + 1.0

    concrete = affine.get_concrete_function(tf.TensorSpec([None], tf.float32, name="x"))
    return {
        "by position": concrete(tf.constant([1.0, 2.0])),
        "by name": concrete(x=tf.constant([3.0])),
        "output shape": concrete.output_shapes,
        "output dtype": concrete.output_dtypes,
        "inputs": [tensor.name for tensor in concrete.inputs],
    }


def python_effects_happen_when_traced(tf):
    """Appending to a list shows how often Python ran."""
    seen = []

    @tf.function
    def f(x, training):
        seen.append(training)
        return -x if training else x

    for training in (True, True, False):
        for value in (1.0, 2.0):
            f(tf.constant(value), training=training)
    return seen


def py_function_sees_values(tf):
    """tf.py_function runs Python on eager values at each call; tf.numpy_function on arrays."""
    seen = []

    @tf.function
    def f(x):
        def double(value):
            seen.append(float(value))
            return value * 2.0

        y = tf.py_function(double, [x], tf.float32)
        return y + tf.numpy_function(lambda value: value + 1.0, [x], tf.float32)

    return [f(tf.constant(1.0)), f(tf.constant(2.0))], seen


def unused_ops_do_not_run(tf):
    """Execution is non-strict: an operation that nothing needs cannot fail."""

    @tf.function
    def f(x):
        tf.gather(x, [1])
        return x

    return f(tf.constant([0.0]))


def stateless_random_numbers(tf):
    """Seeded random numbers are the same, eagerly and staged."""

    def draw():
        return {
            "uniform": tf.random.stateless_uniform([5], seed=[1, 2]),
            "normal": tf.random.stateless_normal([5], seed=[3, 4]),
            "integers": tf.random.stateless_uniform([5], seed=[5, 6], maxval=100, dtype=tf.int32),
        }

    return draw(), tf.function(draw)()


def shapes_of_equality(tf):
    """What is known of the shape of `==` where sizes are not: staged, and then with sizes that do not fit."""
    shapes = ([None, 1], [None], [3, None], [2, 3], [], [1, None], None)
    known = []
    for a in shapes:
        for b in ([None, 1], [None], [3, None], [2, 3], [4, 3], [], [1]):
            staged = tf.function(lambda x, y: (x == y, x != y)).get_concrete_function(
                tf.TensorSpec(a), tf.TensorSpec(b)
            )
            known.append([str(output.shape) for output in staged.outputs])
    vectors = tf.function(lambda x, y: (x == y, x != y), input_signature=[tf.TensorSpec([None])] * 2)
    sizes = ((3, 3), (2, 3), (4, 4), (1, 3), (3, 2))
    return known, [vectors(tf.ones([a]), tf.ones([b])) for a, b in sizes]


def effects_behind_initial_values_happen_once(tf):
    """A variable of the first call whose value follows effects: it waits for the run, effects happen once."""

    def results(make):
        count, made = tf.Variable(1.0), []
        iterator = iter(tf.data.Dataset.range(10))

        @tf.function
        def f(x):
            if not made:
                make(made, count, iterator, x)
            return made[0] + x

        x = tf.constant(10.0)
        return f(x), f(x), count.numpy(), made[0].numpy(), next(iterator)

    def constant_after_assignment(made, count, iterator, x):
        with tf.control_dependencies([count.assign_add(1.0)]):
            made.append(tf.Variable(lambda: tf.zeros([]) + 5.0))

    def value_after_assignment(made, count, iterator, x):
        count.assign_add(x)
        made.append(tf.Variable(count * 3.0))

    def element(made, count, iterator, x):
        made.append(tf.Variable(tf.cast(next(iterator), tf.float32) + x))

    return [results(make) for make in (constant_after_assignment, value_after_assignment, element)]


def numpy_functions_get_what_numpy_makes_of_arguments(tf):
    """Eagerly arguments are no tensors before: None, texts, and numbers in NumPy's dtypes."""
    seen = []

    def see(*values):
        seen.append([(value.dtype.name, value.shape, str(value)) for value in values])
        return values[0].ndim

    for call in (tf.numpy_function, tf.compat.v1.py_func):
        call(see, [None, 2.5, 1, [2, 3], "a", True], tf.int64)
        call(see, [tf.constant(1), tf.Variable([1.0, 2.0]), tf.constant("x")], tf.int64)
    return seen
