"""Neural networks: convolutions, steps of training, recurrences, attention."""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike, program

IMAGE = ("x = tf.random.stateless_normal([1, 200, 200, 100], [1, 2])\n"
         "w = tf.random.stateless_normal([3, 3, 100, 100], [3, 4])\n")
JAX_CONVOLUTION = """
x = jax.random.normal(jax.random.key(1), [1, 200, 200, 100])
w = jax.random.normal(jax.random.key(2), [3, 3, 100, 100])
def convolution(x, w):
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME",
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))
"""
TORCH_CONVOLUTION = """
x = torch.randn(1, 100, 200, 200, requires_grad=True)
w = torch.randn(100, 100, 3, 3, requires_grad=True)
def convolution(x, w):
    return torch.nn.functional.conv2d(x, w, padding=1)
"""

CONVOLUTION = Timing("Conv2D 200x200x100, 3x3, 100 filters", "ms", 36.0, {
    **alike(IMAGE + "f = tf.function(lambda x, w: tf.nn.conv2d(x, w, 1, 'SAME'))", "f(x, w)"),
    **program("jax", JAX_CONVOLUTION + "f = jax.jit(convolution)", "f(x, w).block_until_ready()"),
    **program("torch", TORCH_CONVOLUTION + """
def f(x, w):
    with torch.no_grad():
        return convolution(x, w)
""", "f(x, w)"),
})

CONVOLUTION_AND_GRADIENTS = Timing("the same with both gradients", "ms", None, {
    **alike(IMAGE + """
@tf.function
def f(x, w):
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, 1, "SAME")
    return tape.gradient(y, [x, w])
""", "f(x, w)"),
    **program("jax", JAX_CONVOLUTION + """
f = jax.jit(jax.grad(lambda x, w: convolution(x, w).sum(), (0, 1)))
""", "jax.block_until_ready(f(x, w))"),
    **program("torch", TORCH_CONVOLUTION,
              "torch.autograd.grad(convolution(x, w).sum(), (x, w))"),
})

# A step of SGD: of a `network` with `variables`, of a `loss` with a `state`, of a `net` with an `optimizer`.
STEP = """
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=network(x)))
    for variable, slope in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.01 * slope)
    return loss
"""
JAX_STEP = """
@jax.jit
def sgd(state, x, y):
    value, slopes = jax.value_and_grad(loss)(state, x, y)
    return value, [v - 0.01 * slope for v, slope in zip(state, slopes)]
def step(x, y):
    global state
    value, state = sgd(state, x, y)
    return jax.block_until_ready(value)
"""
TORCH_STEP = """
def step(x, y):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    return loss
"""

MLP_STEP = Timing("MLP 784-128-10, a step of SGD, 32 images", "us", 140.0, {
    **alike("""
w1 = tf.Variable(tf.random.stateless_normal([784, 128], [1, 2], 0.0, 0.05))
b1 = tf.Variable(tf.zeros([128]))
w2 = tf.Variable(tf.random.stateless_normal([128, 10], [3, 4], 0.0, 0.05))
b2 = tf.Variable(tf.zeros([10]))
variables = [w1, b1, w2, b2]
def network(x):
    return tf.matmul(tf.nn.relu(tf.matmul(x, w1) + b1), w2) + b2
""" + STEP + """
x, y = tf.random.stateless_uniform([32, 784], [5, 6]), tf.range(32) % 10
""", "step(x, y)"),
    **program("jax", """
key = jax.random.key(1)
state = [0.05 * jax.random.normal(key, [784, 128]), jnp.zeros([128]),
         0.05 * jax.random.normal(key, [128, 10]), jnp.zeros([10])]
def loss(state, x, y):
    w1, b1, w2, b2 = state
    logits = jax.nn.relu(x @ w1 + b1) @ w2 + b2
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1).mean()
""" + JAX_STEP + """
x, y = jax.random.uniform(key, [32, 784]), jnp.arange(32) % 10
""", "step(x, y)"),
    **program("torch", """
net = torch.nn.Sequential(torch.nn.Linear(784, 128), torch.nn.ReLU(), torch.nn.Linear(128, 10))
optimizer = torch.optim.SGD(net.parameters(), 0.01)
x, y = torch.rand(32, 784), torch.arange(32) % 10
""" + TORCH_STEP, "step(x, y)"),
})

