"""Programs about random numbers: with seeds, every number is TensorFlow's."""

import numpy as np


def _mixed(tf):
    return [
        tf.random.uniform([3]),
        tf.random.normal([2], 1.0, 2.0),
        tf.random.uniform([3], seed=5),
        tf.random.uniform([4], seed=5),
        tf.random.uniform([2], 0, 9, tf.int32, seed=5),
        tf.random.uniform([2, 2], -3, 9, tf.int64),
        tf.random.uniform([2], 2.0, [3.0, 5.0], tf.float64),
        tf.random.uniform(tf.constant([2], tf.int64), seed=5),
        tf.random.truncated_normal([5], dtype=tf.float16),
        tf.random.shuffle(tf.range(6)),
        tf.random.shuffle([["a"], ["b"], ["c"]], seed=1),
        tf.random.shuffle([["a"], ["b"], ["c"]], seed=1),
        tf.random.categorical([[0.0, 1.0, 2.0], [3.0, 0.0, 0.0]], 5, seed=8),
        tf.random.categorical([[0.0, 1.0, 2.0]], 3, tf.int32, seed=8),
        tf.random.categorical([[0.0, 1.0, 2.0]], 3, tf.int32, seed=8),
        tf.random.gamma([3], [0.5, 3.0], seed=2),
        tf.random.gamma([3], [0.5, 3.0], [[1.0], [4.0]], seed=2),
        tf.random.gamma([2], 2.0, dtype=tf.float64),
        tf.random.gamma([2], 2.0, seed=3),
        tf.random.gamma([2], 2.0, seed=3),
        tf.random.poisson([3], [0.5, 30.0], seed=2),
        tf.random.poisson([3], [0.5, 30.0], seed=2),
        tf.random.poisson([3], 4.0, tf.int64),
        tf.nn.dropout(tf.ones([3, 5]), 0.5),
        tf.nn.dropout(tf.ones([3, 5]), 0.5, seed=1),
        tf.nn.dropout(tf.ones([3, 5]), 0.0),
        tf.nn.dropout(tf.ones([3, 5]), 0.3, noise_shape=[None, 1]),
        tf.raw_ops.ParameterizedTruncatedNormal(
            shape=[150], means=0.0, stdevs=1.0, minvals=-2.0, maxvals=2.0, seed=6, seed2=7
        ),
        tf.raw_ops.ParameterizedTruncatedNormal(
            shape=[2, 3],
            means=[0.0, 5.0],
            stdevs=1.0,
            minvals=[-1.0, 4.0],
            maxvals=[1.0, 6.0],
            seed=6,
            seed2=7,
        ),
        tf.raw_ops.ParameterizedTruncatedNormal(
            shape=[2, 3],
            means=[0.0, 5.0],
            stdevs=1.0,
            minvals=[-1.0, 4.0],
            maxvals=[1.0, 6.0],
            seed=6,
            seed2=7,
        ),
    ]


def eager_ops_under_global_seeds(tf):
    results = []
    for seed in (0, 7, 2**40 + 3, -5, 7):
        tf.random.set_seed(seed)
        results.append(_mixed(tf))
    return results


def op_seeds_without_a_global_seed(tf):
    tf.random.set_seed(1)  # drops the streams of earlier programs
    tf.random.set_seed(None)
    return [tf.random.uniform([2], seed=3) for _ in range(3)], tf.random.normal([2], seed=3)


def a_function_of_all_ops(tf):
    """Two calls of one trace, one of another, and both again after the seed was set again."""

    @tf.function
    def one():
        return _mixed(tf)

    @tf.function
    def other():
        return _mixed(tf)

    tf.random.set_seed(11)
    results = [one(), one(), other()]
    tf.random.set_seed(11)
    return [*results, one(), other()]


