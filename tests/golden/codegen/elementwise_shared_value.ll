declare <4 x float> @llvm.copysign.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = load <4 x float>, ptr %v2, align 4
  %v8 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v7)
  %v9 = fcmp ogt <4 x float> %v8, splat (float 0x4024B33340000000)
  %v10 = select <4 x i1> %v9, <4 x float> splat (float 0x4024B33340000000), <4 x float> %v8
  %v11 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v10, <4 x float> splat (float 0x4007154760000000), <4 x float> splat (float 0x4168000FE0000000))
  %v12 = bitcast <4 x float> %v11 to <4 x i32>
  %v13 = shl <4 x i32> %v12, splat (i32 23)
  %v14 = bitcast <4 x i32> %v13 to <4 x float>
  %v15 = fsub <4 x float> %v11, splat (float 0x4168000FE0000000)
  %v16 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v15, <4 x float> splat (float 0xBFD62E4300000000), <4 x float> %v10)
  %v17 = fmul <4 x float> %v16, %v16
  %v18 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> splat (float 0x3FA6B7F7C0000000), <4 x float> splat (float 0x3FD55570C0000000))
  %v19 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> splat (float 0x3FC1226900000000), <4 x float> splat (float 0x3FE5554B20000000))
  %v20 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v16, <4 x float> %v18, <4 x float> %v19)
  %v21 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v16, <4 x float> %v20, <4 x float> splat (float 0x3FEFFFFFE0000000))
  %v22 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> %v21, <4 x float> %v16)
  %v23 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> splat (float 0x3FE0000000000000), <4 x float> splat (float 0xBFE0000000000000))
  %v24 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> %v22, <4 x float> %v23)
  %v25 = fadd <4 x float> %v24, splat (float 0x3FF0000000000000)
  %v26 = fdiv <4 x float> %v24, %v25
  %v27 = call <4 x float> @llvm.copysign.v4f32(<4 x float> %v26, <4 x float> %v7)
  %v28 = fmul <4 x float> %v27, %v7
  store <4 x float> %v27, ptr %v4, align 4
  store <4 x float> %v28, ptr %v6, align 4
  br label %loop_29
loop_29:
  %i_29 = phi i64 [ 4, %entry ], [ %next_29, %loop_29 ]
  %v30 = getelementptr inbounds float, ptr %v2, i64 %i_29
  %v31 = load float, ptr %v30, align 4
  %v32 = call float @llvm.fabs.f32(float %v31)
  %v33 = fcmp ogt float %v32, 0x4024B33340000000
  %v34 = select i1 %v33, float 0x4024B33340000000, float %v32
  %v35 = call float @llvm.fma.f32(float %v34, float 0x4007154760000000, float 0x4168000FE0000000)
  %v36 = bitcast float %v35 to i32
  %v37 = shl i32 %v36, 23
  %v38 = bitcast i32 %v37 to float
  %v39 = fsub float %v35, 0x4168000FE0000000
  %v40 = call float @llvm.fma.f32(float %v39, float 0xBFD62E4300000000, float %v34)
  %v41 = fmul float %v40, %v40
  %v42 = call float @llvm.fma.f32(float %v41, float 0x3FA6B7F7C0000000, float 0x3FD55570C0000000)
  %v43 = call float @llvm.fma.f32(float %v41, float 0x3FC1226900000000, float 0x3FE5554B20000000)
  %v44 = call float @llvm.fma.f32(float %v40, float %v42, float %v43)
  %v45 = call float @llvm.fma.f32(float %v40, float %v44, float 0x3FEFFFFFE0000000)
  %v46 = call float @llvm.fma.f32(float %v41, float %v45, float %v40)
  %v47 = call float @llvm.fma.f32(float %v38, float 0x3FE0000000000000, float 0xBFE0000000000000)
  %v48 = call float @llvm.fma.f32(float %v38, float %v46, float %v47)
  %v49 = fadd float %v48, 0x3FF0000000000000
  %v50 = fdiv float %v48, %v49
  %v51 = call float @llvm.copysign.f32(float %v50, float %v31)
  %v52 = fmul float %v51, %v31
  %v53 = getelementptr inbounds float, ptr %v4, i64 %i_29
  store float %v51, ptr %v53, align 4
  %v54 = getelementptr inbounds float, ptr %v6, i64 %i_29
  store float %v52, ptr %v54, align 4
  %next_29 = add nsw i64 %i_29, 1
  %more_29 = icmp slt i64 %next_29, 7
  br i1 %more_29, label %loop_29, label %done_29
done_29:
  ret i32 0
failure:
  ret i32 1
}

