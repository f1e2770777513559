declare <4 x float> @llvm.ceil.v4f32(<4 x float>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [8 x i64], align 64
  %slot_6 = alloca [8 x float], align 64
  %slot_7 = alloca [8 x i64], align 64
  %slot_8 = alloca [8 x float], align 64
  %slot_9 = alloca [8 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v10 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v11 = mul <4 x i64> splat (i64 1), %v10
  %v12 = sitofp <4 x i64> %v11 to <4 x float>
  %v13 = fadd <4 x float> %v12, splat (float 0x3FE0000000000000)
  %v14 = fdiv float 0x4000000000000000, 0x4010000000000000
  %v15 = insertelement <4 x float> poison, float %v14, i64 0
  %v16 = shufflevector <4 x float> %v15, <4 x float> poison, <4 x i32> zeroinitializer
  %v17 = fmul <4 x float> %v13, %v16
  %v18 = fsub <4 x float> %v17, splat (float 0x3FE0000000000000)
  %v19 = call <4 x float> @llvm.floor.v4f32(<4 x float> %v18)
  %v20 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v19)
  %v21 = fcmp olt <4 x float> %v20, splat (float 0x43E0000000000000)
  %v22 = select <4 x i1> %v21, <4 x float> %v19, <4 x float> splat (float 0xC3E0000000000000)
  %v23 = fptosi <4 x float> %v22 to <4 x i64>
  %v24 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v23, <4 x i64> splat (i64 0))
  %v25 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v24, <4 x i64> splat (i64 1))
  %v26 = fsub <4 x float> %v18, %v19
  %v27 = fsub <4 x float> splat (float 0x3FF0000000000000), %v26
  %v28 = call <4 x float> @llvm.ceil.v4f32(<4 x float> %v18)
  %v29 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v28)
  %v30 = fcmp olt <4 x float> %v29, splat (float 0x43E0000000000000)
  %v31 = select <4 x i1> %v30, <4 x float> %v28, <4 x float> splat (float 0xC3E0000000000000)
  %v32 = fptosi <4 x float> %v31 to <4 x i64>
  %v33 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v32, <4 x i64> splat (i64 0))
  %v34 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v33, <4 x i64> splat (i64 1))
  store <4 x i64> %v25, ptr %slot_5, align 8
  store <4 x float> %v27, ptr %slot_6, align 4
  %v35 = getelementptr inbounds i64, ptr %slot_5, i64 4
  store <4 x i64> %v34, ptr %v35, align 8
  %v36 = getelementptr inbounds float, ptr %slot_6, i64 4
  store <4 x float> %v26, ptr %v36, align 4
  %v37 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v38 = mul <4 x i64> splat (i64 1), %v37
  %v39 = sitofp <4 x i64> %v38 to <4 x float>
  %v40 = fadd <4 x float> %v39, splat (float 0x3FE0000000000000)
  %v41 = fdiv float 0x4000000000000000, 0x4010000000000000
  %v42 = insertelement <4 x float> poison, float %v41, i64 0
  %v43 = shufflevector <4 x float> %v42, <4 x float> poison, <4 x i32> zeroinitializer
  %v44 = fmul <4 x float> %v40, %v43
  %v45 = fsub <4 x float> %v44, splat (float 0x3FE0000000000000)
  %v46 = call <4 x float> @llvm.floor.v4f32(<4 x float> %v45)
  %v47 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v46)
  %v48 = fcmp olt <4 x float> %v47, splat (float 0x43E0000000000000)
  %v49 = select <4 x i1> %v48, <4 x float> %v46, <4 x float> splat (float 0xC3E0000000000000)
  %v50 = fptosi <4 x float> %v49 to <4 x i64>
  %v51 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v50, <4 x i64> splat (i64 0))
  %v52 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v51, <4 x i64> splat (i64 1))
  %v53 = fsub <4 x float> %v45, %v46
  %v54 = fsub <4 x float> splat (float 0x3FF0000000000000), %v53
  %v55 = call <4 x float> @llvm.ceil.v4f32(<4 x float> %v45)
  %v56 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v55)
  %v57 = fcmp olt <4 x float> %v56, splat (float 0x43E0000000000000)
  %v58 = select <4 x i1> %v57, <4 x float> %v55, <4 x float> splat (float 0xC3E0000000000000)
  %v59 = fptosi <4 x float> %v58 to <4 x i64>
  %v60 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v59, <4 x i64> splat (i64 0))
  %v61 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v60, <4 x i64> splat (i64 1))
  store <4 x i64> %v52, ptr %slot_7, align 8
  store <4 x float> %v54, ptr %slot_8, align 4
  %v62 = getelementptr inbounds i64, ptr %slot_7, i64 4
  store <4 x i64> %v61, ptr %v62, align 8
  %v63 = getelementptr inbounds float, ptr %slot_8, i64 4
  store <4 x float> %v53, ptr %v63, align 4
  br label %loop_64
