
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_6 = alloca <8 x float>, align 64
  %slot_7 = alloca <8 x float>, align 64
  %slot_8 = alloca float, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_6
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_7
  store float 0x0000000000000000, ptr %slot_8
  %v9 = mul i64 %i_5, 8
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <8 x float>, ptr %v10, align 4
  %v12 = fmul <8 x float> %v11, %v11
  %v13 = load <8 x float>, ptr %slot_6
  %v14 = fadd <8 x float> %v13, %v12
  store <8 x float> %v14, ptr %slot_6
  %v15 = load <8 x float>, ptr %slot_6
  %v16 = load <8 x float>, ptr %slot_7
  %v17 = fadd <8 x float> %v16, %v15
  %v18 = shufflevector <8 x float> %v17, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v19 = shufflevector <8 x float> %v17, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v20 = fadd <4 x float> %v18, %v19
  %v21 = shufflevector <4 x float> %v20, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v22 = shufflevector <4 x float> %v20, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v23 = fadd <2 x float> %v21, %v22
  %v24 = shufflevector <2 x float> %v23, <2 x float> poison, <1 x i32> <i32 0>
  %v25 = shufflevector <2 x float> %v23, <2 x float> poison, <1 x i32> <i32 1>
  %v26 = extractelement <1 x float> %v24, i64 0
  %v27 = extractelement <1 x float> %v25, i64 0
  %v28 = fadd float %v26, %v27
  %v29 = load float, ptr %slot_8
  %v30 = fadd float %v28, %v29
  %v31 = getelementptr inbounds float, ptr %v4, i64 %i_5
  store float %v30, ptr %v31, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 7
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}

declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca <8 x float>, align 64
  %slot_8 = alloca <8 x float>, align 64
  %slot_9 = alloca float, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_7
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_8
  store float 0x0000000000000000, ptr %slot_9
  %v10 = mul i64 %i_6, 8
  %v11 = getelementptr inbounds float, ptr %v2, i64 %v10
  %v12 = load <8 x float>, ptr %v11, align 4
  %v13 = fmul <8 x float> %v12, %v12
  %v14 = load <8 x float>, ptr %slot_7
  %v15 = fadd <8 x float> %v14, %v13
  store <8 x float> %v15, ptr %slot_7
  %v16 = load <8 x float>, ptr %slot_7
  %v17 = load <8 x float>, ptr %slot_8
  %v18 = fadd <8 x float> %v17, %v16
  %v19 = shufflevector <8 x float> %v18, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v20 = shufflevector <8 x float> %v18, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v21 = fadd <4 x float> %v19, %v20
  %v22 = shufflevector <4 x float> %v21, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v23 = shufflevector <4 x float> %v21, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v24 = fadd <2 x float> %v22, %v23
  %v25 = shufflevector <2 x float> %v24, <2 x float> poison, <1 x i32> <i32 0>
  %v26 = shufflevector <2 x float> %v24, <2 x float> poison, <1 x i32> <i32 1>
  %v27 = extractelement <1 x float> %v25, i64 0
  %v28 = extractelement <1 x float> %v26, i64 0
  %v29 = fadd float %v27, %v28
  %v30 = load float, ptr %slot_9
  %v31 = fadd float %v29, %v30
  %v32 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store float %v31, ptr %v32, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_16 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 25, 1
  %size_7_0_0 = mul i64 1, %size_n0
  %size_7_0 = add i64 0, %size_7_0_0
  %size_7 = add i64 %size_7_0, 0
  %v8 = and i64 %size_7, -1
  %v9 = mul i64 %v8, %v6
  %v10 = icmp sge i64 %v9, 524288
  %v11 = mul i64 %v6, 1
  %v12 = sdiv i64 262144, %v11
  %v13 = add i64 %v12, 1
  %v14 = mul i64 %v13, 1
  %v15 = select i1 %v10, i64 %v14, i64 %v8
  %v17 = getelementptr inbounds i64, ptr %slot_16, i64 0
  store ptr null, ptr %v17
  %v18 = getelementptr inbounds i64, ptr %slot_16, i64 1
  store ptr %v2, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_16, i64 2
  store ptr %v4, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_16, i64 3
  store i64 %size_n0, ptr %v20
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_16, i64 %v8, i64 %v15)
  ret i32 0
failure:
  ret i32 1
}
