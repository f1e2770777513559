
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %done_6 ]
  %v9 = mul i64 %i_5, 21
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %loop_5 ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds float, ptr %v2, i64 %i_6
  %v8 = load <4 x float>, ptr %v7, align 4
  %v10 = add i64 %v9, %i_6
  %v11 = getelementptr inbounds float, ptr %v4, i64 %v10
  store <4 x float> %v8, ptr %v11, align 4
  %next_6 = add nsw i64 %i_6, 4
  %more_6 = icmp slt i64 %next_6, 20
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  %v12 = getelementptr inbounds float, ptr %v2, i64 20
  %v13 = load float, ptr %v12, align 4
  %v14 = add i64 %v9, 20
  %v15 = getelementptr inbounds float, ptr %v4, i64 %v14
  store float %v13, ptr %v15, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 2
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}

declare void @stagelight_parallel_for(ptr, ptr, i64, i64)
@constant0 = external global i8

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  %v7 = mul i64 %size_n0, 3
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %done_16 ]
  %v8 = and i64 %v7, -8
  %v12 = mul i64 %i_6, %size_n0
  %v13 = mul i64 %v12, 3
  br label %test_9
test_9:
  %i_9 = phi i64 [ 0, %loop_6 ], [ %next_9, %loop_9 ]
  %more_9 = icmp slt i64 %i_9, %v8
  br i1 %more_9, label %loop_9, label %done_9
loop_9:
  %v10 = getelementptr inbounds float, ptr %v2, i64 %i_9
  %v11 = load <8 x float>, ptr %v10, align 4
  %v14 = add i64 %v13, %i_9
  %v15 = getelementptr inbounds float, ptr %v4, i64 %v14
  store <8 x float> %v11, ptr %v15, align 4
  %next_9 = add nsw i64 %i_9, 8
  br label %test_9
done_9:
  br label %test_16
test_16:
  %i_16 = phi i64 [ %v8, %done_9 ], [ %next_16, %loop_16 ]
  %more_16 = icmp slt i64 %i_16, %v7
  br i1 %more_16, label %loop_16, label %done_16
loop_16:
  %v17 = getelementptr inbounds float, ptr %v2, i64 %i_16
  %v18 = load float, ptr %v17, align 4
  %v19 = add i64 %v13, %i_16
  %v20 = getelementptr inbounds float, ptr %v4, i64 %v19
  store float %v18, ptr %v20, align 4
  %next_16 = add nsw i64 %i_16, 1
  br label %test_16
done_16:
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
  %slot_15 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %size_6_0_0 = mul i64 6, %size_n0
  %size_6_0 = add i64 0, %size_6_0_0
  %size_6 = add i64 %size_6_0, 0
  %v7 = or i64 %size_6, 1
  %v8 = mul i64 2, %v7
  %v9 = icmp sge i64 %v8, 524288
  %v10 = mul i64 %v7, 1
  %v11 = sdiv i64 262144, %v10
  %v12 = add i64 %v11, 1
  %v13 = mul i64 %v12, 1
  %v14 = select i1 %v9, i64 %v13, i64 2
  %v16 = getelementptr inbounds i64, ptr %slot_15, i64 0
  store ptr null, ptr %v16
  %v17 = getelementptr inbounds i64, ptr %slot_15, i64 1
  store ptr %v2, ptr %v17
  %v18 = getelementptr inbounds i64, ptr %slot_15, i64 2
  store ptr %v4, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_15, i64 3
  store i64 %size_n0, ptr %v19
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_15, i64 2, i64 %v14)
  ret i32 0
failure:
  ret i32 1
}
