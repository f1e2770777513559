"""Public names of `tf.data.experimental.service`. Written by `scripts/public_stubs.py`."""

from typing import Any

def CrossTrainerCache(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.CrossTrainerCache()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.CrossTrainerCache is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def DispatchServer(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.DispatchServer()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.DispatchServer is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def DispatcherConfig(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.DispatcherConfig()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.DispatcherConfig is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def ShardingPolicy(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.ShardingPolicy()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.ShardingPolicy is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def WorkerConfig(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.WorkerConfig()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.WorkerConfig is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def WorkerServer(*args: Any, **kwargs: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.WorkerServer()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.WorkerServer is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def distribute(
    processing_mode: Any,
    service: Any,
    job_name: Any,
    consumer_index: Any,
    num_consumers: Any,
    max_outstanding_requests: Any,
    data_transfer_protocol: Any,
    compression: Any,
    cross_trainer_cache: Any,
    target_workers: Any,
) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.distribute()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.distribute is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def from_dataset_id(
    processing_mode: Any,
    service: Any,
    dataset_id: Any,
    element_spec: Any,
    job_name: Any,
    consumer_index: Any,
    num_consumers: Any,
    max_outstanding_requests: Any,
    data_transfer_protocol: Any,
    cross_trainer_cache: Any,
    target_workers: Any,
) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.from_dataset_id()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.from_dataset_id is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
def register_dataset(service: Any, dataset: Any, compression: Any, dataset_id: Any) -> Any:
    """Refused: pipelines run in the process that asks for their elements.

    Raises:
        NotImplementedError: always.

    >>> tf.data.experimental.service.register_dataset()
    Traceback (most recent call last):
    NotImplementedError: tf.data.experimental.service.register_dataset is not supported: there is no service of pipelines in other processes. Use `Dataset.shard` to divide the elements among processes.
    """
