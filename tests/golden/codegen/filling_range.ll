@constant0 = external global i8

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <4 x i32>, ptr @constant0, align 4
  store <4 x i32> %v5, ptr %v4, align 4
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 4, %entry ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds i32, ptr @constant0, i64 %i_6
  %v8 = load i32, ptr %v7, align 4
  %v9 = getelementptr inbounds i32, ptr %v4, i64 %i_6
  store i32 %v8, ptr %v9, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 7
  br i1 %more_6, label %loop_6, label %done_6
done_6:
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
  %v5 = insertelement <8 x i64> poison, i64 %i_4, i64 0
  %v6 = shufflevector <8 x i64> %v5, <8 x i64> poison, <8 x i32> zeroinitializer
  %v7 = add <8 x i64> %v6, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v8 = mul <8 x i64> splat (i64 1), %v7
  %v9 = trunc <8 x i64> %v8 to <8 x i32>
  %v10 = mul <8 x i32> %v9, splat (i32 2)
  %v11 = getelementptr inbounds i32, ptr %v2, i64 %i_4
  store <8 x i32> %v10, ptr %v11, align 4
  %next_4 = add nsw i64 %i_4, 8
  %more_4 = icmp slt i64 %next_4, %end
  br i1 %more_4, label %loop_4, label %done_4
done_4:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_16 = alloca [3 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 3, 1
  %size_7_0_0 = mul i64 1, %size_n0
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
  store ptr %v4, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_16, i64 2
  store i64 %size_n0, ptr %v19
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_16, i64 %v8, i64 %v15)
  %size_20_0_0 = mul i64 1, %size_n0
  %size_20_0 = add i64 0, %size_20_0_0
  %size_20 = add i64 %size_20_0, 0
  br label %test_21
test_21:
  %i_21 = phi i64 [ %v8, %entry ], [ %next_21, %loop_21 ]
  %more_21 = icmp slt i64 %i_21, %size_20
  br i1 %more_21, label %loop_21, label %done_21
loop_21:
  %v22 = trunc i64 %i_21 to i32
  %v23 = mul i32 %v22, 2
  %v24 = getelementptr inbounds i32, ptr %v4, i64 %i_21
  store i32 %v23, ptr %v24, align 4
  %next_21 = add nsw i64 %i_21, 1
  br label %test_21
done_21:
  ret i32 0
failure:
  ret i32 1
}
