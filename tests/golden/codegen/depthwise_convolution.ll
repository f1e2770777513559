
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_10 = alloca <2 x float>, align 64
  %slot_11 = alloca <2 x float>, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %entry ], [ %next_7, %done_8 ]
  %v14 = mul i64 %i_7, 32
  %v36 = mul i64 %i_7, 18
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %loop_7 ], [ %next_8, %done_9 ]
  %v15 = mul i64 %i_8, 8
  %v16 = add i64 %v14, %v15
  %v37 = mul i64 %i_8, 6
  %v38 = add i64 %v36, %v37
  br label %loop_9
loop_9:
  %i_9 = phi i64 [ 0, %loop_8 ], [ %next_9, %done_12 ]
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_10
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_11
  %v17 = mul i64 %i_9, 2
  %v18 = add i64 %v16, %v17
  br label %loop_12
loop_12:
  %i_12 = phi i64 [ 0, %loop_9 ], [ %next_12, %done_13 ]
  %v19 = mul i64 %i_12, 8
  %v20 = add i64 %v18, %v19
  %v25 = mul i64 %i_12, 4
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %loop_12 ], [ %next_13, %loop_13 ]
  %v21 = mul i64 %i_13, 2
  %v22 = add i64 %v20, %v21
  %v23 = getelementptr inbounds float, ptr %v2, i64 %v22
  %v24 = load <2 x float>, ptr %v23, align 4
  %v26 = mul i64 %i_13, 2
  %v27 = add i64 %v25, %v26
  %v28 = getelementptr inbounds float, ptr %v4, i64 %v27
  %v29 = load <2 x float>, ptr %v28, align 4
  %v30 = fmul <2 x float> %v24, %v29
  %v31 = load <2 x float>, ptr %slot_10
  %v32 = fadd <2 x float> %v31, %v30
  store <2 x float> %v32, ptr %slot_10
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 2
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  %next_12 = add nsw i64 %i_12, 1
  %more_12 = icmp slt i64 %next_12, 2
  br i1 %more_12, label %loop_12, label %done_12
done_12:
  %v33 = load <2 x float>, ptr %slot_10
  %v34 = load <2 x float>, ptr %slot_11
  %v35 = fadd <2 x float> %v34, %v33
  %v39 = mul i64 %i_9, 2
  %v40 = add i64 %v38, %v39
  %v41 = getelementptr inbounds float, ptr %v6, i64 %v40
  store <2 x float> %v35, ptr %v41, align 4
  %next_9 = add nsw i64 %i_9, 1
  %more_9 = icmp slt i64 %next_9, 3
  br i1 %more_9, label %loop_9, label %done_9
done_9:
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 3
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  ret i32 0
failure:
  ret i32 1
}

declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_11 = alloca <2 x float>, align 64
  %slot_12 = alloca <2 x float>, align 64
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %size_n0 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %done_9 ]
  %v15 = mul i64 %i_8, 32
  %v37 = mul i64 %i_8, 18
  br label %loop_9
loop_9:
  %i_9 = phi i64 [ 0, %loop_8 ], [ %next_9, %done_10 ]
  %v16 = mul i64 %i_9, 8
  %v17 = add i64 %v15, %v16
  %v38 = mul i64 %i_9, 6
  %v39 = add i64 %v37, %v38
  br label %loop_10
loop_10:
  %i_10 = phi i64 [ 0, %loop_9 ], [ %next_10, %done_13 ]
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_11
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_12
  %v18 = mul i64 %i_10, 2
  %v19 = add i64 %v17, %v18
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %loop_10 ], [ %next_13, %done_14 ]
  %v20 = mul i64 %i_13, 8
  %v21 = add i64 %v19, %v20
  %v26 = mul i64 %i_13, 4
  br label %loop_14
loop_14:
  %i_14 = phi i64 [ 0, %loop_13 ], [ %next_14, %loop_14 ]
  %v22 = mul i64 %i_14, 2
  %v23 = add i64 %v21, %v22
  %v24 = getelementptr inbounds float, ptr %v2, i64 %v23
  %v25 = load <2 x float>, ptr %v24, align 4
  %v27 = mul i64 %i_14, 2
  %v28 = add i64 %v26, %v27
  %v29 = getelementptr inbounds float, ptr %v4, i64 %v28
  %v30 = load <2 x float>, ptr %v29, align 4
  %v31 = fmul <2 x float> %v25, %v30
  %v32 = load <2 x float>, ptr %slot_11
  %v33 = fadd <2 x float> %v32, %v31
  store <2 x float> %v33, ptr %slot_11
  %next_14 = add nsw i64 %i_14, 1
  %more_14 = icmp slt i64 %next_14, 2
  br i1 %more_14, label %loop_14, label %done_14
done_14:
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 2
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  %v34 = load <2 x float>, ptr %slot_11
  %v35 = load <2 x float>, ptr %slot_12
  %v36 = fadd <2 x float> %v35, %v34
  %v40 = mul i64 %i_10, 2
  %v41 = add i64 %v39, %v40
  %v42 = getelementptr inbounds float, ptr %v6, i64 %v41
  store <2 x float> %v36, ptr %v42, align 4
  %next_10 = add nsw i64 %i_10, 1
  %more_10 = icmp slt i64 %next_10, 3
  br i1 %more_10, label %loop_10, label %done_10
done_10:
  %next_9 = add nsw i64 %i_9, 1
  %more_9 = icmp slt i64 %next_9, 3
  br i1 %more_9, label %loop_9, label %done_9
done_9:
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_18 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = or i64 306, 1
  %size_9_0_0 = mul i64 1, %size_n0
  %size_9_0 = add i64 0, %size_9_0_0
  %size_9 = add i64 %size_9_0, 0
  %v10 = and i64 %size_9, -1
  %v11 = mul i64 %v10, %v8
  %v12 = icmp sge i64 %v11, 524288
  %v13 = mul i64 %v8, 1
  %v14 = sdiv i64 262144, %v13
  %v15 = add i64 %v14, 1
  %v16 = mul i64 %v15, 1
  %v17 = select i1 %v12, i64 %v16, i64 %v10
  %v19 = getelementptr inbounds i64, ptr %slot_18, i64 0
  store ptr null, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_18, i64 1
  store ptr %v2, ptr %v20
  %v21 = getelementptr inbounds i64, ptr %slot_18, i64 2
  store ptr %v4, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_18, i64 3
  store ptr %v6, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_18, i64 4
  store i64 %size_n0, ptr %v23
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_18, i64 %v10, i64 %v17)
  ret i32 0
failure:
  ret i32 1
}
