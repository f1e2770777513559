declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca float, align 64
  %slot_6 = alloca float, align 64
  %slot_7 = alloca float, align 64
  %slot_8 = alloca float, align 64
  %slot_9 = alloca float, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v10 = fsub float 0x4018000000000000, 0xC018000000000000
  %v11 = fdiv float %v10, 0x406FE00000000000
  %v12 = fdiv float 0xC018000000000000, %v11
  %v13 = fsub float 0x0000000000000000, %v12
  %v14 = fcmp olt float %v13, 0x0000000000000000
  %v15 = fcmp ogt float %v13, 0x406FE00000000000
  %v16 = call float @llvm.fabs.f32(float %v13)
  %v17 = fadd float %v16, 0x3FE0000000000000
  %v18 = call float @llvm.floor.f32(float %v17)
  %v19 = fcmp ogt float %v13, 0x0000000000000000
  %v20 = fneg float 0x3FF0000000000000
  %v21 = select i1 %v14, float %v20, float 0x0000000000000000
  %v22 = select i1 %v19, float 0x3FF0000000000000, float %v21
  %v23 = fmul float %v18, %v22
  %v24 = select i1 %v15, float 0x406FE00000000000, float %v23
  %v25 = select i1 %v14, float 0x0000000000000000, float %v24
  %v26 = fsub float 0x0000000000000000, %v25
  %v27 = fmul float %v26, %v11
  %v28 = fsub float 0x406FE00000000000, %v25
  %v29 = fmul float %v28, %v11
  %v30 = fdiv float 0x3FF0000000000000, %v11
  %v31 = fneg float %v27
  %v32 = fmul float %v31, %v30
  %v33 = fadd float %v32, 0x3FE0000000000000
  %v34 = call float @llvm.floor.f32(float %v33)
  store float %v27, ptr %slot_5, align 4
  store float %v29, ptr %slot_6, align 4
  store float %v11, ptr %slot_7, align 4
  store float %v30, ptr %slot_8, align 4
  store float %v34, ptr %slot_9, align 4
  %v35 = fcmp oeq float 0xC018000000000000, 0x0000000000000000
  %v36 = fcmp oeq float 0x4018000000000000, 0x0000000000000000
  %v37 = and i1 %v35, %v36
  %v38 = load <4 x float>, ptr %v2, align 4
  %v39 = load float, ptr %slot_6, align 4
  %v40 = insertelement <4 x float> poison, float %v39, i64 0
  %v41 = shufflevector <4 x float> %v40, <4 x float> poison, <4 x i32> zeroinitializer
  %v42 = fcmp olt <4 x float> %v38, %v41
  %v43 = select <4 x i1> %v42, <4 x float> %v38, <4 x float> %v41
  %v44 = fcmp uno <4 x float> %v38, %v38
  %v45 = select <4 x i1> %v44, <4 x float> %v38, <4 x float> %v43
  %v46 = load float, ptr %slot_5, align 4
  %v47 = insertelement <4 x float> poison, float %v46, i64 0
  %v48 = shufflevector <4 x float> %v47, <4 x float> poison, <4 x i32> zeroinitializer
  %v49 = fcmp ogt <4 x float> %v45, %v48
  %v50 = select <4 x i1> %v49, <4 x float> %v45, <4 x float> %v48
  %v51 = fcmp uno <4 x float> %v45, %v45
  %v52 = select <4 x i1> %v51, <4 x float> %v45, <4 x float> %v50
  %v53 = fsub <4 x float> %v52, %v48
  %v54 = load float, ptr %slot_8, align 4
  %v55 = insertelement <4 x float> poison, float %v54, i64 0
  %v56 = shufflevector <4 x float> %v55, <4 x float> poison, <4 x i32> zeroinitializer
  %v57 = fmul <4 x float> %v53, %v56
  %v58 = load float, ptr %slot_9, align 4
  %v59 = insertelement <4 x float> poison, float %v58, i64 0
  %v60 = shufflevector <4 x float> %v59, <4 x float> poison, <4 x i32> zeroinitializer
  %v61 = fsub <4 x float> %v57, %v60
  %v62 = fadd <4 x float> %v61, splat (float 0x3FE0000000000000)
  %v63 = call <4 x float> @llvm.floor.v4f32(<4 x float> %v62)
  %v64 = load float, ptr %slot_7, align 4
  %v65 = insertelement <4 x float> poison, float %v64, i64 0
  %v66 = shufflevector <4 x float> %v65, <4 x float> poison, <4 x i32> zeroinitializer
  %v67 = fmul <4 x float> %v63, %v66
  %v68 = insertelement <4 x i1> poison, i1 %v37, i64 0
  %v69 = shufflevector <4 x i1> %v68, <4 x i1> poison, <4 x i32> zeroinitializer
  %v70 = select <4 x i1> %v69, <4 x float> splat (float 0x0000000000000000), <4 x float> %v67
  store <4 x float> %v70, ptr %v4, align 4
  br label %loop_71
