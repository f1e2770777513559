
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca <32 x float>, align 64
  %slot_6 = alloca <32 x float>, align 64
  %slot_7 = alloca float, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  store <32 x float> splat (float 0x0000000000000000), ptr %slot_5
  store <32 x float> splat (float 0x0000000000000000), ptr %slot_6
  store float 0x0000000000000000, ptr %slot_7
  %v8 = load <32 x float>, ptr %v2, align 4
  %v9 = load <32 x float>, ptr %slot_5
  %v10 = fadd <32 x float> %v9, %v8
  store <32 x float> %v10, ptr %slot_5
  br label %loop_11
loop_11:
  %i_11 = phi i64 [ 32, %entry ], [ %next_11, %loop_11 ]
  %v12 = getelementptr inbounds float, ptr %v2, i64 %i_11
  %v13 = load float, ptr %v12, align 4
  %v14 = load float, ptr %slot_7
  %v15 = fadd float %v14, %v13
  store float %v15, ptr %slot_7
  %next_11 = add nsw i64 %i_11, 1
  %more_11 = icmp slt i64 %next_11, 35
  br i1 %more_11, label %loop_11, label %done_11
done_11:
  %v16 = load <32 x float>, ptr %slot_5
  %v17 = load <32 x float>, ptr %slot_6
  %v18 = fadd <32 x float> %v17, %v16
  %v19 = shufflevector <32 x float> %v18, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v20 = shufflevector <32 x float> %v18, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v21 = fadd <16 x float> %v19, %v20
  %v22 = shufflevector <16 x float> %v21, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v23 = shufflevector <16 x float> %v21, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v24 = fadd <8 x float> %v22, %v23
  %v25 = shufflevector <8 x float> %v24, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v26 = shufflevector <8 x float> %v24, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v27 = fadd <4 x float> %v25, %v26
  %v28 = shufflevector <4 x float> %v27, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v29 = shufflevector <4 x float> %v27, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v30 = fadd <2 x float> %v28, %v29
  %v31 = shufflevector <2 x float> %v30, <2 x float> poison, <1 x i32> <i32 0>
  %v32 = shufflevector <2 x float> %v30, <2 x float> poison, <1 x i32> <i32 1>
  %v33 = extractelement <1 x float> %v31, i64 0
  %v34 = extractelement <1 x float> %v32, i64 0
  %v35 = fadd float %v33, %v34
  %v36 = load float, ptr %slot_7
  %v37 = fadd float %v35, %v36
  %v38 = fdiv float %v37, 0x4041800000000000
  store float %v38, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}

declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_9 = alloca <8 x float>, align 64
  %slot_10 = alloca <8 x float>, align 64
  %slot_11 = alloca float, align 64
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
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_9
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_10
  store float 0x0000000000000000, ptr %slot_11
  %v12 = and i64 %size_chunk_rounds, -8
  %v13 = and i64 %v12, -512
  br label %test_14
test_14:
  %i_14 = phi i64 [ 0, %entry ], [ %next_14, %done_16 ]
  %more_14 = icmp slt i64 %i_14, %v13
  br i1 %more_14, label %loop_14, label %done_14
loop_14:
  %v15 = add i64 %i_14, 512
  br label %test_16
test_16:
  %i_16 = phi i64 [ %i_14, %loop_14 ], [ %next_16, %loop_16 ]
  %more_16 = icmp slt i64 %i_16, %v15
  br i1 %more_16, label %loop_16, label %done_16
loop_16:
  %v17 = add i64 %size_chunk_first, %i_16
  %v18 = getelementptr inbounds float, ptr %v2, i64 %v17
  %v19 = load <8 x float>, ptr %v18, align 4
  %v20 = load <8 x float>, ptr %slot_9
  %v21 = fadd <8 x float> %v20, %v19
  store <8 x float> %v21, ptr %slot_9
  %next_16 = add nsw i64 %i_16, 8
  br label %test_16
done_16:
  %v22 = load <8 x float>, ptr %slot_9
  %v23 = load <8 x float>, ptr %slot_10
  %v24 = fadd <8 x float> %v23, %v22
  store <8 x float> %v24, ptr %slot_10
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_9
  %next_14 = add nsw i64 %i_14, 512
  br label %test_14
done_14:
  br label %test_25
test_25:
  %i_25 = phi i64 [ %v13, %done_14 ], [ %next_25, %loop_25 ]
  %more_25 = icmp slt i64 %i_25, %v12
  br i1 %more_25, label %loop_25, label %done_25
loop_25:
  %v26 = add i64 %size_chunk_first, %i_25
  %v27 = getelementptr inbounds float, ptr %v2, i64 %v26
  %v28 = load <8 x float>, ptr %v27, align 4
  %v29 = load <8 x float>, ptr %slot_9
  %v30 = fadd <8 x float> %v29, %v28
  store <8 x float> %v30, ptr %slot_9
  %next_25 = add nsw i64 %i_25, 8
  br label %test_25
