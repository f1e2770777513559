declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [12 x float], align 64
  %slot_79 = alloca float, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v67 = fmul float 0x3FB99999A0000000, 0x4018000000000000
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %entry ], [ %next_6, %end_80 ]
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
  %v35 = fcmp une float %v34, 0x0000000000000000
  %v36 = fcmp olt float %v9, %v13
  %v37 = fcmp olt float %v21, %v9
  %v38 = fcmp ogt float %v21, %v13
  %v39 = select i1 %v38, float 0x4008000000000000, float 0x4000000000000000
  %v40 = select i1 %v37, float 0x3FF0000000000000, float %v39
  %v41 = fcmp olt float %v21, %v13
  %v42 = fcmp ogt float %v21, %v9
  %v43 = select i1 %v42, float 0x4010000000000000, float 0x4014000000000000
  %v44 = select i1 %v41, float 0x0000000000000000, float %v43
  %v45 = select i1 %v36, float %v40, float %v44
  %v46 = call float @llvm.fabs.f32(float %v45)
  %v47 = fcmp olt float %v46, 0x41E0000000000000
  %v48 = select i1 %v47, float %v45, float 0xC1E0000000000000
  %v49 = fptosi float %v48 to i32
  %v50 = and i32 %v49, 1
  %v51 = icmp eq i32 %v50, 0
  %v52 = fcmp olt float %v17, %v21
  %v53 = select i1 %v52, float %v17, float %v21
  %v54 = fcmp uno float %v17, %v17
  %v55 = select i1 %v54, float %v17, float %v53
  %v56 = fcmp ogt float %v29, %v55
  %v57 = select i1 %v56, float %v29, float %v55
  %v58 = fcmp uno float %v29, %v29
  %v59 = select i1 %v58, float %v29, float %v57
  %v60 = fsub float %v59, %v33
  %v61 = select i1 %v35, float %v34, float 0x3FF0000000000000
  %v62 = fdiv float %v60, %v61
  %v63 = fsub float 0x3FF0000000000000, %v62
  %v64 = select i1 %v51, float %v62, float %v63
  %v65 = fadd float %v45, %v64
  %v66 = select i1 %v35, float %v65, float 0x0000000000000000
  %v68 = fadd float %v66, %v67
  %v69 = call float @llvm.fabs.f32(float %v68)
  %v70 = fcmp ole float %v69, 0x4028000000000000
  %v71 = xor i1 %v70, true
  %v72 = fdiv float %v68, 0x4018000000000000
  %v73 = call float @llvm.floor.f32(float %v72)
  %v74 = fmul float %v73, 0x4018000000000000
  %v75 = fsub float %v68, %v74
  %v76 = fcmp olt float %v75, 0x0000000000000000
  %v77 = fadd float %v75, 0x4018000000000000
  %v78 = select i1 %v76, float %v77, float %v75
  store float %v78, ptr %slot_79
  br i1 %v71, label %then_80, label %end_80
then_80:
  %v81 = frem float %v68, 0x4018000000000000
  %v82 = fcmp une float %v81, 0x0000000000000000
  %v83 = fcmp olt float %v81, 0x0000000000000000
  %v84 = fcmp olt float 0x4018000000000000, 0x0000000000000000
  %v85 = xor i1 %v83, %v84
  %v86 = and i1 %v82, %v85
  %v87 = fadd float %v81, 0x4018000000000000
  %v88 = select i1 %v86, float %v87, float %v81
  %v89 = select i1 %v71, float %v88, float %v78
  store float %v89, ptr %slot_79
  br label %end_80
end_80:
  %v90 = load float, ptr %slot_79
  %v91 = fcmp oge float %v90, 0x4018000000000000
  %v92 = select i1 %v91, float 0x0000000000000000, float %v90
  %v93 = fcmp oge float %v92, 0x0000000000000000
  %v94 = select i1 %v93, float %v92, float 0x4014000000000000
  %v95 = call float @llvm.fabs.f32(float %v94)
  %v96 = fcmp olt float %v95, 0x41E0000000000000
  %v97 = select i1 %v96, float %v94, float 0xC1E0000000000000
  %v98 = fptosi float %v97 to i32
  %v99 = icmp eq i32 %v98, 4
  %v100 = fpext float %v33 to double
  %v101 = and i32 %v98, 1
  %v102 = icmp eq i32 %v101, 0
  %v103 = fpext float %v92 to double
  %v104 = sitofp i32 %v98 to double
  %v105 = fsub double %v103, %v104
  %v106 = fsub double 0x3FF0000000000000, %v105
  %v107 = select i1 %v102, double %v105, double %v106
  %v108 = fpext float %v34 to double
  %v109 = fmul double %v107, %v108
  %v110 = fadd double %v100, %v109
  %v111 = icmp eq i32 %v98, 3
  %v112 = icmp eq i32 %v98, 2
  %v113 = icmp eq i32 %v98, 1
  %v114 = icmp eq i32 %v98, 0
  %v115 = fpext float %v25 to double
  %v116 = select i1 %v114, double %v115, double %v115
  %v117 = select i1 %v113, double %v110, double %v116
  %v118 = select i1 %v112, double %v100, double %v117
  %v119 = select i1 %v111, double %v100, double %v118
  %v120 = select i1 %v99, double %v110, double %v119
  %v121 = fptrunc double %v120 to float
  %v122 = select i1 %v114, double %v110, double %v100
  %v123 = select i1 %v113, double %v115, double %v122
  %v124 = select i1 %v112, double %v115, double %v123
  %v125 = select i1 %v111, double %v110, double %v124
  %v126 = select i1 %v99, double %v100, double %v125
  %v127 = fptrunc double %v126 to float
  %v128 = select i1 %v114, double %v100, double %v110
  %v129 = select i1 %v113, double %v100, double %v128
  %v130 = select i1 %v112, double %v110, double %v129
  %v131 = select i1 %v111, double %v115, double %v130
  %v132 = select i1 %v99, double %v115, double %v131
  %v133 = fptrunc double %v132 to float
  %v134 = getelementptr inbounds float, ptr %slot_5, i64 %v7
  store float %v121, ptr %v134, align 4
  %v135 = getelementptr inbounds float, ptr %slot_5, i64 %v11
  store float %v127, ptr %v135, align 4
  %v136 = getelementptr inbounds float, ptr %slot_5, i64 %v19
  store float %v133, ptr %v136, align 4
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 4
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %loop_137
loop_137:
  %i_137 = phi i64 [ 0, %done_6 ], [ %next_137, %loop_137 ]
  %v138 = getelementptr inbounds float, ptr %slot_5, i64 %i_137
  %v139 = load <4 x float>, ptr %v138, align 4
  %v140 = getelementptr inbounds float, ptr %v4, i64 %i_137
  store <4 x float> %v139, ptr %v140, align 4
  %next_137 = add nsw i64 %i_137, 4
  %more_137 = icmp slt i64 %next_137, 12
  br i1 %more_137, label %loop_137, label %done_137
done_137:
  ret i32 0
failure:
  ret i32 1
}