loop_71:
  %i_71 = phi i64 [ 4, %entry ], [ %next_71, %loop_71 ]
  %v72 = getelementptr inbounds float, ptr %v2, i64 %i_71
  %v73 = load float, ptr %v72, align 4
  %v74 = fcmp olt float %v73, %v39
  %v75 = select i1 %v74, float %v73, float %v39
  %v76 = fcmp uno float %v73, %v73
  %v77 = select i1 %v76, float %v73, float %v75
  %v78 = fcmp ogt float %v77, %v46
  %v79 = select i1 %v78, float %v77, float %v46
  %v80 = fcmp uno float %v77, %v77
  %v81 = select i1 %v80, float %v77, float %v79
  %v82 = fsub float %v81, %v46
  %v83 = fmul float %v82, %v54
  %v84 = fsub float %v83, %v58
  %v85 = fadd float %v84, 0x3FE0000000000000
  %v86 = call float @llvm.floor.f32(float %v85)
  %v87 = fmul float %v86, %v64
  %v88 = select i1 %v37, float 0x0000000000000000, float %v87
  %v89 = getelementptr inbounds float, ptr %v4, i64 %i_71
  store float %v88, ptr %v89, align 4
  %next_71 = add nsw i64 %i_71, 1
  %more_71 = icmp slt i64 %next_71, 7
  br i1 %more_71, label %loop_71, label %done_71
done_71:
  ret i32 0
failure:
  ret i32 1
}

declare <8 x float> @llvm.floor.v8f32(<8 x float>)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %v8 = load ptr, ptr %v7
  %v9 = getelementptr inbounds i64, ptr %context, i64 5
  %v10 = load ptr, ptr %v9
  %v11 = getelementptr inbounds i64, ptr %context, i64 6
  %v12 = load ptr, ptr %v11
  %v13 = getelementptr inbounds i64, ptr %context, i64 7
  %v14 = load ptr, ptr %v13
  %v15 = getelementptr inbounds i64, ptr %context, i64 8
  %size_n0 = load i64, ptr %v15
  %v17 = fcmp oeq float 0xC018000000000000, 0x0000000000000000
  %v18 = fcmp oeq float 0x4018000000000000, 0x0000000000000000
  %v19 = and i1 %v17, %v18
  %v22 = load float, ptr %v8, align 4
  %v29 = load float, ptr %v6, align 4
  %v37 = load float, ptr %v12, align 4
  %v41 = load float, ptr %v14, align 4
  %v47 = load float, ptr %v10, align 4
  br label %loop_16