def functions_keep_the_seed_of_their_trace(tf):
    @tf.function
    def draw():
        return tf.random.uniform([2]), tf.random.normal([2], seed=4)

    tf.random.set_seed(3)
    results = [draw(), draw()]
    tf.random.set_seed(4)
    results.append(draw())
    eager = tf.random.uniform([2])
    draw.get_concrete_function()
    return results, eager, draw()


def setting_the_seed_inside_a_function(tf):
    @tf.function
    def draw():
        tf.random.set_seed(9)
        return tf.random.uniform([2])

    tf.random.set_seed(3)
    return draw(), draw(), tf.random.uniform([2])


def nested_functions_draw_alike(tf):
    """A function that is called twice in another has its numbers twice: it is inlined."""

    @tf.function
    def inner():
        return tf.random.uniform([2])

    @tf.function
    def outer():
        return inner(), inner(), tf.random.uniform([2])

    tf.random.set_seed(3)
    return outer(), inner(), outer(), inner()


def loops_and_branches(tf):
    @tf.function
    def loop():
        total = tf.zeros([2])
        for _ in tf.range(3):
            # TensorFlow's rounds draw in any order otherwise.
            tf.autograph.experimental.set_loop_options(parallel_iterations=1)
            total = total * 10.0 + tf.random.uniform([2])
        return total

    @tf.function
    def branch(flag):
        if flag:
            result = tf.random.uniform([])
        else:
            result = tf.random.uniform([]) + tf.random.normal([])
        return result

    tf.random.set_seed(3)
    flags = [tf.constant(flag) for flag in (True, True, False, True)]
    return loop(), loop(), [branch(flag) for flag in flags]


def a_followed_function_has_streams_of_its_own(tf):
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def draw():
        return tf.random.uniform([2]) * v

    tf.random.set_seed(3)
    results = [draw()]
    for _ in range(2):
        with tf.GradientTape() as tape:
            y = draw()
        results += [y, tape.gradient(y, v), draw()]
    return results


def shapes_known_when_running(tf):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec(None)])
    def draw(shape, x):
        return (
            tf.random.uniform(shape),
            tf.random.normal(tf.shape(x), seed=3),
            tf.random.stateless_normal(shape, [1, 2]),
            tf.nn.dropout(x, 0.5),
        )

    tf.random.set_seed(5)
    return draw([2, 3], tf.ones([3, 1])), draw([], tf.ones([2])), draw([0], tf.ones([]))


def images_changed_by_chance(tf):
    """Each image of a batch is flipped for itself; light and colour change for all at once."""
    random = np.random.default_rng(0)
    one = tf.constant(random.random([4, 5, 3]), tf.float32)
    batch = tf.constant(random.random([6, 3, 4, 3]), tf.float32)

    def changed(image):
        return [
            *[
                function(image, seed=seed)
                for function in (tf.image.random_flip_left_right, tf.image.random_flip_up_down)
                for seed in (1, 2, 3, None)
            ],
            tf.image.random_crop(image, image.shape[:-3] + [2, 2, 3], seed=4),
            tf.image.random_brightness(image, 0.3, seed=5),
            tf.image.random_contrast(image, 0.2, 1.5, seed=5),
            tf.image.random_hue(image, 0.4, seed=5),
            tf.image.random_saturation(image, 0.2, 1.5, seed=5),
        ]

    def flipped(image):
        return tf.image.random_flip_left_right(image, 5), tf.image.random_flip_up_down(image, 6)

    tf.random.set_seed(3)
    results = [changed(one), changed(batch), tf.function(changed)(one)]
    for x in (one, batch):
        of_unknown_rank = tf.function(flipped, input_signature=[tf.TensorSpec(None)])
        results += [of_unknown_rank(x) for _ in range(4)]
    return results