LENET = """
shapes = [[5, 5, 1, 6], [6], [5, 5, 6, 16], [16], [400, 120], [120], [120, 84], [84], [84, 10], [10]]
variables = [tf.Variable(tf.random.stateless_normal(s, [i, 7], 0.0, 0.1 if len(s) > 1 else 0.0))
             for i, s in enumerate(shapes)]
def network(x):
    k1, c1, k2, c2, w1, b1, w2, b2, w3, b3 = variables
    x = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, k1, 1, "SAME") + c1), 2, 2, "VALID")
    x = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, k2, 1, "VALID") + c2), 2, 2, "VALID")
    x = tf.reshape(x, [-1, 400])
    x = tf.nn.relu(tf.matmul(x, w1) + b1)
    x = tf.nn.relu(tf.matmul(x, w2) + b2)
    return tf.matmul(x, w3) + b3
""" + STEP + """
x, y = tf.random.stateless_uniform([32, 28, 28, 1], [5, 6]), tf.range(32) % 10
"""

JAX_LENET = """
key = jax.random.key(1)
shapes = [[5, 5, 1, 6], [6], [5, 5, 6, 16], [16], [400, 120], [120], [120, 84], [84], [84, 10], [10]]
state = [0.1 * jax.random.normal(key, s) if len(s) > 1 else jnp.zeros(s) for s in shapes]
def convolution(x, w, padding):
    return jax.lax.conv_general_dilated(x, w, (1, 1), padding,
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))
def pool(x):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
def loss(state, x, y):
    k1, c1, k2, c2, w1, b1, w2, b2, w3, b3 = state
    x = pool(jax.nn.relu(convolution(x, k1, "SAME") + c1))
    x = pool(jax.nn.relu(convolution(x, k2, "VALID") + c2)).reshape(-1, 400)
    logits = jax.nn.relu(jax.nn.relu(x @ w1 + b1) @ w2 + b2) @ w3 + b3
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1).mean()
""" + JAX_STEP + """
x, y = jax.random.uniform(key, [32, 28, 28, 1]), jnp.arange(32) % 10
"""

TORCH_LENET = """
nn = torch.nn
net = nn.Sequential(
    nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
    nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))
optimizer = torch.optim.SGD(net.parameters(), 0.01)
x, y = torch.rand(32, 1, 28, 28), torch.arange(32) % 10
""" + TORCH_STEP

LENET_STEP = Timing("LeNet, a step of SGD, 32 images", "us", None, {
    **alike(LENET, "step(x, y)"),
    **program("jax", JAX_LENET, "step(x, y)"),
    **program("torch", TORCH_LENET, "step(x, y)"),
})

LSTM = Timing("LSTM of 128, 50 steps, 32 rows", "us", None, {
    **alike("""
w = tf.random.stateless_normal([64, 512], [1, 2], 0.0, 0.1)
u = tf.random.stateless_normal([128, 512], [3, 4], 0.0, 0.1)
b = tf.zeros([512])
@tf.function
def run(x):
    h = c = tf.zeros([32, 128])
    for t in tf.range(50):
        i, f, g, o = tf.split(tf.matmul(x[t], w) + tf.matmul(h, u) + b, 4, 1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
    return h
x = tf.random.stateless_normal([50, 32, 64], [5, 6])
""", "run(x)"),
    **program("jax", """
key = jax.random.key(1)
w, u = 0.1 * jax.random.normal(key, [64, 512]), 0.1 * jax.random.normal(key, [128, 512])
b = jnp.zeros([512])
def cell(state, x):
    h, c = state
    i, f, g, o = jnp.split(x @ w + h @ u + b, 4, 1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None
zero = jnp.zeros([32, 128])
run = jax.jit(lambda x: jax.lax.scan(cell, (zero, zero), x)[0][0])
x = jax.random.normal(key, [50, 32, 64])
""", "run(x).block_until_ready()"),
    **program("torch", """
lstm, x = torch.nn.LSTM(64, 128), torch.randn(50, 32, 64)
def run(x):
    with torch.no_grad():
        return lstm(x)[1][0]
""", "run(x)"),
})

