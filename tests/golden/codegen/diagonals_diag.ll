
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %done_6 ]
  %v12 = mul i64 %i_5, 3
  %v19 = mul i64 %i_5, 9
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %loop_5 ], [ %next_6, %loop_6 ]
  %v7 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v8 = mul <2 x i64> splat (i64 1), %v7
  %v9 = insertelement <2 x i64> poison, i64 %i_6, i64 0
  %v10 = shufflevector <2 x i64> %v9, <2 x i64> poison, <2 x i32> zeroinitializer
  %v11 = icmp eq <2 x i64> %v10, %v8
  %v13 = add i64 %v12, %i_6
  %v14 = getelementptr inbounds float, ptr %v2, i64 %v13
  %v15 = load float, ptr %v14, align 4
  %v16 = insertelement <2 x float> poison, float %v15, i64 0
  %v17 = shufflevector <2 x float> %v16, <2 x float> poison, <2 x i32> zeroinitializer
  %v18 = select <2 x i1> %v11, <2 x float> %v17, <2 x float> splat (float 0x0000000000000000)
  %v20 = mul i64 %i_6, 3
  %v21 = add i64 %v19, %v20
  %v22 = getelementptr inbounds float, ptr %v4, i64 %v21
  store <2 x float> %v18, ptr %v22, align 4
  %v23 = icmp eq i64 %i_6, 2
  %v24 = select i1 %v23, float %v15, float 0x0000000000000000
  %v25 = add i64 %v21, 2
  %v26 = getelementptr inbounds float, ptr %v4, i64 %v25
  store float %v24, ptr %v26, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 3
  br i1 %more_6, label %loop_6, label %done_6
done_6:
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
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %done_7 ]
  %v13 = mul i64 %i_6, 3
  %v20 = mul i64 %i_6, 9
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %loop_6 ], [ %next_7, %loop_7 ]
  %v8 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v9 = mul <2 x i64> splat (i64 1), %v8
  %v10 = insertelement <2 x i64> poison, i64 %i_7, i64 0
  %v11 = shufflevector <2 x i64> %v10, <2 x i64> poison, <2 x i32> zeroinitializer
  %v12 = icmp eq <2 x i64> %v11, %v9
  %v14 = add i64 %v13, %i_7
  %v15 = getelementptr inbounds float, ptr %v2, i64 %v14
  %v16 = load float, ptr %v15, align 4
  %v17 = insertelement <2 x float> poison, float %v16, i64 0
  %v18 = shufflevector <2 x float> %v17, <2 x float> poison, <2 x i32> zeroinitializer
  %v19 = select <2 x i1> %v12, <2 x float> %v18, <2 x float> splat (float 0x0000000000000000)
  %v21 = mul i64 %i_7, 3
  %v22 = add i64 %v20, %v21
  %v23 = getelementptr inbounds float, ptr %v4, i64 %v22
  store <2 x float> %v19, ptr %v23, align 4
  %v24 = icmp eq i64 %i_7, 2
  %v25 = select i1 %v24, float %v16, float 0x0000000000000000
  %v26 = add i64 %v22, 2
  %v27 = getelementptr inbounds float, ptr %v4, i64 %v26
  store float %v25, ptr %v27, align 4
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 3
  br i1 %more_7, label %loop_7, label %done_7
done_7:
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
  %v6 = or i64 36, 1
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
