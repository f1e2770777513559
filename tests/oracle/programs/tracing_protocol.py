"""Programs with classes that say their own trace types, and what functions say of their types."""

import collections
import re
from dataclasses import dataclass

Pair = collections.namedtuple("Pair", ["first", "second"])


def _tagged(tf, calls):
    """A class of a tensor and a tag, and its trace type; `calls` gets what the type is asked for."""

    @dataclass
    class Tagged:
        x: object
        tag: str

        def __tf_flatten__(self):
            return (self.tag,), (self.x,)

        @classmethod
        def __tf_unflatten__(cls, metadata, components):
            return cls(components[0], metadata[0])

        def __tf_tracing_type__(self, context):
            return TaggedType(self.x.__tf_tracing_type__(context), self.tag)

    class TaggedType(tf.types.experimental.TraceType):
        def __init__(self, spec, tag):
            self.spec, self.tag = spec, tag

        def is_subtype_of(self, other):
            calls.append("is_subtype_of")
            is_alike = isinstance(other, TaggedType) and self.tag == other.tag
            return is_alike and self.spec.is_subtype_of(other.spec)

        def most_specific_common_supertype(self, others):
            calls.append("supertype")
            if any(not isinstance(x, TaggedType) or x.tag != self.tag for x in others):
                return None
            spec = self.spec.most_specific_common_supertype([x.spec for x in others])
            return None if spec is None else TaggedType(spec, self.tag)

        def placeholder_value(self, placeholder_context):
            calls.append("placeholder")
            return Tagged(self.spec.placeholder_value(placeholder_context), self.tag)

        def to_tensors(self, value):
            return self.spec.to_tensors(value.x)

        def from_tensors(self, tensors):
            return Tagged(self.spec.from_tensors(tensors), self.tag)

        def flatten(self):
            return self.spec.flatten()

        def cast(self, value, cast_context):
            calls.append("cast")
            return Tagged(self.spec.cast(value.x, cast_context), self.tag)

        def __hash__(self):
            return hash((self.spec, self.tag))

        def __eq__(self, other):
            return isinstance(other, TaggedType) and (self.spec, self.tag) == (
                other.spec,
                other.tag,
            )

        def __repr__(self):
            return f"TaggedType({self.spec}, {self.tag})"

    return Tagged


def own_types_by_equality(tf):
    """Objects of equal types share a trace, which gets the tensors of each."""
    Tagged = _tagged(tf, [])

    @tf.function
    def scaled(tagged, by=2.0):
        return tagged.x * by if tagged.tag == "times" else tagged.x + by

    results = [
        scaled(Tagged(tf.constant([1.0, 2.0]), "times")),
        scaled(Tagged(tf.constant([3.0, 4.0]), "times")),
        scaled(tagged=Tagged(tf.constant([3.0, 4.0]), "plus")),
        scaled(Tagged(tf.constant([5.0]), "plus"), by=1.0),
        scaled(Tagged(tf.Variable([7.0]), "plus"), by=1.0),
    ]
    return results, scaled.experimental_get_tracing_count()


def own_types_are_generalised(tf):
    """With reduce_retracing, the types' common supertype has a trace that serves all subtypes."""
    calls = []
    Tagged = _tagged(tf, calls)

    @tf.function(reduce_retracing=True)
    def total(tagged):
        return tf.reduce_sum(tagged.x)

    results = [total(Tagged(tf.ones([n]), "a")) for n in (1, 2, 3, 4)]
    results.append(total(Tagged(tf.ones([2]), "b")))
    traces = [str(f.function_type) for f in total._list_all_concrete_functions()]
    return results, traces, total.experimental_get_tracing_count(), calls.count("placeholder")


def own_types_within_structures(tf):
    """In dicts and lists, below a tape and in other functions."""
    Tagged = _tagged(tf, [])

    @tf.function
    def summed(parts):
        return {"r": parts["t"].x + parts["l"][0], "tag": parts["t"].tag == "u"}

    results = [
        summed({"t": Tagged(tf.constant([x]), "u"), "l": [tf.constant(1.0)]}) for x in (3.0, 4.0)
    ]
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = summed({"t": Tagged(x * x, "u"), "l": [x]})["r"]
    outer = tf.function(lambda z: summed({"t": Tagged(z, "v"), "l": [z]}))
    return results, tape.gradient(y, x), outer(x), summed.experimental_get_tracing_count()