def stateless_functions(tf):
    results = []
    for seed in ([1, 2], tf.constant([-5, 2**40], tf.int64), np.array([0, 0])):
        results.append(
            [
                tf.random.stateless_uniform([5], seed),
                tf.random.stateless_uniform([3], seed, -2, [2.0, 3.0, 4.0], tf.float64),
                tf.random.stateless_uniform([5], seed, dtype=tf.bfloat16),
                tf.random.stateless_uniform([5], seed, -5, 9, tf.int32),
                tf.random.stateless_uniform([5], seed, 0, 2**40, tf.int64),
                tf.random.stateless_uniform([5], seed, None, None, tf.uint64),
                tf.random.stateless_uniform([5], seed, None, None, tf.int32, alg="philox"),
                tf.random.stateless_normal([2, 3], seed, 1.0, 2.0),
                tf.random.stateless_normal([3], seed, dtype=tf.float16),
                tf.random.stateless_truncated_normal([3], seed, alg=tf.random.Algorithm.PHILOX),
                tf.random.stateless_gamma([3, 2], seed, [0.5, 2.0]),
                tf.random.stateless_gamma([3, 2, 2], seed, [[0.5], [2.0]], [1.0, 3.0]),
                tf.random.stateless_poisson([3, 2], seed, [0.5, 20.0]),
                tf.random.stateless_poisson([3], seed, 4, tf.float32),
                tf.random.stateless_binomial([3, 2], seed, [5.0, 100.0], 0.5),
                tf.random.stateless_binomial([3, 2, 2], seed, [[5.0], [100.0]], [0.1, 0.7]),
                tf.random.stateless_categorical([[0.0, 1.0], [5.0, 0.0]], 4, seed),
                tf.random.stateless_parameterized_truncated_normal(
                    [3, 2], seed, [0.0, 5.0], 1.0, [-1.0, 4.0], [1.0, 6.0]
                ),
                tf.random.split(seed, 3),
                tf.random.fold_in(seed, 3),
                tf.random.fold_in(seed, tf.constant(7, tf.int64)),
                tf.random.experimental.stateless_shuffle(tf.range(7), seed),
                tf.random.experimental.index_shuffle(tf.range(5), seed, 9),
                tf.nn.experimental.stateless_dropout(tf.ones([3, 5]), 0.5, seed),
                tf.nn.experimental.stateless_dropout(
                    tf.ones([3, 5]), tf.constant(0.2), seed, noise_shape=[3, 1]
                ),
            ]
        )
    return results


def older_stateless_ops(tf):
    raw, seed = tf.raw_ops, [3, 4]
    key, counter = raw.StatelessRandomGetKeyCounter(seed=seed)
    place = {"key": key, "counter": counter, "alg": raw.StatelessRandomGetAlg()}
    return [
        raw.StatelessRandomUniform(shape=[3], seed=seed),
        raw.StatelessRandomUniformInt(shape=[3], seed=seed, minval=1, maxval=9),
        raw.StatelessRandomUniformFullInt(shape=[3], seed=seed, dtype=tf.int64),
        raw.StatelessRandomNormal(shape=[3], seed=seed, dtype=tf.float64),
        raw.StatelessTruncatedNormal(shape=[3], seed=seed),
        raw.StatelessRandomGammaV2(shape=[3, 2], seed=seed, alpha=[0.5, 2.0]),
        raw.StatelessRandomUniformV2(shape=[3], **place),
        raw.StatelessTruncatedNormalV2(shape=[3], **place),
        raw.StatelessRandomGetKeyCounterAlg(seed=seed),
    ]


def _drawn(tf, g):
    return [
        g.normal([2, 3]),
        g.uniform([5]),
        g.uniform([], 2.0, 3.0),
        g.uniform([5], 0, 10, tf.int32),
        g.uniform([2], None, None, tf.int64),
        g.uniform_full_int([3]),
        g.truncated_normal([7], 1.0, 0.5),
        g.binomial([10, 2], [10.0, 50.0], [0.5]),
        g.binomial([], 3.0, 0.5, tf.float32),
        g.make_seeds(3),
        g.skip(7),
        g.key,
    ]


