"""Tensors from files and text, and to them."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import numpy as np

import stagelight as tf

# What NumPy, and Python's zip files, say of files that are damaged.
_DAMAGED = (
    *(ValueError, OSError, EOFError, RuntimeError),
    *(SyntaxError, TokenError, BadZipFile, zlib.error),
)


def arguments_of(
    specs: Mapping[str, Any], texts: Iterable[str], file: str | None
) -> dict[str, Any]:
    """A call's tensors by name.

    Args:
        specs: what the signature takes.
        texts: "name=value", where the value is a .npy file or JSON; "value" alone for the only argument.
        file: a .npz or .json file with values by name.

    Raises:
        ValueError: an argument is missing, unknown, or does not fit.
    """
    given: dict[str, Any] = {} if file is None else dict(_from_file(file))
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator or name not in specs:
            if len(specs) != 1 or (separator and name.isidentifier()):
                raise ValueError(f"--input is NAME=VALUE with a name of {sorted(specs)}: {text!r}")
            name, value = next(iter(specs)), text.removeprefix(f"{next(iter(specs))}=")
        given[name] = _value(value)
    unknown, missing = sorted(set(given) - set(specs)), sorted(set(specs) - set(given))
    if unknown or missing:
        raise ValueError(
            f"the signature takes {sorted(specs)}; missing {missing}, unknown {unknown}"
        )
    return {name: _tensor(name, given[name], spec) for name, spec in specs.items()}


def _from_file(file: str) -> Mapping[str, Any]:
    if file.endswith(".npz"):
        with open(file, "rb") as opened:
            try:
                with np.load(opened, allow_pickle=False) as arrays:
                    return {name: arrays[name] for name in arrays.files}
            except _DAMAGED as error:
                raise ValueError(f"{file} is no .npz file of numbers: {error}") from None
    try:
        values = json.loads(Path(file).read_text())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is no JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f"{file} must have an object with the arguments by name")
    return values


def _value(text: str) -> Any:
    if text.endswith(".npy"):
        with open(text, "rb") as opened:
            try:
                return np.load(opened, allow_pickle=False)
            except _DAMAGED as error:
                raise ValueError(f"{text} is no .npy file of numbers: {error}") from None
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{text!r} is neither a .npy file nor JSON: {error}") from None


def _tensor(name: str, value: Any, spec: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "U":
        value = value.astype(object)
    try:
        if isinstance(value, np.ndarray) and spec.dtype is not tf.string:
            value = value.astype(spec.dtype.as_numpy_dtype, casting="same_kind")
        tensor = tf.convert_to_tensor(value, spec.dtype)
    except (TypeError, ValueError) as error:
        raise ValueError(f"the argument {name!r} is {spec}: {error}") from None
    if not spec.shape.is_compatible_with(tensor.shape):
        raise ValueError(f"the argument {name!r} is {spec}. Received shape: {tensor.shape}")
    return tensor


def write_results(file: str, results: Mapping[str, Any]) -> None:
    """Writes tensors by name to a .npz or .json file.

    Raises:
        ValueError: another kind of file.
    """
    if file.endswith(".npz"):
        arrays: dict[str, Any] = {name: _storable(x.numpy()) for name, x in results.items()}
        np.savez(file, **arrays)
    elif file.endswith(".json"):
        plain = {name: as_plain(x) for name, x in results.items()}
        Path(file).write_text(json.dumps(plain) + "\n")
    else:
        raise ValueError(f"--output is a .npz or .json file. Received: {file}")


def _storable(value: Any) -> Any:
    array = np.asarray(value)
    return array.astype(bytes) if array.dtype.hasobject else array


def as_plain(tensor: Any) -> Any:
    """A tensor as lists and numbers; bytes that are no text in base 64."""

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, bytes):
            try:
                return value.decode()
            except UnicodeDecodeError:
                return {"b64": base64.b64encode(value).decode()}
        return value if isinstance(value, (bool, int, float, str)) else str(value)

    return plain(np.asarray(tensor.numpy()).tolist())
