"""Who says which machines make up a cluster: `tf.distribute.cluster_resolver`.

The machines are not asked anything: strategies run on this one.
"""

from __future__ import annotations

import abc
import json
import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from stagelight.distribute.cluster import ClusterSpec
from stagelight.public import public
from stagelight.types.physical_devices import list_logical_devices


def _with_layer(address: str, rpc_layer: str | None) -> str:
    return f"{rpc_layer}://{address}" if rpc_layer else address


@public("distribute.cluster_resolver.ClusterResolver")
class ClusterResolver(abc.ABC):
    """Says which machines make up a cluster, and which of them this one is.

    Attributes:
        task_type: the job that this machine has; None if not known.
        task_id: its number in the job; None if not known.
    """

    task_type: Any = None
    task_id: Any = None

    @abc.abstractmethod
    def cluster_spec(self) -> ClusterSpec:
        """The machines, a `tf.train.ClusterSpec`."""

    @abc.abstractmethod
    def master(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None
    ) -> str:
        """The address of a task, or of the one that sessions connect to."""

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Mapping[str, int]:
        """How many devices of each kind there are beside the processor."""
        return Counter(
            known.device_type for known in list_logical_devices() if known.device_type != "CPU"
        )

    @property
    def environment(self) -> str | None:
        """Where the cluster is: "" for no place of its own."""
        return ""


