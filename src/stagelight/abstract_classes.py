"""`NominalABCMeta`: the metaclass of public classes that TensorFlow makes with `abc.ABCMeta`.

Programs derive from such a class and an abstract class of their own at once (`class V(tf.Variable, Model)`);
with `type` as the metaclass that is a conflict of metaclasses.
"""

from __future__ import annotations

import abc
from typing import Any, NoReturn


class NominalABCMeta(abc.ABCMeta):
    """`abc.ABCMeta` whose `isinstance` and `issubclass` follow inheritance alone.

    They are asked in each call of an op: those of `ABCMeta` take three times as long, since they also look
    for virtual subclasses.
    """

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__

    def register(cls, subclass: Any) -> NoReturn:
        """Not available: there are no virtual subclasses.

        Raises:
            TypeError: always.
        """
        raise TypeError(
            f"{cls.__name__} has no virtual subclasses. Derive {subclass!r} from it instead."
        )
