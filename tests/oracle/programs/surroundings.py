"""What programs do besides computing: devices, scopes, messages, vocabularies, averages."""

from tests.oracle.programs.errors import error_of


def options_of_devices(tf):
    tf.constant(0)  # Before the first operation TensorFlow lets even the CPU be hidden.
    config = tf.config
    (cpu,) = config.list_physical_devices("CPU")
    config.set_visible_devices([], "GPU")
    return [
        config.get_visible_devices("GPU"),
        config.get_logical_device_configuration(cpu),
        config.experimental.get_device_details(cpu),
        config.experimental.get_synchronous_execution(),
        config.experimental.get_device_policy(),
        config.experimental.tensor_float_32_execution_enabled(),
        error_of(lambda: config.set_visible_devices(["x"])),
        error_of(lambda: config.set_visible_devices([cpu], "GPU")),
        error_of(lambda: config.set_visible_devices([], "CPU")),
        error_of(lambda: config.experimental.set_memory_growth(cpu, True)),
        error_of(lambda: config.experimental.get_memory_growth(cpu)),
        error_of(lambda: config.experimental.get_memory_info("CPU:0")),
        error_of(lambda: config.experimental.get_memory_usage("CPU:0")),
        error_of(lambda: config.experimental.reset_memory_stats("CPU:0")),
        error_of(lambda: config.experimental.set_device_policy("x")),
        error_of(
            lambda: config.set_logical_device_configuration(
                cpu, [config.LogicalDeviceConfiguration(memory_limit=10)]
            )
        ),
    ]


def what_the_library_was_built_with(tf):
    return [
        tf.test.gpu_device_name(),
        tf.test.is_gpu_available(),
        tf.test.is_built_with_cuda(),
        tf.test.is_built_with_gpu_support(),
        tf.test.is_built_with_rocm(),
        tf.test.is_built_with_xla(),
        tf.version.VERSION,
        tf.version.GRAPH_DEF_VERSION,
        tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER,
    ]


def name_scopes_are_told(tf):
    found = [tf.get_current_name_scope()]
    with tf.name_scope("a"), tf.name_scope("b"):
        found.append(tf.get_current_name_scope())

        @tf.function
        def staged():
            found.append(tf.get_current_name_scope())
            with tf.name_scope("c"):
                found.append(tf.get_current_name_scope())
                tf.cond(tf.constant(True), told, lambda: 1)
                tf.map_fn(lambda _: told(), tf.constant([1]))
            return 1

        def told():
            found.append(tf.get_current_name_scope())
            return 1

        staged()
        with tf.Graph().as_default():
            told()
    return found


def nodes_of_operations(tf):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.matmul(x, [[1.0], [2.0]], name="y")
    node = y.op.node_def
    return [node.name, node.op, list(node.input), node.attr["T"].type, node.attr["transpose_a"].b]


def messages_of_arrays(tf):
    def message(*arguments, **options):
        return tf.make_tensor_proto(*arguments, **options).SerializeToString()

    return [
        message([1, 2]),
        message([1.0], shape=[3]),
        message("a"),
        message([[1, 2], [3, 4]], dtype=tf.float16),
        message(tf.constant([True, False])),
        tf.make_ndarray(tf.make_tensor_proto([["a", "b"]])),
        error_of(lambda: tf.make_tensor_proto([1, 2], shape=[3], verify_shape=True)),
        error_of(lambda: tf.make_tensor_proto([1, 2, 3], shape=[2])),
        error_of(lambda: tf.make_tensor_proto([1.5], dtype=tf.int32)),
        error_of(lambda: tf.make_tensor_proto(None)),
        error_of(lambda: tf.make_tensor_proto([1], verify_shape=True, allow_broadcast=True)),
    ]


