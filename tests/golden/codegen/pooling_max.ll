
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %done_6 ]
  %v7 = mul i64 %i_5, 16
  %v14 = mul i64 %i_5, 16
  %v15 = add i64 2, %v14
  %v26 = mul i64 %i_5, 16
  %v27 = add i64 8, %v26
  %v38 = mul i64 %i_5, 16
  %v39 = add i64 10, %v38
  %v50 = mul i64 %i_5, 4
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %loop_5 ], [ %next_6, %loop_6 ]
  %v8 = mul i64 %i_6, 4
  %v9 = add i64 %v7, %v8
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <2 x float>, ptr %v10, align 4
  %v12 = fcmp ogt <2 x float> %v11, splat (float 0xC7EFFFFFE0000000)
  %v13 = select <2 x i1> %v12, <2 x float> %v11, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v16 = mul i64 %i_6, 4
  %v17 = add i64 %v15, %v16
  %v18 = getelementptr inbounds float, ptr %v2, i64 %v17
  %v19 = load <2 x float>, ptr %v18, align 4
  %v20 = fcmp ogt <2 x float> %v19, splat (float 0xC7EFFFFFE0000000)
  %v21 = select <2 x i1> %v20, <2 x float> %v19, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v22 = fcmp ogt <2 x float> %v13, %v21
  %v23 = select <2 x i1> %v22, <2 x float> %v13, <2 x float> %v21
  %v24 = fcmp uno <2 x float> %v13, %v13
  %v25 = select <2 x i1> %v24, <2 x float> %v13, <2 x float> %v23
  %v28 = mul i64 %i_6, 4
  %v29 = add i64 %v27, %v28
  %v30 = getelementptr inbounds float, ptr %v2, i64 %v29
  %v31 = load <2 x float>, ptr %v30, align 4
  %v32 = fcmp ogt <2 x float> %v31, splat (float 0xC7EFFFFFE0000000)
  %v33 = select <2 x i1> %v32, <2 x float> %v31, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v34 = fcmp ogt <2 x float> %v25, %v33
  %v35 = select <2 x i1> %v34, <2 x float> %v25, <2 x float> %v33
  %v36 = fcmp uno <2 x float> %v25, %v25
  %v37 = select <2 x i1> %v36, <2 x float> %v25, <2 x float> %v35
  %v40 = mul i64 %i_6, 4
  %v41 = add i64 %v39, %v40
  %v42 = getelementptr inbounds float, ptr %v2, i64 %v41
  %v43 = load <2 x float>, ptr %v42, align 4
  %v44 = fcmp ogt <2 x float> %v43, splat (float 0xC7EFFFFFE0000000)
  %v45 = select <2 x i1> %v44, <2 x float> %v43, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v46 = fcmp ogt <2 x float> %v37, %v45
  %v47 = select <2 x i1> %v46, <2 x float> %v37, <2 x float> %v45
  %v48 = fcmp uno <2 x float> %v37, %v37
  %v49 = select <2 x i1> %v48, <2 x float> %v37, <2 x float> %v47
  %v51 = mul i64 %i_6, 2
  %v52 = add i64 %v50, %v51
  %v53 = getelementptr inbounds float, ptr %v4, i64 %v52
  store <2 x float> %v49, ptr %v53, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 2
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 14
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
  %v8 = mul i64 %i_6, 16
  %v15 = mul i64 %i_6, 16
  %v16 = add i64 2, %v15
  %v27 = mul i64 %i_6, 16
  %v28 = add i64 8, %v27
  %v39 = mul i64 %i_6, 16
  %v40 = add i64 10, %v39
  %v51 = mul i64 %i_6, 4
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %loop_6 ], [ %next_7, %loop_7 ]
  %v9 = mul i64 %i_7, 4
  %v10 = add i64 %v8, %v9
  %v11 = getelementptr inbounds float, ptr %v2, i64 %v10
  %v12 = load <2 x float>, ptr %v11, align 4
  %v13 = fcmp ogt <2 x float> %v12, splat (float 0xC7EFFFFFE0000000)
  %v14 = select <2 x i1> %v13, <2 x float> %v12, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v17 = mul i64 %i_7, 4
  %v18 = add i64 %v16, %v17
  %v19 = getelementptr inbounds float, ptr %v2, i64 %v18
  %v20 = load <2 x float>, ptr %v19, align 4
  %v21 = fcmp ogt <2 x float> %v20, splat (float 0xC7EFFFFFE0000000)
  %v22 = select <2 x i1> %v21, <2 x float> %v20, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v23 = fcmp ogt <2 x float> %v14, %v22
  %v24 = select <2 x i1> %v23, <2 x float> %v14, <2 x float> %v22
  %v25 = fcmp uno <2 x float> %v14, %v14
  %v26 = select <2 x i1> %v25, <2 x float> %v14, <2 x float> %v24
  %v29 = mul i64 %i_7, 4
  %v30 = add i64 %v28, %v29
  %v31 = getelementptr inbounds float, ptr %v2, i64 %v30
  %v32 = load <2 x float>, ptr %v31, align 4
  %v33 = fcmp ogt <2 x float> %v32, splat (float 0xC7EFFFFFE0000000)
  %v34 = select <2 x i1> %v33, <2 x float> %v32, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v35 = fcmp ogt <2 x float> %v26, %v34
  %v36 = select <2 x i1> %v35, <2 x float> %v26, <2 x float> %v34
  %v37 = fcmp uno <2 x float> %v26, %v26
  %v38 = select <2 x i1> %v37, <2 x float> %v26, <2 x float> %v36
  %v41 = mul i64 %i_7, 4
  %v42 = add i64 %v40, %v41
  %v43 = getelementptr inbounds float, ptr %v2, i64 %v42
  %v44 = load <2 x float>, ptr %v43, align 4
  %v45 = fcmp ogt <2 x float> %v44, splat (float 0xC7EFFFFFE0000000)
  %v46 = select <2 x i1> %v45, <2 x float> %v44, <2 x float> splat (float 0xC7EFFFFFE0000000)
  %v47 = fcmp ogt <2 x float> %v38, %v46
  %v48 = select <2 x i1> %v47, <2 x float> %v38, <2 x float> %v46
  %v49 = fcmp uno <2 x float> %v38, %v38
  %v50 = select <2 x i1> %v49, <2 x float> %v38, <2 x float> %v48
  %v52 = mul i64 %i_7, 2
  %v53 = add i64 %v51, %v52
  %v54 = getelementptr inbounds float, ptr %v4, i64 %v53
  store <2 x float> %v50, ptr %v54, align 4
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 2
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
  %v6 = or i64 64, 1
  %size_7_0_0 = mul i64 2, %size_n0
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
