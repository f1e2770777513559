"""Random numbers that equal TensorFlow's CPU results bit for bit.

The lower half of this package is arithmetic over NumPy and knows no tensor and no op:

philox.py, threefry.py     the two counter generators: key and counter in, random words out
elementary.py              log, sine and cosine, rounded the way the C library rounds them
uniform.py, normal.py, truncated_normal.py, bounded_normal.py, gamma.py, poisson.py, binomial.py,
categorical.py, shuffle.py, index_shuffle.py
                           the distributions: a `Philox` and parameters in, an array out
gamma_slope.py             how a gamma sample moves with its parameter
keys.py                    algorithms, and how a stateless seed becomes a key and a counter
generator_state.py         the layout of a `tf.random.Generator`'s state, and how it advances
seeds.py                   the seeds of stateful ops: global seed, op seed, the stream of a kernel

The upper half are the op families: what has `_ops` in its name holds a distribution's ops with the
public functions, and `stateless_seeds.py` those of keys. `streams.py` says which seeds and which
stream an op has now, `drawn_shape.py` what the argument `shape` may be.

Every distribution takes the words of the stream in the order TensorFlow's kernels take them; that
order, and not the formula alone, is what makes the numbers equal.
"""
