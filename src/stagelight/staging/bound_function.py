"""Methods that are staged: a function together with the object whose method it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import guarded


@guarded
class BoundFunction:
    """A staged method of one object: the object's own `Function`, and the object kept alive."""

    _is_saved_with_objects = True

    def __init__(self, function: Any, instance: Any) -> None:
        self._function = function
        self.__self__ = instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs)

    @property
    def __func__(self) -> Callable[..., Any]:
        function: Callable[..., Any] = self._function.__wrapped__
        return function

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        return self.__func__.__get__(self.__self__)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoundFunction) and self._function is other._function

    def __hash__(self) -> int:
        return hash(id(self._function))

    def __repr__(self) -> str:
        return f"<bound staged method {self._function.__qualname__} of {self.__self__!r}>"
