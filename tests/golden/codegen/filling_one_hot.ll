
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = getelementptr inbounds i32, ptr %v2, i64 %i_5
  %v7 = load i32, ptr %v6, align 4
  %v8 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v9 = mul <4 x i64> splat (i64 1), %v8
  %v10 = trunc <4 x i64> %v9 to <4 x i32>
  %v11 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v12 = shufflevector <4 x i32> %v11, <4 x i32> poison, <4 x i32> zeroinitializer
  %v13 = icmp eq <4 x i32> %v12, %v10
  %v14 = select <4 x i1> %v13, <4 x float> splat (float 0x3FF0000000000000), <4 x float> splat (float 0x0000000000000000)
  %v15 = mul i64 %i_5, 4
  %v16 = getelementptr inbounds float, ptr %v4, i64 %v15
  store <4 x float> %v14, ptr %v16, align 4
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
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds i32, ptr %v2, i64 %i_6
  %v8 = load i32, ptr %v7, align 4
  %v9 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v10 = mul <4 x i64> splat (i64 1), %v9
  %v11 = trunc <4 x i64> %v10 to <4 x i32>
  %v12 = insertelement <4 x i32> poison, i32 %v8, i64 0
  %v13 = shufflevector <4 x i32> %v12, <4 x i32> poison, <4 x i32> zeroinitializer
  %v14 = icmp eq <4 x i32> %v13, %v11
  %v15 = select <4 x i1> %v14, <4 x float> splat (float 0x3FF0000000000000), <4 x float> splat (float 0x0000000000000000)
  %v16 = mul i64 %i_6, 4
  %v17 = getelementptr inbounds float, ptr %v4, i64 %v16
  store <4 x float> %v15, ptr %v17, align 4
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
  %v6 = or i64 20, 1
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
