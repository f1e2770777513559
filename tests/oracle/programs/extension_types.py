"""Programs with extension types, and with public functions that take them."""

import typing


def _masked(tf):
    class MaskedTensor(tf.experimental.ExtensionType):
        values: tf.Tensor
        mask: tf.Tensor

        shape = property(lambda self: self.values.shape)
        dtype = property(lambda self: self.values.dtype)

        def with_default(self, default):
            return tf.where(self.mask, self.values, default)

        def __add__(self, other):
            return tf.add(self, other)

        class Spec:
            def __init__(self, shape, dtype=tf.float32):
                self.values = tf.TensorSpec(shape, dtype)
                self.mask = tf.TensorSpec(shape, tf.bool)

            shape = property(lambda self: self.values.shape)

    return MaskedTensor


def _error(action):
    """The class and the beginning of the message of an error."""
    try:
        action()
    except Exception as error:
        return type(error).__name__, str(error).split(".")[0][:60]
    return "none"


def fields_are_converted(tf):
    class Many(tf.experimental.ExtensionType):
        a: int
        b: float
        c: bool
        d: str
        e: typing.Tuple[int, ...]
        f: typing.Tuple[int, str]
        g: typing.Mapping[str, tf.Tensor]
        h: typing.Union[int, str]
        i: tf.DType
        j: tf.TensorShape
        k: typing.Optional[tf.Tensor] = None
        m: typing.Union[tf.Tensor, tf.RaggedTensor] = 3.0

    many = Many(1, 2.0, True, "s", [1, 2], (1, "x"), {"b": [2.0], "a": 1}, "u", "float32", [1, None])
    return {
        "text": repr(many),
        "spec": repr(tf.type_spec_from_value(many)),
        "flat": tf.nest.flatten(many, expand_composites=True),
        "values": [many.a, many.e, many.f, dict(many.g), many.i.name, many.j.as_list(), many.k, many.m],
        "dict": sorted(tf.experimental.extension_type.as_dict(many)),
    }


def fields_of_other_types_are_refused(tf):
    class Net(tf.experimental.ExtensionType):
        w: tf.Tensor
        name: str = "n"
        parts: typing.Tuple[int, int] = (1, 2)
        table: typing.Mapping[str, int] = {}
        other: typing.Optional[tf.Tensor] = None

    def change():
        Net(1.0).w = 3

    def missing():
        class Own(tf.experimental.ExtensionType):
            a: tf.Tensor
            b: tf.Tensor

            def __init__(self, a):
                self.a = a

        Own(1)

    def strange():
        class Own(tf.experimental.ExtensionType):
            a: tf.Tensor

            def __init__(self, a):
                self.a = a
                self.q = 3

        Own(1)

    def reserved():
        class Bad(tf.experimental.ExtensionType):
            Spec: tf.Tensor

    def unsupported():
        class Bad(tf.experimental.ExtensionType):
            x: list

    def default():
        class Bad(tf.experimental.ExtensionType):
            x: int = "a"

    def not_valid():
        class Matrix(tf.experimental.ExtensionType):
            x: tf.Tensor

            def __validate__(self):
                self.x.shape.assert_has_rank(2)

        Matrix([1.0])

    actions = [
        change, missing, strange, reserved, unsupported, default, not_valid,
        lambda: Net(), lambda: Net(1.0, bad=3), lambda: Net(w=[1.0, "a"]), lambda: Net(None),
        lambda: Net(1.0, 3), lambda: Net(1.0, "x", (1, "2")), lambda: Net(1.0, table={1: 2}),
        lambda: Net(1.0, table={"a": "b"}), lambda: Net(1.0, other="text" if False else object()),
        lambda: hash(Net(1.0)), lambda: tf.experimental.ExtensionType(), lambda:
        tf.convert_to_tensor(Net(1.0)), lambda: Net(1.0) + 1, lambda: Net.Spec(), lambda: Net.Spec(3),
    ]  # fmt: skip
    return [_error(action) for action in actions]


def equality(tf):
    class Pair(tf.experimental.ExtensionType):
        a: tf.Tensor
        b: int = 1

    p = Pair([1, 2])
    same = tf.function(lambda x, y: x == y)
    return [
        p == p, p != p, p == Pair([1, 3]), p == Pair([1, 2, 3]), p == Pair([1, 2], 2), p == 3, p != 3,
        p == Pair([1.0, 2.0]), same(p, Pair([1, 2])),
    ]  # fmt: skip


def specs(tf):
    class Net(tf.experimental.ExtensionType):
        w: tf.Tensor
        name: str = "n"

    first, second = (tf.type_spec_from_value(Net(tf.ones([n, 2]))) for n in (2, 3))
    masked = _masked(tf).Spec([None], tf.int32)
    return [
        first == second, first.is_compatible_with(second), first.is_compatible_with(Net(tf.ones([2, 2]))),
        repr(first.most_specific_common_supertype([second])).split("Net")[1], first.w.shape.as_list(),
        first.name, masked.shape.as_list(), masked.values.dtype.name,
    ]  # fmt: skip


