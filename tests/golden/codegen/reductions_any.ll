
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_6 = alloca <4 x i1>, align 64
  %slot_7 = alloca i1, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  store <4 x i1> splat (i1 false), ptr %slot_6
  store i1 false, ptr %slot_7
  %v8 = mul i64 %i_5, 4
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = load <4 x float>, ptr %v9, align 4
  %v11 = fcmp ogt <4 x float> %v10, splat (float 0x4000000000000000)
  %v12 = load <4 x i1>, ptr %slot_6
  %v13 = or <4 x i1> %v12, %v11
  store <4 x i1> %v13, ptr %slot_6
  %v14 = load <4 x i1>, ptr %slot_6
  %v15 = shufflevector <4 x i1> %v14, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  %v16 = shufflevector <4 x i1> %v14, <4 x i1> poison, <2 x i32> <i32 2, i32 3>
  %v17 = or <2 x i1> %v15, %v16
  %v18 = shufflevector <2 x i1> %v17, <2 x i1> poison, <1 x i32> <i32 0>
  %v19 = shufflevector <2 x i1> %v17, <2 x i1> poison, <1 x i32> <i32 1>
  %v20 = extractelement <1 x i1> %v18, i64 0
  %v21 = extractelement <1 x i1> %v19, i64 0
  %v22 = or i1 %v20, %v21
  %v23 = load i1, ptr %slot_7
  %v24 = or i1 %v22, %v23
  %v25 = getelementptr inbounds i8, ptr %v4, i64 %i_5
  %v26 = zext i1 %v24 to i8
  store i8 %v26, ptr %v25, align 1
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
  %slot_7 = alloca <4 x i1>, align 64
  %slot_8 = alloca i1, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  store <4 x i1> splat (i1 false), ptr %slot_7
  store i1 false, ptr %slot_8
  %v9 = mul i64 %i_6, 4
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <4 x float>, ptr %v10, align 4
  %v12 = fcmp ogt <4 x float> %v11, splat (float 0x4000000000000000)
  %v13 = load <4 x i1>, ptr %slot_7
  %v14 = or <4 x i1> %v13, %v12
  store <4 x i1> %v14, ptr %slot_7
  %v15 = load <4 x i1>, ptr %slot_7
  %v16 = shufflevector <4 x i1> %v15, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  %v17 = shufflevector <4 x i1> %v15, <4 x i1> poison, <2 x i32> <i32 2, i32 3>
  %v18 = or <2 x i1> %v16, %v17
  %v19 = shufflevector <2 x i1> %v18, <2 x i1> poison, <1 x i32> <i32 0>
  %v20 = shufflevector <2 x i1> %v18, <2 x i1> poison, <1 x i32> <i32 1>
  %v21 = extractelement <1 x i1> %v19, i64 0
  %v22 = extractelement <1 x i1> %v20, i64 0
  %v23 = or i1 %v21, %v22
  %v24 = load i1, ptr %slot_8
  %v25 = or i1 %v23, %v24
  %v26 = getelementptr inbounds i8, ptr %v4, i64 %i_6
  %v27 = zext i1 %v25 to i8
  store i8 %v27, ptr %v26, align 1
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
  %v6 = or i64 13, 1
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
