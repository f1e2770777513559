declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)

define internal void @matmul_float32_2_3_4_3_1_4_1_4(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca <4 x float>, align 64
  %slot_2 = alloca <4 x float>, align 64
  %v3 = getelementptr inbounds float, ptr %out, i64 4
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_1
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_2
  %v4 = load <4 x float>, ptr %slot_1
  %v5 = load <4 x float>, ptr %slot_2
  %v6 = load <4 x float>, ptr %right, align 4
  %v7 = load float, ptr %left, align 4
  %v8 = insertelement <4 x float> poison, float %v7, i64 0
  %v9 = shufflevector <4 x float> %v8, <4 x float> poison, <4 x i32> zeroinitializer
  %v10 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v9, <4 x float> %v6, <4 x float> %v4)
  %v11 = getelementptr inbounds float, ptr %left, i64 3
  %v12 = load float, ptr %v11, align 4
  %v13 = insertelement <4 x float> poison, float %v12, i64 0
  %v14 = shufflevector <4 x float> %v13, <4 x float> poison, <4 x i32> zeroinitializer
  %v15 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> %v6, <4 x float> %v5)
  %v16 = getelementptr inbounds float, ptr %left, i64 1
  %v17 = getelementptr inbounds float, ptr %right, i64 4
  %v18 = load <4 x float>, ptr %v17, align 4
  %v19 = load float, ptr %v16, align 4
  %v20 = insertelement <4 x float> poison, float %v19, i64 0
  %v21 = shufflevector <4 x float> %v20, <4 x float> poison, <4 x i32> zeroinitializer
  %v22 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v21, <4 x float> %v18, <4 x float> %v10)
  %v23 = getelementptr inbounds float, ptr %v16, i64 3
  %v24 = load float, ptr %v23, align 4
  %v25 = insertelement <4 x float> poison, float %v24, i64 0
  %v26 = shufflevector <4 x float> %v25, <4 x float> poison, <4 x i32> zeroinitializer
  %v27 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v26, <4 x float> %v18, <4 x float> %v15)
  %v28 = getelementptr inbounds float, ptr %left, i64 2
  %v29 = getelementptr inbounds float, ptr %right, i64 8
  %v30 = load <4 x float>, ptr %v29, align 4
  %v31 = load float, ptr %v28, align 4
  %v32 = insertelement <4 x float> poison, float %v31, i64 0
  %v33 = shufflevector <4 x float> %v32, <4 x float> poison, <4 x i32> zeroinitializer
  %v34 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v33, <4 x float> %v30, <4 x float> %v22)
  %v35 = getelementptr inbounds float, ptr %v28, i64 3
  %v36 = load float, ptr %v35, align 4
  %v37 = insertelement <4 x float> poison, float %v36, i64 0
  %v38 = shufflevector <4 x float> %v37, <4 x float> poison, <4 x i32> zeroinitializer
  %v39 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v38, <4 x float> %v30, <4 x float> %v27)
  store <4 x float> %v34, ptr %slot_1
  store <4 x float> %v39, ptr %slot_2
  %v40 = load <4 x float>, ptr %slot_1
  store <4 x float> %v40, ptr %out, align 4
  %v41 = load <4 x float>, ptr %slot_2
  store <4 x float> %v41, ptr %v3, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %entry ], [ %next_7, %loop_7 ]
  %v8 = mul i64 6, %i_7
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = mul i64 12, %i_7
  %v11 = getelementptr inbounds float, ptr %v4, i64 %v10
  %v12 = mul i64 8, %i_7
  %v13 = getelementptr inbounds float, ptr %v6, i64 %v12
  call void @matmul_float32_2_3_4_3_1_4_1_4(ptr %v9, ptr %v11, ptr %v13)
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  ret i32 0
failure:
  ret i32 1
}

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
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
  %v9 = mul i64 6, %i_8
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = mul i64 12, %i_8
  %v12 = getelementptr inbounds float, ptr %v4, i64 %v11
  %v13 = mul i64 8, %i_8
  %v14 = getelementptr inbounds float, ptr %v6, i64 %v13
  call void @matmul_float32_2_3_4_3_1_4_1_4(ptr %v10, ptr %v12, ptr %v14)
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define internal void @matmul_float32_2_3_4_3_1_4_1_4(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca <4 x float>, align 64
  %slot_2 = alloca <4 x float>, align 64
  %v3 = getelementptr inbounds float, ptr %out, i64 4
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_1
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_2
  %v4 = load <4 x float>, ptr %slot_1
  %v5 = load <4 x float>, ptr %slot_2
  %v6 = load <4 x float>, ptr %right, align 4
  %v7 = load float, ptr %left, align 4
  %v8 = insertelement <4 x float> poison, float %v7, i64 0
  %v9 = shufflevector <4 x float> %v8, <4 x float> poison, <4 x i32> zeroinitializer
  %v10 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v9, <4 x float> %v6, <4 x float> %v4)
  %v11 = getelementptr inbounds float, ptr %left, i64 3
  %v12 = load float, ptr %v11, align 4
  %v13 = insertelement <4 x float> poison, float %v12, i64 0
  %v14 = shufflevector <4 x float> %v13, <4 x float> poison, <4 x i32> zeroinitializer
  %v15 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> %v6, <4 x float> %v5)
  %v16 = getelementptr inbounds float, ptr %left, i64 1
  %v17 = getelementptr inbounds float, ptr %right, i64 4
  %v18 = load <4 x float>, ptr %v17, align 4
  %v19 = load float, ptr %v16, align 4
  %v20 = insertelement <4 x float> poison, float %v19, i64 0
  %v21 = shufflevector <4 x float> %v20, <4 x float> poison, <4 x i32> zeroinitializer
  %v22 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v21, <4 x float> %v18, <4 x float> %v10)
  %v23 = getelementptr inbounds float, ptr %v16, i64 3
  %v24 = load float, ptr %v23, align 4
  %v25 = insertelement <4 x float> poison, float %v24, i64 0
  %v26 = shufflevector <4 x float> %v25, <4 x float> poison, <4 x i32> zeroinitializer
  %v27 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v26, <4 x float> %v18, <4 x float> %v15)
  %v28 = getelementptr inbounds float, ptr %left, i64 2
  %v29 = getelementptr inbounds float, ptr %right, i64 8
  %v30 = load <4 x float>, ptr %v29, align 4
  %v31 = load float, ptr %v28, align 4
  %v32 = insertelement <4 x float> poison, float %v31, i64 0
  %v33 = shufflevector <4 x float> %v32, <4 x float> poison, <4 x i32> zeroinitializer
  %v34 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v33, <4 x float> %v30, <4 x float> %v22)
  %v35 = getelementptr inbounds float, ptr %v28, i64 3
  %v36 = load float, ptr %v35, align 4
  %v37 = insertelement <4 x float> poison, float %v36, i64 0
  %v38 = shufflevector <4 x float> %v37, <4 x float> poison, <4 x i32> zeroinitializer
  %v39 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v38, <4 x float> %v30, <4 x float> %v27)
  store <4 x float> %v34, ptr %slot_1
  store <4 x float> %v39, ptr %slot_2
  %v40 = load <4 x float>, ptr %slot_1
  store <4 x float> %v40, ptr %out, align 4
  %v41 = load <4 x float>, ptr %slot_2
  store <4 x float> %v41, ptr %v3, align 4
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
  %v8 = or i64 24, 1
  %size_9_0_0 = mul i64 1, %size_n0
  %size_9_0 = add i64 0, %size_9_0_0
  %size_9 = add i64 %size_9_0, 0
  %v10 = and i64 %size_9, -1
  %v11 = mul i64 %v10, %v8
  %v12 = icmp sge i64 %v11, 524288
  %v13 = mul i64 %v8, 1
  %v14 = sdiv i64 262144, %v13
  %v15 = add i64 %v14, 1
  %v16 = mul i64 %v15, 1
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
  ret i32 0
failure:
  ret i32 1
}
