"""Large arrays: functions of elements, reductions, products of matrices."""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike, program

CHAIN = Timing("chain of 10 tanh on 10M floats, staged", "ms", 18.0, {
    **alike("""
@tf.function
def f(x):
    for _ in range(10):
        x = tf.tanh(x) * 1.01 + 0.5
    return x
x = tf.random.stateless_normal([10_000_000], [1, 2])
""", "f(x)"),
    **program("jax", """
def chain(x):
    for _ in range(10):
        x = jnp.tanh(x) * 1.01 + 0.5
    return x
f, x = jax.jit(chain), jax.random.normal(jax.random.key(1), [10_000_000])
""", "f(x).block_until_ready()"),
    **program("torch", """
def f(x):
    for _ in range(10):
        x = torch.tanh(x) * 1.01 + 0.5
    return x
x = torch.randn(10_000_000)
""", "f(x)"),
})


def eager_function(name: str) -> Timing:
    """One function of 10M elements."""
    return Timing(f"eager {name} of 10M floats", "ms", None, {
        **alike("x = tf.random.stateless_normal([10_000_000], [1, 2])", f"tf.{name}(x)"),
        **program("jax", "x = jax.random.normal(jax.random.key(1), [10_000_000])\n"
                  f"f = jax.nn.sigmoid if {name!r} == 'sigmoid' else getattr(jnp, {name!r})",
                  "f(x).block_until_ready()"),
        **program("torch", "x = torch.randn(10_000_000)", f"torch.{name}(x)"),
    })


SOFTMAX = Timing("softmax [128, 1000], staged", "us", None, {
    **alike("f = tf.function(tf.nn.softmax)\n"
            "x = tf.random.stateless_normal([128, 1000], [1, 2])", "f(x)"),
    **program("jax", "f = jax.jit(jax.nn.softmax)\n"
              "x = jax.random.normal(jax.random.key(1), [128, 1000])", "f(x).block_until_ready()"),
    **program("torch", "x = torch.randn(128, 1000)", "torch.softmax(x, 1)"),
})

LAYER_NORM = Timing("layer norm [512, 768], staged", "us", None, {
    **alike("""
@tf.function
def f(x, scale, shift):
    mean, variance = tf.nn.moments(x, [1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-5) * scale + shift
x = tf.random.stateless_normal([512, 768], [1, 2])
scale, shift = tf.ones([768]), tf.zeros([768])
""", "f(x, scale, shift)"),
    **program("jax", """
@jax.jit
def f(x, scale, shift):
    mean, variance = x.mean(1, keepdims=True), x.var(1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + shift
x = jax.random.normal(jax.random.key(1), [512, 768])
scale, shift = jnp.ones([768]), jnp.zeros([768])
""", "f(x, scale, shift).block_until_ready()"),
    **program("torch", "x, scale, shift = torch.randn(512, 768), torch.ones(768), torch.zeros(768)",
              "torch.nn.functional.layer_norm(x, [768], scale, shift)"),
})

GELU = Timing("gelu of 1M floats, staged", "us", None, {
    **alike("f = tf.function(tf.nn.gelu)\n"
            "x = tf.random.stateless_normal([1_000_000], [1, 2])", "f(x)"),
    **program("jax", "f = jax.jit(lambda x: jax.nn.gelu(x, approximate=False))\n"
              "x = jax.random.normal(jax.random.key(1), [1_000_000])", "f(x).block_until_ready()"),
    **program("torch", "x = torch.randn(1_000_000)", "torch.nn.functional.gelu(x)"),
})


def sum_over(axis: int) -> Timing:
    """A sum of a matrix of 64 MB."""
    return Timing(f"sum of 4096x4096 over axis {axis}, staged", "ms", None, {
        **alike(f"f = tf.function(lambda x: tf.reduce_sum(x, {axis}))\n"
                "x = tf.random.stateless_normal([4096, 4096], [1, 2])", "f(x)"),
        **program("jax", f"f = jax.jit(lambda x: x.sum({axis}))\n"
                  "x = jax.random.normal(jax.random.key(1), [4096, 4096])",
                  "f(x).block_until_ready()"),
        **program("torch", "x = torch.randn(4096, 4096)", f"x.sum({axis})"),
        **program("numpy", "x = np.random.default_rng(1).standard_normal([4096, 4096], np.float32)",
                  f"x.sum({axis})"),
    })


def product_of(size: int) -> Timing:
    """A product of square matrices."""
    return Timing(f"matmul {size}x{size}, staged", "us", None, {
        **alike("f = tf.function(tf.matmul)\n"
                f"x = tf.random.stateless_normal([{size}, {size}], [1, 2])", "f(x, x)"),
        **program("jax", "f = jax.jit(jnp.matmul)\n"
                  f"x = jax.random.normal(jax.random.key(1), [{size}, {size}])",
                  "f(x, x).block_until_ready()"),
        **program("torch", f"x = torch.randn({size}, {size})", "x @ x"),
        **program("numpy", "x = np.random.default_rng(1)"
                  f".standard_normal([{size}, {size}], np.float32)", "x @ x"),
    })


MEASUREMENTS = (
    CHAIN, *map(eager_function, ("tanh", "exp", "sigmoid", "sin")), SOFTMAX, LAYER_NORM, GELU,
    *map(sum_over, (0, 1)), *map(product_of, (64, 256, 1024)),
)
