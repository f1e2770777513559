
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
  %v8 = mul i64 %i_7, 3
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = load <2 x float>, ptr %v9, align 4
  %v11 = load <2 x float>, ptr %v4, align 4
  %v12 = fadd <2 x float> %v10, %v11
  %v13 = fcmp ogt <2 x float> %v12, splat (float 0x0000000000000000)
  %v14 = fmul <2 x float> %v12, splat (float 0x3FC99999A0000000)
  %v15 = select <2 x i1> %v13, <2 x float> %v12, <2 x float> %v14
  %v16 = getelementptr inbounds float, ptr %v6, i64 %v8
  store <2 x float> %v15, ptr %v16, align 4
  %v17 = add i64 %v8, 2
  %v18 = getelementptr inbounds float, ptr %v2, i64 %v17
  %v19 = load float, ptr %v18, align 4
  %v20 = getelementptr inbounds float, ptr %v4, i64 2
  %v21 = load float, ptr %v20, align 4
  %v22 = fadd float %v19, %v21
  %v23 = fcmp ogt float %v22, 0x0000000000000000
  %v24 = fmul float %v22, 0x3FC99999A0000000
  %v25 = select i1 %v23, float %v22, float %v24
  %v26 = getelementptr inbounds float, ptr %v6, i64 %v17
  store float %v25, ptr %v26, align 4
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  ret i32 0
failure:
  ret i32 1
}

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
  %v9 = mul i64 %i_8, 3
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <2 x float>, ptr %v10, align 4
  %v12 = load <2 x float>, ptr %v4, align 4
  %v13 = fadd <2 x float> %v11, %v12
  %v14 = fcmp ogt <2 x float> %v13, splat (float 0x0000000000000000)
  %v15 = fmul <2 x float> %v13, splat (float 0x3FC99999A0000000)
  %v16 = select <2 x i1> %v14, <2 x float> %v13, <2 x float> %v15
  %v17 = getelementptr inbounds float, ptr %v6, i64 %v9
  store <2 x float> %v16, ptr %v17, align 4
  %v18 = add i64 %v9, 2
  %v19 = getelementptr inbounds float, ptr %v2, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v21 = getelementptr inbounds float, ptr %v4, i64 2
  %v22 = load float, ptr %v21, align 4
  %v23 = fadd float %v20, %v22
  %v24 = fcmp ogt float %v23, 0x0000000000000000
  %v25 = fmul float %v23, 0x3FC99999A0000000
  %v26 = select i1 %v24, float %v23, float %v25
  %v27 = getelementptr inbounds float, ptr %v6, i64 %v18
  store float %v26, ptr %v27, align 4
  %next_8 = add nsw i64 %i_8, 1
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
  %v8 = or i64 21, 1
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