done_25:
  br label %test_31
test_31:
  %i_31 = phi i64 [ %v12, %done_25 ], [ %next_31, %loop_31 ]
  %more_31 = icmp slt i64 %i_31, %size_chunk_rounds
  br i1 %more_31, label %loop_31, label %done_31
loop_31:
  %v32 = add i64 %size_chunk_first, %i_31
  %v33 = getelementptr inbounds float, ptr %v2, i64 %v32
  %v34 = load float, ptr %v33, align 4
  %v35 = load float, ptr %slot_11
  %v36 = fadd float %v35, %v34
  store float %v36, ptr %slot_11
  %next_31 = add nsw i64 %i_31, 1
  br label %test_31
done_31:
  %v37 = load <8 x float>, ptr %slot_9
  %v38 = load <8 x float>, ptr %slot_10
  %v39 = fadd <8 x float> %v38, %v37
  %v40 = shufflevector <8 x float> %v39, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v41 = shufflevector <8 x float> %v39, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v42 = fadd <4 x float> %v40, %v41
  %v43 = shufflevector <4 x float> %v42, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v44 = shufflevector <4 x float> %v42, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v45 = fadd <2 x float> %v43, %v44
  %v46 = shufflevector <2 x float> %v45, <2 x float> poison, <1 x i32> <i32 0>
  %v47 = shufflevector <2 x float> %v45, <2 x float> poison, <1 x i32> <i32 1>
  %v48 = extractelement <1 x float> %v46, i64 0
  %v49 = extractelement <1 x float> %v47, i64 0
  %v50 = fadd float %v48, %v49
  %v51 = load float, ptr %slot_11
  %v52 = fadd float %v50, %v51
  %v53 = getelementptr inbounds float, ptr %v6, i64 %size_chunk_number
  store float %v52, ptr %v53, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_19 = alloca i64, align 64
  %slot_20 = alloca [2048 x float], align 64
  %slot_22 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 2, 1
  %size_7_0_0 = mul i64 5, %size_n0
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
  %v16 = udiv i64 %v8, 2048
  %v17 = add i64 %v16, 1
  %v18 = call i64 @llvm.smax.i64(i64 %v15, i64 %v17)
  store i64 %v18, ptr %slot_19
  %v21 = getelementptr inbounds float, ptr %slot_20, i64 0
  store float 0x0000000000000000, ptr %v21
  %v23 = getelementptr inbounds i64, ptr %slot_22, i64 0
  store ptr null, ptr %v23
  %v24 = getelementptr inbounds i64, ptr %slot_22, i64 1
  store ptr %v2, ptr %v24
  %v25 = getelementptr inbounds i64, ptr %slot_22, i64 2
  store ptr %slot_19, ptr %v25
  %v26 = getelementptr inbounds i64, ptr %slot_22, i64 3
  store ptr %slot_20, ptr %v26
  %v27 = getelementptr inbounds i64, ptr %slot_22, i64 4
  store i64 %size_n0, ptr %v27
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_22, i64 %v8, i64 %v18)
  %v28 = udiv i64 %v8, %v18
  %v29 = call i64 @llvm.smax.i64(i64 %v28, i64 1)
  %v30 = call i64 @llvm.smin.i64(i64 %v8, i64 %v29)
  br label %test_31
test_31:
  %i_31 = phi i64 [ 1, %entry ], [ %next_31, %done_33 ]
  %more_31 = icmp slt i64 %i_31, %v30
  br i1 %more_31, label %loop_31, label %done_31
loop_31:
  %v32 = mul i64 %i_31, 1
  br label %loop_33
loop_33:
  %i_33 = phi i64 [ 0, %loop_31 ], [ %next_33, %loop_33 ]
  %v34 = getelementptr inbounds float, ptr %slot_20, i64 %i_33
  %v35 = add i64 %v32, %i_33
  %v36 = getelementptr inbounds float, ptr %slot_20, i64 %v35
  %v37 = load float, ptr %v34
  %v38 = load float, ptr %v36
  %v39 = fadd float %v37, %v38
  store float %v39, ptr %v34
  %next_33 = add nsw i64 %i_33, 1
  %more_33 = icmp slt i64 %next_33, 1
  br i1 %more_33, label %loop_33, label %done_33
done_33:
  %next_31 = add nsw i64 %i_31, 1
  br label %test_31
done_31:
  %v40 = load float, ptr %slot_20, align 4
  %v41 = mul i64 %size_n0, 5
  %v42 = sitofp i64 %v41 to float
  %v43 = fdiv float %v40, %v42
  store float %v43, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
