"""Programs about the form of arguments: signatures, concrete functions, and arguments that are modified."""

import collections

Pair = collections.namedtuple("Pair", "a b")
Couple = collections.namedtuple("Couple", "a b")
Other = collections.namedtuple("Pair", "a c")

VALUES = {
    "list": [1, 2],
    "tuple": (1, 2),
    "named tuple": Pair(1, 2),
    "of the same names": Couple(1, 2),
    "of other names": Other(1, 2),
    "dict": {"a": 1, "b": 2},
    "other order": {"b": 1, "a": 2},
    "ordered": collections.OrderedDict(b=1, a=2),
    "other keys": {"a": 1, "c": 2},
    "default": collections.defaultdict(int, a=1, b=2),
    "short": [1],
    "long": (1, 2, 3),
    "nested": {"a": [1, (2,)]},
    "nested otherwise": {"a": (1, [2])},
    "number": 1,
    "text": "ab",
}


def structures_and_input_signatures(tf):
    """Which structures an input_signature of each structure takes, and what becomes of them."""
    spec = tf.TensorSpec([], tf.int32)
    signatures = {
        "list": [spec, spec],
        "tuple": (spec, spec),
        "named tuple": Pair(spec, spec),
        "dict": {"a": spec, "b": spec},
        "ordered": collections.OrderedDict(a=spec, b=spec),
        "nested": {"a": [spec, (spec,)]},
        "number": spec,
    }
    results = {}
    for name, signature in signatures.items():
        identity = tf.function(
            lambda x: tf.nest.map_structure(lambda v: v + 0, x), input_signature=[signature]
        )
        for kind, value in VALUES.items():
            try:
                result = identity(value)
                text = str(tf.nest.map_structure(int, result)), type(result).__name__
            except TypeError:
                text = "TypeError"
            results[f"{name} of {kind}"] = text
    return results


def concrete_functions_by_the_names_of_specs(tf):
    """A function that was called before is called by the name that a spec gave its input."""

    @tf.function
    def next_number(x):
        return x + 1

    first = next_number(tf.constant(1.0))
    concrete = next_number.get_concrete_function(tf.TensorSpec((), tf.float32, name="p"))
    return first, concrete(p=tf.constant(2.0)), concrete(tf.constant(3.0))


def python_values_for_tensors_of_concrete_functions(tf):
    """Lists and numbers become tensors of the traced shape, or are refused."""
    concrete = tf.function(lambda x: x * 2).get_concrete_function(tf.TensorSpec([2, 3]))
    results = [concrete([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), concrete([[1, 2, 3], [4, 5, 6]])]
    for value in (1.0, [1.0], [[1.0, 2.0, 3.0]], "text", None):
        try:
            results.append(concrete(value))
        except TypeError:
            results.append("TypeError")
    return results


def arguments_that_are_modified(tf):
    """A function that modifies its arguments while it is traced is refused; the caller's stay."""

    def item(m):
        m["list"][0] = m["list"][0] + 1.0

    def put_back(m):
        m["dict"]["a"] = m["dict"].pop("a")

    mutations = [
        item,
        put_back,
        lambda m: m["list"].append(1),
        lambda m: m["list"].pop(),
        lambda m: m["list"].reverse(),
        lambda m: m["dict"].update(z=1),
        lambda m: m["dict"].clear(),
        lambda m: m["dict"]["b"].update(c=2),
        lambda m: m.pop("list"),
        lambda m: m["pair"].a.append(1),
        lambda m: sorted(m["dict"]),
    ]
    results = []
    for mutate in mutations:
        given = {
            "list": [tf.constant(1.0), 2],
            "dict": {"a": tf.constant(2.0), "b": {"c": 1}},
            "pair": Pair([1], 2),
        }

        @tf.function
        def f(m, x, mutate=mutate):
            mutate(m)
            return x

        try:
            f(given, tf.constant(1))
            results.append("taken")
        except ValueError as error:
            results.append(str(error).split(": ")[-1].removesuffix(" (AG416)"))
        results.append(str(tf.nest.map_structure(float, given)))
    return results


def shape_invariants_of_composites(tf):
    """Shape invariants of sparse and ragged loop variables, as shapes and as specs."""

    def run(make, step, invariant):
        @tf.function
        def f(n):
            return tf.while_loop(
                lambda i, v: i < n,
                lambda i, v: (i + 1, step(v)),
                (0, make()),
                (tf.TensorShape([]), invariant),
            )[1]

        try:
            return f(tf.constant(2))
        except (TypeError, ValueError) as error:
            return type(error).__name__

    def sparse():
        return tf.SparseTensor([[0, 0], [1, 1]], [1, 2], [3, 3])

    def ragged():
        return tf.ragged.constant([[1, 2], [3]])

    def longer(v):
        return tf.sparse.concat(0, [v, v])

    def twice(v):
        return tf.concat([v, v], 0)

    return [
        run(sparse, longer, tf.TensorShape([2])),
        run(sparse, longer, tf.SparseTensorSpec([None, 3], tf.int32)),
        run(sparse, longer, tf.TensorShape([None, 3])),
        run(sparse, tf.sparse.expand_dims, tf.TensorShape(None)),
        run(sparse, longer, tf.SparseTensorSpec([None, 3], tf.int64)),
        run(sparse, longer, tf.TensorSpec([None, 3], tf.int32)),
        run(ragged, twice, tf.TensorShape([None, None])),
        run(ragged, twice, tf.RaggedTensorSpec([None, None], tf.int32)),
        run(ragged, twice, tf.RaggedTensorSpec([None, None], tf.float32)),
        run(ragged, twice, tf.SparseTensorSpec([None, None], tf.int32)),
    ]


def floats_where_strings_are_required(tf):
    """Which error functions of strings raise: of tensors and numbers, eagerly and staged."""
    spec = {"a": tf.io.FixedLenFeature([], tf.float32)}
    functions = {
        "write_file": lambda x: tf.io.write_file("/tmp/never written", x),
        "write_file of that name": lambda x: tf.io.write_file(x, "a"),
        "write_file of a tensor": lambda x: tf.io.write_file(tf.constant("/tmp/never written"), x),
        "is_jpeg": tf.image.is_jpeg,
        "read_file": tf.io.read_file,
        "parse_example": lambda x: tf.io.parse_example(x, spec),
        "unicode_decode": lambda x: tf.strings.unicode_decode(x, "UTF-8"),
        "constant": lambda x: tf.constant(x, tf.string),
    }
    results = {}
    x = tf.constant(1.0)
    for name, function in functions.items():
        runs = {
            "eager": lambda f=function: f(x),
            "staged": lambda f=function: tf.function(f)(x),
            "number": lambda f=function: f(1.0),
            "staged number": lambda f=function: tf.function(lambda: f(1.0))(),
        }
        for way, run in runs.items():
            try:
                run()
                results[name, way] = "taken"
            except (TypeError, ValueError, tf.errors.OpError) as error:
                results[name, way] = type(error).__name__
    return {str(key): value for key, value in results.items()}
