"""Every layer of `keras.layers`, each a program: weights, results eager and staged, gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

random = np.random.default_rng(23)


def floats(*shape: int) -> Any:
    """Numbers between -2 and 2."""
    return random.uniform(-2, 2, shape).astype(np.float32)


ROWS, OTHER_ROWS = floats(3, 4), floats(3, 4)
STEPS, VIDEO = floats(2, 8, 3), floats(2, 5, 6, 4, 2)
PICTURES = floats(2, 7, 6, 4)
FRAMES = floats(2, 3, 5, 6, 2)
IMAGES = random.uniform(0, 1, (2, 10, 9, 3)).astype(np.float32)
WORDS = np.array([[1, 4, 2, 0], [3, 3, 0, 0]])
TEXTS = np.array(["a b c", "b d", "a a b"])
# Made in float64: powers in float32 differ from processor to processor.
SIGNAL = np.sin(np.arange(128) ** 1.3).astype(np.float32)[None]
HEADS = floats(2, 5, 8)
STATE = [np.ones((3, 5), np.float32), np.full((3, 5), 0.5, np.float32)]
SEEN = {"value_range": (0, 1), "seed": 1}

# A layer: what makes it, its inputs, and keyword arguments of the call.
Row = tuple[Callable[[Any], Any], Any] | tuple[Callable[[Any], Any], Any, dict[str, Any]]
TABLE: dict[str, Row] = {}


def _add(
    name: str, inputs: Any, *args: Any, call: dict[str, Any] | None = None, **kwargs: Any
) -> None:
    TABLE[name] = (lambda layers: getattr(layers, name)(*args, **kwargs), inputs, call or {})


for _d, _x in ((1, STEPS), (2, PICTURES), (3, VIDEO)):
    _crop, _size = ((1, 2), 2) if _d == 1 else (((1, 0),) * _d, (2,) * _d)
    _add(f"Conv{_d}D", _x, 3, 2, padding="same", activation="relu", bias_initializer="ones")
    _add(f"Conv{_d}DTranspose", _x, 3, 2, strides=2, padding="same")
    _add(f"MaxPooling{_d}D", _x, 2, padding="same")
    _add(f"AveragePooling{_d}D", _x, 2, padding="same")
    _add(f"GlobalMaxPooling{_d}D", _x, keepdims=True)
    _add(f"GlobalAveragePooling{_d}D", _x)
    _add(f"AdaptiveAveragePooling{_d}D", _x, 3)
    _add(f"AdaptiveMaxPooling{_d}D", _x, 2)
    _add(f"UpSampling{_d}D", _x, _size)
    _add(f"ZeroPadding{_d}D", _x, 2)
    _add(f"Cropping{_d}D", _x, _crop)
    _add(f"SpatialDropout{_d}D", _x, 0.4, seed=1, call={"training": True})
for _d, _x in ((1, STEPS), (2, PICTURES)):
    _add(f"DepthwiseConv{_d}D", _x, 3, depth_multiplier=2)
    _add(f"SeparableConv{_d}D", _x, 5, 3, padding="same")
for _d, _x in ((1, FRAMES[:, :, 0]), (2, FRAMES), (3, floats(1, 2, 3, 4, 3, 2))):
    _add(f"ConvLSTM{_d}D", _x, 2, 2, padding="same", return_sequences=True)
for _n in ("Add", "Average", "Concatenate", "Maximum", "Minimum", "Multiply", "Subtract"):
    _add(_n, [ROWS, OTHER_ROWS])
for _n in ("Flatten", "Identity", "LeakyReLU", "ReLU", "ELU", "Softmax", "Masking"):
    _add(_n, np.maximum(STEPS, -1.0))
for _n in ("Dropout", "GaussianDropout", "GaussianNoise", "AlphaDropout"):
    _add(_n, ROWS, 0.4, seed=1, call={"training": True})
for _n in ("BatchNormalization", "GroupNormalization", "LayerNormalization", "RMSNormalization"):
    _kwargs = {"groups": 2} if _n == "GroupNormalization" else {}
    _add(_n, PICTURES, call={"training": True} if _n.startswith("Batch") else {}, **_kwargs)
for _n in ("SimpleRNN", "LSTM", "GRU"):
    _add(_n, STEPS, 4, return_sequences=True, return_state=True)
for _n in ("AutoContrast", "Equalization"):
    _add(_n, IMAGES, value_range=(0, 1))
for _n in ("RandomGrayscale", "RandomInvert"):
    _add(_n, IMAGES, 1.0, seed=1, call={"training": True})
for _n, _factor in {
    "AugMix": (),
    "RandAugment": (),
    "RandomBrightness": (0.3,),
    "RandomColorDegeneration": (0.5,),
    "RandomElasticTransform": (1.0, 1.0),
    "RandomErasing": (),
    "RandomGaussianBlur": (),
    "RandomHue": (0.3,),
    "RandomPosterization": (4,),
    "RandomSaturation": (0.4,),
    "RandomSharpness": (0.5,),
    "Solarization": (0.5, 0.5),
}.items():
    _add(_n, IMAGES, *_factor, **SEEN, call={"training": True})
for _n, _factor in {
    "RandomContrast": (0.4,),
    "RandomCrop": (6, 5),
    "RandomFlip": (),
    "RandomPerspective": (1.0, 0.2),
    "RandomRotation": (0.2,),
    "RandomShear": (0.2, 0.1),
    "RandomTranslation": (0.2, 0.3),
    "RandomZoom": (0.3,),
}.items():
    _add(_n, IMAGES, *_factor, seed=1, call={"training": True})


def _adapted(name: str, data: Any, **kwargs: Any) -> Callable[[Any], Any]:
    def make(layers: Any) -> Any:
        layer = getattr(layers, name)(**kwargs)
        layer.adapt(data)
        return layer

    return make


LABELLED = {"images": IMAGES, "labels": np.eye(2, dtype=np.float32)}
BOXES = {
    "images": IMAGES,
    "bounding_boxes": {"boxes": floats(2, 3, 4), "labels": np.array([[1, 2, 0], [1, 1, 1]])},
}

TABLE |= {
    "Activation": (lambda k: k.Activation("gelu"), ROWS),
    "ActivityRegularization": (lambda k: k.ActivityRegularization(0.1, 0.2), ROWS),
    "AdditiveAttention": (lambda k: k.AdditiveAttention(), [HEADS, HEADS * 0.5]),
    "Attention": (lambda k: k.Attention(use_scale=True), [HEADS, HEADS * 0.5, HEADS + 1]),
    "Bidirectional": (lambda k: k.Bidirectional(k.GRU(3, return_sequences=True)), STEPS),
    "CategoryEncoding": (lambda k: k.CategoryEncoding(5, "count"), WORDS),
    "CenterCrop": (lambda k: k.CenterCrop(5, 6), IMAGES),
    "ContrastLimitedAdaptiveHistogramEqualization": (
        lambda k: k.ContrastLimitedAdaptiveHistogramEqualization((0, 1), tile_grid_size=(2, 3)),
        IMAGES,
    ),
    "CutMix": (lambda k: k.CutMix(seed=1), LABELLED, {"training": True}),
    "Dense": (lambda k: k.Dense(5, "tanh", bias_initializer="ones"), STEPS),
    "Discretization": (_adapted("Discretization", ROWS, num_bins=3), ROWS),
    "Dot": (lambda k: k.Dot(axes=(2, 2), normalize=True), [HEADS, HEADS[:, :3] + 1]),
    "EinsumDense": (lambda k: k.EinsumDense("abc,cd->abd", (None, 5), bias_axes="d"), STEPS),
    "Embedding": (lambda k: k.Embedding(6, 3, mask_zero=True), WORDS),
    "GRUCell": (lambda k: k.GRUCell(5), ROWS, {"states": STATE[:1]}),
    "GroupQueryAttention": (
        lambda k: k.GroupQueryAttention(4, 4, 2),
        HEADS,
        {"value": HEADS, "use_causal_mask": True},
    ),
    "HashedCrossing": (lambda k: k.HashedCrossing(8), (TEXTS, TEXTS[::-1])),
    "Hashing": (lambda k: k.Hashing(8, mask_value="b d"), TEXTS),
    "IntegerLookup": (_adapted("IntegerLookup", WORDS, output_mode="multi_hot"), WORDS),
    "LSTMCell": (lambda k: k.LSTMCell(5), ROWS, {"states": STATE}),
    "Lambda": (lambda k: k.Lambda(lambda x: x * 2 + 1), ROWS),
    "MaxNumBoundingBoxes": (lambda k: k.MaxNumBoundingBoxes(5, bounding_box_format="xyxy"), BOXES),
    "MelSpectrogram": (
        # Logarithms of what is almost nothing would make gradients of rounding.
        lambda k: k.MelSpectrogram(64, 32, num_mel_bins=6, power_to_db=False),
        SIGNAL,
    ),
    "MixUp": (lambda k: k.MixUp(seed=1), LABELLED, {"training": True}),
    "MultiHeadAttention": (
        lambda k: k.MultiHeadAttention(2, 4),
        HEADS,
        {"value": HEADS[:, :4], "return_attention_scores": True},
    ),
    "Normalization": (_adapted("Normalization", ROWS), ROWS),
    "PReLU": (lambda k: k.PReLU("ones", shared_axes=[1]), STEPS),
    "Permute": (lambda k: k.Permute((2, 1)), STEPS),
    "Pipeline": (lambda k: k.Pipeline([k.Rescaling(2.0), k.CenterCrop(4, 4)]), IMAGES),
    "RNN": (lambda k: k.RNN([k.LSTMCell(3), k.GRUCell(2)]), STEPS),
    "RepeatVector": (lambda k: k.RepeatVector(3), ROWS),
    "RandomColorJitter": (
        lambda k: k.RandomColorJitter(
            (0, 1), brightness_factor=0.2, contrast_factor=0.2, hue_factor=0.2, seed=1
        ),
        IMAGES,
        {"training": True},
    ),
    "Rescaling": (lambda k: k.Rescaling(2.0, -1.0), IMAGES),
    "Reshape": (lambda k: k.Reshape((-1, 2)), ROWS),
    "Resizing": (lambda k: k.Resizing(6, 12), IMAGES),
    "ReversibleEmbedding": (lambda k: k.ReversibleEmbedding(6, 3), WORDS),
    "STFTSpectrogram": (
        lambda k: k.STFTSpectrogram("psd", frame_length=16, frame_step=8, fft_length=32),
        SIGNAL[..., None],
    ),
    "SimpleRNNCell": (lambda k: k.SimpleRNNCell(5), ROWS, {"states": STATE[:1]}),
    "SpectralNormalization": (
        lambda k: k.SpectralNormalization(k.Dense(5)),
        ROWS,
        {"training": True},
    ),
    "StackedRNNCells": (
        lambda k: k.StackedRNNCells([k.SimpleRNNCell(5), k.GRUCell(5)]),
        ROWS,
        {"states": STATE},
    ),
    "StringLookup": (_adapted("StringLookup", TEXTS, num_oov_indices=2), TEXTS),
    "TextVectorization": (
        _adapted("TextVectorization", TEXTS, output_sequence_length=4),
        TEXTS,
    ),
    "TimeDistributed": (lambda k: k.TimeDistributed(k.Dense(2)), STEPS),
    "UnitNormalization": (lambda k: k.UnitNormalization(), ROWS),
}

# What is not called: base classes, the placeholder of inputs, layers around models of other libraries.
NOT_CALLED = {
    "FlaxLayer",
    "InputLayer",
    "InputSpec",
    "JaxLayer",
    "Layer",
    "TFSMLayer",
    "TorchModuleWrapper",
    "Wrapper",
}


def _program(name: str) -> Callable[[Any], dict[str, Any]]:
    def program(keras: Any) -> dict[str, Any]:
        import tensorflow as tf

        make, inputs, *rest = TABLE[name]
        options = rest[0] if rest else {}
        layer = make(keras.layers)
        inputs = tf.nest.map_structure(tf.convert_to_tensor, inputs)
        found = {}
        followed = [x for x in tf.nest.flatten(inputs) if x.dtype.is_floating]
        with tf.GradientTape() as tape:
            for x in followed:
                tape.watch(x)
            results = layer(inputs, **options)
            numbers = [y for y in keras.tree.flatten(results) if tf.as_dtype(y.dtype).is_floating]
            loss = sum((tf.reduce_sum(y * y) for y in numbers), tf.constant(0.0)) + sum(
                layer.losses
            )
        sources = [*followed, *(v.value for v in layer.trainable_variables)]
        gradients = tape.gradient(loss, sources)
        staged = tf.function(lambda x: layer(x, **options))(inputs)
        for kind, values in {
            "weight": layer.get_weights(),
            "result": keras.tree.flatten(results),
            "staged": keras.tree.flatten(staged),
            "gradient": [g for g in gradients if g is not None],
        }.items():
            for i, value in enumerate(values):
                found[f"{kind} {i}"] = np.asarray(tf.convert_to_tensor(value))
        found["gradients that are none"] = np.array([g is None for g in gradients], bool)
        return found

    program.__name__ = name
    return program


def every_layer_is_listed(keras: Any) -> dict[str, Any]:
    """The layers that the table lacks: none. A second name of a layer is that layer."""
    layers = keras.layers
    listed = {getattr(layers, name) for name in {*TABLE, *NOT_CALLED}}
    missing = [
        name
        for name in dir(layers)
        if isinstance(getattr(layers, name), type) and getattr(layers, name) not in listed
    ]
    assert not missing, f"The table lacks {missing}"
    return {"missing": np.int64(len(missing))}


PROGRAMS = (every_layer_is_listed, *map(_program, sorted(TABLE)))