def generators(tf):
    results = []
    make = tf.random.Generator
    for g in (
        make.from_seed(1234),
        make.from_seed([1, 2]),
        make.from_seed(2**70 + 5, alg="philox"),
        make.from_state([2**64 - 60, 1, 2**63 + 4], "philox"),
        make.from_key_counter(7, [2**63, 2], 1),
        make(copy_from=make.from_seed(9)),
    ):
        results.append((_drawn(tf, g), g.state, g.algorithm))
        parts = g.split(2)
        results += [(part.normal([2]), part.state) for part in parts]
        g.reset_from_seed(3)
        results.append(g.normal([1]))
        g.reset_from_key_counter(3, [4, 5])
        results.append(g.normal([1]))
        g.reset([1, 2, 3])
        results.append((g.normal([1]), g.state))
    return results


def a_generator_that_selects_its_algorithm(tf):
    g = tf.random.Generator.from_seed(5, alg="auto_select")
    return g.normal([2]), g.uniform_full_int([3]), g.state, g.algorithm


def generators_in_functions(tf):
    g = tf.random.Generator.from_seed(1)

    @tf.function
    def draw():
        return _drawn(tf, g)

    @tf.function
    def sum_of_draws(n):
        total = 0.0
        for _ in tf.range(n):
            total += g.normal([])
        return total

    results = [draw(), draw(), sum_of_draws(3), sum_of_draws(tf.constant(2)), g.state]
    tf.random.set_global_generator(g)

    @tf.function
    def draw_globally():
        return tf.random.get_global_generator().uniform([2])

    return results, draw_globally(), draw_globally(), g.state


def a_generator_made_in_a_function(tf):
    class Holder:
        generator = None

    @tf.function
    def draw():
        if Holder.generator is None:
            Holder.generator = tf.random.Generator.from_seed(5)
        return Holder.generator.normal([2])

    return draw(), draw(), Holder.generator.state


def states(tf):
    make = tf.random.create_rng_state
    seeds = (5, -1, 2**64 + 3, [7], [1, 2, 3, 4], np.array([5, 6]))
    return [[make(seed, alg) for alg in ("philox", "threefry", 1, 3)] for seed in seeds]


def dropout_with_a_generator(tf):
    sampler = tf.random.Generator.from_seed(7).uniform
    x = tf.constant([1.1, 2.2, 3.3, 4.4, 5.5])
    drop = tf.nn.experimental.general_dropout
    return [drop(x, rate, sampler) for rate in (0.5, 0.5, 0.0, 0.5)]


def gradients_of_samples(tf):
    alpha, beta = tf.constant([[0.5], [2.0], [30.0]]), tf.constant([3.0, 4.0])
    tf.random.set_seed(1)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([alpha, beta])
        one = tf.random.gamma([4], alpha, beta, seed=1)
        two = tf.random.stateless_gamma([5, 3, 2], [1, 2], alpha, beta)
    means, deviations = tf.constant([0.0, 1.0]), tf.constant([[1.0], [2.0]])
    low, high = tf.constant(-1.0), tf.constant([1.5, 3.0])
    with tf.GradientTape() as other:
        other.watch([means, deviations, low, high])
        three = tf.random.stateless_parameterized_truncated_normal(
            [5, 2, 2], [3, 4], means, deviations, low, high
        )
    x = tf.ones([2, 3])
    with tf.GradientTape() as third:
        third.watch(x)
        four = tf.nn.dropout(x * x, 0.4, seed=3)
    return (
        [tape.gradient(y, [alpha, beta]) for y in (one, two)],
        other.gradient(three, [means, deviations, low, high]),
        third.gradient(four, x),
    )


