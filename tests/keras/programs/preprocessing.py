"""Layers that prepare data: images, text, categories; and two models that have them inside."""

from __future__ import annotations

import numpy as np

from tests.keras.programs import trained

random = np.random.default_rng(17)
IMAGES = random.uniform(0, 1, (4, 12, 10, 3)).astype(np.float32)
TEXTS = ["The quick brown fox.", "jumps over the lazy dog!", "the dog, the fox", "quick quick", ""]


def resizing(keras):
    found = {}
    for method in ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5"):
        for size in ((7, 13), (24, 20)):
            layer = keras.layers.Resizing(*size, interpolation=method)
            found[f"{method} {size}"] = np.asarray(layer(IMAGES))
    found["cropped"] = np.asarray(keras.layers.Resizing(8, 6, crop_to_aspect_ratio=True)(IMAGES))
    found["padded"] = np.asarray(keras.layers.Resizing(8, 6, pad_to_aspect_ratio=True)(IMAGES))
    found["antialiased"] = np.asarray(
        keras.ops.image.resize(IMAGES, (5, 4), "bilinear", antialias=True)
    )
    return found


def rescaling_and_cropping(keras):
    layers = keras.layers
    return {
        "rescaled": np.asarray(layers.Rescaling(2.0, -1.0)(IMAGES)),
        "center": np.asarray(layers.CenterCrop(6, 8)(IMAGES)),
        "crop": np.asarray(layers.RandomCrop(6, 8, seed=1)(IMAGES, training=True)),
    }


def augmentation(keras):
    layers = keras.layers
    made = {
        "flip": layers.RandomFlip(seed=1),
        "rotation": layers.RandomRotation(0.2, seed=1),
        "rotation wrap": layers.RandomRotation(0.2, fill_mode="wrap", seed=1),
        "rotation nearest": layers.RandomRotation(
            0.3, fill_mode="nearest", interpolation="nearest", seed=1
        ),
        "zoom": layers.RandomZoom(0.3, seed=1),
        "translation": layers.RandomTranslation(0.2, 0.3, seed=1),
        "translation constant": layers.RandomTranslation(0.2, 0.3, fill_mode="constant", seed=1),
        "contrast": layers.RandomContrast(0.4, seed=1),
        "brightness": layers.RandomBrightness(0.3, value_range=(0, 1), seed=1),
        "hue": layers.RandomHue(0.3, value_range=(0, 1), seed=1),
        "saturation": layers.RandomSaturation(0.4, value_range=(0, 1), seed=1),
        "grayscale": layers.RandomGrayscale(1.0, seed=1),
        "shear": layers.RandomShear(0.2, 0.1, seed=1),
        "sharpness": layers.RandomSharpness(0.5, value_range=(0, 1), seed=1),
        "posterization": layers.RandomPosterization(4, value_range=(0, 1), seed=1),
        "invert": layers.RandomInvert(1.0, value_range=(0, 1), seed=1),
        "solarization": layers.Solarization(0.5, 0.5, value_range=(0, 1), seed=1),
        "equalization": layers.Equalization(value_range=(0, 1)),
        "auto contrast": layers.AutoContrast(value_range=(0, 1)),
        "erasing": layers.RandomErasing(value_range=(0, 1), seed=1),
        "blur": layers.RandomGaussianBlur(value_range=(0, 1), seed=1),
        "jitter": layers.RandomColorJitter(
            (0, 1), brightness_factor=0.2, contrast_factor=0.2, saturation_factor=(0.3, 0.6), seed=1
        ),
        "degeneration": layers.RandomColorDegeneration(0.5, value_range=(0, 1), seed=1),
        "perspective": layers.RandomPerspective(1.0, 0.2, seed=1),
        "elastic": layers.RandomElasticTransform(1.0, 1.0, value_range=(0, 1), seed=1),
        "mix up": layers.MixUp(seed=1),
        "cut mix": layers.CutMix(seed=1),
    }
    found = {}
    for name, layer in made.items():
        labelled = {"images": IMAGES, "labels": np.eye(4, dtype=np.float32)}
        inputs = labelled if "mix" in name else IMAGES
        result = layer(inputs, training=True)
        found[name] = np.asarray(result["images"] if isinstance(result, dict) else result)
    return found


def images_ops(keras):
    image = keras.ops.image
    affine = np.float32([[1, 0.1, -2, 0.1, 1, 1, 0, 0]] * 4)
    found = {
        f"affine {mode} {kind}": image.affine_transform(
            IMAGES, affine, interpolation=kind, fill_mode=mode
        )
        for mode in ("constant", "nearest", "wrap", "reflect")
        for kind in ("bilinear", "nearest")
    }
    found["patches"] = image.extract_patches(IMAGES, (3, 2), padding="same")
    found["patches valid"] = image.extract_patches(IMAGES, 3, strides=2, padding="valid")
    found["hsv"] = image.rgb_to_hsv(IMAGES)
    found["rgb"] = image.hsv_to_rgb(IMAGES)
    found["gray"] = image.rgb_to_grayscale(IMAGES)
    found["coordinates"] = image.map_coordinates(IMAGES[0, :, :, 0], np.full((2, 5), 1.5), 1)
    found["crop"] = image.crop_images(IMAGES, 1, 2, target_height=4, target_width=5)
    found["pad"] = image.pad_images(IMAGES, 1, 2, target_height=16, target_width=15)
    found["blur"] = image.gaussian_blur(IMAGES, (3, 3), (1.0, 1.0))
    found["sobel"] = image.sobel_edges(IMAGES)
    return {name: np.asarray(value) for name, value in found.items()}