# The two directions need nothing of each other: each may have a thread of its own.
BIDIRECTIONAL_LSTM = Timing("bidirectional LSTM of 64, 50 steps, 32 rows", "us", None, {
    **alike("""
ws = [tf.random.stateless_normal([64, 256], [1, i], 0.0, 0.1) for i in range(2)]
us = [tf.random.stateless_normal([64, 256], [3, i], 0.0, 0.1) for i in range(2)]
b = tf.zeros([256])
def direction(x, w, u, is_backward):
    z = tf.reshape(tf.matmul(tf.reshape(x, [1600, 64]), w) + b, [50, 32, 256])
    states = tf.TensorArray(tf.float32, 50, element_shape=[32, 64])
    h = c = tf.zeros([32, 64])
    for step in tf.range(50):
        t = 49 - step if is_backward else step
        i, f, g, o = tf.split(z[t] + tf.matmul(h, u), 4, 1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        states = states.write(t, h)
    return states.stack()
@tf.function
def run(x):
    return tf.concat([direction(x, ws[0], us[0], False), direction(x, ws[1], us[1], True)], 2)
x = tf.random.stateless_normal([50, 32, 64], [5, 6])
""", "run(x)"),
    **program("jax", """
keys = jax.random.split(jax.random.key(1), 4)
ws = [0.1 * jax.random.normal(key, [64, 256]) for key in keys[:2]]
us = [0.1 * jax.random.normal(key, [64, 256]) for key in keys[2:]]
b = jnp.zeros([256])
def direction(x, w, u, is_backward):
    def cell(state, z):
        h, c = state
        i, f, g, o = jnp.split(z + h @ u, 4, 1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    zero = jnp.zeros([32, 64])
    return jax.lax.scan(cell, (zero, zero), x @ w + b, reverse=is_backward)[1]
@jax.jit
def run(x):
    both = [direction(x, w, u, way) for w, u, way in zip(ws, us, [False, True])]
    return jnp.concatenate(both, 2)
x = jax.random.normal(keys[0], [50, 32, 64])
""", "run(x).block_until_ready()"),
    **program("torch", """
lstm, x = torch.nn.LSTM(64, 64, bidirectional=True), torch.randn(50, 32, 64)
def run(x):
    with torch.no_grad():
        return lstm(x)[0]
""", "run(x)"),
})

# The longest row decides how many rounds there are; what the rounds give is kept for the gradient.
DYNAMIC_RNN = Timing("RNN of 64 over rows of unknown length, with gradients", "us", None, {
    **alike("""
w = tf.Variable(tf.random.stateless_normal([32, 64], [1, 2], 0.0, 0.1))
u = tf.Variable(tf.random.stateless_normal([64, 64], [3, 4], 0.0, 0.1))
@tf.function
def slopes(x, lengths):
    with tf.GradientTape() as tape:
        h = tf.zeros([16, 64])
        for t in tf.range(tf.reduce_max(lengths)):
            new = tf.tanh(tf.matmul(x[t], w) + tf.matmul(h, u))
            h = tf.where((t < lengths)[:, None], new, h)
        loss = tf.reduce_sum(h * h)
    return tape.gradient(loss, [w, u])
x, lengths = tf.random.stateless_normal([40, 16, 32], [5, 6]), tf.range(16) + 20
""", "slopes(x, lengths)"),
    **program("jax", """
key = jax.random.key(1)
w, u = 0.1 * jax.random.normal(key, [32, 64]), 0.1 * jax.random.normal(key, [64, 64])
def loss(w, u, x, lengths):
    def cell(h, item):
        t, row = item
        return jnp.where((t < lengths)[:, None], jnp.tanh(row @ w + h @ u), h), None
    h = jax.lax.scan(cell, jnp.zeros([16, 64]), (jnp.arange(40), x))[0]
    return (h * h).sum()
slopes = jax.jit(jax.grad(loss, (0, 1)))
x, lengths = jax.random.normal(key, [40, 16, 32]), jnp.arange(16) + 20
""", "jax.block_until_ready(slopes(w, u, x, lengths))"),
    **program("torch", """
w = (0.1 * torch.randn(32, 64)).requires_grad_()
u = (0.1 * torch.randn(64, 64)).requires_grad_()
x, lengths = torch.randn(40, 16, 32), torch.arange(16) + 20
def slopes(x, lengths):
    h = torch.zeros(16, 64)
    for t in range(int(lengths.max())):
        h = torch.where((t < lengths)[:, None], torch.tanh(x[t] @ w + h @ u), h)
    return torch.autograd.grad((h * h).sum(), (w, u))
""", "slopes(x, lengths)"),
})