declare <8 x float> @llvm.copysign.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %size_n0 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %loop_8 ]
  %v9 = getelementptr inbounds float, ptr %v2, i64 %i_8
  %v10 = load <8 x float>, ptr %v9, align 4
  %v11 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v10)
  %v12 = fcmp ogt <8 x float> %v11, splat (float 0x4024B33340000000)
  %v13 = select <8 x i1> %v12, <8 x float> splat (float 0x4024B33340000000), <8 x float> %v11
  %v14 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v13, <8 x float> splat (float 0x4007154760000000), <8 x float> splat (float 0x4168000FE0000000))
  %v15 = bitcast <8 x float> %v14 to <8 x i32>
  %v16 = shl <8 x i32> %v15, splat (i32 23)
  %v17 = bitcast <8 x i32> %v16 to <8 x float>
  %v18 = fsub <8 x float> %v14, splat (float 0x4168000FE0000000)
  %v19 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> splat (float 0xBFD62E4300000000), <8 x float> %v13)
  %v20 = fmul <8 x float> %v19, %v19
  %v21 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v20, <8 x float> splat (float 0x3FA6B7F7C0000000), <8 x float> splat (float 0x3FD55570C0000000))
  %v22 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v20, <8 x float> splat (float 0x3FC1226900000000), <8 x float> splat (float 0x3FE5554B20000000))
  %v23 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v19, <8 x float> %v21, <8 x float> %v22)
  %v24 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v19, <8 x float> %v23, <8 x float> splat (float 0x3FEFFFFFE0000000))
  %v25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v20, <8 x float> %v24, <8 x float> %v19)
  %v26 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> splat (float 0x3FE0000000000000), <8 x float> splat (float 0xBFE0000000000000))
  %v27 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> %v25, <8 x float> %v26)
  %v28 = fadd <8 x float> %v27, splat (float 0x3FF0000000000000)
  %v29 = fdiv <8 x float> %v27, %v28
  %v30 = call <8 x float> @llvm.copysign.v8f32(<8 x float> %v29, <8 x float> %v10)
  %v31 = fmul <8 x float> %v30, %v10
  %v32 = getelementptr inbounds float, ptr %v4, i64 %i_8
  store <8 x float> %v30, ptr %v32, align 4
  %v33 = getelementptr inbounds float, ptr %v6, i64 %i_8
  store <8 x float> %v31, ptr %v33, align 4
  %next_8 = add nsw i64 %i_8, 8
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_18 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = or i64 19, 1
  %size_9_0_0 = mul i64 1, %size_n0
  %size_9_0 = add i64 0, %size_9_0_0
  %size_9 = add i64 %size_9_0, 0
  %v10 = and i64 %size_9, -8
  %v11 = mul i64 %v10, %v8
  %v12 = icmp sge i64 %v11, 524288
  %v13 = mul i64 %v8, 8
  %v14 = sdiv i64 262144, %v13
  %v15 = add i64 %v14, 1
  %v16 = mul i64 %v15, 8
  %v17 = select i1 %v12, i64 %v16, i64 %v10
  %v19 = getelementptr inbounds i64, ptr %slot_18, i64 0
  store ptr null, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_18, i64 1
  store ptr %v2, ptr %v20
  %v21 = getelementptr inbounds i64, ptr %slot_18, i64 2
  store ptr %v4, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_18, i64 3
  store ptr %v6, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_18, i64 4
  store i64 %size_n0, ptr %v23
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_18, i64 %v10, i64 %v17)
  %size_24_0_0 = mul i64 1, %size_n0
  %size_24_0 = add i64 0, %size_24_0_0
  %size_24 = add i64 %size_24_0, 0
  br label %test_25
test_25:
  %i_25 = phi i64 [ %v10, %entry ], [ %next_25, %loop_25 ]
  %more_25 = icmp slt i64 %i_25, %size_24
  br i1 %more_25, label %loop_25, label %done_25
loop_25:
  %v26 = getelementptr inbounds float, ptr %v2, i64 %i_25
  %v27 = load float, ptr %v26, align 4
  %v28 = call float @llvm.fabs.f32(float %v27)
  %v29 = fcmp ogt float %v28, 0x4024B33340000000
  %v30 = select i1 %v29, float 0x4024B33340000000, float %v28
  %v31 = call float @llvm.fma.f32(float %v30, float 0x4007154760000000, float 0x4168000FE0000000)
  %v32 = bitcast float %v31 to i32
  %v33 = shl i32 %v32, 23
  %v34 = bitcast i32 %v33 to float
  %v35 = fsub float %v31, 0x4168000FE0000000
  %v36 = call float @llvm.fma.f32(float %v35, float 0xBFD62E4300000000, float %v30)
  %v37 = fmul float %v36, %v36
  %v38 = call float @llvm.fma.f32(float %v37, float 0x3FA6B7F7C0000000, float 0x3FD55570C0000000)
  %v39 = call float @llvm.fma.f32(float %v37, float 0x3FC1226900000000, float 0x3FE5554B20000000)
  %v40 = call float @llvm.fma.f32(float %v36, float %v38, float %v39)
  %v41 = call float @llvm.fma.f32(float %v36, float %v40, float 0x3FEFFFFFE0000000)
  %v42 = call float @llvm.fma.f32(float %v37, float %v41, float %v36)
  %v43 = call float @llvm.fma.f32(float %v34, float 0x3FE0000000000000, float 0xBFE0000000000000)
  %v44 = call float @llvm.fma.f32(float %v34, float %v42, float %v43)
  %v45 = fadd float %v44, 0x3FF0000000000000
  %v46 = fdiv float %v44, %v45
  %v47 = call float @llvm.copysign.f32(float %v46, float %v27)
  %v48 = fmul float %v47, %v27
  %v49 = getelementptr inbounds float, ptr %v4, i64 %i_25
  store float %v47, ptr %v49, align 4
  %v50 = getelementptr inbounds float, ptr %v6, i64 %i_25
  store float %v48, ptr %v50, align 4
  %next_25 = add nsw i64 %i_25, 1
  br label %test_25
done_25:
  ret i32 0
failure:
  ret i32 1
}
