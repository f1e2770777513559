"""Loops that a graph holds: data decides how often they run."""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike, program

COLLATZ = Timing("collatz(27), staged", "us", 2.5, alike("""
@tf.function
def collatz(n):
    count = tf.constant(0)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count
n = tf.constant(27)
""", "collatz(n)") | program("jax", """
def collatz(n):
    def step(state):
        n, count = state
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1
    return jax.lax.while_loop(lambda state: state[0] != 1, step, (n, 0))[1]
collatz, n = jax.jit(collatz), jnp.int32(27)
""", "collatz(n)"))

ROUNDS = 100_000

ROUND = Timing("for over tf.range, scalar body, a round", "ns", 10.0, {
    **alike(f"""
@tf.function
def f(x, n):
    for i in tf.range(n):
        x = x * 0.999 + 1.0
    return x
x, n = tf.constant(1.0), tf.constant({ROUNDS})
""", "f(x, n)"),
    **program("jax", f"""
f = jax.jit(lambda x, n: jax.lax.fori_loop(0, n, lambda i, x: x * 0.999 + 1.0, x))
x, n = jnp.float32(1.0), jnp.int32({ROUNDS})
""", "f(x, n).block_until_ready()"),
}, per=ROUNDS)

GRADIENT_ROUNDS = 10_000

ROUND_OF_GRADIENT = Timing("the gradient of such a loop, a round", "ns", 40.0, {
    **alike(f"""
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for i in tf.range({GRADIENT_ROUNDS}):
            y = y * 0.999 + tf.sin(y)
    return tape.gradient(y, x)
x = tf.constant(1.0)
""", "f(x)"),
    **program("jax", f"""
def loop(x):
    return jax.lax.scan(lambda y, _: (y * 0.999 + jnp.sin(y), None), x, length={GRADIENT_ROUNDS})[0]
f, x = jax.jit(jax.grad(loop)), jnp.float32(1.0)
""", "f(x).block_until_ready()"),
}, per=GRADIENT_ROUNDS)

OUTER_ROUNDS, INNER_ROUNDS = 200, 50

ROUND_OF_NESTED_GRADIENT = Timing("the gradient of a loop in a loop, an inner round", "ns", 60.0, {
    **alike(f"""
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for i in tf.range({OUTER_ROUNDS}):
            for j in tf.range({INNER_ROUNDS}):
                y = y * 0.999 + tf.sin(y)
    return tape.gradient(y, x)
x = tf.constant(1.0)
""", "f(x)"),
    **program("jax", f"""
def inner(y, _):
    return jax.lax.scan(lambda y, _: (y * 0.999 + jnp.sin(y), None), y, length={INNER_ROUNDS})[0], None
def loop(x):
    return jax.lax.scan(inner, x, length={OUTER_ROUNDS})[0]
f, x = jax.jit(jax.grad(loop)), jnp.float32(1.0)
""", "f(x).block_until_ready()"),
}, per=OUTER_ROUNDS * INNER_ROUNDS)

SAMPLER = Timing("leapfrog sampler, 20 steps of 50 particles", "us", None, {
    **alike("""
precision = tf.constant([[2.0, 0.6], [0.6, 1.0]])
def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        energy = 0.5 * tf.reduce_sum(tf.matmul(x, precision) * x) + tf.reduce_sum(tf.cos(x))
    return tape.gradient(energy, x)
@tf.function
def sample(x, v):
    for _ in tf.range(20):
        v = v - 0.05 * slope(x)
        x = x + 0.1 * v * tf.exp(-0.1 * tf.tanh(x))
        v = v - 0.05 * slope(x)
    return x, v
x, v = tf.ones([50, 2]), tf.ones([50, 2]) * 0.5
""", "sample(x, v)"),
    **program("jax", """
precision = jnp.array([[2.0, 0.6], [0.6, 1.0]])
slope = jax.grad(lambda x: 0.5 * jnp.sum(x @ precision * x) + jnp.sum(jnp.cos(x)))
def step(_, state):
    x, v = state
    v = v - 0.05 * slope(x)
    x = x + 0.1 * v * jnp.exp(-0.1 * jnp.tanh(x))
    return x, v - 0.05 * slope(x)
sample = jax.jit(lambda x, v: jax.lax.fori_loop(0, 20, step, (x, v)))
x, v = jnp.ones([50, 2]), jnp.ones([50, 2]) * 0.5
""", "jax.block_until_ready(sample(x, v))"),
    **program("torch", """
precision = torch.tensor([[2.0, 0.6], [0.6, 1.0]])
def slope(x):
    x = x.detach().requires_grad_()
    energy = 0.5 * (x @ precision * x).sum() + x.cos().sum()
    return torch.autograd.grad(energy, x)[0]
def sample(x, v):
    for _ in range(20):
        v = v - 0.05 * slope(x)
        x = x + 0.1 * v * torch.exp(-0.1 * torch.tanh(x))
        v = v - 0.05 * slope(x)
    return x, v
x, v = torch.ones([50, 2]), torch.ones([50, 2]) * 0.5
""", "sample(x, v)"),
})

MEASUREMENTS = (COLLATZ, ROUND, ROUND_OF_GRADIENT, ROUND_OF_NESTED_GRADIENT, SAMPLER)