def classes_of_ones_own_become_tensors(tf):
    class Length:
        def __init__(self, metres):
            self.metres = metres

    tf.register_tensor_conversion_function(
        Length, lambda x, dtype=None, name=None, as_ref=False: tf.constant(x.metres, dtype)
    )
    return [
        tf.add(Length(1), 2),
        tf.convert_to_tensor(Length([1, 2]), tf.float32),
        tf.stack([Length(1), Length(3)]),
        error_of(lambda: tf.register_tensor_conversion_function(int, lambda *a: None)),
        error_of(lambda: tf.register_tensor_conversion_function(Length, 3)),
        error_of(lambda: tf.register_tensor_conversion_function(3, lambda *a: None)),
    ]


def vocabularies_with_numbers_for_unknown_words(tf):
    lookup = tf.lookup
    words = lookup.KeyValueTensorInitializer(["emerson", "lake"], tf.constant([0, 1], tf.int64))
    numbers = lookup.KeyValueTensorInitializer(
        tf.constant([10, 20], tf.int64), tf.constant([0, 1], tf.int64)
    )
    table = lookup.StaticVocabularyTable(words, 3)
    of_numbers = lookup.StaticVocabularyTable(numbers, 5, lookup_key_dtype=tf.int32)
    empty = lookup.StaticVocabularyTable(None, 3, tf.string)

    @tf.function
    def staged(keys):
        return table.lookup(keys)

    return [
        table.lookup(tf.constant(["lake", "x", "yy", "zz", "w"])),
        staged(tf.constant([["lake"], ["x"]])),
        table.size(),
        table.key_dtype.name,
        table.value_dtype.name,
        of_numbers.lookup(tf.constant([10, 30, 7, -8])),
        of_numbers[tf.constant([20])],
        empty.lookup(tf.constant(["a", "b"])),
        empty.size(),
        table.lookup(tf.SparseTensor([[0, 0], [1, 1]], ["lake", "q"], [2, 2])),
        table.lookup(tf.ragged.constant([["lake"], ["q", "emerson"]])).to_list(),
        error_of(lambda: lookup.StaticVocabularyTable(words, 0)),
        error_of(
            lambda: lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(["a"], [1]), 1)
        ),
        error_of(lambda: lookup.StaticVocabularyTable(words, 1, lookup_key_dtype=tf.int64)),
        error_of(lambda: table.lookup(tf.constant([1]))),
    ]


def averages_of_variables(tf):
    v = tf.Variable([1.0, 2.0], name="v")
    slow = tf.train.ExponentialMovingAverage(0.9)
    fast = tf.train.ExponentialMovingAverage(0.9, num_updates=tf.Variable(3), name="fast")
    found = [slow.apply([v])]

    @tf.function
    def follow():
        fast.apply([v])

    for _ in range(3):
        v.assign_add([1.0, 10.0])
        slow.apply([v])
        follow()
        found += [slow.average(v).numpy(), fast.average(v).numpy()]
    return [
        *found,
        slow.average(tf.Variable(1.0)),
        slow.average_name(v),
        fast.average(v).name,
        slow.name,
        slow.average(v).trainable,
        sorted(slow.variables_to_restore()),
        error_of(lambda: slow.apply([tf.constant(1.0)])),
        error_of(lambda: slow.apply([tf.Variable(1)])),
    ]


def losses_of_a_part_of_a_batch(tf):
    average = tf.nn.compute_average_loss
    return [
        average([1.0, 2.0]),
        average([1.0, 2.0], sample_weight=[1.0, 0.0], global_batch_size=4),
        average(tf.ones([2, 2]), sample_weight=tf.constant([1.0, 2.0])),
        average([1.0, 2.0], global_batch_size=0),
        tf.nn.scale_regularization_loss([1.0, 2.0]),
        tf.nn.scale_regularization_loss(3.0),
        error_of(lambda: average([1.0], global_batch_size=2.5)),
        error_of(lambda: average(tf.constant(1.0))),
        error_of(lambda: average([1.0, 2.0], global_batch_size=-1)),
    ]


def tensors_shared_by_dlpack(tf):
    dlpack = tf.experimental.dlpack
    return [
        dlpack.from_dlpack(dlpack.to_dlpack(tf.constant([[1, 2], [3, 4]]))),
        dlpack.from_dlpack(dlpack.to_dlpack(tf.constant(1.5, tf.float64))),
        error_of(lambda: dlpack.to_dlpack([1, 2])),
    ]


