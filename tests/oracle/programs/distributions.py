"""Programs over `tf.compat.v1.distributions`: densities, statistics, samples and divergences."""

_FUNCTIONS = ("log_prob", "prob", "cdf", "log_cdf", "survival_function", "log_survival_function")
_STATISTICS = (
    "entropy", "mean", "mode", "variance", "stddev", "covariance", "batch_shape_tensor", "event_shape_tensor",
    "is_scalar_batch", "is_scalar_event",
)  # fmt: skip


def _facts(tf, distribution, values):
    """All that a distribution says, or the class of the error."""

    def tried(call):
        try:
            return call()
        except NotImplementedError:
            return "not implemented"

    found = [str(distribution.batch_shape), str(distribution.event_shape), distribution.dtype.name]
    found.append(repr(distribution.reparameterization_type))
    found.append(sorted(distribution.parameters))
    found += [tried(lambda name=name: getattr(distribution, name)(values)) for name in _FUNCTIONS]
    found += [tried(getattr(distribution, name)) for name in _STATISTICS]
    tf.random.set_seed(3)
    found += [distribution.sample([2, 3], seed=5), distribution.sample(seed=6)]
    found.append(tried(lambda: distribution.kl_divergence(distribution.copy())))
    return found


def normal(tf):
    """The normal distribution, with its tails."""
    ds = tf.compat.v1.distributions
    found = _facts(tf, ds.Normal([0.0, 1.0], [1.0, 2.5]), [0.3, 0.9])
    wide = ds.Normal(0.5, [[2.0], [0.1], [3.0]])
    found += _facts(tf, wide, [-0.3, 0.9])
    tails = ds.Normal(0.0, 1.0)
    xs = [-30.0, -12.0, -9.0, -1.0, 30.0]
    found += [tails.log_cdf(xs), tails.log_survival_function(xs), tails.quantile([0.001, 0.5, 0.9])]
    found.append(ds.kl_divergence(wide, ds.Normal(1.0, 2.0)))
    found.append(wide.cross_entropy(ds.Normal(1.0, 2.0)))
    return found


def positive(tf):
    """Laplace, uniform, gamma, exponential, beta."""
    ds = tf.compat.v1.distributions
    found = _facts(tf, ds.Laplace([0.0, 1.0], [1.0, 2.5]), [0.3, 0.9])
    found += _facts(tf, ds.Uniform([0.0, -1.0], [1.0, 2.5]), [0.3, 2.9])
    found += _facts(tf, ds.Gamma([0.5, 2.0], [1.0, 2.5]), [0.3, 0.9])
    found += _facts(tf, ds.Exponential([1.0, 2.5]), [0.3, 0.9])
    found += _facts(tf, ds.Beta([0.5, 2.0], [1.0, 2.5]), [0.3, 0.9])
    found.append(ds.kl_divergence(ds.Gamma([0.5, 1.0], 1.0), ds.Gamma(1.0, 2.0)))
    found.append(ds.kl_divergence(ds.Beta([0.5, 1.0], 1.0), ds.Beta(1.0, 2.0)))
    return found


