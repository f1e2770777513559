"""Programs about clusters and options of strategies, which are plain data."""

import json
import os


def _tried(function):
    try:
        return str(function())
    except (TypeError, ValueError, KeyError, NotImplementedError) as error:
        return type(error).__name__


def cluster_specs(tf):
    """Jobs, tasks and addresses, dense and sparse."""
    spec = tf.train.ClusterSpec(
        {"worker": ["a:1", "b:1"], "ps": {3: "c:1", "1": "d:1"}, "one": {0: "e:1"}}
    )
    again = tf.train.ClusterSpec(spec.as_cluster_def())
    empty = tf.train.ClusterSpec({})
    told = [
        _tried(make)
        for make in (
            lambda: tf.train.ClusterSpec(["a"]),
            lambda: tf.train.ClusterSpec({"worker": "a"}),
            lambda: tf.train.ClusterSpec({"worker": [3]}),
            lambda: spec.num_tasks("no"),
            lambda: spec.task_address("worker", 9),
            lambda: spec.job_tasks("no"),
            lambda: spec.task_indices("no"),
        )
    ]
    return [
        repr(spec),
        spec.as_dict(),
        spec.jobs,
        [
            (job, spec.num_tasks(job), spec.task_indices(job), spec.job_tasks(job))
            for job in spec.jobs
        ],
        spec.task_address("ps", 1),
        str(spec.as_cluster_def()),
        spec == again,
        tf.train.ClusterSpec(spec) == spec,
        bool(spec),
        bool(empty),
        repr(empty),
        told,
        str(tf.train.ClusterDef(job=[tf.train.JobDef(name="j", tasks={1: "x"})])),
    ]


def simple_resolvers(tf):
    """What was given is said."""
    resolvers = tf.distribute.cluster_resolver
    spec = tf.train.ClusterSpec({"worker": ["a:1", "b:1"]})
    plain = resolvers.SimpleClusterResolver(spec)
    named = resolvers.SimpleClusterResolver(
        spec, "m", "worker", 1, "here", {"GPU": 2}, rpc_layer="grpc"
    )
    rows = []
    for resolver in (plain, named):
        rows.append(
            [
                resolver.master(),
                resolver.master("worker", 0),
                resolver.master("worker", 1, rpc_layer="x"),
                resolver.task_type,
                resolver.task_id,
                resolver.environment,
                resolver.rpc_layer,
                dict(resolver.num_accelerators()),
                repr(resolver.cluster_spec()),
            ]
        )
    named.task_type, named.task_id, named.rpc_layer = "ps", 4, None
    return (
        rows,
        [named.task_type, named.task_id, named.master()],
        [
            _tried(lambda: resolvers.SimpleClusterResolver({"worker": ["a"]})),
            _tried(lambda: resolvers.SimpleClusterResolver(spec, master=3)),
            _tried(lambda: resolvers.ClusterResolver()),
        ],
    )


