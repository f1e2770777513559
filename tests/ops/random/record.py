"""Records the random numbers of the real TensorFlow on a CPU into `recorded.json`.

Run by hand, where tensorflow is installed: `python tests/ops/random/record.py`. Each entry holds
the dtype, the shape, a checksum of all bytes and the bits of the first values, so that a failing
test shows more than a checksum. The file says which TensorFlow and which C library it came from.
"""

import ctypes
import ctypes.util
import json
import math
import platform
import zlib
from pathlib import Path

import numpy as np
import tensorflow as tf

SEED = [1, 2]
STREAM = {
    "key": np.array([0x123456789ABCDEF0], np.uint64),
    "counter": np.array([2**64 - 70, 7], np.uint64),
    "alg": 1,
}
FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
INTEGERS = (tf.int32, tf.int64)
SIZES = (1, 2, 3, 7, 100, 20_011)
ALPHAS = [0.1, 0.5, 1.0, 1.5, 7.3, 100.0]
RATES = [0.0, 0.01, 1.0, 5.0, 9.99, 10.0, 12.5, 55.0, 1000.0, 1e6]
COUNTS = [0.0, 5.0, 5.0, 20.0, 100.0, 1000.0, 1000.0, 50.0, 10.0, 10.0]
PROBS = [0.5, 0.3, 0.9, 0.5, 0.25, 0.01, 0.999, 0.7, 0.0, 1.0]
BOUNDS = {
    "both": (0.0, 1.0, -2.0, 2.0),
    "tail": (0.0, 1.0, 3.0, 9.0),
    "near": (1.0, 2.0, 2.0, 2.5),
    "lower tail": (0.0, 1.0, -math.inf, -2.5),
    "below mean": (5.0, 1.0, -3.0, 4.0),
    "one side": (0.0, 1.0, 0.0, math.inf),
}
SHAPES = ([], [1], [2], [3], [4, 3], [3, 5], [3, 4], [5, 3, 2], [7, 1])

entries: dict[str, dict] = {}
raw = tf.raw_ops


def record(name: str, value: object) -> None:
    array = np.ascontiguousarray(value.numpy() if isinstance(value, tf.Tensor) else value)
    bits = array.reshape(-1).view(f"u{array.itemsize}")
    entries[name] = {
        "dtype": array.dtype.name,
        "shape": list(np.shape(value)),
        "crc32": zlib.crc32(array.tobytes()),
        "first_bits": [int(bit) for bit in bits[:8]],
    }


def record_fixed_counts() -> None:
    for dtype in FLOATS:
        for size in SIZES:
            options = {"shape": [size], "dtype": dtype, **STREAM}
            record(f"uniform {dtype.name} {size}", raw.StatelessRandomUniformV2(**options))
            record(f"normal {dtype.name} {size}", raw.StatelessRandomNormalV2(**options))
            record(f"truncated {dtype.name} {size}", raw.StatelessTruncatedNormalV2(**options))
    for dtype in INTEGERS:
        for low, high in ((0, 10), (-5, 7), (dtype.min, dtype.max)):
            bounds = {"minval": tf.constant(low, dtype), "maxval": tf.constant(high, dtype)}
            value = raw.StatelessRandomUniformIntV2(shape=[1003], **bounds, **STREAM)
            record(f"uniform int {dtype.name} {low} {high}", value)
    for dtype in (*INTEGERS, tf.uint32, tf.uint64):
        value = raw.StatelessRandomUniformFullIntV2(shape=[1003], dtype=dtype, **STREAM)
        record(f"full int {dtype.name}", value)


