"""Programs about graphs themselves: names, scopes, devices, captures, and what they refuse."""


def _names(graph):
    return [operation.name for operation in graph.get_operations()]


def names_and_scopes(tf):
    """Names are made unique without regard to case; scopes nest, come again and end."""
    with tf.Graph().as_default() as graph:
        scopes = []
        for name in ("a", "A", "a", "a_1", "x/y/z"):
            tf.constant(1, name=name)
        with tf.name_scope("s") as scope:
            scopes.append(scope)
            tf.constant(2, name="b")
            for _ in range(2):
                with tf.name_scope("t") as inner:
                    scopes.append(inner)
                    tf.constant(3, name="_c")
            with tf.name_scope(scope) as again:
                scopes.append(again)
                tf.constant(3, name="b")
            with tf.name_scope("") as root:
                scopes.append(root)
                tf.constant(3, name="b")
        with tf.name_scope("s") as other:
            scopes.append(other)
        with tf.name_scope("s/") as other:
            scopes.append(other)
        unique = [graph.unique_name("a"), graph.unique_name("a", mark_as_used=False)]
        return _names(graph), scopes, unique, graph.unique_name("a")


def names_of_conversions(tf):
    """What becomes a tensor for an operation is named after the argument that it is."""
    with tf.Graph().as_default() as graph:
        p = tf.compat.v1.placeholder(tf.float32, [2, 2], name="p")
        tf.matmul(p, [[1.0, 0.0], [0.0, 1.0]])
        p * 2.0 + 1.0
        tf.add(1.0, p, name="sum")
        tf.concat([p, [[1.0, 2.0]]], 0)
        tf.gather(p, [0])
        return _names(graph)


def names_of_captures(tf):
    """Tensors and variables from outside are named after the argument that they are."""
    v = tf.Variable(1.0, name="v")
    large = tf.ones([20, 20])
    spec = tf.TensorSpec([20, 20])

    def names(function):
        graph = tf.function(function).get_concrete_function(spec).graph
        return [x.name for x in graph.inputs]

    return [
        names(lambda x: tf.matmul(x, large)),
        names(lambda x: tf.matmul(large, x) + tf.reduce_sum(large)),
        names(lambda x: x + large),
        names(lambda x: x * v + v),
        names(lambda x: v.assign_add(x[0, 0])),
        names(lambda x: tf.concat([x, large], 0)),
    ]


def names_of_arguments(tf):
    """The tensors of an argument are named after it; what no operation may be called is not used."""
    spec = tf.TensorSpec([])

    def names(function, *args):
        concrete = tf.function(function).get_concrete_function(*args)
        given = [x.op.get_attr("_user_specified_name") for x in concrete.inputs]
        return [x.name for x in concrete.inputs], given

    return [
        names(lambda x, y: 1, spec, spec),
        names(lambda d: 1, {"a": spec, "b": spec}),
        names(lambda d, e: 1, [spec, (spec, spec)], spec),
        names(lambda *d: 1, spec, spec),
        names(lambda _x: 1, spec),
        names(lambda x: 1, tf.TensorSpec([], name="given")),
        names(lambda x: 1, tf.TensorSpec([], name="not given")),
    ]


def attrs_of_operations(tf):
    """`get_attr` gives dtypes, bytes and messages, given, implied or by default."""
    found = []
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [2, None], name="x")
        tf.concat([x, x], 0, name="concat")
        tf.nn.conv2d(tf.zeros([1, 3, 3, 1]), tf.zeros([1, 1, 1, 1]), 1, "SAME", name="conv")
        tf.constant([1, 2], name="constant")
        tf.split(x, 2, name="split")
        tf.raw_ops.IdentityN(input=[x, [1]], name="both")
        for name, keys in (
            ("x", ("dtype", "shape")),
            ("concat", ("N", "T", "Tidx")),
            ("conv", ("T", "strides", "padding", "data_format", "explicit_paddings")),
            ("constant", ("dtype", "value")),
            ("split", ("num_split", "T")),
            ("both", ("T",)),
        ):
            operation = graph.get_operation_by_name(name)
            found += [(name, key, str(operation.get_attr(key))) for key in keys]
    return found


def devices(tf):
    """Scopes of devices are merged part by part."""
    with tf.Graph().as_default():
        made = []
        with tf.device("/job:worker/gpu:0"):
            made.append(tf.constant(1))
            for name in ("/cpu:1", "/job:ps", "/task:3", None):
                with tf.device(name):
                    made.append(tf.constant(1))
        made.append(tf.constant(1))
        return [x.device for x in made]


def dependencies(tf):
    """Control dependencies nest, are cleared and come again."""
    with tf.Graph().as_default():
        a, b = tf.constant(1, name="a"), tf.constant(2, name="b")
        made = []
        with tf.control_dependencies([a]):
            made.append(tf.constant(3))
            made.append(tf.identity(a))
            with tf.control_dependencies([b, a]):
                made.append(tf.constant(4))
            with tf.control_dependencies(None):
                made.append(tf.constant(5))
                with tf.control_dependencies([b]):
                    made.append(tf.constant(6))
            made.append(tf.constant(7))
        return [[control.name for control in x.op.control_inputs] for x in made]


def what_is_not_found(tf):
    """Names of nothing, and names of the other kind."""
    with tf.Graph().as_default() as graph:
        a = tf.constant(1, name="a")
        calls = [
            lambda: graph.get_operation_by_name("b"),
            lambda: graph.get_operation_by_name("a:0"),
            lambda: graph.get_tensor_by_name("a"),
            lambda: graph.get_tensor_by_name("a:1"),
            lambda: graph.get_tensor_by_name("b:0"),
            lambda: graph.as_graph_element("a", allow_operation=False),
            lambda: graph.as_graph_element("a:0", allow_tensor=False),
            lambda: graph.as_graph_element(5),
            lambda: graph.as_graph_element(a, allow_tensor=False),
            lambda: tf.constant(1, name="a b"),
            lambda: tf.constant(1, name="_a"),
            lambda: tf.name_scope("a b").__enter__(),
            lambda: tf.control_dependencies([object()]).__enter__(),
        ]
        errors = []
        for call in calls:
            try:
                call()
            except (ValueError, TypeError, KeyError) as error:
                errors.append(type(error).__name__)
            else:
                errors.append("nothing")
        return errors, _names(graph)


def initial_values_in_functions(tf):
    """What the initial value of a variable may depend on in the first trace, and its random numbers."""

    class Kept:
        v = None

    def first(make, *args):
        kept = Kept()

        @tf.function
        def function(*args):
            if kept.v is None:
                kept.v = make(*args)
            return kept.v.read_value()

        return function(*args), kept.v.read_value()

    x, w = tf.constant(3.0), tf.Variable(7.0)
    results = [
        first(lambda: tf.Variable(2.0)),
        first(lambda x: tf.Variable(x * 2.0), x),
        first(lambda x: tf.Variable(lambda: x * 2.0), x),
        first(lambda x: tf.Variable([x, 2.0]), x),
        first(lambda: tf.Variable(x * w)),
        first(lambda x: tf.Variable(tf.function(lambda y: y + 1.0)(x)), x),
    ]
    for seed in (None, 7):
        tf.random.set_seed(1)
        results.append(first(lambda seed=seed: tf.Variable(tf.random.normal([2], seed=seed))))
        results.append(
            first(lambda seed=seed: tf.Variable(lambda: tf.random.uniform([2], seed=seed)))
        )
        results.append(tf.random.uniform([1]))
    return results
