
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  store <4 x float> splat (float 0x0000000000000000), ptr %v4, align 4
  %v5 = getelementptr inbounds float, ptr %v4, i64 4
  store float 0x0000000000000000, ptr %v5, align 4
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %entry ], [ %next_6, %loop_6 ]
  %v7 = mul i64 %i_6, 5
  %v8 = add i64 8, %v7
  %v9 = getelementptr inbounds float, ptr %v4, i64 %v8
  store <2 x float> splat (float 0x0000000000000000), ptr %v9, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 7
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %loop_10
loop_10:
  %i_10 = phi i64 [ 0, %done_6 ], [ %next_10, %loop_10 ]
  %v11 = mul i64 %i_10, 3
  %v12 = getelementptr inbounds float, ptr %v2, i64 %v11
  %v13 = load <2 x float>, ptr %v12, align 4
  %v14 = mul i64 %i_10, 5
  %v15 = add i64 5, %v14
  %v16 = getelementptr inbounds float, ptr %v4, i64 %v15
  store <2 x float> %v13, ptr %v16, align 4
  %v17 = add i64 %v11, 2
  %v18 = getelementptr inbounds float, ptr %v2, i64 %v17
  %v19 = load float, ptr %v18, align 4
  %v20 = add i64 %v15, 2
  %v21 = getelementptr inbounds float, ptr %v4, i64 %v20
  store float %v19, ptr %v21, align 4
  %next_10 = add nsw i64 %i_10, 1
  %more_10 = icmp slt i64 %next_10, 7
  br i1 %more_10, label %loop_10, label %done_10
done_10:
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
  %size_n0 = load i64, ptr %v3
  br label %loop_4
loop_4:
  %i_4 = phi i64 [ %begin, %entry ], [ %next_4, %loop_4 ]
  %v5 = mul i64 %i_4, 5
  %v6 = add i64 8, %v5
  %v7 = getelementptr inbounds float, ptr %v2, i64 %v6
  store <2 x float> splat (float 0x0000000000000000), ptr %v7, align 4
  %next_4 = add nsw i64 %i_4, 1
  %more_4 = icmp slt i64 %next_4, %end
  br i1 %more_4, label %loop_4, label %done_4
done_4:
  br label %return
return:
  ret void
}

define internal void @part1(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
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
  %v7 = mul i64 %i_6, 3
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load <2 x float>, ptr %v8, align 4
  %v10 = mul i64 %i_6, 5
  %v11 = add i64 5, %v10
  %v12 = getelementptr inbounds float, ptr %v4, i64 %v11
  store <2 x float> %v9, ptr %v12, align 4
  %v13 = add i64 %v7, 2
  %v14 = getelementptr inbounds float, ptr %v2, i64 %v13
  %v15 = load float, ptr %v14, align 4
  %v16 = add i64 %v11, 2
  %v17 = getelementptr inbounds float, ptr %v4, i64 %v16
  store float %v15, ptr %v17, align 4
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
  %slot_17 = alloca [3 x i64], align 64
  %slot_31 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  store <4 x float> splat (float 0x0000000000000000), ptr %v4, align 4
  %v6 = getelementptr inbounds float, ptr %v4, i64 4
  store float 0x0000000000000000, ptr %v6, align 4
  %v7 = or i64 2, 1
  %size_8_0_0 = mul i64 1, %size_n0
  %size_8_0 = add i64 0, %size_8_0_0
  %size_8 = add i64 %size_8_0, 0
  %v9 = and i64 %size_8, -1
  %v10 = mul i64 %v9, %v7
  %v11 = icmp sge i64 %v10, 524288
  %v12 = mul i64 %v7, 1
  %v13 = sdiv i64 262144, %v12
  %v14 = add i64 %v13, 1
  %v15 = mul i64 %v14, 1
  %v16 = select i1 %v11, i64 %v15, i64 %v9
  %v18 = getelementptr inbounds i64, ptr %slot_17, i64 0
  store ptr null, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_17, i64 1
  store ptr %v4, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_17, i64 2
  store i64 %size_n0, ptr %v20
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_17, i64 %v9, i64 %v16)
  %v21 = or i64 6, 1
  %size_22_0_0 = mul i64 1, %size_n0
  %size_22_0 = add i64 0, %size_22_0_0
  %size_22 = add i64 %size_22_0, 0
  %v23 = and i64 %size_22, -1
  %v24 = mul i64 %v23, %v21
  %v25 = icmp sge i64 %v24, 524288
  %v26 = mul i64 %v21, 1
  %v27 = sdiv i64 262144, %v26
  %v28 = add i64 %v27, 1
  %v29 = mul i64 %v28, 1
  %v30 = select i1 %v25, i64 %v29, i64 %v23
  %v32 = getelementptr inbounds i64, ptr %slot_31, i64 0
  store ptr null, ptr %v32
  %v33 = getelementptr inbounds i64, ptr %slot_31, i64 1
  store ptr %v2, ptr %v33
  %v34 = getelementptr inbounds i64, ptr %slot_31, i64 2
  store ptr %v4, ptr %v34
  %v35 = getelementptr inbounds i64, ptr %slot_31, i64 3
  store i64 %size_n0, ptr %v35
  call void @stagelight_parallel_for(ptr @part1, ptr %slot_31, i64 %v23, i64 %v30)
  ret i32 0
failure:
  ret i32 1
}