def initializers(tf):
    results = []
    tf.random.set_seed(2)
    for make in (
        tf.zeros_initializer(),
        tf.ones_initializer(),
        tf.random_uniform_initializer(),
        tf.random_uniform_initializer(-1.0, 1.0, seed=3),
        tf.random_normal_initializer(),
        tf.random_normal_initializer(1.0, 2.0, seed=3),
    ):
        results += [make([2, 3]), make([2, 3], tf.float64), tf.Variable(make(shape=(4,)))]
    results.append(tf.random_uniform_initializer(0, 10, seed=1)([5], tf.int32))
    results.append(tf.ones_initializer()([2], partition_shape=[1], partition_offset=[0]))
    results.append(tf.constant_initializer(3)([2, 2]))
    results.append(tf.constant_initializer([1, 2, 3, 4])([2, 2], tf.float32))
    results.append(tf.random_normal_initializer(1.0, 2.0, seed=3).get_config())
    return results


def older_initializers(tf):
    v1 = tf.compat.v1
    tf.random.set_seed(2)
    results = []
    for make in (
        v1.zeros_initializer(),
        v1.ones_initializer(tf.int32),
        v1.random_uniform_initializer(-1.0, 1.0, seed=3),
        v1.random_normal_initializer(seed=3),
        v1.truncated_normal_initializer(),
        v1.uniform_unit_scaling_initializer(),
        v1.variance_scaling_initializer(),
        v1.variance_scaling_initializer(2.0, "fan_out", "untruncated_normal"),
        v1.glorot_uniform_initializer(),
        v1.glorot_normal_initializer(seed=4),
        v1.initializers.he_normal(),
        v1.initializers.lecun_uniform(),
    ):
        results += [make([2, 3]), make([2, 3, 4]), make.get_config()]
    results.append(v1.initializers.identity(2.0)([2, 3]))
    results.append(v1.constant_initializer([1, 2, 3, 4])([2, 2]))
    return results


def graphs_and_sessions(tf):
    graph = tf.Graph()
    with graph.as_default():
        tf.compat.v1.set_random_seed(1)
        a, b = tf.random.uniform([]), tf.compat.v1.random_normal([2])
        seeds = tf.compat.v1.get_seed(None), tf.compat.v1.get_seed(4)
        results = []
        for _ in range(2):
            with tf.compat.v1.Session() as session:
                results += [session.run(a), session.run([a, b]), session.run(b)]
    return results, seeds


def candidate_samplers(tf):
    """Classes drawn by samplers that go on from call to call, and learn."""
    true = [[1, 5], [3, 0]]
    weights = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    drawn = []
    for unique in (True, False):
        for sample in (
            tf.random.uniform_candidate_sampler,
            tf.random.log_uniform_candidate_sampler,
            tf.random.learned_unigram_candidate_sampler,
        ):
            for range_max in (10, 16, 1000):
                drawn += [sample(true, 2, 8, unique, range_max, seed=4)[0] for _ in range(3)]
        for options in ({}, {"distortion": 0.75}):
            drawn += [
                tf.random.fixed_unigram_candidate_sampler(
                    true, 2, 5, unique, 8, unigrams=weights, seed=4, **options
                )[0]
                for _ in range(2)
            ]
    tf.random.set_seed(3)
    staged = tf.function(
        lambda: tf.random.learned_unigram_candidate_sampler(true, 2, 8, True, 10)[0]
    )
    return [*drawn, staged(), staged()]


def losses_with_sampled_classes(tf):
    """Sampled softmax and noise-contrastive losses draw their classes."""
    weights = tf.reshape(tf.range(40.0), [10, 4]) / 40.0
    biases, inputs = tf.range(10.0) / 10.0, tf.reshape(tf.range(8.0), [2, 4]) / 8.0
    labels = tf.constant([[1, 5], [3, 0]])
    tf.random.set_seed(8)
    return [
        tf.nn.sampled_softmax_loss(weights, biases, labels, inputs, 6, 10, 2, seed=5),
        tf.nn.nce_loss(weights, biases, labels, inputs, 6, 10, 2),
    ]
