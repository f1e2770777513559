"""`tf.train.ClusterSpec`: which machines make up a cluster. Plain data: nothing is asked of the machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.formats import schema
from stagelight.public import public, publish


@public("train.ClusterSpec", "compat.v1.train.ClusterSpec")
class ClusterSpec:
    """The addresses of a cluster's machines, by what they do.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {3: "c:1"}})
    >>> cluster.num_tasks("worker"), cluster.task_address("ps", 3), cluster.task_indices("ps")
    (2, 'c:1', [3])
    """

    def __init__(self, cluster: Any) -> None:
        """Makes one.

        Args:
            cluster: for each job its addresses, a list, or a dict by the numbers of its tasks; or a
                `ClusterDef` message, or a `ClusterSpec`.

        Raises:
            TypeError: anything else.
        """
        if isinstance(cluster, ClusterSpec):
            cluster = cluster._tasks
        if isinstance(cluster, schema.ClusterDef):
            cluster = {job.name: dict(job.tasks) for job in cluster.job}
        if not isinstance(cluster, Mapping):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network "
                "addresses, or a `ClusterDef` protocol buffer"
            )
        self._tasks: dict[str, dict[int, str]] = {}
        for job, tasks in cluster.items():
            if isinstance(tasks, (list, tuple)):
                self._tasks[job] = dict(enumerate(tasks))
            elif isinstance(tasks, Mapping):
                self._tasks[job] = {int(i): task for i, task in tasks.items()}
            else:
                raise TypeError(
                    f"The tasks for job {job!r} must be a list or a dictionary from integers to strings."
                )
            if not all(isinstance(task, (str, bytes)) for task in self._tasks[job].values()):
                raise TypeError(f"The addresses of job {job!r} must be text. Received: {tasks}")

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._tasks)

    def _of(self, job_name: str) -> dict[int, str]:
        found = self._tasks.get(job_name)
        if found is None:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return found

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has.

        Raises:
            ValueError: there is no such job.
        """
        return len(self._of(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of a job's tasks, in order.

        Raises:
            ValueError: there is no such job.
        """
        return sorted(self._of(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task.

        Raises:
            ValueError: there is no such job or task.
        """
        found = self._of(job_name).get(task_index)
        if found is None:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return found

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by number, None where a number has none.

        Raises:
            ValueError: there is no such job, or it has no tasks.
        """
        tasks = self._of(job_name)
        return [tasks.get(i) for i in range(max(tasks) + 1)]

    def as_dict(self) -> dict[str, Any]:
        """For each job its addresses: a list, or a dict by number where numbers are left out."""
        return {
            job: [tasks[i] for i in range(len(tasks))]
            if tasks and max(tasks) + 1 == len(tasks)
            else {i: tasks[i] for i in sorted(tasks)}
            for job, tasks in self._tasks.items()
        }

    def as_cluster_def(self) -> Any:
        """The cluster as a `ClusterDef` message."""
        message = schema.ClusterDef()
        for job, tasks in sorted(self._tasks.items()):
            added = message.job.add(name=job)
            for i in sorted(tasks):
                added.tasks[i] = tasks[i]
        return message

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def __eq__(self, other: object) -> bool:
        return self._tasks == (other._tasks if isinstance(other, ClusterSpec) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        jobs = self.as_dict()
        return f"ClusterSpec({{{', '.join(f'{job!r}: {jobs[job]!r}' for job in sorted(jobs))}}})"


for _name in ("ClusterDef", "JobDef"):
    publish(f"train.{_name}", getattr(schema, _name))
    publish(f"compat.v1.train.{_name}", getattr(schema, _name))
