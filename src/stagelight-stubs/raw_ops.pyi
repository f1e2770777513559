"""The ops of `tf.raw_ops`. Written by `scripts/public_stubs.py`."""

from typing import Any

def Abs(x: Any, *, name: str | None = None) -> Any:
    """The op Abs: (x) -> (y). Attrs: none."""
def AccumulateNV2(inputs: Any, *, shape: Any, name: str | None = None) -> Any:
    """The op AccumulateNV2: (inputs) -> (sum). Attrs: shape."""
def Acos(x: Any, *, name: str | None = None) -> Any:
    """The op Acos: (x) -> (y). Attrs: none."""
def Acosh(x: Any, *, name: str | None = None) -> Any:
    """The op Acosh: (x) -> (y). Attrs: none."""
def Add(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Add: (x, y) -> (z). Attrs: none."""
def AddN(inputs: Any, *, name: str | None = None) -> Any:
    """The op AddN: (inputs) -> (sum). Attrs: none."""
def AddV2(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op AddV2: (x, y) -> (z). Attrs: none."""
def AdjustContrastv2(images: Any, contrast_factor: Any, *, name: str | None = None) -> Any:
    """The op AdjustContrastv2: (images, contrast_factor) -> (output). Attrs: none."""
def AdjustHue(images: Any, delta: Any, *, name: str | None = None) -> Any:
    """The op AdjustHue: (images, delta) -> (output). Attrs: none."""
def AdjustSaturation(images: Any, scale: Any, *, name: str | None = None) -> Any:
    """The op AdjustSaturation: (images, scale) -> (output). Attrs: none."""
def All(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op All: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def AllCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op AllCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, seed, seed2, unique."""
def Angle(input: Any, *, Tout: Any = ..., name: str | None = None) -> Any:
    """The op Angle: (input) -> (output). Attrs: Tout."""
def AnonymousIterator(*, output_types: Any, output_shapes: Any, name: str | None = None) -> Any:
    """The op AnonymousIterator: () -> (handle). Attrs: output_shapes, output_types."""
def AnonymousIteratorV3(*, output_types: Any, output_shapes: Any, name: str | None = None) -> Any:
    """The op AnonymousIteratorV3: () -> (handle). Attrs: output_shapes, output_types."""
def Any(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Any: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def ApproxTopK(
    input: Any,
    *,
    k: Any,
    reduction_dimension: Any = -1,
    recall_target: Any = 0.95,
    is_max_k: Any = True,
    reduction_input_size_override: Any = -1,
    aggregate_to_topk: Any = True,
    name: str | None = None,
) -> Any:
    """The op ApproxTopK: (input) -> (values, indices). Attrs: aggregate_to_topk, is_max_k, k, recall_target, reduction_dimension, reduction_input_size_override."""
def ApproximateEqual(
    x: Any,
    y: Any,
    *,
    tolerance: Any = 9.999999747378752e-06,
    name: str | None = None,
) -> Any:
    """The op ApproximateEqual: (x, y) -> (z). Attrs: tolerance."""
def ArgMax(input: Any, dimension: Any, *, output_type: Any = ..., name: str | None = None) -> Any:
    """The op ArgMax: (input, dimension) -> (output). Attrs: output_type."""
def ArgMin(input: Any, dimension: Any, *, output_type: Any = ..., name: str | None = None) -> Any:
    """The op ArgMin: (input, dimension) -> (output). Attrs: output_type."""
def AsString(
    input: Any,
    *,
    precision: Any = -1,
    scientific: Any = False,
    shortest: Any = False,
    width: Any = -1,
    fill: Any = '',
    name: str | None = None,
) -> Any:
    """The op AsString: (input) -> (output). Attrs: fill, precision, scientific, shortest, width."""
def Asin(x: Any, *, name: str | None = None) -> Any:
    """The op Asin: (x) -> (y). Attrs: none."""
def Asinh(x: Any, *, name: str | None = None) -> Any:
    """The op Asinh: (x) -> (y). Attrs: none."""
def Assert(condition: Any, data: Any, *, summarize: Any = 3, name: str | None = None) -> Any:
    """The op Assert: (condition, data) -> (). Attrs: summarize."""
def AssertCardinalityDataset(
    input_dataset: Any,
    cardinality: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op AssertCardinalityDataset: (input_dataset, cardinality) -> (handle). Attrs: output_shapes, output_types."""
def AssignAddVariableOp(resource: Any, value: Any, *, name: str | None = None) -> Any:
    """The op AssignAddVariableOp: (resource, value) -> (). Attrs: none."""
def AssignSubVariableOp(resource: Any, value: Any, *, name: str | None = None) -> Any:
    """The op AssignSubVariableOp: (resource, value) -> (). Attrs: none."""
def AssignVariableOp(
    resource: Any,
    value: Any,
    *,
    validate_shape: Any = False,
    name: str | None = None,
) -> Any:
    """The op AssignVariableOp: (resource, value) -> (). Attrs: validate_shape."""
def Atan(x: Any, *, name: str | None = None) -> Any:
    """The op Atan: (x) -> (y). Attrs: none."""
def Atan2(y: Any, x: Any, *, name: str | None = None) -> Any:
    """The op Atan2: (y, x) -> (z). Attrs: none."""
def Atanh(x: Any, *, name: str | None = None) -> Any:
    """The op Atanh: (x) -> (y). Attrs: none."""
def AudioSpectrogram(
    input: Any,
    *,
    window_size: Any,
    stride: Any,
    magnitude_squared: Any = False,
    name: str | None = None,
) -> Any:
    """The op AudioSpectrogram: (input) -> (spectrogram). Attrs: magnitude_squared, stride, window_size."""
def AudioSummaryV2(
    tag: Any,
    tensor: Any,
    sample_rate: Any,
    *,
    max_outputs: Any = 3,
    name: str | None = None,
) -> Any:
    """The op AudioSummaryV2: (tag, tensor, sample_rate) -> (summary). Attrs: max_outputs."""
def AvgPool(
    value: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op AvgPool: (value) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPool3D(
    input: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    name: str | None = None,
) -> Any:
    """The op AvgPool3D: (input) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPool3DGrad(
    orig_input_shape: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    name: str | None = None,
) -> Any:
    """The op AvgPool3DGrad: (orig_input_shape, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPoolGrad(
    orig_input_shape: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op AvgPoolGrad: (orig_input_shape, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def BandedTriangularSolve(
    matrix: Any,
    rhs: Any,
    *,
    lower: Any = True,
    adjoint: Any = False,
    name: str | None = None,
) -> Any:
    """The op BandedTriangularSolve: (matrix, rhs) -> (output). Attrs: adjoint, lower."""
def BatchDatasetV2(
    input_dataset: Any,
    batch_size: Any,
    drop_remainder: Any,
    *,
    parallel_copy: Any = False,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op BatchDatasetV2: (input_dataset, batch_size, drop_remainder) -> (handle). Attrs: metadata, output_shapes, output_types, parallel_copy."""
def BatchMatMul(
    x: Any,
    y: Any,
    *,
    adj_x: Any = False,
    adj_y: Any = False,
    grad_x: Any = False,
    grad_y: Any = False,
    name: str | None = None,
) -> Any:
    """The op BatchMatMul: (x, y) -> (output). Attrs: adj_x, adj_y, grad_x, grad_y."""
def BatchMatMulV2(
    x: Any,
    y: Any,
    *,
    adj_x: Any = False,
    adj_y: Any = False,
    grad_x: Any = False,
    grad_y: Any = False,
    name: str | None = None,
) -> Any:
    """The op BatchMatMulV2: (x, y) -> (output). Attrs: adj_x, adj_y, grad_x, grad_y."""
def BatchMatMulV3(
    x: Any,
    y: Any,
    *,
    Tout: Any,
    adj_x: Any = False,
    adj_y: Any = False,
    grad_x: Any = False,
    grad_y: Any = False,
    name: str | None = None,
) -> Any:
    """The op BatchMatMulV3: (x, y) -> (output). Attrs: Tout, adj_x, adj_y, grad_x, grad_y."""
def BatchToSpace(input: Any, crops: Any, *, block_size: Any, name: str | None = None) -> Any:
    """The op BatchToSpace: (input, crops) -> (output). Attrs: block_size."""
def BatchToSpaceND(input: Any, block_shape: Any, crops: Any, *, name: str | None = None) -> Any:
    """The op BatchToSpaceND: (input, block_shape, crops) -> (output). Attrs: none."""
def BesselI0(x: Any, *, name: str | None = None) -> Any:
    """The op BesselI0: (x) -> (y). Attrs: none."""
def BesselI0e(x: Any, *, name: str | None = None) -> Any:
    """The op BesselI0e: (x) -> (y). Attrs: none."""
def BesselI1(x: Any, *, name: str | None = None) -> Any:
    """The op BesselI1: (x) -> (y). Attrs: none."""
def BesselI1e(x: Any, *, name: str | None = None) -> Any:
    """The op BesselI1e: (x) -> (y). Attrs: none."""
def BesselJ0(x: Any, *, name: str | None = None) -> Any:
    """The op BesselJ0: (x) -> (y). Attrs: none."""
def BesselJ1(x: Any, *, name: str | None = None) -> Any:
    """The op BesselJ1: (x) -> (y). Attrs: none."""
def BesselK0(x: Any, *, name: str | None = None) -> Any:
    """The op BesselK0: (x) -> (y). Attrs: none."""
def BesselK0e(x: Any, *, name: str | None = None) -> Any:
    """The op BesselK0e: (x) -> (y). Attrs: none."""
def BesselK1(x: Any, *, name: str | None = None) -> Any:
    """The op BesselK1: (x) -> (y). Attrs: none."""
def BesselK1e(x: Any, *, name: str | None = None) -> Any:
    """The op BesselK1e: (x) -> (y). Attrs: none."""
def BesselY0(x: Any, *, name: str | None = None) -> Any:
    """The op BesselY0: (x) -> (y). Attrs: none."""
def BesselY1(x: Any, *, name: str | None = None) -> Any:
    """The op BesselY1: (x) -> (y). Attrs: none."""
def Betainc(a: Any, b: Any, x: Any, *, name: str | None = None) -> Any:
    """The op Betainc: (a, b, x) -> (z). Attrs: none."""
def BiasAdd(value: Any, bias: Any, *, data_format: Any = 'NHWC', name: str | None = None) -> Any:
    """The op BiasAdd: (value, bias) -> (output). Attrs: data_format."""
def BiasAddGrad(out_backprop: Any, *, data_format: Any = 'NHWC', name: str | None = None) -> Any:
    """The op BiasAddGrad: (out_backprop) -> (output). Attrs: data_format."""
def BiasAddV1(value: Any, bias: Any, *, name: str | None = None) -> Any:
    """The op BiasAddV1: (value, bias) -> (output). Attrs: none."""
def Bincount(arr: Any, size: Any, weights: Any, *, name: str | None = None) -> Any:
    """The op Bincount: (arr, size, weights) -> (bins). Attrs: none."""
def Bitcast(input: Any, *, type: Any, name: str | None = None) -> Any:
    """The op Bitcast: (input) -> (output). Attrs: type."""
def BitwiseAnd(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op BitwiseAnd: (x, y) -> (z). Attrs: none."""
def BitwiseOr(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op BitwiseOr: (x, y) -> (z). Attrs: none."""
def BitwiseXor(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op BitwiseXor: (x, y) -> (z). Attrs: none."""
def BroadcastArgs(s0: Any, s1: Any, *, name: str | None = None) -> Any:
    """The op BroadcastArgs: (s0, s1) -> (r0). Attrs: none."""
def BroadcastGradientArgs(s0: Any, s1: Any, *, name: str | None = None) -> Any:
    """The op BroadcastGradientArgs: (s0, s1) -> (r0, r1). Attrs: none."""
def BroadcastTo(input: Any, shape: Any, *, name: str | None = None) -> Any:
    """The op BroadcastTo: (input, shape) -> (output). Attrs: none."""
def Bucketize(input: Any, *, boundaries: Any, name: str | None = None) -> Any:
    """The op Bucketize: (input) -> (output). Attrs: boundaries."""
def CSRSparseMatrixComponents(
    csr_sparse_matrix: Any,
    index: Any,
    *,
    type: Any,
    name: str | None = None,
) -> Any:
    """The op CSRSparseMatrixComponents: (csr_sparse_matrix, index) -> (row_ptrs, col_inds, values). Attrs: type."""
def CSRSparseMatrixToDense(sparse_input: Any, *, type: Any, name: str | None = None) -> Any:
    """The op CSRSparseMatrixToDense: (sparse_input) -> (dense_output). Attrs: type."""
def CSRSparseMatrixToSparseTensor(sparse_matrix: Any, *, type: Any, name: str | None = None) -> Any:
    """The op CSRSparseMatrixToSparseTensor: (sparse_matrix) -> (indices, values, dense_shape). Attrs: type."""
def CSVDatasetV2(
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    header: Any,
    field_delim: Any,
    use_quote_delim: Any,
    na_value: Any,
    select_cols: Any,
    record_defaults: Any,
    exclude_cols: Any,
    *,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op CSVDatasetV2: (filenames, compression_type, buffer_size, header, field_delim, use_quote_delim, na_value, select_cols, record_defaults, exclude_cols) -> (handle). Attrs: output_shapes."""
def CTCBeamSearchDecoder(
    inputs: Any,
    sequence_length: Any,
    *,
    beam_width: Any,
    top_paths: Any,
    merge_repeated: Any = True,
    name: str | None = None,
) -> Any:
    """The op CTCBeamSearchDecoder: (inputs, sequence_length) -> (decoded_indices, decoded_values, decoded_shape, log_probability). Attrs: beam_width, merge_repeated, top_paths."""
def CTCGreedyDecoder(
    inputs: Any,
    sequence_length: Any,
    *,
    merge_repeated: Any = False,
    blank_index: Any = -1,
    name: str | None = None,
) -> Any:
    """The op CTCGreedyDecoder: (inputs, sequence_length) -> (decoded_indices, decoded_values, decoded_shape, log_probability). Attrs: blank_index, merge_repeated."""
def CTCLoss(
    inputs: Any,
    labels_indices: Any,
    labels_values: Any,
    sequence_length: Any,
    *,
    preprocess_collapse_repeated: Any = False,
    ctc_merge_repeated: Any = True,
    ignore_longer_outputs_than_inputs: Any = False,
    name: str | None = None,
) -> Any:
    """The op CTCLoss: (inputs, labels_indices, labels_values, sequence_length) -> (loss, gradient). Attrs: ctc_merge_repeated, ignore_longer_outputs_than_inputs, preprocess_collapse_repeated."""
def CTCLossV2(
    inputs: Any,
    labels_indices: Any,
    labels_values: Any,
    sequence_length: Any,
    *,
    preprocess_collapse_repeated: Any = False,
    ctc_merge_repeated: Any = True,
    ignore_longer_outputs_than_inputs: Any = False,
    name: str | None = None,
) -> Any:
    """The op CTCLossV2: (inputs, labels_indices, labels_values, sequence_length) -> (loss, gradient). Attrs: ctc_merge_repeated, ignore_longer_outputs_than_inputs, preprocess_collapse_repeated."""
def CacheDataset(
    input_dataset: Any,
    filename: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op CacheDataset: (input_dataset, filename) -> (handle). Attrs: metadata, output_shapes, output_types."""
def CacheDatasetV2(
    input_dataset: Any,
    filename: Any,
    cache: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op CacheDatasetV2: (input_dataset, filename, cache) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Case(
    branch_index: Any,
    input: Any,
    *,
    Tout: Any,
    branches: Any,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Case: (branch_index, input) -> (output). Attrs: Tout, branches, output_shapes."""
def Cast(x: Any, *, DstT: Any, Truncate: Any = False, name: str | None = None) -> Any:
    """The op Cast: (x) -> (y). Attrs: DstT, Truncate."""
def Ceil(x: Any, *, name: str | None = None) -> Any:
    """The op Ceil: (x) -> (y). Attrs: none."""
def CheckNumerics(tensor: Any, *, message: Any, name: str | None = None) -> Any:
    """The op CheckNumerics: (tensor) -> (output). Attrs: message."""
def CheckNumericsV2(tensor: Any, *, message: Any, name: str | None = None) -> Any:
    """The op CheckNumericsV2: (tensor) -> (output). Attrs: message."""
def Cholesky(input: Any, *, name: str | None = None) -> Any:
    """The op Cholesky: (input) -> (output). Attrs: none."""
def ClipByValue(
    t: Any,
    clip_value_min: Any,
    clip_value_max: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ClipByValue: (t, clip_value_min, clip_value_max) -> (output). Attrs: none."""
def CloseSummaryWriter(writer: Any, *, name: str | None = None) -> Any:
    """The op CloseSummaryWriter: (writer) -> (). Attrs: none."""
def CombinedNonMaxSuppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    *,
    pad_per_class: Any = False,
    clip_boxes: Any = True,
    name: str | None = None,
) -> Any:
    """The op CombinedNonMaxSuppression: (boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold) -> (nmsed_boxes, nmsed_scores, nmsed_classes, valid_detections). Attrs: clip_boxes, pad_per_class."""
def Complex(real: Any, imag: Any, *, Tout: Any = ..., name: str | None = None) -> Any:
    """The op Complex: (real, imag) -> (out). Attrs: Tout."""
def ComplexAbs(x: Any, *, Tout: Any = ..., name: str | None = None) -> Any:
    """The op ComplexAbs: (x) -> (y). Attrs: Tout."""
def ComputeAccidentalHits(
    true_classes: Any,
    sampled_candidates: Any,
    *,
    num_true: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op ComputeAccidentalHits: (true_classes, sampled_candidates) -> (indices, ids, weights). Attrs: num_true, seed, seed2."""
def Concat(concat_dim: Any, values: Any, *, name: str | None = None) -> Any:
    """The op Concat: (concat_dim, values) -> (output). Attrs: none."""
def ConcatOffset(concat_dim: Any, shape: Any, *, name: str | None = None) -> Any:
    """The op ConcatOffset: (concat_dim, shape) -> (offset). Attrs: none."""
def ConcatV2(values: Any, axis: Any, *, name: str | None = None) -> Any:
    """The op ConcatV2: (values, axis) -> (output). Attrs: none."""
def ConcatenateDataset(
    input_dataset: Any,
    another_dataset: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ConcatenateDataset: (input_dataset, another_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Conj(input: Any, *, name: str | None = None) -> Any:
    """The op Conj: (input) -> (output). Attrs: none."""
def ConjugateTranspose(x: Any, perm: Any, *, name: str | None = None) -> Any:
    """The op ConjugateTranspose: (x, perm) -> (y). Attrs: none."""
def Const(*, value: Any, dtype: Any, name: str | None = None) -> Any:
    """The op Const: () -> (output). Attrs: dtype, value."""
def ConsumeMutexLock(mutex_lock: Any, *, name: str | None = None) -> Any:
    """The op ConsumeMutexLock: (mutex_lock) -> (). Attrs: none."""
def Conv2D(
    input: Any,
    filter: Any,
    *,
    strides: Any,
    use_cudnn_on_gpu: Any = True,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv2D: (input, filter) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv2DBackpropFilter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    *,
    strides: Any,
    use_cudnn_on_gpu: Any = True,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv2DBackpropFilter: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv2DBackpropInput(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any,
    use_cudnn_on_gpu: Any = True,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv2DBackpropInput: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv3D(
    input: Any,
    filter: Any,
    *,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv3D: (input, filter) -> (output). Attrs: data_format, dilations, padding, strides."""
def Conv3DBackpropFilterV2(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    *,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv3DBackpropFilterV2: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, padding, strides."""
def Conv3DBackpropInputV2(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Conv3DBackpropInputV2: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, padding, strides."""
def Cos(x: Any, *, name: str | None = None) -> Any:
    """The op Cos: (x) -> (y). Attrs: none."""
def Cosh(x: Any, *, name: str | None = None) -> Any:
    """The op Cosh: (x) -> (y). Attrs: none."""
def CreateSummaryFileWriter(
    writer: Any,
    logdir: Any,
    max_queue: Any,
    flush_millis: Any,
    filename_suffix: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op CreateSummaryFileWriter: (writer, logdir, max_queue, flush_millis, filename_suffix) -> (). Attrs: none."""
def CropAndResize(
    image: Any,
    boxes: Any,
    box_ind: Any,
    crop_size: Any,
    *,
    method: Any = 'bilinear',
    extrapolation_value: Any = 0.0,
    name: str | None = None,
) -> Any:
    """The op CropAndResize: (image, boxes, box_ind, crop_size) -> (crops). Attrs: extrapolation_value, method."""
def CropAndResizeGradBoxes(
    grads: Any,
    image: Any,
    boxes: Any,
    box_ind: Any,
    *,
    method: Any = 'bilinear',
    name: str | None = None,
) -> Any:
    """The op CropAndResizeGradBoxes: (grads, image, boxes, box_ind) -> (output). Attrs: method."""
def CropAndResizeGradImage(
    grads: Any,
    boxes: Any,
    box_ind: Any,
    image_size: Any,
    *,
    T: Any,
    method: Any = 'bilinear',
    name: str | None = None,
) -> Any:
    """The op CropAndResizeGradImage: (grads, boxes, box_ind, image_size) -> (output). Attrs: T, method."""
def Cross(a: Any, b: Any, *, name: str | None = None) -> Any:
    """The op Cross: (a, b) -> (product). Attrs: none."""
def CudnnRNNV3(
    input: Any,
    input_h: Any,
    input_c: Any,
    params: Any,
    sequence_lengths: Any,
    *,
    rnn_mode: Any = 'lstm',
    input_mode: Any = 'linear_input',
    direction: Any = 'unidirectional',
    dropout: Any = 0.0,
    seed: Any = 0,
    seed2: Any = 0,
    num_proj: Any = 0,
    is_training: Any = True,
    time_major: Any = True,
    name: str | None = None,
) -> Any:
    """The op CudnnRNNV3: (input, input_h, input_c, params, sequence_lengths) -> (output, output_h, output_c, reserve_space, host_reserved). Attrs: direction, dropout, input_mode, is_training, num_proj, rnn_mode, seed, seed2, time_major."""
def Cumprod(
    x: Any,
    axis: Any,
    *,
    exclusive: Any = False,
    reverse: Any = False,
    name: str | None = None,
) -> Any:
    """The op Cumprod: (x, axis) -> (out). Attrs: exclusive, reverse."""
def Cumsum(
    x: Any,
    axis: Any,
    *,
    exclusive: Any = False,
    reverse: Any = False,
    name: str | None = None,
) -> Any:
    """The op Cumsum: (x, axis) -> (out). Attrs: exclusive, reverse."""
def CumulativeLogsumexp(
    x: Any,
    axis: Any,
    *,
    exclusive: Any = False,
    reverse: Any = False,
    name: str | None = None,
) -> Any:
    """The op CumulativeLogsumexp: (x, axis) -> (out). Attrs: exclusive, reverse."""
def DatasetCardinality(
    input_dataset: Any,
    *,
    cardinality_options: Any = '',
    name: str | None = None,
) -> Any:
    """The op DatasetCardinality: (input_dataset) -> (cardinality). Attrs: cardinality_options."""
def DatasetToSingleElement(
    dataset: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op DatasetToSingleElement: (dataset) -> (components). Attrs: metadata, output_shapes, output_types."""
def DatasetToTFRecord(
    input_dataset: Any,
    filename: Any,
    compression_type: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op DatasetToTFRecord: (input_dataset, filename, compression_type) -> (). Attrs: none."""
def Dawsn(x: Any, *, name: str | None = None) -> Any:
    """The op Dawsn: (x) -> (y). Attrs: none."""
def DecodeAndCropJpeg(
    contents: Any,
    crop_window: Any,
    *,
    channels: Any = 0,
    ratio: Any = 1,
    fancy_upscaling: Any = True,
    try_recover_truncated: Any = False,
    acceptable_fraction: Any = 1.0,
    dct_method: Any = '',
    name: str | None = None,
) -> Any:
    """The op DecodeAndCropJpeg: (contents, crop_window) -> (image). Attrs: acceptable_fraction, channels, dct_method, fancy_upscaling, ratio, try_recover_truncated."""
def DecodeBase64(input: Any, *, name: str | None = None) -> Any:
    """The op DecodeBase64: (input) -> (output). Attrs: none."""
def DecodeBmp(contents: Any, *, channels: Any = 0, name: str | None = None) -> Any:
    """The op DecodeBmp: (contents) -> (image). Attrs: channels."""
def DecodeCSV(
    records: Any,
    record_defaults: Any,
    *,
    field_delim: Any = ',',
    use_quote_delim: Any = True,
    na_value: Any = '',
    select_cols: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DecodeCSV: (records, record_defaults) -> (output). Attrs: field_delim, na_value, select_cols, use_quote_delim."""
def DecodeCompressed(bytes: Any, *, compression_type: Any = '', name: str | None = None) -> Any:
    """The op DecodeCompressed: (bytes) -> (output). Attrs: compression_type."""
def DecodeGif(contents: Any, *, name: str | None = None) -> Any:
    """The op DecodeGif: (contents) -> (image). Attrs: none."""
def DecodeImage(
    contents: Any,
    *,
    channels: Any = 0,
    dtype: Any = ...,
    expand_animations: Any = True,
    name: str | None = None,
) -> Any:
    """The op DecodeImage: (contents) -> (image). Attrs: channels, dtype, expand_animations."""
def DecodeJSONExample(json_examples: Any, *, name: str | None = None) -> Any:
    """The op DecodeJSONExample: (json_examples) -> (binary_examples). Attrs: none."""
def DecodeJpeg(
    contents: Any,
    *,
    channels: Any = 0,
    ratio: Any = 1,
    fancy_upscaling: Any = True,
    try_recover_truncated: Any = False,
    acceptable_fraction: Any = 1.0,
    dct_method: Any = '',
    name: str | None = None,
) -> Any:
    """The op DecodeJpeg: (contents) -> (image). Attrs: acceptable_fraction, channels, dct_method, fancy_upscaling, ratio, try_recover_truncated."""
def DecodePaddedRaw(
    input_bytes: Any,
    fixed_length: Any,
    *,
    out_type: Any,
    little_endian: Any = True,
    name: str | None = None,
) -> Any:
    """The op DecodePaddedRaw: (input_bytes, fixed_length) -> (output). Attrs: little_endian, out_type."""
def DecodePng(
    contents: Any,
    *,
    channels: Any = 0,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DecodePng: (contents) -> (image). Attrs: channels, dtype."""
def DecodeProtoV2(
    bytes: Any,
    *,
    message_type: Any,
    field_names: Any,
    output_types: Any,
    descriptor_source: Any = 'local://',
    message_format: Any = 'binary',
    sanitize: Any = False,
    name: str | None = None,
) -> Any:
    """The op DecodeProtoV2: (bytes) -> (sizes, values). Attrs: descriptor_source, field_names, message_format, message_type, output_types, sanitize."""
def DecodeRaw(
    bytes: Any,
    *,
    out_type: Any,
    little_endian: Any = True,
    name: str | None = None,
) -> Any:
    """The op DecodeRaw: (bytes) -> (output). Attrs: little_endian, out_type."""
def DecodeWav(
    contents: Any,
    *,
    desired_channels: Any = -1,
    desired_samples: Any = -1,
    name: str | None = None,
) -> Any:
    """The op DecodeWav: (contents) -> (audio, sample_rate). Attrs: desired_channels, desired_samples."""
def DecodeWebP(
    contents: Any,
    *,
    channels: Any = 0,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DecodeWebP: (contents) -> (image). Attrs: channels, dtype."""
def DeepCopy(x: Any, *, name: str | None = None) -> Any:
    """The op DeepCopy: (x) -> (y). Attrs: none."""
def DenseBincount(
    input: Any,
    size: Any,
    weights: Any,
    *,
    binary_output: Any = False,
    name: str | None = None,
) -> Any:
    """The op DenseBincount: (input, size, weights) -> (output). Attrs: binary_output."""
def DenseCountSparseOutput(
    values: Any,
    weights: Any,
    *,
    minlength: Any = -1,
    maxlength: Any = -1,
    binary_output: Any,
    name: str | None = None,
) -> Any:
    """The op DenseCountSparseOutput: (values, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def DenseToCSRSparseMatrix(dense_input: Any, indices: Any, *, name: str | None = None) -> Any:
    """The op DenseToCSRSparseMatrix: (dense_input, indices) -> (sparse_output). Attrs: none."""
def DenseToDenseSetOperation(
    set1: Any,
    set2: Any,
    *,
    set_operation: Any,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op DenseToDenseSetOperation: (set1, set2) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def DenseToSparseBatchDataset(
    input_dataset: Any,
    batch_size: Any,
    row_shape: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op DenseToSparseBatchDataset: (input_dataset, batch_size, row_shape) -> (handle). Attrs: output_shapes, output_types."""
def DenseToSparseSetOperation(
    set1: Any,
    set2_indices: Any,
    set2_values: Any,
    set2_shape: Any,
    *,
    set_operation: Any,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op DenseToSparseSetOperation: (set1, set2_indices, set2_values, set2_shape) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def DepthToSpace(
    input: Any,
    *,
    block_size: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op DepthToSpace: (input) -> (output). Attrs: block_size, data_format."""
def DepthwiseConv2dNative(
    input: Any,
    filter: Any,
    *,
    strides: Any,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DepthwiseConv2dNative: (input, filter) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def DepthwiseConv2dNativeBackpropFilter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    *,
    strides: Any,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DepthwiseConv2dNativeBackpropFilter: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def DepthwiseConv2dNativeBackpropInput(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    dilations: Any = ...,
    name: str | None = None,
) -> Any:
    """The op DepthwiseConv2dNativeBackpropInput: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def Dequantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    *,
    mode: Any = 'MIN_COMBINED',
    narrow_range: Any = False,
    axis: Any = -1,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Dequantize: (input, min_range, max_range) -> (output). Attrs: axis, dtype, mode, narrow_range."""
def DeserializeManySparse(serialized_sparse: Any, *, dtype: Any, name: str | None = None) -> Any:
    """The op DeserializeManySparse: (serialized_sparse) -> (sparse_indices, sparse_values, sparse_shape). Attrs: dtype."""
def DeserializeSparse(serialized_sparse: Any, *, dtype: Any, name: str | None = None) -> Any:
    """The op DeserializeSparse: (serialized_sparse) -> (sparse_indices, sparse_values, sparse_shape). Attrs: dtype."""
def Diag(diagonal: Any, *, name: str | None = None) -> Any:
    """The op Diag: (diagonal) -> (output). Attrs: none."""
def DiagPart(input: Any, *, name: str | None = None) -> Any:
    """The op DiagPart: (input) -> (diagonal). Attrs: none."""
def Digamma(x: Any, *, name: str | None = None) -> Any:
    """The op Digamma: (x) -> (y). Attrs: none."""
def Dilation2D(
    input: Any,
    filter: Any,
    *,
    strides: Any,
    rates: Any,
    padding: Any,
    name: str | None = None,
) -> Any:
    """The op Dilation2D: (input, filter) -> (output). Attrs: padding, rates, strides."""
def Dilation2DBackpropFilter(
    input: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any,
    rates: Any,
    padding: Any,
    name: str | None = None,
) -> Any:
    """The op Dilation2DBackpropFilter: (input, filter, out_backprop) -> (filter_backprop). Attrs: padding, rates, strides."""
def Dilation2DBackpropInput(
    input: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any,
    rates: Any,
    padding: Any,
    name: str | None = None,
) -> Any:
    """The op Dilation2DBackpropInput: (input, filter, out_backprop) -> (in_backprop). Attrs: padding, rates, strides."""
def DirectedInterleaveDataset(
    selector_input_dataset: Any,
    data_input_datasets: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    stop_on_empty_dataset: Any = False,
    name: str | None = None,
) -> Any:
    """The op DirectedInterleaveDataset: (selector_input_dataset, data_input_datasets) -> (handle). Attrs: output_shapes, output_types, stop_on_empty_dataset."""
def Div(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Div: (x, y) -> (z). Attrs: none."""
def DivNoNan(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op DivNoNan: (x, y) -> (z). Attrs: none."""
def DrawBoundingBoxes(images: Any, boxes: Any, *, name: str | None = None) -> Any:
    """The op DrawBoundingBoxes: (images, boxes) -> (output). Attrs: none."""
def DrawBoundingBoxesV2(images: Any, boxes: Any, colors: Any, *, name: str | None = None) -> Any:
    """The op DrawBoundingBoxesV2: (images, boxes, colors) -> (output). Attrs: none."""
def DummyMemoryCache(*, name: str | None = None) -> Any:
    """The op DummyMemoryCache: () -> (handle). Attrs: none."""
def DummySeedGenerator(*, name: str | None = None) -> Any:
    """The op DummySeedGenerator: () -> (handle). Attrs: none."""
def DynamicPartition(
    data: Any,
    partitions: Any,
    *,
    num_partitions: Any,
    name: str | None = None,
) -> Any:
    """The op DynamicPartition: (data, partitions) -> (outputs). Attrs: num_partitions."""
def DynamicStitch(indices: Any, data: Any, *, name: str | None = None) -> Any:
    """The op DynamicStitch: (indices, data) -> (merged). Attrs: none."""
def EagerPyFunc(
    input: Any,
    *,
    token: Any,
    is_async: Any = False,
    Tout: Any,
    name: str | None = None,
) -> Any:
    """The op EagerPyFunc: (input) -> (output). Attrs: Tout, is_async, token."""
def EditDistance(
    hypothesis_indices: Any,
    hypothesis_values: Any,
    hypothesis_shape: Any,
    truth_indices: Any,
    truth_values: Any,
    truth_shape: Any,
    *,
    normalize: Any = True,
    name: str | None = None,
) -> Any:
    """The op EditDistance: (hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape) -> (output). Attrs: normalize."""
def Eig(input: Any, *, compute_v: Any = True, Tout: Any, name: str | None = None) -> Any:
    """The op Eig: (input) -> (e, v). Attrs: Tout, compute_v."""
def Einsum(inputs: Any, *, equation: Any, name: str | None = None) -> Any:
    """The op Einsum: (inputs) -> (output). Attrs: equation."""
def Elu(features: Any, *, name: str | None = None) -> Any:
    """The op Elu: (features) -> (activations). Attrs: none."""
def EluGrad(gradients: Any, outputs: Any, *, name: str | None = None) -> Any:
    """The op EluGrad: (gradients, outputs) -> (backprops). Attrs: none."""
def Empty(shape: Any, *, dtype: Any, init: Any = False, name: str | None = None) -> Any:
    """The op Empty: (shape) -> (output). Attrs: dtype, init."""
def EmptyTensorList(
    element_shape: Any,
    max_num_elements: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op EmptyTensorList: (element_shape, max_num_elements) -> (handle). Attrs: element_dtype."""
def EncodeBase64(input: Any, *, pad: Any = False, name: str | None = None) -> Any:
    """The op EncodeBase64: (input) -> (output). Attrs: pad."""
def EncodeJpeg(
    image: Any,
    *,
    format: Any = '',
    quality: Any = 95,
    progressive: Any = False,
    optimize_size: Any = False,
    chroma_downsampling: Any = True,
    density_unit: Any = 'in',
    x_density: Any = 300,
    y_density: Any = 300,
    xmp_metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op EncodeJpeg: (image) -> (contents). Attrs: chroma_downsampling, density_unit, format, optimize_size, progressive, quality, x_density, xmp_metadata, y_density."""
def EncodeJpegVariableQuality(images: Any, quality: Any, *, name: str | None = None) -> Any:
    """The op EncodeJpegVariableQuality: (images, quality) -> (contents). Attrs: none."""
def EncodePng(image: Any, *, compression: Any = -1, name: str | None = None) -> Any:
    """The op EncodePng: (image) -> (contents). Attrs: compression."""
def EncodeProto(
    sizes: Any,
    values: Any,
    *,
    field_names: Any,
    message_type: Any,
    descriptor_source: Any = 'local://',
    name: str | None = None,
) -> Any:
    """The op EncodeProto: (sizes, values) -> (bytes). Attrs: descriptor_source, field_names, message_type."""
def EncodeWav(audio: Any, sample_rate: Any, *, name: str | None = None) -> Any:
    """The op EncodeWav: (audio, sample_rate) -> (contents). Attrs: none."""
def EnsureShape(input: Any, *, shape: Any, name: str | None = None) -> Any:
    """The op EnsureShape: (input) -> (output). Attrs: shape."""
def Equal(x: Any, y: Any, *, incompatible_shape_error: Any = True, name: str | None = None) -> Any:
    """The op Equal: (x, y) -> (z). Attrs: incompatible_shape_error."""
def Erf(x: Any, *, name: str | None = None) -> Any:
    """The op Erf: (x) -> (y). Attrs: none."""
def Erfc(x: Any, *, name: str | None = None) -> Any:
    """The op Erfc: (x) -> (y). Attrs: none."""
def Erfinv(x: Any, *, name: str | None = None) -> Any:
    """The op Erfinv: (x) -> (y). Attrs: none."""
def EuclideanNorm(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op EuclideanNorm: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def Exp(x: Any, *, name: str | None = None) -> Any:
    """The op Exp: (x) -> (y). Attrs: none."""
def ExpandDims(input: Any, axis: Any, *, name: str | None = None) -> Any:
    """The op ExpandDims: (input, dim) -> (output). Attrs: none."""
def Expint(x: Any, *, name: str | None = None) -> Any:
    """The op Expint: (x) -> (y). Attrs: none."""
def Expm1(x: Any, *, name: str | None = None) -> Any:
    """The op Expm1: (x) -> (y). Attrs: none."""
def ExtractGlimpse(
    input: Any,
    size: Any,
    offsets: Any,
    *,
    centered: Any = True,
    normalized: Any = True,
    uniform_noise: Any = True,
    noise: Any = 'uniform',
    name: str | None = None,
) -> Any:
    """The op ExtractGlimpse: (input, size, offsets) -> (glimpse). Attrs: centered, noise, normalized, uniform_noise."""
def ExtractGlimpseV2(
    input: Any,
    size: Any,
    offsets: Any,
    *,
    centered: Any = True,
    normalized: Any = True,
    uniform_noise: Any = True,
    noise: Any = 'uniform',
    name: str | None = None,
) -> Any:
    """The op ExtractGlimpseV2: (input, size, offsets) -> (glimpse). Attrs: centered, noise, normalized, uniform_noise."""
def ExtractImagePatches(
    images: Any,
    *,
    ksizes: Any,
    strides: Any,
    rates: Any,
    padding: Any,
    name: str | None = None,
) -> Any:
    """The op ExtractImagePatches: (images) -> (patches). Attrs: ksizes, padding, rates, strides."""
def ExtractJpegShape(contents: Any, *, output_type: Any = ..., name: str | None = None) -> Any:
    """The op ExtractJpegShape: (contents) -> (image_shape). Attrs: output_type."""
def ExtractVolumePatches(
    input: Any,
    *,
    ksizes: Any,
    strides: Any,
    padding: Any,
    name: str | None = None,
) -> Any:
    """The op ExtractVolumePatches: (input) -> (patches). Attrs: ksizes, padding, strides."""
def FFT(input: Any, *, name: str | None = None) -> Any:
    """The op FFT: (input) -> (output). Attrs: none."""
def FFT2D(input: Any, *, name: str | None = None) -> Any:
    """The op FFT2D: (input) -> (output). Attrs: none."""
def FFT3D(input: Any, *, name: str | None = None) -> Any:
    """The op FFT3D: (input) -> (output). Attrs: none."""
def FIFOQueueV2(
    *,
    component_types: Any,
    shapes: Any = ...,
    capacity: Any = -1,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op FIFOQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def FakeQuantWithMinMaxArgs(
    inputs: Any,
    *,
    min: Any = -6.0,
    max: Any = 6.0,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxArgs: (inputs) -> (outputs). Attrs: max, min, narrow_range, num_bits."""
def FakeQuantWithMinMaxArgsGradient(
    gradients: Any,
    inputs: Any,
    *,
    min: Any = -6.0,
    max: Any = 6.0,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxArgsGradient: (gradients, inputs) -> (backprops). Attrs: max, min, narrow_range, num_bits."""
def FakeQuantWithMinMaxVars(
    inputs: Any,
    min: Any,
    max: Any,
    *,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxVars: (inputs, min, max) -> (outputs). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsGradient(
    gradients: Any,
    inputs: Any,
    min: Any,
    max: Any,
    *,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxVarsGradient: (gradients, inputs, min, max) -> (backprops_wrt_input, backprop_wrt_min, backprop_wrt_max). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsPerChannel(
    inputs: Any,
    min: Any,
    max: Any,
    *,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxVarsPerChannel: (inputs, min, max) -> (outputs). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsPerChannelGradient(
    gradients: Any,
    inputs: Any,
    min: Any,
    max: Any,
    *,
    num_bits: Any = 8,
    narrow_range: Any = False,
    name: str | None = None,
) -> Any:
    """The op FakeQuantWithMinMaxVarsPerChannelGradient: (gradients, inputs, min, max) -> (backprops_wrt_input, backprop_wrt_min, backprop_wrt_max). Attrs: narrow_range, num_bits."""
def Fill(dims: Any, value: Any, *, name: str | None = None) -> Any:
    """The op Fill: (dims, value) -> (output). Attrs: none."""
def FilterDataset(
    input_dataset: Any,
    other_arguments: Any,
    *,
    predicate: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op FilterDataset: (input_dataset, other_arguments) -> (handle). Attrs: metadata, output_shapes, output_types, predicate."""
def Fingerprint(data: Any, method: Any, *, name: str | None = None) -> Any:
    """The op Fingerprint: (data, method) -> (fingerprint). Attrs: none."""
def FixedLengthRecordDatasetV2(
    filenames: Any,
    header_bytes: Any,
    record_bytes: Any,
    footer_bytes: Any,
    buffer_size: Any,
    compression_type: Any,
    *,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op FixedLengthRecordDatasetV2: (filenames, header_bytes, record_bytes, footer_bytes, buffer_size, compression_type) -> (handle). Attrs: metadata."""
def FixedLengthRecordReaderV2(
    *,
    header_bytes: Any = 0,
    record_bytes: Any,
    footer_bytes: Any = 0,
    hop_bytes: Any = 0,
    container: Any = '',
    shared_name: Any = '',
    encoding: Any = '',
    name: str | None = None,
) -> Any:
    """The op FixedLengthRecordReaderV2: () -> (reader_handle). Attrs: container, encoding, footer_bytes, header_bytes, hop_bytes, record_bytes, shared_name."""
def FixedUnigramCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    range_max: Any,
    vocab_file: Any = '',
    distortion: Any = 1.0,
    num_reserved_ids: Any = 0,
    num_shards: Any = 1,
    shard: Any = 0,
    unigrams: Any = ...,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op FixedUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: distortion, num_reserved_ids, num_sampled, num_shards, num_true, range_max, seed, seed2, shard, unigrams, unique, vocab_file."""
def FlatMapDataset(
    input_dataset: Any,
    other_arguments: Any,
    *,
    f: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op FlatMapDataset: (input_dataset, other_arguments) -> (handle). Attrs: f, metadata, output_shapes, output_types."""
def Floor(x: Any, *, name: str | None = None) -> Any:
    """The op Floor: (x) -> (y). Attrs: none."""
def FloorDiv(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op FloorDiv: (x, y) -> (z). Attrs: none."""
def FloorMod(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op FloorMod: (x, y) -> (z). Attrs: none."""
def FlushSummaryWriter(writer: Any, *, name: str | None = None) -> Any:
    """The op FlushSummaryWriter: (writer) -> (). Attrs: none."""
def FractionalAvgPool(
    value: Any,
    *,
    pooling_ratio: Any,
    pseudo_random: Any = False,
    overlapping: Any = False,
    deterministic: Any = False,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op FractionalAvgPool: (value) -> (output, row_pooling_sequence, col_pooling_sequence). Attrs: deterministic, overlapping, pooling_ratio, pseudo_random, seed, seed2."""
def FractionalAvgPoolGrad(
    orig_input_tensor_shape: Any,
    out_backprop: Any,
    row_pooling_sequence: Any,
    col_pooling_sequence: Any,
    *,
    overlapping: Any = False,
    name: str | None = None,
) -> Any:
    """The op FractionalAvgPoolGrad: (orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence) -> (output). Attrs: overlapping."""
def FractionalMaxPool(
    value: Any,
    *,
    pooling_ratio: Any,
    pseudo_random: Any = False,
    overlapping: Any = False,
    deterministic: Any = False,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op FractionalMaxPool: (value) -> (output, row_pooling_sequence, col_pooling_sequence). Attrs: deterministic, overlapping, pooling_ratio, pseudo_random, seed, seed2."""
def FractionalMaxPoolGrad(
    orig_input: Any,
    orig_output: Any,
    out_backprop: Any,
    row_pooling_sequence: Any,
    col_pooling_sequence: Any,
    *,
    overlapping: Any = False,
    name: str | None = None,
) -> Any:
    """The op FractionalMaxPoolGrad: (orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence) -> (output). Attrs: overlapping."""
def FresnelCos(x: Any, *, name: str | None = None) -> Any:
    """The op FresnelCos: (x) -> (y). Attrs: none."""
def FresnelSin(x: Any, *, name: str | None = None) -> Any:
    """The op FresnelSin: (x) -> (y). Attrs: none."""
def FusedBatchNorm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: Any = 0.0001,
    exponential_avg_factor: Any = 1.0,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNorm: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def FusedBatchNormGrad(
    y_backprop: Any,
    x: Any,
    scale: Any,
    reserve_space_1: Any,
    reserve_space_2: Any,
    *,
    epsilon: Any = 0.0001,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNormGrad: (y_backprop, x, scale, reserve_space_1, reserve_space_2) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_3, reserve_space_4). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormGradV2(
    y_backprop: Any,
    x: Any,
    scale: Any,
    reserve_space_1: Any,
    reserve_space_2: Any,
    *,
    epsilon: Any = 0.0001,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNormGradV2: (y_backprop, x, scale, reserve_space_1, reserve_space_2) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_3, reserve_space_4). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormGradV3(
    y_backprop: Any,
    x: Any,
    scale: Any,
    reserve_space_1: Any,
    reserve_space_2: Any,
    reserve_space_3: Any,
    *,
    epsilon: Any = 0.0001,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNormGradV3: (y_backprop, x, scale, reserve_space_1, reserve_space_2, reserve_space_3) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_4, reserve_space_5). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormV2(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: Any = 0.0001,
    exponential_avg_factor: Any = 1.0,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNormV2: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def FusedBatchNormV3(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: Any = 0.0001,
    exponential_avg_factor: Any = 1.0,
    data_format: Any = 'NHWC',
    is_training: Any = True,
    name: str | None = None,
) -> Any:
    """The op FusedBatchNormV3: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2, reserve_space_3). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def Gather(
    params: Any,
    indices: Any,
    *,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op Gather: (params, indices) -> (output). Attrs: validate_indices."""
def GatherNd(
    params: Any,
    indices: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op GatherNd: (params, indices) -> (output). Attrs: bad_indices_policy."""
def GatherV2(
    params: Any,
    indices: Any,
    axis: Any,
    *,
    batch_dims: Any = 0,
    name: str | None = None,
) -> Any:
    """The op GatherV2: (params, indices, axis) -> (output). Attrs: batch_dims."""
def GeneratorDataset(
    init_func_other_args: Any,
    next_func_other_args: Any,
    finalize_func_other_args: Any,
    *,
    init_func: Any,
    next_func: Any,
    finalize_func: Any,
    Tinit_func_args: Any,
    Tnext_func_args: Any,
    Tfinalize_func_args: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op GeneratorDataset: (init_func_other_args, next_func_other_args, finalize_func_other_args) -> (handle). Attrs: Tfinalize_func_args, Tinit_func_args, Tnext_func_args, finalize_func, init_func, metadata, next_func, output_shapes, output_types."""
def GetElementAtIndex(
    dataset: Any,
    index: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op GetElementAtIndex: (dataset, index) -> (components). Attrs: output_shapes, output_types."""
def Greater(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Greater: (x, y) -> (z). Attrs: none."""
def GreaterEqual(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op GreaterEqual: (x, y) -> (z). Attrs: none."""
def GroupByReducerDataset(
    input_dataset: Any,
    key_func_other_arguments: Any,
    init_func_other_arguments: Any,
    reduce_func_other_arguments: Any,
    finalize_func_other_arguments: Any,
    *,
    key_func: Any,
    init_func: Any,
    reduce_func: Any,
    finalize_func: Any,
    Tkey_func_other_arguments: Any,
    Tinit_func_other_arguments: Any,
    Treduce_func_other_arguments: Any,
    Tfinalize_func_other_arguments: Any,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op GroupByReducerDataset: (input_dataset, key_func_other_arguments, init_func_other_arguments, reduce_func_other_arguments, finalize_func_other_arguments) -> (handle). Attrs: Tfinalize_func_other_arguments, Tinit_func_other_arguments, Tkey_func_other_arguments, Treduce_func_other_arguments, finalize_func, init_func, key_func, output_shapes, output_types, reduce_func."""
def GroupByWindowDataset(
    input_dataset: Any,
    key_func_other_arguments: Any,
    reduce_func_other_arguments: Any,
    window_size_func_other_arguments: Any,
    *,
    key_func: Any,
    reduce_func: Any,
    window_size_func: Any,
    Tkey_func_other_arguments: Any,
    Treduce_func_other_arguments: Any,
    Twindow_size_func_other_arguments: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op GroupByWindowDataset: (input_dataset, key_func_other_arguments, reduce_func_other_arguments, window_size_func_other_arguments) -> (handle). Attrs: Tkey_func_other_arguments, Treduce_func_other_arguments, Twindow_size_func_other_arguments, key_func, metadata, output_shapes, output_types, reduce_func, window_size_func."""
def GuaranteeConst(input: Any, *, name: str | None = None) -> Any:
    """The op GuaranteeConst: (input) -> (output). Attrs: none."""
def HSVToRGB(images: Any, *, name: str | None = None) -> Any:
    """The op HSVToRGB: (images) -> (output). Attrs: none."""
def HashTableV2(
    *,
    container: Any = '',
    shared_name: Any = '',
    use_node_name_sharing: Any = False,
    key_dtype: Any,
    value_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op HashTableV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype."""
def HistogramFixedWidth(
    values: Any,
    value_range: Any,
    nbins: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op HistogramFixedWidth: (values, value_range, nbins) -> (out). Attrs: dtype."""
def HistogramSummary(tag: Any, values: Any, *, name: str | None = None) -> Any:
    """The op HistogramSummary: (tag, values) -> (summary). Attrs: none."""
def IFFT(input: Any, *, name: str | None = None) -> Any:
    """The op IFFT: (input) -> (output). Attrs: none."""
def IFFT2D(input: Any, *, name: str | None = None) -> Any:
    """The op IFFT2D: (input) -> (output). Attrs: none."""
def IFFT3D(input: Any, *, name: str | None = None) -> Any:
    """The op IFFT3D: (input) -> (output). Attrs: none."""
def IRFFT(input: Any, fft_length: Any, *, Treal: Any = ..., name: str | None = None) -> Any:
    """The op IRFFT: (input, fft_length) -> (output). Attrs: Treal."""
def IRFFT2D(input: Any, fft_length: Any, *, Treal: Any = ..., name: str | None = None) -> Any:
    """The op IRFFT2D: (input, fft_length) -> (output). Attrs: Treal."""
def IRFFT3D(input: Any, fft_length: Any, *, Treal: Any = ..., name: str | None = None) -> Any:
    """The op IRFFT3D: (input, fft_length) -> (output). Attrs: Treal."""
def Identity(input: Any, *, name: str | None = None) -> Any:
    """The op Identity: (input) -> (output). Attrs: none."""
def IdentityN(input: Any, *, name: str | None = None) -> Any:
    """The op IdentityN: (input) -> (output). Attrs: none."""
def IdentityReaderV2(*, container: Any = '', shared_name: Any = '', name: str | None = None) -> Any:
    """The op IdentityReaderV2: () -> (reader_handle). Attrs: container, shared_name."""
def If(
    cond: Any,
    input: Any,
    *,
    Tout: Any,
    then_branch: Any,
    else_branch: Any,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op If: (cond, input) -> (output). Attrs: Tout, else_branch, output_shapes, then_branch."""
def Igamma(a: Any, x: Any, *, name: str | None = None) -> Any:
    """The op Igamma: (a, x) -> (z). Attrs: none."""
def IgammaGradA(a: Any, x: Any, *, name: str | None = None) -> Any:
    """The op IgammaGradA: (a, x) -> (z). Attrs: none."""
def Igammac(a: Any, x: Any, *, name: str | None = None) -> Any:
    """The op Igammac: (a, x) -> (z). Attrs: none."""
def IgnoreErrorsDataset(
    input_dataset: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    log_warning: Any = False,
    name: str | None = None,
) -> Any:
    """The op IgnoreErrorsDataset: (input_dataset) -> (handle). Attrs: log_warning, output_shapes, output_types."""
def Imag(input: Any, *, Tout: Any = ..., name: str | None = None) -> Any:
    """The op Imag: (input) -> (output). Attrs: Tout."""
def ImageProjectiveTransformV3(
    images: Any,
    transforms: Any,
    output_shape: Any,
    fill_value: Any,
    *,
    interpolation: Any,
    fill_mode: Any = 'CONSTANT',
    name: str | None = None,
) -> Any:
    """The op ImageProjectiveTransformV3: (images, transforms, output_shape, fill_value) -> (transformed_images). Attrs: fill_mode, interpolation."""
def ImageSummary(
    tag: Any,
    tensor: Any,
    *,
    max_images: Any = 3,
    bad_color: Any = ...,
    name: str | None = None,
) -> Any:
    """The op ImageSummary: (tag, tensor) -> (summary). Attrs: bad_color, max_images."""
def InTopK(predictions: Any, targets: Any, *, k: Any, name: str | None = None) -> Any:
    """The op InTopK: (predictions, targets) -> (precision). Attrs: k."""
def InTopKV2(predictions: Any, targets: Any, k: Any, *, name: str | None = None) -> Any:
    """The op InTopKV2: (predictions, targets, k) -> (precision). Attrs: none."""
def InitializeTableFromDataset(table_handle: Any, dataset: Any, *, name: str | None = None) -> Any:
    """The op InitializeTableFromDataset: (table_handle, dataset) -> (). Attrs: none."""
def InitializeTableFromTextFileV2(
    table_handle: Any,
    filename: Any,
    *,
    key_index: Any,
    value_index: Any,
    vocab_size: Any = -1,
    delimiter: Any = '\t',
    offset: Any = 0,
    name: str | None = None,
) -> Any:
    """The op InitializeTableFromTextFileV2: (table_handle, filename) -> (). Attrs: delimiter, key_index, offset, value_index, vocab_size."""
def InitializeTableV2(table_handle: Any, keys: Any, values: Any, *, name: str | None = None) -> Any:
    """The op InitializeTableV2: (table_handle, keys, values) -> (). Attrs: none."""
def InterleaveDataset(
    input_dataset: Any,
    other_arguments: Any,
    cycle_length: Any,
    block_length: Any,
    *,
    f: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op InterleaveDataset: (input_dataset, other_arguments, cycle_length, block_length) -> (handle). Attrs: f, metadata, output_shapes, output_types."""
def Inv(x: Any, *, name: str | None = None) -> Any:
    """The op Inv: (x) -> (y). Attrs: none."""
def InvGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op InvGrad: (y, dy) -> (z). Attrs: none."""
def Invert(x: Any, *, name: str | None = None) -> Any:
    """The op Invert: (x) -> (y). Attrs: none."""
def InvertPermutation(x: Any, *, name: str | None = None) -> Any:
    """The op InvertPermutation: (x) -> (y). Attrs: none."""
def IsFinite(x: Any, *, name: str | None = None) -> Any:
    """The op IsFinite: (x) -> (y). Attrs: none."""
def IsInf(x: Any, *, name: str | None = None) -> Any:
    """The op IsInf: (x) -> (y). Attrs: none."""
def IsNan(x: Any, *, name: str | None = None) -> Any:
    """The op IsNan: (x) -> (y). Attrs: none."""
def IsotonicRegression(input: Any, *, output_dtype: Any = ..., name: str | None = None) -> Any:
    """The op IsotonicRegression: (input) -> (output, segments). Attrs: output_dtype."""
def Iterator(
    *,
    shared_name: Any,
    container: Any,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op Iterator: () -> (handle). Attrs: container, output_shapes, output_types, shared_name."""
def IteratorFromStringHandle(
    string_handle: Any,
    *,
    output_types: Any = ...,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op IteratorFromStringHandle: (string_handle) -> (resource_handle). Attrs: output_shapes, output_types."""
def IteratorFromStringHandleV2(
    string_handle: Any,
    *,
    output_types: Any = ...,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op IteratorFromStringHandleV2: (string_handle) -> (resource_handle). Attrs: output_shapes, output_types."""
def IteratorGetNext(
    iterator: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op IteratorGetNext: (iterator) -> (components). Attrs: output_shapes, output_types."""
def IteratorGetNextAsOptional(
    iterator: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op IteratorGetNextAsOptional: (iterator) -> (optional). Attrs: output_shapes, output_types."""
def IteratorToStringHandle(resource_handle: Any, *, name: str | None = None) -> Any:
    """The op IteratorToStringHandle: (resource_handle) -> (string_handle). Attrs: none."""
def IteratorV2(
    *,
    shared_name: Any,
    container: Any,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op IteratorV2: () -> (handle). Attrs: container, output_shapes, output_types, shared_name."""
def L2Loss(t: Any, *, name: str | None = None) -> Any:
    """The op L2Loss: (t) -> (output). Attrs: none."""
def LRN(
    input: Any,
    *,
    depth_radius: Any = 5,
    bias: Any = 1.0,
    alpha: Any = 1.0,
    beta: Any = 0.5,
    name: str | None = None,
) -> Any:
    """The op LRN: (input) -> (output). Attrs: alpha, beta, bias, depth_radius."""
def LRNGrad(
    input_grads: Any,
    input_image: Any,
    output_image: Any,
    *,
    depth_radius: Any = 5,
    bias: Any = 1.0,
    alpha: Any = 1.0,
    beta: Any = 0.5,
    name: str | None = None,
) -> Any:
    """The op LRNGrad: (input_grads, input_image, output_image) -> (output). Attrs: alpha, beta, bias, depth_radius."""
def LeakyRelu(features: Any, *, alpha: Any = 0.20000000298023224, name: str | None = None) -> Any:
    """The op LeakyRelu: (features) -> (activations). Attrs: alpha."""
def LeakyReluGrad(
    gradients: Any,
    features: Any,
    *,
    alpha: Any = 0.20000000298023224,
    name: str | None = None,
) -> Any:
    """The op LeakyReluGrad: (gradients, features) -> (backprops). Attrs: alpha."""
def LearnedUnigramCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    range_max: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op LearnedUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def LeftShift(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op LeftShift: (x, y) -> (z). Attrs: none."""
def Less(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Less: (x, y) -> (z). Attrs: none."""
def LessEqual(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op LessEqual: (x, y) -> (z). Attrs: none."""
def Lgamma(x: Any, *, name: str | None = None) -> Any:
    """The op Lgamma: (x) -> (y). Attrs: none."""
def LinSpace(start: Any, stop: Any, num: Any, *, name: str | None = None) -> Any:
    """The op LinSpace: (start, stop, num) -> (output). Attrs: none."""
def ListDataset(
    tensors: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ListDataset: (tensors) -> (handle). Attrs: metadata, output_shapes, output_types."""
def ListDiff(x: Any, y: Any, *, out_idx: Any = ..., name: str | None = None) -> Any:
    """The op ListDiff: (x, y) -> (out, idx). Attrs: out_idx."""
def LoadDataset(
    path: Any,
    reader_func_other_args: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    compression: Any = '',
    reader_func: Any,
    name: str | None = None,
) -> Any:
    """The op LoadDataset: (path, reader_func_other_args) -> (handle). Attrs: compression, output_shapes, output_types, reader_func."""
def Log(x: Any, *, name: str | None = None) -> Any:
    """The op Log: (x) -> (y). Attrs: none."""
def Log1p(x: Any, *, name: str | None = None) -> Any:
    """The op Log1p: (x) -> (y). Attrs: none."""
def LogMatrixDeterminant(input: Any, *, name: str | None = None) -> Any:
    """The op LogMatrixDeterminant: (input) -> (sign, log_abs_determinant). Attrs: none."""
def LogSoftmax(logits: Any, *, name: str | None = None) -> Any:
    """The op LogSoftmax: (logits) -> (logsoftmax). Attrs: none."""
def LogUniformCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    range_max: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op LogUniformCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def LogicalAnd(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op LogicalAnd: (x, y) -> (z). Attrs: none."""
def LogicalNot(x: Any, *, name: str | None = None) -> Any:
    """The op LogicalNot: (x) -> (y). Attrs: none."""
def LogicalOr(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op LogicalOr: (x, y) -> (z). Attrs: none."""
def LookupTableExportV2(
    table_handle: Any,
    *,
    Tkeys: Any,
    Tvalues: Any,
    name: str | None = None,
) -> Any:
    """The op LookupTableExportV2: (table_handle) -> (keys, values). Attrs: Tkeys, Tvalues."""
def LookupTableFindV2(
    table_handle: Any,
    keys: Any,
    default_value: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op LookupTableFindV2: (table_handle, keys, default_value) -> (values). Attrs: none."""
def LookupTableImportV2(
    table_handle: Any,
    keys: Any,
    values: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op LookupTableImportV2: (table_handle, keys, values) -> (). Attrs: none."""
def LookupTableInsertV2(
    table_handle: Any,
    keys: Any,
    values: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op LookupTableInsertV2: (table_handle, keys, values) -> (). Attrs: none."""
def LookupTableRemoveV2(table_handle: Any, keys: Any, *, name: str | None = None) -> Any:
    """The op LookupTableRemoveV2: (table_handle, keys) -> (). Attrs: none."""
def LookupTableSizeV2(table_handle: Any, *, name: str | None = None) -> Any:
    """The op LookupTableSizeV2: (table_handle) -> (size). Attrs: none."""
def LowerBound(
    sorted_inputs: Any,
    values: Any,
    *,
    out_type: Any = ...,
    name: str | None = None,
) -> Any:
    """The op LowerBound: (sorted_inputs, values) -> (output). Attrs: out_type."""
def Lu(input: Any, *, output_idx_type: Any = ..., name: str | None = None) -> Any:
    """The op Lu: (input) -> (lu, p). Attrs: output_idx_type."""
def MakeIterator(dataset: Any, iterator: Any, *, name: str | None = None) -> Any:
    """The op MakeIterator: (dataset, iterator) -> (). Attrs: none."""
def MapDataset(
    input_dataset: Any,
    other_arguments: Any,
    *,
    f: Any,
    use_inter_op_parallelism: Any = True,
    preserve_cardinality: Any = False,
    force_synchronous: Any = False,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op MapDataset: (input_dataset, other_arguments) -> (handle). Attrs: f, force_synchronous, metadata, output_shapes, output_types, preserve_cardinality, use_inter_op_parallelism."""
def MatMul(
    a: Any,
    b: Any,
    *,
    transpose_a: Any = False,
    transpose_b: Any = False,
    grad_a: Any = False,
    grad_b: Any = False,
    name: str | None = None,
) -> Any:
    """The op MatMul: (a, b) -> (product). Attrs: grad_a, grad_b, transpose_a, transpose_b."""
def MatchingFiles(pattern: Any, *, name: str | None = None) -> Any:
    """The op MatchingFiles: (pattern) -> (filenames). Attrs: none."""
def MatrixBandPart(input: Any, num_lower: Any, num_upper: Any, *, name: str | None = None) -> Any:
    """The op MatrixBandPart: (input, num_lower, num_upper) -> (band). Attrs: none."""
def MatrixDeterminant(input: Any, *, name: str | None = None) -> Any:
    """The op MatrixDeterminant: (input) -> (output). Attrs: none."""
def MatrixDiag(diagonal: Any, *, name: str | None = None) -> Any:
    """The op MatrixDiag: (diagonal) -> (output). Attrs: none."""
def MatrixDiagPart(input: Any, *, name: str | None = None) -> Any:
    """The op MatrixDiagPart: (input) -> (diagonal). Attrs: none."""
def MatrixDiagPartV2(input: Any, k: Any, padding_value: Any, *, name: str | None = None) -> Any:
    """The op MatrixDiagPartV2: (input, k, padding_value) -> (diagonal). Attrs: none."""
def MatrixDiagPartV3(
    input: Any,
    k: Any,
    padding_value: Any,
    *,
    align: Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> Any:
    """The op MatrixDiagPartV3: (input, k, padding_value) -> (diagonal). Attrs: align."""
def MatrixDiagV2(
    diagonal: Any,
    k: Any,
    num_rows: Any,
    num_cols: Any,
    padding_value: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op MatrixDiagV2: (diagonal, k, num_rows, num_cols, padding_value) -> (output). Attrs: none."""
def MatrixDiagV3(
    diagonal: Any,
    k: Any,
    num_rows: Any,
    num_cols: Any,
    padding_value: Any,
    *,
    align: Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> Any:
    """The op MatrixDiagV3: (diagonal, k, num_rows, num_cols, padding_value) -> (output). Attrs: align."""
def MatrixExponential(input: Any, *, name: str | None = None) -> Any:
    """The op MatrixExponential: (input) -> (output). Attrs: none."""
def MatrixInverse(input: Any, *, adjoint: Any = False, name: str | None = None) -> Any:
    """The op MatrixInverse: (input) -> (output). Attrs: adjoint."""
def MatrixLogarithm(input: Any, *, name: str | None = None) -> Any:
    """The op MatrixLogarithm: (input) -> (output). Attrs: none."""
def MatrixSetDiag(input: Any, diagonal: Any, *, name: str | None = None) -> Any:
    """The op MatrixSetDiag: (input, diagonal) -> (output). Attrs: none."""
def MatrixSetDiagV2(input: Any, diagonal: Any, k: Any, *, name: str | None = None) -> Any:
    """The op MatrixSetDiagV2: (input, diagonal, k) -> (output). Attrs: none."""
def MatrixSetDiagV3(
    input: Any,
    diagonal: Any,
    k: Any,
    *,
    align: Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> Any:
    """The op MatrixSetDiagV3: (input, diagonal, k) -> (output). Attrs: align."""
def MatrixSolve(matrix: Any, rhs: Any, *, adjoint: Any = False, name: str | None = None) -> Any:
    """The op MatrixSolve: (matrix, rhs) -> (output). Attrs: adjoint."""
def MatrixSolveLs(
    matrix: Any,
    rhs: Any,
    l2_regularizer: Any,
    *,
    fast: Any = True,
    name: str | None = None,
) -> Any:
    """The op MatrixSolveLs: (matrix, rhs, l2_regularizer) -> (output). Attrs: fast."""
def MatrixSquareRoot(input: Any, *, name: str | None = None) -> Any:
    """The op MatrixSquareRoot: (input) -> (output). Attrs: none."""
def MatrixTriangularSolve(
    matrix: Any,
    rhs: Any,
    *,
    lower: Any = True,
    adjoint: Any = False,
    name: str | None = None,
) -> Any:
    """The op MatrixTriangularSolve: (matrix, rhs) -> (output). Attrs: adjoint, lower."""
def Max(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Max: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def MaxPool(
    input: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPool: (input) -> (output). Attrs: data_format, explicit_paddings, ksize, padding, strides."""
def MaxPool3D(
    input: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPool3D: (input) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPool3DGrad(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPool3DGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPool3DGradGrad(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NDHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPool3DGradGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPoolGrad(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    explicit_paddings: Any = ...,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPoolGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, explicit_paddings, ksize, padding, strides."""
def MaxPoolGradGrad(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPoolGradGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPoolGradGradV2(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    ksize: Any,
    strides: Any,
    *,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPoolGradGradV2: (orig_input, orig_output, grad, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolGradGradWithArgmax(
    input: Any,
    grad: Any,
    argmax: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    include_batch_in_index: Any = False,
    name: str | None = None,
) -> Any:
    """The op MaxPoolGradGradWithArgmax: (input, grad, argmax) -> (output). Attrs: include_batch_in_index, ksize, padding, strides."""
def MaxPoolGradV2(
    orig_input: Any,
    orig_output: Any,
    grad: Any,
    ksize: Any,
    strides: Any,
    *,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPoolGradV2: (orig_input, orig_output, grad, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolGradWithArgmax(
    input: Any,
    grad: Any,
    argmax: Any,
    *,
    ksize: Any,
    strides: Any,
    padding: Any,
    include_batch_in_index: Any = False,
    name: str | None = None,
) -> Any:
    """The op MaxPoolGradWithArgmax: (input, grad, argmax) -> (output). Attrs: include_batch_in_index, ksize, padding, strides."""
def MaxPoolV2(
    input: Any,
    ksize: Any,
    strides: Any,
    *,
    padding: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op MaxPoolV2: (input, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolWithArgmax(
    input: Any,
    *,
    Targmax: Any = ...,
    ksize: Any,
    strides: Any,
    padding: Any,
    include_batch_in_index: Any = False,
    name: str | None = None,
) -> Any:
    """The op MaxPoolWithArgmax: (input) -> (output, argmax). Attrs: Targmax, include_batch_in_index, ksize, padding, strides."""
def Maximum(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Maximum: (x, y) -> (z). Attrs: none."""
def Mean(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Mean: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def MergeSummary(inputs: Any, *, name: str | None = None) -> Any:
    """The op MergeSummary: (inputs) -> (summary). Attrs: none."""
def MergeV2Checkpoints(
    checkpoint_prefixes: Any,
    destination_prefix: Any,
    *,
    delete_old_dirs: Any = True,
    allow_missing_files: Any = False,
    name: str | None = None,
) -> Any:
    """The op MergeV2Checkpoints: (checkpoint_prefixes, destination_prefix) -> (). Attrs: allow_missing_files, delete_old_dirs."""
def Mfcc(
    spectrogram: Any,
    sample_rate: Any,
    *,
    upper_frequency_limit: Any = 4000.0,
    lower_frequency_limit: Any = 20.0,
    filterbank_channel_count: Any = 40,
    dct_coefficient_count: Any = 13,
    name: str | None = None,
) -> Any:
    """The op Mfcc: (spectrogram, sample_rate) -> (output). Attrs: dct_coefficient_count, filterbank_channel_count, lower_frequency_limit, upper_frequency_limit."""
def Min(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Min: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def Minimum(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Minimum: (x, y) -> (z). Attrs: none."""
def MirrorPad(input: Any, paddings: Any, *, mode: Any, name: str | None = None) -> Any:
    """The op MirrorPad: (input, paddings) -> (output). Attrs: mode."""
def MirrorPadGrad(input: Any, paddings: Any, *, mode: Any, name: str | None = None) -> Any:
    """The op MirrorPadGrad: (input, paddings) -> (output). Attrs: mode."""
def Mod(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Mod: (x, y) -> (z). Attrs: none."""
def Mul(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Mul: (x, y) -> (z). Attrs: none."""
def MulNoNan(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op MulNoNan: (x, y) -> (z). Attrs: none."""
def Multinomial(
    logits: Any,
    num_samples: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    output_dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op Multinomial: (logits, num_samples) -> (output). Attrs: output_dtype, seed, seed2."""
def MutableDenseHashTableV2(
    empty_key: Any,
    deleted_key: Any,
    *,
    container: Any = '',
    shared_name: Any = '',
    use_node_name_sharing: Any = False,
    value_dtype: Any,
    value_shape: Any = ...,
    initial_num_buckets: Any = 131072,
    max_load_factor: Any = 0.8,
    name: str | None = None,
) -> Any:
    """The op MutableDenseHashTableV2: (empty_key, deleted_key) -> (table_handle). Attrs: container, initial_num_buckets, max_load_factor, shared_name, use_node_name_sharing, value_dtype, value_shape."""
def MutableHashTableOfTensorsV2(
    *,
    container: Any = '',
    shared_name: Any = '',
    use_node_name_sharing: Any = False,
    key_dtype: Any,
    value_dtype: Any,
    value_shape: Any = ...,
    name: str | None = None,
) -> Any:
    """The op MutableHashTableOfTensorsV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype, value_shape."""
def MutableHashTableV2(
    *,
    container: Any = '',
    shared_name: Any = '',
    use_node_name_sharing: Any = False,
    key_dtype: Any,
    value_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op MutableHashTableV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype."""
def MutexLock(mutex: Any, *, name: str | None = None) -> Any:
    """The op MutexLock: (mutex) -> (mutex_lock). Attrs: none."""
def MutexV2(*, container: Any = '', shared_name: Any = '', name: str | None = None) -> Any:
    """The op MutexV2: () -> (resource). Attrs: container, shared_name."""
def Ndtri(x: Any, *, name: str | None = None) -> Any:
    """The op Ndtri: (x) -> (y). Attrs: none."""
def Neg(x: Any, *, name: str | None = None) -> Any:
    """The op Neg: (x) -> (y). Attrs: none."""
def NextAfter(x1: Any, x2: Any, *, name: str | None = None) -> Any:
    """The op NextAfter: (x1, x2) -> (output). Attrs: none."""
def NoOp(*, name: str | None = None) -> Any:
    """The op NoOp: () -> (). Attrs: none."""
def NonDeterministicInts(shape: Any, *, dtype: Any = ..., name: str | None = None) -> Any:
    """The op NonDeterministicInts: (shape) -> (output). Attrs: dtype."""
def NonMaxSuppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    *,
    iou_threshold: Any = 0.5,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppression: (boxes, scores, max_output_size) -> (selected_indices). Attrs: iou_threshold."""
def NonMaxSuppressionV2(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppressionV2: (boxes, scores, max_output_size, iou_threshold) -> (selected_indices). Attrs: none."""
def NonMaxSuppressionV3(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppressionV3: (boxes, scores, max_output_size, iou_threshold, score_threshold) -> (selected_indices). Attrs: none."""
def NonMaxSuppressionV4(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    *,
    pad_to_max_output_size: Any = False,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppressionV4: (boxes, scores, max_output_size, iou_threshold, score_threshold) -> (selected_indices, valid_outputs). Attrs: pad_to_max_output_size."""
def NonMaxSuppressionV5(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    soft_nms_sigma: Any,
    *,
    pad_to_max_output_size: Any = False,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppressionV5: (boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma) -> (selected_indices, selected_scores, valid_outputs). Attrs: pad_to_max_output_size."""
def NonMaxSuppressionWithOverlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any,
    score_threshold: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op NonMaxSuppressionWithOverlaps: (overlaps, scores, max_output_size, overlap_threshold, score_threshold) -> (selected_indices). Attrs: none."""
def NotEqual(
    x: Any,
    y: Any,
    *,
    incompatible_shape_error: Any = True,
    name: str | None = None,
) -> Any:
    """The op NotEqual: (x, y) -> (z). Attrs: incompatible_shape_error."""
def NthElement(input: Any, n: Any, *, reverse: Any = False, name: str | None = None) -> Any:
    """The op NthElement: (input, n) -> (values). Attrs: reverse."""
def OneHot(
    indices: Any,
    depth: Any,
    on_value: Any,
    off_value: Any,
    *,
    axis: Any = -1,
    name: str | None = None,
) -> Any:
    """The op OneHot: (indices, depth, on_value, off_value) -> (output). Attrs: axis."""
def OneShotIterator(
    *,
    dataset_factory: Any,
    container: Any = '',
    shared_name: Any = '',
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op OneShotIterator: () -> (handle). Attrs: container, dataset_factory, output_shapes, output_types, shared_name."""
def OnesLike(x: Any, *, name: str | None = None) -> Any:
    """The op OnesLike: (x) -> (y). Attrs: none."""
def OptionalFromValue(components: Any, *, name: str | None = None) -> Any:
    """The op OptionalFromValue: (components) -> (optional). Attrs: none."""
def OptionalGetValue(
    optional: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op OptionalGetValue: (optional) -> (components). Attrs: output_shapes, output_types."""
def OptionalHasValue(optional: Any, *, name: str | None = None) -> Any:
    """The op OptionalHasValue: (optional) -> (has_value). Attrs: none."""
def OptionalNone(*, name: str | None = None) -> Any:
    """The op OptionalNone: () -> (optional). Attrs: none."""
def Pack(values: Any, *, axis: Any = 0, name: str | None = None) -> Any:
    """The op Pack: (values) -> (output). Attrs: axis."""
def Pad(input: Any, paddings: Any, *, name: str | None = None) -> Any:
    """The op Pad: (input, paddings) -> (output). Attrs: none."""
def PadV2(input: Any, paddings: Any, constant_values: Any, *, name: str | None = None) -> Any:
    """The op PadV2: (input, paddings, constant_values) -> (output). Attrs: none."""
def PaddedBatchDatasetV2(
    input_dataset: Any,
    batch_size: Any,
    padded_shapes: Any,
    padding_values: Any,
    drop_remainder: Any,
    *,
    parallel_copy: Any = False,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op PaddedBatchDatasetV2: (input_dataset, batch_size, padded_shapes, padding_values, drop_remainder) -> (handle). Attrs: metadata, output_shapes, parallel_copy."""
def PaddingFIFOQueueV2(
    *,
    component_types: Any,
    shapes: Any = ...,
    capacity: Any = -1,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op PaddingFIFOQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def ParallelBatchDataset(
    input_dataset: Any,
    batch_size: Any,
    num_parallel_calls: Any,
    drop_remainder: Any,
    *,
    parallel_copy: Any = False,
    deterministic: Any = 'default',
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ParallelBatchDataset: (input_dataset, batch_size, num_parallel_calls, drop_remainder) -> (handle). Attrs: deterministic, metadata, output_shapes, output_types, parallel_copy."""
def ParallelConcat(values: Any, *, shape: Any, name: str | None = None) -> Any:
    """The op ParallelConcat: (values) -> (output). Attrs: shape."""
def ParallelDynamicStitch(indices: Any, data: Any, *, name: str | None = None) -> Any:
    """The op ParallelDynamicStitch: (indices, data) -> (merged). Attrs: none."""
def ParallelInterleaveDatasetV4(
    input_dataset: Any,
    other_arguments: Any,
    cycle_length: Any,
    block_length: Any,
    buffer_output_elements: Any,
    prefetch_input_elements: Any,
    num_parallel_calls: Any,
    *,
    f: Any,
    deterministic: Any = 'default',
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ParallelInterleaveDatasetV4: (input_dataset, other_arguments, cycle_length, block_length, buffer_output_elements, prefetch_input_elements, num_parallel_calls) -> (handle). Attrs: deterministic, f, metadata, output_shapes, output_types."""
def ParallelMapDatasetV2(
    input_dataset: Any,
    other_arguments: Any,
    num_parallel_calls: Any,
    *,
    f: Any,
    use_inter_op_parallelism: Any = True,
    deterministic: Any = 'default',
    preserve_cardinality: Any = False,
    use_unbounded_threadpool: Any = False,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ParallelMapDatasetV2: (input_dataset, other_arguments, num_parallel_calls) -> (handle). Attrs: deterministic, f, metadata, output_shapes, output_types, preserve_cardinality, use_inter_op_parallelism, use_unbounded_threadpool."""
def ParameterizedTruncatedNormal(
    shape: Any,
    means: Any,
    stdevs: Any,
    minvals: Any,
    maxvals: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op ParameterizedTruncatedNormal: (shape, means, stdevs, minvals, maxvals) -> (output). Attrs: seed, seed2."""
def ParseExampleV2(
    serialized: Any,
    names: Any,
    sparse_keys: Any,
    dense_keys: Any,
    ragged_keys: Any,
    dense_defaults: Any,
    *,
    num_sparse: Any,
    sparse_types: Any,
    ragged_value_types: Any,
    ragged_split_types: Any,
    dense_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op ParseExampleV2: (serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults) -> (sparse_indices, sparse_values, sparse_shapes, dense_values, ragged_values, ragged_row_splits). Attrs: dense_shapes, num_sparse, ragged_split_types, ragged_value_types, sparse_types."""
def ParseSequenceExampleV2(
    serialized: Any,
    debug_name: Any,
    context_sparse_keys: Any,
    context_dense_keys: Any,
    context_ragged_keys: Any,
    feature_list_sparse_keys: Any,
    feature_list_dense_keys: Any,
    feature_list_ragged_keys: Any,
    feature_list_dense_missing_assumed_empty: Any,
    context_dense_defaults: Any,
    *,
    Ncontext_sparse: Any = 0,
    context_sparse_types: Any = ...,
    context_ragged_value_types: Any = ...,
    context_ragged_split_types: Any = ...,
    context_dense_shapes: Any = ...,
    Nfeature_list_sparse: Any = 0,
    Nfeature_list_dense: Any = 0,
    feature_list_dense_types: Any = ...,
    feature_list_sparse_types: Any = ...,
    feature_list_ragged_value_types: Any = ...,
    feature_list_ragged_split_types: Any = ...,
    feature_list_dense_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op ParseSequenceExampleV2: (serialized, debug_name, context_sparse_keys, context_dense_keys, context_ragged_keys, feature_list_sparse_keys, feature_list_dense_keys, feature_list_ragged_keys, feature_list_dense_missing_assumed_empty, context_dense_defaults) -> (context_sparse_indices, context_sparse_values, context_sparse_shapes, context_dense_values, context_ragged_values, context_ragged_row_splits, feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes, feature_list_dense_values, feature_list_dense_lengths, feature_list_ragged_values, feature_list_ragged_outer_splits, feature_list_ragged_inner_splits). Attrs: Ncontext_sparse, Nfeature_list_dense, Nfeature_list_sparse, context_dense_shapes, context_ragged_split_types, context_ragged_value_types, context_sparse_types, feature_list_dense_shapes, feature_list_dense_types, feature_list_ragged_split_types, feature_list_ragged_value_types, feature_list_sparse_types."""
def ParseTensor(serialized: Any, *, out_type: Any, name: str | None = None) -> Any:
    """The op ParseTensor: (serialized) -> (output). Attrs: out_type."""
def PartitionedCall(
    args: Any,
    *,
    Tout: Any,
    f: Any,
    config: Any = '',
    config_proto: Any = '',
    executor_type: Any = '',
    name: str | None = None,
) -> Any:
    """The op PartitionedCall: (args) -> (output). Attrs: Tout, config, config_proto, executor_type, f."""
def Placeholder(*, dtype: Any, shape: Any = ..., name: str | None = None) -> Any:
    """The op Placeholder: () -> (output). Attrs: dtype, shape."""
def PlaceholderWithDefault(input: Any, *, shape: Any, name: str | None = None) -> Any:
    """The op PlaceholderWithDefault: (input) -> (output). Attrs: shape."""
def Polygamma(a: Any, x: Any, *, name: str | None = None) -> Any:
    """The op Polygamma: (a, x) -> (z). Attrs: none."""
def PopulationCount(x: Any, *, name: str | None = None) -> Any:
    """The op PopulationCount: (x) -> (y). Attrs: none."""
def Pow(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Pow: (x, y) -> (z). Attrs: none."""
def PrefetchDataset(
    input_dataset: Any,
    buffer_size: Any,
    *,
    slack_period: Any = 0,
    legacy_autotune: Any = True,
    buffer_size_min: Any = 0,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op PrefetchDataset: (input_dataset, buffer_size) -> (handle). Attrs: buffer_size_min, legacy_autotune, metadata, output_shapes, output_types, slack_period."""
def PreventGradient(input: Any, *, message: Any = '', name: str | None = None) -> Any:
    """The op PreventGradient: (input) -> (output). Attrs: message."""
def Print(
    input: Any,
    data: Any,
    *,
    message: Any = '',
    first_n: Any = -1,
    summarize: Any = 3,
    name: str | None = None,
) -> Any:
    """The op Print: (input, data) -> (output). Attrs: first_n, message, summarize."""
def PrintV2(
    input: Any,
    *,
    output_stream: Any = 'stderr',
    end: Any = '\n',
    name: str | None = None,
) -> Any:
    """The op PrintV2: (input) -> (). Attrs: end, output_stream."""
def PriorityQueueV2(
    *,
    component_types: Any = ...,
    shapes: Any,
    capacity: Any = -1,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op PriorityQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def Prod(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Prod: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def PyFunc(input: Any, *, token: Any, Tout: Any, name: str | None = None) -> Any:
    """The op PyFunc: (input) -> (output). Attrs: Tout, token."""
def PyFuncStateless(input: Any, *, token: Any, Tout: Any, name: str | None = None) -> Any:
    """The op PyFuncStateless: (input) -> (output). Attrs: Tout, token."""
def Qr(input: Any, *, full_matrices: Any = False, name: str | None = None) -> Any:
    """The op Qr: (input) -> (q, r). Attrs: full_matrices."""
def QuantizeAndDequantizeV2(
    input: Any,
    input_min: Any,
    input_max: Any,
    *,
    signed_input: Any = True,
    num_bits: Any = 8,
    range_given: Any = False,
    round_mode: Any = 'HALF_TO_EVEN',
    narrow_range: Any = False,
    axis: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QuantizeAndDequantizeV2: (input, input_min, input_max) -> (output). Attrs: axis, narrow_range, num_bits, range_given, round_mode, signed_input."""
def QuantizeAndDequantizeV3(
    input: Any,
    input_min: Any,
    input_max: Any,
    num_bits: Any,
    *,
    signed_input: Any = True,
    range_given: Any = True,
    narrow_range: Any = False,
    axis: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QuantizeAndDequantizeV3: (input, input_min, input_max, num_bits) -> (output). Attrs: axis, narrow_range, range_given, signed_input."""
def QuantizeAndDequantizeV4(
    input: Any,
    input_min: Any,
    input_max: Any,
    *,
    signed_input: Any = True,
    num_bits: Any = 8,
    range_given: Any = False,
    round_mode: Any = 'HALF_TO_EVEN',
    narrow_range: Any = False,
    axis: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QuantizeAndDequantizeV4: (input, input_min, input_max) -> (output). Attrs: axis, narrow_range, num_bits, range_given, round_mode, signed_input."""
def QuantizeAndDequantizeV4Grad(
    gradients: Any,
    input: Any,
    input_min: Any,
    input_max: Any,
    *,
    axis: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QuantizeAndDequantizeV4Grad: (gradients, input, input_min, input_max) -> (input_backprop, input_min_backprop, input_max_backprop). Attrs: axis."""
def QuantizeV2(
    input: Any,
    min_range: Any,
    max_range: Any,
    *,
    T: Any,
    mode: Any = 'MIN_COMBINED',
    round_mode: Any = 'HALF_AWAY_FROM_ZERO',
    narrow_range: Any = False,
    axis: Any = -1,
    ensure_minimum_range: Any = 0.01,
    name: str | None = None,
) -> Any:
    """The op QuantizeV2: (input, min_range, max_range) -> (output, output_min, output_max). Attrs: T, axis, ensure_minimum_range, mode, narrow_range, round_mode."""
def QueueCloseV2(
    handle: Any,
    *,
    cancel_pending_enqueues: Any = False,
    name: str | None = None,
) -> Any:
    """The op QueueCloseV2: (handle) -> (). Attrs: cancel_pending_enqueues."""
def QueueDequeueManyV2(
    handle: Any,
    n: Any,
    *,
    component_types: Any,
    timeout_ms: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QueueDequeueManyV2: (handle, n) -> (components). Attrs: component_types, timeout_ms."""
def QueueDequeueUpToV2(
    handle: Any,
    n: Any,
    *,
    component_types: Any,
    timeout_ms: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QueueDequeueUpToV2: (handle, n) -> (components). Attrs: component_types, timeout_ms."""
def QueueDequeueV2(
    handle: Any,
    *,
    component_types: Any,
    timeout_ms: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QueueDequeueV2: (handle) -> (components). Attrs: component_types, timeout_ms."""
def QueueEnqueueManyV2(
    handle: Any,
    components: Any,
    *,
    timeout_ms: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QueueEnqueueManyV2: (handle, components) -> (). Attrs: timeout_ms."""
def QueueEnqueueV2(
    handle: Any,
    components: Any,
    *,
    timeout_ms: Any = -1,
    name: str | None = None,
) -> Any:
    """The op QueueEnqueueV2: (handle, components) -> (). Attrs: timeout_ms."""
def QueueIsClosedV2(handle: Any, *, name: str | None = None) -> Any:
    """The op QueueIsClosedV2: (handle) -> (is_closed). Attrs: none."""
def QueueSizeV2(handle: Any, *, name: str | None = None) -> Any:
    """The op QueueSizeV2: (handle) -> (size). Attrs: none."""
def RFFT(input: Any, fft_length: Any, *, Tcomplex: Any = ..., name: str | None = None) -> Any:
    """The op RFFT: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RFFT2D(input: Any, fft_length: Any, *, Tcomplex: Any = ..., name: str | None = None) -> Any:
    """The op RFFT2D: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RFFT3D(input: Any, fft_length: Any, *, Tcomplex: Any = ..., name: str | None = None) -> Any:
    """The op RFFT3D: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RGBToHSV(images: Any, *, name: str | None = None) -> Any:
    """The op RGBToHSV: (images) -> (output). Attrs: none."""
def RaggedBincount(
    splits: Any,
    values: Any,
    size: Any,
    weights: Any,
    *,
    binary_output: Any = False,
    name: str | None = None,
) -> Any:
    """The op RaggedBincount: (splits, values, size, weights) -> (output). Attrs: binary_output."""
def RaggedCountSparseOutput(
    splits: Any,
    values: Any,
    weights: Any,
    *,
    minlength: Any = -1,
    maxlength: Any = -1,
    binary_output: Any,
    name: str | None = None,
) -> Any:
    """The op RaggedCountSparseOutput: (splits, values, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def RaggedRange(
    starts: Any,
    limits: Any,
    deltas: Any,
    *,
    Tsplits: Any = ...,
    name: str | None = None,
) -> Any:
    """The op RaggedRange: (starts, limits, deltas) -> (rt_nested_splits, rt_dense_values). Attrs: Tsplits."""
def RaggedTensorFromVariant(
    encoded_ragged: Any,
    *,
    input_ragged_rank: Any,
    output_ragged_rank: Any,
    Tvalues: Any,
    Tsplits: Any = ...,
    name: str | None = None,
) -> Any:
    """The op RaggedTensorFromVariant: (encoded_ragged) -> (output_nested_splits, output_dense_values). Attrs: Tsplits, Tvalues, input_ragged_rank, output_ragged_rank."""
def RaggedTensorToTensor(
    shape: Any,
    values: Any,
    default_value: Any,
    row_partition_tensors: Any,
    *,
    row_partition_types: Any,
    name: str | None = None,
) -> Any:
    """The op RaggedTensorToTensor: (shape, values, default_value, row_partition_tensors) -> (result). Attrs: row_partition_types."""
def RaggedTensorToVariant(
    rt_nested_splits: Any,
    rt_dense_values: Any,
    *,
    batched_input: Any,
    name: str | None = None,
) -> Any:
    """The op RaggedTensorToVariant: (rt_nested_splits, rt_dense_values) -> (encoded_ragged). Attrs: batched_input."""
def RandomDataset(
    seed: Any,
    seed2: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op RandomDataset: (seed, seed2) -> (handle). Attrs: metadata, output_shapes, output_types."""
def RandomDatasetV2(
    seed: Any,
    seed2: Any,
    seed_generator: Any,
    *,
    rerandomize_each_iteration: Any = False,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op RandomDatasetV2: (seed, seed2, seed_generator) -> (handle). Attrs: metadata, output_shapes, output_types, rerandomize_each_iteration."""
def RandomGamma(
    shape: Any,
    alpha: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op RandomGamma: (shape, alpha) -> (output). Attrs: seed, seed2."""
def RandomGammaGrad(alpha: Any, sample: Any, *, name: str | None = None) -> Any:
    """The op RandomGammaGrad: (alpha, sample) -> (output). Attrs: none."""
def RandomIndexShuffle(
    index: Any,
    seed: Any,
    max_index: Any,
    *,
    rounds: Any = 4,
    name: str | None = None,
) -> Any:
    """The op RandomIndexShuffle: (index, seed, max_index) -> (output). Attrs: rounds."""
def RandomPoissonV2(
    shape: Any,
    rate: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op RandomPoissonV2: (shape, rate) -> (output). Attrs: dtype, seed, seed2."""
def RandomShuffle(value: Any, *, seed: Any = 0, seed2: Any = 0, name: str | None = None) -> Any:
    """The op RandomShuffle: (value) -> (output). Attrs: seed, seed2."""
def RandomShuffleQueueV2(
    *,
    component_types: Any,
    shapes: Any = ...,
    capacity: Any = -1,
    min_after_dequeue: Any = 0,
    seed: Any = 0,
    seed2: Any = 0,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op RandomShuffleQueueV2: () -> (handle). Attrs: capacity, component_types, container, min_after_dequeue, seed, seed2, shapes, shared_name."""
def RandomStandardNormal(
    shape: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    dtype: Any,
    name: str | None = None,
) -> Any:
    """The op RandomStandardNormal: (shape) -> (output). Attrs: dtype, seed, seed2."""
def RandomUniform(
    shape: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    dtype: Any,
    name: str | None = None,
) -> Any:
    """The op RandomUniform: (shape) -> (output). Attrs: dtype, seed, seed2."""
def RandomUniformInt(
    shape: Any,
    minval: Any,
    maxval: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op RandomUniformInt: (shape, minval, maxval) -> (output). Attrs: seed, seed2."""
def Range(start: Any, limit: Any, delta: Any, *, name: str | None = None) -> Any:
    """The op Range: (start, limit, delta) -> (output). Attrs: none."""
def RangeDataset(
    start: Any,
    stop: Any,
    step: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    replicate_on_split: Any = False,
    name: str | None = None,
) -> Any:
    """The op RangeDataset: (start, stop, step) -> (handle). Attrs: metadata, output_shapes, output_types, replicate_on_split."""
def Rank(input: Any, *, name: str | None = None) -> Any:
    """The op Rank: (input) -> (output). Attrs: none."""
def ReadFile(filename: Any, *, name: str | None = None) -> Any:
    """The op ReadFile: (filename) -> (contents). Attrs: none."""
def ReadVariableOp(resource: Any, *, dtype: Any, name: str | None = None) -> Any:
    """The op ReadVariableOp: (resource) -> (value). Attrs: dtype."""
def ReaderNumRecordsProducedV2(reader_handle: Any, *, name: str | None = None) -> Any:
    """The op ReaderNumRecordsProducedV2: (reader_handle) -> (records_produced). Attrs: none."""
def ReaderNumWorkUnitsCompletedV2(reader_handle: Any, *, name: str | None = None) -> Any:
    """The op ReaderNumWorkUnitsCompletedV2: (reader_handle) -> (units_completed). Attrs: none."""
def ReaderReadUpToV2(
    reader_handle: Any,
    queue_handle: Any,
    num_records: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ReaderReadUpToV2: (reader_handle, queue_handle, num_records) -> (keys, values). Attrs: none."""
def ReaderReadV2(reader_handle: Any, queue_handle: Any, *, name: str | None = None) -> Any:
    """The op ReaderReadV2: (reader_handle, queue_handle) -> (key, value). Attrs: none."""
def ReaderResetV2(reader_handle: Any, *, name: str | None = None) -> Any:
    """The op ReaderResetV2: (reader_handle) -> (). Attrs: none."""
def ReaderRestoreStateV2(reader_handle: Any, state: Any, *, name: str | None = None) -> Any:
    """The op ReaderRestoreStateV2: (reader_handle, state) -> (). Attrs: none."""
def ReaderSerializeStateV2(reader_handle: Any, *, name: str | None = None) -> Any:
    """The op ReaderSerializeStateV2: (reader_handle) -> (state). Attrs: none."""
def Real(input: Any, *, Tout: Any = ..., name: str | None = None) -> Any:
    """The op Real: (input) -> (output). Attrs: Tout."""
def RealDiv(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op RealDiv: (x, y) -> (z). Attrs: none."""
def RebatchDatasetV2(
    input_dataset: Any,
    batch_sizes: Any,
    drop_remainder: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op RebatchDatasetV2: (input_dataset, batch_sizes, drop_remainder) -> (handle). Attrs: output_shapes, output_types."""
def Reciprocal(x: Any, *, name: str | None = None) -> Any:
    """The op Reciprocal: (x) -> (y). Attrs: none."""
def ReciprocalGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op ReciprocalGrad: (y, dy) -> (z). Attrs: none."""
def ReduceDataset(
    input_dataset: Any,
    initial_state: Any,
    other_arguments: Any,
    *,
    Targuments: Any,
    Tstate: Any,
    f: Any,
    use_inter_op_parallelism: Any = True,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ReduceDataset: (input_dataset, initial_state, other_arguments) -> (components). Attrs: Targuments, Tstate, f, metadata, output_shapes, output_types, use_inter_op_parallelism."""
def ReduceJoin(
    inputs: Any,
    reduction_indices: Any,
    *,
    keep_dims: Any = False,
    separator: Any = '',
    name: str | None = None,
) -> Any:
    """The op ReduceJoin: (inputs, reduction_indices) -> (output). Attrs: keep_dims, separator."""
def RegexFullMatch(input: Any, pattern: Any, *, name: str | None = None) -> Any:
    """The op RegexFullMatch: (input, pattern) -> (output). Attrs: none."""
def RegexReplace(
    input: Any,
    pattern: Any,
    rewrite: Any,
    *,
    replace_global: Any = True,
    name: str | None = None,
) -> Any:
    """The op RegexReplace: (input, pattern, rewrite) -> (output). Attrs: replace_global."""
def Relu(features: Any, *, name: str | None = None) -> Any:
    """The op Relu: (features) -> (activations). Attrs: none."""
def Relu6(features: Any, *, name: str | None = None) -> Any:
    """The op Relu6: (features) -> (activations). Attrs: none."""
def Relu6Grad(gradients: Any, features: Any, *, name: str | None = None) -> Any:
    """The op Relu6Grad: (gradients, features) -> (backprops). Attrs: none."""
def ReluGrad(gradients: Any, features: Any, *, name: str | None = None) -> Any:
    """The op ReluGrad: (gradients, features) -> (backprops). Attrs: none."""
def RepeatDataset(
    input_dataset: Any,
    count: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op RepeatDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Reshape(tensor: Any, shape: Any, *, name: str | None = None) -> Any:
    """The op Reshape: (tensor, shape) -> (output). Attrs: none."""
def ResizeArea(
    images: Any,
    size: Any,
    *,
    align_corners: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeArea: (images, size) -> (resized_images). Attrs: align_corners."""
def ResizeBicubic(
    images: Any,
    size: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeBicubic: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeBicubicGrad(
    grads: Any,
    original_image: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeBicubicGrad: (grads, original_image) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResizeBilinear(
    images: Any,
    size: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeBilinear: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeBilinearGrad(
    grads: Any,
    original_image: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeBilinearGrad: (grads, original_image) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResizeNearestNeighbor(
    images: Any,
    size: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeNearestNeighbor: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeNearestNeighborGrad(
    grads: Any,
    size: Any,
    *,
    align_corners: Any = False,
    half_pixel_centers: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResizeNearestNeighborGrad: (grads, size) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResourceApplyAdaMax(
    var: Any,
    m: Any,
    v: Any,
    beta1_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdaMax: (var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyAdadelta(
    var: Any,
    accum: Any,
    accum_update: Any,
    lr: Any,
    rho: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdadelta: (var, accum, accum_update, lr, rho, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyAdagrad(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    update_slots: Any = True,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdagrad: (var, accum, lr, grad) -> (). Attrs: update_slots, use_locking."""
def ResourceApplyAdagradV2(
    var: Any,
    accum: Any,
    lr: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    update_slots: Any = True,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdagradV2: (var, accum, lr, epsilon, grad) -> (). Attrs: update_slots, use_locking."""
def ResourceApplyAdam(
    var: Any,
    m: Any,
    v: Any,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    use_nesterov: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdam: (var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyAdamWithAmsgrad(
    var: Any,
    m: Any,
    v: Any,
    vhat: Any,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyAdamWithAmsgrad: (var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyCenteredRMSProp(
    var: Any,
    mg: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyCenteredRMSProp: (var, mg, ms, mom, lr, rho, momentum, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyFtrl(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    lr_power: Any,
    *,
    use_locking: Any = False,
    multiply_linear_by_lr: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyFtrl: (var, accum, linear, grad, lr, l1, l2, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceApplyFtrlV2(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    l2_shrinkage: Any,
    lr_power: Any,
    *,
    use_locking: Any = False,
    multiply_linear_by_lr: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyFtrlV2: (var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceApplyGradientDescent(
    var: Any,
    alpha: Any,
    delta: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyGradientDescent: (var, alpha, delta) -> (). Attrs: use_locking."""
def ResourceApplyKerasMomentum(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    momentum: Any,
    *,
    use_locking: Any = False,
    use_nesterov: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyKerasMomentum: (var, accum, lr, grad, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyMomentum(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    momentum: Any,
    *,
    use_locking: Any = False,
    use_nesterov: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyMomentum: (var, accum, lr, grad, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyRMSProp(
    var: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceApplyRMSProp: (var, ms, mom, lr, rho, momentum, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceCountUpTo(resource: Any, *, limit: Any, T: Any, name: str | None = None) -> Any:
    """The op ResourceCountUpTo: (resource) -> (output). Attrs: T, limit."""
def ResourceGather(
    resource: Any,
    indices: Any,
    *,
    dtype: Any,
    batch_dims: Any = 0,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op ResourceGather: (resource, indices) -> (output). Attrs: batch_dims, dtype, validate_indices."""
def ResourceScatterAdd(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterAdd: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterDiv(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterDiv: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMax(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterMax: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMin(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterMin: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMul(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterMul: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterNdAdd(
    ref: Any,
    indices: Any,
    updates: Any,
    *,
    use_locking: Any = True,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ResourceScatterNdAdd: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdMax(
    ref: Any,
    indices: Any,
    updates: Any,
    *,
    use_locking: Any = True,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ResourceScatterNdMax: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdMin(
    ref: Any,
    indices: Any,
    updates: Any,
    *,
    use_locking: Any = True,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ResourceScatterNdMin: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdSub(
    ref: Any,
    indices: Any,
    updates: Any,
    *,
    use_locking: Any = True,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ResourceScatterNdSub: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdUpdate(
    ref: Any,
    indices: Any,
    updates: Any,
    *,
    use_locking: Any = True,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ResourceScatterNdUpdate: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterSub(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterSub: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterUpdate(
    resource: Any,
    indices: Any,
    updates: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op ResourceScatterUpdate: (resource, indices, updates) -> (). Attrs: none."""
def ResourceSparseApplyAdadelta(
    var: Any,
    accum: Any,
    accum_update: Any,
    lr: Any,
    rho: Any,
    epsilon: Any,
    grad: Any,
    indices: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyAdadelta: (var, accum, accum_update, lr, rho, epsilon, grad, indices) -> (). Attrs: use_locking."""
def ResourceSparseApplyAdagrad(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    indices: Any,
    *,
    use_locking: Any = False,
    update_slots: Any = True,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyAdagrad: (var, accum, lr, grad, indices) -> (). Attrs: update_slots, use_locking."""
def ResourceSparseApplyAdagradV2(
    var: Any,
    accum: Any,
    lr: Any,
    epsilon: Any,
    grad: Any,
    indices: Any,
    *,
    use_locking: Any = False,
    update_slots: Any = True,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyAdagradV2: (var, accum, lr, epsilon, grad, indices) -> (). Attrs: update_slots, use_locking."""
def ResourceSparseApplyCenteredRMSProp(
    var: Any,
    mg: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
    indices: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyCenteredRMSProp: (var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices) -> (). Attrs: use_locking."""
def ResourceSparseApplyFtrl(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    indices: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    lr_power: Any,
    *,
    use_locking: Any = False,
    multiply_linear_by_lr: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyFtrl: (var, accum, linear, grad, indices, lr, l1, l2, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceSparseApplyFtrlV2(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    indices: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    l2_shrinkage: Any,
    lr_power: Any,
    *,
    use_locking: Any = False,
    multiply_linear_by_lr: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyFtrlV2: (var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceSparseApplyKerasMomentum(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    indices: Any,
    momentum: Any,
    *,
    use_locking: Any = False,
    use_nesterov: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyKerasMomentum: (var, accum, lr, grad, indices, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceSparseApplyMomentum(
    var: Any,
    accum: Any,
    lr: Any,
    grad: Any,
    indices: Any,
    momentum: Any,
    *,
    use_locking: Any = False,
    use_nesterov: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyMomentum: (var, accum, lr, grad, indices, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceSparseApplyRMSProp(
    var: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
    indices: Any,
    *,
    use_locking: Any = False,
    name: str | None = None,
) -> Any:
    """The op ResourceSparseApplyRMSProp: (var, ms, mom, lr, rho, momentum, epsilon, grad, indices) -> (). Attrs: use_locking."""
def RestoreV2(
    prefix: Any,
    tensor_names: Any,
    shape_and_slices: Any,
    *,
    dtypes: Any,
    name: str | None = None,
) -> Any:
    """The op RestoreV2: (prefix, tensor_names, shape_and_slices) -> (tensors). Attrs: dtypes."""
def Reverse(tensor: Any, dims: Any, *, name: str | None = None) -> Any:
    """The op Reverse: (tensor, dims) -> (output). Attrs: none."""
def ReverseSequence(
    input: Any,
    seq_lengths: Any,
    *,
    seq_dim: Any,
    batch_dim: Any = 0,
    name: str | None = None,
) -> Any:
    """The op ReverseSequence: (input, seq_lengths) -> (output). Attrs: batch_dim, seq_dim."""
def ReverseV2(tensor: Any, axis: Any, *, name: str | None = None) -> Any:
    """The op ReverseV2: (tensor, axis) -> (output). Attrs: none."""
def RightShift(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op RightShift: (x, y) -> (z). Attrs: none."""
def Rint(x: Any, *, name: str | None = None) -> Any:
    """The op Rint: (x) -> (y). Attrs: none."""
def RngReadAndSkip(resource: Any, alg: Any, delta: Any, *, name: str | None = None) -> Any:
    """The op RngReadAndSkip: (resource, alg, delta) -> (value). Attrs: none."""
def RngSkip(resource: Any, algorithm: Any, delta: Any, *, name: str | None = None) -> Any:
    """The op RngSkip: (resource, algorithm, delta) -> (). Attrs: none."""
def Roll(input: Any, shift: Any, axis: Any, *, name: str | None = None) -> Any:
    """The op Roll: (input, shift, axis) -> (output). Attrs: none."""
def Round(x: Any, *, name: str | None = None) -> Any:
    """The op Round: (x) -> (y). Attrs: none."""
def Rsqrt(x: Any, *, name: str | None = None) -> Any:
    """The op Rsqrt: (x) -> (y). Attrs: none."""
def RsqrtGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op RsqrtGrad: (y, dy) -> (z). Attrs: none."""
def SampleDistortedBoundingBox(
    image_size: Any,
    bounding_boxes: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = ...,
    area_range: Any = ...,
    max_attempts: Any = 100,
    use_image_if_no_bounding_boxes: Any = False,
    name: str | None = None,
) -> Any:
    """The op SampleDistortedBoundingBox: (image_size, bounding_boxes) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, min_object_covered, seed, seed2, use_image_if_no_bounding_boxes."""
def SampleDistortedBoundingBoxV2(
    image_size: Any,
    bounding_boxes: Any,
    min_object_covered: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    aspect_ratio_range: Any = ...,
    area_range: Any = ...,
    max_attempts: Any = 100,
    use_image_if_no_bounding_boxes: Any = False,
    name: str | None = None,
) -> Any:
    """The op SampleDistortedBoundingBoxV2: (image_size, bounding_boxes, min_object_covered) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, seed, seed2, use_image_if_no_bounding_boxes."""
def SaveDataset(
    input_dataset: Any,
    path: Any,
    shard_func_other_args: Any,
    *,
    compression: Any = '',
    shard_func: Any,
    use_shard_func: Any = True,
    name: str | None = None,
) -> Any:
    """The op SaveDataset: (input_dataset, path, shard_func_other_args) -> (). Attrs: compression, shard_func, use_shard_func."""
def SaveDatasetV2(
    input_dataset: Any,
    path: Any,
    shard_func_other_args: Any,
    *,
    compression: Any = '',
    shard_func: Any,
    use_shard_func: Any = True,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op SaveDatasetV2: (input_dataset, path, shard_func_other_args) -> (handle). Attrs: compression, output_shapes, output_types, shard_func, use_shard_func."""
def SaveV2(
    prefix: Any,
    tensor_names: Any,
    shape_and_slices: Any,
    tensors: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SaveV2: (prefix, tensor_names, shape_and_slices, tensors) -> (). Attrs: none."""
def ScalarSummary(tags: Any, values: Any, *, name: str | None = None) -> Any:
    """The op ScalarSummary: (tags, values) -> (summary). Attrs: none."""
def ScaleAndTranslate(
    images: Any,
    size: Any,
    scale: Any,
    translation: Any,
    *,
    kernel_type: Any = 'lanczos3',
    antialias: Any = True,
    name: str | None = None,
) -> Any:
    """The op ScaleAndTranslate: (images, size, scale, translation) -> (resized_images). Attrs: antialias, kernel_type."""
def ScaleAndTranslateGrad(
    grads: Any,
    original_image: Any,
    scale: Any,
    translation: Any,
    *,
    kernel_type: Any = 'lanczos3',
    antialias: Any = True,
    name: str | None = None,
) -> Any:
    """The op ScaleAndTranslateGrad: (grads, original_image, scale, translation) -> (output). Attrs: antialias, kernel_type."""
def ScanDataset(
    input_dataset: Any,
    initial_state: Any,
    other_arguments: Any,
    *,
    Targuments: Any,
    Tstate: Any,
    f: Any,
    preserve_cardinality: Any = False,
    use_default_device: Any = True,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ScanDataset: (input_dataset, initial_state, other_arguments) -> (handle). Attrs: Targuments, Tstate, f, metadata, output_shapes, output_types, preserve_cardinality, use_default_device."""
def ScatterNd(
    indices: Any,
    updates: Any,
    shape: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ScatterNd: (indices, updates, shape) -> (output). Attrs: bad_indices_policy."""
def ScatterNdNonAliasingAdd(
    input: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op ScatterNdNonAliasingAdd: (input, indices, updates) -> (output). Attrs: bad_indices_policy."""
def SegmentMax(data: Any, segment_ids: Any, *, name: str | None = None) -> Any:
    """The op SegmentMax: (data, segment_ids) -> (output). Attrs: none."""
def SegmentMean(data: Any, segment_ids: Any, *, name: str | None = None) -> Any:
    """The op SegmentMean: (data, segment_ids) -> (output). Attrs: none."""
def SegmentMin(data: Any, segment_ids: Any, *, name: str | None = None) -> Any:
    """The op SegmentMin: (data, segment_ids) -> (output). Attrs: none."""
def SegmentProd(data: Any, segment_ids: Any, *, name: str | None = None) -> Any:
    """The op SegmentProd: (data, segment_ids) -> (output). Attrs: none."""
def SegmentSum(data: Any, segment_ids: Any, *, name: str | None = None) -> Any:
    """The op SegmentSum: (data, segment_ids) -> (output). Attrs: none."""
def Select(condition: Any, x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Select: (condition, t, e) -> (output). Attrs: none."""
def SelectV2(condition: Any, t: Any, e: Any, *, name: str | None = None) -> Any:
    """The op SelectV2: (condition, t, e) -> (output). Attrs: none."""
def SelfAdjointEigV2(input: Any, *, compute_v: Any = True, name: str | None = None) -> Any:
    """The op SelfAdjointEigV2: (input) -> (e, v). Attrs: compute_v."""
def Selu(features: Any, *, name: str | None = None) -> Any:
    """The op Selu: (features) -> (activations). Attrs: none."""
def SeluGrad(gradients: Any, outputs: Any, *, name: str | None = None) -> Any:
    """The op SeluGrad: (gradients, outputs) -> (backprops). Attrs: none."""
def SerializeManySparse(
    sparse_indices: Any,
    sparse_values: Any,
    sparse_shape: Any,
    *,
    out_type: Any = ...,
    name: str | None = None,
) -> Any:
    """The op SerializeManySparse: (sparse_indices, sparse_values, sparse_shape) -> (serialized_sparse). Attrs: out_type."""
def SerializeSparse(
    sparse_indices: Any,
    sparse_values: Any,
    sparse_shape: Any,
    *,
    out_type: Any = ...,
    name: str | None = None,
) -> Any:
    """The op SerializeSparse: (sparse_indices, sparse_values, sparse_shape) -> (serialized_sparse). Attrs: out_type."""
def SerializeTensor(tensor: Any, *, name: str | None = None) -> Any:
    """The op SerializeTensor: (tensor) -> (serialized). Attrs: none."""
def SetSize(
    set_indices: Any,
    set_values: Any,
    set_shape: Any,
    *,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op SetSize: (set_indices, set_values, set_shape) -> (size). Attrs: validate_indices."""
def Shape(input: Any, *, out_type: Any = ..., name: str | None = None) -> Any:
    """The op Shape: (input) -> (output). Attrs: out_type."""
def ShapeN(input: Any, *, out_type: Any = ..., name: str | None = None) -> Any:
    """The op ShapeN: (input) -> (output). Attrs: out_type."""
def ShardDataset(
    input_dataset: Any,
    num_shards: Any,
    index: Any,
    *,
    require_non_empty: Any = False,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ShardDataset: (input_dataset, num_shards, index) -> (handle). Attrs: metadata, output_shapes, output_types, require_non_empty."""
def ShardedFilename(basename: Any, shard: Any, num_shards: Any, *, name: str | None = None) -> Any:
    """The op ShardedFilename: (basename, shard, num_shards) -> (filename). Attrs: none."""
def ShardedFilespec(basename: Any, num_shards: Any, *, name: str | None = None) -> Any:
    """The op ShardedFilespec: (basename, num_shards) -> (filename). Attrs: none."""
def ShuffleDataset(
    input_dataset: Any,
    buffer_size: Any,
    seed: Any,
    seed2: Any,
    *,
    reshuffle_each_iteration: Any = True,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ShuffleDataset: (input_dataset, buffer_size, seed, seed2) -> (handle). Attrs: metadata, output_shapes, output_types, reshuffle_each_iteration."""
def ShuffleDatasetV3(
    input_dataset: Any,
    buffer_size: Any,
    seed: Any,
    seed2: Any,
    seed_generator: Any,
    *,
    reshuffle_each_iteration: Any = True,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ShuffleDatasetV3: (input_dataset, buffer_size, seed, seed2, seed_generator) -> (handle). Attrs: metadata, output_shapes, output_types, reshuffle_each_iteration."""
def Sigmoid(x: Any, *, name: str | None = None) -> Any:
    """The op Sigmoid: (x) -> (y). Attrs: none."""
def SigmoidGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op SigmoidGrad: (y, dy) -> (z). Attrs: none."""
def Sign(x: Any, *, name: str | None = None) -> Any:
    """The op Sign: (x) -> (y). Attrs: none."""
def Sin(x: Any, *, name: str | None = None) -> Any:
    """The op Sin: (x) -> (y). Attrs: none."""
def Sinh(x: Any, *, name: str | None = None) -> Any:
    """The op Sinh: (x) -> (y). Attrs: none."""
def Size(input: Any, *, out_type: Any = ..., name: str | None = None) -> Any:
    """The op Size: (input) -> (output). Attrs: out_type."""
def SkipDataset(
    input_dataset: Any,
    count: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op SkipDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Slice(input: Any, begin: Any, size: Any, *, name: str | None = None) -> Any:
    """The op Slice: (input, begin, size) -> (output). Attrs: none."""
def Snapshot(input: Any, *, name: str | None = None) -> Any:
    """The op Snapshot: (input) -> (output). Attrs: none."""
def SnapshotDatasetV2(
    input_dataset: Any,
    path: Any,
    reader_func_other_args: Any,
    shard_func_other_args: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    reader_func: Any,
    shard_func: Any,
    Treader_func_args: Any,
    Tshard_func_args: Any,
    compression: Any = '',
    reader_prefix: Any = '',
    writer_prefix: Any = '',
    hash_valid: Any = False,
    hash: Any = 0,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op SnapshotDatasetV2: (input_dataset, path, reader_func_other_args, shard_func_other_args) -> (handle). Attrs: Treader_func_args, Tshard_func_args, compression, hash, hash_valid, metadata, output_shapes, output_types, reader_func, reader_prefix, shard_func, writer_prefix."""
def SobolSample(
    dim: Any,
    num_results: Any,
    skip: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op SobolSample: (dim, num_results, skip) -> (samples). Attrs: dtype."""
def Softmax(logits: Any, *, name: str | None = None) -> Any:
    """The op Softmax: (logits) -> (softmax). Attrs: none."""
def SoftmaxCrossEntropyWithLogits(features: Any, labels: Any, *, name: str | None = None) -> Any:
    """The op SoftmaxCrossEntropyWithLogits: (features, labels) -> (loss, backprop). Attrs: none."""
def Softplus(features: Any, *, name: str | None = None) -> Any:
    """The op Softplus: (features) -> (activations). Attrs: none."""
def SoftplusGrad(gradients: Any, features: Any, *, name: str | None = None) -> Any:
    """The op SoftplusGrad: (gradients, features) -> (backprops). Attrs: none."""
def Softsign(features: Any, *, name: str | None = None) -> Any:
    """The op Softsign: (features) -> (activations). Attrs: none."""
def SoftsignGrad(gradients: Any, features: Any, *, name: str | None = None) -> Any:
    """The op SoftsignGrad: (gradients, features) -> (backprops). Attrs: none."""
def SpaceToBatch(input: Any, paddings: Any, *, block_size: Any, name: str | None = None) -> Any:
    """The op SpaceToBatch: (input, paddings) -> (output). Attrs: block_size."""
def SpaceToBatchND(input: Any, block_shape: Any, paddings: Any, *, name: str | None = None) -> Any:
    """The op SpaceToBatchND: (input, block_shape, paddings) -> (output). Attrs: none."""
def SpaceToDepth(
    input: Any,
    *,
    block_size: Any,
    data_format: Any = 'NHWC',
    name: str | None = None,
) -> Any:
    """The op SpaceToDepth: (input) -> (output). Attrs: block_size, data_format."""
def SparseAdd(
    a_indices: Any,
    a_values: Any,
    a_shape: Any,
    b_indices: Any,
    b_values: Any,
    b_shape: Any,
    thresh: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseAdd: (a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh) -> (sum_indices, sum_values, sum_shape). Attrs: none."""
def SparseAddGrad(
    backprop_val_grad: Any,
    a_indices: Any,
    b_indices: Any,
    sum_indices: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseAddGrad: (backprop_val_grad, a_indices, b_indices, sum_indices) -> (a_val_grad, b_val_grad). Attrs: none."""
def SparseBincount(
    indices: Any,
    values: Any,
    dense_shape: Any,
    size: Any,
    weights: Any,
    *,
    binary_output: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseBincount: (indices, values, dense_shape, size, weights) -> (output). Attrs: binary_output."""
def SparseConcat(
    indices: Any,
    values: Any,
    shapes: Any,
    *,
    concat_dim: Any,
    name: str | None = None,
) -> Any:
    """The op SparseConcat: (indices, values, shapes) -> (output_indices, output_values, output_shape). Attrs: concat_dim."""
def SparseCountSparseOutput(
    indices: Any,
    values: Any,
    dense_shape: Any,
    weights: Any,
    *,
    minlength: Any = -1,
    maxlength: Any = -1,
    binary_output: Any,
    name: str | None = None,
) -> Any:
    """The op SparseCountSparseOutput: (indices, values, dense_shape, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def SparseCross(
    indices: Any,
    values: Any,
    shapes: Any,
    dense_inputs: Any,
    *,
    sparse_types: Any,
    dense_types: Any,
    hashed_output: Any,
    num_buckets: Any,
    hash_key: Any,
    out_type: Any,
    internal_type: Any,
    name: str | None = None,
) -> Any:
    """The op SparseCross: (indices, values, shapes, dense_inputs) -> (output_indices, output_values, output_shape). Attrs: dense_types, hash_key, hashed_output, internal_type, num_buckets, out_type, sparse_types."""
def SparseCrossV2(
    indices: Any,
    values: Any,
    shapes: Any,
    dense_inputs: Any,
    sep: Any,
    *,
    sparse_types: Any,
    dense_types: Any,
    name: str | None = None,
) -> Any:
    """The op SparseCrossV2: (indices, values, shapes, dense_inputs, sep) -> (output_indices, output_values, output_shape). Attrs: dense_types, sparse_types."""
def SparseDenseCwiseAdd(
    sp_indices: Any,
    sp_values: Any,
    sp_shape: Any,
    dense: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseDenseCwiseAdd: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseDenseCwiseDiv(
    sp_indices: Any,
    sp_values: Any,
    sp_shape: Any,
    dense: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseDenseCwiseDiv: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseDenseCwiseMul(
    sp_indices: Any,
    sp_values: Any,
    sp_shape: Any,
    dense: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseDenseCwiseMul: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseFillEmptyRows(
    indices: Any,
    values: Any,
    dense_shape: Any,
    default_value: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseFillEmptyRows: (indices, values, dense_shape, default_value) -> (output_indices, output_values, empty_row_indicator, reverse_index_map). Attrs: none."""
def SparseFillEmptyRowsGrad(
    reverse_index_map: Any,
    grad_values: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseFillEmptyRowsGrad: (reverse_index_map, grad_values) -> (d_values, d_default_value). Attrs: none."""
def SparseMatrixMatMul(
    a: Any,
    b: Any,
    *,
    transpose_a: Any = False,
    transpose_b: Any = False,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    transpose_output: Any = False,
    conjugate_output: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseMatrixMatMul: (a, b) -> (output). Attrs: adjoint_a, adjoint_b, conjugate_output, transpose_a, transpose_b, transpose_output."""
def SparseMatrixNNZ(sparse_matrix: Any, *, name: str | None = None) -> Any:
    """The op SparseMatrixNNZ: (sparse_matrix) -> (nnz). Attrs: none."""
def SparseMatrixSparseMatMul(
    a: Any,
    b: Any,
    *,
    type: Any,
    transpose_a: Any = False,
    transpose_b: Any = False,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseMatrixSparseMatMul: (a, b) -> (c). Attrs: adjoint_a, adjoint_b, transpose_a, transpose_b, type."""
def SparseMatrixTranspose(
    input: Any,
    *,
    conjugate: Any = False,
    type: Any,
    name: str | None = None,
) -> Any:
    """The op SparseMatrixTranspose: (input) -> (output). Attrs: conjugate, type."""
def SparseReduceMax(
    input_indices: Any,
    input_values: Any,
    input_shape: Any,
    reduction_axes: Any,
    *,
    keep_dims: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseReduceMax: (input_indices, input_values, input_shape, reduction_axes) -> (output). Attrs: keep_dims."""
def SparseReduceMaxSparse(
    input_indices: Any,
    input_values: Any,
    input_shape: Any,
    reduction_axes: Any,
    *,
    keep_dims: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseReduceMaxSparse: (input_indices, input_values, input_shape, reduction_axes) -> (output_indices, output_values, output_shape). Attrs: keep_dims."""
def SparseReduceSum(
    input_indices: Any,
    input_values: Any,
    input_shape: Any,
    reduction_axes: Any,
    *,
    keep_dims: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseReduceSum: (input_indices, input_values, input_shape, reduction_axes) -> (output). Attrs: keep_dims."""
def SparseReduceSumSparse(
    input_indices: Any,
    input_values: Any,
    input_shape: Any,
    reduction_axes: Any,
    *,
    keep_dims: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseReduceSumSparse: (input_indices, input_values, input_shape, reduction_axes) -> (output_indices, output_values, output_shape). Attrs: keep_dims."""
def SparseReorder(
    input_indices: Any,
    input_values: Any,
    input_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseReorder: (input_indices, input_values, input_shape) -> (output_indices, output_values). Attrs: none."""
def SparseReshape(
    input_indices: Any,
    input_shape: Any,
    new_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseReshape: (input_indices, input_shape, new_shape) -> (output_indices, output_shape). Attrs: none."""
def SparseSegmentMean(
    data: Any,
    indices: Any,
    segment_ids: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentMean: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentMeanWithNumSegments(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentMeanWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSqrtN(
    data: Any,
    indices: Any,
    segment_ids: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentSqrtN: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSqrtNWithNumSegments(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentSqrtNWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSum(
    data: Any,
    indices: Any,
    segment_ids: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentSum: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSumWithNumSegments(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    sparse_gradient: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseSegmentSumWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSlice(
    indices: Any,
    values: Any,
    shape: Any,
    start: Any,
    size: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSlice: (indices, values, shape, start, size) -> (output_indices, output_values, output_shape). Attrs: none."""
def SparseSliceGrad(
    backprop_val_grad: Any,
    input_indices: Any,
    input_start: Any,
    output_indices: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSliceGrad: (backprop_val_grad, input_indices, input_start, output_indices) -> (val_grad). Attrs: none."""
def SparseSoftmax(
    sp_indices: Any,
    sp_values: Any,
    sp_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSoftmax: (sp_indices, sp_values, sp_shape) -> (output). Attrs: none."""
def SparseSoftmaxCrossEntropyWithLogits(
    features: Any,
    labels: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSoftmaxCrossEntropyWithLogits: (features, labels) -> (loss, backprop). Attrs: none."""
def SparseSparseMaximum(
    a_indices: Any,
    a_values: Any,
    a_shape: Any,
    b_indices: Any,
    b_values: Any,
    b_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSparseMaximum: (a_indices, a_values, a_shape, b_indices, b_values, b_shape) -> (output_indices, output_values). Attrs: none."""
def SparseSparseMinimum(
    a_indices: Any,
    a_values: Any,
    a_shape: Any,
    b_indices: Any,
    b_values: Any,
    b_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseSparseMinimum: (a_indices, a_values, a_shape, b_indices, b_values, b_shape) -> (output_indices, output_values). Attrs: none."""
def SparseSplit(
    split_dim: Any,
    indices: Any,
    values: Any,
    shape: Any,
    *,
    num_split: Any,
    name: str | None = None,
) -> Any:
    """The op SparseSplit: (split_dim, indices, values, shape) -> (output_indices, output_values, output_shape). Attrs: num_split."""
def SparseTensorDenseAdd(
    a_indices: Any,
    a_values: Any,
    a_shape: Any,
    b: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseTensorDenseAdd: (a_indices, a_values, a_shape, b) -> (output). Attrs: none."""
def SparseTensorDenseMatMul(
    a_indices: Any,
    a_values: Any,
    a_shape: Any,
    b: Any,
    *,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    name: str | None = None,
) -> Any:
    """The op SparseTensorDenseMatMul: (a_indices, a_values, a_shape, b) -> (product). Attrs: adjoint_a, adjoint_b."""
def SparseTensorToCSRSparseMatrix(
    indices: Any,
    values: Any,
    dense_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op SparseTensorToCSRSparseMatrix: (indices, values, dense_shape) -> (sparse_matrix). Attrs: none."""
def SparseToDense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any,
    *,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op SparseToDense: (sparse_indices, output_shape, sparse_values, default_value) -> (dense). Attrs: validate_indices."""
def SparseToSparseSetOperation(
    set1_indices: Any,
    set1_values: Any,
    set1_shape: Any,
    set2_indices: Any,
    set2_values: Any,
    set2_shape: Any,
    *,
    set_operation: Any,
    validate_indices: Any = True,
    name: str | None = None,
) -> Any:
    """The op SparseToSparseSetOperation: (set1_indices, set1_values, set1_shape, set2_indices, set2_values, set2_shape) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def Spence(x: Any, *, name: str | None = None) -> Any:
    """The op Spence: (x) -> (y). Attrs: none."""
def Split(axis: Any, value: Any, *, num_split: Any, name: str | None = None) -> Any:
    """The op Split: (split_dim, value) -> (output). Attrs: num_split."""
def SplitV(
    value: Any,
    size_splits: Any,
    axis: Any,
    *,
    num_split: Any,
    name: str | None = None,
) -> Any:
    """The op SplitV: (value, size_splits, split_dim) -> (output). Attrs: num_split."""
def SqlDataset(
    driver_name: Any,
    data_source_name: Any,
    query: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    name: str | None = None,
) -> Any:
    """The op SqlDataset: (driver_name, data_source_name, query) -> (handle). Attrs: output_shapes, output_types."""
def Sqrt(x: Any, *, name: str | None = None) -> Any:
    """The op Sqrt: (x) -> (y). Attrs: none."""
def SqrtGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op SqrtGrad: (y, dy) -> (z). Attrs: none."""
def Square(x: Any, *, name: str | None = None) -> Any:
    """The op Square: (x) -> (y). Attrs: none."""
def SquaredDifference(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op SquaredDifference: (x, y) -> (z). Attrs: none."""
def Squeeze(input: Any, *, axis: Any = ..., name: str | None = None) -> Any:
    """The op Squeeze: (input) -> (output). Attrs: squeeze_dims."""
def StatefulPartitionedCall(
    args: Any,
    *,
    Tout: Any,
    f: Any,
    config: Any = '',
    config_proto: Any = '',
    executor_type: Any = '',
    name: str | None = None,
) -> Any:
    """The op StatefulPartitionedCall: (args) -> (output). Attrs: Tout, config, config_proto, executor_type, f."""
def StatefulRandomBinomial(
    resource: Any,
    algorithm: Any,
    shape: Any,
    counts: Any,
    probs: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatefulRandomBinomial: (resource, algorithm, shape, counts, probs) -> (output). Attrs: dtype."""
def StatefulStandardNormalV2(
    resource: Any,
    algorithm: Any,
    shape: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatefulStandardNormalV2: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulTruncatedNormal(
    resource: Any,
    algorithm: Any,
    shape: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatefulTruncatedNormal: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniform(
    resource: Any,
    algorithm: Any,
    shape: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatefulUniform: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniformFullInt(
    resource: Any,
    algorithm: Any,
    shape: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatefulUniformFullInt: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniformInt(
    resource: Any,
    algorithm: Any,
    shape: Any,
    minval: Any,
    maxval: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatefulUniformInt: (resource, algorithm, shape, minval, maxval) -> (output). Attrs: none."""
def StatelessCase(
    branch_index: Any,
    input: Any,
    *,
    Tout: Any,
    branches: Any,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessCase: (branch_index, input) -> (output). Attrs: Tout, branches, output_shapes."""
def StatelessIf(
    cond: Any,
    input: Any,
    *,
    Tout: Any,
    then_branch: Any,
    else_branch: Any,
    output_shapes: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessIf: (cond, input) -> (output). Attrs: Tout, else_branch, output_shapes, then_branch."""
def StatelessMultinomial(
    logits: Any,
    num_samples: Any,
    seed: Any,
    *,
    output_dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessMultinomial: (logits, num_samples, seed) -> (output). Attrs: output_dtype."""
def StatelessParameterizedTruncatedNormal(
    shape: Any,
    seed: Any,
    means: Any,
    stddevs: Any,
    minvals: Any,
    maxvals: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatelessParameterizedTruncatedNormal: (shape, seed, means, stddevs, minvals, maxvals) -> (output). Attrs: none."""
def StatelessRandomBinomial(
    shape: Any,
    seed: Any,
    counts: Any,
    probs: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomBinomial: (shape, seed, counts, probs) -> (output). Attrs: dtype."""
def StatelessRandomGammaV2(shape: Any, seed: Any, alpha: Any, *, name: str | None = None) -> Any:
    """The op StatelessRandomGammaV2: (shape, seed, alpha) -> (output). Attrs: none."""
def StatelessRandomGammaV3(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    alpha: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomGammaV3: (shape, key, counter, alg, alpha) -> (output). Attrs: none."""
def StatelessRandomGetAlg(*, name: str | None = None) -> Any:
    """The op StatelessRandomGetAlg: () -> (alg). Attrs: none."""
def StatelessRandomGetKeyCounter(seed: Any, *, name: str | None = None) -> Any:
    """The op StatelessRandomGetKeyCounter: (seed) -> (key, counter). Attrs: none."""
def StatelessRandomGetKeyCounterAlg(seed: Any, *, name: str | None = None) -> Any:
    """The op StatelessRandomGetKeyCounterAlg: (seed) -> (key, counter, alg). Attrs: none."""
def StatelessRandomNormal(
    shape: Any,
    seed: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomNormal: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomNormalV2(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomNormalV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessRandomPoisson(
    shape: Any,
    seed: Any,
    lam: Any,
    *,
    dtype: Any,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomPoisson: (shape, seed, lam) -> (output). Attrs: dtype."""
def StatelessRandomUniform(
    shape: Any,
    seed: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniform: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomUniformFullInt(
    shape: Any,
    seed: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniformFullInt: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomUniformFullIntV2(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniformFullIntV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessRandomUniformInt(
    shape: Any,
    seed: Any,
    minval: Any,
    maxval: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniformInt: (shape, seed, minval, maxval) -> (output). Attrs: none."""
def StatelessRandomUniformIntV2(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    minval: Any,
    maxval: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniformIntV2: (shape, key, counter, alg, minval, maxval) -> (output). Attrs: none."""
def StatelessRandomUniformV2(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessRandomUniformV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessSampleDistortedBoundingBox(
    image_size: Any,
    bounding_boxes: Any,
    min_object_covered: Any,
    seed: Any,
    *,
    aspect_ratio_range: Any = ...,
    area_range: Any = ...,
    max_attempts: Any = 100,
    use_image_if_no_bounding_boxes: Any = False,
    name: str | None = None,
) -> Any:
    """The op StatelessSampleDistortedBoundingBox: (image_size, bounding_boxes, min_object_covered, seed) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, use_image_if_no_bounding_boxes."""
def StatelessShuffle(
    value: Any,
    key: Any,
    counter: Any,
    alg: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op StatelessShuffle: (value, key, counter, alg) -> (output). Attrs: none."""
def StatelessTruncatedNormal(
    shape: Any,
    seed: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessTruncatedNormal: (shape, seed) -> (output). Attrs: dtype."""
def StatelessTruncatedNormalV2(
    shape: Any,
    key: Any,
    counter: Any,
    alg: Any,
    *,
    dtype: Any = ...,
    name: str | None = None,
) -> Any:
    """The op StatelessTruncatedNormalV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessWhile(
    input: Any,
    *,
    cond: Any,
    body: Any,
    output_shapes: Any = ...,
    parallel_iterations: Any = 10,
    name: str | None = None,
) -> Any:
    """The op StatelessWhile: (input) -> (output). Attrs: body, cond, output_shapes, parallel_iterations."""
def StaticRegexFullMatch(input: Any, *, pattern: Any, name: str | None = None) -> Any:
    """The op StaticRegexFullMatch: (input) -> (output). Attrs: pattern."""
def StaticRegexReplace(
    input: Any,
    *,
    pattern: Any,
    rewrite: Any,
    replace_global: Any = True,
    name: str | None = None,
) -> Any:
    """The op StaticRegexReplace: (input) -> (output). Attrs: pattern, replace_global, rewrite."""
def StopGradient(input: Any, *, name: str | None = None) -> Any:
    """The op StopGradient: (input) -> (output). Attrs: none."""
def StridedSlice(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    *,
    begin_mask: Any = 0,
    end_mask: Any = 0,
    ellipsis_mask: Any = 0,
    new_axis_mask: Any = 0,
    shrink_axis_mask: Any = 0,
    name: str | None = None,
) -> Any:
    """The op StridedSlice: (input, begin, end, strides) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def StridedSliceGrad(
    shape: Any,
    begin: Any,
    end: Any,
    strides: Any,
    dy: Any,
    *,
    begin_mask: Any = 0,
    end_mask: Any = 0,
    ellipsis_mask: Any = 0,
    new_axis_mask: Any = 0,
    shrink_axis_mask: Any = 0,
    name: str | None = None,
) -> Any:
    """The op StridedSliceGrad: (shape, begin, end, strides, dy) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def StringFormat(
    inputs: Any,
    *,
    template: Any = '%s',
    placeholder: Any = '%s',
    summarize: Any = 3,
    name: str | None = None,
) -> Any:
    """The op StringFormat: (inputs) -> (output). Attrs: placeholder, summarize, template."""
def StringJoin(inputs: Any, *, separator: Any = '', name: str | None = None) -> Any:
    """The op StringJoin: (inputs) -> (output). Attrs: separator."""
def StringLength(input: Any, *, unit: Any = 'BYTE', name: str | None = None) -> Any:
    """The op StringLength: (input) -> (output). Attrs: unit."""
def StringLower(input: Any, *, encoding: Any = '', name: str | None = None) -> Any:
    """The op StringLower: (input) -> (output). Attrs: encoding."""
def StringNGrams(
    data: Any,
    data_splits: Any,
    *,
    separator: Any,
    ngram_widths: Any,
    left_pad: Any,
    right_pad: Any,
    pad_width: Any,
    preserve_short_sequences: Any,
    name: str | None = None,
) -> Any:
    """The op StringNGrams: (data, data_splits) -> (ngrams, ngrams_splits). Attrs: left_pad, ngram_widths, pad_width, preserve_short_sequences, right_pad, separator."""
def StringSplit(
    input: Any,
    delimiter: Any,
    *,
    skip_empty: Any = True,
    name: str | None = None,
) -> Any:
    """The op StringSplit: (input, delimiter) -> (indices, values, shape). Attrs: skip_empty."""
def StringSplitV2(input: Any, sep: Any, *, maxsplit: Any = -1, name: str | None = None) -> Any:
    """The op StringSplitV2: (input, sep) -> (indices, values, shape). Attrs: maxsplit."""
def StringStrip(input: Any, *, name: str | None = None) -> Any:
    """The op StringStrip: (input) -> (output). Attrs: none."""
def StringToHashBucket(string_tensor: Any, *, num_buckets: Any, name: str | None = None) -> Any:
    """The op StringToHashBucket: (string_tensor) -> (output). Attrs: num_buckets."""
def StringToHashBucketFast(input: Any, *, num_buckets: Any, name: str | None = None) -> Any:
    """The op StringToHashBucketFast: (input) -> (output). Attrs: num_buckets."""
def StringToHashBucketStrong(
    input: Any,
    *,
    num_buckets: Any,
    key: Any,
    name: str | None = None,
) -> Any:
    """The op StringToHashBucketStrong: (input) -> (output). Attrs: key, num_buckets."""
def StringToNumber(string_tensor: Any, *, out_type: Any = ..., name: str | None = None) -> Any:
    """The op StringToNumber: (string_tensor) -> (output). Attrs: out_type."""
def StringUpper(input: Any, *, encoding: Any = '', name: str | None = None) -> Any:
    """The op StringUpper: (input) -> (output). Attrs: encoding."""
def Sub(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Sub: (x, y) -> (z). Attrs: none."""
def Substr(input: Any, pos: Any, len: Any, *, unit: Any = 'BYTE', name: str | None = None) -> Any:
    """The op Substr: (input, pos, len) -> (output). Attrs: unit."""
def Sum(input: Any, axis: Any, *, keep_dims: Any = False, name: str | None = None) -> Any:
    """The op Sum: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def SummaryWriter(*, shared_name: Any = '', container: Any = '', name: str | None = None) -> Any:
    """The op SummaryWriter: () -> (writer). Attrs: container, shared_name."""
def Svd(
    input: Any,
    *,
    compute_uv: Any = True,
    full_matrices: Any = False,
    name: str | None = None,
) -> Any:
    """The op Svd: (input) -> (s, u, v). Attrs: compute_uv, full_matrices."""
def TFRecordDataset(
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    *,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TFRecordDataset: (filenames, compression_type, buffer_size) -> (handle). Attrs: metadata."""
def TFRecordDatasetV2(
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    byte_offsets: Any,
    *,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TFRecordDatasetV2: (filenames, compression_type, buffer_size, byte_offsets) -> (handle). Attrs: metadata."""
def TFRecordReaderV2(
    *,
    container: Any = '',
    shared_name: Any = '',
    compression_type: Any = '',
    name: str | None = None,
) -> Any:
    """The op TFRecordReaderV2: () -> (reader_handle). Attrs: compression_type, container, shared_name."""
def TakeDataset(
    input_dataset: Any,
    count: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TakeDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def TakeWhileDataset(
    input_dataset: Any,
    other_arguments: Any,
    *,
    predicate: Any,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TakeWhileDataset: (input_dataset, other_arguments) -> (handle). Attrs: metadata, output_shapes, output_types, predicate."""
def Tan(x: Any, *, name: str | None = None) -> Any:
    """The op Tan: (x) -> (y). Attrs: none."""
def Tanh(x: Any, *, name: str | None = None) -> Any:
    """The op Tanh: (x) -> (y). Attrs: none."""
def TanhGrad(y: Any, dy: Any, *, name: str | None = None) -> Any:
    """The op TanhGrad: (y, dy) -> (z). Attrs: none."""
def TensorDataset(
    components: Any,
    *,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorDataset: (components) -> (handle). Attrs: metadata, output_shapes."""
def TensorListConcat(
    input_handle: Any,
    *,
    element_dtype: Any,
    element_shape: Any = ...,
    name: str | None = None,
) -> Any:
    """The op TensorListConcat: (input_handle) -> (tensor, lengths). Attrs: element_dtype, element_shape."""
def TensorListConcatLists(
    input_a: Any,
    input_b: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListConcatLists: (input_a, input_b) -> (output). Attrs: element_dtype."""
def TensorListConcatV2(
    input_handle: Any,
    element_shape: Any,
    leading_dims: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListConcatV2: (input_handle, element_shape, leading_dims) -> (tensor, lengths). Attrs: element_dtype."""
def TensorListElementShape(input_handle: Any, *, shape_type: Any, name: str | None = None) -> Any:
    """The op TensorListElementShape: (input_handle) -> (element_shape). Attrs: shape_type."""
def TensorListFromTensor(tensor: Any, element_shape: Any, *, name: str | None = None) -> Any:
    """The op TensorListFromTensor: (tensor, element_shape) -> (output_handle). Attrs: none."""
def TensorListGather(
    input_handle: Any,
    indices: Any,
    element_shape: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListGather: (input_handle, indices, element_shape) -> (values). Attrs: element_dtype."""
def TensorListGetItem(
    input_handle: Any,
    index: Any,
    element_shape: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListGetItem: (input_handle, index, element_shape) -> (item). Attrs: element_dtype."""
def TensorListLength(input_handle: Any, *, name: str | None = None) -> Any:
    """The op TensorListLength: (input_handle) -> (length). Attrs: none."""
def TensorListPopBack(
    input_handle: Any,
    element_shape: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListPopBack: (input_handle, element_shape) -> (output_handle, tensor). Attrs: element_dtype."""
def TensorListPushBack(input_handle: Any, tensor: Any, *, name: str | None = None) -> Any:
    """The op TensorListPushBack: (input_handle, tensor) -> (output_handle). Attrs: none."""
def TensorListPushBackBatch(input_handles: Any, tensor: Any, *, name: str | None = None) -> Any:
    """The op TensorListPushBackBatch: (input_handles, tensor) -> (output_handles). Attrs: none."""
def TensorListReserve(
    element_shape: Any,
    num_elements: Any,
    *,
    element_dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TensorListReserve: (element_shape, num_elements) -> (handle). Attrs: element_dtype."""
def TensorListResize(input_handle: Any, size: Any, *, name: str | None = None) -> Any:
    """The op TensorListResize: (input_handle, size) -> (output_handle). Attrs: none."""
def TensorListScatter(
    tensor: Any,
    indices: Any,
    element_shape: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TensorListScatter: (tensor, indices, element_shape) -> (output_handle). Attrs: none."""
def TensorListScatterIntoExistingList(
    input_handle: Any,
    tensor: Any,
    indices: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TensorListScatterIntoExistingList: (input_handle, tensor, indices) -> (output_handle). Attrs: none."""
def TensorListScatterV2(
    tensor: Any,
    indices: Any,
    element_shape: Any,
    num_elements: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TensorListScatterV2: (tensor, indices, element_shape, num_elements) -> (output_handle). Attrs: none."""
def TensorListSetItem(
    input_handle: Any,
    index: Any,
    item: Any,
    *,
    resize_if_index_out_of_bounds: Any = False,
    name: str | None = None,
) -> Any:
    """The op TensorListSetItem: (input_handle, index, item) -> (output_handle). Attrs: resize_if_index_out_of_bounds."""
def TensorListSplit(
    tensor: Any,
    element_shape: Any,
    lengths: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TensorListSplit: (tensor, element_shape, lengths) -> (output_handle). Attrs: none."""
def TensorListStack(
    input_handle: Any,
    element_shape: Any,
    *,
    element_dtype: Any,
    num_elements: Any = -1,
    name: str | None = None,
) -> Any:
    """The op TensorListStack: (input_handle, element_shape) -> (tensor). Attrs: element_dtype, num_elements."""
def TensorScatterAdd(
    tensor: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorScatterAdd: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterMax(
    tensor: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorScatterMax: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterMin(
    tensor: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorScatterMin: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterSub(
    tensor: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorScatterSub: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterUpdate(
    tensor: Any,
    indices: Any,
    updates: Any,
    *,
    bad_indices_policy: Any = '',
    name: str | None = None,
) -> Any:
    """The op TensorScatterUpdate: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorSliceDataset(
    components: Any,
    *,
    is_files: Any = False,
    output_shapes: Any,
    metadata: Any = '',
    replicate_on_split: Any = False,
    name: str | None = None,
) -> Any:
    """The op TensorSliceDataset: (components) -> (handle). Attrs: is_files, metadata, output_shapes, replicate_on_split."""
def TensorStridedSliceUpdate(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    *,
    begin_mask: Any = 0,
    end_mask: Any = 0,
    ellipsis_mask: Any = 0,
    new_axis_mask: Any = 0,
    shrink_axis_mask: Any = 0,
    name: str | None = None,
) -> Any:
    """The op TensorStridedSliceUpdate: (input, begin, end, strides, value) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def TensorSummaryV2(
    tag: Any,
    tensor: Any,
    serialized_summary_metadata: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TensorSummaryV2: (tag, tensor, serialized_summary_metadata) -> (summary). Attrs: none."""
def TextLineDataset(
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    *,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op TextLineDataset: (filenames, compression_type, buffer_size) -> (handle). Attrs: metadata."""
def TextLineReaderV2(
    *,
    skip_header_lines: Any = 0,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op TextLineReaderV2: () -> (reader_handle). Attrs: container, shared_name, skip_header_lines."""
def ThreadUnsafeUnigramCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    range_max: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op ThreadUnsafeUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def Tile(input: Any, multiples: Any, *, name: str | None = None) -> Any:
    """The op Tile: (input, multiples) -> (output). Attrs: none."""
def Timestamp(*, name: str | None = None) -> Any:
    """The op Timestamp: () -> (ts). Attrs: none."""
def ToBool(input: Any, *, name: str | None = None) -> Any:
    """The op ToBool: (input) -> (output). Attrs: none."""
def TopK(input: Any, *, k: Any, sorted: Any = True, name: str | None = None) -> Any:
    """The op TopK: (input) -> (values, indices). Attrs: k, sorted."""
def TopKV2(
    input: Any,
    k: Any,
    *,
    sorted: Any = True,
    index_type: Any = ...,
    name: str | None = None,
) -> Any:
    """The op TopKV2: (input, k) -> (values, indices). Attrs: index_type, sorted."""
def Transpose(x: Any, perm: Any, *, name: str | None = None) -> Any:
    """The op Transpose: (x, perm) -> (y). Attrs: none."""
def TridiagonalMatMul(
    superdiag: Any,
    maindiag: Any,
    subdiag: Any,
    rhs: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op TridiagonalMatMul: (superdiag, maindiag, subdiag, rhs) -> (output). Attrs: none."""
def TridiagonalSolve(
    diagonals: Any,
    rhs: Any,
    *,
    partial_pivoting: Any = True,
    perturb_singular: Any = False,
    name: str | None = None,
) -> Any:
    """The op TridiagonalSolve: (diagonals, rhs) -> (output). Attrs: partial_pivoting, perturb_singular."""
def TruncateDiv(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op TruncateDiv: (x, y) -> (z). Attrs: none."""
def TruncateMod(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op TruncateMod: (x, y) -> (z). Attrs: none."""
def TruncatedNormal(
    shape: Any,
    *,
    seed: Any = 0,
    seed2: Any = 0,
    dtype: Any,
    name: str | None = None,
) -> Any:
    """The op TruncatedNormal: (shape) -> (output). Attrs: dtype, seed, seed2."""
def UnbatchDataset(
    input_dataset: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op UnbatchDataset: (input_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def UnicodeDecode(
    input: Any,
    *,
    input_encoding: Any,
    errors: Any = 'replace',
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    Tsplits: Any = ...,
    name: str | None = None,
) -> Any:
    """The op UnicodeDecode: (input) -> (row_splits, char_values). Attrs: Tsplits, errors, input_encoding, replace_control_characters, replacement_char."""
def UnicodeDecodeWithOffsets(
    input: Any,
    *,
    input_encoding: Any,
    errors: Any = 'replace',
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    Tsplits: Any = ...,
    name: str | None = None,
) -> Any:
    """The op UnicodeDecodeWithOffsets: (input) -> (row_splits, char_values, char_to_byte_starts). Attrs: Tsplits, errors, input_encoding, replace_control_characters, replacement_char."""
def UnicodeEncode(
    input_values: Any,
    input_splits: Any,
    *,
    errors: Any = 'replace',
    output_encoding: Any,
    replacement_char: Any = 65533,
    name: str | None = None,
) -> Any:
    """The op UnicodeEncode: (input_values, input_splits) -> (output). Attrs: errors, output_encoding, replacement_char."""
def UnicodeScript(input: Any, *, name: str | None = None) -> Any:
    """The op UnicodeScript: (input) -> (output). Attrs: none."""
def UnicodeTranscode(
    input: Any,
    *,
    input_encoding: Any,
    output_encoding: Any,
    errors: Any = 'replace',
    replacement_char: Any = 65533,
    replace_control_characters: Any = False,
    name: str | None = None,
) -> Any:
    """The op UnicodeTranscode: (input) -> (output). Attrs: errors, input_encoding, output_encoding, replace_control_characters, replacement_char."""
def UniformCandidateSampler(
    true_classes: Any,
    *,
    num_true: Any,
    num_sampled: Any,
    unique: Any,
    range_max: Any,
    seed: Any = 0,
    seed2: Any = 0,
    name: str | None = None,
) -> Any:
    """The op UniformCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def Unique(x: Any, *, out_idx: Any = ..., name: str | None = None) -> Any:
    """The op Unique: (x) -> (y, idx). Attrs: out_idx."""
def UniqueDataset(
    input_dataset: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op UniqueDataset: (input_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def UniqueV2(x: Any, axis: Any, *, out_idx: Any = ..., name: str | None = None) -> Any:
    """The op UniqueV2: (x, axis) -> (y, idx). Attrs: out_idx."""
def UniqueWithCounts(x: Any, *, out_idx: Any = ..., name: str | None = None) -> Any:
    """The op UniqueWithCounts: (x) -> (y, idx, count). Attrs: out_idx."""
def UniqueWithCountsV2(x: Any, axis: Any, *, out_idx: Any = ..., name: str | None = None) -> Any:
    """The op UniqueWithCountsV2: (x, axis) -> (y, idx, count). Attrs: out_idx."""
def Unpack(value: Any, *, num: Any, axis: Any = 0, name: str | None = None) -> Any:
    """The op Unpack: (value) -> (output). Attrs: axis, num."""
def UnravelIndex(indices: Any, dims: Any, *, name: str | None = None) -> Any:
    """The op UnravelIndex: (indices, dims) -> (output). Attrs: none."""
def UnsortedSegmentJoin(
    inputs: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    separator: Any = '',
    name: str | None = None,
) -> Any:
    """The op UnsortedSegmentJoin: (inputs, segment_ids, num_segments) -> (output). Attrs: separator."""
def UnsortedSegmentMax(
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op UnsortedSegmentMax: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentMin(
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op UnsortedSegmentMin: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentProd(
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op UnsortedSegmentProd: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentSum(
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op UnsortedSegmentSum: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UpperBound(
    sorted_inputs: Any,
    values: Any,
    *,
    out_type: Any = ...,
    name: str | None = None,
) -> Any:
    """The op UpperBound: (sorted_inputs, values) -> (output). Attrs: out_type."""
def VarHandleOp(
    *,
    dtype: Any,
    shape: Any,
    container: Any = '',
    shared_name: Any = '',
    debug_name: Any = '',
    allowed_devices: Any = ...,
    name: str | None = None,
) -> Any:
    """The op VarHandleOp: () -> (resource). Attrs: allowed_devices, container, debug_name, dtype, shape, shared_name."""
def VarIsInitializedOp(resource: Any, *, name: str | None = None) -> Any:
    """The op VarIsInitializedOp: (resource) -> (is_initialized). Attrs: none."""
def VariableShape(input: Any, *, out_type: Any = ..., name: str | None = None) -> Any:
    """The op VariableShape: (input) -> (output). Attrs: out_type."""
def Where(condition: Any, *, name: str | None = None) -> Any:
    """The op Where: (input) -> (index). Attrs: none."""
def While(
    input: Any,
    *,
    cond: Any,
    body: Any,
    output_shapes: Any = ...,
    parallel_iterations: Any = 10,
    name: str | None = None,
) -> Any:
    """The op While: (input) -> (output). Attrs: body, cond, output_shapes, parallel_iterations."""
def WholeFileReaderV2(
    *,
    container: Any = '',
    shared_name: Any = '',
    name: str | None = None,
) -> Any:
    """The op WholeFileReaderV2: () -> (reader_handle). Attrs: container, shared_name."""
def WindowDataset(
    input_dataset: Any,
    size: Any,
    shift: Any,
    stride: Any,
    drop_remainder: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op WindowDataset: (input_dataset, size, shift, stride, drop_remainder) -> (handle). Attrs: metadata, output_shapes, output_types."""
def WriteFile(filename: Any, contents: Any, *, name: str | None = None) -> Any:
    """The op WriteFile: (filename, contents) -> (). Attrs: none."""
def WriteGraphSummary(writer: Any, step: Any, tensor: Any, *, name: str | None = None) -> Any:
    """The op WriteGraphSummary: (writer, step, tensor) -> (). Attrs: none."""
def WriteRawProtoSummary(writer: Any, step: Any, tensor: Any, *, name: str | None = None) -> Any:
    """The op WriteRawProtoSummary: (writer, step, tensor) -> (). Attrs: none."""
def WriteSummary(
    writer: Any,
    step: Any,
    tensor: Any,
    tag: Any,
    summary_metadata: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op WriteSummary: (writer, step, tensor, tag, summary_metadata) -> (). Attrs: none."""
def Xdivy(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Xdivy: (x, y) -> (z). Attrs: none."""
def XlaDynamicSlice(
    input: Any,
    start_indices: Any,
    size_indices: Any,
    *,
    name: str | None = None,
) -> Any:
    """The op XlaDynamicSlice: (input, start_indices, size_indices) -> (output). Attrs: none."""
def XlaDynamicUpdateSlice(input: Any, update: Any, indices: Any, *, name: str | None = None) -> Any:
    """The op XlaDynamicUpdateSlice: (input, update, indices) -> (output). Attrs: none."""
def Xlog1py(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Xlog1py: (x, y) -> (z). Attrs: none."""
def Xlogy(x: Any, y: Any, *, name: str | None = None) -> Any:
    """The op Xlogy: (x, y) -> (z). Attrs: none."""
def ZerosLike(x: Any, *, name: str | None = None) -> Any:
    """The op ZerosLike: (x) -> (y). Attrs: none."""
def Zeta(x: Any, q: Any, *, name: str | None = None) -> Any:
    """The op Zeta: (x, q) -> (z). Attrs: none."""
def ZipDataset(
    input_datasets: Any,
    *,
    output_types: Any,
    output_shapes: Any,
    metadata: Any = '',
    name: str | None = None,
) -> Any:
    """The op ZipDataset: (input_datasets) -> (handle). Attrs: metadata, output_shapes, output_types."""
