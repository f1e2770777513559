
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [14 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v6 = getelementptr inbounds float, ptr %v2, i64 12
  %v7 = load <2 x float>, ptr %v6, align 4
  store <2 x float> %v7, ptr %slot_5, align 4
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %entry ], [ %next_8, %loop_8 ]
  %v9 = getelementptr inbounds float, ptr %v2, i64 %i_8
  %v10 = load <4 x float>, ptr %v9, align 4
  %v11 = add i64 2, %i_8
  %v12 = getelementptr inbounds float, ptr %slot_5, i64 %v11
  store <4 x float> %v10, ptr %v12, align 4
  %next_8 = add nsw i64 %i_8, 4
  %more_8 = icmp slt i64 %next_8, 12
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %done_8 ], [ %next_13, %loop_13 ]
  %v14 = getelementptr inbounds float, ptr %slot_5, i64 %i_13
  %v15 = load <4 x float>, ptr %v14, align 4
  %v16 = getelementptr inbounds float, ptr %v4, i64 %i_13
  store <4 x float> %v15, ptr %v16, align 4
  %next_13 = add nsw i64 %i_13, 4
  %more_13 = icmp slt i64 %next_13, 12
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  br label %loop_17
loop_17:
  %i_17 = phi i64 [ 12, %done_13 ], [ %next_17, %loop_17 ]
  %v18 = getelementptr inbounds float, ptr %slot_5, i64 %i_17
  %v19 = load float, ptr %v18, align 4
  %v20 = getelementptr inbounds float, ptr %v4, i64 %i_17
  store float %v19, ptr %v20, align 4
  %next_17 = add nsw i64 %i_17, 1
  %more_17 = icmp slt i64 %next_17, 14
  br i1 %more_17, label %loop_17, label %done_17
done_17:
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
  %v9 = add i64 2, %i_6
  %v10 = getelementptr inbounds float, ptr %v4, i64 %v9
  store <8 x float> %v8, ptr %v10, align 4
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
  %slot_20 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = mul i64 %size_n0, 2
  %v7 = add i64 %v6, -2
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load <2 x float>, ptr %v8, align 4
  store <2 x float> %v9, ptr %v4, align 4
  %v10 = or i64 2, 1
  %size_11_0_0 = mul i64 2, %size_n0
  %size_11_0 = add i64 0, %size_11_0_0
  %size_11_1 = add i64 %size_11_0, -2
  %size_11 = add i64 %size_11_1, 0
  %v12 = and i64 %size_11, -8
  %v13 = mul i64 %v12, %v10
  %v14 = icmp sge i64 %v13, 524288
  %v15 = mul i64 %v10, 8
  %v16 = sdiv i64 262144, %v15
  %v17 = add i64 %v16, 1
  %v18 = mul i64 %v17, 8
  %v19 = select i1 %v14, i64 %v18, i64 %v12
  %v21 = getelementptr inbounds i64, ptr %slot_20, i64 0
  store ptr null, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_20, i64 1
  store ptr %v2, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_20, i64 2
  store ptr %v4, ptr %v23
  %v24 = getelementptr inbounds i64, ptr %slot_20, i64 3
  store i64 %size_n0, ptr %v24
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_20, i64 %v12, i64 %v19)
  %size_25_0_0 = mul i64 2, %size_n0
  %size_25_0 = add i64 0, %size_25_0_0
  %size_25_1 = add i64 %size_25_0, -2
  %size_25 = add i64 %size_25_1, 0
  br label %test_26
test_26:
  %i_26 = phi i64 [ %v12, %entry ], [ %next_26, %loop_26 ]
  %more_26 = icmp slt i64 %i_26, %size_25
  br i1 %more_26, label %loop_26, label %done_26
loop_26:
  %v27 = getelementptr inbounds float, ptr %v2, i64 %i_26
  %v28 = load float, ptr %v27, align 4
  %v29 = add i64 2, %i_26
  %v30 = getelementptr inbounds float, ptr %v4, i64 %v29
  store float %v28, ptr %v30, align 4
  %next_26 = add nsw i64 %i_26, 1
  br label %test_26
done_26:
  ret i32 0
failure:
  ret i32 1
}
