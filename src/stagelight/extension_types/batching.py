"""Extension types that have rows: datasets batch them, `tf.map_fn` goes through them.

What is stacked is the *encoding* of a value: tensors and composites, as many in each row. As a rule these
are the value's own.
"""

from __future__ import annotations

import abc
from typing import Any

from stagelight import nest
from stagelight.extension_types.extension_type import ExtensionType
from stagelight.extension_types.extension_type_spec import ExtensionTypeSpec
from stagelight.public import public


@public("experimental.ExtensionTypeBatchEncoder")
class ExtensionTypeBatchEncoder(metaclass=abc.ABCMeta):  # noqa: B024
    """How values of an extension type are stacked and taken apart; derive from it to do it in another way.

    This one stacks each tensor of a value. A class whose tensors have other shapes from value to value
    says what is stacked in their place: `encode` gives tensors, `encoding_specs` their specs, `decode` the
    value again.

    >>> class Pair(tf.experimental.BatchableExtensionType):
    ...     x: tf.Tensor
    ...     y: tf.Tensor
    ...     __batch_encoder__ = tf.experimental.ExtensionTypeBatchEncoder()
    >>> pairs = tf.data.Dataset.from_tensor_slices(Pair([1, 2], [3, 4]))
    >>> [pair.y.numpy().tolist() for pair in pairs.batch(2)]
    [[3, 4]]

    Source: TensorFlow's class of the same name.
    """

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of `batch_size` values of a spec, stacked; None where their number is not known."""
        return spec._with_component_specs([batched(x, batch_size) for x in spec._component_specs])

    def unbatch(self, spec: Any) -> Any:
        """The spec of the rows of values of a spec."""
        return spec._with_component_specs(list(map(unbatched, spec._component_specs)))

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        """The tensors and composites that are stacked for a value.

        Args:
            spec: The spec of the value.
            value: The value.
            minimum_rank: How many axes the tensors have at least: 1 where the value is to be taken apart.
        """
        return spec._to_components(value)

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The value of an encoding."""
        return spec._from_components(encoded_value)

    def encoding_specs(self, spec: Any) -> Any:
        """The specs of what `encode` gives."""
        return spec._component_specs


def batched(spec: Any, size: int | None) -> Any:
    """The spec of `size` values of a spec, stacked on a new first axis; None where their number is not known.

    Specs that are not of extension types say it themselves, by a method `_batch`.

    Raises:
        TypeError: they cannot be stacked.
    """
    if isinstance(spec, ExtensionTypeSpec):
        return encoder_of(spec).batch(spec, size)
    own = getattr(spec, "_batch", None)
    if own is None:
        raise TypeError(f"Elements of {spec} cannot be batched.")
    return own(size)


def unbatched(spec: Any) -> Any:
    """The spec of the rows of values of a spec; likewise by a method `_unbatch`.

    Raises:
        ValueError: they are scalars.
        TypeError: they have no rows.
    """
    if isinstance(spec, ExtensionTypeSpec):
        return encoder_of(spec).unbatch(spec)
    own = getattr(spec, "_unbatch", None)
    if own is None:
        raise TypeError(f"Elements of {spec} cannot be taken apart into rows.")
    return own()


def encoder_of(spec: Any) -> ExtensionTypeBatchEncoder:
    """The encoder of a type.

    Raises:
        TypeError: its values have no rows.
    """
    kind = spec.value_type
    encoder: ExtensionTypeBatchEncoder | None = getattr(kind, "__batch_encoder__", None)
    if encoder is None:
        raise TypeError(
            f"Values of {kind.__name__} cannot be stacked or taken apart into rows. Derive the class from "
            "tf.experimental.BatchableExtensionType."
        )
    return encoder


@public("experimental.BatchableExtensionType")
class BatchableExtensionType(ExtensionType):
    """An extension type whose values datasets batch and take apart, and `tf.map_fn` goes through.

    All tensors of a value have the rows on their first axis. `__batch_encoder__` says how values are
    stacked, a `tf.experimental.ExtensionTypeBatchEncoder`.

    >>> class Vehicle(tf.experimental.BatchableExtensionType):
    ...     top_speed: tf.Tensor
    ...     mpg: tf.Tensor
    >>> vehicles = Vehicle([120, 150], [30, 40])
    >>> product = tf.map_fn(lambda v: v.top_speed * v.mpg, vehicles, fn_output_signature=tf.int32)
    >>> product.numpy()
    array([3600, 6000], dtype=int32)

    Source: the TensorFlow guide "Extension types".
    """

    _is_abstract = True
    _abstract_name = "ExtensionType"
    __batch_encoder__ = ExtensionTypeBatchEncoder()


class Encoded:
    """A value or a spec of an extension type, as `nest` walks through its encoding.

    A structure with such places is flattened to the tensors and composites that travel, or to their specs.
    Packing gives values of the spec.
    """

    def __init__(self, spec: Any, parts: Any) -> None:
        self._spec, self._parts = spec, parts

    def __tf_flatten__(self) -> tuple[Any, tuple[Any, ...]]:
        return self._spec, (self._parts,)

    @classmethod
    def __tf_unflatten__(cls, spec: Any, parts: tuple[Any, ...]) -> Any:
        return _any_encoder_of(spec).decode(spec, parts[0])


_PLAIN = ExtensionTypeBatchEncoder()


def _any_encoder_of(spec: Any) -> ExtensionTypeBatchEncoder:
    """The encoder of a type; where its values have no rows, one that only lists its tensors."""
    encoder: ExtensionTypeBatchEncoder = getattr(spec.value_type, "__batch_encoder__", _PLAIN)
    return encoder


def encoded(structure: Any, minimum_rank: int = 0) -> Any:
    """A structure of values or specs, with the encodings of extension types in their places.

    With a rank of 1 the values are taken apart: what is packed are rows.
    """
    return nest.map_structure(lambda leaf: _encoded_leaf(leaf, minimum_rank), structure)


def _encoded_leaf(leaf: Any, minimum_rank: int) -> Any:
    if isinstance(leaf, ExtensionTypeSpec):
        return Encoded(leaf, encoded(_any_encoder_of(leaf).encoding_specs(leaf)))
    if isinstance(leaf, ExtensionType):
        spec = leaf._type_spec
        encoder = encoder_of(spec) if minimum_rank else _any_encoder_of(spec)
        parts = encoded(encoder.encode(spec, leaf, minimum_rank), minimum_rank)
        return Encoded(encoder.unbatch(spec) if minimum_rank else spec, parts)
    return leaf