def discrete(tf):
    """Bernoulli and categorical ones, by logits and by probabilities."""
    ds = tf.compat.v1.distributions
    found = _facts(tf, ds.Bernoulli(probs=[0.2, 0.7]), [0, 1])
    found += _facts(tf, ds.Bernoulli(logits=[-0.2, 1.7], dtype=tf.float32), [0.0, 1.0])
    found += _facts(tf, ds.Categorical(probs=[[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]), [0, 2])
    found += _facts(tf, ds.Categorical([0.2, 0.3, -1.0]), [0, 2])
    found += _facts(tf, ds.Categorical([[0.0, 1.0]], dtype=tf.int64), [1])
    found.append(ds.kl_divergence(ds.Bernoulli([0.5, 1.0]), ds.Bernoulli(-1.0)))
    found.append(ds.kl_divergence(ds.Categorical([0.5, 1.0]), ds.Categorical([0.0, -1.0])))
    return found


def probabilities(tf):
    """The Dirichlet distribution."""
    ds = tf.compat.v1.distributions
    found = _facts(tf, ds.Dirichlet([1.5, 2.0, 1.2]), [[0.2, 0.3, 0.5]])
    found.append(ds.kl_divergence(ds.Dirichlet([0.5, 1.0]), ds.Dirichlet([2.0, 1.0])))
    return found


def student(tf):
    """Student's distribution, also where its mean and variance do not exist."""
    ds = tf.compat.v1.distributions
    found = _facts(tf, ds.StudentT([0.5, 1.5, 3.0], [0.0, 1.0, 2.0], [1.0, -2.0, 0.5]), [0.3, 0.9, -4.0])
    found += _facts(tf, ds.StudentT(2.5, 0.0, [[1.0, 2.0]], validate_args=True), [[0.3], [0.9]])
    strict = ds.StudentT([1.0, 3.0], 0.0, 1.0, allow_nan_stats=False)
    for statistic in (strict.mean, strict.variance):
        try:
            found.append(statistic())
        except tf.errors.InvalidArgumentError as error:
            found.append("df <= 1" in str(error))
    df = tf.Variable([2.5, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        distribution = ds.StudentT(df, 0.5, df)
        results = [distribution.sample(3, seed=1), distribution.log_prob(0.2), distribution.variance()]
    return found + [tape.gradient(result, df) for result in results]


def counts(tf):
    """Multinomial distributions, and those whose probabilities are drawn."""
    ds = tf.compat.v1.distributions
    few = [[1.0, 2.0, 1.0], [0.0, 4.0, 0.0]]
    found = _facts(tf, ds.Multinomial(4.0, probs=[0.2, 0.3, 0.5]), few)
    found += _facts(tf, ds.Multinomial([4.0, 5.0], logits=[0.2, -1.0, 0.5]), few)
    found += _facts(tf, ds.Multinomial(4.0, [[0.2, -1.0, 0.5], [0.0, 0.0, 1.0]], validate_args=True), few)
    found += _facts(tf, ds.DirichletMultinomial(4.0, [0.5, 2.0, 3.0]), few)
    several = ds.DirichletMultinomial(4.0, [[0.5, 2.0, 3.0], [1.0, 1.0, 1.0]], validate_args=True)
    found += _facts(tf, several, few)
    for wrong in ([1.0, 1.0, 1.0], [4.5, 0.0, -0.5], [2.5, 1.5, 0.0]):
        for kind in (ds.Multinomial, ds.DirichletMultinomial):
            try:
                found.append(kind(4.0, [0.2, 0.3, 0.5], validate_args=True).log_prob(wrong))
            except tf.errors.InvalidArgumentError:
                found.append("refused")
    try:
        ds.Multinomial(4.0, probs=[0.2, 0.3], validate_args=True)
    except tf.errors.InvalidArgumentError:
        found.append("refused")
    return found


def gradients_of_distributions(tf):
    """Gradients flow through samples where they can, and through what is said of values."""
    ds = tf.compat.v1.distributions
    x = tf.Variable([0.5, 1.0])
    with tf.GradientTape(persistent=True) as tape:
        results = [
            ds.Normal(x, 2.0).sample(3, seed=1),
            ds.Normal(0.0, x).log_cdf([-12.0, 1.0]),
            ds.Gamma(x, 2.0).sample(3, seed=1),
            ds.Beta(x, 2.0).sample(3, seed=1),
            ds.Categorical(x).log_prob(1),
            ds.Bernoulli(x).entropy(),
            ds.Uniform(0.0, x).log_prob(0.2),
        ]
    return [tape.gradient(result, x) for result in results]


def distributions_in_sessions(tf):
    """An agent's policy in a graph, whose sizes are not known."""
    v1 = tf.compat.v1
    ds = v1.distributions
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(4)
        mean = v1.placeholder(tf.float32, [None, 2])
        policy = ds.Normal(mean, 1.0 + tf.nn.softplus(mean), validate_args=True)
        action = policy.sample(1, seed=2)
        choice = ds.Categorical(mean).sample(seed=3)
        fetches = [
            action,
            policy.log_prob(mean + 1.0),
            tf.gradients(policy.entropy(), mean)[0],
            choice,
        ]
        found = [str(policy.batch_shape), str(action.shape)]
        return found + session.run(fetches, {mean: [[0.0, 1.0], [2.0, -1.0], [0.5, 0.5]]})