def subclasses_and_methods(tf):
    class Base(tf.experimental.ExtensionType):
        w: tf.Tensor
        name: str = "n"

        @property
        def doubled(self):
            return self.w * 2

        @tf.function
        def times(self, k):
            return self.w * k

        @classmethod
        def make(cls):
            return cls(3)

    class Derived(Base):
        extra: int = 4

    derived = Derived(1, extra=5)
    return [derived.w, derived.extra, derived.name, derived.doubled, derived.times(4), Derived.make().w,
            repr(derived).split(".")[-1], isinstance(derived, Base)]  # fmt: skip


def in_functions_and_control_flow(tf):
    MaskedTensor = _masked(tf)
    x = MaskedTensor([1, 2, 3], [True, False, True])
    y = MaskedTensor([4, 5, 6], [True, True, False])

    @tf.function
    def loop(m, n):
        for i in tf.range(n):
            if tf.reduce_sum(m.values) > 20:
                m = MaskedTensor(m.values - i, m.mask)
            else:
                m = MaskedTensor(m.values * 2, m.mask)
        return m, m.values[0]

    @tf.function(input_signature=[MaskedTensor.Spec([None], tf.int32)])
    def filled(m):
        return m.with_default(-1)

    looped, first = loop(x, 4)
    chosen = tf.cond(tf.constant(False), lambda: x, lambda: y)
    switched = tf.switch_case(tf.constant(0), [lambda: x, lambda: y])

    def doubled(i, m):
        return i + 1, MaskedTensor(m.values * 2, m.mask)

    _, turned = tf.while_loop(lambda i, m: i < 3, doubled, (0, x))
    return [
        looped.values, looped.mask, first, filled(x), filled(MaskedTensor([7], [False])), chosen.values,
        switched.values, turned.values, loop.experimental_get_tracing_count(),
    ]  # fmt: skip


def a_gradient_goes_through(tf):
    class Layer(tf.experimental.ExtensionType):
        w: tf.Tensor
        b: tf.Tensor

        def __call__(self, x):
            return tf.nn.tanh(x @ self.w + self.b)

    def loss(w, b):
        return tf.reduce_sum(Layer(w, b)(tf.ones([2, 3])))

    w, b = tf.ones([3, 2]) * 0.1, tf.constant([0.1, -0.2])
    gradients = []
    for function in (loss, tf.function(loss)):
        with tf.GradientTape() as tape:
            tape.watch([w, b])
            value = function(w, b)
        gradients.append((value, tape.gradient(value, [w, b])))
    return gradients


def functions_dispatch(tf):
    MaskedTensor = _masked(tf)
    x = MaskedTensor([1, -2, -3], [True, False, True])
    y = MaskedTensor([5, 6, 7], [True, True, False])
    results = []

    @tf.experimental.dispatch_for_unary_elementwise_apis(MaskedTensor)
    def unary(function, x):
        return MaskedTensor(function(x.values), x.mask)

    @tf.experimental.dispatch_for_binary_elementwise_apis(MaskedTensor, MaskedTensor)
    def binary(function, x, y):
        return MaskedTensor(function(x.values, y.values), x.mask & y.mask)

    @tf.experimental.dispatch_for_api(tf.stack)
    def stack(values: typing.List[MaskedTensor], axis=0):
        return MaskedTensor(tf.stack([v.values for v in values], axis), tf.stack([v.mask for v in values],
        axis))

    @tf.experimental.dispatch_for_api(tf.reduce_sum, {"input_tensor": MaskedTensor})
    def total(input_tensor, axis=None, keepdims=False):
        return tf.reduce_sum(input_tensor.with_default(0), axis, keepdims)

    @tf.experimental.dispatch_for_binary_elementwise_assert_apis(MaskedTensor, MaskedTensor)
    def check(function, x, y):
        results.append("checked")

    try:
        tf.debugging.assert_less(x, y)
        for masked in (
            tf.abs(x), tf.ones_like(x, dtype=tf.float32), tf.cast(x, tf.float64), tf.clip_by_value(x, -2,
            0), tf.nn.relu(x), tf.negative(x=x), tf.add(x, y), x + y, tf.maximum(x, y), tf.stack([x, y]),
            tf.stack([x, y], axis=1), tf.function(lambda a, b: a + tf.square(b))(x, y),
        ):  # fmt: skip
            results.append((masked.values, masked.mask))
        results += [tf.reduce_sum(x), tf.reduce_sum(x, 0, keepdims=True), tf.math.reduce_sum([1, 2])]
        results += [_error(action)[0] for action in (
            lambda: tf.add(x, 3), lambda: tf.concat([x, y], 0), lambda: tf.reduce_max(x), lambda:
            tf.sqrt(x),
        )]  # fmt: skip
    finally:
        for handler in (unary, binary, stack, total):  # TensorFlow fails to take assertions' away
            tf.experimental.unregister_dispatch_for(handler)
    results += [_error(action)[0] for action in (lambda: tf.abs(x), lambda: tf.reduce_sum(x))]
    return [*results, tf.add(1, 2), tf.abs(-3), tf.reduce_sum([1, 2])]


