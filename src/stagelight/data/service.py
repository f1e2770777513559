"""`tf.data.experimental.service`, which is refused: pipelines run in the process that iterates over them."""

from __future__ import annotations

from typing import Any, NoReturn

from stagelight.public import public

_NAMES = (
    "service.CrossTrainerCache",
    "service.DispatchServer",
    "service.DispatcherConfig",
    "service.ShardingPolicy",
    "service.WorkerConfig",
    "service.WorkerServer",
    "service.distribute",
    "service.from_dataset_id",
    "service.register_dataset",
    "distributed_save",
    "get_model_proto",
)


def _refusing(name: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"tf.data.experimental.{name} is not supported: there is no service of pipelines in other "
            "processes. Use `Dataset.shard` to divide the elements among processes."
        )

    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    refuse.__doc__ = f"""Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.{name}()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.{name} is not supported: there is no service of pipelines in \
other processes. Use `Dataset.shard` to divide the elements among processes.
    """
    return refuse


for _name in _NAMES:
    public(f"data.experimental.{_name}")(_refusing(_name))
