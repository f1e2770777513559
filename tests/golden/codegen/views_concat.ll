
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
  %v8 = mul i64 %i_7, 2
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = load <2 x float>, ptr %v9, align 4
  %v11 = mul i64 %i_7, 5
  %v12 = getelementptr inbounds float, ptr %v6, i64 %v11
  store <2 x float> %v10, ptr %v12, align 4
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %done_7 ], [ %next_13, %loop_13 ]
  %v14 = mul i64 %i_13, 3
  %v15 = getelementptr inbounds float, ptr %v4, i64 %v14
  %v16 = load <2 x float>, ptr %v15, align 4
  %v17 = fmul <2 x float> %v16, splat (float 0x4000000000000000)
  %v18 = mul i64 %i_13, 5
  %v19 = add i64 2, %v18
  %v20 = getelementptr inbounds float, ptr %v6, i64 %v19
  store <2 x float> %v17, ptr %v20, align 4
  %v21 = add i64 %v14, 2
  %v22 = getelementptr inbounds float, ptr %v4, i64 %v21
  %v23 = load float, ptr %v22, align 4
  %v24 = fmul float %v23, 0x4000000000000000
  %v25 = add i64 %v19, 2
  %v26 = getelementptr inbounds float, ptr %v6, i64 %v25
  store float %v24, ptr %v26, align 4
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 7
  br i1 %more_13, label %loop_13, label %done_13
done_13:
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
  %v7 = mul i64 %i_6, 2
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load <2 x float>, ptr %v8, align 4
  %v10 = mul i64 %i_6, 5
  %v11 = getelementptr inbounds float, ptr %v4, i64 %v10
  store <2 x float> %v9, ptr %v11, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
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
  %v10 = fmul <2 x float> %v9, splat (float 0x4000000000000000)
  %v11 = mul i64 %i_6, 5
  %v12 = add i64 2, %v11
  %v13 = getelementptr inbounds float, ptr %v4, i64 %v12
  store <2 x float> %v10, ptr %v13, align 4
  %v14 = add i64 %v7, 2
  %v15 = getelementptr inbounds float, ptr %v2, i64 %v14
  %v16 = load float, ptr %v15, align 4
  %v17 = fmul float %v16, 0x4000000000000000
  %v18 = add i64 %v12, 2
  %v19 = getelementptr inbounds float, ptr %v4, i64 %v18
  store float %v17, ptr %v19, align 4
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
  %slot_18 = alloca [4 x i64], align 64
  %slot_33 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = or i64 4, 1
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
  store ptr %v6, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_18, i64 3
  store i64 %size_n0, ptr %v22
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_18, i64 %v10, i64 %v17)
  %v23 = or i64 9, 1
  %size_24_0_0 = mul i64 1, %size_n0
  %size_24_0 = add i64 0, %size_24_0_0
  %size_24 = add i64 %size_24_0, 0
  %v25 = and i64 %size_24, -1
  %v26 = mul i64 %v25, %v23
  %v27 = icmp sge i64 %v26, 524288
  %v28 = mul i64 %v23, 1
  %v29 = sdiv i64 262144, %v28
  %v30 = add i64 %v29, 1
  %v31 = mul i64 %v30, 1
  %v32 = select i1 %v27, i64 %v31, i64 %v25
  %v34 = getelementptr inbounds i64, ptr %slot_33, i64 0
  store ptr null, ptr %v34
  %v35 = getelementptr inbounds i64, ptr %slot_33, i64 1
  store ptr %v4, ptr %v35
  %v36 = getelementptr inbounds i64, ptr %slot_33, i64 2
  store ptr %v6, ptr %v36
  %v37 = getelementptr inbounds i64, ptr %slot_33, i64 3
  store i64 %size_n0, ptr %v37
  call void @stagelight_parallel_for(ptr @part1, ptr %slot_33, i64 %v25, i64 %v32)
  ret i32 0
failure:
  ret i32 1
}