def record_rejection() -> None:
    for dtype in (tf.float16, tf.float32, tf.float64):
        alpha = tf.constant(ALPHAS, dtype)
        value = raw.StatelessRandomGammaV3(shape=[3000, 6], alpha=alpha, **STREAM)
        record(f"gamma {dtype.name}", value)
    for rate in (tf.float32, tf.float64):
        for dtype in (*INTEGERS, tf.float32, tf.float64):
            lam = tf.constant(RATES, rate)
            value = raw.StatelessRandomPoisson(shape=[1000, 10], seed=SEED, lam=lam, dtype=dtype)
            record(f"poisson {rate.name} {dtype.name}", value)
    for parameter in (tf.float16, tf.float32, tf.float64):
        for dtype in (*INTEGERS, tf.float32, tf.float64):
            value = raw.StatelessRandomBinomial(
                shape=[1000, 10],
                seed=SEED,
                counts=tf.constant(COUNTS, parameter),
                probs=tf.constant(PROBS, parameter),
                dtype=dtype,
            )
            record(f"binomial {parameter.name} {dtype.name}", value)
    for dtype in (tf.float16, tf.float32, tf.float64):
        for kind, (mean, deviation, low, high) in BOUNDS.items():
            value = tf.random.stateless_parameterized_truncated_normal(
                shape=[20, 2],
                seed=SEED,
                means=tf.constant([mean, mean], dtype),
                stddevs=tf.constant(deviation, dtype),
                minvals=tf.constant(low, dtype),
                maxvals=tf.constant(high, dtype),
            )
            record(f"bounded {dtype.name} {kind}", value)


def record_indices() -> None:
    logits = np.sin(np.arange(33.0)).reshape(3, 11).astype(np.float32)
    logits[1, 3] = -np.inf
    for dtype in INTEGERS:
        for samples in (1, 5, 30):
            options = {"num_samples": samples, "seed": SEED, "output_dtype": dtype}
            record(
                f"categorical {dtype.name} {samples}",
                raw.StatelessMultinomial(logits=logits, **options),
            )
    for size in (1, 2, 5, 10, 1000):
        value = tf.random.experimental.stateless_shuffle(tf.range(size, dtype=tf.int64), SEED)
        record(f"shuffle {size}", value)
    for last in (0, 1, 3, 9, 100, 65535, 65536, 100_000, 2**40):
        index = tf.constant(np.arange(min(last + 1, 200)), tf.int64)
        seed = tf.constant([-5, 8], tf.int64)
        value = tf.random.experimental.index_shuffle(index, seed, tf.constant(last, tf.int64))
        record(f"index shuffle {last}", value)


def record_keys() -> None:
    for seed in ([1, 2], [0, 0], [-1, 2**31 - 1], [-(2**62), 5], [2**40, -7]):
        key, counter = raw.StatelessRandomGetKeyCounter(seed=tf.constant(seed, tf.int64))
        record(f"key {seed}", key)
        record(f"counter {seed}", counter)
        record(f"split {seed}", tf.random.split(tf.constant(seed, tf.int64), 3))
    for shape in SHAPES:
        for dtype in (tf.uint32, tf.uint64):

            @tf.function(jit_compile=True)
            def compiled(shape=shape, dtype=dtype):
                return tf.random.stateless_uniform(
                    shape, [1, -2], None, None, dtype, alg="threefry"
                )

            record(f"threefry {dtype.name} {shape}", compiled())


def record_generator() -> None:
    generator = tf.random.Generator.from_seed(1234)

    def step(name: str, value: object) -> None:
        record(f"generator {name}", value)
        record(f"generator state after {name}", generator.state.numpy())

    step("normal", generator.normal([2, 3]))
    step("uniform", generator.uniform([5]))
    step("uniform int", generator.uniform([5], 0, 10, tf.int32))
    step("full int", generator.uniform_full_int([3]))
    step("truncated", generator.truncated_normal([7]))
    step("binomial", generator.binomial([10, 2], [10.0, 50.0], [0.5]))
    step("seeds", generator.make_seeds(3))
    step("skip", generator.skip(7))
    step("scalar", generator.uniform([]))
    for index, part in enumerate(generator.split(3)):
        record(f"generator split {index}", part.state.numpy())
    for seed in (5, -1, 2**64 + 3, 2**200 + 2**70 + 1):
        record(f"philox state {seed}", tf.random.create_rng_state(seed, "philox").numpy())
        record(f"threefry state {seed}", tf.random.create_rng_state(seed, "threefry").numpy())
    record("philox state [7]", tf.random.create_rng_state([7], "philox").numpy())
    record("philox state [1, 2, 3, 4]", tf.random.create_rng_state([1, 2, 3, 4], "philox").numpy())


