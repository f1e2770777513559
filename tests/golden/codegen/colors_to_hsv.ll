
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [6 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %entry ], [ %next_6, %loop_6 ]
  %v7 = mul i64 %i_6, 3
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load float, ptr %v8, align 4
  %v10 = mul i64 %i_6, 3
  %v11 = add i64 1, %v10
  %v12 = getelementptr inbounds float, ptr %v2, i64 %v11
  %v13 = load float, ptr %v12, align 4
  %v14 = fcmp ogt float %v9, %v13
  %v15 = select i1 %v14, float %v9, float %v13
  %v16 = fcmp uno float %v9, %v9
  %v17 = select i1 %v16, float %v9, float %v15
  %v18 = mul i64 %i_6, 3
  %v19 = add i64 2, %v18
  %v20 = getelementptr inbounds float, ptr %v2, i64 %v19
  %v21 = load float, ptr %v20, align 4
  %v22 = fcmp ogt float %v17, %v21
  %v23 = select i1 %v22, float %v17, float %v21
  %v24 = fcmp uno float %v17, %v17
  %v25 = select i1 %v24, float %v17, float %v23
  %v26 = fcmp olt float %v9, %v13
  %v27 = select i1 %v26, float %v9, float %v13
  %v28 = fcmp uno float %v9, %v9
  %v29 = select i1 %v28, float %v9, float %v27
  %v30 = fcmp olt float %v29, %v21
  %v31 = select i1 %v30, float %v29, float %v21
  %v32 = fcmp uno float %v29, %v29
  %v33 = select i1 %v32, float %v29, float %v31
  %v34 = fsub float %v25, %v33
  %v35 = fcmp ogt float %v34, 0x0000000000000000
  %v36 = fcmp oeq float %v9, %v25
  %v37 = select i1 %v35, float %v34, float 0x3FF0000000000000
  %v38 = fmul float %v37, 0x4018000000000000
  %v39 = fdiv float 0x3FF0000000000000, %v38
  %v40 = fsub float %v13, %v21
  %v41 = fmul float %v39, %v40
  %v42 = fcmp oeq float %v13, %v25
  %v43 = fsub float %v21, %v9
  %v44 = fmul float %v39, %v43
  %v45 = fadd float %v44, 0x3FD5555560000000
  %v46 = fsub float %v9, %v13
  %v47 = fmul float %v39, %v46
  %v48 = fadd float %v47, 0x3FE5555560000000
  %v49 = select i1 %v42, float %v45, float %v48
  %v50 = select i1 %v36, float %v41, float %v49
  %v51 = select i1 %v35, float %v50, float 0x0000000000000000
  %v52 = fcmp olt float %v51, 0x0000000000000000
  %v53 = fadd float %v51, 0x3FF0000000000000
  %v54 = select i1 %v52, float %v53, float %v51
  %v55 = fcmp ogt float %v25, 0x0000000000000000
  %v56 = select i1 %v55, float %v25, float 0x3FF0000000000000
  %v57 = fdiv float %v34, %v56
  %v58 = select i1 %v55, float %v57, float 0x0000000000000000
  %v59 = getelementptr inbounds float, ptr %slot_5, i64 %v7
  store float %v54, ptr %v59, align 4
  %v60 = getelementptr inbounds float, ptr %slot_5, i64 %v11
  store float %v58, ptr %v60, align 4
  %v61 = getelementptr inbounds float, ptr %slot_5, i64 %v19
  store float %v25, ptr %v61, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 2
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  %v62 = load <4 x float>, ptr %slot_5, align 4
  store <4 x float> %v62, ptr %v4, align 4
  br label %loop_63
loop_63:
  %i_63 = phi i64 [ 4, %done_6 ], [ %next_63, %loop_63 ]
  %v64 = getelementptr inbounds float, ptr %slot_5, i64 %i_63
  %v65 = load float, ptr %v64, align 4
  %v66 = getelementptr inbounds float, ptr %v4, i64 %i_63
  store float %v65, ptr %v66, align 4
  %next_63 = add nsw i64 %i_63, 1
  %more_63 = icmp slt i64 %next_63, 6
  br i1 %more_63, label %loop_63, label %done_63
done_63:
  ret i32 0
failure:
  ret i32 1
}