TRANSFORMER = Timing("2 transformer blocks of 128, 4 heads, 8x64 words", "us", None, {
    **alike("""
def weights(i):
    sizes = [[128, 384], [128, 128], [128, 512], [512, 128]]
    return [tf.random.stateless_normal(s, [i, j], 0.0, 0.05) for j, s in enumerate(sizes)]
def norm(x):
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-5)
def block(x, parameters):
    w, p, m1, m2 = parameters
    q, k, v = tf.split(tf.matmul(norm(x), w), 3, -1)
    q, k, v = (tf.transpose(tf.reshape(a, [8, 64, 4, 32]), [0, 2, 1, 3]) for a in (q, k, v))
    scores = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / 32 ** 0.5)
    a = tf.reshape(tf.transpose(tf.matmul(scores, v), [0, 2, 1, 3]), [8, 64, 128])
    x = x + tf.matmul(a, p)
    return x + tf.matmul(tf.nn.gelu(tf.matmul(norm(x), m1)), m2)
parameters = [weights(0), weights(1)]
@tf.function
def run(x):
    for each in parameters:
        x = block(x, each)
    return x
x = tf.random.stateless_normal([8, 64, 128], [5, 6])
""", "run(x)"),
    **program("jax", """
key = jax.random.key(1)
sizes = [[128, 384], [128, 128], [128, 512], [512, 128]]
parameters = [[0.05 * jax.random.normal(key, s) for s in sizes] for _ in range(2)]
def norm(x):
    return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)
def block(x, parameters):
    w, p, m1, m2 = parameters
    q, k, v = jnp.split(norm(x) @ w, 3, -1)
    q, k, v = (a.reshape(8, 64, 4, 32).transpose(0, 2, 1, 3) for a in (q, k, v))
    scores = jax.nn.softmax(q @ k.swapaxes(-1, -2) / 32 ** 0.5)
    x = x + (scores @ v).transpose(0, 2, 1, 3).reshape(8, 64, 128) @ p
    return x + jax.nn.gelu(norm(x) @ m1, approximate=False) @ m2
@jax.jit
def run(x):
    for each in parameters:
        x = block(x, each)
    return x
x = jax.random.normal(key, [8, 64, 128])
""", "run(x).block_until_ready()"),
    **program("torch", """
functional = torch.nn.functional
sizes = [[128, 384], [128, 128], [128, 512], [512, 128]]
parameters = [[0.05 * torch.randn(s) for s in sizes] for _ in range(2)]
def norm(x):
    return functional.layer_norm(x, [128])
def block(x, parameters):
    w, p, m1, m2 = parameters
    q, k, v = (a.reshape(8, 64, 4, 32).transpose(1, 2) for a in (norm(x) @ w).chunk(3, -1))
    a = functional.scaled_dot_product_attention(q, k, v)
    x = x + a.transpose(1, 2).reshape(8, 64, 128) @ p
    return x + functional.gelu(norm(x) @ m1) @ m2
@torch.no_grad()
def run(x):
    for each in parameters:
        x = block(x, each)
    return x
x = torch.randn(8, 64, 128)
""", "run(x)"),
})

MEASUREMENTS = (
    CONVOLUTION, CONVOLUTION_AND_GRADIENTS, MLP_STEP, LENET_STEP, LSTM, BIDIRECTIONAL_LSTM,
    DYNAMIC_RNN, TRANSFORMER,
)
