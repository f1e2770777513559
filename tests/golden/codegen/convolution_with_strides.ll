declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)

define internal void @matmul_float32_2_3_2_2_1_2_1_2_3_6_6(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca <2 x float>, align 64
  %slot_2 = alloca <2 x float>, align 64
  %v3 = getelementptr inbounds float, ptr %out, i64 2
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_1
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_2
  br label %loop_4
loop_4:
  %i_4 = phi i64 [ 0, %entry ], [ %next_4, %loop_4 ]
  %v5 = mul i64 %i_4, 6
  %v6 = getelementptr inbounds float, ptr %left, i64 %v5
  %v7 = mul i64 %i_4, 6
  %v8 = getelementptr inbounds float, ptr %right, i64 %v7
  %v9 = load <2 x float>, ptr %slot_1
  %v10 = load <2 x float>, ptr %slot_2
  %v11 = load <2 x float>, ptr %v8, align 4
  %v12 = load float, ptr %v6, align 4
  %v13 = insertelement <2 x float> poison, float %v12, i64 0
  %v14 = shufflevector <2 x float> %v13, <2 x float> poison, <2 x i32> zeroinitializer
  %v15 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v14, <2 x float> %v11, <2 x float> %v9)
  %v16 = getelementptr inbounds float, ptr %v6, i64 2
  %v17 = load float, ptr %v16, align 4
  %v18 = insertelement <2 x float> poison, float %v17, i64 0
  %v19 = shufflevector <2 x float> %v18, <2 x float> poison, <2 x i32> zeroinitializer
  %v20 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v19, <2 x float> %v11, <2 x float> %v10)
  %v21 = getelementptr inbounds float, ptr %v6, i64 1
  %v22 = getelementptr inbounds float, ptr %v8, i64 2
  %v23 = load <2 x float>, ptr %v22, align 4
  %v24 = load float, ptr %v21, align 4
  %v25 = insertelement <2 x float> poison, float %v24, i64 0
  %v26 = shufflevector <2 x float> %v25, <2 x float> poison, <2 x i32> zeroinitializer
  %v27 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v26, <2 x float> %v23, <2 x float> %v15)
  %v28 = getelementptr inbounds float, ptr %v21, i64 2
  %v29 = load float, ptr %v28, align 4
  %v30 = insertelement <2 x float> poison, float %v29, i64 0
  %v31 = shufflevector <2 x float> %v30, <2 x float> poison, <2 x i32> zeroinitializer
  %v32 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v31, <2 x float> %v23, <2 x float> %v20)
  %v33 = getelementptr inbounds float, ptr %v6, i64 2
  %v34 = getelementptr inbounds float, ptr %v8, i64 4
  %v35 = load <2 x float>, ptr %v34, align 4
  %v36 = load float, ptr %v33, align 4
  %v37 = insertelement <2 x float> poison, float %v36, i64 0
  %v38 = shufflevector <2 x float> %v37, <2 x float> poison, <2 x i32> zeroinitializer
  %v39 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v38, <2 x float> %v35, <2 x float> %v27)
  %v40 = getelementptr inbounds float, ptr %v33, i64 2
  %v41 = load float, ptr %v40, align 4
  %v42 = insertelement <2 x float> poison, float %v41, i64 0
  %v43 = shufflevector <2 x float> %v42, <2 x float> poison, <2 x i32> zeroinitializer
  %v44 = call <2 x float> @llvm.fma.v2f32(<2 x float> %v43, <2 x float> %v35, <2 x float> %v32)
  store <2 x float> %v39, ptr %slot_1
  store <2 x float> %v44, ptr %slot_2
  %next_4 = add nsw i64 %i_4, 1
  %more_4 = icmp slt i64 %next_4, 3
  br i1 %more_4, label %loop_4, label %done_4
done_4:
  %v45 = load <2 x float>, ptr %slot_1
  store <2 x float> %v45, ptr %out, align 4
  %v46 = load <2 x float>, ptr %slot_2
  store <2 x float> %v46, ptr %v3, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [8 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %entry ], [ %next_8, %loop_8 ]
  %v9 = mul i64 12, %i_8
  %v10 = mul i64 6, 0
  %v11 = add i64 %v9, %v10
  %v12 = getelementptr inbounds float, ptr %v2, i64 %v11
  %v13 = mul i64 6, 0
  %v14 = getelementptr inbounds float, ptr %v4, i64 %v13
  %v15 = mul i64 4, %i_8
  %v16 = getelementptr inbounds float, ptr %slot_7, i64 %v15
  call void @matmul_float32_2_3_2_2_1_2_1_2_3_6_6(ptr %v12, ptr %v14, ptr %v16)
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 2
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  %v17 = load <8 x float>, ptr %slot_7, align 4
  store <8 x float> %v17, ptr %v6, align 4
  ret i32 0
failure:
  ret i32 1
}
