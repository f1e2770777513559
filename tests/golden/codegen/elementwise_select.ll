
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = getelementptr inbounds float, ptr %v2, i64 %i_5
  %v7 = load <4 x float>, ptr %v6, align 4
  %v8 = fcmp ogt <4 x float> %v7, splat (float 0x0000000000000000)
  %v9 = select <4 x i1> %v8, <4 x float> %v7, <4 x float> splat (float 0x0000000000000000)
  %v10 = getelementptr inbounds float, ptr %v4, i64 %i_5
  store <4 x float> %v9, ptr %v10, align 4
  %next_5 = add nsw i64 %i_5, 4
  %more_5 = icmp slt i64 %next_5, 20
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  %v11 = getelementptr inbounds float, ptr %v2, i64 20
  %v12 = load float, ptr %v11, align 4
  %v13 = fcmp ogt float %v12, 0x0000000000000000
  %v14 = select i1 %v13, float %v12, float 0x0000000000000000
  %v15 = getelementptr inbounds float, ptr %v4, i64 20
  store float %v14, ptr %v15, align 4
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
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds float, ptr %v2, i64 %i_6
  %v8 = load <8 x float>, ptr %v7, align 4
  %v9 = fcmp ogt <8 x float> %v8, splat (float 0x0000000000000000)
  %v10 = select <8 x i1> %v9, <8 x float> %v8, <8 x float> splat (float 0x0000000000000000)
  %v11 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store <8 x float> %v10, ptr %v11, align 4
  %next_6 = add nsw i64 %i_6, 8
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
  %v6 = or i64 4, 1
  %size_7_0_0 = mul i64 3, %size_n0
  %size_7_0 = add i64 0, %size_7_0_0
  %size_7 = add i64 %size_7_0, 0
  %v8 = and i64 %size_7, -8
  %v9 = mul i64 %v8, %v6
  %v10 = icmp sge i64 %v9, 524288
  %v11 = mul i64 %v6, 8
  %v12 = sdiv i64 262144, %v11
  %v13 = add i64 %v12, 1
  %v14 = mul i64 %v13, 8
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
  %size_21_0_0 = mul i64 3, %size_n0
  %size_21_0 = add i64 0, %size_21_0_0
  %size_21 = add i64 %size_21_0, 0
  br label %test_22
test_22:
  %i_22 = phi i64 [ %v8, %entry ], [ %next_22, %loop_22 ]
  %more_22 = icmp slt i64 %i_22, %size_21
  br i1 %more_22, label %loop_22, label %done_22
loop_22:
  %v23 = getelementptr inbounds float, ptr %v2, i64 %i_22
  %v24 = load float, ptr %v23, align 4
  %v25 = fcmp ogt float %v24, 0x0000000000000000
  %v26 = select i1 %v25, float %v24, float 0x0000000000000000
  %v27 = getelementptr inbounds float, ptr %v4, i64 %i_22
  store float %v26, ptr %v27, align 4
  %next_22 = add nsw i64 %i_22, 1
  br label %test_22
done_22:
  ret i32 0
failure:
  ret i32 1
}
