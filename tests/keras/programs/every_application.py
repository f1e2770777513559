"""A net of each family of `keras.applications`: its weights by a seed, predictions, a step of training."""

from __future__ import annotations

import numpy as np

# The lightest of each family, the size of its images, and whether a step of its training is compared too:
# that of the largest nets is compiled for half a minute.
ROWS = {
    "mobilenet": ("MobileNet", 32, True),
    "mobilenet_v2": ("MobileNetV2", 32, False),
    "mobilenet_v3": ("MobileNetV3Small", 32, True),
    "efficientnet": ("EfficientNetB0", 32, False),
    "efficientnet_v2": ("EfficientNetV2B0", 32, False),
    "resnet": ("ResNet50", 32, False),
    "resnet_v2": ("ResNet50V2", 32, False),
    "densenet": ("DenseNet121", 32, False),
    "vgg16": ("VGG16", 32, True),
    "vgg19": ("VGG19", 32, False),
    "xception": ("Xception", 71, False),
    "inception_v3": ("InceptionV3", 75, False),
    "inception_resnet_v2": ("InceptionResNetV2", 75, False),
    "nasnet": ("NASNetMobile", 32, False),
    "convnext": ("ConvNeXtTiny", 32, True),
}
OTHER_NAMES = {"imagenet_utils", "resnet50"}


def every_application_is_listed(keras):
    modules = {name for name in dir(keras.applications) if name.islower() and name[0] != "_"}
    return {"left out": np.array(sorted(modules - {*ROWS, *OTHER_NAMES}), np.str_)}


def _program(module: str):
    name, size, is_trained = ROWS[module]

    def program(keras):
        build = getattr(keras.applications, name)
        net = build(weights=None, classes=7, input_shape=(size, size, 3))
        images = np.random.default_rng(1).uniform(0, 255, (4, size, size, 3)).astype(np.float32)
        found = {
            "weights": np.float32([np.abs(np.float64(w)).mean() for w in net.weights]),
            "names": np.array([w.path.rpartition("/")[2] for w in net.weights]),
            "predicted": net.predict(images, verbose=0),
            "called": np.asarray(net(images[:2])),
        }
        if is_trained:
            net.compile(keras.optimizers.SGD(1e-3), "sparse_categorical_crossentropy")
            found["loss"] = np.float32(net.train_on_batch(images, np.array([0, 3, 6, 1])))
        keras.backend.clear_session()
        return found

    program.__name__ = module
    return program


PROGRAMS = (every_application_is_listed, *(_program(module) for module in ROWS))