def characters_of_strings(tf):
    strings = tf.strings
    texts = ["hé€x", "", "a"]

    def lists(values):
        return tf.nest.map_structure(lambda x: x.to_list() if hasattr(x, "to_list") else x, values)

    @tf.function
    def staged(text):
        return strings.unicode_decode(text, "UTF-8")

    return [
        lists(strings.unicode_decode(texts, "UTF-8")),
        strings.unicode_decode("hé", "UTF-8"),
        lists(strings.unicode_decode([["hé", "a"], ["b", ""]], "UTF-8")),
        lists(strings.unicode_decode(tf.ragged.constant([["hé", "a"], ["b"]]), "UTF-8")),
        lists(strings.unicode_decode([b"a\xff\x01b"], "UTF-8", replace_control_characters=True)),
        lists(strings.unicode_decode([b"a\xffb"], "UTF-8", errors="ignore")),
        lists(strings.unicode_decode_with_offsets(texts, "UTF-8")),
        lists(strings.unicode_decode_with_offsets("hé€x", "UTF-8")),
        lists(strings.unicode_split_with_offsets(texts, "UTF-8")),
        lists(strings.bytes_split(texts)),
        strings.bytes_split("abc"),
        lists(strings.bytes_split([["abc"], ["é"]])),
        lists(staged(tf.constant(texts))),
        error_of(lambda: strings.unicode_decode([b"\xff"], "UTF-8", errors="strict")),
    ]


def settings_of_compilation(tf):
    """What set_jit notes."""
    told = [tf.config.optimizer.get_jit()]
    for enabled in (True, False, "autoclustering", "other", False):
        tf.config.optimizer.set_jit(enabled)
        told.append(tf.config.optimizer.get_jit())
    return told


def operations_by_their_own_names(tf):
    """Functions that are one operation."""
    shuffled = [
        tf.random_index_shuffle(tf.range(9), seed=seed, max_index=8, rounds=rounds)
        for seed in ([1, 2, 3], [0, 0, 7])
        for rounds in (4, 6)
    ]
    x = tf.constant([[1.0, 5.0, 3.0], [2.0, -1.0, 0.5]])
    return shuffled, [tuple(tf.approx_top_k(x, k=k)) for k in (1, 2, 3)]


def parts_of_slices_and_older_classes(tf):
    """Slices are named as their values; RandomDataset is a class."""
    with tf.Graph().as_default() as graph:
        slices = tf.IndexedSlices(tf.constant([1.0], name="v"), tf.constant([0]))
        named = [slices.name, slices.op.name, slices.graph is graph]
    eager = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
    kind = tf.data.experimental.RandomDataset
    made = kind(4)
    return [
        named,
        [hasattr(eager, name) for name in ("name", "op", "graph")],
        isinstance(made, kind),
        isinstance(made, tf.data.Dataset),
        isinstance(tf.data.Dataset.range(2), kind),
        [int(x) for x in made.take(2)],
    ]


def critical_sections(tf):
    """What is executed by one thread at a time.

    TensorFlow's may wait for ever: for themselves, where one function executes two; outside of functions,
    where the garbage collector has not found the lock. So each is executed once.
    """
    section, other, v = tf.CriticalSection(), tf.CriticalSection(), tf.Variable(0)
    nested = tf.CriticalSection()

    def add():
        return v.assign_add(1).read_value()

    @tf.function
    def once():
        return section.execute(lambda: {"x": add(), "y": add()}, exclusive_resource_access=False)

    @tf.function
    def shared():
        return section.execute(add), other.execute(add)

    with tf.Graph().as_default():
        names = [tf.CriticalSection().name, tf.CriticalSection(name="mine").name]
    return [
        once(),
        once(),
        error_of(shared),
        tf.CriticalSection().execute(add),
        error_of(lambda: nested.execute(lambda: nested.execute(add))),
        names,
        v,
    ]
