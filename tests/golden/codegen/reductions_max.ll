
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_6 = alloca <4 x float>, align 64
  %slot_7 = alloca float, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  store <4 x float> splat (float 0xFFF0000000000000), ptr %slot_6
  store float 0xFFF0000000000000, ptr %slot_7
  %v8 = mul i64 %i_5, 4
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = load <4 x float>, ptr %v9, align 4
  %v11 = load <4 x float>, ptr %slot_6
  %v12 = fcmp ogt <4 x float> %v11, %v10
  %v13 = select <4 x i1> %v12, <4 x float> %v11, <4 x float> %v10
  %v14 = fcmp uno <4 x float> %v11, %v11
  %v15 = select <4 x i1> %v14, <4 x float> %v11, <4 x float> %v13
  store <4 x float> %v15, ptr %slot_6
  %v16 = load <4 x float>, ptr %slot_6
  %v17 = shufflevector <4 x float> %v16, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v18 = shufflevector <4 x float> %v16, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v19 = fcmp ogt <2 x float> %v17, %v18
  %v20 = select <2 x i1> %v19, <2 x float> %v17, <2 x float> %v18
  %v21 = fcmp uno <2 x float> %v17, %v17
  %v22 = select <2 x i1> %v21, <2 x float> %v17, <2 x float> %v20
  %v23 = shufflevector <2 x float> %v22, <2 x float> poison, <1 x i32> <i32 0>
  %v24 = shufflevector <2 x float> %v22, <2 x float> poison, <1 x i32> <i32 1>
  %v25 = extractelement <1 x float> %v23, i64 0
  %v26 = extractelement <1 x float> %v24, i64 0
  %v27 = fcmp ogt float %v25, %v26
  %v28 = select i1 %v27, float %v25, float %v26
  %v29 = fcmp uno float %v25, %v25
  %v30 = select i1 %v29, float %v25, float %v28
  %v31 = load float, ptr %slot_7
  %v32 = fcmp ogt float %v30, %v31
  %v33 = select i1 %v32, float %v30, float %v31
  %v34 = fcmp uno float %v30, %v30
  %v35 = select i1 %v34, float %v30, float %v33
  %v36 = getelementptr inbounds float, ptr %v4, i64 %i_5
  store float %v35, ptr %v36, align 4
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
  %slot_7 = alloca <4 x float>, align 64
  %slot_8 = alloca float, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  store <4 x float> splat (float 0xFFF0000000000000), ptr %slot_7
  store float 0xFFF0000000000000, ptr %slot_8
  %v9 = mul i64 %i_6, 4
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <4 x float>, ptr %v10, align 4
  %v12 = load <4 x float>, ptr %slot_7
  %v13 = fcmp ogt <4 x float> %v12, %v11
  %v14 = select <4 x i1> %v13, <4 x float> %v12, <4 x float> %v11
  %v15 = fcmp uno <4 x float> %v12, %v12
  %v16 = select <4 x i1> %v15, <4 x float> %v12, <4 x float> %v14
  store <4 x float> %v16, ptr %slot_7
  %v17 = load <4 x float>, ptr %slot_7
  %v18 = shufflevector <4 x float> %v17, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v19 = shufflevector <4 x float> %v17, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v20 = fcmp ogt <2 x float> %v18, %v19
  %v21 = select <2 x i1> %v20, <2 x float> %v18, <2 x float> %v19
  %v22 = fcmp uno <2 x float> %v18, %v18
  %v23 = select <2 x i1> %v22, <2 x float> %v18, <2 x float> %v21
  %v24 = shufflevector <2 x float> %v23, <2 x float> poison, <1 x i32> <i32 0>
  %v25 = shufflevector <2 x float> %v23, <2 x float> poison, <1 x i32> <i32 1>
  %v26 = extractelement <1 x float> %v24, i64 0
  %v27 = extractelement <1 x float> %v25, i64 0
  %v28 = fcmp ogt float %v26, %v27
  %v29 = select i1 %v28, float %v26, float %v27
  %v30 = fcmp uno float %v26, %v26
  %v31 = select i1 %v30, float %v26, float %v29
  %v32 = load float, ptr %slot_8
  %v33 = fcmp ogt float %v31, %v32
  %v34 = select i1 %v33, float %v31, float %v32
  %v35 = fcmp uno float %v31, %v31
  %v36 = select i1 %v35, float %v31, float %v34
  %v37 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store float %v36, ptr %v37, align 4
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
  %v6 = or i64 9, 1
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
