
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [14 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %entry ], [ %next_8, %loop_8 ]
  %v9 = getelementptr inbounds float, ptr %v2, i64 %i_8
  %v10 = load float, ptr %v9, align 4
  %v11 = mul i64 %i_8, 2
  %v12 = getelementptr inbounds float, ptr %slot_7, i64 %v11
  store float %v10, ptr %v12, align 4
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 7
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %done_8 ], [ %next_13, %loop_13 ]
  %v14 = getelementptr inbounds float, ptr %v4, i64 %i_13
  %v15 = load float, ptr %v14, align 4
  %v16 = mul i64 %i_13, 2
  %v17 = add i64 1, %v16
  %v18 = getelementptr inbounds float, ptr %slot_7, i64 %v17
  store float %v15, ptr %v18, align 4
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 7
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  br label %loop_19
loop_19:
  %i_19 = phi i64 [ 0, %done_13 ], [ %next_19, %loop_19 ]
  %v20 = getelementptr inbounds float, ptr %slot_7, i64 %i_19
  %v21 = load <4 x float>, ptr %v20, align 4
  %v22 = getelementptr inbounds float, ptr %v6, i64 %i_19
  store <4 x float> %v21, ptr %v22, align 4
  %next_19 = add nsw i64 %i_19, 4
  %more_19 = icmp slt i64 %next_19, 12
  br i1 %more_19, label %loop_19, label %done_19
done_19:
  br label %loop_23
loop_23:
  %i_23 = phi i64 [ 12, %done_19 ], [ %next_23, %loop_23 ]
  %v24 = getelementptr inbounds float, ptr %slot_7, i64 %i_23
  %v25 = load float, ptr %v24, align 4
  %v26 = getelementptr inbounds float, ptr %v6, i64 %i_23
  store float %v25, ptr %v26, align 4
  %next_23 = add nsw i64 %i_23, 1
  %more_23 = icmp slt i64 %next_23, 14
  br i1 %more_23, label %loop_23, label %done_23
done_23:
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
  %v8 = load float, ptr %v7, align 4
  %v9 = mul i64 %i_6, 2
  %v10 = getelementptr inbounds float, ptr %v4, i64 %v9
  store float %v8, ptr %v10, align 4
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
  %v7 = getelementptr inbounds float, ptr %v2, i64 %i_6
  %v8 = load float, ptr %v7, align 4
  %v9 = mul i64 %i_6, 2
  %v10 = add i64 1, %v9
  %v11 = getelementptr inbounds float, ptr %v4, i64 %v10
  store float %v8, ptr %v11, align 4
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
  %v8 = or i64 2, 1
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
  %v23 = or i64 2, 1
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