def concrete_functions_cast_to_own_types(tf):
    """A concrete function takes what the type casts."""
    calls = []
    Tagged = _tagged(tf, calls)
    concrete = tf.function(lambda t: t.x * 2.0).get_concrete_function(Tagged(tf.ones([2]), "a"))
    told = [[(x.name, x.shape) for x in concrete.inputs], str(concrete.function_type)]
    del calls[:]
    return concrete(Tagged([1.0, 2.0], "a")), concrete(tf.constant([3.0, 4.0])), told, calls


def types_that_are_no_trace_types(tf):
    """What `__tf_tracing_type__` gives is a TraceType."""

    class Strange:
        def __tf_tracing_type__(self, context):
            return 3

        def __repr__(self):
            return "Strange()"

    try:
        tf.function(lambda x: 1)(Strange())
    except TypeError as error:
        return str(error)


def types_of_functions(tf):
    """`function_type` of functions, with and without an input_signature."""

    @tf.function
    def many(x, y=2, *args, k, z="s", **kw):
        return x

    signed = tf.function(lambda x, y=3.0: x, input_signature=[tf.TensorSpec([None], tf.float32)])
    return [(str(f.function_type), repr(f.function_type)) for f in (many, signed)]


def types_of_traces(tf):
    """`function_type` of traces: literals, structures, specs, objects, results and captures."""
    v = tf.Variable(1.0)

    @tf.function
    def many(x, y=2, *args, k, z="s", **kw):
        return {"a": x + 1, "b": [x, (x,)], "n": Pair(x, None), "v": v + x}

    made = many.get_concrete_function(
        tf.constant(1.0),
        tf.TensorSpec([None], tf.int32, name="given"),
        [1, 2.5],
        (tf.constant([1]), True),
        k={"b": 1, "a": tf.constant(2.0)},
        w=Pair(1, tf.constant("s")),
    ).function_type
    others = [
        tf.function(lambda: None).get_concrete_function(),
        tf.function(lambda a, b: a + b.values).get_concrete_function(
            tf.ones([1]), tf.sparse.from_dense([[1.0, 0.0]])
        ),
        tf.function(
            lambda x, y: y, input_signature=[tf.TensorSpec([2])] * 2
        ).get_concrete_function(),
    ]

    def plain(text):
        return re.sub(r"\d{6,}", "N", re.sub(r"0x[0-9a-f]+", "0x", text))

    return [
        plain(str(made)),
        plain(repr(made)),
        [str(x) for x in made.flat_inputs],
        [str(x) for x in made.flat_outputs],
        [str(x) for x in made.flat_captures],
        [
            (p.name, str(p.kind), p.optional, str(p.type_constraint))
            for p in made.parameters.values()
        ],
        [plain(repr(concrete.function_type)) for concrete in others],
    ]


def relations_of_function_types(tf):
    """Subtypes and supertypes of function types, binding and packing."""

    def of_shape(*shape):
        return tf.function(lambda x: x).get_concrete_function(tf.TensorSpec(shape)).function_type

    a, b, wide = of_shape(2, 3), of_shape(2, 4), of_shape(2, None)
    pair = tf.function(lambda x, y: {"a": x * y, "b": x}).get_concrete_function(
        tf.TensorSpec([]), tf.TensorSpec([])
    )
    kind = pair.function_type
    bound = kind.bind_with_defaults((1.0,), {"y": 2.0}, {})
    return [
        repr(a.most_specific_common_subtype([b])),
        a.is_supertype_of(b),
        wide.is_supertype_of(a),
        a.is_supertype_of(wide),
        a == of_shape(2, 3),
        hash(a) == hash(of_shape(2, 3)),
        kind.unpack_inputs(bound),
        kind.pack_output([tf.constant(1.0), tf.constant(2.0)]),
    ]


