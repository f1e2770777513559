
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca <4 x float>, align 64
  %slot_6 = alloca <4 x float>, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_5
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_6
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %entry ], [ %next_7, %loop_7 ]
  %v8 = mul i64 %i_7, 4
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = load <4 x float>, ptr %v9, align 4
  %v11 = load <4 x float>, ptr %slot_5
  %v12 = fadd <4 x float> %v11, %v10
  store <4 x float> %v12, ptr %slot_5
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  %v13 = load <4 x float>, ptr %slot_5
  %v14 = load <4 x float>, ptr %slot_6
  %v15 = fadd <4 x float> %v14, %v13
  store <4 x float> %v15, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}

declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_9 = alloca <4 x float>, align 64
  %slot_10 = alloca <4 x float>, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = load i64, ptr %v4
  %size_chunk_first = add i64 %begin, 0
  %size_chunk_rounds = sub i64 %end, %begin
  %size_chunk_number = udiv i64 %begin, %v8
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_9
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_10
  %v11 = and i64 %size_chunk_rounds, -64
  %v15 = mul i64 %size_chunk_first, 4
  br label %test_12
test_12:
  %i_12 = phi i64 [ 0, %entry ], [ %next_12, %done_14 ]
  %more_12 = icmp slt i64 %i_12, %v11
  br i1 %more_12, label %loop_12, label %done_12
loop_12:
  %v13 = add i64 %i_12, 64
  br label %test_14
test_14:
  %i_14 = phi i64 [ %i_12, %loop_12 ], [ %next_14, %loop_14 ]
  %more_14 = icmp slt i64 %i_14, %v13
  br i1 %more_14, label %loop_14, label %done_14
loop_14:
  %v16 = mul i64 %i_14, 4
  %v17 = add i64 %v15, %v16
  %v18 = getelementptr inbounds float, ptr %v2, i64 %v17
  %v19 = load <4 x float>, ptr %v18, align 4
  %v20 = load <4 x float>, ptr %slot_9
  %v21 = fadd <4 x float> %v20, %v19
  store <4 x float> %v21, ptr %slot_9
  %next_14 = add nsw i64 %i_14, 1
  br label %test_14
done_14:
  %v22 = load <4 x float>, ptr %slot_9
  %v23 = load <4 x float>, ptr %slot_10
  %v24 = fadd <4 x float> %v23, %v22
  store <4 x float> %v24, ptr %slot_10
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_9
  %next_12 = add nsw i64 %i_12, 64
  br label %test_12
done_12:
  br label %test_25
test_25:
  %i_25 = phi i64 [ %v11, %done_12 ], [ %next_25, %loop_25 ]
  %more_25 = icmp slt i64 %i_25, %size_chunk_rounds
  br i1 %more_25, label %loop_25, label %done_25
loop_25:
  %v26 = mul i64 %i_25, 4
  %v27 = add i64 %v15, %v26
  %v28 = getelementptr inbounds float, ptr %v2, i64 %v27
  %v29 = load <4 x float>, ptr %v28, align 4
  %v30 = load <4 x float>, ptr %slot_9
  %v31 = fadd <4 x float> %v30, %v29
  store <4 x float> %v31, ptr %slot_9
  %next_25 = add nsw i64 %i_25, 1
  br label %test_25
done_25:
  %v32 = load <4 x float>, ptr %slot_9
  %v33 = load <4 x float>, ptr %slot_10
  %v34 = fadd <4 x float> %v33, %v32
  %v35 = mul i64 %size_chunk_number, 4
  %v36 = getelementptr inbounds float, ptr %v6, i64 %v35
  store <4 x float> %v34, ptr %v36, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_19 = alloca i64, align 64
  %slot_20 = alloca [2048 x float], align 64
  %slot_25 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 8, 1
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
  %v16 = udiv i64 %v8, 512
  %v17 = add i64 %v16, 1
  %v18 = call i64 @llvm.smax.i64(i64 %v15, i64 %v17)
  store i64 %v18, ptr %slot_19
  %v21 = getelementptr inbounds float, ptr %slot_20, i64 0
  store float 0x0000000000000000, ptr %v21
  %v22 = getelementptr inbounds float, ptr %slot_20, i64 1
  store float 0x0000000000000000, ptr %v22
  %v23 = getelementptr inbounds float, ptr %slot_20, i64 2
  store float 0x0000000000000000, ptr %v23
  %v24 = getelementptr inbounds float, ptr %slot_20, i64 3
  store float 0x0000000000000000, ptr %v24
  %v26 = getelementptr inbounds i64, ptr %slot_25, i64 0
  store ptr null, ptr %v26
  %v27 = getelementptr inbounds i64, ptr %slot_25, i64 1
  store ptr %v2, ptr %v27
  %v28 = getelementptr inbounds i64, ptr %slot_25, i64 2
  store ptr %slot_19, ptr %v28
  %v29 = getelementptr inbounds i64, ptr %slot_25, i64 3
  store ptr %slot_20, ptr %v29
  %v30 = getelementptr inbounds i64, ptr %slot_25, i64 4
  store i64 %size_n0, ptr %v30
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_25, i64 %v8, i64 %v18)
  %v31 = udiv i64 %v8, %v18
  %v32 = call i64 @llvm.smax.i64(i64 %v31, i64 1)
  %v33 = call i64 @llvm.smin.i64(i64 %v8, i64 %v32)
  br label %test_34
test_34:
  %i_34 = phi i64 [ 1, %entry ], [ %next_34, %done_36 ]
  %more_34 = icmp slt i64 %i_34, %v33
  br i1 %more_34, label %loop_34, label %done_34
loop_34:
  %v35 = mul i64 %i_34, 4
  br label %loop_36
loop_36:
  %i_36 = phi i64 [ 0, %loop_34 ], [ %next_36, %loop_36 ]
  %v37 = getelementptr inbounds float, ptr %slot_20, i64 %i_36
  %v38 = add i64 %v35, %i_36
  %v39 = getelementptr inbounds float, ptr %slot_20, i64 %v38
  %v40 = load float, ptr %v37
  %v41 = load float, ptr %v39
  %v42 = fadd float %v40, %v41
  store float %v42, ptr %v37
  %next_36 = add nsw i64 %i_36, 1
  %more_36 = icmp slt i64 %next_36, 4
  br i1 %more_36, label %loop_36, label %done_36
done_36:
  %next_34 = add nsw i64 %i_34, 1
  br label %test_34
done_34:
  %v43 = load <4 x float>, ptr %slot_20, align 4
  store <4 x float> %v43, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
