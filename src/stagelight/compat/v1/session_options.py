"""The options of sessions and runs: `ConfigProto` and its parts, which have no effect on results."""

from __future__ import annotations

from typing import Any

from stagelight.public import public


class _Options:
    """Named values with defaults, some of which are options themselves."""

    _fields: dict[str, Any] = {}

    def __init__(self, **options: Any) -> None:
        for name, default in self._fields.items():
            self.__dict__[name] = default() if callable(default) else default
        for name, value in options.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._fields:
            raise AttributeError(
                f"{type(self).__name__} has no option {name!r}. Required: one of "
                f"{', '.join(self._fields)}"
            )
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]


@public("compat.v1.GPUOptions")
class GPUOptions(_Options):
    """What a session takes of GPUs; there are none.

    >>> tf.compat.v1.GPUOptions(allow_growth=True).allow_growth
    True
    """

    _fields = {
        "allow_growth": False,
        "allocator_type": "",
        "deferred_deletion_bytes": 0,
        "experimental": dict,
        "force_gpu_compatible": False,
        "per_process_gpu_memory_fraction": 0.0,
        "polling_active_delay_usecs": 0,
        "polling_inactive_delay_msecs": 0,
        "visible_device_list": "",
    }


@public("compat.v1.OptimizerOptions")
class OptimizerOptions(_Options):
    """How graphs are optimized.

    >>> tf.compat.v1.OptimizerOptions().global_jit_level
    0
    """

    L0, L1 = -1, 0
    DEFAULT, OFF, ON_1, ON_2 = 0, -1, 1, 2
    _fields = {
        "cpu_global_jit": False,
        "do_common_subexpression_elimination": False,
        "do_constant_folding": False,
        "do_function_inlining": False,
        "global_jit_level": 0,
        "max_folded_constant_in_bytes": 0,
        "opt_level": 0,
    }


class RewriterConfig(_Options):
    """How graphs are rewritten; `tf_optimizer.OptimizeGraph` takes the names in `optimizers`."""

    DEFAULT, ON, OFF, AGGRESSIVE = 0, 1, 2, 3
    NO_MEM_OPT, DEFAULT_MEM_OPT, MANUAL = 1, 0, 4
    DEFAULT_NUM_ITERS, ONE, TWO = 0, 1, 2
    _fields = {
        "arithmetic_optimization": 0,
        "auto_mixed_precision": 0,
        "auto_parallel": lambda: None,
        "common_subgraph_elimination": 0,
        "constant_folding": 0,
        "custom_optimizers": list,
        "debug_stripper": 0,
        "dependency_optimization": 0,
        "disable_meta_optimizer": False,
        "disable_model_pruning": False,
        "experimental_disable_compressed_tensor_optimization": False,
        "experimental_disable_folding_quantization_emulation": False,
        "fail_on_optimizer_errors": False,
        "function_optimization": 0,
        "implementation_selector": 0,
        "inter_optimizer_verifier_config": lambda: None,
        "layout_optimizer": 0,
        "loop_optimization": 0,
        "memory_optimization": 0,
        "meta_optimizer_iterations": 0,
        "meta_optimizer_timeout_ms": 0,
        "min_graph_nodes": 0,
        "optimizers": list,
        "pin_to_host_optimization": 0,
        "post_optimization_verifier_config": lambda: None,
        "remapping": 0,
        "scoped_allocator_optimization": 0,
        "shape_optimization": 0,
        "use_plugin_optimizers": 0,
    }


@public("compat.v1.GraphOptions")
class GraphOptions(_Options):
    """What is made of the graph before it is run.

    >>> tf.compat.v1.GraphOptions().optimizer_options.opt_level
    0
    """

    _fields = {
        "build_cost_model": 0,
        "build_cost_model_after": 0,
        "enable_bfloat16_sendrecv": False,
        "enable_recv_scheduling": False,
        "infer_shapes": False,
        "optimizer_options": OptimizerOptions,
        "place_pruned_graph": False,
        "rewrite_options": RewriterConfig,
        "timeline_step": 0,
    }


@public("compat.v1.ConfigProto")
class ConfigProto(_Options):
    """Options of a session; kept, and without effect on results.

    Raises:
        AttributeError: there is no such option.

    >>> config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
    >>> config.gpu_options.allow_growth = True
    >>> config.allow_soft_placement, config.gpu_options.allow_growth
    (True, True)
    """

    _fields = {
        "allow_soft_placement": False,
        "cluster_def": lambda: None,
        "device_count": dict,
        "device_filters": list,
        "experimental": dict,
        "gpu_options": GPUOptions,
        "graph_options": GraphOptions,
        "inter_op_parallelism_threads": 0,
        "intra_op_parallelism_threads": 0,
        "isolate_session_state": False,
        "log_device_placement": False,
        "operation_timeout_in_ms": 0,
        "placement_period": 0,
        "rpc_options": lambda: None,
        "session_inter_op_thread_pool": list,
        "share_cluster_devices_in_session": False,
        "use_per_session_threads": False,
    }


@public("compat.v1.RunOptions")
class RunOptions(_Options):
    """Options of `Session.run`; kept, and without effect on results.

    >>> tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE).trace_level
    3
    """

    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = 0, 1, 2, 3
    _fields = {
        "debug_options": lambda: None,
        "experimental": dict,
        "inter_op_thread_pool": 0,
        "output_partition_graphs": False,
        "report_tensor_allocations_upon_oom": False,
        "timeout_in_ms": 0,
        "trace_level": 0,
    }