loop_16:
  %i_16 = phi i64 [ %begin, %entry ], [ %next_16, %loop_16 ]
  %v20 = getelementptr inbounds float, ptr %v2, i64 %i_16
  %v21 = load <8 x float>, ptr %v20, align 4
  %v23 = insertelement <8 x float> poison, float %v22, i64 0
  %v24 = shufflevector <8 x float> %v23, <8 x float> poison, <8 x i32> zeroinitializer
  %v25 = fcmp olt <8 x float> %v21, %v24
  %v26 = select <8 x i1> %v25, <8 x float> %v21, <8 x float> %v24
  %v27 = fcmp uno <8 x float> %v21, %v21
  %v28 = select <8 x i1> %v27, <8 x float> %v21, <8 x float> %v26
  %v30 = insertelement <8 x float> poison, float %v29, i64 0
  %v31 = shufflevector <8 x float> %v30, <8 x float> poison, <8 x i32> zeroinitializer
  %v32 = fcmp ogt <8 x float> %v28, %v31
  %v33 = select <8 x i1> %v32, <8 x float> %v28, <8 x float> %v31
  %v34 = fcmp uno <8 x float> %v28, %v28
  %v35 = select <8 x i1> %v34, <8 x float> %v28, <8 x float> %v33
  %v36 = fsub <8 x float> %v35, %v31
  %v38 = insertelement <8 x float> poison, float %v37, i64 0
  %v39 = shufflevector <8 x float> %v38, <8 x float> poison, <8 x i32> zeroinitializer
  %v40 = fmul <8 x float> %v36, %v39
  %v42 = insertelement <8 x float> poison, float %v41, i64 0
  %v43 = shufflevector <8 x float> %v42, <8 x float> poison, <8 x i32> zeroinitializer
  %v44 = fsub <8 x float> %v40, %v43
  %v45 = fadd <8 x float> %v44, splat (float 0x3FE0000000000000)
  %v46 = call <8 x float> @llvm.floor.v8f32(<8 x float> %v45)
  %v48 = insertelement <8 x float> poison, float %v47, i64 0
  %v49 = shufflevector <8 x float> %v48, <8 x float> poison, <8 x i32> zeroinitializer
  %v50 = fmul <8 x float> %v46, %v49
  %v51 = insertelement <8 x i1> poison, i1 %v19, i64 0
  %v52 = shufflevector <8 x i1> %v51, <8 x i1> poison, <8 x i32> zeroinitializer
  %v53 = select <8 x i1> %v52, <8 x float> splat (float 0x0000000000000000), <8 x float> %v50
  %v54 = getelementptr inbounds float, ptr %v4, i64 %i_16
  store <8 x float> %v53, ptr %v54, align 4
  %next_16 = add nsw i64 %i_16, 8
  %more_16 = icmp slt i64 %next_16, %end
  br i1 %more_16, label %loop_16, label %done_16
