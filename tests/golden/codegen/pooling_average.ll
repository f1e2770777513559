@constant1 = external global i8
@constant2 = external global i8

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i8, ptr %v6, i64 0
  %v8 = getelementptr inbounds float, ptr %v7, i64 24
  store <8 x float> splat (float 0x0000000000000000), ptr %v8, align 4
  br label %loop_9
loop_9:
  %i_9 = phi i64 [ 0, %entry ], [ %next_9, %loop_9 ]
  %v10 = mul i64 %i_9, 8
  %v11 = add i64 6, %v10
  %v12 = getelementptr inbounds float, ptr %v7, i64 %v11
  store <2 x float> splat (float 0x0000000000000000), ptr %v12, align 4
  %next_9 = add nsw i64 %i_9, 1
  %more_9 = icmp slt i64 %next_9, 3
  br i1 %more_9, label %loop_9, label %done_9
done_9:
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 0, %done_9 ], [ %next_13, %done_19 ]
  %v14 = mul i64 %i_13, 6
  %v15 = getelementptr inbounds float, ptr %v2, i64 %v14
  %v16 = load <4 x float>, ptr %v15, align 4
  %v17 = mul i64 %i_13, 8
  %v18 = getelementptr inbounds float, ptr %v7, i64 %v17
  store <4 x float> %v16, ptr %v18, align 4
  br label %loop_19
loop_19:
  %i_19 = phi i64 [ 4, %loop_13 ], [ %next_19, %loop_19 ]
  %v20 = add i64 %v14, %i_19
  %v21 = getelementptr inbounds float, ptr %v2, i64 %v20
  %v22 = load float, ptr %v21, align 4
  %v23 = add i64 %v17, %i_19
  %v24 = getelementptr inbounds float, ptr %v7, i64 %v23
  store float %v22, ptr %v24, align 4
  %next_19 = add nsw i64 %i_19, 1
  %more_19 = icmp slt i64 %next_19, 6
  br i1 %more_19, label %loop_19, label %done_19
done_19:
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 3
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  br label %loop_25
loop_25:
  %i_25 = phi i64 [ 0, %done_13 ], [ %next_25, %done_26 ]
  %v27 = mul i64 %i_25, 8
  %v32 = mul i64 %i_25, 8
  %v33 = add i64 2, %v32
  %v39 = mul i64 %i_25, 8
  %v40 = add i64 8, %v39
  %v46 = mul i64 %i_25, 8
  %v47 = add i64 10, %v46
  %v53 = getelementptr inbounds float, ptr @constant1, i64 %i_25
  %v54 = load float, ptr %v53, align 4
  %v55 = fmul float 0x3FF0000000000000, %v54
  %v62 = mul i64 %i_25, 6
  br label %loop_26
loop_26:
  %i_26 = phi i64 [ 0, %loop_25 ], [ %next_26, %loop_26 ]
  %v28 = mul i64 %i_26, 2
  %v29 = add i64 %v27, %v28
  %v30 = getelementptr inbounds float, ptr %v7, i64 %v29
  %v31 = load <2 x float>, ptr %v30, align 4
  %v34 = mul i64 %i_26, 2
  %v35 = add i64 %v33, %v34
  %v36 = getelementptr inbounds float, ptr %v7, i64 %v35
  %v37 = load <2 x float>, ptr %v36, align 4
  %v38 = fadd <2 x float> %v31, %v37
  %v41 = mul i64 %i_26, 2
  %v42 = add i64 %v40, %v41
  %v43 = getelementptr inbounds float, ptr %v7, i64 %v42
  %v44 = load <2 x float>, ptr %v43, align 4
  %v45 = fadd <2 x float> %v38, %v44
  %v48 = mul i64 %i_26, 2
  %v49 = add i64 %v47, %v48
  %v50 = getelementptr inbounds float, ptr %v7, i64 %v49
  %v51 = load <2 x float>, ptr %v50, align 4
  %v52 = fadd <2 x float> %v45, %v51
  %v56 = getelementptr inbounds float, ptr @constant2, i64 %i_26
  %v57 = load float, ptr %v56, align 4
  %v58 = fmul float %v55, %v57
  %v59 = insertelement <2 x float> poison, float %v58, i64 0
  %v60 = shufflevector <2 x float> %v59, <2 x float> poison, <2 x i32> zeroinitializer
  %v61 = fdiv <2 x float> %v52, %v60
  %v63 = mul i64 %i_26, 2
  %v64 = add i64 %v62, %v63
  %v65 = getelementptr inbounds float, ptr %v4, i64 %v64
  store <2 x float> %v61, ptr %v65, align 4
  %next_26 = add nsw i64 %i_26, 1
  %more_26 = icmp slt i64 %next_26, 3
  br i1 %more_26, label %loop_26, label %done_26
done_26:
  %next_25 = add nsw i64 %i_25, 1
  %more_25 = icmp slt i64 %next_25, 3
  br i1 %more_25, label %loop_25, label %done_25
done_25:
  ret i32 0
failure:
  ret i32 1
}