@public("distribute.cluster_resolver.SimpleClusterResolver")
class SimpleClusterResolver(ClusterResolver):
    """Says what it was told.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
    >>> resolver.master("worker", 1)
    'grpc://b:1'
    """

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Mapping[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        """Makes one.

        Raises:
            TypeError: `cluster_spec` is no `tf.train.ClusterSpec`, or `master` no string.
        """
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a `tf.train.ClusterSpec`.")
        if not isinstance(master, str):
            raise TypeError("master must be a string.")
        self._cluster_spec = cluster_spec
        self._master = master
        self.task_type = task_type
        self.task_id = task_id
        self._environment = environment
        self._num_accelerators = num_accelerators
        self.rpc_layer = rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """The machines."""
        return self._cluster_spec

    def master(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None
    ) -> str:
        """The address of a task, or the `master` that was given."""
        address = self._master
        if task_type is not None and task_id is not None:
            address = self._cluster_spec.task_address(task_type, task_id)
        return _with_layer(address, rpc_layer or self.rpc_layer)

    @property
    def environment(self) -> str:
        """What was given."""
        return self._environment

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Mapping[str, int]:
        """What was given."""
        return {} if self._num_accelerators is None else self._num_accelerators


def _in_configuration(key: str, default: Any = None) -> Any:
    """A part of what the environment variable TF_CONFIG says."""
    return json.loads(os.environ.get("TF_CONFIG", "{}")).get(key, default)


@public("distribute.cluster_resolver.TFConfigClusterResolver")
class TFConfigClusterResolver(ClusterResolver):
    """Says what the environment variable `TF_CONFIG` says, at each question anew.

    >>> tf.distribute.cluster_resolver.TFConfigClusterResolver().cluster_spec()
    ClusterSpec({})
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        """Makes one; what is given goes before what `TF_CONFIG` says."""
        self._task_type = task_type
        self._task_id = task_id
        self._rpc_layer = rpc_layer
        self._environment = environment

    @property
    def task_type(self) -> Any:
        """The job that this machine has."""
        known = _in_configuration("task", {}).get("type")
        known = known if self._task_type is None else self._task_type
        return None if known is None else str(known)

    @task_type.setter
    def task_type(self, task_type: Any) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> Any:
        """The number of this machine in its job."""
        known = _in_configuration("task", {}).get("index")
        known = known if self._task_id is None else self._task_id
        return None if known is None else int(known)

    @task_id.setter
    def task_id(self, task_id: Any) -> None:
        self._task_id = task_id

    @property
    def environment(self) -> str | None:
        """What was given."""
        return self._environment

    @property
    def rpc_layer(self) -> Any:
        """The protocol before addresses."""
        return _in_configuration("rpc_layer") if self._rpc_layer is None else self._rpc_layer

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: Any) -> None:
        self._rpc_layer = rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """The machines."""
        return ClusterSpec(_in_configuration("cluster", {}))

    def master(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None
    ) -> str:
        """The address of a task, "" where there is only one."""
        given = _in_configuration("session_master")
        if given is not None:
            return str(given)
        cluster = self.cluster_spec()
        if sum(map(len, cluster.as_dict().values())) <= 1 and len(cluster.jobs) <= 1:
            return ""
        address = cluster.task_address(
            self.task_type if task_type is None else task_type,
            self.task_id if task_id is None else task_id,
        )
        return _with_layer(address, self.rpc_layer if rpc_layer is None else rpc_layer)


@public("distribute.cluster_resolver.UnionResolver")
class UnionClusterResolver(ClusterResolver):
    """Says what several others say together; where they differ about this machine, what the first says."""

    def __init__(self, *args: ClusterResolver, **kwargs: Any) -> None:
        """Makes one of others.

        Args:
            *args: the others.
            **kwargs: `task_type`, `task_id` and `rpc_layer`, which go before what the first says.

        Raises:
            ValueError: no other, or an unknown keyword.
            TypeError: an argument is no `ClusterResolver`.
        """
        self._rpc_layer = kwargs.pop("rpc_layer", None)
        self._task_type = kwargs.pop("task_type", None)
        self._task_id = kwargs.pop("task_id", None)
        if kwargs:
            raise ValueError(f"Unexpected kwargs provided {kwargs!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(resolver, ClusterResolver) for resolver in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers: tuple[Any, ...] = args

    @property
    def task_type(self) -> Any:
        """The job that this machine has."""
        return self._task_type or self._resolvers[0].task_type

    @task_type.setter
    def task_type(self, task_type: Any) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> Any:
        """The number of this machine in its job."""
        return self._task_id or self._resolvers[0].task_id

    @task_id.setter
    def task_id(self, task_id: Any) -> None:
        self._task_id = task_id

    @property
    def environment(self) -> Any:
        """What the first says."""
        return self._resolvers[0].environment

    @property
    def rpc_layer(self) -> Any:
        """The protocol before addresses."""
        return self._rpc_layer or self._resolvers[0].rpc_layer

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: Any) -> None:
        self._rpc_layer = rpc_layer

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> Mapping[str, int]:
        """What the first says."""
        known: Mapping[str, int] = self._resolvers[0].num_accelerators(
            task_type, task_id, config_proto
        )
        return known

    def cluster_spec(self) -> ClusterSpec:
        """The machines of all: lists of one job one after the other, numbered tasks beside each other.

        Raises:
            KeyError: two have a task of one number.
        """
        parts = [resolver.cluster_spec().as_dict() for resolver in self._resolvers]
        merged: dict[str, Any] = {}
        for job in dict.fromkeys(job for part in parts for job in part):
            tasks = [part[job] for part in parts if job in part]
            if all(isinstance(known, list) for known in tasks):
                merged[job] = [address for known in tasks for address in known]
                continue
            merged[job] = {}
            for known in tasks:
                numbered = dict(enumerate(known)) if isinstance(known, list) else known
                twice = set(numbered) & set(merged[job])
                if twice:
                    raise KeyError(
                        f"Duplicate keys detected when merging two ClusterSpecs: {twice!r}"
                    )
                merged[job].update(numbered)
        return ClusterSpec(merged)

    def master(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None
    ) -> str:
        """The address of a task, or what the first says."""
        if task_type is None or task_id is None:
            return str(self._resolvers[0].master(rpc_layer=rpc_layer))
        address = self.cluster_spec().task_address(task_type, task_id)
        return _with_layer(address, rpc_layer or self._rpc_layer)
