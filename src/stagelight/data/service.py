"""`tf.data.experimental.service`, which is refused: pipelines run in the process that iterates over them."""

from __future__ import annotations

import inspect
from typing import Any, NoReturn

from stagelight.public import public

# The parameters of those that are functions.
_CLIENT = (
    "job_name consumer_index num_consumers max_outstanding_requests data_transfer_protocol {}"
    "cross_trainer_cache target_workers"
)
_NAMES = {
    "service.CrossTrainerCache": "",
    "service.DispatchServer": "",
    "service.DispatcherConfig": "",
    "service.ShardingPolicy": "",
    "service.WorkerConfig": "",
    "service.WorkerServer": "",
    "service.distribute": "processing_mode service " + _CLIENT.format("compression "),
    "service.from_dataset_id": "processing_mode service dataset_id element_spec "
    + _CLIENT.format(""),
    "service.register_dataset": "service dataset compression dataset_id",
    "distributed_save": "dataset path data_service_address compression",
    "get_model_proto": "iterator",
}


def _refusing(name: str, parameters: str) -> Any:
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
    if parameters:
        refuse.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                inspect.Parameter(parameter, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                for parameter in parameters.split()
            ]
        )
    return refuse


for _name, _parameters in _NAMES.items():
    public(f"data.experimental.{_name}")(_refusing(_name, _parameters))
