declare <2 x float> @llvm.ceil.v2f32(<2 x float>)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>)
declare <2 x float> @llvm.floor.v2f32(<2 x float>)
declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x float>)
declare <2 x i64> @llvm.smax.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.smin.v2i64(<2 x i64>, <2 x i64>)
declare float @llvm.ceil.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds ptr, ptr %table, i64 3
  %v8 = load ptr, ptr %v7
  %v9 = load i32, ptr %v6, align 4
  %v10 = icmp sge i32 %v9, 0
  %v11 = icmp slt i32 %v9, 1
  %v12 = and i1 %v10, %v11
  br i1 %v12, label %checked_13, label %failure
checked_13:
  %v14 = load float, ptr %v4, align 4
  %v15 = call float @llvm.fabs.f32(float %v14)
  %v16 = fcmp olt float %v15, 0x7FF0000000000000
  br i1 %v16, label %checked_17, label %failure
checked_17:
  %v18 = getelementptr inbounds float, ptr %v4, i64 1
  %v19 = load float, ptr %v18, align 4
  %v20 = call float @llvm.fabs.f32(float %v19)
  %v21 = fcmp olt float %v20, 0x7FF0000000000000
  br i1 %v21, label %checked_22, label %failure
checked_22:
  %v23 = getelementptr inbounds float, ptr %v4, i64 2
  %v24 = load float, ptr %v23, align 4
  %v25 = call float @llvm.fabs.f32(float %v24)
  %v26 = fcmp olt float %v25, 0x7FF0000000000000
  br i1 %v26, label %checked_27, label %failure
checked_27:
  %v28 = getelementptr inbounds float, ptr %v4, i64 3
  %v29 = load float, ptr %v28, align 4
  %v30 = call float @llvm.fabs.f32(float %v29)
  %v31 = fcmp olt float %v30, 0x7FF0000000000000
  br i1 %v31, label %checked_32, label %failure
checked_32:
  %v34 = load float, ptr %v4, align 4
  %v35 = fmul float %v34, 0x4008000000000000
  %v37 = getelementptr inbounds float, ptr %v4, i64 2
  %v38 = load float, ptr %v37, align 4
  %v39 = fsub float %v38, %v34
  %v40 = fmul float %v39, 0x4008000000000000
  %v41 = fdiv float %v40, 0x3FF0000000000000
  %v47 = getelementptr inbounds float, ptr %v4, i64 1
  %v48 = load float, ptr %v47, align 4
  %v49 = fmul float %v48, 0x4008000000000000
  %v53 = getelementptr inbounds float, ptr %v4, i64 3
  %v54 = load float, ptr %v53, align 4
  %v55 = fsub float %v54, %v48
  %v56 = fmul float %v55, 0x4008000000000000
  %v57 = fdiv float %v56, 0x3FF0000000000000
  %v70 = load i32, ptr %v6, align 4
  %v71 = sext i32 %v70 to i64
  %v72 = call i64 @llvm.smax.i64(i64 %v71, i64 0)
  %v73 = call i64 @llvm.smin.i64(i64 %v72, i64 0)
  br label %loop_33