def operators_of_tensors_dispatch(tf):
    class Units(tf.experimental.ExtensionType):
        of: tf.Tensor

    @tf.experimental.dispatch_for_api(tf.add, {"x": Units}, {"y": Units})
    def add(x, y):
        return "added"

    @tf.experimental.dispatch_for_api(tf.pow, {"x": Units}, {"y": Units})
    def power(x, y):
        return "raised"

    try:
        one = tf.constant(1)
        results = [tf.add(one, Units(1)), tf.add(y=Units(1), x=2), one ** Units(1)]
        return [*results, _error(lambda: one * Units(1))[0]]
    finally:
        tf.experimental.unregister_dispatch_for(add)
        tf.experimental.unregister_dispatch_for(power)


def handlers_that_cannot_be(tf):
    MaskedTensor = _masked(tf)

    def other_names():
        @tf.experimental.dispatch_for_api(tf.math.add)
        def handler(x: MaskedTensor, y: MaskedTensor, nm=None):
            return 1

    def no_types():
        @tf.experimental.dispatch_for_api(tf.math.add)
        def handler(x, y, name=None):
            return 1

    def unknown_parameter():
        tf.experimental.dispatch_for_api(tf.math.add, {"z": MaskedTensor})(lambda x, y: 1)

    def no_type():
        tf.experimental.dispatch_for_api(tf.math.add, {"x": 3})(lambda x, y: 1)

    def twice():
        @tf.experimental.dispatch_for_unary_elementwise_apis(MaskedTensor)
        def handler(function, x):
            return 1

        try:
            tf.experimental.dispatch_for_unary_elementwise_apis(MaskedTensor)(lambda function, x: 2)
        finally:
            tf.experimental.unregister_dispatch_for(handler)

    def several():
        @tf.experimental.dispatch_for_api(tf.abs, {"x": MaskedTensor})
        def one(x):
            return 1

        @tf.experimental.dispatch_for_api(tf.abs, {"x": MaskedTensor})
        def another(x):
            return 2

        try:
            tf.abs(MaskedTensor([1], [True]))
        finally:
            tf.experimental.unregister_dispatch_for(one)
            tf.experimental.unregister_dispatch_for(another)

    actions = [
        other_names, no_types, unknown_parameter, no_type, twice, several,
        lambda: tf.experimental.dispatch_for_api(len), lambda: tf.experimental.dispatch_for_api(tf.add, 3),
        lambda: tf.experimental.dispatch_for_api(tf.print, {"x": MaskedTensor}),
        lambda: tf.experimental.unregister_dispatch_for(len),
    ]  # fmt: skip
    return [_error(action)[0] for action in actions]


def rows(tf):
    class Vehicle(tf.experimental.BatchableExtensionType):
        speed: tf.Tensor
        name: str = "v"
        wheels: typing.Optional[tf.Tensor] = None

    vehicles = Vehicle([120.0, 150.0, 80.0], "v", [[1, 2], [3, 4], [5, 6]])
    dataset = tf.data.Dataset.from_tensor_slices({"v": vehicles, "k": [1, 2, 3]})
    mapped = dataset.map(lambda e: Vehicle(e["v"].speed * tf.cast(e["k"], tf.float32), "v", e["v"].wheels))
    batches = [(b.speed, b.wheels) for b in mapped.batch(2)]
    unbatched = [(b.speed, b.wheels) for b in mapped.batch(2).unbatch()]
    spec = mapped.element_spec
    doubled = tf.map_fn(lambda v: Vehicle(v.speed * 2, "v", v.wheels), vehicles)
    summed = tf.map_fn(lambda v: v.speed + 1.0, vehicles, fn_output_signature=tf.float32)
    at_once = tf.vectorized_map(lambda v: v.wheels * 2, vehicles)
    return [batches, unbatched, spec.speed.shape.as_list(), spec.wheels.shape.as_list(), spec.name,
            doubled.speed, doubled.wheels, summed, at_once]  # fmt: skip


def composites_inside(tf):
    class Inner(tf.experimental.ExtensionType):
        ragged: tf.RaggedTensor
        sparse: tf.SparseTensor

    class Outer(tf.experimental.ExtensionType):
        kids: typing.Tuple[Inner, ...]
        count: int = 2

    ragged, sparse = tf.ragged.constant([[1], [2, 3]]), tf.sparse.from_dense([0, 5])
    outer = Outer((Inner(ragged, sparse), Inner(ragged * 2, sparse)))

    @tf.function
    def changed(x):
        first, second = x.kids
        return Outer((Inner(second.ragged + 1, first.sparse), first))

    out = changed(outer)
    return [out.kids[0].ragged.to_list(), out.kids[0].sparse.values, out.kids[1].ragged.to_list(),
            out.count, len(tf.nest.flatten(out, expand_composites=True)), out == outer]  # fmt: skip