def text_vectorization(keras):
    layer = keras.layers.TextVectorization(output_sequence_length=6)
    layer.adapt(TEXTS)
    found = {"words": np.array(layer.get_vocabulary()), "int": np.asarray(layer(TEXTS))}
    layer = keras.layers.TextVectorization(ngrams=2, split="whitespace")
    layer.adapt(TEXTS)
    found["pairs"] = np.array(layer.get_vocabulary())
    layer = keras.layers.TextVectorization(split="character", standardize="lower", max_tokens=9)
    layer.adapt(TEXTS)
    found["characters"] = np.asarray(layer(TEXTS))
    return found


def lookups(keras):
    layers = keras.layers
    strings = layers.StringLookup(vocabulary=["a", "b", "c"], num_oov_indices=2)
    inverse = layers.StringLookup(vocabulary=["a", "b", "c"], invert=True)
    numbers = layers.IntegerLookup()
    numbers.adapt(np.array([5, 7, 5, 9]))
    return {
        "strings": np.asarray(strings(np.array([["a", "x"], ["c", "z"]]))),
        "inverse": np.asarray(inverse(np.array([1, 3]))).astype(str),
        "numbers": np.asarray(numbers(np.array([[5, 9], [1, 7]]))),
        "one hot": np.asarray(
            layers.IntegerLookup(vocabulary=[3, 4], output_mode="one_hot")(np.array([4, 8]))
        ),
    }


def categories(keras):
    layers = keras.layers
    numbers = np.float32([[0.1, 5.0], [2.5, -3.0], [9.0, 0.0]])
    discretized = layers.Discretization(num_bins=3)
    discretized.adapt(numbers)
    normalized = layers.Normalization()
    normalized.adapt(numbers)
    found = {
        "encoded": layers.CategoryEncoding(4, "multi_hot")(np.array([[0, 2], [3, 3]])),
        "counted": layers.CategoryEncoding(4, "count")(np.array([[0, 2], [3, 3]])),
        "bins": layers.Discretization([0.0, 1.0, 3.0])(numbers),
        "adapted bins": discretized(numbers),
        "normalized": normalized(numbers),
        "hashed": layers.Hashing(8)(np.array(["a", "b", "c"])),
        "hashed with salt": layers.Hashing(8, salt=[1, 2])(np.array(["a", "b", "c"])),
        "hashed numbers": layers.Hashing(8)(np.array([1, 2, 3])),
        "crossed": layers.HashedCrossing(8)((np.array(["a", "b"]), np.array(["c", "d"]))),
        "spectrogram": layers.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=6)(
            np.sin(np.arange(256, dtype=np.float32))[None]
        ),
    }
    return {name: np.asarray(value) for name, value in found.items()}


def ragged_rows(keras):
    """Rows of unequal lengths go through the layers of categories and texts, and come from them."""
    import tensorflow as tf

    layers = keras.layers
    names, numbers = tf.ragged.constant([["a", "b"], ["c"]]), tf.ragged.constant([[1, 2], [3]])
    texts = layers.TextVectorization(ragged=True, ngrams=2)
    weighted = layers.TextVectorization(output_mode="tf_idf")
    texts.adapt(TEXTS)
    weighted.adapt(TEXTS)
    staged = tf.function(lambda rows: tf.reduce_sum(texts(rows) * 2, axis=1))
    ragged = {
        "names": layers.StringLookup(vocabulary=["a", "b"])(names),
        "numbers": layers.IntegerLookup(vocabulary=[1, 3])(numbers),
        "hashed": layers.Hashing(5)(names),
        "embedded": layers.Embedding(5, 2, embeddings_initializer="ones")(numbers),
        "texts": texts(TEXTS),
    }
    found = {f"{key} values": np.asarray(value.flat_values) for key, value in ragged.items()}
    found |= {f"{key} rows": np.asarray(value.row_lengths()) for key, value in ragged.items()}
    return {
        **found,
        "many hot": np.asarray(layers.CategoryEncoding(5, "multi_hot")(numbers)),
        "counts": np.asarray(layers.CategoryEncoding(5, "count")(numbers)),
        "weighted": np.asarray(weighted(TEXTS)),
        "staged": np.asarray(staged(tf.constant(TEXTS))),
    }


def text_model(keras):
    import tensorflow as tf

    layers = keras.layers
    texts = [TEXTS[i % 4] for i in range(40)]
    labels = np.arange(40) % 4 // 2
    vectors = layers.TextVectorization(output_sequence_length=5)
    vectors.adapt(texts)
    model = keras.Sequential(
        [
            layers.Embedding(30, 6, mask_zero=True),
            layers.LSTM(5),
            layers.Dense(2, activation="softmax"),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy")
    dataset = tf.data.Dataset.from_tensor_slices((texts, labels)).batch(8)
    history = model.fit(dataset.map(lambda t, y: (vectors(t), y)), epochs=3, verbose=0)
    return {"loss": np.float32(history.history["loss"])}


def image_model(keras):
    layers = keras.layers
    model = keras.Sequential(
        [
            keras.Input((12, 10, 3)),
            layers.RandomFlip(seed=1),
            layers.RandomRotation(0.1, seed=2),
            layers.RandomContrast(0.2, seed=3),
            layers.Rescaling(2.0, -1.0),
            layers.Conv2D(4, 3),
            layers.GlobalAveragePooling2D(),
            layers.Dense(3, activation="softmax"),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy")
    return trained(model, np.tile(IMAGES, (10, 1, 1, 1)), np.arange(40) % 3, batch_size=16)


PROGRAMS = (
    resizing,
    rescaling_and_cropping,
    augmentation,
    images_ops,
    text_vectorization,
    lookups,
    categories,
    ragged_rows,
    text_model,
    image_model,
)
