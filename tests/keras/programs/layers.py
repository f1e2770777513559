"""Small models of each kind of layer, trained on random data."""

from __future__ import annotations

import numpy as np

from tests.keras.programs import classes, trained, words


def _fit(keras, shape, *inner, optimizer="adam", epochs=3):
    layers = keras.layers
    model = keras.Sequential(
        [keras.Input(shape), *inner, layers.Flatten(), layers.Dense(4, activation="softmax")]
    )
    model.compile(optimizer, "sparse_categorical_crossentropy", metrics=["accuracy"])
    return trained(model, *classes(shape, samples=70), epochs=epochs)


def _fit_words(keras, *inner, mask_zero=True):
    layers = keras.layers
    embedding = layers.Embedding(30, 6, mask_zero=mask_zero)
    model = keras.Sequential([keras.Input((12,)), embedding, *inner, layers.Dense(4)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss)
    return trained(model, *words())


def conv2d_with_pooling(keras):
    layers = keras.layers
    return _fit(
        keras,
        (10, 9, 3),
        layers.Conv2D(6, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(5, (2, 3), strides=2, padding="same"),
        layers.AveragePooling2D(2, padding="same"),
    )


def conv2d_dilated_and_grouped(keras):
    layers = keras.layers
    return _fit(
        keras,
        (9, 9, 4),
        layers.Conv2D(6, 3, dilation_rate=2, padding="same"),
        layers.Conv2D(4, 3, groups=2),
    )


def depthwise_and_separable(keras):
    layers = keras.layers
    return _fit(
        keras,
        (8, 8, 3),
        layers.DepthwiseConv2D(3, depth_multiplier=2, padding="same"),
        layers.SeparableConv2D(5, 3),
    )


def conv2d_transposed(keras):
    return _fit(keras, (5, 6, 3), keras.layers.Conv2DTranspose(4, 3, strides=2, padding="same"))


def conv1d_and_pooling(keras):
    layers = keras.layers
    return _fit(
        keras,
        (20, 3),
        layers.Conv1D(6, 3, padding="causal"),
        layers.MaxPooling1D(2),
        layers.SeparableConv1D(4, 3),
        layers.Conv1DTranspose(3, 2, strides=2),
        layers.GlobalAveragePooling1D(),
    )


def conv3d_and_pooling(keras):
    layers = keras.layers
    return _fit(
        keras,
        (5, 6, 7, 2),
        layers.Conv3D(3, 2, activation="relu"),
        layers.MaxPooling3D(2),
        layers.Conv3DTranspose(2, 2),
        layers.GlobalMaxPooling3D(),
        epochs=2,
    )


def batch_normalization_and_dropout(keras):
    layers = keras.layers
    return _fit(
        keras,
        (8,),
        layers.Dense(16),
        layers.BatchNormalization(),
        layers.ReLU(),
        layers.Dropout(0.3),
        layers.Dense(8),
        layers.LayerNormalization(),
        layers.GaussianNoise(0.1),
        layers.GaussianDropout(0.1),
        layers.AlphaDropout(0.1),
    )


def normalizations_of_images(keras):
    layers = keras.layers
    return _fit(
        keras,
        (6, 6, 4),
        layers.BatchNormalization(),
        layers.GroupNormalization(2),
        layers.UnitNormalization(),
        layers.SpatialDropout2D(0.2),
        layers.RMSNormalization(),
        layers.SpectralNormalization(layers.Conv2D(3, 3)),
    )


def activations(keras):
    layers = keras.layers
    return _fit(
        keras,
        (8,),
        layers.Dense(8),
        layers.LeakyReLU(),
        layers.Dense(8),
        layers.ELU(),
        layers.Dense(8),
        layers.PReLU(),
        layers.Dense(8),
        layers.Softmax(),
        layers.Dense(8, activation="gelu"),
        layers.Dense(8, activation="selu"),
        layers.Dense(8, activation="swish"),
        layers.Dense(8, activation="hard_sigmoid"),
        layers.Dense(8, activation="mish"),
        layers.Activation("tanh"),
    )


def regularized(keras):
    layers = keras.layers
    return _fit(
        keras,
        (8,),
        layers.Dense(
            8,
            kernel_regularizer="l1l2",
            bias_regularizer="l2",
            activity_regularizer="l1",
            kernel_constraint="max_norm",
            bias_constraint="non_neg",
        ),
        layers.Dense(
            8,
            kernel_regularizer=keras.regularizers.OrthogonalRegularizer(),
            kernel_constraint="unit_norm",
        ),
        layers.ActivityRegularization(0.01),
    )


def reshaping(keras):
    layers = keras.layers
    return _fit(
        keras,
        (4, 6),
        layers.Permute((2, 1)),
        layers.Reshape((6, 2, 2)),
        layers.ZeroPadding2D(1),
        layers.Cropping2D(1),
        layers.UpSampling2D(2),
        layers.Reshape((-1, 8)),
        layers.UpSampling1D(2),
        layers.ZeroPadding1D(1),
        layers.Cropping1D(1),
    )


def repeating(keras):
    layers = keras.layers
    return _fit(
        keras,
        (5,),
        layers.RepeatVector(3),
        layers.TimeDistributed(layers.Dense(2)),
        layers.Lambda(lambda x: x * 2),
    )


def merging(keras):
    layers = keras.layers
    x = keras.Input((6,))
    a, b = layers.Dense(5)(x), layers.Dense(5, activation="tanh")(x)
    merged = [
        kind()([a, b])
        for kind in (
            layers.Add,
            layers.Subtract,
            layers.Multiply,
            layers.Average,
            layers.Maximum,
            layers.Minimum,
            layers.Concatenate,
        )
    ]
    merged.append(layers.Dot(axes=1)([a, b]))
    model = keras.Model(x, layers.Dense(4)(layers.Concatenate()(merged)))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return trained(model, *classes((6,)))


def lstm(keras):
    return _fit_words(keras, keras.layers.LSTM(7, return_sequences=True), keras.layers.LSTM(5))


def gru(keras):
    return _fit_words(keras, keras.layers.GRU(7, dropout=0.1, recurrent_dropout=0.1))


def gru_before_reset(keras):
    return _fit_words(keras, keras.layers.GRU(5, reset_after=False, go_backwards=True))


def simple_rnn_unrolled(keras):
    return _fit_words(keras, keras.layers.SimpleRNN(7, unroll=True), mask_zero=False)


def bidirectional(keras):
    layers = keras.layers
    return _fit_words(
        keras,
        layers.Bidirectional(layers.LSTM(4, return_sequences=True)),
        layers.Bidirectional(layers.GRU(3), merge_mode="sum"),
    )


def stacked_cells(keras):
    layers = keras.layers
    cells = [layers.LSTMCell(4), layers.GRUCell(3), layers.SimpleRNNCell(5)]
    return _fit_words(keras, layers.RNN(cells))


def stateful_rnn(keras):
    layers = keras.layers
    model = keras.Sequential(
        [keras.Input((5, 3), batch_size=10), layers.LSTM(4, stateful=True), layers.Dense(4)]
    )
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    x, y = classes((5, 3), samples=60)
    history = model.fit(x, y, batch_size=10, epochs=2, shuffle=False, verbose=0)
    return {"loss": np.float32(history.history["loss"]), "y": model.predict(x, 10, verbose=0)}


def conv_lstm(keras):
    layers = keras.layers
    return _fit(keras, (3, 5, 5, 2), layers.ConvLSTM2D(3, 3, padding="same"), epochs=2)


def attention(keras):
    layers = keras.layers
    x = keras.Input((12,))
    h = layers.Embedding(30, 8)(x) + layers.Embedding(12, 8)(np.arange(12)[None])
    h = layers.LayerNormalization()(h + layers.MultiHeadAttention(2, 4, dropout=0.1)(h, h))
    h = layers.LayerNormalization()(h + layers.Dense(8, activation="gelu")(h))
    h = layers.GlobalAveragePooling1D()(h)
    model = keras.Model(x, layers.Dense(4)(h))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return trained(model, *words())


def attention_with_masks(keras):
    layers = keras.layers
    x = keras.Input((12,))
    h = layers.Embedding(30, 8, mask_zero=True)(x)
    h = layers.MultiHeadAttention(2, 4)(h, h, use_causal_mask=True)
    h = layers.GroupQueryAttention(4, 4, 2)(h, h)
    h = layers.Attention()([h, h])
    h = layers.AdditiveAttention()([h, h])
    model = keras.Model(x, layers.Dense(4)(layers.GlobalMaxPooling1D()(h)))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return trained(model, *words())


def einsum_dense(keras):
    layer = keras.layers.EinsumDense("abc,cd->abd", output_shape=(4, 5), bias_axes="d")
    return _fit(keras, (4, 6), layer)


PROGRAMS = (
    conv2d_with_pooling,
    conv2d_dilated_and_grouped,
    depthwise_and_separable,
    conv2d_transposed,
    conv1d_and_pooling,
    conv3d_and_pooling,
    batch_normalization_and_dropout,
    normalizations_of_images,
    activations,
    regularized,
    reshaping,
    repeating,
    merging,
    lstm,
    gru,
    gru_before_reset,
    simple_rnn_unrolled,
    bidirectional,
    stacked_cells,
    stateful_rnn,
    conv_lstm,
    attention,
    attention_with_masks,
    einsum_dense,
)