loop_64:
  %i_64 = phi i64 [ 0, %entry ], [ %next_64, %loop_64 ]
  %v65 = getelementptr inbounds i64, ptr %slot_5, i64 %i_64
  %v66 = load i64, ptr %v65, align 8
  %v67 = call i64 @llvm.smax.i64(i64 %v66, i64 0)
  %v68 = call i64 @llvm.smin.i64(i64 %v67, i64 1)
  %v69 = mul i64 %v68, 2
  %v70 = getelementptr inbounds float, ptr %v2, i64 %v69
  %v71 = load <2 x float>, ptr %v70, align 4
  %v72 = add i64 4, %i_64
  %v73 = getelementptr inbounds i64, ptr %slot_5, i64 %v72
  %v74 = load i64, ptr %v73, align 8
  %v75 = call i64 @llvm.smax.i64(i64 %v74, i64 0)
  %v76 = call i64 @llvm.smin.i64(i64 %v75, i64 1)
  %v77 = mul i64 %v76, 2
  %v78 = getelementptr inbounds float, ptr %v2, i64 %v77
  %v79 = load <2 x float>, ptr %v78, align 4
  %v80 = fsub <2 x float> %v79, %v71
  %v81 = getelementptr inbounds float, ptr %slot_6, i64 %v72
  %v82 = load float, ptr %v81, align 4
  %v83 = insertelement <2 x float> poison, float %v82, i64 0
  %v84 = shufflevector <2 x float> %v83, <2 x float> poison, <2 x i32> zeroinitializer
  %v85 = fmul <2 x float> %v80, %v84
  %v86 = fadd <2 x float> %v71, %v85
  %v87 = mul i64 %i_64, 2
  %v88 = getelementptr inbounds float, ptr %slot_9, i64 %v87
  store <2 x float> %v86, ptr %v88, align 4
  %next_64 = add nsw i64 %i_64, 1
  %more_64 = icmp slt i64 %next_64, 4
  br i1 %more_64, label %loop_64, label %done_64
done_64:
  br label %loop_89
loop_89:
  %i_89 = phi i64 [ 0, %done_64 ], [ %next_89, %loop_89 ]
  %v90 = load <4 x i64>, ptr %slot_7, align 8
  %v91 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v90, <4 x i64> splat (i64 0))
  %v92 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v91, <4 x i64> splat (i64 1))
  %v93 = insertelement <4 x i64> poison, i64 %i_89, i64 0
  %v94 = shufflevector <4 x i64> %v93, <4 x i64> poison, <4 x i32> zeroinitializer
  %v95 = mul <4 x i64> splat (i64 2), %v94
  %v96 = mul <4 x i64> splat (i64 1), %v92
  %v97 = add <4 x i64> %v95, %v96
  %v98 = getelementptr inbounds float, ptr %slot_9, <4 x i64> %v97
  %v99 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v98, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v100 = getelementptr inbounds i64, ptr %slot_7, i64 4
  %v101 = load <4 x i64>, ptr %v100, align 8
  %v102 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v101, <4 x i64> splat (i64 0))
  %v103 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v102, <4 x i64> splat (i64 1))
  %v104 = insertelement <4 x i64> poison, i64 %i_89, i64 0
  %v105 = shufflevector <4 x i64> %v104, <4 x i64> poison, <4 x i32> zeroinitializer
  %v106 = mul <4 x i64> splat (i64 2), %v105
  %v107 = mul <4 x i64> splat (i64 1), %v103
  %v108 = add <4 x i64> %v106, %v107
  %v109 = getelementptr inbounds float, ptr %slot_9, <4 x i64> %v108
  %v110 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v109, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v111 = fsub <4 x float> %v110, %v99
  %v112 = getelementptr inbounds float, ptr %slot_8, i64 4
  %v113 = load <4 x float>, ptr %v112, align 4
  %v114 = fmul <4 x float> %v111, %v113
  %v115 = fadd <4 x float> %v99, %v114
  %v116 = mul i64 %i_89, 4
  %v117 = getelementptr inbounds float, ptr %v4, i64 %v116
  store <4 x float> %v115, ptr %v117, align 4
  %next_89 = add nsw i64 %i_89, 1
  %more_89 = icmp slt i64 %next_89, 4
  br i1 %more_89, label %loop_89, label %done_89
done_89:
  ret i32 0
failure:
  ret i32 1
}
