"""Classes of a library's own whose objects are made again when a saved model is loaded.

A saved model tells of an object an identifier and a version. A library says for its classes what the
identifier is, how an object is made of the message, and how it gets its children.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.public import public

Setter = Callable[[Any, str, Any], None]


@public("__internal__.saved_model.load.VersionedTypeRegistration")
class VersionedTypeRegistration:
    """How objects of one version are made again.

    Args:
        object_factory: gives an object for a `SavedUserObject`.
        version: the version.
        min_producer_version: the least version of the library that wrote what is read.
        min_consumer_version: the least version of the library that may read.
        bad_consumers: versions that may not.
        setter: gives an object a child: a function of the object, the name and the child.
    """

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Sequence[int] | None = None,
        setter: Setter = setattr,
    ) -> None:
        self.object_factory = object_factory
        self.setter = setter
        self.version = version
        self._min_producer = min_producer_version
        self._min_consumer = min_consumer_version
        self._bad_consumers = tuple(bad_consumers or ())

    def reads(self, version: Any) -> bool:
        """Whether it makes objects of a version, a `VersionDef`."""
        return (
            version.producer >= self._min_producer
            and self.version >= version.min_consumer
            and self.version not in version.bad_consumers
        )

    def write(self, version: Any) -> None:
        """Says the version."""
        version.producer, version.min_consumer = self.version, self._min_consumer
        version.bad_consumers.extend(self._bad_consumers)


@dataclass(frozen=True)
class _RevivedType:
    identifier: str
    predicate: Callable[[Any], bool]
    versions: tuple[VersionedTypeRegistration, ...]


_registered: dict[str, _RevivedType] = {}


@public("__internal__.saved_model.load.register_revived_type")
def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: Sequence[Any]
) -> None:
    """Says how objects of a class are saved, and made again.

    Args:
        identifier: what saved models call them.
        predicate: whether an object is one of them.
        versions: `VersionedTypeRegistration`s. The latest is written; the latest that can reads.

    Raises:
        ValueError: the identifier is taken.

    >>> load = tf.__internal__.saved_model.load
    >>> version = load.VersionedTypeRegistration(lambda proto: tf.Module(), 1, 1, 1)
    >>> load.register_revived_type("example", lambda value: False, [version])
    """
    if identifier in _registered:
        raise ValueError(f"Duplicate registrations for type '{identifier}'")
    latest_first = sorted(versions, key=lambda x: x.version, reverse=True)
    _registered[identifier] = _RevivedType(identifier, predicate, tuple(latest_first))


@public("__internal__.saved_model.load.registered_identifiers")
def registered_identifiers() -> list[str]:
    """The identifiers of all such classes.

    >>> "no_such_class" in tf.__internal__.saved_model.load.registered_identifiers()
    False
    """
    return list(_registered)


def type_of(value: Any) -> _RevivedType | None:
    """The kind of an object of a program, None if no library has said."""
    return next((x for x in _registered.values() if x.predicate(value)), None)


def registration_for(proto: Any) -> VersionedTypeRegistration | None:
    """What makes the object of a `SavedUserObject`, None if no library has said."""
    found = _registered.get(proto.identifier)
    versions = () if found is None else found.versions
    return next((x for x in versions if x.reads(proto.version)), None)


@public("__internal__.saved_model.load.get_setter")
def get_setter(proto: Any) -> Setter | None:
    """What gives the object of a `SavedUserObject` its children, None if no library has said.

    >>> from stagelight.formats import schema
    >>> proto = schema.SavedUserObject(identifier="no_such_class")
    >>> tf.__internal__.saved_model.load.get_setter(proto) is None
    True
    """
    found = registration_for(proto)
    return None if found is None else found.setter
