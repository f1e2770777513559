
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
  %v8 = getelementptr inbounds float, ptr %v2, i64 %i_7
  %v9 = load <8 x float>, ptr %v8, align 4
  %v10 = getelementptr inbounds float, ptr %v4, i64 %i_7
  %v11 = load <8 x float>, ptr %v10, align 4
  %v12 = fmul <8 x float> %v9, %v11
  %v13 = fadd <8 x float> %v12, splat (float 0x3FF0000000000000)
  %v14 = fcmp ogt <8 x float> %v13, splat (float 0x0000000000000000)
  %v15 = select <8 x i1> %v14, <8 x float> %v13, <8 x float> splat (float 0x0000000000000000)
  %v16 = fcmp uno <8 x float> %v13, %v13
  %v17 = select <8 x i1> %v16, <8 x float> %v13, <8 x float> %v15
  %v18 = getelementptr inbounds float, ptr %v6, i64 %i_7
  store <8 x float> %v17, ptr %v18, align 4
  %next_7 = add nsw i64 %i_7, 8
  %more_7 = icmp slt i64 %next_7, 24
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  br label %loop_19
loop_19:
  %i_19 = phi i64 [ 24, %done_7 ], [ %next_19, %loop_19 ]
  %v20 = getelementptr inbounds float, ptr %v2, i64 %i_19
  %v21 = load float, ptr %v20, align 4
  %v22 = getelementptr inbounds float, ptr %v4, i64 %i_19
  %v23 = load float, ptr %v22, align 4
  %v24 = fmul float %v21, %v23
  %v25 = fadd float %v24, 0x3FF0000000000000
  %v26 = fcmp ogt float %v25, 0x0000000000000000
  %v27 = select i1 %v26, float %v25, float 0x0000000000000000
  %v28 = fcmp uno float %v25, %v25
  %v29 = select i1 %v28, float %v25, float %v27
  %v30 = getelementptr inbounds float, ptr %v6, i64 %i_19
  store float %v29, ptr %v30, align 4
  %next_19 = add nsw i64 %i_19, 1
  %more_19 = icmp slt i64 %next_19, 28
  br i1 %more_19, label %loop_19, label %done_19
done_19:
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
  %v9 = getelementptr inbounds float, ptr %v2, i64 %i_8
  %v10 = load <8 x float>, ptr %v9, align 4
  %v11 = getelementptr inbounds float, ptr %v4, i64 %i_8
  %v12 = load <8 x float>, ptr %v11, align 4
  %v13 = fmul <8 x float> %v10, %v12
  %v14 = fadd <8 x float> %v13, splat (float 0x3FF0000000000000)
  %v15 = fcmp ogt <8 x float> %v14, splat (float 0x0000000000000000)
  %v16 = select <8 x i1> %v15, <8 x float> %v14, <8 x float> splat (float 0x0000000000000000)
  %v17 = fcmp uno <8 x float> %v14, %v14
  %v18 = select <8 x i1> %v17, <8 x float> %v14, <8 x float> %v16
  %v19 = getelementptr inbounds float, ptr %v6, i64 %i_8
  store <8 x float> %v18, ptr %v19, align 4
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
  %v8 = or i64 6, 1
  %size_9_0_0 = mul i64 4, %size_n0
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
  %size_24_0_0 = mul i64 4, %size_n0
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
  %v28 = getelementptr inbounds float, ptr %v4, i64 %i_25
  %v29 = load float, ptr %v28, align 4
  %v30 = fmul float %v27, %v29
  %v31 = fadd float %v30, 0x3FF0000000000000
  %v32 = fcmp ogt float %v31, 0x0000000000000000
  %v33 = select i1 %v32, float %v31, float 0x0000000000000000
  %v34 = fcmp uno float %v31, %v31
  %v35 = select i1 %v34, float %v31, float %v33
  %v36 = getelementptr inbounds float, ptr %v6, i64 %i_25
  store float %v35, ptr %v36, align 4
  %next_25 = add nsw i64 %i_25, 1
  br label %test_25
done_25:
  ret i32 0
failure:
  ret i32 1
}