def resolvers_of_the_environment(tf):
    """What TF_CONFIG says."""
    kind = tf.distribute.cluster_resolver.TFConfigClusterResolver
    before = os.environ.pop("TF_CONFIG", None)
    configurations = [
        None,
        {"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}},
        {"cluster": {"worker": ["a:1", "b:1"]}, "task": {"type": "worker", "index": "1"}},
        {
            "cluster": {"worker": ["a:1", "b:1"]},
            "task": {"type": "worker", "index": 0},
            "rpc_layer": "g",
        },
        {"cluster": {"chief": ["a:1"], "ps": ["c"]}, "session_master": "s"},
    ]
    rows = []
    try:
        for configuration in configurations:
            if configuration is not None:
                os.environ["TF_CONFIG"] = json.dumps(configuration)
            for resolver in (kind(), kind("worker", 0, "grpc", "there")):
                rows.append(
                    [
                        repr(resolver.cluster_spec()),
                        resolver.task_type,
                        resolver.task_id,
                        resolver.rpc_layer,
                        resolver.environment,
                        _tried(resolver.master),
                        _tried(lambda r=resolver: r.master("worker", 1, "x")),
                    ]
                )
    finally:
        os.environ.pop("TF_CONFIG", None)
        if before is not None:
            os.environ["TF_CONFIG"] = before
    return rows


def unions_of_resolvers(tf):
    """Lists follow each other, numbered tasks stand beside each other."""
    resolvers = tf.distribute.cluster_resolver

    def of(jobs, **kwargs):
        return resolvers.SimpleClusterResolver(tf.train.ClusterSpec(jobs), **kwargs)

    lists = resolvers.UnionResolver(
        of(
            {"worker": ["a"], "ps": ["p"]}, master="m", task_type="worker", task_id=0, rpc_layer="g"
        ),
        of({"worker": ["b", "c"]}),
    )
    mixed = resolvers.UnionResolver(
        of({"worker": ["a"]}), of({"worker": {3: "b"}}), task_type="ps", task_id=2, rpc_layer="r"
    )
    rows = [
        [
            repr(x.cluster_spec()),
            x.master(),
            x.master("worker", 0),
            x.task_type,
            x.task_id,
            x.rpc_layer,
            x.environment,
            dict(x.num_accelerators()),
        ]
        for x in (lists, mixed)
    ]
    return rows, [
        _tried(lambda: resolvers.UnionResolver()),
        _tried(lambda: resolvers.UnionResolver(3)),
        _tried(lambda: resolvers.UnionResolver(lists, other=1)),
        _tried(
            lambda: resolvers.UnionResolver(of({"w": {1: "a"}}), of({"w": {1: "b"}})).cluster_spec()
        ),
    ]


def options_of_strategies(tf):
    """Options have defaults, print, and are merged."""
    kinds = tf.distribute
    few = kinds.experimental.CommunicationOptions(bytes_per_pack=5, timeout_seconds=2.0)
    more = kinds.experimental.CommunicationOptions(
        implementation=kinds.experimental.CommunicationImplementation.RING
    )
    return [
        repr(kinds.InputOptions()),
        repr(kinds.InputOptions(False, kinds.InputReplicationMode.PER_REPLICA, True, 3)),
        repr(kinds.RunOptions()),
        repr(kinds.RunOptions(False)),
        kinds.InputOptions() == kinds.InputOptions(),
        str(few),
        str(few.merge(more)),
        str(few.merge(None)),
        str(kinds.experimental.CollectiveHints(7, 1.5)),
        str(kinds.experimental.CommunicationOptions(implementation="nccl").implementation),
        kinds.experimental.CollectiveCommunication
        is kinds.experimental.CommunicationImplementation,
        _tried(lambda: kinds.experimental.CommunicationOptions(-1)),
        _tried(lambda: kinds.experimental.CommunicationOptions(implementation=3)),
        _tried(lambda: kinds.experimental.CommunicationOptions(implementation="no")),
    ]


def partitioners(tf):
    """Numbers of parts by count, least and largest size."""
    kinds = tf.distribute.experimental.partitioners
    made = [
        kinds.FixedShardsPartitioner(3),
        kinds.MinSizePartitioner(),
        kinds.MinSizePartitioner(4, max_shards=2),
        kinds.MinSizePartitioner(16, max_shards=100, bytes_per_string=3),
        kinds.MaxSizePartitioner(4),
        kinds.MaxSizePartitioner(20, max_shards=2),
        kinds.MaxSizePartitioner(40, bytes_per_string=7),
    ]
    rows = [
        [partitioner(tf.TensorShape(shape), dtype) for partitioner in made]
        for shape in ([6, 1], [10, 3], [1, 5], [1000, 1000], [7])
        for dtype in (tf.float32, tf.string, tf.int8)
    ]
    other_axis = [partitioner(tf.TensorShape([2, 9]), tf.float32, axis=1) for partitioner in made]
    return (
        rows,
        other_axis,
        [
            _tried(lambda: kinds.MinSizePartitioner(0)),
            _tried(lambda: kinds.MinSizePartitioner(1, 0)),
            _tried(lambda: kinds.MaxSizePartitioner(0)),
            _tried(lambda: kinds.MaxSizePartitioner(1, bytes_per_string=0)),
            _tried(lambda: kinds.MaxSizePartitioner(1)(tf.TensorShape([None]), tf.int8)),
            _tried(lambda: kinds.MinSizePartitioner(1)(tf.TensorShape([2]), tf.int8, axis=1)),
            _tried(lambda: kinds.Partitioner()(tf.TensorShape([2]), tf.int8)),
        ],
    )