def record_stateful() -> None:
    """One eager program under several global seeds; then the attributes that graphs give."""
    for seed in (0, 7, 2**40 + 3, -5):
        tf.random.set_seed(seed)
        values = (
            tf.random.uniform([3]),
            tf.random.normal([2]),
            tf.random.uniform([3], seed=5),
            tf.random.uniform([4], seed=5),
            tf.random.uniform([2], 0, 9, tf.int32, seed=5),
            tf.random.truncated_normal([5]),
            tf.random.shuffle(tf.range(6)),
            tf.random.shuffle(tf.range(6), seed=1),
            tf.random.shuffle(tf.range(6), seed=1),
            raw.RandomGamma(shape=[2], alpha=[0.5, 3.0], seed=4, seed2=5),
            raw.RandomPoissonV2(shape=[2], rate=[0.5, 30.0], dtype=tf.float32, seed=4, seed2=5),
            tf.random.categorical([[0.0, 1.0, 2.0]], 3, seed=8),
            tf.random.categorical([[0.0, 1.0, 2.0]], 3, seed=8),
            *(
                raw.ParameterizedTruncatedNormal(
                    shape=[50],
                    means=0.0,
                    stdevs=1.0,
                    minvals=-2.0,
                    maxvals=2.0,
                    seed=6,
                    seed2=7,
                )
                for _ in range(2)
            ),
            tf.random.uniform([], seed=0),
        )
        for index, value in enumerate(values):
            record(f"eager {seed} {index}", value)
        graph = tf.function(
            lambda: (tf.random.uniform([2]), tf.random.uniform([2]), tf.random.normal([2], seed=4))
        )
        for call in range(2):
            for index, value in enumerate(graph()):
                record(f"graph {seed} call {call} {index}", value)


def record_elementary() -> None:
    """The C library's functions at every argument that a float32 draw can have."""
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    library.logf.restype = ctypes.c_float
    library.logf.argtypes = [ctypes.c_float]
    pointer = ctypes.POINTER(ctypes.c_float)
    library.sincosf.argtypes = [ctypes.c_float, pointer, pointer]
    fractions = np.arange(2**23) / 2**23
    arguments = np.maximum(fractions.astype(np.float32), np.float32(1e-7)).tolist()
    record("logf", np.fromiter(map(library.logf, arguments), np.float32, 2**23))
    sine, cosine = ctypes.c_float(), ctypes.c_float()
    sines, cosines = np.empty(2**23, np.float32), np.empty(2**23, np.float32)
    to_sine, to_cosine = ctypes.byref(sine), ctypes.byref(cosine)
    for index, angle in enumerate((fractions * (2 * math.pi)).astype(np.float32).tolist()):
        library.sincosf(angle, to_sine, to_cosine)
        sines[index], cosines[index] = sine.value, cosine.value
    record("sinf", sines)
    record("cosf", cosines)


def main() -> None:
    record_fixed_counts()
    record_rejection()
    record_indices()
    record_keys()
    record_generator()
    record_stateful()
    record_elementary()
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items()
    )
    origin = json.dumps(f"tensorflow {tf.__version__}, {' '.join(platform.libc_ver())}")
    text = f'{{\n"origin": {origin},\n"entries": {{\n{lines}\n}}\n}}\n'
    Path(__file__).with_name("recorded.json").write_text(text)


if __name__ == "__main__":
    main()
