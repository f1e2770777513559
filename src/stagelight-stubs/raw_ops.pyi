"""The ops of `tf.raw_ops`. Written by `scripts/public_stubs.py`."""

from typing import Any as _Any

def Abs(x: _Any, *, name: str | None = None) -> _Any:
    """The op Abs: (x) -> (y). Attrs: none."""
def AccumulateNV2(inputs: _Any, *, shape: _Any, name: str | None = None) -> _Any:
    """The op AccumulateNV2: (inputs) -> (sum). Attrs: shape."""
def Acos(x: _Any, *, name: str | None = None) -> _Any:
    """The op Acos: (x) -> (y). Attrs: none."""
def Acosh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Acosh: (x) -> (y). Attrs: none."""
def Add(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Add: (x, y) -> (z). Attrs: none."""
def AddN(inputs: _Any, *, name: str | None = None) -> _Any:
    """The op AddN: (inputs) -> (sum). Attrs: none."""
def AddV2(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op AddV2: (x, y) -> (z). Attrs: none."""
def AdjustContrastv2(images: _Any, contrast_factor: _Any, *, name: str | None = None) -> _Any:
    """The op AdjustContrastv2: (images, contrast_factor) -> (output). Attrs: none."""
def AdjustHue(images: _Any, delta: _Any, *, name: str | None = None) -> _Any:
    """The op AdjustHue: (images, delta) -> (output). Attrs: none."""
def AdjustSaturation(images: _Any, scale: _Any, *, name: str | None = None) -> _Any:
    """The op AdjustSaturation: (images, scale) -> (output). Attrs: none."""
def All(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op All: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def AllCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op AllCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, seed, seed2, unique."""
def Angle(input: _Any, *, Tout: _Any = ..., name: str | None = None) -> _Any:
    """The op Angle: (input) -> (output). Attrs: Tout."""
def AnonymousIterator(*, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Any:
    """The op AnonymousIterator: () -> (handle). Attrs: output_shapes, output_types."""
def AnonymousIteratorV3(*, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Any:
    """The op AnonymousIteratorV3: () -> (handle). Attrs: output_shapes, output_types."""
def Any(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Any: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def ApproxTopK(
    input: _Any,
    *,
    k: _Any,
    reduction_dimension: _Any = -1,
    recall_target: _Any = 0.95,
    is_max_k: _Any = True,
    reduction_input_size_override: _Any = -1,
    aggregate_to_topk: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ApproxTopK: (input) -> (values, indices). Attrs: aggregate_to_topk, is_max_k, k, recall_target, reduction_dimension, reduction_input_size_override."""
def ApproximateEqual(
    x: _Any,
    y: _Any,
    *,
    tolerance: _Any = 9.999999747378752e-06,
    name: str | None = None,
) -> _Any:
    """The op ApproximateEqual: (x, y) -> (z). Attrs: tolerance."""
def ArgMax(input: _Any, dimension: _Any, *, output_type: _Any = ..., name: str | None = None) -> _Any:
    """The op ArgMax: (input, dimension) -> (output). Attrs: output_type."""
def ArgMin(input: _Any, dimension: _Any, *, output_type: _Any = ..., name: str | None = None) -> _Any:
    """The op ArgMin: (input, dimension) -> (output). Attrs: output_type."""
def AsString(
    input: _Any,
    *,
    precision: _Any = -1,
    scientific: _Any = False,
    shortest: _Any = False,
    width: _Any = -1,
    fill: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op AsString: (input) -> (output). Attrs: fill, precision, scientific, shortest, width."""
def Asin(x: _Any, *, name: str | None = None) -> _Any:
    """The op Asin: (x) -> (y). Attrs: none."""
def Asinh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Asinh: (x) -> (y). Attrs: none."""
def Assert(condition: _Any, data: _Any, *, summarize: _Any = 3, name: str | None = None) -> _Any:
    """The op Assert: (condition, data) -> (). Attrs: summarize."""
def AssertCardinalityDataset(
    input_dataset: _Any,
    cardinality: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op AssertCardinalityDataset: (input_dataset, cardinality) -> (handle). Attrs: output_shapes, output_types."""
def AssignAddVariableOp(resource: _Any, value: _Any, *, name: str | None = None) -> _Any:
    """The op AssignAddVariableOp: (resource, value) -> (). Attrs: none."""
def AssignSubVariableOp(resource: _Any, value: _Any, *, name: str | None = None) -> _Any:
    """The op AssignSubVariableOp: (resource, value) -> (). Attrs: none."""
def AssignVariableOp(
    resource: _Any,
    value: _Any,
    *,
    validate_shape: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op AssignVariableOp: (resource, value) -> (). Attrs: validate_shape."""
def Atan(x: _Any, *, name: str | None = None) -> _Any:
    """The op Atan: (x) -> (y). Attrs: none."""
def Atan2(y: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op Atan2: (y, x) -> (z). Attrs: none."""
def Atanh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Atanh: (x) -> (y). Attrs: none."""
def AudioSpectrogram(
    input: _Any,
    *,
    window_size: _Any,
    stride: _Any,
    magnitude_squared: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op AudioSpectrogram: (input) -> (spectrogram). Attrs: magnitude_squared, stride, window_size."""
def AudioSummaryV2(
    tag: _Any,
    tensor: _Any,
    sample_rate: _Any,
    *,
    max_outputs: _Any = 3,
    name: str | None = None,
) -> _Any:
    """The op AudioSummaryV2: (tag, tensor, sample_rate) -> (summary). Attrs: max_outputs."""
def AvgPool(
    value: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op AvgPool: (value) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPool3D(
    input: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    name: str | None = None,
) -> _Any:
    """The op AvgPool3D: (input) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPool3DGrad(
    orig_input_shape: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    name: str | None = None,
) -> _Any:
    """The op AvgPool3DGrad: (orig_input_shape, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def AvgPoolGrad(
    orig_input_shape: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op AvgPoolGrad: (orig_input_shape, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def BandedTriangularSolve(
    matrix: _Any,
    rhs: _Any,
    *,
    lower: _Any = True,
    adjoint: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op BandedTriangularSolve: (matrix, rhs) -> (output). Attrs: adjoint, lower."""
def BatchDatasetV2(
    input_dataset: _Any,
    batch_size: _Any,
    drop_remainder: _Any,
    *,
    parallel_copy: _Any = False,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op BatchDatasetV2: (input_dataset, batch_size, drop_remainder) -> (handle). Attrs: metadata, output_shapes, output_types, parallel_copy."""
def BatchMatMul(
    x: _Any,
    y: _Any,
    *,
    adj_x: _Any = False,
    adj_y: _Any = False,
    grad_x: _Any = False,
    grad_y: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op BatchMatMul: (x, y) -> (output). Attrs: adj_x, adj_y, grad_x, grad_y."""
def BatchMatMulV2(
    x: _Any,
    y: _Any,
    *,
    adj_x: _Any = False,
    adj_y: _Any = False,
    grad_x: _Any = False,
    grad_y: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op BatchMatMulV2: (x, y) -> (output). Attrs: adj_x, adj_y, grad_x, grad_y."""
def BatchMatMulV3(
    x: _Any,
    y: _Any,
    *,
    Tout: _Any,
    adj_x: _Any = False,
    adj_y: _Any = False,
    grad_x: _Any = False,
    grad_y: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op BatchMatMulV3: (x, y) -> (output). Attrs: Tout, adj_x, adj_y, grad_x, grad_y."""
def BatchToSpace(input: _Any, crops: _Any, *, block_size: _Any, name: str | None = None) -> _Any:
    """The op BatchToSpace: (input, crops) -> (output). Attrs: block_size."""
def BatchToSpaceND(input: _Any, block_shape: _Any, crops: _Any, *, name: str | None = None) -> _Any:
    """The op BatchToSpaceND: (input, block_shape, crops) -> (output). Attrs: none."""
def BesselI0(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselI0: (x) -> (y). Attrs: none."""
def BesselI0e(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselI0e: (x) -> (y). Attrs: none."""
def BesselI1(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselI1: (x) -> (y). Attrs: none."""
def BesselI1e(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselI1e: (x) -> (y). Attrs: none."""
def BesselJ0(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselJ0: (x) -> (y). Attrs: none."""
def BesselJ1(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselJ1: (x) -> (y). Attrs: none."""
def BesselK0(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselK0: (x) -> (y). Attrs: none."""
def BesselK0e(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselK0e: (x) -> (y). Attrs: none."""
def BesselK1(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselK1: (x) -> (y). Attrs: none."""
def BesselK1e(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselK1e: (x) -> (y). Attrs: none."""
def BesselY0(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselY0: (x) -> (y). Attrs: none."""
def BesselY1(x: _Any, *, name: str | None = None) -> _Any:
    """The op BesselY1: (x) -> (y). Attrs: none."""
def Betainc(a: _Any, b: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op Betainc: (a, b, x) -> (z). Attrs: none."""
def BiasAdd(value: _Any, bias: _Any, *, data_format: _Any = 'NHWC', name: str | None = None) -> _Any:
    """The op BiasAdd: (value, bias) -> (output). Attrs: data_format."""
def BiasAddGrad(out_backprop: _Any, *, data_format: _Any = 'NHWC', name: str | None = None) -> _Any:
    """The op BiasAddGrad: (out_backprop) -> (output). Attrs: data_format."""
def BiasAddV1(value: _Any, bias: _Any, *, name: str | None = None) -> _Any:
    """The op BiasAddV1: (value, bias) -> (output). Attrs: none."""
def Bincount(arr: _Any, size: _Any, weights: _Any, *, name: str | None = None) -> _Any:
    """The op Bincount: (arr, size, weights) -> (bins). Attrs: none."""
def Bitcast(input: _Any, *, type: _Any, name: str | None = None) -> _Any:
    """The op Bitcast: (input) -> (output). Attrs: type."""
def BitwiseAnd(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op BitwiseAnd: (x, y) -> (z). Attrs: none."""
def BitwiseOr(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op BitwiseOr: (x, y) -> (z). Attrs: none."""
def BitwiseXor(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op BitwiseXor: (x, y) -> (z). Attrs: none."""
def BroadcastArgs(s0: _Any, s1: _Any, *, name: str | None = None) -> _Any:
    """The op BroadcastArgs: (s0, s1) -> (r0). Attrs: none."""
def BroadcastGradientArgs(s0: _Any, s1: _Any, *, name: str | None = None) -> _Any:
    """The op BroadcastGradientArgs: (s0, s1) -> (r0, r1). Attrs: none."""
def BroadcastTo(input: _Any, shape: _Any, *, name: str | None = None) -> _Any:
    """The op BroadcastTo: (input, shape) -> (output). Attrs: none."""
def Bucketize(input: _Any, *, boundaries: _Any, name: str | None = None) -> _Any:
    """The op Bucketize: (input) -> (output). Attrs: boundaries."""
def CSRSparseMatrixComponents(
    csr_sparse_matrix: _Any,
    index: _Any,
    *,
    type: _Any,
    name: str | None = None,
) -> _Any:
    """The op CSRSparseMatrixComponents: (csr_sparse_matrix, index) -> (row_ptrs, col_inds, values). Attrs: type."""
def CSRSparseMatrixToDense(sparse_input: _Any, *, type: _Any, name: str | None = None) -> _Any:
    """The op CSRSparseMatrixToDense: (sparse_input) -> (dense_output). Attrs: type."""
def CSRSparseMatrixToSparseTensor(sparse_matrix: _Any, *, type: _Any, name: str | None = None) -> _Any:
    """The op CSRSparseMatrixToSparseTensor: (sparse_matrix) -> (indices, values, dense_shape). Attrs: type."""
def CSVDatasetV2(
    filenames: _Any,
    compression_type: _Any,
    buffer_size: _Any,
    header: _Any,
    field_delim: _Any,
    use_quote_delim: _Any,
    na_value: _Any,
    select_cols: _Any,
    record_defaults: _Any,
    exclude_cols: _Any,
    *,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op CSVDatasetV2: (filenames, compression_type, buffer_size, header, field_delim, use_quote_delim, na_value, select_cols, record_defaults, exclude_cols) -> (handle). Attrs: output_shapes."""
def CTCBeamSearchDecoder(
    inputs: _Any,
    sequence_length: _Any,
    *,
    beam_width: _Any,
    top_paths: _Any,
    merge_repeated: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op CTCBeamSearchDecoder: (inputs, sequence_length) -> (decoded_indices, decoded_values, decoded_shape, log_probability). Attrs: beam_width, merge_repeated, top_paths."""
def CTCGreedyDecoder(
    inputs: _Any,
    sequence_length: _Any,
    *,
    merge_repeated: _Any = False,
    blank_index: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op CTCGreedyDecoder: (inputs, sequence_length) -> (decoded_indices, decoded_values, decoded_shape, log_probability). Attrs: blank_index, merge_repeated."""
def CTCLoss(
    inputs: _Any,
    labels_indices: _Any,
    labels_values: _Any,
    sequence_length: _Any,
    *,
    preprocess_collapse_repeated: _Any = False,
    ctc_merge_repeated: _Any = True,
    ignore_longer_outputs_than_inputs: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op CTCLoss: (inputs, labels_indices, labels_values, sequence_length) -> (loss, gradient). Attrs: ctc_merge_repeated, ignore_longer_outputs_than_inputs, preprocess_collapse_repeated."""
def CTCLossV2(
    inputs: _Any,
    labels_indices: _Any,
    labels_values: _Any,
    sequence_length: _Any,
    *,
    preprocess_collapse_repeated: _Any = False,
    ctc_merge_repeated: _Any = True,
    ignore_longer_outputs_than_inputs: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op CTCLossV2: (inputs, labels_indices, labels_values, sequence_length) -> (loss, gradient). Attrs: ctc_merge_repeated, ignore_longer_outputs_than_inputs, preprocess_collapse_repeated."""
def CacheDataset(
    input_dataset: _Any,
    filename: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op CacheDataset: (input_dataset, filename) -> (handle). Attrs: metadata, output_shapes, output_types."""
def CacheDatasetV2(
    input_dataset: _Any,
    filename: _Any,
    cache: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op CacheDatasetV2: (input_dataset, filename, cache) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Case(
    branch_index: _Any,
    input: _Any,
    *,
    Tout: _Any,
    branches: _Any,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Case: (branch_index, input) -> (output). Attrs: Tout, branches, output_shapes."""
def Cast(x: _Any, *, DstT: _Any, Truncate: _Any = False, name: str | None = None) -> _Any:
    """The op Cast: (x) -> (y). Attrs: DstT, Truncate."""
def Ceil(x: _Any, *, name: str | None = None) -> _Any:
    """The op Ceil: (x) -> (y). Attrs: none."""
def CheckNumerics(tensor: _Any, *, message: _Any, name: str | None = None) -> _Any:
    """The op CheckNumerics: (tensor) -> (output). Attrs: message."""
def CheckNumericsV2(tensor: _Any, *, message: _Any, name: str | None = None) -> _Any:
    """The op CheckNumericsV2: (tensor) -> (output). Attrs: message."""
def Cholesky(input: _Any, *, name: str | None = None) -> _Any:
    """The op Cholesky: (input) -> (output). Attrs: none."""
def ClipByValue(
    t: _Any,
    clip_value_min: _Any,
    clip_value_max: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ClipByValue: (t, clip_value_min, clip_value_max) -> (output). Attrs: none."""
def CloseSummaryWriter(writer: _Any, *, name: str | None = None) -> _Any:
    """The op CloseSummaryWriter: (writer) -> (). Attrs: none."""
def CombinedNonMaxSuppression(
    boxes: _Any,
    scores: _Any,
    max_output_size_per_class: _Any,
    max_total_size: _Any,
    iou_threshold: _Any,
    score_threshold: _Any,
    *,
    pad_per_class: _Any = False,
    clip_boxes: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op CombinedNonMaxSuppression: (boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold) -> (nmsed_boxes, nmsed_scores, nmsed_classes, valid_detections). Attrs: clip_boxes, pad_per_class."""
def Complex(real: _Any, imag: _Any, *, Tout: _Any = ..., name: str | None = None) -> _Any:
    """The op Complex: (real, imag) -> (out). Attrs: Tout."""
def ComplexAbs(x: _Any, *, Tout: _Any = ..., name: str | None = None) -> _Any:
    """The op ComplexAbs: (x) -> (y). Attrs: Tout."""
def ComputeAccidentalHits(
    true_classes: _Any,
    sampled_candidates: _Any,
    *,
    num_true: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op ComputeAccidentalHits: (true_classes, sampled_candidates) -> (indices, ids, weights). Attrs: num_true, seed, seed2."""
def Concat(concat_dim: _Any, values: _Any, *, name: str | None = None) -> _Any:
    """The op Concat: (concat_dim, values) -> (output). Attrs: none."""
def ConcatOffset(concat_dim: _Any, shape: _Any, *, name: str | None = None) -> _Any:
    """The op ConcatOffset: (concat_dim, shape) -> (offset). Attrs: none."""
def ConcatV2(values: _Any, axis: _Any, *, name: str | None = None) -> _Any:
    """The op ConcatV2: (values, axis) -> (output). Attrs: none."""
def ConcatenateDataset(
    input_dataset: _Any,
    another_dataset: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ConcatenateDataset: (input_dataset, another_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Conj(input: _Any, *, name: str | None = None) -> _Any:
    """The op Conj: (input) -> (output). Attrs: none."""
def ConjugateTranspose(x: _Any, perm: _Any, *, name: str | None = None) -> _Any:
    """The op ConjugateTranspose: (x, perm) -> (y). Attrs: none."""
def Const(*, value: _Any, dtype: _Any, name: str | None = None) -> _Any:
    """The op Const: () -> (output). Attrs: dtype, value."""
def ConsumeMutexLock(mutex_lock: _Any, *, name: str | None = None) -> _Any:
    """The op ConsumeMutexLock: (mutex_lock) -> (). Attrs: none."""
def Conv2D(
    input: _Any,
    filter: _Any,
    *,
    strides: _Any,
    use_cudnn_on_gpu: _Any = True,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv2D: (input, filter) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv2DBackpropFilter(
    input: _Any,
    filter_sizes: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    use_cudnn_on_gpu: _Any = True,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv2DBackpropFilter: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv2DBackpropInput(
    input_sizes: _Any,
    filter: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    use_cudnn_on_gpu: _Any = True,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv2DBackpropInput: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides, use_cudnn_on_gpu."""
def Conv3D(
    input: _Any,
    filter: _Any,
    *,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv3D: (input, filter) -> (output). Attrs: data_format, dilations, padding, strides."""
def Conv3DBackpropFilterV2(
    input: _Any,
    filter_sizes: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv3DBackpropFilterV2: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, padding, strides."""
def Conv3DBackpropInputV2(
    input_sizes: _Any,
    filter: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Conv3DBackpropInputV2: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, padding, strides."""
def Cos(x: _Any, *, name: str | None = None) -> _Any:
    """The op Cos: (x) -> (y). Attrs: none."""
def Cosh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Cosh: (x) -> (y). Attrs: none."""
def CreateSummaryFileWriter(
    writer: _Any,
    logdir: _Any,
    max_queue: _Any,
    flush_millis: _Any,
    filename_suffix: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op CreateSummaryFileWriter: (writer, logdir, max_queue, flush_millis, filename_suffix) -> (). Attrs: none."""
def CropAndResize(
    image: _Any,
    boxes: _Any,
    box_ind: _Any,
    crop_size: _Any,
    *,
    method: _Any = 'bilinear',
    extrapolation_value: _Any = 0.0,
    name: str | None = None,
) -> _Any:
    """The op CropAndResize: (image, boxes, box_ind, crop_size) -> (crops). Attrs: extrapolation_value, method."""
def CropAndResizeGradBoxes(
    grads: _Any,
    image: _Any,
    boxes: _Any,
    box_ind: _Any,
    *,
    method: _Any = 'bilinear',
    name: str | None = None,
) -> _Any:
    """The op CropAndResizeGradBoxes: (grads, image, boxes, box_ind) -> (output). Attrs: method."""
def CropAndResizeGradImage(
    grads: _Any,
    boxes: _Any,
    box_ind: _Any,
    image_size: _Any,
    *,
    T: _Any,
    method: _Any = 'bilinear',
    name: str | None = None,
) -> _Any:
    """The op CropAndResizeGradImage: (grads, boxes, box_ind, image_size) -> (output). Attrs: T, method."""
def Cross(a: _Any, b: _Any, *, name: str | None = None) -> _Any:
    """The op Cross: (a, b) -> (product). Attrs: none."""
def CudnnRNNV3(
    input: _Any,
    input_h: _Any,
    input_c: _Any,
    params: _Any,
    sequence_lengths: _Any,
    *,
    rnn_mode: _Any = 'lstm',
    input_mode: _Any = 'linear_input',
    direction: _Any = 'unidirectional',
    dropout: _Any = 0.0,
    seed: _Any = 0,
    seed2: _Any = 0,
    num_proj: _Any = 0,
    is_training: _Any = True,
    time_major: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op CudnnRNNV3: (input, input_h, input_c, params, sequence_lengths) -> (output, output_h, output_c, reserve_space, host_reserved). Attrs: direction, dropout, input_mode, is_training, num_proj, rnn_mode, seed, seed2, time_major."""
def Cumprod(
    x: _Any,
    axis: _Any,
    *,
    exclusive: _Any = False,
    reverse: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op Cumprod: (x, axis) -> (out). Attrs: exclusive, reverse."""
def Cumsum(
    x: _Any,
    axis: _Any,
    *,
    exclusive: _Any = False,
    reverse: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op Cumsum: (x, axis) -> (out). Attrs: exclusive, reverse."""
def CumulativeLogsumexp(
    x: _Any,
    axis: _Any,
    *,
    exclusive: _Any = False,
    reverse: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op CumulativeLogsumexp: (x, axis) -> (out). Attrs: exclusive, reverse."""
def DatasetCardinality(
    input_dataset: _Any,
    *,
    cardinality_options: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op DatasetCardinality: (input_dataset) -> (cardinality). Attrs: cardinality_options."""
def DatasetToSingleElement(
    dataset: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op DatasetToSingleElement: (dataset) -> (components). Attrs: metadata, output_shapes, output_types."""
def DatasetToTFRecord(
    input_dataset: _Any,
    filename: _Any,
    compression_type: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op DatasetToTFRecord: (input_dataset, filename, compression_type) -> (). Attrs: none."""
def Dawsn(x: _Any, *, name: str | None = None) -> _Any:
    """The op Dawsn: (x) -> (y). Attrs: none."""
def DecodeAndCropJpeg(
    contents: _Any,
    crop_window: _Any,
    *,
    channels: _Any = 0,
    ratio: _Any = 1,
    fancy_upscaling: _Any = True,
    try_recover_truncated: _Any = False,
    acceptable_fraction: _Any = 1.0,
    dct_method: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op DecodeAndCropJpeg: (contents, crop_window) -> (image). Attrs: acceptable_fraction, channels, dct_method, fancy_upscaling, ratio, try_recover_truncated."""
def DecodeBase64(input: _Any, *, name: str | None = None) -> _Any:
    """The op DecodeBase64: (input) -> (output). Attrs: none."""
def DecodeBmp(contents: _Any, *, channels: _Any = 0, name: str | None = None) -> _Any:
    """The op DecodeBmp: (contents) -> (image). Attrs: channels."""
def DecodeCSV(
    records: _Any,
    record_defaults: _Any,
    *,
    field_delim: _Any = ',',
    use_quote_delim: _Any = True,
    na_value: _Any = '',
    select_cols: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DecodeCSV: (records, record_defaults) -> (output). Attrs: field_delim, na_value, select_cols, use_quote_delim."""
def DecodeCompressed(bytes: _Any, *, compression_type: _Any = '', name: str | None = None) -> _Any:
    """The op DecodeCompressed: (bytes) -> (output). Attrs: compression_type."""
def DecodeGif(contents: _Any, *, name: str | None = None) -> _Any:
    """The op DecodeGif: (contents) -> (image). Attrs: none."""
def DecodeImage(
    contents: _Any,
    *,
    channels: _Any = 0,
    dtype: _Any = ...,
    expand_animations: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op DecodeImage: (contents) -> (image). Attrs: channels, dtype, expand_animations."""
def DecodeJSONExample(json_examples: _Any, *, name: str | None = None) -> _Any:
    """The op DecodeJSONExample: (json_examples) -> (binary_examples). Attrs: none."""
def DecodeJpeg(
    contents: _Any,
    *,
    channels: _Any = 0,
    ratio: _Any = 1,
    fancy_upscaling: _Any = True,
    try_recover_truncated: _Any = False,
    acceptable_fraction: _Any = 1.0,
    dct_method: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op DecodeJpeg: (contents) -> (image). Attrs: acceptable_fraction, channels, dct_method, fancy_upscaling, ratio, try_recover_truncated."""
def DecodePaddedRaw(
    input_bytes: _Any,
    fixed_length: _Any,
    *,
    out_type: _Any,
    little_endian: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op DecodePaddedRaw: (input_bytes, fixed_length) -> (output). Attrs: little_endian, out_type."""
def DecodePng(
    contents: _Any,
    *,
    channels: _Any = 0,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DecodePng: (contents) -> (image). Attrs: channels, dtype."""
def DecodeProtoV2(
    bytes: _Any,
    *,
    message_type: _Any,
    field_names: _Any,
    output_types: _Any,
    descriptor_source: _Any = 'local://',
    message_format: _Any = 'binary',
    sanitize: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op DecodeProtoV2: (bytes) -> (sizes, values). Attrs: descriptor_source, field_names, message_format, message_type, output_types, sanitize."""
def DecodeRaw(
    bytes: _Any,
    *,
    out_type: _Any,
    little_endian: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op DecodeRaw: (bytes) -> (output). Attrs: little_endian, out_type."""
def DecodeWav(
    contents: _Any,
    *,
    desired_channels: _Any = -1,
    desired_samples: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op DecodeWav: (contents) -> (audio, sample_rate). Attrs: desired_channels, desired_samples."""
def DecodeWebP(
    contents: _Any,
    *,
    channels: _Any = 0,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DecodeWebP: (contents) -> (image). Attrs: channels, dtype."""
def DeepCopy(x: _Any, *, name: str | None = None) -> _Any:
    """The op DeepCopy: (x) -> (y). Attrs: none."""
def DenseBincount(
    input: _Any,
    size: _Any,
    weights: _Any,
    *,
    binary_output: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op DenseBincount: (input, size, weights) -> (output). Attrs: binary_output."""
def DenseCountSparseOutput(
    values: _Any,
    weights: _Any,
    *,
    minlength: _Any = -1,
    maxlength: _Any = -1,
    binary_output: _Any,
    name: str | None = None,
) -> _Any:
    """The op DenseCountSparseOutput: (values, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def DenseToCSRSparseMatrix(dense_input: _Any, indices: _Any, *, name: str | None = None) -> _Any:
    """The op DenseToCSRSparseMatrix: (dense_input, indices) -> (sparse_output). Attrs: none."""
def DenseToDenseSetOperation(
    set1: _Any,
    set2: _Any,
    *,
    set_operation: _Any,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op DenseToDenseSetOperation: (set1, set2) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def DenseToSparseBatchDataset(
    input_dataset: _Any,
    batch_size: _Any,
    row_shape: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op DenseToSparseBatchDataset: (input_dataset, batch_size, row_shape) -> (handle). Attrs: output_shapes, output_types."""
def DenseToSparseSetOperation(
    set1: _Any,
    set2_indices: _Any,
    set2_values: _Any,
    set2_shape: _Any,
    *,
    set_operation: _Any,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op DenseToSparseSetOperation: (set1, set2_indices, set2_values, set2_shape) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def DepthToSpace(
    input: _Any,
    *,
    block_size: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op DepthToSpace: (input) -> (output). Attrs: block_size, data_format."""
def DepthwiseConv2dNative(
    input: _Any,
    filter: _Any,
    *,
    strides: _Any,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DepthwiseConv2dNative: (input, filter) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def DepthwiseConv2dNativeBackpropFilter(
    input: _Any,
    filter_sizes: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DepthwiseConv2dNativeBackpropFilter: (input, filter_sizes, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def DepthwiseConv2dNativeBackpropInput(
    input_sizes: _Any,
    filter: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    dilations: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op DepthwiseConv2dNativeBackpropInput: (input_sizes, filter, out_backprop) -> (output). Attrs: data_format, dilations, explicit_paddings, padding, strides."""
def Dequantize(
    input: _Any,
    min_range: _Any,
    max_range: _Any,
    *,
    mode: _Any = 'MIN_COMBINED',
    narrow_range: _Any = False,
    axis: _Any = -1,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Dequantize: (input, min_range, max_range) -> (output). Attrs: axis, dtype, mode, narrow_range."""
def DeserializeManySparse(serialized_sparse: _Any, *, dtype: _Any, name: str | None = None) -> _Any:
    """The op DeserializeManySparse: (serialized_sparse) -> (sparse_indices, sparse_values, sparse_shape). Attrs: dtype."""
def DeserializeSparse(serialized_sparse: _Any, *, dtype: _Any, name: str | None = None) -> _Any:
    """The op DeserializeSparse: (serialized_sparse) -> (sparse_indices, sparse_values, sparse_shape). Attrs: dtype."""
def Diag(diagonal: _Any, *, name: str | None = None) -> _Any:
    """The op Diag: (diagonal) -> (output). Attrs: none."""
def DiagPart(input: _Any, *, name: str | None = None) -> _Any:
    """The op DiagPart: (input) -> (diagonal). Attrs: none."""
def Digamma(x: _Any, *, name: str | None = None) -> _Any:
    """The op Digamma: (x) -> (y). Attrs: none."""
def Dilation2D(
    input: _Any,
    filter: _Any,
    *,
    strides: _Any,
    rates: _Any,
    padding: _Any,
    name: str | None = None,
) -> _Any:
    """The op Dilation2D: (input, filter) -> (output). Attrs: padding, rates, strides."""
def Dilation2DBackpropFilter(
    input: _Any,
    filter: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    rates: _Any,
    padding: _Any,
    name: str | None = None,
) -> _Any:
    """The op Dilation2DBackpropFilter: (input, filter, out_backprop) -> (filter_backprop). Attrs: padding, rates, strides."""
def Dilation2DBackpropInput(
    input: _Any,
    filter: _Any,
    out_backprop: _Any,
    *,
    strides: _Any,
    rates: _Any,
    padding: _Any,
    name: str | None = None,
) -> _Any:
    """The op Dilation2DBackpropInput: (input, filter, out_backprop) -> (in_backprop). Attrs: padding, rates, strides."""
def DirectedInterleaveDataset(
    selector_input_dataset: _Any,
    data_input_datasets: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    stop_on_empty_dataset: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op DirectedInterleaveDataset: (selector_input_dataset, data_input_datasets) -> (handle). Attrs: output_shapes, output_types, stop_on_empty_dataset."""
def Div(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Div: (x, y) -> (z). Attrs: none."""
def DivNoNan(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op DivNoNan: (x, y) -> (z). Attrs: none."""
def DrawBoundingBoxes(images: _Any, boxes: _Any, *, name: str | None = None) -> _Any:
    """The op DrawBoundingBoxes: (images, boxes) -> (output). Attrs: none."""
def DrawBoundingBoxesV2(images: _Any, boxes: _Any, colors: _Any, *, name: str | None = None) -> _Any:
    """The op DrawBoundingBoxesV2: (images, boxes, colors) -> (output). Attrs: none."""
def DummyMemoryCache(*, name: str | None = None) -> _Any:
    """The op DummyMemoryCache: () -> (handle). Attrs: none."""
def DummySeedGenerator(*, name: str | None = None) -> _Any:
    """The op DummySeedGenerator: () -> (handle). Attrs: none."""
def DynamicPartition(
    data: _Any,
    partitions: _Any,
    *,
    num_partitions: _Any,
    name: str | None = None,
) -> _Any:
    """The op DynamicPartition: (data, partitions) -> (outputs). Attrs: num_partitions."""
def DynamicStitch(indices: _Any, data: _Any, *, name: str | None = None) -> _Any:
    """The op DynamicStitch: (indices, data) -> (merged). Attrs: none."""
def EagerPyFunc(
    input: _Any,
    *,
    token: _Any,
    is_async: _Any = False,
    Tout: _Any,
    name: str | None = None,
) -> _Any:
    """The op EagerPyFunc: (input) -> (output). Attrs: Tout, is_async, token."""
def EditDistance(
    hypothesis_indices: _Any,
    hypothesis_values: _Any,
    hypothesis_shape: _Any,
    truth_indices: _Any,
    truth_values: _Any,
    truth_shape: _Any,
    *,
    normalize: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op EditDistance: (hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape) -> (output). Attrs: normalize."""
def Eig(input: _Any, *, compute_v: _Any = True, Tout: _Any, name: str | None = None) -> _Any:
    """The op Eig: (input) -> (e, v). Attrs: Tout, compute_v."""
def Einsum(inputs: _Any, *, equation: _Any, name: str | None = None) -> _Any:
    """The op Einsum: (inputs) -> (output). Attrs: equation."""
def Elu(features: _Any, *, name: str | None = None) -> _Any:
    """The op Elu: (features) -> (activations). Attrs: none."""
def EluGrad(gradients: _Any, outputs: _Any, *, name: str | None = None) -> _Any:
    """The op EluGrad: (gradients, outputs) -> (backprops). Attrs: none."""
def Empty(shape: _Any, *, dtype: _Any, init: _Any = False, name: str | None = None) -> _Any:
    """The op Empty: (shape) -> (output). Attrs: dtype, init."""
def EmptyTensorList(
    element_shape: _Any,
    max_num_elements: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op EmptyTensorList: (element_shape, max_num_elements) -> (handle). Attrs: element_dtype."""
def EncodeBase64(input: _Any, *, pad: _Any = False, name: str | None = None) -> _Any:
    """The op EncodeBase64: (input) -> (output). Attrs: pad."""
def EncodeJpeg(
    image: _Any,
    *,
    format: _Any = '',
    quality: _Any = 95,
    progressive: _Any = False,
    optimize_size: _Any = False,
    chroma_downsampling: _Any = True,
    density_unit: _Any = 'in',
    x_density: _Any = 300,
    y_density: _Any = 300,
    xmp_metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op EncodeJpeg: (image) -> (contents). Attrs: chroma_downsampling, density_unit, format, optimize_size, progressive, quality, x_density, xmp_metadata, y_density."""
def EncodeJpegVariableQuality(images: _Any, quality: _Any, *, name: str | None = None) -> _Any:
    """The op EncodeJpegVariableQuality: (images, quality) -> (contents). Attrs: none."""
def EncodePng(image: _Any, *, compression: _Any = -1, name: str | None = None) -> _Any:
    """The op EncodePng: (image) -> (contents). Attrs: compression."""
def EncodeProto(
    sizes: _Any,
    values: _Any,
    *,
    field_names: _Any,
    message_type: _Any,
    descriptor_source: _Any = 'local://',
    name: str | None = None,
) -> _Any:
    """The op EncodeProto: (sizes, values) -> (bytes). Attrs: descriptor_source, field_names, message_type."""
def EncodeWav(audio: _Any, sample_rate: _Any, *, name: str | None = None) -> _Any:
    """The op EncodeWav: (audio, sample_rate) -> (contents). Attrs: none."""
def EnsureShape(input: _Any, *, shape: _Any, name: str | None = None) -> _Any:
    """The op EnsureShape: (input) -> (output). Attrs: shape."""
def Equal(x: _Any, y: _Any, *, incompatible_shape_error: _Any = True, name: str | None = None) -> _Any:
    """The op Equal: (x, y) -> (z). Attrs: incompatible_shape_error."""
def Erf(x: _Any, *, name: str | None = None) -> _Any:
    """The op Erf: (x) -> (y). Attrs: none."""
def Erfc(x: _Any, *, name: str | None = None) -> _Any:
    """The op Erfc: (x) -> (y). Attrs: none."""
def Erfinv(x: _Any, *, name: str | None = None) -> _Any:
    """The op Erfinv: (x) -> (y). Attrs: none."""
def EuclideanNorm(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op EuclideanNorm: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def Exp(x: _Any, *, name: str | None = None) -> _Any:
    """The op Exp: (x) -> (y). Attrs: none."""
def ExpandDims(input: _Any, axis: _Any, *, name: str | None = None) -> _Any:
    """The op ExpandDims: (input, dim) -> (output). Attrs: none."""
def Expint(x: _Any, *, name: str | None = None) -> _Any:
    """The op Expint: (x) -> (y). Attrs: none."""
def Expm1(x: _Any, *, name: str | None = None) -> _Any:
    """The op Expm1: (x) -> (y). Attrs: none."""
def ExtractGlimpse(
    input: _Any,
    size: _Any,
    offsets: _Any,
    *,
    centered: _Any = True,
    normalized: _Any = True,
    uniform_noise: _Any = True,
    noise: _Any = 'uniform',
    name: str | None = None,
) -> _Any:
    """The op ExtractGlimpse: (input, size, offsets) -> (glimpse). Attrs: centered, noise, normalized, uniform_noise."""
def ExtractGlimpseV2(
    input: _Any,
    size: _Any,
    offsets: _Any,
    *,
    centered: _Any = True,
    normalized: _Any = True,
    uniform_noise: _Any = True,
    noise: _Any = 'uniform',
    name: str | None = None,
) -> _Any:
    """The op ExtractGlimpseV2: (input, size, offsets) -> (glimpse). Attrs: centered, noise, normalized, uniform_noise."""
def ExtractImagePatches(
    images: _Any,
    *,
    ksizes: _Any,
    strides: _Any,
    rates: _Any,
    padding: _Any,
    name: str | None = None,
) -> _Any:
    """The op ExtractImagePatches: (images) -> (patches). Attrs: ksizes, padding, rates, strides."""
def ExtractJpegShape(contents: _Any, *, output_type: _Any = ..., name: str | None = None) -> _Any:
    """The op ExtractJpegShape: (contents) -> (image_shape). Attrs: output_type."""
def ExtractVolumePatches(
    input: _Any,
    *,
    ksizes: _Any,
    strides: _Any,
    padding: _Any,
    name: str | None = None,
) -> _Any:
    """The op ExtractVolumePatches: (input) -> (patches). Attrs: ksizes, padding, strides."""
def FFT(input: _Any, *, name: str | None = None) -> _Any:
    """The op FFT: (input) -> (output). Attrs: none."""
def FFT2D(input: _Any, *, name: str | None = None) -> _Any:
    """The op FFT2D: (input) -> (output). Attrs: none."""
def FFT3D(input: _Any, *, name: str | None = None) -> _Any:
    """The op FFT3D: (input) -> (output). Attrs: none."""
def FIFOQueueV2(
    *,
    component_types: _Any,
    shapes: _Any = ...,
    capacity: _Any = -1,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op FIFOQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def FakeQuantWithMinMaxArgs(
    inputs: _Any,
    *,
    min: _Any = -6.0,
    max: _Any = 6.0,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxArgs: (inputs) -> (outputs). Attrs: max, min, narrow_range, num_bits."""
def FakeQuantWithMinMaxArgsGradient(
    gradients: _Any,
    inputs: _Any,
    *,
    min: _Any = -6.0,
    max: _Any = 6.0,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxArgsGradient: (gradients, inputs) -> (backprops). Attrs: max, min, narrow_range, num_bits."""
def FakeQuantWithMinMaxVars(
    inputs: _Any,
    min: _Any,
    max: _Any,
    *,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxVars: (inputs, min, max) -> (outputs). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsGradient(
    gradients: _Any,
    inputs: _Any,
    min: _Any,
    max: _Any,
    *,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxVarsGradient: (gradients, inputs, min, max) -> (backprops_wrt_input, backprop_wrt_min, backprop_wrt_max). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsPerChannel(
    inputs: _Any,
    min: _Any,
    max: _Any,
    *,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxVarsPerChannel: (inputs, min, max) -> (outputs). Attrs: narrow_range, num_bits."""
def FakeQuantWithMinMaxVarsPerChannelGradient(
    gradients: _Any,
    inputs: _Any,
    min: _Any,
    max: _Any,
    *,
    num_bits: _Any = 8,
    narrow_range: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FakeQuantWithMinMaxVarsPerChannelGradient: (gradients, inputs, min, max) -> (backprops_wrt_input, backprop_wrt_min, backprop_wrt_max). Attrs: narrow_range, num_bits."""
def Fill(dims: _Any, value: _Any, *, name: str | None = None) -> _Any:
    """The op Fill: (dims, value) -> (output). Attrs: none."""
def FilterDataset(
    input_dataset: _Any,
    other_arguments: _Any,
    *,
    predicate: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op FilterDataset: (input_dataset, other_arguments) -> (handle). Attrs: metadata, output_shapes, output_types, predicate."""
def Fingerprint(data: _Any, method: _Any, *, name: str | None = None) -> _Any:
    """The op Fingerprint: (data, method) -> (fingerprint). Attrs: none."""
def FixedLengthRecordDatasetV2(
    filenames: _Any,
    header_bytes: _Any,
    record_bytes: _Any,
    footer_bytes: _Any,
    buffer_size: _Any,
    compression_type: _Any,
    *,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op FixedLengthRecordDatasetV2: (filenames, header_bytes, record_bytes, footer_bytes, buffer_size, compression_type) -> (handle). Attrs: metadata."""
def FixedLengthRecordReaderV2(
    *,
    header_bytes: _Any = 0,
    record_bytes: _Any,
    footer_bytes: _Any = 0,
    hop_bytes: _Any = 0,
    container: _Any = '',
    shared_name: _Any = '',
    encoding: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op FixedLengthRecordReaderV2: () -> (reader_handle). Attrs: container, encoding, footer_bytes, header_bytes, hop_bytes, record_bytes, shared_name."""
def FixedUnigramCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    range_max: _Any,
    vocab_file: _Any = '',
    distortion: _Any = 1.0,
    num_reserved_ids: _Any = 0,
    num_shards: _Any = 1,
    shard: _Any = 0,
    unigrams: _Any = ...,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op FixedUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: distortion, num_reserved_ids, num_sampled, num_shards, num_true, range_max, seed, seed2, shard, unigrams, unique, vocab_file."""
def FlatMapDataset(
    input_dataset: _Any,
    other_arguments: _Any,
    *,
    f: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op FlatMapDataset: (input_dataset, other_arguments) -> (handle). Attrs: f, metadata, output_shapes, output_types."""
def Floor(x: _Any, *, name: str | None = None) -> _Any:
    """The op Floor: (x) -> (y). Attrs: none."""
def FloorDiv(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op FloorDiv: (x, y) -> (z). Attrs: none."""
def FloorMod(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op FloorMod: (x, y) -> (z). Attrs: none."""
def FlushSummaryWriter(writer: _Any, *, name: str | None = None) -> _Any:
    """The op FlushSummaryWriter: (writer) -> (). Attrs: none."""
def FractionalAvgPool(
    value: _Any,
    *,
    pooling_ratio: _Any,
    pseudo_random: _Any = False,
    overlapping: _Any = False,
    deterministic: _Any = False,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op FractionalAvgPool: (value) -> (output, row_pooling_sequence, col_pooling_sequence). Attrs: deterministic, overlapping, pooling_ratio, pseudo_random, seed, seed2."""
def FractionalAvgPoolGrad(
    orig_input_tensor_shape: _Any,
    out_backprop: _Any,
    row_pooling_sequence: _Any,
    col_pooling_sequence: _Any,
    *,
    overlapping: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FractionalAvgPoolGrad: (orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence) -> (output). Attrs: overlapping."""
def FractionalMaxPool(
    value: _Any,
    *,
    pooling_ratio: _Any,
    pseudo_random: _Any = False,
    overlapping: _Any = False,
    deterministic: _Any = False,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op FractionalMaxPool: (value) -> (output, row_pooling_sequence, col_pooling_sequence). Attrs: deterministic, overlapping, pooling_ratio, pseudo_random, seed, seed2."""
def FractionalMaxPoolGrad(
    orig_input: _Any,
    orig_output: _Any,
    out_backprop: _Any,
    row_pooling_sequence: _Any,
    col_pooling_sequence: _Any,
    *,
    overlapping: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op FractionalMaxPoolGrad: (orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence) -> (output). Attrs: overlapping."""
def FresnelCos(x: _Any, *, name: str | None = None) -> _Any:
    """The op FresnelCos: (x) -> (y). Attrs: none."""
def FresnelSin(x: _Any, *, name: str | None = None) -> _Any:
    """The op FresnelSin: (x) -> (y). Attrs: none."""
def FusedBatchNorm(
    x: _Any,
    scale: _Any,
    offset: _Any,
    mean: _Any,
    variance: _Any,
    *,
    epsilon: _Any = 0.0001,
    exponential_avg_factor: _Any = 1.0,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNorm: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def FusedBatchNormGrad(
    y_backprop: _Any,
    x: _Any,
    scale: _Any,
    reserve_space_1: _Any,
    reserve_space_2: _Any,
    *,
    epsilon: _Any = 0.0001,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNormGrad: (y_backprop, x, scale, reserve_space_1, reserve_space_2) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_3, reserve_space_4). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormGradV2(
    y_backprop: _Any,
    x: _Any,
    scale: _Any,
    reserve_space_1: _Any,
    reserve_space_2: _Any,
    *,
    epsilon: _Any = 0.0001,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNormGradV2: (y_backprop, x, scale, reserve_space_1, reserve_space_2) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_3, reserve_space_4). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormGradV3(
    y_backprop: _Any,
    x: _Any,
    scale: _Any,
    reserve_space_1: _Any,
    reserve_space_2: _Any,
    reserve_space_3: _Any,
    *,
    epsilon: _Any = 0.0001,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNormGradV3: (y_backprop, x, scale, reserve_space_1, reserve_space_2, reserve_space_3) -> (x_backprop, scale_backprop, offset_backprop, reserve_space_4, reserve_space_5). Attrs: data_format, epsilon, is_training."""
def FusedBatchNormV2(
    x: _Any,
    scale: _Any,
    offset: _Any,
    mean: _Any,
    variance: _Any,
    *,
    epsilon: _Any = 0.0001,
    exponential_avg_factor: _Any = 1.0,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNormV2: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def FusedBatchNormV3(
    x: _Any,
    scale: _Any,
    offset: _Any,
    mean: _Any,
    variance: _Any,
    *,
    epsilon: _Any = 0.0001,
    exponential_avg_factor: _Any = 1.0,
    data_format: _Any = 'NHWC',
    is_training: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op FusedBatchNormV3: (x, scale, offset, mean, variance) -> (y, batch_mean, batch_variance, reserve_space_1, reserve_space_2, reserve_space_3). Attrs: data_format, epsilon, exponential_avg_factor, is_training."""
def Gather(
    params: _Any,
    indices: _Any,
    *,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op Gather: (params, indices) -> (output). Attrs: validate_indices."""
def GatherNd(
    params: _Any,
    indices: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op GatherNd: (params, indices) -> (output). Attrs: bad_indices_policy."""
def GatherV2(
    params: _Any,
    indices: _Any,
    axis: _Any,
    *,
    batch_dims: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op GatherV2: (params, indices, axis) -> (output). Attrs: batch_dims."""
def GeneratorDataset(
    init_func_other_args: _Any,
    next_func_other_args: _Any,
    finalize_func_other_args: _Any,
    *,
    init_func: _Any,
    next_func: _Any,
    finalize_func: _Any,
    Tinit_func_args: _Any,
    Tnext_func_args: _Any,
    Tfinalize_func_args: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op GeneratorDataset: (init_func_other_args, next_func_other_args, finalize_func_other_args) -> (handle). Attrs: Tfinalize_func_args, Tinit_func_args, Tnext_func_args, finalize_func, init_func, metadata, next_func, output_shapes, output_types."""
def GetElementAtIndex(
    dataset: _Any,
    index: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op GetElementAtIndex: (dataset, index) -> (components). Attrs: output_shapes, output_types."""
def Greater(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Greater: (x, y) -> (z). Attrs: none."""
def GreaterEqual(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op GreaterEqual: (x, y) -> (z). Attrs: none."""
def GroupByReducerDataset(
    input_dataset: _Any,
    key_func_other_arguments: _Any,
    init_func_other_arguments: _Any,
    reduce_func_other_arguments: _Any,
    finalize_func_other_arguments: _Any,
    *,
    key_func: _Any,
    init_func: _Any,
    reduce_func: _Any,
    finalize_func: _Any,
    Tkey_func_other_arguments: _Any,
    Tinit_func_other_arguments: _Any,
    Treduce_func_other_arguments: _Any,
    Tfinalize_func_other_arguments: _Any,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op GroupByReducerDataset: (input_dataset, key_func_other_arguments, init_func_other_arguments, reduce_func_other_arguments, finalize_func_other_arguments) -> (handle). Attrs: Tfinalize_func_other_arguments, Tinit_func_other_arguments, Tkey_func_other_arguments, Treduce_func_other_arguments, finalize_func, init_func, key_func, output_shapes, output_types, reduce_func."""
def GroupByWindowDataset(
    input_dataset: _Any,
    key_func_other_arguments: _Any,
    reduce_func_other_arguments: _Any,
    window_size_func_other_arguments: _Any,
    *,
    key_func: _Any,
    reduce_func: _Any,
    window_size_func: _Any,
    Tkey_func_other_arguments: _Any,
    Treduce_func_other_arguments: _Any,
    Twindow_size_func_other_arguments: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op GroupByWindowDataset: (input_dataset, key_func_other_arguments, reduce_func_other_arguments, window_size_func_other_arguments) -> (handle). Attrs: Tkey_func_other_arguments, Treduce_func_other_arguments, Twindow_size_func_other_arguments, key_func, metadata, output_shapes, output_types, reduce_func, window_size_func."""
def GuaranteeConst(input: _Any, *, name: str | None = None) -> _Any:
    """The op GuaranteeConst: (input) -> (output). Attrs: none."""
def HSVToRGB(images: _Any, *, name: str | None = None) -> _Any:
    """The op HSVToRGB: (images) -> (output). Attrs: none."""
def HashTableV2(
    *,
    container: _Any = '',
    shared_name: _Any = '',
    use_node_name_sharing: _Any = False,
    key_dtype: _Any,
    value_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op HashTableV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype."""
def HistogramFixedWidth(
    values: _Any,
    value_range: _Any,
    nbins: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op HistogramFixedWidth: (values, value_range, nbins) -> (out). Attrs: dtype."""
def HistogramSummary(tag: _Any, values: _Any, *, name: str | None = None) -> _Any:
    """The op HistogramSummary: (tag, values) -> (summary). Attrs: none."""
def IFFT(input: _Any, *, name: str | None = None) -> _Any:
    """The op IFFT: (input) -> (output). Attrs: none."""
def IFFT2D(input: _Any, *, name: str | None = None) -> _Any:
    """The op IFFT2D: (input) -> (output). Attrs: none."""
def IFFT3D(input: _Any, *, name: str | None = None) -> _Any:
    """The op IFFT3D: (input) -> (output). Attrs: none."""
def IRFFT(input: _Any, fft_length: _Any, *, Treal: _Any = ..., name: str | None = None) -> _Any:
    """The op IRFFT: (input, fft_length) -> (output). Attrs: Treal."""
def IRFFT2D(input: _Any, fft_length: _Any, *, Treal: _Any = ..., name: str | None = None) -> _Any:
    """The op IRFFT2D: (input, fft_length) -> (output). Attrs: Treal."""
def IRFFT3D(input: _Any, fft_length: _Any, *, Treal: _Any = ..., name: str | None = None) -> _Any:
    """The op IRFFT3D: (input, fft_length) -> (output). Attrs: Treal."""
def Identity(input: _Any, *, name: str | None = None) -> _Any:
    """The op Identity: (input) -> (output). Attrs: none."""
def IdentityN(input: _Any, *, name: str | None = None) -> _Any:
    """The op IdentityN: (input) -> (output). Attrs: none."""
def IdentityReaderV2(*, container: _Any = '', shared_name: _Any = '', name: str | None = None) -> _Any:
    """The op IdentityReaderV2: () -> (reader_handle). Attrs: container, shared_name."""
def If(
    cond: _Any,
    input: _Any,
    *,
    Tout: _Any,
    then_branch: _Any,
    else_branch: _Any,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op If: (cond, input) -> (output). Attrs: Tout, else_branch, output_shapes, then_branch."""
def Igamma(a: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op Igamma: (a, x) -> (z). Attrs: none."""
def IgammaGradA(a: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op IgammaGradA: (a, x) -> (z). Attrs: none."""
def Igammac(a: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op Igammac: (a, x) -> (z). Attrs: none."""
def IgnoreErrorsDataset(
    input_dataset: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    log_warning: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op IgnoreErrorsDataset: (input_dataset) -> (handle). Attrs: log_warning, output_shapes, output_types."""
def Imag(input: _Any, *, Tout: _Any = ..., name: str | None = None) -> _Any:
    """The op Imag: (input) -> (output). Attrs: Tout."""
def ImageProjectiveTransformV3(
    images: _Any,
    transforms: _Any,
    output_shape: _Any,
    fill_value: _Any,
    *,
    interpolation: _Any,
    fill_mode: _Any = 'CONSTANT',
    name: str | None = None,
) -> _Any:
    """The op ImageProjectiveTransformV3: (images, transforms, output_shape, fill_value) -> (transformed_images). Attrs: fill_mode, interpolation."""
def ImageSummary(
    tag: _Any,
    tensor: _Any,
    *,
    max_images: _Any = 3,
    bad_color: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op ImageSummary: (tag, tensor) -> (summary). Attrs: bad_color, max_images."""
def InTopK(predictions: _Any, targets: _Any, *, k: _Any, name: str | None = None) -> _Any:
    """The op InTopK: (predictions, targets) -> (precision). Attrs: k."""
def InTopKV2(predictions: _Any, targets: _Any, k: _Any, *, name: str | None = None) -> _Any:
    """The op InTopKV2: (predictions, targets, k) -> (precision). Attrs: none."""
def InitializeTableFromDataset(table_handle: _Any, dataset: _Any, *, name: str | None = None) -> _Any:
    """The op InitializeTableFromDataset: (table_handle, dataset) -> (). Attrs: none."""
def InitializeTableFromTextFileV2(
    table_handle: _Any,
    filename: _Any,
    *,
    key_index: _Any,
    value_index: _Any,
    vocab_size: _Any = -1,
    delimiter: _Any = '\t',
    offset: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op InitializeTableFromTextFileV2: (table_handle, filename) -> (). Attrs: delimiter, key_index, offset, value_index, vocab_size."""
def InitializeTableV2(table_handle: _Any, keys: _Any, values: _Any, *, name: str | None = None) -> _Any:
    """The op InitializeTableV2: (table_handle, keys, values) -> (). Attrs: none."""
def InterleaveDataset(
    input_dataset: _Any,
    other_arguments: _Any,
    cycle_length: _Any,
    block_length: _Any,
    *,
    f: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op InterleaveDataset: (input_dataset, other_arguments, cycle_length, block_length) -> (handle). Attrs: f, metadata, output_shapes, output_types."""
def Inv(x: _Any, *, name: str | None = None) -> _Any:
    """The op Inv: (x) -> (y). Attrs: none."""
def InvGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op InvGrad: (y, dy) -> (z). Attrs: none."""
def Invert(x: _Any, *, name: str | None = None) -> _Any:
    """The op Invert: (x) -> (y). Attrs: none."""
def InvertPermutation(x: _Any, *, name: str | None = None) -> _Any:
    """The op InvertPermutation: (x) -> (y). Attrs: none."""
def IsFinite(x: _Any, *, name: str | None = None) -> _Any:
    """The op IsFinite: (x) -> (y). Attrs: none."""
def IsInf(x: _Any, *, name: str | None = None) -> _Any:
    """The op IsInf: (x) -> (y). Attrs: none."""
def IsNan(x: _Any, *, name: str | None = None) -> _Any:
    """The op IsNan: (x) -> (y). Attrs: none."""
def IsotonicRegression(input: _Any, *, output_dtype: _Any = ..., name: str | None = None) -> _Any:
    """The op IsotonicRegression: (input) -> (output, segments). Attrs: output_dtype."""
def Iterator(
    *,
    shared_name: _Any,
    container: _Any,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op Iterator: () -> (handle). Attrs: container, output_shapes, output_types, shared_name."""
def IteratorFromStringHandle(
    string_handle: _Any,
    *,
    output_types: _Any = ...,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op IteratorFromStringHandle: (string_handle) -> (resource_handle). Attrs: output_shapes, output_types."""
def IteratorFromStringHandleV2(
    string_handle: _Any,
    *,
    output_types: _Any = ...,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op IteratorFromStringHandleV2: (string_handle) -> (resource_handle). Attrs: output_shapes, output_types."""
def IteratorGetNext(
    iterator: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op IteratorGetNext: (iterator) -> (components). Attrs: output_shapes, output_types."""
def IteratorGetNextAsOptional(
    iterator: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op IteratorGetNextAsOptional: (iterator) -> (optional). Attrs: output_shapes, output_types."""
def IteratorToStringHandle(resource_handle: _Any, *, name: str | None = None) -> _Any:
    """The op IteratorToStringHandle: (resource_handle) -> (string_handle). Attrs: none."""
def IteratorV2(
    *,
    shared_name: _Any,
    container: _Any,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op IteratorV2: () -> (handle). Attrs: container, output_shapes, output_types, shared_name."""
def L2Loss(t: _Any, *, name: str | None = None) -> _Any:
    """The op L2Loss: (t) -> (output). Attrs: none."""
def LRN(
    input: _Any,
    *,
    depth_radius: _Any = 5,
    bias: _Any = 1.0,
    alpha: _Any = 1.0,
    beta: _Any = 0.5,
    name: str | None = None,
) -> _Any:
    """The op LRN: (input) -> (output). Attrs: alpha, beta, bias, depth_radius."""
def LRNGrad(
    input_grads: _Any,
    input_image: _Any,
    output_image: _Any,
    *,
    depth_radius: _Any = 5,
    bias: _Any = 1.0,
    alpha: _Any = 1.0,
    beta: _Any = 0.5,
    name: str | None = None,
) -> _Any:
    """The op LRNGrad: (input_grads, input_image, output_image) -> (output). Attrs: alpha, beta, bias, depth_radius."""
def LeakyRelu(features: _Any, *, alpha: _Any = 0.20000000298023224, name: str | None = None) -> _Any:
    """The op LeakyRelu: (features) -> (activations). Attrs: alpha."""
def LeakyReluGrad(
    gradients: _Any,
    features: _Any,
    *,
    alpha: _Any = 0.20000000298023224,
    name: str | None = None,
) -> _Any:
    """The op LeakyReluGrad: (gradients, features) -> (backprops). Attrs: alpha."""
def LearnedUnigramCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    range_max: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op LearnedUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def LeftShift(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op LeftShift: (x, y) -> (z). Attrs: none."""
def Less(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Less: (x, y) -> (z). Attrs: none."""
def LessEqual(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op LessEqual: (x, y) -> (z). Attrs: none."""
def Lgamma(x: _Any, *, name: str | None = None) -> _Any:
    """The op Lgamma: (x) -> (y). Attrs: none."""
def LinSpace(start: _Any, stop: _Any, num: _Any, *, name: str | None = None) -> _Any:
    """The op LinSpace: (start, stop, num) -> (output). Attrs: none."""
def ListDataset(
    tensors: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ListDataset: (tensors) -> (handle). Attrs: metadata, output_shapes, output_types."""
def ListDiff(x: _Any, y: _Any, *, out_idx: _Any = ..., name: str | None = None) -> _Any:
    """The op ListDiff: (x, y) -> (out, idx). Attrs: out_idx."""
def LoadDataset(
    path: _Any,
    reader_func_other_args: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    compression: _Any = '',
    reader_func: _Any,
    name: str | None = None,
) -> _Any:
    """The op LoadDataset: (path, reader_func_other_args) -> (handle). Attrs: compression, output_shapes, output_types, reader_func."""
def Log(x: _Any, *, name: str | None = None) -> _Any:
    """The op Log: (x) -> (y). Attrs: none."""
def Log1p(x: _Any, *, name: str | None = None) -> _Any:
    """The op Log1p: (x) -> (y). Attrs: none."""
def LogMatrixDeterminant(input: _Any, *, name: str | None = None) -> _Any:
    """The op LogMatrixDeterminant: (input) -> (sign, log_abs_determinant). Attrs: none."""
def LogSoftmax(logits: _Any, *, name: str | None = None) -> _Any:
    """The op LogSoftmax: (logits) -> (logsoftmax). Attrs: none."""
def LogUniformCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    range_max: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op LogUniformCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def LogicalAnd(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op LogicalAnd: (x, y) -> (z). Attrs: none."""
def LogicalNot(x: _Any, *, name: str | None = None) -> _Any:
    """The op LogicalNot: (x) -> (y). Attrs: none."""
def LogicalOr(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op LogicalOr: (x, y) -> (z). Attrs: none."""
def LookupTableExportV2(
    table_handle: _Any,
    *,
    Tkeys: _Any,
    Tvalues: _Any,
    name: str | None = None,
) -> _Any:
    """The op LookupTableExportV2: (table_handle) -> (keys, values). Attrs: Tkeys, Tvalues."""
def LookupTableFindV2(
    table_handle: _Any,
    keys: _Any,
    default_value: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op LookupTableFindV2: (table_handle, keys, default_value) -> (values). Attrs: none."""
def LookupTableImportV2(
    table_handle: _Any,
    keys: _Any,
    values: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op LookupTableImportV2: (table_handle, keys, values) -> (). Attrs: none."""
def LookupTableInsertV2(
    table_handle: _Any,
    keys: _Any,
    values: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op LookupTableInsertV2: (table_handle, keys, values) -> (). Attrs: none."""
def LookupTableRemoveV2(table_handle: _Any, keys: _Any, *, name: str | None = None) -> _Any:
    """The op LookupTableRemoveV2: (table_handle, keys) -> (). Attrs: none."""
def LookupTableSizeV2(table_handle: _Any, *, name: str | None = None) -> _Any:
    """The op LookupTableSizeV2: (table_handle) -> (size). Attrs: none."""
def LowerBound(
    sorted_inputs: _Any,
    values: _Any,
    *,
    out_type: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op LowerBound: (sorted_inputs, values) -> (output). Attrs: out_type."""
def Lu(input: _Any, *, output_idx_type: _Any = ..., name: str | None = None) -> _Any:
    """The op Lu: (input) -> (lu, p). Attrs: output_idx_type."""
def MakeIterator(dataset: _Any, iterator: _Any, *, name: str | None = None) -> _Any:
    """The op MakeIterator: (dataset, iterator) -> (). Attrs: none."""
def MapDataset(
    input_dataset: _Any,
    other_arguments: _Any,
    *,
    f: _Any,
    use_inter_op_parallelism: _Any = True,
    preserve_cardinality: _Any = False,
    force_synchronous: _Any = False,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op MapDataset: (input_dataset, other_arguments) -> (handle). Attrs: f, force_synchronous, metadata, output_shapes, output_types, preserve_cardinality, use_inter_op_parallelism."""
def MatMul(
    a: _Any,
    b: _Any,
    *,
    transpose_a: _Any = False,
    transpose_b: _Any = False,
    grad_a: _Any = False,
    grad_b: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MatMul: (a, b) -> (product). Attrs: grad_a, grad_b, transpose_a, transpose_b."""
def MatchingFiles(pattern: _Any, *, name: str | None = None) -> _Any:
    """The op MatchingFiles: (pattern) -> (filenames). Attrs: none."""
def MatrixBandPart(input: _Any, num_lower: _Any, num_upper: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixBandPart: (input, num_lower, num_upper) -> (band). Attrs: none."""
def MatrixDeterminant(input: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixDeterminant: (input) -> (output). Attrs: none."""
def MatrixDiag(diagonal: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixDiag: (diagonal) -> (output). Attrs: none."""
def MatrixDiagPart(input: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixDiagPart: (input) -> (diagonal). Attrs: none."""
def MatrixDiagPartV2(input: _Any, k: _Any, padding_value: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixDiagPartV2: (input, k, padding_value) -> (diagonal). Attrs: none."""
def MatrixDiagPartV3(
    input: _Any,
    k: _Any,
    padding_value: _Any,
    *,
    align: _Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> _Any:
    """The op MatrixDiagPartV3: (input, k, padding_value) -> (diagonal). Attrs: align."""
def MatrixDiagV2(
    diagonal: _Any,
    k: _Any,
    num_rows: _Any,
    num_cols: _Any,
    padding_value: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op MatrixDiagV2: (diagonal, k, num_rows, num_cols, padding_value) -> (output). Attrs: none."""
def MatrixDiagV3(
    diagonal: _Any,
    k: _Any,
    num_rows: _Any,
    num_cols: _Any,
    padding_value: _Any,
    *,
    align: _Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> _Any:
    """The op MatrixDiagV3: (diagonal, k, num_rows, num_cols, padding_value) -> (output). Attrs: align."""
def MatrixExponential(input: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixExponential: (input) -> (output). Attrs: none."""
def MatrixInverse(input: _Any, *, adjoint: _Any = False, name: str | None = None) -> _Any:
    """The op MatrixInverse: (input) -> (output). Attrs: adjoint."""
def MatrixLogarithm(input: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixLogarithm: (input) -> (output). Attrs: none."""
def MatrixSetDiag(input: _Any, diagonal: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixSetDiag: (input, diagonal) -> (output). Attrs: none."""
def MatrixSetDiagV2(input: _Any, diagonal: _Any, k: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixSetDiagV2: (input, diagonal, k) -> (output). Attrs: none."""
def MatrixSetDiagV3(
    input: _Any,
    diagonal: _Any,
    k: _Any,
    *,
    align: _Any = 'RIGHT_LEFT',
    name: str | None = None,
) -> _Any:
    """The op MatrixSetDiagV3: (input, diagonal, k) -> (output). Attrs: align."""
def MatrixSolve(matrix: _Any, rhs: _Any, *, adjoint: _Any = False, name: str | None = None) -> _Any:
    """The op MatrixSolve: (matrix, rhs) -> (output). Attrs: adjoint."""
def MatrixSolveLs(
    matrix: _Any,
    rhs: _Any,
    l2_regularizer: _Any,
    *,
    fast: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op MatrixSolveLs: (matrix, rhs, l2_regularizer) -> (output). Attrs: fast."""
def MatrixSquareRoot(input: _Any, *, name: str | None = None) -> _Any:
    """The op MatrixSquareRoot: (input) -> (output). Attrs: none."""
def MatrixTriangularSolve(
    matrix: _Any,
    rhs: _Any,
    *,
    lower: _Any = True,
    adjoint: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MatrixTriangularSolve: (matrix, rhs) -> (output). Attrs: adjoint, lower."""
def Max(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Max: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def MaxPool(
    input: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPool: (input) -> (output). Attrs: data_format, explicit_paddings, ksize, padding, strides."""
def MaxPool3D(
    input: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPool3D: (input) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPool3DGrad(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPool3DGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPool3DGradGrad(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NDHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPool3DGradGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPoolGrad(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    explicit_paddings: _Any = ...,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, explicit_paddings, ksize, padding, strides."""
def MaxPoolGradGrad(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGradGrad: (orig_input, orig_output, grad) -> (output). Attrs: data_format, ksize, padding, strides."""
def MaxPoolGradGradV2(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    ksize: _Any,
    strides: _Any,
    *,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGradGradV2: (orig_input, orig_output, grad, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolGradGradWithArgmax(
    input: _Any,
    grad: _Any,
    argmax: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    include_batch_in_index: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGradGradWithArgmax: (input, grad, argmax) -> (output). Attrs: include_batch_in_index, ksize, padding, strides."""
def MaxPoolGradV2(
    orig_input: _Any,
    orig_output: _Any,
    grad: _Any,
    ksize: _Any,
    strides: _Any,
    *,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGradV2: (orig_input, orig_output, grad, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolGradWithArgmax(
    input: _Any,
    grad: _Any,
    argmax: _Any,
    *,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    include_batch_in_index: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MaxPoolGradWithArgmax: (input, grad, argmax) -> (output). Attrs: include_batch_in_index, ksize, padding, strides."""
def MaxPoolV2(
    input: _Any,
    ksize: _Any,
    strides: _Any,
    *,
    padding: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op MaxPoolV2: (input, ksize, strides) -> (output). Attrs: data_format, padding."""
def MaxPoolWithArgmax(
    input: _Any,
    *,
    Targmax: _Any = ...,
    ksize: _Any,
    strides: _Any,
    padding: _Any,
    include_batch_in_index: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MaxPoolWithArgmax: (input) -> (output, argmax). Attrs: Targmax, include_batch_in_index, ksize, padding, strides."""
def Maximum(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Maximum: (x, y) -> (z). Attrs: none."""
def Mean(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Mean: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def MergeSummary(inputs: _Any, *, name: str | None = None) -> _Any:
    """The op MergeSummary: (inputs) -> (summary). Attrs: none."""
def MergeV2Checkpoints(
    checkpoint_prefixes: _Any,
    destination_prefix: _Any,
    *,
    delete_old_dirs: _Any = True,
    allow_missing_files: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op MergeV2Checkpoints: (checkpoint_prefixes, destination_prefix) -> (). Attrs: allow_missing_files, delete_old_dirs."""
def Mfcc(
    spectrogram: _Any,
    sample_rate: _Any,
    *,
    upper_frequency_limit: _Any = 4000.0,
    lower_frequency_limit: _Any = 20.0,
    filterbank_channel_count: _Any = 40,
    dct_coefficient_count: _Any = 13,
    name: str | None = None,
) -> _Any:
    """The op Mfcc: (spectrogram, sample_rate) -> (output). Attrs: dct_coefficient_count, filterbank_channel_count, lower_frequency_limit, upper_frequency_limit."""
def Min(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Min: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def Minimum(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Minimum: (x, y) -> (z). Attrs: none."""
def MirrorPad(input: _Any, paddings: _Any, *, mode: _Any, name: str | None = None) -> _Any:
    """The op MirrorPad: (input, paddings) -> (output). Attrs: mode."""
def MirrorPadGrad(input: _Any, paddings: _Any, *, mode: _Any, name: str | None = None) -> _Any:
    """The op MirrorPadGrad: (input, paddings) -> (output). Attrs: mode."""
def Mod(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Mod: (x, y) -> (z). Attrs: none."""
def Mul(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Mul: (x, y) -> (z). Attrs: none."""
def MulNoNan(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op MulNoNan: (x, y) -> (z). Attrs: none."""
def Multinomial(
    logits: _Any,
    num_samples: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    output_dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op Multinomial: (logits, num_samples) -> (output). Attrs: output_dtype, seed, seed2."""
def MutableDenseHashTableV2(
    empty_key: _Any,
    deleted_key: _Any,
    *,
    container: _Any = '',
    shared_name: _Any = '',
    use_node_name_sharing: _Any = False,
    value_dtype: _Any,
    value_shape: _Any = ...,
    initial_num_buckets: _Any = 131072,
    max_load_factor: _Any = 0.8,
    name: str | None = None,
) -> _Any:
    """The op MutableDenseHashTableV2: (empty_key, deleted_key) -> (table_handle). Attrs: container, initial_num_buckets, max_load_factor, shared_name, use_node_name_sharing, value_dtype, value_shape."""
def MutableHashTableOfTensorsV2(
    *,
    container: _Any = '',
    shared_name: _Any = '',
    use_node_name_sharing: _Any = False,
    key_dtype: _Any,
    value_dtype: _Any,
    value_shape: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op MutableHashTableOfTensorsV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype, value_shape."""
def MutableHashTableV2(
    *,
    container: _Any = '',
    shared_name: _Any = '',
    use_node_name_sharing: _Any = False,
    key_dtype: _Any,
    value_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op MutableHashTableV2: () -> (table_handle). Attrs: container, key_dtype, shared_name, use_node_name_sharing, value_dtype."""
def MutexLock(mutex: _Any, *, name: str | None = None) -> _Any:
    """The op MutexLock: (mutex) -> (mutex_lock). Attrs: none."""
def MutexV2(*, container: _Any = '', shared_name: _Any = '', name: str | None = None) -> _Any:
    """The op MutexV2: () -> (resource). Attrs: container, shared_name."""
def Ndtri(x: _Any, *, name: str | None = None) -> _Any:
    """The op Ndtri: (x) -> (y). Attrs: none."""
def Neg(x: _Any, *, name: str | None = None) -> _Any:
    """The op Neg: (x) -> (y). Attrs: none."""
def NextAfter(x1: _Any, x2: _Any, *, name: str | None = None) -> _Any:
    """The op NextAfter: (x1, x2) -> (output). Attrs: none."""
def NoOp(*, name: str | None = None) -> _Any:
    """The op NoOp: () -> (). Attrs: none."""
def NonDeterministicInts(shape: _Any, *, dtype: _Any = ..., name: str | None = None) -> _Any:
    """The op NonDeterministicInts: (shape) -> (output). Attrs: dtype."""
def NonMaxSuppression(
    boxes: _Any,
    scores: _Any,
    max_output_size: _Any,
    *,
    iou_threshold: _Any = 0.5,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppression: (boxes, scores, max_output_size) -> (selected_indices). Attrs: iou_threshold."""
def NonMaxSuppressionV2(
    boxes: _Any,
    scores: _Any,
    max_output_size: _Any,
    iou_threshold: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppressionV2: (boxes, scores, max_output_size, iou_threshold) -> (selected_indices). Attrs: none."""
def NonMaxSuppressionV3(
    boxes: _Any,
    scores: _Any,
    max_output_size: _Any,
    iou_threshold: _Any,
    score_threshold: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppressionV3: (boxes, scores, max_output_size, iou_threshold, score_threshold) -> (selected_indices). Attrs: none."""
def NonMaxSuppressionV4(
    boxes: _Any,
    scores: _Any,
    max_output_size: _Any,
    iou_threshold: _Any,
    score_threshold: _Any,
    *,
    pad_to_max_output_size: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppressionV4: (boxes, scores, max_output_size, iou_threshold, score_threshold) -> (selected_indices, valid_outputs). Attrs: pad_to_max_output_size."""
def NonMaxSuppressionV5(
    boxes: _Any,
    scores: _Any,
    max_output_size: _Any,
    iou_threshold: _Any,
    score_threshold: _Any,
    soft_nms_sigma: _Any,
    *,
    pad_to_max_output_size: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppressionV5: (boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma) -> (selected_indices, selected_scores, valid_outputs). Attrs: pad_to_max_output_size."""
def NonMaxSuppressionWithOverlaps(
    overlaps: _Any,
    scores: _Any,
    max_output_size: _Any,
    overlap_threshold: _Any,
    score_threshold: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op NonMaxSuppressionWithOverlaps: (overlaps, scores, max_output_size, overlap_threshold, score_threshold) -> (selected_indices). Attrs: none."""
def NotEqual(
    x: _Any,
    y: _Any,
    *,
    incompatible_shape_error: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op NotEqual: (x, y) -> (z). Attrs: incompatible_shape_error."""
def NthElement(input: _Any, n: _Any, *, reverse: _Any = False, name: str | None = None) -> _Any:
    """The op NthElement: (input, n) -> (values). Attrs: reverse."""
def OneHot(
    indices: _Any,
    depth: _Any,
    on_value: _Any,
    off_value: _Any,
    *,
    axis: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op OneHot: (indices, depth, on_value, off_value) -> (output). Attrs: axis."""
def OneShotIterator(
    *,
    dataset_factory: _Any,
    container: _Any = '',
    shared_name: _Any = '',
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op OneShotIterator: () -> (handle). Attrs: container, dataset_factory, output_shapes, output_types, shared_name."""
def OnesLike(x: _Any, *, name: str | None = None) -> _Any:
    """The op OnesLike: (x) -> (y). Attrs: none."""
def OptionalFromValue(components: _Any, *, name: str | None = None) -> _Any:
    """The op OptionalFromValue: (components) -> (optional). Attrs: none."""
def OptionalGetValue(
    optional: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op OptionalGetValue: (optional) -> (components). Attrs: output_shapes, output_types."""
def OptionalHasValue(optional: _Any, *, name: str | None = None) -> _Any:
    """The op OptionalHasValue: (optional) -> (has_value). Attrs: none."""
def OptionalNone(*, name: str | None = None) -> _Any:
    """The op OptionalNone: () -> (optional). Attrs: none."""
def Pack(values: _Any, *, axis: _Any = 0, name: str | None = None) -> _Any:
    """The op Pack: (values) -> (output). Attrs: axis."""
def Pad(input: _Any, paddings: _Any, *, name: str | None = None) -> _Any:
    """The op Pad: (input, paddings) -> (output). Attrs: none."""
def PadV2(input: _Any, paddings: _Any, constant_values: _Any, *, name: str | None = None) -> _Any:
    """The op PadV2: (input, paddings, constant_values) -> (output). Attrs: none."""
def PaddedBatchDatasetV2(
    input_dataset: _Any,
    batch_size: _Any,
    padded_shapes: _Any,
    padding_values: _Any,
    drop_remainder: _Any,
    *,
    parallel_copy: _Any = False,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op PaddedBatchDatasetV2: (input_dataset, batch_size, padded_shapes, padding_values, drop_remainder) -> (handle). Attrs: metadata, output_shapes, parallel_copy."""
def PaddingFIFOQueueV2(
    *,
    component_types: _Any,
    shapes: _Any = ...,
    capacity: _Any = -1,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op PaddingFIFOQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def ParallelBatchDataset(
    input_dataset: _Any,
    batch_size: _Any,
    num_parallel_calls: _Any,
    drop_remainder: _Any,
    *,
    parallel_copy: _Any = False,
    deterministic: _Any = 'default',
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ParallelBatchDataset: (input_dataset, batch_size, num_parallel_calls, drop_remainder) -> (handle). Attrs: deterministic, metadata, output_shapes, output_types, parallel_copy."""
def ParallelConcat(values: _Any, *, shape: _Any, name: str | None = None) -> _Any:
    """The op ParallelConcat: (values) -> (output). Attrs: shape."""
def ParallelDynamicStitch(indices: _Any, data: _Any, *, name: str | None = None) -> _Any:
    """The op ParallelDynamicStitch: (indices, data) -> (merged). Attrs: none."""
def ParallelInterleaveDatasetV4(
    input_dataset: _Any,
    other_arguments: _Any,
    cycle_length: _Any,
    block_length: _Any,
    buffer_output_elements: _Any,
    prefetch_input_elements: _Any,
    num_parallel_calls: _Any,
    *,
    f: _Any,
    deterministic: _Any = 'default',
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ParallelInterleaveDatasetV4: (input_dataset, other_arguments, cycle_length, block_length, buffer_output_elements, prefetch_input_elements, num_parallel_calls) -> (handle). Attrs: deterministic, f, metadata, output_shapes, output_types."""
def ParallelMapDatasetV2(
    input_dataset: _Any,
    other_arguments: _Any,
    num_parallel_calls: _Any,
    *,
    f: _Any,
    use_inter_op_parallelism: _Any = True,
    deterministic: _Any = 'default',
    preserve_cardinality: _Any = False,
    use_unbounded_threadpool: _Any = False,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ParallelMapDatasetV2: (input_dataset, other_arguments, num_parallel_calls) -> (handle). Attrs: deterministic, f, metadata, output_shapes, output_types, preserve_cardinality, use_inter_op_parallelism, use_unbounded_threadpool."""
def ParameterizedTruncatedNormal(
    shape: _Any,
    means: _Any,
    stdevs: _Any,
    minvals: _Any,
    maxvals: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op ParameterizedTruncatedNormal: (shape, means, stdevs, minvals, maxvals) -> (output). Attrs: seed, seed2."""
def ParseExampleV2(
    serialized: _Any,
    names: _Any,
    sparse_keys: _Any,
    dense_keys: _Any,
    ragged_keys: _Any,
    dense_defaults: _Any,
    *,
    num_sparse: _Any,
    sparse_types: _Any,
    ragged_value_types: _Any,
    ragged_split_types: _Any,
    dense_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op ParseExampleV2: (serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults) -> (sparse_indices, sparse_values, sparse_shapes, dense_values, ragged_values, ragged_row_splits). Attrs: dense_shapes, num_sparse, ragged_split_types, ragged_value_types, sparse_types."""
def ParseSequenceExampleV2(
    serialized: _Any,
    debug_name: _Any,
    context_sparse_keys: _Any,
    context_dense_keys: _Any,
    context_ragged_keys: _Any,
    feature_list_sparse_keys: _Any,
    feature_list_dense_keys: _Any,
    feature_list_ragged_keys: _Any,
    feature_list_dense_missing_assumed_empty: _Any,
    context_dense_defaults: _Any,
    *,
    Ncontext_sparse: _Any = 0,
    context_sparse_types: _Any = ...,
    context_ragged_value_types: _Any = ...,
    context_ragged_split_types: _Any = ...,
    context_dense_shapes: _Any = ...,
    Nfeature_list_sparse: _Any = 0,
    Nfeature_list_dense: _Any = 0,
    feature_list_dense_types: _Any = ...,
    feature_list_sparse_types: _Any = ...,
    feature_list_ragged_value_types: _Any = ...,
    feature_list_ragged_split_types: _Any = ...,
    feature_list_dense_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op ParseSequenceExampleV2: (serialized, debug_name, context_sparse_keys, context_dense_keys, context_ragged_keys, feature_list_sparse_keys, feature_list_dense_keys, feature_list_ragged_keys, feature_list_dense_missing_assumed_empty, context_dense_defaults) -> (context_sparse_indices, context_sparse_values, context_sparse_shapes, context_dense_values, context_ragged_values, context_ragged_row_splits, feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes, feature_list_dense_values, feature_list_dense_lengths, feature_list_ragged_values, feature_list_ragged_outer_splits, feature_list_ragged_inner_splits). Attrs: Ncontext_sparse, Nfeature_list_dense, Nfeature_list_sparse, context_dense_shapes, context_ragged_split_types, context_ragged_value_types, context_sparse_types, feature_list_dense_shapes, feature_list_dense_types, feature_list_ragged_split_types, feature_list_ragged_value_types, feature_list_sparse_types."""
def ParseTensor(serialized: _Any, *, out_type: _Any, name: str | None = None) -> _Any:
    """The op ParseTensor: (serialized) -> (output). Attrs: out_type."""
def PartitionedCall(
    args: _Any,
    *,
    Tout: _Any,
    f: _Any,
    config: _Any = '',
    config_proto: _Any = '',
    executor_type: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op PartitionedCall: (args) -> (output). Attrs: Tout, config, config_proto, executor_type, f."""
def Placeholder(*, dtype: _Any, shape: _Any = ..., name: str | None = None) -> _Any:
    """The op Placeholder: () -> (output). Attrs: dtype, shape."""
def PlaceholderWithDefault(input: _Any, *, shape: _Any, name: str | None = None) -> _Any:
    """The op PlaceholderWithDefault: (input) -> (output). Attrs: shape."""
def Polygamma(a: _Any, x: _Any, *, name: str | None = None) -> _Any:
    """The op Polygamma: (a, x) -> (z). Attrs: none."""
def PopulationCount(x: _Any, *, name: str | None = None) -> _Any:
    """The op PopulationCount: (x) -> (y). Attrs: none."""
def Pow(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Pow: (x, y) -> (z). Attrs: none."""
def PrefetchDataset(
    input_dataset: _Any,
    buffer_size: _Any,
    *,
    slack_period: _Any = 0,
    legacy_autotune: _Any = True,
    buffer_size_min: _Any = 0,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op PrefetchDataset: (input_dataset, buffer_size) -> (handle). Attrs: buffer_size_min, legacy_autotune, metadata, output_shapes, output_types, slack_period."""
def PreventGradient(input: _Any, *, message: _Any = '', name: str | None = None) -> _Any:
    """The op PreventGradient: (input) -> (output). Attrs: message."""
def Print(
    input: _Any,
    data: _Any,
    *,
    message: _Any = '',
    first_n: _Any = -1,
    summarize: _Any = 3,
    name: str | None = None,
) -> _Any:
    """The op Print: (input, data) -> (output). Attrs: first_n, message, summarize."""
def PrintV2(
    input: _Any,
    *,
    output_stream: _Any = 'stderr',
    end: _Any = '\n',
    name: str | None = None,
) -> _Any:
    """The op PrintV2: (input) -> (). Attrs: end, output_stream."""
def PriorityQueueV2(
    *,
    component_types: _Any = ...,
    shapes: _Any,
    capacity: _Any = -1,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op PriorityQueueV2: () -> (handle). Attrs: capacity, component_types, container, shapes, shared_name."""
def Prod(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Prod: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def PyFunc(input: _Any, *, token: _Any, Tout: _Any, name: str | None = None) -> _Any:
    """The op PyFunc: (input) -> (output). Attrs: Tout, token."""
def PyFuncStateless(input: _Any, *, token: _Any, Tout: _Any, name: str | None = None) -> _Any:
    """The op PyFuncStateless: (input) -> (output). Attrs: Tout, token."""
def Qr(input: _Any, *, full_matrices: _Any = False, name: str | None = None) -> _Any:
    """The op Qr: (input) -> (q, r). Attrs: full_matrices."""
def QuantizeAndDequantizeV2(
    input: _Any,
    input_min: _Any,
    input_max: _Any,
    *,
    signed_input: _Any = True,
    num_bits: _Any = 8,
    range_given: _Any = False,
    round_mode: _Any = 'HALF_TO_EVEN',
    narrow_range: _Any = False,
    axis: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QuantizeAndDequantizeV2: (input, input_min, input_max) -> (output). Attrs: axis, narrow_range, num_bits, range_given, round_mode, signed_input."""
def QuantizeAndDequantizeV3(
    input: _Any,
    input_min: _Any,
    input_max: _Any,
    num_bits: _Any,
    *,
    signed_input: _Any = True,
    range_given: _Any = True,
    narrow_range: _Any = False,
    axis: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QuantizeAndDequantizeV3: (input, input_min, input_max, num_bits) -> (output). Attrs: axis, narrow_range, range_given, signed_input."""
def QuantizeAndDequantizeV4(
    input: _Any,
    input_min: _Any,
    input_max: _Any,
    *,
    signed_input: _Any = True,
    num_bits: _Any = 8,
    range_given: _Any = False,
    round_mode: _Any = 'HALF_TO_EVEN',
    narrow_range: _Any = False,
    axis: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QuantizeAndDequantizeV4: (input, input_min, input_max) -> (output). Attrs: axis, narrow_range, num_bits, range_given, round_mode, signed_input."""
def QuantizeAndDequantizeV4Grad(
    gradients: _Any,
    input: _Any,
    input_min: _Any,
    input_max: _Any,
    *,
    axis: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QuantizeAndDequantizeV4Grad: (gradients, input, input_min, input_max) -> (input_backprop, input_min_backprop, input_max_backprop). Attrs: axis."""
def QuantizeV2(
    input: _Any,
    min_range: _Any,
    max_range: _Any,
    *,
    T: _Any,
    mode: _Any = 'MIN_COMBINED',
    round_mode: _Any = 'HALF_AWAY_FROM_ZERO',
    narrow_range: _Any = False,
    axis: _Any = -1,
    ensure_minimum_range: _Any = 0.01,
    name: str | None = None,
) -> _Any:
    """The op QuantizeV2: (input, min_range, max_range) -> (output, output_min, output_max). Attrs: T, axis, ensure_minimum_range, mode, narrow_range, round_mode."""
def QueueCloseV2(
    handle: _Any,
    *,
    cancel_pending_enqueues: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op QueueCloseV2: (handle) -> (). Attrs: cancel_pending_enqueues."""
def QueueDequeueManyV2(
    handle: _Any,
    n: _Any,
    *,
    component_types: _Any,
    timeout_ms: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QueueDequeueManyV2: (handle, n) -> (components). Attrs: component_types, timeout_ms."""
def QueueDequeueUpToV2(
    handle: _Any,
    n: _Any,
    *,
    component_types: _Any,
    timeout_ms: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QueueDequeueUpToV2: (handle, n) -> (components). Attrs: component_types, timeout_ms."""
def QueueDequeueV2(
    handle: _Any,
    *,
    component_types: _Any,
    timeout_ms: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QueueDequeueV2: (handle) -> (components). Attrs: component_types, timeout_ms."""
def QueueEnqueueManyV2(
    handle: _Any,
    components: _Any,
    *,
    timeout_ms: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QueueEnqueueManyV2: (handle, components) -> (). Attrs: timeout_ms."""
def QueueEnqueueV2(
    handle: _Any,
    components: _Any,
    *,
    timeout_ms: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op QueueEnqueueV2: (handle, components) -> (). Attrs: timeout_ms."""
def QueueIsClosedV2(handle: _Any, *, name: str | None = None) -> _Any:
    """The op QueueIsClosedV2: (handle) -> (is_closed). Attrs: none."""
def QueueSizeV2(handle: _Any, *, name: str | None = None) -> _Any:
    """The op QueueSizeV2: (handle) -> (size). Attrs: none."""
def RFFT(input: _Any, fft_length: _Any, *, Tcomplex: _Any = ..., name: str | None = None) -> _Any:
    """The op RFFT: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RFFT2D(input: _Any, fft_length: _Any, *, Tcomplex: _Any = ..., name: str | None = None) -> _Any:
    """The op RFFT2D: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RFFT3D(input: _Any, fft_length: _Any, *, Tcomplex: _Any = ..., name: str | None = None) -> _Any:
    """The op RFFT3D: (input, fft_length) -> (output). Attrs: Tcomplex."""
def RGBToHSV(images: _Any, *, name: str | None = None) -> _Any:
    """The op RGBToHSV: (images) -> (output). Attrs: none."""
def RaggedBincount(
    splits: _Any,
    values: _Any,
    size: _Any,
    weights: _Any,
    *,
    binary_output: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op RaggedBincount: (splits, values, size, weights) -> (output). Attrs: binary_output."""
def RaggedCountSparseOutput(
    splits: _Any,
    values: _Any,
    weights: _Any,
    *,
    minlength: _Any = -1,
    maxlength: _Any = -1,
    binary_output: _Any,
    name: str | None = None,
) -> _Any:
    """The op RaggedCountSparseOutput: (splits, values, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def RaggedRange(
    starts: _Any,
    limits: _Any,
    deltas: _Any,
    *,
    Tsplits: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op RaggedRange: (starts, limits, deltas) -> (rt_nested_splits, rt_dense_values). Attrs: Tsplits."""
def RaggedTensorFromVariant(
    encoded_ragged: _Any,
    *,
    input_ragged_rank: _Any,
    output_ragged_rank: _Any,
    Tvalues: _Any,
    Tsplits: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op RaggedTensorFromVariant: (encoded_ragged) -> (output_nested_splits, output_dense_values). Attrs: Tsplits, Tvalues, input_ragged_rank, output_ragged_rank."""
def RaggedTensorToTensor(
    shape: _Any,
    values: _Any,
    default_value: _Any,
    row_partition_tensors: _Any,
    *,
    row_partition_types: _Any,
    name: str | None = None,
) -> _Any:
    """The op RaggedTensorToTensor: (shape, values, default_value, row_partition_tensors) -> (result). Attrs: row_partition_types."""
def RaggedTensorToVariant(
    rt_nested_splits: _Any,
    rt_dense_values: _Any,
    *,
    batched_input: _Any,
    name: str | None = None,
) -> _Any:
    """The op RaggedTensorToVariant: (rt_nested_splits, rt_dense_values) -> (encoded_ragged). Attrs: batched_input."""
def RandomDataset(
    seed: _Any,
    seed2: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op RandomDataset: (seed, seed2) -> (handle). Attrs: metadata, output_shapes, output_types."""
def RandomDatasetV2(
    seed: _Any,
    seed2: _Any,
    seed_generator: _Any,
    *,
    rerandomize_each_iteration: _Any = False,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op RandomDatasetV2: (seed, seed2, seed_generator) -> (handle). Attrs: metadata, output_shapes, output_types, rerandomize_each_iteration."""
def RandomGamma(
    shape: _Any,
    alpha: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op RandomGamma: (shape, alpha) -> (output). Attrs: seed, seed2."""
def RandomGammaGrad(alpha: _Any, sample: _Any, *, name: str | None = None) -> _Any:
    """The op RandomGammaGrad: (alpha, sample) -> (output). Attrs: none."""
def RandomIndexShuffle(
    index: _Any,
    seed: _Any,
    max_index: _Any,
    *,
    rounds: _Any = 4,
    name: str | None = None,
) -> _Any:
    """The op RandomIndexShuffle: (index, seed, max_index) -> (output). Attrs: rounds."""
def RandomPoissonV2(
    shape: _Any,
    rate: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op RandomPoissonV2: (shape, rate) -> (output). Attrs: dtype, seed, seed2."""
def RandomShuffle(value: _Any, *, seed: _Any = 0, seed2: _Any = 0, name: str | None = None) -> _Any:
    """The op RandomShuffle: (value) -> (output). Attrs: seed, seed2."""
def RandomShuffleQueueV2(
    *,
    component_types: _Any,
    shapes: _Any = ...,
    capacity: _Any = -1,
    min_after_dequeue: _Any = 0,
    seed: _Any = 0,
    seed2: _Any = 0,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op RandomShuffleQueueV2: () -> (handle). Attrs: capacity, component_types, container, min_after_dequeue, seed, seed2, shapes, shared_name."""
def RandomStandardNormal(
    shape: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op RandomStandardNormal: (shape) -> (output). Attrs: dtype, seed, seed2."""
def RandomUniform(
    shape: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op RandomUniform: (shape) -> (output). Attrs: dtype, seed, seed2."""
def RandomUniformInt(
    shape: _Any,
    minval: _Any,
    maxval: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op RandomUniformInt: (shape, minval, maxval) -> (output). Attrs: seed, seed2."""
def Range(start: _Any, limit: _Any, delta: _Any, *, name: str | None = None) -> _Any:
    """The op Range: (start, limit, delta) -> (output). Attrs: none."""
def RangeDataset(
    start: _Any,
    stop: _Any,
    step: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    replicate_on_split: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op RangeDataset: (start, stop, step) -> (handle). Attrs: metadata, output_shapes, output_types, replicate_on_split."""
def Rank(input: _Any, *, name: str | None = None) -> _Any:
    """The op Rank: (input) -> (output). Attrs: none."""
def ReadFile(filename: _Any, *, name: str | None = None) -> _Any:
    """The op ReadFile: (filename) -> (contents). Attrs: none."""
def ReadVariableOp(resource: _Any, *, dtype: _Any, name: str | None = None) -> _Any:
    """The op ReadVariableOp: (resource) -> (value). Attrs: dtype."""
def ReaderNumRecordsProducedV2(reader_handle: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderNumRecordsProducedV2: (reader_handle) -> (records_produced). Attrs: none."""
def ReaderNumWorkUnitsCompletedV2(reader_handle: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderNumWorkUnitsCompletedV2: (reader_handle) -> (units_completed). Attrs: none."""
def ReaderReadUpToV2(
    reader_handle: _Any,
    queue_handle: _Any,
    num_records: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ReaderReadUpToV2: (reader_handle, queue_handle, num_records) -> (keys, values). Attrs: none."""
def ReaderReadV2(reader_handle: _Any, queue_handle: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderReadV2: (reader_handle, queue_handle) -> (key, value). Attrs: none."""
def ReaderResetV2(reader_handle: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderResetV2: (reader_handle) -> (). Attrs: none."""
def ReaderRestoreStateV2(reader_handle: _Any, state: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderRestoreStateV2: (reader_handle, state) -> (). Attrs: none."""
def ReaderSerializeStateV2(reader_handle: _Any, *, name: str | None = None) -> _Any:
    """The op ReaderSerializeStateV2: (reader_handle) -> (state). Attrs: none."""
def Real(input: _Any, *, Tout: _Any = ..., name: str | None = None) -> _Any:
    """The op Real: (input) -> (output). Attrs: Tout."""
def RealDiv(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op RealDiv: (x, y) -> (z). Attrs: none."""
def RebatchDatasetV2(
    input_dataset: _Any,
    batch_sizes: _Any,
    drop_remainder: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op RebatchDatasetV2: (input_dataset, batch_sizes, drop_remainder) -> (handle). Attrs: output_shapes, output_types."""
def Reciprocal(x: _Any, *, name: str | None = None) -> _Any:
    """The op Reciprocal: (x) -> (y). Attrs: none."""
def ReciprocalGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op ReciprocalGrad: (y, dy) -> (z). Attrs: none."""
def ReduceDataset(
    input_dataset: _Any,
    initial_state: _Any,
    other_arguments: _Any,
    *,
    Targuments: _Any,
    Tstate: _Any,
    f: _Any,
    use_inter_op_parallelism: _Any = True,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ReduceDataset: (input_dataset, initial_state, other_arguments) -> (components). Attrs: Targuments, Tstate, f, metadata, output_shapes, output_types, use_inter_op_parallelism."""
def ReduceJoin(
    inputs: _Any,
    reduction_indices: _Any,
    *,
    keep_dims: _Any = False,
    separator: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ReduceJoin: (inputs, reduction_indices) -> (output). Attrs: keep_dims, separator."""
def RegexFullMatch(input: _Any, pattern: _Any, *, name: str | None = None) -> _Any:
    """The op RegexFullMatch: (input, pattern) -> (output). Attrs: none."""
def RegexReplace(
    input: _Any,
    pattern: _Any,
    rewrite: _Any,
    *,
    replace_global: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op RegexReplace: (input, pattern, rewrite) -> (output). Attrs: replace_global."""
def Relu(features: _Any, *, name: str | None = None) -> _Any:
    """The op Relu: (features) -> (activations). Attrs: none."""
def Relu6(features: _Any, *, name: str | None = None) -> _Any:
    """The op Relu6: (features) -> (activations). Attrs: none."""
def Relu6Grad(gradients: _Any, features: _Any, *, name: str | None = None) -> _Any:
    """The op Relu6Grad: (gradients, features) -> (backprops). Attrs: none."""
def ReluGrad(gradients: _Any, features: _Any, *, name: str | None = None) -> _Any:
    """The op ReluGrad: (gradients, features) -> (backprops). Attrs: none."""
def RepeatDataset(
    input_dataset: _Any,
    count: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op RepeatDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Reshape(tensor: _Any, shape: _Any, *, name: str | None = None) -> _Any:
    """The op Reshape: (tensor, shape) -> (output). Attrs: none."""
def ResizeArea(
    images: _Any,
    size: _Any,
    *,
    align_corners: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeArea: (images, size) -> (resized_images). Attrs: align_corners."""
def ResizeBicubic(
    images: _Any,
    size: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeBicubic: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeBicubicGrad(
    grads: _Any,
    original_image: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeBicubicGrad: (grads, original_image) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResizeBilinear(
    images: _Any,
    size: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeBilinear: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeBilinearGrad(
    grads: _Any,
    original_image: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeBilinearGrad: (grads, original_image) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResizeNearestNeighbor(
    images: _Any,
    size: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeNearestNeighbor: (images, size) -> (resized_images). Attrs: align_corners, half_pixel_centers."""
def ResizeNearestNeighborGrad(
    grads: _Any,
    size: _Any,
    *,
    align_corners: _Any = False,
    half_pixel_centers: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResizeNearestNeighborGrad: (grads, size) -> (output). Attrs: align_corners, half_pixel_centers."""
def ResourceApplyAdaMax(
    var: _Any,
    m: _Any,
    v: _Any,
    beta1_power: _Any,
    lr: _Any,
    beta1: _Any,
    beta2: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdaMax: (var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyAdadelta(
    var: _Any,
    accum: _Any,
    accum_update: _Any,
    lr: _Any,
    rho: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdadelta: (var, accum, accum_update, lr, rho, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyAdagrad(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    update_slots: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdagrad: (var, accum, lr, grad) -> (). Attrs: update_slots, use_locking."""
def ResourceApplyAdagradV2(
    var: _Any,
    accum: _Any,
    lr: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    update_slots: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdagradV2: (var, accum, lr, epsilon, grad) -> (). Attrs: update_slots, use_locking."""
def ResourceApplyAdam(
    var: _Any,
    m: _Any,
    v: _Any,
    beta1_power: _Any,
    beta2_power: _Any,
    lr: _Any,
    beta1: _Any,
    beta2: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    use_nesterov: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdam: (var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyAdamWithAmsgrad(
    var: _Any,
    m: _Any,
    v: _Any,
    vhat: _Any,
    beta1_power: _Any,
    beta2_power: _Any,
    lr: _Any,
    beta1: _Any,
    beta2: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyAdamWithAmsgrad: (var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyCenteredRMSProp(
    var: _Any,
    mg: _Any,
    ms: _Any,
    mom: _Any,
    lr: _Any,
    rho: _Any,
    momentum: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyCenteredRMSProp: (var, mg, ms, mom, lr, rho, momentum, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceApplyFtrl(
    var: _Any,
    accum: _Any,
    linear: _Any,
    grad: _Any,
    lr: _Any,
    l1: _Any,
    l2: _Any,
    lr_power: _Any,
    *,
    use_locking: _Any = False,
    multiply_linear_by_lr: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyFtrl: (var, accum, linear, grad, lr, l1, l2, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceApplyFtrlV2(
    var: _Any,
    accum: _Any,
    linear: _Any,
    grad: _Any,
    lr: _Any,
    l1: _Any,
    l2: _Any,
    l2_shrinkage: _Any,
    lr_power: _Any,
    *,
    use_locking: _Any = False,
    multiply_linear_by_lr: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyFtrlV2: (var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceApplyGradientDescent(
    var: _Any,
    alpha: _Any,
    delta: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyGradientDescent: (var, alpha, delta) -> (). Attrs: use_locking."""
def ResourceApplyKerasMomentum(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    momentum: _Any,
    *,
    use_locking: _Any = False,
    use_nesterov: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyKerasMomentum: (var, accum, lr, grad, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyMomentum(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    momentum: _Any,
    *,
    use_locking: _Any = False,
    use_nesterov: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyMomentum: (var, accum, lr, grad, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceApplyRMSProp(
    var: _Any,
    ms: _Any,
    mom: _Any,
    lr: _Any,
    rho: _Any,
    momentum: _Any,
    epsilon: _Any,
    grad: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceApplyRMSProp: (var, ms, mom, lr, rho, momentum, epsilon, grad) -> (). Attrs: use_locking."""
def ResourceCountUpTo(resource: _Any, *, limit: _Any, T: _Any, name: str | None = None) -> _Any:
    """The op ResourceCountUpTo: (resource) -> (output). Attrs: T, limit."""
def ResourceGather(
    resource: _Any,
    indices: _Any,
    *,
    dtype: _Any,
    batch_dims: _Any = 0,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ResourceGather: (resource, indices) -> (output). Attrs: batch_dims, dtype, validate_indices."""
def ResourceScatterAdd(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterAdd: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterDiv(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterDiv: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMax(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterMax: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMin(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterMin: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterMul(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterMul: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterNdAdd(
    ref: _Any,
    indices: _Any,
    updates: _Any,
    *,
    use_locking: _Any = True,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterNdAdd: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdMax(
    ref: _Any,
    indices: _Any,
    updates: _Any,
    *,
    use_locking: _Any = True,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterNdMax: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdMin(
    ref: _Any,
    indices: _Any,
    updates: _Any,
    *,
    use_locking: _Any = True,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterNdMin: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdSub(
    ref: _Any,
    indices: _Any,
    updates: _Any,
    *,
    use_locking: _Any = True,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterNdSub: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterNdUpdate(
    ref: _Any,
    indices: _Any,
    updates: _Any,
    *,
    use_locking: _Any = True,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterNdUpdate: (ref, indices, updates) -> (). Attrs: bad_indices_policy, use_locking."""
def ResourceScatterSub(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterSub: (resource, indices, updates) -> (). Attrs: none."""
def ResourceScatterUpdate(
    resource: _Any,
    indices: _Any,
    updates: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op ResourceScatterUpdate: (resource, indices, updates) -> (). Attrs: none."""
def ResourceSparseApplyAdadelta(
    var: _Any,
    accum: _Any,
    accum_update: _Any,
    lr: _Any,
    rho: _Any,
    epsilon: _Any,
    grad: _Any,
    indices: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyAdadelta: (var, accum, accum_update, lr, rho, epsilon, grad, indices) -> (). Attrs: use_locking."""
def ResourceSparseApplyAdagrad(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    indices: _Any,
    *,
    use_locking: _Any = False,
    update_slots: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyAdagrad: (var, accum, lr, grad, indices) -> (). Attrs: update_slots, use_locking."""
def ResourceSparseApplyAdagradV2(
    var: _Any,
    accum: _Any,
    lr: _Any,
    epsilon: _Any,
    grad: _Any,
    indices: _Any,
    *,
    use_locking: _Any = False,
    update_slots: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyAdagradV2: (var, accum, lr, epsilon, grad, indices) -> (). Attrs: update_slots, use_locking."""
def ResourceSparseApplyCenteredRMSProp(
    var: _Any,
    mg: _Any,
    ms: _Any,
    mom: _Any,
    lr: _Any,
    rho: _Any,
    momentum: _Any,
    epsilon: _Any,
    grad: _Any,
    indices: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyCenteredRMSProp: (var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices) -> (). Attrs: use_locking."""
def ResourceSparseApplyFtrl(
    var: _Any,
    accum: _Any,
    linear: _Any,
    grad: _Any,
    indices: _Any,
    lr: _Any,
    l1: _Any,
    l2: _Any,
    lr_power: _Any,
    *,
    use_locking: _Any = False,
    multiply_linear_by_lr: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyFtrl: (var, accum, linear, grad, indices, lr, l1, l2, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceSparseApplyFtrlV2(
    var: _Any,
    accum: _Any,
    linear: _Any,
    grad: _Any,
    indices: _Any,
    lr: _Any,
    l1: _Any,
    l2: _Any,
    l2_shrinkage: _Any,
    lr_power: _Any,
    *,
    use_locking: _Any = False,
    multiply_linear_by_lr: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyFtrlV2: (var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power) -> (). Attrs: multiply_linear_by_lr, use_locking."""
def ResourceSparseApplyKerasMomentum(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    indices: _Any,
    momentum: _Any,
    *,
    use_locking: _Any = False,
    use_nesterov: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyKerasMomentum: (var, accum, lr, grad, indices, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceSparseApplyMomentum(
    var: _Any,
    accum: _Any,
    lr: _Any,
    grad: _Any,
    indices: _Any,
    momentum: _Any,
    *,
    use_locking: _Any = False,
    use_nesterov: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyMomentum: (var, accum, lr, grad, indices, momentum) -> (). Attrs: use_locking, use_nesterov."""
def ResourceSparseApplyRMSProp(
    var: _Any,
    ms: _Any,
    mom: _Any,
    lr: _Any,
    rho: _Any,
    momentum: _Any,
    epsilon: _Any,
    grad: _Any,
    indices: _Any,
    *,
    use_locking: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op ResourceSparseApplyRMSProp: (var, ms, mom, lr, rho, momentum, epsilon, grad, indices) -> (). Attrs: use_locking."""
def RestoreV2(
    prefix: _Any,
    tensor_names: _Any,
    shape_and_slices: _Any,
    *,
    dtypes: _Any,
    name: str | None = None,
) -> _Any:
    """The op RestoreV2: (prefix, tensor_names, shape_and_slices) -> (tensors). Attrs: dtypes."""
def Reverse(tensor: _Any, dims: _Any, *, name: str | None = None) -> _Any:
    """The op Reverse: (tensor, dims) -> (output). Attrs: none."""
def ReverseSequence(
    input: _Any,
    seq_lengths: _Any,
    *,
    seq_dim: _Any,
    batch_dim: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op ReverseSequence: (input, seq_lengths) -> (output). Attrs: batch_dim, seq_dim."""
def ReverseV2(tensor: _Any, axis: _Any, *, name: str | None = None) -> _Any:
    """The op ReverseV2: (tensor, axis) -> (output). Attrs: none."""
def RightShift(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op RightShift: (x, y) -> (z). Attrs: none."""
def Rint(x: _Any, *, name: str | None = None) -> _Any:
    """The op Rint: (x) -> (y). Attrs: none."""
def RngReadAndSkip(resource: _Any, alg: _Any, delta: _Any, *, name: str | None = None) -> _Any:
    """The op RngReadAndSkip: (resource, alg, delta) -> (value). Attrs: none."""
def RngSkip(resource: _Any, algorithm: _Any, delta: _Any, *, name: str | None = None) -> _Any:
    """The op RngSkip: (resource, algorithm, delta) -> (). Attrs: none."""
def Roll(input: _Any, shift: _Any, axis: _Any, *, name: str | None = None) -> _Any:
    """The op Roll: (input, shift, axis) -> (output). Attrs: none."""
def Round(x: _Any, *, name: str | None = None) -> _Any:
    """The op Round: (x) -> (y). Attrs: none."""
def Rsqrt(x: _Any, *, name: str | None = None) -> _Any:
    """The op Rsqrt: (x) -> (y). Attrs: none."""
def RsqrtGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op RsqrtGrad: (y, dy) -> (z). Attrs: none."""
def SampleDistortedBoundingBox(
    image_size: _Any,
    bounding_boxes: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    min_object_covered: _Any = 0.1,
    aspect_ratio_range: _Any = ...,
    area_range: _Any = ...,
    max_attempts: _Any = 100,
    use_image_if_no_bounding_boxes: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SampleDistortedBoundingBox: (image_size, bounding_boxes) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, min_object_covered, seed, seed2, use_image_if_no_bounding_boxes."""
def SampleDistortedBoundingBoxV2(
    image_size: _Any,
    bounding_boxes: _Any,
    min_object_covered: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    aspect_ratio_range: _Any = ...,
    area_range: _Any = ...,
    max_attempts: _Any = 100,
    use_image_if_no_bounding_boxes: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SampleDistortedBoundingBoxV2: (image_size, bounding_boxes, min_object_covered) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, seed, seed2, use_image_if_no_bounding_boxes."""
def SaveDataset(
    input_dataset: _Any,
    path: _Any,
    shard_func_other_args: _Any,
    *,
    compression: _Any = '',
    shard_func: _Any,
    use_shard_func: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op SaveDataset: (input_dataset, path, shard_func_other_args) -> (). Attrs: compression, shard_func, use_shard_func."""
def SaveDatasetV2(
    input_dataset: _Any,
    path: _Any,
    shard_func_other_args: _Any,
    *,
    compression: _Any = '',
    shard_func: _Any,
    use_shard_func: _Any = True,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op SaveDatasetV2: (input_dataset, path, shard_func_other_args) -> (handle). Attrs: compression, output_shapes, output_types, shard_func, use_shard_func."""
def SaveV2(
    prefix: _Any,
    tensor_names: _Any,
    shape_and_slices: _Any,
    tensors: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SaveV2: (prefix, tensor_names, shape_and_slices, tensors) -> (). Attrs: none."""
def ScalarSummary(tags: _Any, values: _Any, *, name: str | None = None) -> _Any:
    """The op ScalarSummary: (tags, values) -> (summary). Attrs: none."""
def ScaleAndTranslate(
    images: _Any,
    size: _Any,
    scale: _Any,
    translation: _Any,
    *,
    kernel_type: _Any = 'lanczos3',
    antialias: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ScaleAndTranslate: (images, size, scale, translation) -> (resized_images). Attrs: antialias, kernel_type."""
def ScaleAndTranslateGrad(
    grads: _Any,
    original_image: _Any,
    scale: _Any,
    translation: _Any,
    *,
    kernel_type: _Any = 'lanczos3',
    antialias: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op ScaleAndTranslateGrad: (grads, original_image, scale, translation) -> (output). Attrs: antialias, kernel_type."""
def ScanDataset(
    input_dataset: _Any,
    initial_state: _Any,
    other_arguments: _Any,
    *,
    Targuments: _Any,
    Tstate: _Any,
    f: _Any,
    preserve_cardinality: _Any = False,
    use_default_device: _Any = True,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ScanDataset: (input_dataset, initial_state, other_arguments) -> (handle). Attrs: Targuments, Tstate, f, metadata, output_shapes, output_types, preserve_cardinality, use_default_device."""
def ScatterNd(
    indices: _Any,
    updates: _Any,
    shape: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ScatterNd: (indices, updates, shape) -> (output). Attrs: bad_indices_policy."""
def ScatterNdNonAliasingAdd(
    input: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ScatterNdNonAliasingAdd: (input, indices, updates) -> (output). Attrs: bad_indices_policy."""
def SegmentMax(data: _Any, segment_ids: _Any, *, name: str | None = None) -> _Any:
    """The op SegmentMax: (data, segment_ids) -> (output). Attrs: none."""
def SegmentMean(data: _Any, segment_ids: _Any, *, name: str | None = None) -> _Any:
    """The op SegmentMean: (data, segment_ids) -> (output). Attrs: none."""
def SegmentMin(data: _Any, segment_ids: _Any, *, name: str | None = None) -> _Any:
    """The op SegmentMin: (data, segment_ids) -> (output). Attrs: none."""
def SegmentProd(data: _Any, segment_ids: _Any, *, name: str | None = None) -> _Any:
    """The op SegmentProd: (data, segment_ids) -> (output). Attrs: none."""
def SegmentSum(data: _Any, segment_ids: _Any, *, name: str | None = None) -> _Any:
    """The op SegmentSum: (data, segment_ids) -> (output). Attrs: none."""
def Select(condition: _Any, x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Select: (condition, t, e) -> (output). Attrs: none."""
def SelectV2(condition: _Any, t: _Any, e: _Any, *, name: str | None = None) -> _Any:
    """The op SelectV2: (condition, t, e) -> (output). Attrs: none."""
def SelfAdjointEigV2(input: _Any, *, compute_v: _Any = True, name: str | None = None) -> _Any:
    """The op SelfAdjointEigV2: (input) -> (e, v). Attrs: compute_v."""
def Selu(features: _Any, *, name: str | None = None) -> _Any:
    """The op Selu: (features) -> (activations). Attrs: none."""
def SeluGrad(gradients: _Any, outputs: _Any, *, name: str | None = None) -> _Any:
    """The op SeluGrad: (gradients, outputs) -> (backprops). Attrs: none."""
def SerializeManySparse(
    sparse_indices: _Any,
    sparse_values: _Any,
    sparse_shape: _Any,
    *,
    out_type: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op SerializeManySparse: (sparse_indices, sparse_values, sparse_shape) -> (serialized_sparse). Attrs: out_type."""
def SerializeSparse(
    sparse_indices: _Any,
    sparse_values: _Any,
    sparse_shape: _Any,
    *,
    out_type: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op SerializeSparse: (sparse_indices, sparse_values, sparse_shape) -> (serialized_sparse). Attrs: out_type."""
def SerializeTensor(tensor: _Any, *, name: str | None = None) -> _Any:
    """The op SerializeTensor: (tensor) -> (serialized). Attrs: none."""
def SetSize(
    set_indices: _Any,
    set_values: _Any,
    set_shape: _Any,
    *,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op SetSize: (set_indices, set_values, set_shape) -> (size). Attrs: validate_indices."""
def Shape(input: _Any, *, out_type: _Any = ..., name: str | None = None) -> _Any:
    """The op Shape: (input) -> (output). Attrs: out_type."""
def ShapeN(input: _Any, *, out_type: _Any = ..., name: str | None = None) -> _Any:
    """The op ShapeN: (input) -> (output). Attrs: out_type."""
def ShardDataset(
    input_dataset: _Any,
    num_shards: _Any,
    index: _Any,
    *,
    require_non_empty: _Any = False,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ShardDataset: (input_dataset, num_shards, index) -> (handle). Attrs: metadata, output_shapes, output_types, require_non_empty."""
def ShardedFilename(basename: _Any, shard: _Any, num_shards: _Any, *, name: str | None = None) -> _Any:
    """The op ShardedFilename: (basename, shard, num_shards) -> (filename). Attrs: none."""
def ShardedFilespec(basename: _Any, num_shards: _Any, *, name: str | None = None) -> _Any:
    """The op ShardedFilespec: (basename, num_shards) -> (filename). Attrs: none."""
def ShuffleDataset(
    input_dataset: _Any,
    buffer_size: _Any,
    seed: _Any,
    seed2: _Any,
    *,
    reshuffle_each_iteration: _Any = True,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ShuffleDataset: (input_dataset, buffer_size, seed, seed2) -> (handle). Attrs: metadata, output_shapes, output_types, reshuffle_each_iteration."""
def ShuffleDatasetV3(
    input_dataset: _Any,
    buffer_size: _Any,
    seed: _Any,
    seed2: _Any,
    seed_generator: _Any,
    *,
    reshuffle_each_iteration: _Any = True,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ShuffleDatasetV3: (input_dataset, buffer_size, seed, seed2, seed_generator) -> (handle). Attrs: metadata, output_shapes, output_types, reshuffle_each_iteration."""
def Sigmoid(x: _Any, *, name: str | None = None) -> _Any:
    """The op Sigmoid: (x) -> (y). Attrs: none."""
def SigmoidGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op SigmoidGrad: (y, dy) -> (z). Attrs: none."""
def Sign(x: _Any, *, name: str | None = None) -> _Any:
    """The op Sign: (x) -> (y). Attrs: none."""
def Sin(x: _Any, *, name: str | None = None) -> _Any:
    """The op Sin: (x) -> (y). Attrs: none."""
def Sinh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Sinh: (x) -> (y). Attrs: none."""
def Size(input: _Any, *, out_type: _Any = ..., name: str | None = None) -> _Any:
    """The op Size: (input) -> (output). Attrs: out_type."""
def SkipDataset(
    input_dataset: _Any,
    count: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op SkipDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def Slice(input: _Any, begin: _Any, size: _Any, *, name: str | None = None) -> _Any:
    """The op Slice: (input, begin, size) -> (output). Attrs: none."""
def Snapshot(input: _Any, *, name: str | None = None) -> _Any:
    """The op Snapshot: (input) -> (output). Attrs: none."""
def SnapshotDatasetV2(
    input_dataset: _Any,
    path: _Any,
    reader_func_other_args: _Any,
    shard_func_other_args: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    reader_func: _Any,
    shard_func: _Any,
    Treader_func_args: _Any,
    Tshard_func_args: _Any,
    compression: _Any = '',
    reader_prefix: _Any = '',
    writer_prefix: _Any = '',
    hash_valid: _Any = False,
    hash: _Any = 0,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op SnapshotDatasetV2: (input_dataset, path, reader_func_other_args, shard_func_other_args) -> (handle). Attrs: Treader_func_args, Tshard_func_args, compression, hash, hash_valid, metadata, output_shapes, output_types, reader_func, reader_prefix, shard_func, writer_prefix."""
def SobolSample(
    dim: _Any,
    num_results: _Any,
    skip: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op SobolSample: (dim, num_results, skip) -> (samples). Attrs: dtype."""
def Softmax(logits: _Any, *, name: str | None = None) -> _Any:
    """The op Softmax: (logits) -> (softmax). Attrs: none."""
def SoftmaxCrossEntropyWithLogits(features: _Any, labels: _Any, *, name: str | None = None) -> _Any:
    """The op SoftmaxCrossEntropyWithLogits: (features, labels) -> (loss, backprop). Attrs: none."""
def Softplus(features: _Any, *, name: str | None = None) -> _Any:
    """The op Softplus: (features) -> (activations). Attrs: none."""
def SoftplusGrad(gradients: _Any, features: _Any, *, name: str | None = None) -> _Any:
    """The op SoftplusGrad: (gradients, features) -> (backprops). Attrs: none."""
def Softsign(features: _Any, *, name: str | None = None) -> _Any:
    """The op Softsign: (features) -> (activations). Attrs: none."""
def SoftsignGrad(gradients: _Any, features: _Any, *, name: str | None = None) -> _Any:
    """The op SoftsignGrad: (gradients, features) -> (backprops). Attrs: none."""
def SpaceToBatch(input: _Any, paddings: _Any, *, block_size: _Any, name: str | None = None) -> _Any:
    """The op SpaceToBatch: (input, paddings) -> (output). Attrs: block_size."""
def SpaceToBatchND(input: _Any, block_shape: _Any, paddings: _Any, *, name: str | None = None) -> _Any:
    """The op SpaceToBatchND: (input, block_shape, paddings) -> (output). Attrs: none."""
def SpaceToDepth(
    input: _Any,
    *,
    block_size: _Any,
    data_format: _Any = 'NHWC',
    name: str | None = None,
) -> _Any:
    """The op SpaceToDepth: (input) -> (output). Attrs: block_size, data_format."""
def SparseAdd(
    a_indices: _Any,
    a_values: _Any,
    a_shape: _Any,
    b_indices: _Any,
    b_values: _Any,
    b_shape: _Any,
    thresh: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseAdd: (a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh) -> (sum_indices, sum_values, sum_shape). Attrs: none."""
def SparseAddGrad(
    backprop_val_grad: _Any,
    a_indices: _Any,
    b_indices: _Any,
    sum_indices: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseAddGrad: (backprop_val_grad, a_indices, b_indices, sum_indices) -> (a_val_grad, b_val_grad). Attrs: none."""
def SparseBincount(
    indices: _Any,
    values: _Any,
    dense_shape: _Any,
    size: _Any,
    weights: _Any,
    *,
    binary_output: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseBincount: (indices, values, dense_shape, size, weights) -> (output). Attrs: binary_output."""
def SparseConcat(
    indices: _Any,
    values: _Any,
    shapes: _Any,
    *,
    concat_dim: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseConcat: (indices, values, shapes) -> (output_indices, output_values, output_shape). Attrs: concat_dim."""
def SparseCountSparseOutput(
    indices: _Any,
    values: _Any,
    dense_shape: _Any,
    weights: _Any,
    *,
    minlength: _Any = -1,
    maxlength: _Any = -1,
    binary_output: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseCountSparseOutput: (indices, values, dense_shape, weights) -> (output_indices, output_values, output_dense_shape). Attrs: binary_output, maxlength, minlength."""
def SparseCross(
    indices: _Any,
    values: _Any,
    shapes: _Any,
    dense_inputs: _Any,
    *,
    sparse_types: _Any,
    dense_types: _Any,
    hashed_output: _Any,
    num_buckets: _Any,
    hash_key: _Any,
    out_type: _Any,
    internal_type: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseCross: (indices, values, shapes, dense_inputs) -> (output_indices, output_values, output_shape). Attrs: dense_types, hash_key, hashed_output, internal_type, num_buckets, out_type, sparse_types."""
def SparseCrossV2(
    indices: _Any,
    values: _Any,
    shapes: _Any,
    dense_inputs: _Any,
    sep: _Any,
    *,
    sparse_types: _Any,
    dense_types: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseCrossV2: (indices, values, shapes, dense_inputs, sep) -> (output_indices, output_values, output_shape). Attrs: dense_types, sparse_types."""
def SparseDenseCwiseAdd(
    sp_indices: _Any,
    sp_values: _Any,
    sp_shape: _Any,
    dense: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseDenseCwiseAdd: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseDenseCwiseDiv(
    sp_indices: _Any,
    sp_values: _Any,
    sp_shape: _Any,
    dense: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseDenseCwiseDiv: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseDenseCwiseMul(
    sp_indices: _Any,
    sp_values: _Any,
    sp_shape: _Any,
    dense: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseDenseCwiseMul: (sp_indices, sp_values, sp_shape, dense) -> (output). Attrs: none."""
def SparseFillEmptyRows(
    indices: _Any,
    values: _Any,
    dense_shape: _Any,
    default_value: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseFillEmptyRows: (indices, values, dense_shape, default_value) -> (output_indices, output_values, empty_row_indicator, reverse_index_map). Attrs: none."""
def SparseFillEmptyRowsGrad(
    reverse_index_map: _Any,
    grad_values: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseFillEmptyRowsGrad: (reverse_index_map, grad_values) -> (d_values, d_default_value). Attrs: none."""
def SparseMatrixMatMul(
    a: _Any,
    b: _Any,
    *,
    transpose_a: _Any = False,
    transpose_b: _Any = False,
    adjoint_a: _Any = False,
    adjoint_b: _Any = False,
    transpose_output: _Any = False,
    conjugate_output: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseMatrixMatMul: (a, b) -> (output). Attrs: adjoint_a, adjoint_b, conjugate_output, transpose_a, transpose_b, transpose_output."""
def SparseMatrixNNZ(sparse_matrix: _Any, *, name: str | None = None) -> _Any:
    """The op SparseMatrixNNZ: (sparse_matrix) -> (nnz). Attrs: none."""
def SparseMatrixSparseMatMul(
    a: _Any,
    b: _Any,
    *,
    type: _Any,
    transpose_a: _Any = False,
    transpose_b: _Any = False,
    adjoint_a: _Any = False,
    adjoint_b: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseMatrixSparseMatMul: (a, b) -> (c). Attrs: adjoint_a, adjoint_b, transpose_a, transpose_b, type."""
def SparseMatrixTranspose(
    input: _Any,
    *,
    conjugate: _Any = False,
    type: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseMatrixTranspose: (input) -> (output). Attrs: conjugate, type."""
def SparseReduceMax(
    input_indices: _Any,
    input_values: _Any,
    input_shape: _Any,
    reduction_axes: _Any,
    *,
    keep_dims: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseReduceMax: (input_indices, input_values, input_shape, reduction_axes) -> (output). Attrs: keep_dims."""
def SparseReduceMaxSparse(
    input_indices: _Any,
    input_values: _Any,
    input_shape: _Any,
    reduction_axes: _Any,
    *,
    keep_dims: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseReduceMaxSparse: (input_indices, input_values, input_shape, reduction_axes) -> (output_indices, output_values, output_shape). Attrs: keep_dims."""
def SparseReduceSum(
    input_indices: _Any,
    input_values: _Any,
    input_shape: _Any,
    reduction_axes: _Any,
    *,
    keep_dims: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseReduceSum: (input_indices, input_values, input_shape, reduction_axes) -> (output). Attrs: keep_dims."""
def SparseReduceSumSparse(
    input_indices: _Any,
    input_values: _Any,
    input_shape: _Any,
    reduction_axes: _Any,
    *,
    keep_dims: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseReduceSumSparse: (input_indices, input_values, input_shape, reduction_axes) -> (output_indices, output_values, output_shape). Attrs: keep_dims."""
def SparseReorder(
    input_indices: _Any,
    input_values: _Any,
    input_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseReorder: (input_indices, input_values, input_shape) -> (output_indices, output_values). Attrs: none."""
def SparseReshape(
    input_indices: _Any,
    input_shape: _Any,
    new_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseReshape: (input_indices, input_shape, new_shape) -> (output_indices, output_shape). Attrs: none."""
def SparseSegmentMean(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentMean: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentMeanWithNumSegments(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentMeanWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSqrtN(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentSqrtN: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSqrtNWithNumSegments(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentSqrtNWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSum(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentSum: (data, indices, segment_ids) -> (output). Attrs: sparse_gradient."""
def SparseSegmentSumWithNumSegments(
    data: _Any,
    indices: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    sparse_gradient: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseSegmentSumWithNumSegments: (data, indices, segment_ids, num_segments) -> (output). Attrs: sparse_gradient."""
def SparseSlice(
    indices: _Any,
    values: _Any,
    shape: _Any,
    start: _Any,
    size: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSlice: (indices, values, shape, start, size) -> (output_indices, output_values, output_shape). Attrs: none."""
def SparseSliceGrad(
    backprop_val_grad: _Any,
    input_indices: _Any,
    input_start: _Any,
    output_indices: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSliceGrad: (backprop_val_grad, input_indices, input_start, output_indices) -> (val_grad). Attrs: none."""
def SparseSoftmax(
    sp_indices: _Any,
    sp_values: _Any,
    sp_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSoftmax: (sp_indices, sp_values, sp_shape) -> (output). Attrs: none."""
def SparseSoftmaxCrossEntropyWithLogits(
    features: _Any,
    labels: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSoftmaxCrossEntropyWithLogits: (features, labels) -> (loss, backprop). Attrs: none."""
def SparseSparseMaximum(
    a_indices: _Any,
    a_values: _Any,
    a_shape: _Any,
    b_indices: _Any,
    b_values: _Any,
    b_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSparseMaximum: (a_indices, a_values, a_shape, b_indices, b_values, b_shape) -> (output_indices, output_values). Attrs: none."""
def SparseSparseMinimum(
    a_indices: _Any,
    a_values: _Any,
    a_shape: _Any,
    b_indices: _Any,
    b_values: _Any,
    b_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseSparseMinimum: (a_indices, a_values, a_shape, b_indices, b_values, b_shape) -> (output_indices, output_values). Attrs: none."""
def SparseSplit(
    split_dim: _Any,
    indices: _Any,
    values: _Any,
    shape: _Any,
    *,
    num_split: _Any,
    name: str | None = None,
) -> _Any:
    """The op SparseSplit: (split_dim, indices, values, shape) -> (output_indices, output_values, output_shape). Attrs: num_split."""
def SparseTensorDenseAdd(
    a_indices: _Any,
    a_values: _Any,
    a_shape: _Any,
    b: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseTensorDenseAdd: (a_indices, a_values, a_shape, b) -> (output). Attrs: none."""
def SparseTensorDenseMatMul(
    a_indices: _Any,
    a_values: _Any,
    a_shape: _Any,
    b: _Any,
    *,
    adjoint_a: _Any = False,
    adjoint_b: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op SparseTensorDenseMatMul: (a_indices, a_values, a_shape, b) -> (product). Attrs: adjoint_a, adjoint_b."""
def SparseTensorToCSRSparseMatrix(
    indices: _Any,
    values: _Any,
    dense_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op SparseTensorToCSRSparseMatrix: (indices, values, dense_shape) -> (sparse_matrix). Attrs: none."""
def SparseToDense(
    sparse_indices: _Any,
    output_shape: _Any,
    sparse_values: _Any,
    default_value: _Any,
    *,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op SparseToDense: (sparse_indices, output_shape, sparse_values, default_value) -> (dense). Attrs: validate_indices."""
def SparseToSparseSetOperation(
    set1_indices: _Any,
    set1_values: _Any,
    set1_shape: _Any,
    set2_indices: _Any,
    set2_values: _Any,
    set2_shape: _Any,
    *,
    set_operation: _Any,
    validate_indices: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op SparseToSparseSetOperation: (set1_indices, set1_values, set1_shape, set2_indices, set2_values, set2_shape) -> (result_indices, result_values, result_shape). Attrs: set_operation, validate_indices."""
def Spence(x: _Any, *, name: str | None = None) -> _Any:
    """The op Spence: (x) -> (y). Attrs: none."""
def Split(axis: _Any, value: _Any, *, num_split: _Any, name: str | None = None) -> _Any:
    """The op Split: (split_dim, value) -> (output). Attrs: num_split."""
def SplitV(
    value: _Any,
    size_splits: _Any,
    axis: _Any,
    *,
    num_split: _Any,
    name: str | None = None,
) -> _Any:
    """The op SplitV: (value, size_splits, split_dim) -> (output). Attrs: num_split."""
def SqlDataset(
    driver_name: _Any,
    data_source_name: _Any,
    query: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    name: str | None = None,
) -> _Any:
    """The op SqlDataset: (driver_name, data_source_name, query) -> (handle). Attrs: output_shapes, output_types."""
def Sqrt(x: _Any, *, name: str | None = None) -> _Any:
    """The op Sqrt: (x) -> (y). Attrs: none."""
def SqrtGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op SqrtGrad: (y, dy) -> (z). Attrs: none."""
def Square(x: _Any, *, name: str | None = None) -> _Any:
    """The op Square: (x) -> (y). Attrs: none."""
def SquaredDifference(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op SquaredDifference: (x, y) -> (z). Attrs: none."""
def Squeeze(input: _Any, *, axis: _Any = ..., name: str | None = None) -> _Any:
    """The op Squeeze: (input) -> (output). Attrs: squeeze_dims."""
def StatefulPartitionedCall(
    args: _Any,
    *,
    Tout: _Any,
    f: _Any,
    config: _Any = '',
    config_proto: _Any = '',
    executor_type: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op StatefulPartitionedCall: (args) -> (output). Attrs: Tout, config, config_proto, executor_type, f."""
def StatefulRandomBinomial(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    counts: _Any,
    probs: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatefulRandomBinomial: (resource, algorithm, shape, counts, probs) -> (output). Attrs: dtype."""
def StatefulStandardNormalV2(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatefulStandardNormalV2: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulTruncatedNormal(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatefulTruncatedNormal: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniform(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatefulUniform: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniformFullInt(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatefulUniformFullInt: (resource, algorithm, shape) -> (output). Attrs: dtype."""
def StatefulUniformInt(
    resource: _Any,
    algorithm: _Any,
    shape: _Any,
    minval: _Any,
    maxval: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatefulUniformInt: (resource, algorithm, shape, minval, maxval) -> (output). Attrs: none."""
def StatelessCase(
    branch_index: _Any,
    input: _Any,
    *,
    Tout: _Any,
    branches: _Any,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessCase: (branch_index, input) -> (output). Attrs: Tout, branches, output_shapes."""
def StatelessIf(
    cond: _Any,
    input: _Any,
    *,
    Tout: _Any,
    then_branch: _Any,
    else_branch: _Any,
    output_shapes: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessIf: (cond, input) -> (output). Attrs: Tout, else_branch, output_shapes, then_branch."""
def StatelessMultinomial(
    logits: _Any,
    num_samples: _Any,
    seed: _Any,
    *,
    output_dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessMultinomial: (logits, num_samples, seed) -> (output). Attrs: output_dtype."""
def StatelessParameterizedTruncatedNormal(
    shape: _Any,
    seed: _Any,
    means: _Any,
    stddevs: _Any,
    minvals: _Any,
    maxvals: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatelessParameterizedTruncatedNormal: (shape, seed, means, stddevs, minvals, maxvals) -> (output). Attrs: none."""
def StatelessRandomBinomial(
    shape: _Any,
    seed: _Any,
    counts: _Any,
    probs: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomBinomial: (shape, seed, counts, probs) -> (output). Attrs: dtype."""
def StatelessRandomGammaV2(shape: _Any, seed: _Any, alpha: _Any, *, name: str | None = None) -> _Any:
    """The op StatelessRandomGammaV2: (shape, seed, alpha) -> (output). Attrs: none."""
def StatelessRandomGammaV3(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    alpha: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomGammaV3: (shape, key, counter, alg, alpha) -> (output). Attrs: none."""
def StatelessRandomGetAlg(*, name: str | None = None) -> _Any:
    """The op StatelessRandomGetAlg: () -> (alg). Attrs: none."""
def StatelessRandomGetKeyCounter(seed: _Any, *, name: str | None = None) -> _Any:
    """The op StatelessRandomGetKeyCounter: (seed) -> (key, counter). Attrs: none."""
def StatelessRandomGetKeyCounterAlg(seed: _Any, *, name: str | None = None) -> _Any:
    """The op StatelessRandomGetKeyCounterAlg: (seed) -> (key, counter, alg). Attrs: none."""
def StatelessRandomNormal(
    shape: _Any,
    seed: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomNormal: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomNormalV2(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomNormalV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessRandomPoisson(
    shape: _Any,
    seed: _Any,
    lam: _Any,
    *,
    dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomPoisson: (shape, seed, lam) -> (output). Attrs: dtype."""
def StatelessRandomUniform(
    shape: _Any,
    seed: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniform: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomUniformFullInt(
    shape: _Any,
    seed: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniformFullInt: (shape, seed) -> (output). Attrs: dtype."""
def StatelessRandomUniformFullIntV2(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniformFullIntV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessRandomUniformInt(
    shape: _Any,
    seed: _Any,
    minval: _Any,
    maxval: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniformInt: (shape, seed, minval, maxval) -> (output). Attrs: none."""
def StatelessRandomUniformIntV2(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    minval: _Any,
    maxval: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniformIntV2: (shape, key, counter, alg, minval, maxval) -> (output). Attrs: none."""
def StatelessRandomUniformV2(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessRandomUniformV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessSampleDistortedBoundingBox(
    image_size: _Any,
    bounding_boxes: _Any,
    min_object_covered: _Any,
    seed: _Any,
    *,
    aspect_ratio_range: _Any = ...,
    area_range: _Any = ...,
    max_attempts: _Any = 100,
    use_image_if_no_bounding_boxes: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op StatelessSampleDistortedBoundingBox: (image_size, bounding_boxes, min_object_covered, seed) -> (begin, size, bboxes). Attrs: area_range, aspect_ratio_range, max_attempts, use_image_if_no_bounding_boxes."""
def StatelessShuffle(
    value: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op StatelessShuffle: (value, key, counter, alg) -> (output). Attrs: none."""
def StatelessTruncatedNormal(
    shape: _Any,
    seed: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessTruncatedNormal: (shape, seed) -> (output). Attrs: dtype."""
def StatelessTruncatedNormalV2(
    shape: _Any,
    key: _Any,
    counter: _Any,
    alg: _Any,
    *,
    dtype: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op StatelessTruncatedNormalV2: (shape, key, counter, alg) -> (output). Attrs: dtype."""
def StatelessWhile(
    input: _Any,
    *,
    cond: _Any,
    body: _Any,
    output_shapes: _Any = ...,
    parallel_iterations: _Any = 10,
    name: str | None = None,
) -> _Any:
    """The op StatelessWhile: (input) -> (output). Attrs: body, cond, output_shapes, parallel_iterations."""
def StaticRegexFullMatch(input: _Any, *, pattern: _Any, name: str | None = None) -> _Any:
    """The op StaticRegexFullMatch: (input) -> (output). Attrs: pattern."""
def StaticRegexReplace(
    input: _Any,
    *,
    pattern: _Any,
    rewrite: _Any,
    replace_global: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op StaticRegexReplace: (input) -> (output). Attrs: pattern, replace_global, rewrite."""
def StopGradient(input: _Any, *, name: str | None = None) -> _Any:
    """The op StopGradient: (input) -> (output). Attrs: none."""
def StridedSlice(
    input: _Any,
    begin: _Any,
    end: _Any,
    strides: _Any,
    *,
    begin_mask: _Any = 0,
    end_mask: _Any = 0,
    ellipsis_mask: _Any = 0,
    new_axis_mask: _Any = 0,
    shrink_axis_mask: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op StridedSlice: (input, begin, end, strides) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def StridedSliceGrad(
    shape: _Any,
    begin: _Any,
    end: _Any,
    strides: _Any,
    dy: _Any,
    *,
    begin_mask: _Any = 0,
    end_mask: _Any = 0,
    ellipsis_mask: _Any = 0,
    new_axis_mask: _Any = 0,
    shrink_axis_mask: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op StridedSliceGrad: (shape, begin, end, strides, dy) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def StringFormat(
    inputs: _Any,
    *,
    template: _Any = '%s',
    placeholder: _Any = '%s',
    summarize: _Any = 3,
    name: str | None = None,
) -> _Any:
    """The op StringFormat: (inputs) -> (output). Attrs: placeholder, summarize, template."""
def StringJoin(inputs: _Any, *, separator: _Any = '', name: str | None = None) -> _Any:
    """The op StringJoin: (inputs) -> (output). Attrs: separator."""
def StringLength(input: _Any, *, unit: _Any = 'BYTE', name: str | None = None) -> _Any:
    """The op StringLength: (input) -> (output). Attrs: unit."""
def StringLower(input: _Any, *, encoding: _Any = '', name: str | None = None) -> _Any:
    """The op StringLower: (input) -> (output). Attrs: encoding."""
def StringNGrams(
    data: _Any,
    data_splits: _Any,
    *,
    separator: _Any,
    ngram_widths: _Any,
    left_pad: _Any,
    right_pad: _Any,
    pad_width: _Any,
    preserve_short_sequences: _Any,
    name: str | None = None,
) -> _Any:
    """The op StringNGrams: (data, data_splits) -> (ngrams, ngrams_splits). Attrs: left_pad, ngram_widths, pad_width, preserve_short_sequences, right_pad, separator."""
def StringSplit(
    input: _Any,
    delimiter: _Any,
    *,
    skip_empty: _Any = True,
    name: str | None = None,
) -> _Any:
    """The op StringSplit: (input, delimiter) -> (indices, values, shape). Attrs: skip_empty."""
def StringSplitV2(input: _Any, sep: _Any, *, maxsplit: _Any = -1, name: str | None = None) -> _Any:
    """The op StringSplitV2: (input, sep) -> (indices, values, shape). Attrs: maxsplit."""
def StringStrip(input: _Any, *, name: str | None = None) -> _Any:
    """The op StringStrip: (input) -> (output). Attrs: none."""
def StringToHashBucket(string_tensor: _Any, *, num_buckets: _Any, name: str | None = None) -> _Any:
    """The op StringToHashBucket: (string_tensor) -> (output). Attrs: num_buckets."""
def StringToHashBucketFast(input: _Any, *, num_buckets: _Any, name: str | None = None) -> _Any:
    """The op StringToHashBucketFast: (input) -> (output). Attrs: num_buckets."""
def StringToHashBucketStrong(
    input: _Any,
    *,
    num_buckets: _Any,
    key: _Any,
    name: str | None = None,
) -> _Any:
    """The op StringToHashBucketStrong: (input) -> (output). Attrs: key, num_buckets."""
def StringToNumber(string_tensor: _Any, *, out_type: _Any = ..., name: str | None = None) -> _Any:
    """The op StringToNumber: (string_tensor) -> (output). Attrs: out_type."""
def StringUpper(input: _Any, *, encoding: _Any = '', name: str | None = None) -> _Any:
    """The op StringUpper: (input) -> (output). Attrs: encoding."""
def Sub(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Sub: (x, y) -> (z). Attrs: none."""
def Substr(input: _Any, pos: _Any, len: _Any, *, unit: _Any = 'BYTE', name: str | None = None) -> _Any:
    """The op Substr: (input, pos, len) -> (output). Attrs: unit."""
def Sum(input: _Any, axis: _Any, *, keep_dims: _Any = False, name: str | None = None) -> _Any:
    """The op Sum: (input, reduction_indices) -> (output). Attrs: keep_dims."""
def SummaryWriter(*, shared_name: _Any = '', container: _Any = '', name: str | None = None) -> _Any:
    """The op SummaryWriter: () -> (writer). Attrs: container, shared_name."""
def Svd(
    input: _Any,
    *,
    compute_uv: _Any = True,
    full_matrices: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op Svd: (input) -> (s, u, v). Attrs: compute_uv, full_matrices."""
def TFRecordDataset(
    filenames: _Any,
    compression_type: _Any,
    buffer_size: _Any,
    *,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TFRecordDataset: (filenames, compression_type, buffer_size) -> (handle). Attrs: metadata."""
def TFRecordDatasetV2(
    filenames: _Any,
    compression_type: _Any,
    buffer_size: _Any,
    byte_offsets: _Any,
    *,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TFRecordDatasetV2: (filenames, compression_type, buffer_size, byte_offsets) -> (handle). Attrs: metadata."""
def TFRecordReaderV2(
    *,
    container: _Any = '',
    shared_name: _Any = '',
    compression_type: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TFRecordReaderV2: () -> (reader_handle). Attrs: compression_type, container, shared_name."""
def TakeDataset(
    input_dataset: _Any,
    count: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TakeDataset: (input_dataset, count) -> (handle). Attrs: metadata, output_shapes, output_types."""
def TakeWhileDataset(
    input_dataset: _Any,
    other_arguments: _Any,
    *,
    predicate: _Any,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TakeWhileDataset: (input_dataset, other_arguments) -> (handle). Attrs: metadata, output_shapes, output_types, predicate."""
def Tan(x: _Any, *, name: str | None = None) -> _Any:
    """The op Tan: (x) -> (y). Attrs: none."""
def Tanh(x: _Any, *, name: str | None = None) -> _Any:
    """The op Tanh: (x) -> (y). Attrs: none."""
def TanhGrad(y: _Any, dy: _Any, *, name: str | None = None) -> _Any:
    """The op TanhGrad: (y, dy) -> (z). Attrs: none."""
def TensorDataset(
    components: _Any,
    *,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorDataset: (components) -> (handle). Attrs: metadata, output_shapes."""
def TensorListConcat(
    input_handle: _Any,
    *,
    element_dtype: _Any,
    element_shape: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op TensorListConcat: (input_handle) -> (tensor, lengths). Attrs: element_dtype, element_shape."""
def TensorListConcatLists(
    input_a: _Any,
    input_b: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListConcatLists: (input_a, input_b) -> (output). Attrs: element_dtype."""
def TensorListConcatV2(
    input_handle: _Any,
    element_shape: _Any,
    leading_dims: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListConcatV2: (input_handle, element_shape, leading_dims) -> (tensor, lengths). Attrs: element_dtype."""
def TensorListElementShape(input_handle: _Any, *, shape_type: _Any, name: str | None = None) -> _Any:
    """The op TensorListElementShape: (input_handle) -> (element_shape). Attrs: shape_type."""
def TensorListFromTensor(tensor: _Any, element_shape: _Any, *, name: str | None = None) -> _Any:
    """The op TensorListFromTensor: (tensor, element_shape) -> (output_handle). Attrs: none."""
def TensorListGather(
    input_handle: _Any,
    indices: _Any,
    element_shape: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListGather: (input_handle, indices, element_shape) -> (values). Attrs: element_dtype."""
def TensorListGetItem(
    input_handle: _Any,
    index: _Any,
    element_shape: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListGetItem: (input_handle, index, element_shape) -> (item). Attrs: element_dtype."""
def TensorListLength(input_handle: _Any, *, name: str | None = None) -> _Any:
    """The op TensorListLength: (input_handle) -> (length). Attrs: none."""
def TensorListPopBack(
    input_handle: _Any,
    element_shape: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListPopBack: (input_handle, element_shape) -> (output_handle, tensor). Attrs: element_dtype."""
def TensorListPushBack(input_handle: _Any, tensor: _Any, *, name: str | None = None) -> _Any:
    """The op TensorListPushBack: (input_handle, tensor) -> (output_handle). Attrs: none."""
def TensorListPushBackBatch(input_handles: _Any, tensor: _Any, *, name: str | None = None) -> _Any:
    """The op TensorListPushBackBatch: (input_handles, tensor) -> (output_handles). Attrs: none."""
def TensorListReserve(
    element_shape: _Any,
    num_elements: _Any,
    *,
    element_dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TensorListReserve: (element_shape, num_elements) -> (handle). Attrs: element_dtype."""
def TensorListResize(input_handle: _Any, size: _Any, *, name: str | None = None) -> _Any:
    """The op TensorListResize: (input_handle, size) -> (output_handle). Attrs: none."""
def TensorListScatter(
    tensor: _Any,
    indices: _Any,
    element_shape: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TensorListScatter: (tensor, indices, element_shape) -> (output_handle). Attrs: none."""
def TensorListScatterIntoExistingList(
    input_handle: _Any,
    tensor: _Any,
    indices: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TensorListScatterIntoExistingList: (input_handle, tensor, indices) -> (output_handle). Attrs: none."""
def TensorListScatterV2(
    tensor: _Any,
    indices: _Any,
    element_shape: _Any,
    num_elements: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TensorListScatterV2: (tensor, indices, element_shape, num_elements) -> (output_handle). Attrs: none."""
def TensorListSetItem(
    input_handle: _Any,
    index: _Any,
    item: _Any,
    *,
    resize_if_index_out_of_bounds: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op TensorListSetItem: (input_handle, index, item) -> (output_handle). Attrs: resize_if_index_out_of_bounds."""
def TensorListSplit(
    tensor: _Any,
    element_shape: _Any,
    lengths: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TensorListSplit: (tensor, element_shape, lengths) -> (output_handle). Attrs: none."""
def TensorListStack(
    input_handle: _Any,
    element_shape: _Any,
    *,
    element_dtype: _Any,
    num_elements: _Any = -1,
    name: str | None = None,
) -> _Any:
    """The op TensorListStack: (input_handle, element_shape) -> (tensor). Attrs: element_dtype, num_elements."""
def TensorScatterAdd(
    tensor: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorScatterAdd: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterMax(
    tensor: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorScatterMax: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterMin(
    tensor: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorScatterMin: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterSub(
    tensor: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorScatterSub: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorScatterUpdate(
    tensor: _Any,
    indices: _Any,
    updates: _Any,
    *,
    bad_indices_policy: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TensorScatterUpdate: (tensor, indices, updates) -> (output). Attrs: bad_indices_policy."""
def TensorSliceDataset(
    components: _Any,
    *,
    is_files: _Any = False,
    output_shapes: _Any,
    metadata: _Any = '',
    replicate_on_split: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op TensorSliceDataset: (components) -> (handle). Attrs: is_files, metadata, output_shapes, replicate_on_split."""
def TensorStridedSliceUpdate(
    input: _Any,
    begin: _Any,
    end: _Any,
    strides: _Any,
    value: _Any,
    *,
    begin_mask: _Any = 0,
    end_mask: _Any = 0,
    ellipsis_mask: _Any = 0,
    new_axis_mask: _Any = 0,
    shrink_axis_mask: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op TensorStridedSliceUpdate: (input, begin, end, strides, value) -> (output). Attrs: begin_mask, ellipsis_mask, end_mask, new_axis_mask, shrink_axis_mask."""
def TensorSummaryV2(
    tag: _Any,
    tensor: _Any,
    serialized_summary_metadata: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TensorSummaryV2: (tag, tensor, serialized_summary_metadata) -> (summary). Attrs: none."""
def TextLineDataset(
    filenames: _Any,
    compression_type: _Any,
    buffer_size: _Any,
    *,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TextLineDataset: (filenames, compression_type, buffer_size) -> (handle). Attrs: metadata."""
def TextLineReaderV2(
    *,
    skip_header_lines: _Any = 0,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op TextLineReaderV2: () -> (reader_handle). Attrs: container, shared_name, skip_header_lines."""
def ThreadUnsafeUnigramCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    range_max: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op ThreadUnsafeUnigramCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def Tile(input: _Any, multiples: _Any, *, name: str | None = None) -> _Any:
    """The op Tile: (input, multiples) -> (output). Attrs: none."""
def Timestamp(*, name: str | None = None) -> _Any:
    """The op Timestamp: () -> (ts). Attrs: none."""
def ToBool(input: _Any, *, name: str | None = None) -> _Any:
    """The op ToBool: (input) -> (output). Attrs: none."""
def TopK(input: _Any, *, k: _Any, sorted: _Any = True, name: str | None = None) -> _Any:
    """The op TopK: (input) -> (values, indices). Attrs: k, sorted."""
def TopKV2(
    input: _Any,
    k: _Any,
    *,
    sorted: _Any = True,
    index_type: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op TopKV2: (input, k) -> (values, indices). Attrs: index_type, sorted."""
def Transpose(x: _Any, perm: _Any, *, name: str | None = None) -> _Any:
    """The op Transpose: (x, perm) -> (y). Attrs: none."""
def TridiagonalMatMul(
    superdiag: _Any,
    maindiag: _Any,
    subdiag: _Any,
    rhs: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op TridiagonalMatMul: (superdiag, maindiag, subdiag, rhs) -> (output). Attrs: none."""
def TridiagonalSolve(
    diagonals: _Any,
    rhs: _Any,
    *,
    partial_pivoting: _Any = True,
    perturb_singular: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op TridiagonalSolve: (diagonals, rhs) -> (output). Attrs: partial_pivoting, perturb_singular."""
def TruncateDiv(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op TruncateDiv: (x, y) -> (z). Attrs: none."""
def TruncateMod(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op TruncateMod: (x, y) -> (z). Attrs: none."""
def TruncatedNormal(
    shape: _Any,
    *,
    seed: _Any = 0,
    seed2: _Any = 0,
    dtype: _Any,
    name: str | None = None,
) -> _Any:
    """The op TruncatedNormal: (shape) -> (output). Attrs: dtype, seed, seed2."""
def UnbatchDataset(
    input_dataset: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op UnbatchDataset: (input_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def UnicodeDecode(
    input: _Any,
    *,
    input_encoding: _Any,
    errors: _Any = 'replace',
    replacement_char: _Any = 65533,
    replace_control_characters: _Any = False,
    Tsplits: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op UnicodeDecode: (input) -> (row_splits, char_values). Attrs: Tsplits, errors, input_encoding, replace_control_characters, replacement_char."""
def UnicodeDecodeWithOffsets(
    input: _Any,
    *,
    input_encoding: _Any,
    errors: _Any = 'replace',
    replacement_char: _Any = 65533,
    replace_control_characters: _Any = False,
    Tsplits: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op UnicodeDecodeWithOffsets: (input) -> (row_splits, char_values, char_to_byte_starts). Attrs: Tsplits, errors, input_encoding, replace_control_characters, replacement_char."""
def UnicodeEncode(
    input_values: _Any,
    input_splits: _Any,
    *,
    errors: _Any = 'replace',
    output_encoding: _Any,
    replacement_char: _Any = 65533,
    name: str | None = None,
) -> _Any:
    """The op UnicodeEncode: (input_values, input_splits) -> (output). Attrs: errors, output_encoding, replacement_char."""
def UnicodeScript(input: _Any, *, name: str | None = None) -> _Any:
    """The op UnicodeScript: (input) -> (output). Attrs: none."""
def UnicodeTranscode(
    input: _Any,
    *,
    input_encoding: _Any,
    output_encoding: _Any,
    errors: _Any = 'replace',
    replacement_char: _Any = 65533,
    replace_control_characters: _Any = False,
    name: str | None = None,
) -> _Any:
    """The op UnicodeTranscode: (input) -> (output). Attrs: errors, input_encoding, output_encoding, replace_control_characters, replacement_char."""
def UniformCandidateSampler(
    true_classes: _Any,
    *,
    num_true: _Any,
    num_sampled: _Any,
    unique: _Any,
    range_max: _Any,
    seed: _Any = 0,
    seed2: _Any = 0,
    name: str | None = None,
) -> _Any:
    """The op UniformCandidateSampler: (true_classes) -> (sampled_candidates, true_expected_count, sampled_expected_count). Attrs: num_sampled, num_true, range_max, seed, seed2, unique."""
def Unique(x: _Any, *, out_idx: _Any = ..., name: str | None = None) -> _Any:
    """The op Unique: (x) -> (y, idx). Attrs: out_idx."""
def UniqueDataset(
    input_dataset: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op UniqueDataset: (input_dataset) -> (handle). Attrs: metadata, output_shapes, output_types."""
def UniqueV2(x: _Any, axis: _Any, *, out_idx: _Any = ..., name: str | None = None) -> _Any:
    """The op UniqueV2: (x, axis) -> (y, idx). Attrs: out_idx."""
def UniqueWithCounts(x: _Any, *, out_idx: _Any = ..., name: str | None = None) -> _Any:
    """The op UniqueWithCounts: (x) -> (y, idx, count). Attrs: out_idx."""
def UniqueWithCountsV2(x: _Any, axis: _Any, *, out_idx: _Any = ..., name: str | None = None) -> _Any:
    """The op UniqueWithCountsV2: (x, axis) -> (y, idx, count). Attrs: out_idx."""
def Unpack(value: _Any, *, num: _Any, axis: _Any = 0, name: str | None = None) -> _Any:
    """The op Unpack: (value) -> (output). Attrs: axis, num."""
def UnravelIndex(indices: _Any, dims: _Any, *, name: str | None = None) -> _Any:
    """The op UnravelIndex: (indices, dims) -> (output). Attrs: none."""
def UnsortedSegmentJoin(
    inputs: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    separator: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op UnsortedSegmentJoin: (inputs, segment_ids, num_segments) -> (output). Attrs: separator."""
def UnsortedSegmentMax(
    data: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op UnsortedSegmentMax: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentMin(
    data: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op UnsortedSegmentMin: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentProd(
    data: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op UnsortedSegmentProd: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UnsortedSegmentSum(
    data: _Any,
    segment_ids: _Any,
    num_segments: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op UnsortedSegmentSum: (data, segment_ids, num_segments) -> (output). Attrs: none."""
def UpperBound(
    sorted_inputs: _Any,
    values: _Any,
    *,
    out_type: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op UpperBound: (sorted_inputs, values) -> (output). Attrs: out_type."""
def VarHandleOp(
    *,
    dtype: _Any,
    shape: _Any,
    container: _Any = '',
    shared_name: _Any = '',
    debug_name: _Any = '',
    allowed_devices: _Any = ...,
    name: str | None = None,
) -> _Any:
    """The op VarHandleOp: () -> (resource). Attrs: allowed_devices, container, debug_name, dtype, shape, shared_name."""
def VarIsInitializedOp(resource: _Any, *, name: str | None = None) -> _Any:
    """The op VarIsInitializedOp: (resource) -> (is_initialized). Attrs: none."""
def VariableShape(input: _Any, *, out_type: _Any = ..., name: str | None = None) -> _Any:
    """The op VariableShape: (input) -> (output). Attrs: out_type."""
def Where(condition: _Any, *, name: str | None = None) -> _Any:
    """The op Where: (input) -> (index). Attrs: none."""
def While(
    input: _Any,
    *,
    cond: _Any,
    body: _Any,
    output_shapes: _Any = ...,
    parallel_iterations: _Any = 10,
    name: str | None = None,
) -> _Any:
    """The op While: (input) -> (output). Attrs: body, cond, output_shapes, parallel_iterations."""
def WholeFileReaderV2(
    *,
    container: _Any = '',
    shared_name: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op WholeFileReaderV2: () -> (reader_handle). Attrs: container, shared_name."""
def WindowDataset(
    input_dataset: _Any,
    size: _Any,
    shift: _Any,
    stride: _Any,
    drop_remainder: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op WindowDataset: (input_dataset, size, shift, stride, drop_remainder) -> (handle). Attrs: metadata, output_shapes, output_types."""
def WriteFile(filename: _Any, contents: _Any, *, name: str | None = None) -> _Any:
    """The op WriteFile: (filename, contents) -> (). Attrs: none."""
def WriteGraphSummary(writer: _Any, step: _Any, tensor: _Any, *, name: str | None = None) -> _Any:
    """The op WriteGraphSummary: (writer, step, tensor) -> (). Attrs: none."""
def WriteRawProtoSummary(writer: _Any, step: _Any, tensor: _Any, *, name: str | None = None) -> _Any:
    """The op WriteRawProtoSummary: (writer, step, tensor) -> (). Attrs: none."""
def WriteSummary(
    writer: _Any,
    step: _Any,
    tensor: _Any,
    tag: _Any,
    summary_metadata: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op WriteSummary: (writer, step, tensor, tag, summary_metadata) -> (). Attrs: none."""
def Xdivy(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Xdivy: (x, y) -> (z). Attrs: none."""
def XlaDynamicSlice(
    input: _Any,
    start_indices: _Any,
    size_indices: _Any,
    *,
    name: str | None = None,
) -> _Any:
    """The op XlaDynamicSlice: (input, start_indices, size_indices) -> (output). Attrs: none."""
def XlaDynamicUpdateSlice(input: _Any, update: _Any, indices: _Any, *, name: str | None = None) -> _Any:
    """The op XlaDynamicUpdateSlice: (input, update, indices) -> (output). Attrs: none."""
def Xlog1py(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Xlog1py: (x, y) -> (z). Attrs: none."""
def Xlogy(x: _Any, y: _Any, *, name: str | None = None) -> _Any:
    """The op Xlogy: (x, y) -> (z). Attrs: none."""
def ZerosLike(x: _Any, *, name: str | None = None) -> _Any:
    """The op ZerosLike: (x) -> (y). Attrs: none."""
def Zeta(x: _Any, q: _Any, *, name: str | None = None) -> _Any:
    """The op Zeta: (x, q) -> (z). Attrs: none."""
def ZipDataset(
    input_datasets: _Any,
    *,
    output_types: _Any,
    output_shapes: _Any,
    metadata: _Any = '',
    name: str | None = None,
) -> _Any:
    """The op ZipDataset: (input_datasets) -> (handle). Attrs: metadata, output_shapes, output_types."""
