
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_6 = alloca float, align 64
  %slot_7 = alloca i64, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %done_8 ]
  store float 0x0000000000000000, ptr %slot_6
  store i64 -1, ptr %slot_7
  %v9 = mul i64 %i_5, 4
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %loop_5 ], [ %next_8, %loop_8 ]
  %v10 = add i64 %v9, %i_8
  %v11 = getelementptr inbounds float, ptr %v2, i64 %v10
  %v12 = load float, ptr %v11, align 4
  %v13 = fcmp uno float %v12, %v12
  %v14 = select i1 %v13, float 0xFFF0000000000000, float %v12
  %v15 = load float, ptr %slot_6
  %v16 = load i64, ptr %slot_7
  %v17 = fcmp ogt float %v14, %v15
  %v18 = icmp eq i64 %v16, -1
  %v19 = or i1 %v17, %v18
  %v20 = select i1 %v19, float %v14, float %v15
  store float %v20, ptr %slot_6
  %v21 = select i1 %v19, i64 %i_8, i64 %v16
  store i64 %v21, ptr %slot_7
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 4
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  %v22 = load i64, ptr %slot_7
  %v23 = getelementptr inbounds i64, ptr %v4, i64 %i_5
  store i64 %v22, ptr %v23, align 8
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
  %slot_7 = alloca float, align 64
  %slot_8 = alloca i64, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %done_9 ]
  store float 0x0000000000000000, ptr %slot_7
  store i64 -1, ptr %slot_8
  %v10 = mul i64 %i_6, 4
  br label %loop_9
loop_9:
  %i_9 = phi i64 [ 0, %loop_6 ], [ %next_9, %loop_9 ]
  %v11 = add i64 %v10, %i_9
  %v12 = getelementptr inbounds float, ptr %v2, i64 %v11
  %v13 = load float, ptr %v12, align 4
  %v14 = fcmp uno float %v13, %v13
  %v15 = select i1 %v14, float 0xFFF0000000000000, float %v13
  %v16 = load float, ptr %slot_7
  %v17 = load i64, ptr %slot_8
  %v18 = fcmp ogt float %v15, %v16
  %v19 = icmp eq i64 %v17, -1
  %v20 = or i1 %v18, %v19
  %v21 = select i1 %v20, float %v15, float %v16
  store float %v21, ptr %slot_7
  %v22 = select i1 %v20, i64 %i_9, i64 %v17
  store i64 %v22, ptr %slot_8
  %next_9 = add nsw i64 %i_9, 1
  %more_9 = icmp slt i64 %next_9, 4
  br i1 %more_9, label %loop_9, label %done_9
done_9:
  %v23 = load i64, ptr %slot_8
  %v24 = getelementptr inbounds i64, ptr %v4, i64 %i_6
  store i64 %v23, ptr %v24, align 8
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
