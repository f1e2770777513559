"""Models as Keras's guides build them: own layers inside models of many parts, trained by `fit`."""

from __future__ import annotations

import numpy as np

from tests.keras.programs import classes, trained, words


def _logits(keras):
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def _token_and_position(keras, length, size, width):
    class TokenAndPosition(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.tokens = keras.layers.Embedding(size, width, mask_zero=True)
            self.places = keras.layers.Embedding(length, width)

        def call(self, x):
            places = self.places(keras.ops.arange(0, keras.ops.shape(x)[-1]))
            return self.tokens(x) + places

        def compute_mask(self, x, mask=None):
            return self.tokens.compute_mask(x)

    return TokenAndPosition()


def _transformer_block(keras, width, heads, causal=False):
    class TransformerBlock(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.supports_masking = True
            self.attention = keras.layers.MultiHeadAttention(heads, width // heads)
            self.feed = keras.Sequential(
                [keras.layers.Dense(2 * width, activation="gelu"), keras.layers.Dense(width)]
            )
            self.norms = [keras.layers.LayerNormalization(epsilon=1e-6) for _ in range(2)]
            self.dropouts = [keras.layers.Dropout(0.1) for _ in range(2)]

        def call(self, x, training=None):
            found = self.attention(x, x, use_causal_mask=causal)
            x = self.norms[0](x + self.dropouts[0](found, training=training))
            found = self.feed(x)
            return self.norms[1](x + self.dropouts[1](found, training=training))

    return TransformerBlock()


def text_transformer(keras):
    layers = keras.layers
    source = keras.Input((12,), dtype="int32")
    x = _token_and_position(keras, 12, 30, 16)(source)
    x = _transformer_block(keras, 16, 2)(x)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dropout(0.1)(x)
    model = keras.Model(source, layers.Dense(4, activation="softmax")(x))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return trained(model, *words())


def miniature_gpt(keras):
    """Causal attention, a loss over every place of the sequence, and sampling of the next words."""
    source = keras.Input((None,), dtype="int32")
    x = _token_and_position(keras, 12, 30, 16)(source)
    x = _transformer_block(keras, 16, 4, causal=True)(x)
    outputs = keras.layers.Dense(30)(x)
    model = keras.Model(source, [outputs, x])
    model.compile("adam", loss=[_logits(keras), None])
    rows, _ = words()
    x, y = rows[:, :-1], rows[:, 1:]
    history = model.fit(x, y, epochs=3, verbose=0)
    text = list(rows[0, :2])
    for _ in range(5):
        logits, _ = model.predict(np.array([text]), verbose=0)
        text.append(int(np.argmax(logits[0, -1])))
    return {
        "loss": np.float32(history.history["loss"]),
        "predicted": model.predict(x[:5], verbose=0)[0],
        "text": np.array(text),
    }


def vision_transformer(keras):
    ops = keras.ops

    class Patches(keras.layers.Layer):
        def __init__(self, size):
            super().__init__()
            self.size = size

        def call(self, images):
            patches = ops.image.extract_patches(images, size=self.size)
            batch, height, width, channels = ops.shape(patches)
            return ops.reshape(patches, (batch, height * width, channels))

    class PatchEncoder(keras.layers.Layer):
        def __init__(self, count, width):
            super().__init__()
            self.count = count
            self.projection = keras.layers.Dense(width)
            self.places = keras.layers.Embedding(count, width)

        def call(self, patch):
            places = ops.expand_dims(ops.arange(0, self.count), axis=0)
            return self.projection(patch) + self.places(places)

    layers = keras.layers
    source = keras.Input((12, 12, 3))
    x = layers.RandomFlip("horizontal", seed=3)(source)
    x = PatchEncoder(9, 16)(Patches(4)(x))
    x = _transformer_block(keras, 16, 2)(x)
    x = layers.Flatten()(layers.LayerNormalization(epsilon=1e-6)(x))
    model = keras.Model(source, layers.Dense(4)(x))
    optimizer = keras.optimizers.AdamW(1e-3, weight_decay=1e-4)
    model.compile(optimizer, _logits(keras), metrics=["accuracy"])
    return trained(model, *classes((12, 12, 3), samples=64))


def autoencoder(keras):
    layers = keras.layers
    source = keras.Input((12, 12, 1))
    x = layers.Conv2D(8, 3, activation="relu", padding="same")(source)
    x = layers.MaxPooling2D(2, padding="same")(x)
    x = layers.Conv2D(4, 3, activation="relu", padding="same")(x)
    x = layers.MaxPooling2D(2, padding="same")(x)
    x = layers.Conv2DTranspose(4, 3, strides=2, activation="relu", padding="same")(x)
    x = layers.Conv2DTranspose(8, 3, strides=2, activation="relu", padding="same")(x)
    model = keras.Model(source, layers.Conv2D(1, 3, activation="sigmoid", padding="same")(x))
    model.compile("adam", "binary_crossentropy")
    images = np.random.default_rng(2).random((64, 12, 12, 1)).astype(np.float32)
    return trained(model, images + 0.05, images)


def small_unet(keras):
    layers = keras.layers
    source = keras.Input((16, 16, 3))
    x = layers.Conv2D(8, 3, strides=2, padding="same")(source)
    x = layers.Activation("relu")(layers.BatchNormalization()(x))
    before = x
    for filters in (8, 16):
        x = layers.SeparableConv2D(filters, 3, padding="same")(layers.Activation("relu")(x))
        x = layers.BatchNormalization()(x)
        x = layers.MaxPooling2D(3, strides=2, padding="same")(x)
        x = layers.add([x, layers.Conv2D(filters, 1, strides=2, padding="same")(before)])
        before = x
    for filters in (16, 8, 4):
        x = layers.Conv2DTranspose(filters, 3, padding="same")(layers.Activation("relu")(x))
        x = layers.UpSampling2D(2)(layers.BatchNormalization()(x))
        beside = layers.Conv2D(filters, 1, padding="same")(layers.UpSampling2D(2)(before))
        x = layers.add([x, beside])
        before = x
    model = keras.Model(source, layers.Conv2D(3, 3, activation="softmax", padding="same")(x))
    model.compile("rmsprop", "sparse_categorical_crossentropy")
    random = np.random.default_rng(4)
    x = random.random((32, 16, 16, 3)).astype(np.float32)
    return trained(model, x, random.integers(0, 3, (32, 16, 16, 1)), batch_size=16)


def sequence_to_sequence(keras):
    """An encoder's states begin a decoder, which then writes one letter after the other."""
    layers = keras.layers
    inputs = keras.Input((None, 9), name="encoded")
    encoder = layers.LSTM(16, return_state=True)
    _, *states = encoder(inputs)
    decoded = keras.Input((None, 7), name="decoded")
    decoder = layers.LSTM(16, return_sequences=True, return_state=True)
    found, _, _ = decoder(decoded, initial_state=states)
    last = layers.Dense(7, activation="softmax")
    model = keras.Model([inputs, decoded], last(found))
    model.compile("rmsprop", "categorical_crossentropy", metrics=["accuracy"])
    random = np.random.default_rng(6)
    x = np.eye(9, dtype=np.float32)[random.integers(0, 9, (48, 6))]
    y = np.eye(7, dtype=np.float32)[random.integers(0, 7, (48, 5))]
    history = model.fit([x, y[:, :-1]], y[:, 1:], epochs=3, batch_size=16, verbose=0)

    reader = keras.Model(inputs, states)
    given = [keras.Input((16,)), keras.Input((16,))]
    found, *after = decoder(decoded, initial_state=given)
    writer = keras.Model([decoded, *given], [last(found), *after])
    states, letter, written = reader.predict(x[:1], verbose=0), y[:1, :1], []
    for _ in range(4):
        scores, *states = writer.predict([letter, *states], verbose=0)
        written.append(scores[0, -1])
        letter = np.eye(7, dtype=np.float32)[[[np.argmax(scores[0, -1])]]]
    return {
        "loss": np.float32(history.history["loss"]),
        "accuracy": np.float32(history.history["accuracy"]),
        "predicted": np.array(written),
    }


def sequence_to_sequence_with_attention(keras):
    layers = keras.layers
    source, target = keras.Input((12,), dtype="int32"), keras.Input((None,), dtype="int32")
    encoded = layers.Embedding(30, 16, mask_zero=True)(source)
    read = layers.Bidirectional(layers.GRU(8, return_sequences=True))(encoded)
    decoded = layers.Embedding(30, 16, mask_zero=True)(target)
    found = layers.LSTM(16, return_sequences=True)(decoded)
    found = layers.Concatenate()([found, layers.AdditiveAttention()([found, read])])
    found = layers.Dropout(0.2, seed=1)(layers.LayerNormalization()(found))
    model = keras.Model([source, target], layers.Dense(30)(found))
    model.compile(keras.optimizers.Adam(0.01, clipnorm=1.0), _logits(keras))
    rows, _ = words()
    return trained(model, [rows[:, ::-1].copy(), rows[:, :-1]], rows[:, 1:])


def masked_recurrences(keras):
    """A mask of a `Masking` layer reaches through layers to the loss and to weighted metrics."""
    layers = keras.layers
    source = keras.Input((10, 5))
    x = layers.Masking(mask_value=-1.0)(source)
    x = layers.GRU(8, return_sequences=True, recurrent_dropout=0.2, seed=2)(x)
    x = layers.Bidirectional(layers.SimpleRNN(6, return_sequences=True), merge_mode="ave")(x)
    x = layers.TimeDistributed(layers.Dense(8, activation="relu"))(x)
    x = layers.LSTM(8, return_sequences=True, go_backwards=True)(x)
    model = keras.Model(source, layers.TimeDistributed(layers.Dense(1))(x))
    model.compile("adam", "mse", metrics=["mae"], weighted_metrics=["mse"])
    random = np.random.default_rng(8)
    x = random.standard_normal((48, 10, 5)).astype(np.float32)
    for row, keep in zip(x, random.integers(1, 11, 48), strict=True):
        row[keep:] = -1.0
    weights = random.random((48, 10)).astype(np.float32)
    return trained(model, x, x.sum(-1, keepdims=True), sample_weight=weights)


def own_recurrent_cell(keras):
    ops = keras.ops

    @keras.saving.register_keras_serializable("guided")
    class Minimal(keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)
            self.units = units
            self.state_size = units

        def build(self, shape):
            self.kernel = self.add_weight(shape=(shape[-1], self.units), name="kernel")
            self.again = self.add_weight(
                shape=(self.units, self.units), initializer="orthogonal", name="again"
            )

        def call(self, x, states):
            (before,) = states
            found = ops.tanh(ops.matmul(x, self.kernel) + ops.matmul(before, self.again))
            return found, [found]

    cells = [Minimal(8), Minimal(6)]
    model = keras.Sequential(
        [keras.Input((None, 5)), keras.layers.RNN(cells), keras.layers.Dense(4)]
    )
    model.compile("adam", _logits(keras))
    return trained(model, *classes((9, 5), samples=48))


def siamese_twins(keras):
    layers, ops = keras.layers, keras.ops

    @keras.saving.register_keras_serializable("guided")
    def distance(pair):
        square = ops.sum(ops.square(pair[0] - pair[1]), axis=1, keepdims=True)
        return ops.sqrt(ops.maximum(square, keras.config.epsilon()))

    def contrastive(margin):
        def loss(y, far):
            apart = ops.square(ops.maximum(margin - far, 0))
            return ops.mean((1 - y) * ops.square(far) + y * apart)

        return loss

    twin = keras.Sequential(
        [
            keras.Input((10, 10, 1)),
            layers.BatchNormalization(),
            layers.Conv2D(4, 5, activation="tanh"),
            layers.AveragePooling2D(2),
            layers.Flatten(),
            layers.Dense(6, activation="tanh"),
        ]
    )
    sources = [keras.Input((10, 10, 1)), keras.Input((10, 10, 1))]
    far = layers.Lambda(distance, output_shape=(1,))([twin(source) for source in sources])
    far = layers.BatchNormalization()(far)
    model = keras.Model(sources, layers.Dense(1, activation="sigmoid")(far))
    model.compile("rmsprop", contrastive(1.0), metrics=["accuracy"])
    random = np.random.default_rng(9)
    pairs = [random.random((48, 10, 10, 1)).astype(np.float32) for _ in range(2)]
    y = random.integers(0, 2, (48, 1)).astype(np.float32)
    return trained(model, pairs, y, validation_split=0.25)


def structured_data(keras):
    """Columns of a table, by their kinds, through `FeatureSpace` into one model."""
    import tensorflow as tf

    random = np.random.default_rng(11)
    rows = {
        "age": random.integers(20, 80, 80).astype(np.float32),
        "kind": random.choice(["a", "b", "c"], 80),
        "level": random.integers(0, 4, 80),
        "width": random.standard_normal(80).astype(np.float32),
    }
    y = random.integers(0, 2, 80).astype(np.float32)
    dataset = tf.data.Dataset.from_tensor_slices((rows, y)).batch(16)
    space = keras.utils.FeatureSpace(
        features={
            "age": keras.utils.FeatureSpace.float_discretized(num_bins=5),
            "kind": keras.utils.FeatureSpace.string_categorical(num_oov_indices=1),
            "level": keras.utils.FeatureSpace.integer_categorical(num_oov_indices=0),
            "width": keras.utils.FeatureSpace.float_normalized(),
        },
        crosses=[keras.utils.FeatureSpace.cross(("kind", "level"), crossing_dim=8)],
        output_mode="concat",
    )
    space.adapt(dataset.map(lambda x, _: x))
    ready = dataset.map(lambda x, y: (space(x), y), num_parallel_calls=tf.data.AUTOTUNE)
    encoded = space.get_encoded_features()
    found = keras.layers.Dense(8, activation="relu")(encoded)
    found = keras.layers.Dense(1, activation="sigmoid")(keras.layers.Dropout(0.3)(found))
    model = keras.Model(encoded, found)
    model.compile("adam", "binary_crossentropy", metrics=["accuracy", keras.metrics.AUC()])
    history = model.fit(ready, epochs=3, verbose=0)
    whole = keras.Model(space.get_inputs(), model(encoded))
    row = {name: column[:1] for name, column in rows.items()}
    return {
        "features": np.concatenate([np.asarray(x) for x, _ in ready]),
        "loss": np.float32(history.history["loss"]),
        "accuracy": np.float32(history.history["accuracy"]),
        "predicted": np.asarray(whole({k: tf.constant(v) for k, v in row.items()})),
    }


PROGRAMS = (
    text_transformer,
    miniature_gpt,
    vision_transformer,
    autoencoder,
    small_unet,
    sequence_to_sequence,
    sequence_to_sequence_with_attention,
    masked_recurrences,
    own_recurrent_cell,
    siamese_twins,
    structured_data,
)