def atomic_functions(tf):
    """`inference_fn` is a function of tensors, in a row or in the form of the arguments."""
    v = tf.Variable(3.0)
    captured = tf.function(lambda x, y: {"a": x * y, "b": v + x}).get_concrete_function(
        tf.TensorSpec([]), tf.TensorSpec([])
    )
    alone = tf.function(lambda x, y: {"a": x * y}).get_concrete_function(
        tf.TensorSpec([]), tf.TensorSpec([])
    )
    x, y = tf.constant(2.0), tf.constant(4.0)
    atomic = captured.inference_fn
    told = []
    for call in (lambda: atomic(x, y), lambda: atomic.call_flat(x)):
        try:
            call()
        except ValueError as error:
            told.append(str(error)[:40])
    return [
        atomic.call_flat(x, y, v.handle),
        atomic.call_preflattened([x, y, v.handle]),
        atomic.call_with_captures([x, y], {}, [v.handle]),
        alone.inference_fn(x, y),
        told,
        re.sub(r"\d+", "N", str(atomic)),
        type(atomic.name).__name__,
    ]


def classes_of_functions(tf):
    """What is of which of the abstract classes."""
    f = tf.function(lambda x: x)
    concrete = f.get_concrete_function(1.0)
    kinds = tf.types.experimental
    names = (
        "Callable",
        "AtomicFunction",
        "ConcreteFunction",
        "PolymorphicFunction",
        "GenericFunction",
    )
    rows = [
        [isinstance(x, getattr(kinds, name)) for name in names]
        for x in (f, concrete, concrete.inference_fn)
    ]
    return rows, isinstance(concrete.function_type, kinds.FunctionType)


def trace_types_of_values(tf):
    """What has a say in its traces, and which are trace types."""
    values = [
        tf.constant(1.0),
        tf.TensorSpec([1]),
        tf.TensorShape([1]),
        tf.float32,
        tf.ragged.constant([[1]]),
        tf.sparse.from_dense([[1.0]]),
        tf.data.Dataset.range(2),
        iter(tf.data.Dataset.range(2)),
        tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])),
        3,
        [1],
    ]
    kinds = tf.types.experimental
    return [
        (
            isinstance(x, kinds.SupportsTracingProtocol),
            isinstance(x, kinds.TraceType),
            str(x.__tf_tracing_type__(None))
            if isinstance(x, kinds.SupportsTracingProtocol)
            else "",
        )
        for x in values
    ]


def specs_take_values_apart(tf):
    """`to_tensors`, `from_tensors`, `flatten` of specs, and what they refuse."""
    pairs = [
        (tf.TensorSpec([None]), tf.constant([1.0])),
        (tf.RaggedTensorSpec([None, None], tf.int32, 1), tf.ragged.constant([[1], [2, 3]])),
        (tf.SparseTensorSpec([None, 2]), tf.sparse.from_dense([[1.0, 0.0]])),
        (tf.IndexedSlicesSpec([None], dtype=tf.float32, indices_dtype=tf.int32),
         tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))),
    ]  # fmt: skip
    results = [
        (
            [str(x) for x in spec.flatten()],
            spec.to_tensors(value),
            spec.from_tensors(iter(spec.to_tensors(value))),
        )
        for spec, value in pairs
    ]
    spec = tf.TensorSpec([None], name="q")
    told = []
    for value in (tf.constant(1.0), tf.constant([1])):
        try:
            spec.to_tensors(value)
        except TypeError as error:
            told.append(str(error))
    return results, spec.to_tensors([1.0, 2.0]), told


def shapes_and_dtypes_as_trace_types(tf):
    """They have no tensors; each is a subtype of what includes it."""
    rows = []
    for x in (tf.TensorShape([1, None]), tf.float32):
        rows.append(
            [
                x.flatten(),
                x.to_tensors(x),
                x.from_tensors(iter([])),
                x.placeholder_value(None),
                x.is_subtype_of(x),
                x.is_subtype_of(tf.int32),
                str(x.most_specific_common_supertype([x])),
                x.most_specific_common_supertype([tf.int32]),
            ]
        )
        try:
            x.cast(3, None)
        except AssertionError as error:
            rows.append(str(error))
    spec = tf.TensorSpec([None], tf.int32, "q")
    shape = tf.TensorShape([1, None])
    return rows, [
        str(tf.TensorSpec.experimental_from_proto(spec.experimental_as_proto())),
        str(tf.TensorShape.experimental_from_proto(shape.experimental_as_proto())),
        str(spec.experimental_as_proto()),
        str(tf.NoneTensorSpec()),
    ]
