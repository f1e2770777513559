
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <4 x i32>, ptr %v2, align 4
  %v6 = sdiv <4 x i32> %v5, splat (i32 3)
  %v7 = srem <4 x i32> %v5, splat (i32 3)
  %v8 = xor <4 x i32> %v7, splat (i32 3)
  %v9 = icmp slt <4 x i32> %v8, splat (i32 0)
  %v10 = icmp ne <4 x i32> %v7, splat (i32 0)
  %v11 = and <4 x i1> %v9, %v10
  %v12 = select <4 x i1> %v11, <4 x i32> splat (i32 -1), <4 x i32> splat (i32 0)
  %v13 = add <4 x i32> %v6, %v12
  %v14 = sdiv <4 x i32> %v5, splat (i32 5)
  %v15 = srem <4 x i32> %v5, splat (i32 5)
  %v16 = xor <4 x i32> %v15, splat (i32 5)
  %v17 = icmp slt <4 x i32> %v16, splat (i32 0)
  %v18 = icmp ne <4 x i32> %v15, splat (i32 0)
  %v19 = and <4 x i1> %v17, %v18
  %v20 = select <4 x i1> %v19, <4 x i32> splat (i32 5), <4 x i32> splat (i32 0)
  %v21 = add <4 x i32> %v15, %v20
  %v22 = and <4 x i32> %v13, %v21
  store <4 x i32> %v22, ptr %v4, align 4
  br label %loop_23
loop_23:
  %i_23 = phi i64 [ 4, %entry ], [ %next_23, %loop_23 ]
  %v24 = getelementptr inbounds i32, ptr %v2, i64 %i_23
  %v25 = load i32, ptr %v24, align 4
  %v26 = sdiv i32 %v25, 3
  %v27 = srem i32 %v25, 3
  %v28 = xor i32 %v27, 3
  %v29 = icmp slt i32 %v28, 0
  %v30 = icmp ne i32 %v27, 0
  %v31 = and i1 %v29, %v30
  %v32 = select i1 %v31, i32 -1, i32 0
  %v33 = add i32 %v26, %v32
  %v34 = sdiv i32 %v25, 5
  %v35 = srem i32 %v25, 5
  %v36 = xor i32 %v35, 5
  %v37 = icmp slt i32 %v36, 0
  %v38 = icmp ne i32 %v35, 0
  %v39 = and i1 %v37, %v38
  %v40 = select i1 %v39, i32 5, i32 0
  %v41 = add i32 %v35, %v40
  %v42 = and i32 %v33, %v41
  %v43 = getelementptr inbounds i32, ptr %v4, i64 %i_23
  store i32 %v42, ptr %v43, align 4
  %next_23 = add nsw i64 %i_23, 1
  %more_23 = icmp slt i64 %next_23, 7
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
  %v7 = getelementptr inbounds i32, ptr %v2, i64 %i_6
  %v8 = load <8 x i32>, ptr %v7, align 4
  %v9 = sdiv <8 x i32> %v8, splat (i32 3)
  %v10 = srem <8 x i32> %v8, splat (i32 3)
  %v11 = xor <8 x i32> %v10, splat (i32 3)
  %v12 = icmp slt <8 x i32> %v11, splat (i32 0)
  %v13 = icmp ne <8 x i32> %v10, splat (i32 0)
  %v14 = and <8 x i1> %v12, %v13
  %v15 = select <8 x i1> %v14, <8 x i32> splat (i32 -1), <8 x i32> splat (i32 0)
  %v16 = add <8 x i32> %v9, %v15
  %v17 = sdiv <8 x i32> %v8, splat (i32 5)
  %v18 = srem <8 x i32> %v8, splat (i32 5)
  %v19 = xor <8 x i32> %v18, splat (i32 5)
  %v20 = icmp slt <8 x i32> %v19, splat (i32 0)
  %v21 = icmp ne <8 x i32> %v18, splat (i32 0)
  %v22 = and <8 x i1> %v20, %v21
  %v23 = select <8 x i1> %v22, <8 x i32> splat (i32 5), <8 x i32> splat (i32 0)
  %v24 = add <8 x i32> %v18, %v23
  %v25 = and <8 x i32> %v16, %v24
  %v26 = getelementptr inbounds i32, ptr %v4, i64 %i_6
  store <8 x i32> %v25, ptr %v26, align 4
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
  %slot_16 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 11, 1
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
  store ptr %v2, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_16, i64 2
  store ptr %v4, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_16, i64 3
  store i64 %size_n0, ptr %v20
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_16, i64 %v8, i64 %v15)
  %size_21_0_0 = mul i64 1, %size_n0
  %size_21_0 = add i64 0, %size_21_0_0
  %size_21 = add i64 %size_21_0, 0
  br label %test_22
test_22:
  %i_22 = phi i64 [ %v8, %entry ], [ %next_22, %loop_22 ]
  %more_22 = icmp slt i64 %i_22, %size_21
  br i1 %more_22, label %loop_22, label %done_22
loop_22:
  %v23 = getelementptr inbounds i32, ptr %v2, i64 %i_22
  %v24 = load i32, ptr %v23, align 4
  %v25 = sdiv i32 %v24, 3
  %v26 = srem i32 %v24, 3
  %v27 = xor i32 %v26, 3
  %v28 = icmp slt i32 %v27, 0
  %v29 = icmp ne i32 %v26, 0
  %v30 = and i1 %v28, %v29
  %v31 = select i1 %v30, i32 -1, i32 0
  %v32 = add i32 %v25, %v31
  %v33 = sdiv i32 %v24, 5
  %v34 = srem i32 %v24, 5
  %v35 = xor i32 %v34, 5
  %v36 = icmp slt i32 %v35, 0
  %v37 = icmp ne i32 %v34, 0
  %v38 = and i1 %v36, %v37
  %v39 = select i1 %v38, i32 5, i32 0
  %v40 = add i32 %v34, %v39
  %v41 = and i32 %v32, %v40
  %v42 = getelementptr inbounds i32, ptr %v4, i64 %i_22
  store i32 %v41, ptr %v42, align 4
  %next_22 = add nsw i64 %i_22, 1
  br label %test_22
done_22:
  ret i32 0
failure:
  ret i32 1
}
