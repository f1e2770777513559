"""The functions of `compat.v1` take TensorFlow 1's arguments, in its order."""

from __future__ import annotations

import inspect
import types

# Functions of ours that take what TensorFlow's take by `**kwargs`, or accept less.
OTHERWISE = {
    "config.experimental_connect_to_cluster": "it is not available",
    "config.experimental_connect_to_host": "it is not available",
    "device": "functions of operations are not accepted",
    "flags.FLAGS": "an object, which reads the command line when it is looked at",
    "lite.experimental.authoring.compatible": "it is not available",
    "lite.experimental.load_delegate": "it is not available",
    "nest.map_structure": "the options are named",
    "print": "the options are named",
    "saved_model.load_v2": "`trust` is of our own",
    "tpu.experimental.initialize_tpu_system": "it is not available",
    "tpu.experimental.shutdown_tpu_system": "it is not available",
    "train.export_meta_graph": "there are no further options",
    "train.import_meta_graph": "the options are named",
}


def _functions(module, prefix=""):
    for name, value in sorted(vars(module).items()):
        if isinstance(value, types.ModuleType):
            if value.__name__ == f"{module.__name__}.{name}":
                yield from _functions(value, f"{prefix}{name}.")
        elif callable(value) and not isinstance(value, type) and name[0] != "_":
            yield prefix + name, value


def _theirs(module, name):
    for part in name.split("."):
        module = getattr(module, part, None)
    return module


def _arguments(function):
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None


def test_functions_take_the_arguments_of_tensorflow_1(tensorflow, stagelight):
    wrong, compared = [], 0
    for name, function in _functions(stagelight.compat.v1):
        theirs = _theirs(tensorflow.compat.v1, name)
        if theirs is None or isinstance(theirs, type) or name in OTHERWISE:
            continue
        expected, found = _arguments(theirs), _arguments(function)
        if expected is None or found is None:
            continue
        compared += 1
        if expected != found:
            wrong.append(f"{name}: required {expected}, here {found}")
    assert compared > 600
    assert not wrong, "\n".join(wrong)