done_16:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_6 = alloca float, align 64
  %slot_7 = alloca float, align 64
  %slot_8 = alloca float, align 64
  %slot_9 = alloca float, align 64
  %slot_10 = alloca float, align 64
  %slot_46 = alloca [9 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v11 = fsub float 0x4018000000000000, 0xC018000000000000
  %v12 = fdiv float %v11, 0x406FE00000000000
  %v13 = fdiv float 0xC018000000000000, %v12
  %v14 = fsub float 0x0000000000000000, %v13
  %v15 = fcmp olt float %v14, 0x0000000000000000
  %v16 = fcmp ogt float %v14, 0x406FE00000000000
  %v17 = call float @llvm.fabs.f32(float %v14)
  %v18 = fadd float %v17, 0x3FE0000000000000
  %v19 = call float @llvm.floor.f32(float %v18)
  %v20 = fcmp ogt float %v14, 0x0000000000000000
  %v21 = fneg float 0x3FF0000000000000
  %v22 = select i1 %v15, float %v21, float 0x0000000000000000
  %v23 = select i1 %v20, float 0x3FF0000000000000, float %v22
  %v24 = fmul float %v19, %v23
  %v25 = select i1 %v16, float 0x406FE00000000000, float %v24
  %v26 = select i1 %v15, float 0x0000000000000000, float %v25
  %v27 = fsub float 0x0000000000000000, %v26
  %v28 = fmul float %v27, %v12
  %v29 = fsub float 0x406FE00000000000, %v26
  %v30 = fmul float %v29, %v12
  %v31 = fdiv float 0x3FF0000000000000, %v12
  %v32 = fneg float %v28
  %v33 = fmul float %v32, %v31
  %v34 = fadd float %v33, 0x3FE0000000000000
  %v35 = call float @llvm.floor.f32(float %v34)
  store float %v28, ptr %slot_6, align 4
  store float %v30, ptr %slot_7, align 4
  store float %v12, ptr %slot_8, align 4
  store float %v31, ptr %slot_9, align 4
  store float %v35, ptr %slot_10, align 4
  %v36 = or i64 19, 1
  %size_37_0_0 = mul i64 1, %size_n0
  %size_37_0 = add i64 0, %size_37_0_0
  %size_37 = add i64 %size_37_0, 0
  %v38 = and i64 %size_37, -8
  %v39 = mul i64 %v38, %v36
  %v40 = icmp sge i64 %v39, 524288
  %v41 = mul i64 %v36, 8
  %v42 = sdiv i64 262144, %v41
  %v43 = add i64 %v42, 1
  %v44 = mul i64 %v43, 8
  %v45 = select i1 %v40, i64 %v44, i64 %v38
  %v47 = getelementptr inbounds i64, ptr %slot_46, i64 0
  store ptr null, ptr %v47
  %v48 = getelementptr inbounds i64, ptr %slot_46, i64 1
  store ptr %v2, ptr %v48
  %v49 = getelementptr inbounds i64, ptr %slot_46, i64 2
  store ptr %v4, ptr %v49
  %v50 = getelementptr inbounds i64, ptr %slot_46, i64 3
  store ptr %slot_6, ptr %v50
  %v51 = getelementptr inbounds i64, ptr %slot_46, i64 4
  store ptr %slot_7, ptr %v51
  %v52 = getelementptr inbounds i64, ptr %slot_46, i64 5
  store ptr %slot_8, ptr %v52
  %v53 = getelementptr inbounds i64, ptr %slot_46, i64 6
  store ptr %slot_9, ptr %v53
  %v54 = getelementptr inbounds i64, ptr %slot_46, i64 7
  store ptr %slot_10, ptr %v54
  %v55 = getelementptr inbounds i64, ptr %slot_46, i64 8
  store i64 %size_n0, ptr %v55
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_46, i64 %v38, i64 %v45)
  %size_56_0_0 = mul i64 1, %size_n0
  %size_56_0 = add i64 0, %size_56_0_0
  %size_56 = add i64 %size_56_0, 0
  %v58 = fcmp oeq float 0xC018000000000000, 0x0000000000000000
  %v59 = fcmp oeq float 0x4018000000000000, 0x0000000000000000
  %v60 = and i1 %v58, %v59
  %v63 = load float, ptr %slot_7, align 4
  %v68 = load float, ptr %slot_6, align 4
  %v74 = load float, ptr %slot_9, align 4
  %v76 = load float, ptr %slot_10, align 4
  %v80 = load float, ptr %slot_8, align 4
  br label %test_57
test_57:
  %i_57 = phi i64 [ %v38, %entry ], [ %next_57, %loop_57 ]
  %more_57 = icmp slt i64 %i_57, %size_56
  br i1 %more_57, label %loop_57, label %done_57
loop_57:
  %v61 = getelementptr inbounds float, ptr %v2, i64 %i_57
  %v62 = load float, ptr %v61, align 4
  %v64 = fcmp olt float %v62, %v63
  %v65 = select i1 %v64, float %v62, float %v63
  %v66 = fcmp uno float %v62, %v62
  %v67 = select i1 %v66, float %v62, float %v65
  %v69 = fcmp ogt float %v67, %v68
  %v70 = select i1 %v69, float %v67, float %v68
  %v71 = fcmp uno float %v67, %v67
  %v72 = select i1 %v71, float %v67, float %v70
  %v73 = fsub float %v72, %v68
  %v75 = fmul float %v73, %v74
  %v77 = fsub float %v75, %v76
  %v78 = fadd float %v77, 0x3FE0000000000000
  %v79 = call float @llvm.floor.f32(float %v78)
  %v81 = fmul float %v79, %v80
  %v82 = select i1 %v60, float 0x0000000000000000, float %v81
  %v83 = getelementptr inbounds float, ptr %v4, i64 %i_57
  store float %v82, ptr %v83, align 4
  %next_57 = add nsw i64 %i_57, 1
  br label %test_57
done_57:
  ret i32 0
failure:
  ret i32 1
}
