
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = mul i64 %i_5, 4
  %v7 = getelementptr inbounds float, ptr %v2, i64 %v6
  %v8 = load float, ptr %v7, align 4
  %v9 = getelementptr inbounds float, ptr %v4, i64 %v6
  store float %v8, ptr %v9, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 7
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  br label %loop_10
loop_10:
  %i_10 = phi i64 [ 0, %done_5 ], [ %next_10, %done_11 ]
  %v16 = add i64 1, %i_10
  br label %loop_11
loop_11:
  %i_11 = phi i64 [ 0, %loop_10 ], [ %next_11, %loop_11 ]
  %v12 = mul i64 %i_11, 4
  %v13 = add i64 %i_10, %v12
  %v14 = getelementptr inbounds float, ptr %v4, i64 %v13
  %v15 = load float, ptr %v14, align 4
  %v17 = mul i64 %i_11, 4
  %v18 = add i64 %v16, %v17
  %v19 = getelementptr inbounds float, ptr %v2, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v21 = fadd float %v15, %v20
  %v22 = getelementptr inbounds float, ptr %v4, i64 %v18
  store float %v21, ptr %v22, align 4
  %next_11 = add nsw i64 %i_11, 1
  %more_11 = icmp slt i64 %next_11, 7
  br i1 %more_11, label %loop_11, label %done_11
done_11:
  %next_10 = add nsw i64 %i_10, 1
  %more_10 = icmp slt i64 %next_10, 3
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
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  %v7 = mul i64 %i_6, 4
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load float, ptr %v8, align 4
  %v10 = getelementptr inbounds float, ptr %v4, i64 %v7
  store float %v9, ptr %v10, align 4
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
  %v6 = or i64 2, 1
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
  br label %loop_21
loop_21:
  %i_21 = phi i64 [ 0, %entry ], [ %next_21, %done_22 ]
  %v27 = add i64 1, %i_21
  br label %test_22
test_22:
  %i_22 = phi i64 [ 0, %loop_21 ], [ %next_22, %loop_22 ]
  %more_22 = icmp slt i64 %i_22, %size_n0
  br i1 %more_22, label %loop_22, label %done_22
loop_22:
  %v23 = mul i64 %i_22, 4
  %v24 = add i64 %i_21, %v23
  %v25 = getelementptr inbounds float, ptr %v4, i64 %v24
  %v26 = load float, ptr %v25, align 4
  %v28 = mul i64 %i_22, 4
  %v29 = add i64 %v27, %v28
  %v30 = getelementptr inbounds float, ptr %v2, i64 %v29
  %v31 = load float, ptr %v30, align 4
  %v32 = fadd float %v26, %v31
  %v33 = getelementptr inbounds float, ptr %v4, i64 %v29
  store float %v32, ptr %v33, align 4
  %next_22 = add nsw i64 %i_22, 1
  br label %test_22
done_22:
  %next_21 = add nsw i64 %i_21, 1
  %more_21 = icmp slt i64 %next_21, 3
  br i1 %more_21, label %loop_21, label %done_21
done_21:
  ret i32 0
failure:
  ret i32 1
}
