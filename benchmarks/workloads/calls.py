"""Eager operations, tapes, calls of staged functions, the import, tracing, and the memory of traces."""

from __future__ import annotations

from peers import Figure, Timing
from workloads.programs import IMPORTS, RESIDENT, alike, program

EAGER_ADD = Timing("eager scalar add", "us", 1.2, {
    **alike("a, b = tf.constant(1.0), tf.constant(2.0)", "a + b"),
    **program("jax", "a, b = jnp.float32(1.0), jnp.float32(2.0)", "a + b"),
    **program("torch", "a, b = torch.tensor(1.0), torch.tensor(2.0)", "a + b"),
    **program("numpy", "a, b = np.array(1.0, np.float32), np.array(2.0, np.float32)", "a + b"),
})

EAGER_MATMUL = Timing("eager 10x10 matmul", "us", 2.0, {
    **alike("a = tf.ones([10, 10])", "tf.matmul(a, a)"),
    **program("jax", "a = jnp.ones([10, 10])", "jnp.matmul(a, a)"),
    **program("torch", "a = torch.ones([10, 10])", "torch.matmul(a, a)"),
    **program("numpy", "a = np.ones([10, 10], np.float32)", "np.matmul(a, a)"),
})

TAPE_GRADIENT = Timing("tape gradient of v*v+c", "us", 25.0, {
    **alike("""
v, c = tf.Variable(3.0), tf.constant(1.0)
def gradient():
    with tf.GradientTape() as tape:
        y = v * v + c
    return tape.gradient(y, v)
""", "gradient()"),
    **program("jax", "gradient = jax.grad(lambda v: v * v + 1.0)\nv = jnp.float32(3.0)",
              "gradient(v)"),
    **program("torch", """
v, c = torch.tensor(3.0, requires_grad=True), torch.tensor(1.0)
""", "torch.autograd.grad(v * v + c, v)"),
})

STAGED_SCALAR = Timing("staged call, one scalar", "us", 2.0, {
    **alike("""
@tf.function
def f(x):
    return x + 1.0
x = tf.constant(2.0)
""", "f(x)"),
    **program("jax", "f = jax.jit(lambda x: x + 1.0)\nx = jnp.float32(2.0)", "f(x)"),
    **program("torch", "f = torch.compile(lambda x: x + 1.0)\nx = torch.tensor(2.0)", "f(x)"),
})

STAGED_DICT = Timing("staged call, a dict of 20 tensors", "us", 12.0, {
    **alike("""
@tf.function
def f(tensors):
    return {key: value + 1.0 for key, value in tensors.items()}
tensors = {f"tensor{i:02}": tf.constant(float(i)) for i in range(20)}
""", "f(tensors)"),
    **program("jax", """
f = jax.jit(lambda tensors: {key: value + 1.0 for key, value in tensors.items()})
tensors = {f"tensor{i:02}": jnp.float32(i) for i in range(20)}
""", "f(tensors)"),
    **program("torch", """
f = torch.compile(lambda tensors: {key: value + 1.0 for key, value in tensors.items()})
tensors = {f"tensor{i:02}": torch.tensor(float(i)) for i in range(20)}
""", "f(tensors)"),
})

POWER = """
def power(x, y):
    result = {one}
    for _ in range(y):
        result = {product}
    return result
"""

EAGER_POWER = Timing("power(x, 100), int32 10x10, eager", "us", None, {
    **alike(POWER.format(one="tf.eye(10, dtype=tf.int32)", product="tf.matmul(x, result)")
            + "x = tf.random.stateless_uniform([10, 10], [1, 2], -1, 2, tf.int32)",
            "power(x, 100)"),
    **program("numpy", POWER.format(one="np.eye(10, dtype=np.int32)",
                                    product="np.matmul(x, result)")
              + "x = np.ones([10, 10], np.int32)", "power(x, 100)"),
    **program("torch", POWER.format(one="torch.eye(10, dtype=torch.int32)",
                                    product="torch.matmul(x, result)")
              + "x = torch.ones([10, 10], dtype=torch.int32)", "power(x, 100)"),
})

STAGED_POWER = Timing("power(x, 100), int32 10x10, staged", "us", 8.0, {
    **alike(POWER.format(one="tf.eye(10, dtype=tf.int32)", product="tf.matmul(x, result)") + """
x = tf.random.stateless_uniform([10, 10], [1, 2], -1, 2, tf.int32)
staged = tf.function(power)
""", "staged(x, 100)"),
    **program("jax", POWER.format(one="jnp.eye(10, dtype=jnp.int32)",
                                  product="jnp.matmul(x, result)") + """
x = jnp.ones([10, 10], jnp.int32)
staged = jax.jit(power, static_argnums=1)
""", "staged(x, 100)"),
})

OPERATIONS = 1000

TRACING = Timing("tracing, an operation of 1000", "us", 25.0, {
    **alike(f"""
def f(x):
    for i in range({OPERATIONS // 2}):
        x = x * 0.5 + 1.0
    return x
x = tf.constant(1.0)
""", "tf.function(f, autograph=False).get_concrete_function(x)"),
    **program("jax", f"""
def f(x):
    for i in range({OPERATIONS // 2}):
        x = x * 0.5 + 1.0
    return x
x = jnp.float32(1.0)
""", "jax.make_jaxpr(lambda x: f(x))(x)"),
}, per=OPERATIONS)

# Each call has another Python value, and so is a trace of its own. The growth is taken from 500 on,
# when what is made once has been made. The peers, who take long for each, make fewer.
RETRACES, PEERS_RETRACES = 10_000, 1_000


def growth_per_1000_retraces(library: str, function: str, retraces: int) -> str:
    return RESIDENT + IMPORTS[library] + f"""
import logging
logging.disable(logging.WARNING)
{function}
for n in range({retraces}):
    if n == 500:
        before = resident()
    f(x, n)
result = (resident() - before) * 1000 / {retraces - 500}
"""


STAGED_BY_NUMBER = """
@tf.function(autograph=False)
def f(x, n):
    return x * float(n) + 1.0
x = tf.constant(1.0)
"""
RETRACE_MEMORY = Figure("growth per 1000 retraces", "MiB", None, {
    "stagelight": growth_per_1000_retraces("stagelight", STAGED_BY_NUMBER, RETRACES),
    "tensorflow": growth_per_1000_retraces("tensorflow", STAGED_BY_NUMBER, PEERS_RETRACES),
    "jax": growth_per_1000_retraces("jax", """
f = jax.jit(lambda x, n: x * float(n) + 1.0, static_argnums=1)
x = jnp.float32(1.0)
""", PEERS_RETRACES),
}, slow=True)

MEASUREMENTS = (
    EAGER_ADD, EAGER_MATMUL, TAPE_GRADIENT, STAGED_SCALAR, STAGED_DICT, EAGER_POWER, STAGED_POWER,
    TRACING, RETRACE_MEMORY,
)
