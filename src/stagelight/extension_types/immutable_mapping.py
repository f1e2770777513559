"""Mappings that do not change, as the fields of extension types hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class ImmutableDict(Mapping[Any, Any]):
    """A dict that cannot be written to; `tf.nest` reads it as a mapping."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._dict = dict(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._dict[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._dict!r})"