loop_33:
  %i_33 = phi i64 [ 0, %checked_32 ], [ %next_33, %loop_33 ]
  %v36 = sitofp i64 %i_33 to float
  %v42 = fmul float %v36, %v41
  %v43 = fadd float %v35, %v42
  %v44 = fcmp oge float %v43, 0x0000000000000000
  %v45 = fcmp ole float %v43, 0x4008000000000000
  %v46 = and i1 %v44, %v45
  %v50 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v51 = mul <2 x i64> splat (i64 1), %v50
  %v52 = sitofp <2 x i64> %v51 to <2 x float>
  %v58 = insertelement <2 x float> poison, float %v57, i64 0
  %v59 = shufflevector <2 x float> %v58, <2 x float> poison, <2 x i32> zeroinitializer
  %v60 = fmul <2 x float> %v52, %v59
  %v61 = insertelement <2 x float> poison, float %v49, i64 0
  %v62 = shufflevector <2 x float> %v61, <2 x float> poison, <2 x i32> zeroinitializer
  %v63 = fadd <2 x float> %v62, %v60
  %v64 = fcmp oge <2 x float> %v63, splat (float 0x0000000000000000)
  %v65 = fcmp ole <2 x float> %v63, splat (float 0x4008000000000000)
  %v66 = and <2 x i1> %v64, %v65
  %v67 = insertelement <2 x i1> poison, i1 %v46, i64 0
  %v68 = shufflevector <2 x i1> %v67, <2 x i1> poison, <2 x i32> zeroinitializer
  %v69 = and <2 x i1> %v68, %v66
  %v74 = select i1 %v46, float %v43, float 0x0000000000000000
  %v75 = call float @llvm.floor.f32(float %v74)
  %v76 = call float @llvm.fabs.f32(float %v75)
  %v77 = fcmp olt float %v76, 0x43E0000000000000
  %v78 = select i1 %v77, float %v75, float 0xC3E0000000000000
  %v79 = fptosi float %v78 to i64
  %v80 = call i64 @llvm.smax.i64(i64 %v79, i64 0)
  %v81 = call i64 @llvm.smin.i64(i64 %v80, i64 3)
  %v82 = select <2 x i1> %v66, <2 x float> %v63, <2 x float> splat (float 0x0000000000000000)
  %v83 = call <2 x float> @llvm.floor.v2f32(<2 x float> %v82)
  %v84 = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v83)
  %v85 = fcmp olt <2 x float> %v84, splat (float 0x43E0000000000000)
  %v86 = select <2 x i1> %v85, <2 x float> %v83, <2 x float> splat (float 0xC3E0000000000000)
  %v87 = fptosi <2 x float> %v86 to <2 x i64>
  %v88 = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %v87, <2 x i64> splat (i64 0))
  %v89 = call <2 x i64> @llvm.smin.v2i64(<2 x i64> %v88, <2 x i64> splat (i64 3))
  %v90 = insertelement <2 x i64> poison, i64 %v73, i64 0
  %v91 = shufflevector <2 x i64> %v90, <2 x i64> poison, <2 x i32> zeroinitializer
  %v92 = mul <2 x i64> splat (i64 16), %v91
  %v93 = insertelement <2 x i64> poison, i64 %v81, i64 0
  %v94 = shufflevector <2 x i64> %v93, <2 x i64> poison, <2 x i32> zeroinitializer
  %v95 = mul <2 x i64> splat (i64 4), %v94
  %v96 = add <2 x i64> %v92, %v95
  %v97 = mul <2 x i64> splat (i64 1), %v89
  %v98 = add <2 x i64> %v96, %v97
  %v99 = getelementptr inbounds float, ptr %v2, <2 x i64> %v98
  %v100 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v99, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v101 = call <2 x float> @llvm.ceil.v2f32(<2 x float> %v82)
  %v102 = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v101)
  %v103 = fcmp olt <2 x float> %v102, splat (float 0x43E0000000000000)
  %v104 = select <2 x i1> %v103, <2 x float> %v101, <2 x float> splat (float 0xC3E0000000000000)
  %v105 = fptosi <2 x float> %v104 to <2 x i64>
  %v106 = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %v105, <2 x i64> splat (i64 0))
  %v107 = call <2 x i64> @llvm.smin.v2i64(<2 x i64> %v106, <2 x i64> splat (i64 3))
  %v108 = mul <2 x i64> splat (i64 16), %v91
  %v109 = mul <2 x i64> splat (i64 4), %v94
  %v110 = add <2 x i64> %v108, %v109
  %v111 = mul <2 x i64> splat (i64 1), %v107
  %v112 = add <2 x i64> %v110, %v111
  %v113 = getelementptr inbounds float, ptr %v2, <2 x i64> %v112
  %v114 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v113, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v115 = fsub <2 x float> %v114, %v100
  %v116 = fsub <2 x float> %v82, %v83
  %v117 = fmul <2 x float> %v115, %v116
  %v118 = fadd <2 x float> %v100, %v117
  %v119 = call float @llvm.ceil.f32(float %v74)
  %v120 = call float @llvm.fabs.f32(float %v119)
  %v121 = fcmp olt float %v120, 0x43E0000000000000
  %v122 = select i1 %v121, float %v119, float 0xC3E0000000000000
  %v123 = fptosi float %v122 to i64
  %v124 = call i64 @llvm.smax.i64(i64 %v123, i64 0)
  %v125 = call i64 @llvm.smin.i64(i64 %v124, i64 3)
  %v126 = mul <2 x i64> splat (i64 16), %v91
  %v127 = insertelement <2 x i64> poison, i64 %v125, i64 0
  %v128 = shufflevector <2 x i64> %v127, <2 x i64> poison, <2 x i32> zeroinitializer
  %v129 = mul <2 x i64> splat (i64 4), %v128
  %v130 = add <2 x i64> %v126, %v129
  %v131 = mul <2 x i64> splat (i64 1), %v89
  %v132 = add <2 x i64> %v130, %v131
  %v133 = getelementptr inbounds float, ptr %v2, <2 x i64> %v132
  %v134 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v133, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v135 = mul <2 x i64> splat (i64 16), %v91
  %v136 = mul <2 x i64> splat (i64 4), %v128
  %v137 = add <2 x i64> %v135, %v136
  %v138 = mul <2 x i64> splat (i64 1), %v107
  %v139 = add <2 x i64> %v137, %v138
  %v140 = getelementptr inbounds float, ptr %v2, <2 x i64> %v139
  %v141 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v140, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v142 = fsub <2 x float> %v141, %v134
  %v143 = fmul <2 x float> %v142, %v116
  %v144 = fadd <2 x float> %v134, %v143
  %v145 = fsub <2 x float> %v144, %v118
  %v146 = fsub float %v74, %v75
  %v147 = insertelement <2 x float> poison, float %v146, i64 0
  %v148 = shufflevector <2 x float> %v147, <2 x float> poison, <2 x i32> zeroinitializer
  %v149 = fmul <2 x float> %v145, %v148
  %v150 = fadd <2 x float> %v118, %v149
  %v151 = select <2 x i1> %v69, <2 x float> %v150, <2 x float> splat (float 0x0000000000000000)
  %v152 = mul i64 %i_33, 2
  %v153 = getelementptr inbounds float, ptr %v8, i64 %v152
  store <2 x float> %v151, ptr %v153, align 4
  %next_33 = add nsw i64 %i_33, 1
  %more_33 = icmp slt i64 %next_33, 2
  br i1 %more_33, label %loop_33, label %done_33
done_33:
  ret i32 0
failure:
  ret i32 1
}
