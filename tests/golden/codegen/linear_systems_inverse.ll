declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x float>)
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [4 x float], align 64
  %slot_6 = alloca [4 x float], align 64
  %slot_7 = alloca i64, align 64
  %slot_8 = alloca [2 x float], align 64
  %slot_9 = alloca i64, align 64
  %slot_10 = alloca [2 x float], align 64
  %slot_11 = alloca [2 x float], align 64
  %slot_27 = alloca i64, align 64
  %slot_28 = alloca i64, align 64
  store i64 65536, ptr %slot_27
  store i64 65536, ptr %slot_28
  %slot_37 = alloca float, align 64
  %slot_38 = alloca i64, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_12
loop_12:
  %i_12 = phi i64 [ 0, %entry ], [ %next_12, %loop_12 ]
  %v13 = mul i64 %i_12, 2
  %v14 = getelementptr inbounds float, ptr %v2, i64 %v13
  %v15 = load <2 x float>, ptr %v14, align 4
  %v16 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v17 = mul <2 x i64> splat (i64 1), %v16
  %v18 = insertelement <2 x i64> poison, i64 %i_12, i64 0
  %v19 = shufflevector <2 x i64> %v18, <2 x i64> poison, <2 x i32> zeroinitializer
  %v20 = icmp eq <2 x i64> %v19, %v17
  %v21 = select <2 x i1> %v20, <2 x float> splat (float 0x3FF0000000000000), <2 x float> splat (float 0x0000000000000000)
  %v22 = getelementptr inbounds float, ptr %slot_5, i64 %v13
  store <2 x float> %v15, ptr %v22, align 4
  %v23 = getelementptr inbounds float, ptr %slot_6, i64 %v13
  store <2 x float> %v21, ptr %v23, align 4
  %next_12 = add nsw i64 %i_12, 1
  %more_12 = icmp slt i64 %next_12, 2
  br i1 %more_12, label %loop_12, label %done_12
done_12:
  store i64 0, ptr %slot_9, align 8
  br label %head_24
head_24:
  %v25 = load i64, ptr %slot_9, align 8
  %v26 = icmp slt i64 %v25, 2
  br i1 %v26, label %body_24, label %after_24
body_24:
  %v29 = load i64, ptr %slot_27
  %v30 = sub i64 %v29, 1
  store i64 %v30, ptr %slot_27
  %v31 = icmp eq i64 %v30, 0
  br i1 %v31, label %then_32, label %end_32
then_32:
  %v33 = load i64, ptr %slot_28
  %v34 = call i64 @ask(ptr @python_go_on, i64 %v33)
  store i64 %v34, ptr %slot_27
  store i64 %v34, ptr %slot_28
  %v36 = icmp ne i64 %v34, 0
  br i1 %v36, label %goes_35, label %failure
goes_35:
  br label %end_32
end_32:
  store float 0x0000000000000000, ptr %slot_37
  store i64 -1, ptr %slot_38
  %v40 = load i64, ptr %slot_9, align 8
  %v42 = call i64 @llvm.smax.i64(i64 %v40, i64 0)
  %v43 = call i64 @llvm.smin.i64(i64 %v42, i64 1)
  br label %loop_39
loop_39:
  %i_39 = phi i64 [ 0, %end_32 ], [ %next_39, %loop_39 ]
  %v41 = icmp sge i64 %i_39, %v40
  %v44 = mul i64 %i_39, 2
  %v45 = add i64 %v43, %v44
  %v46 = getelementptr inbounds float, ptr %slot_5, i64 %v45
  %v47 = load float, ptr %v46, align 4
  %v48 = call float @llvm.fabs.f32(float %v47)
  %v49 = fcmp oeq float %v48, %v48
  %v50 = select i1 %v49, float %v48, float 0x7FF0000000000000
  %v51 = select i1 %v41, float %v50, float 0xBFF0000000000000
  %v52 = fcmp uno float %v51, %v51
  %v53 = select i1 %v52, float 0xFFF0000000000000, float %v51
  %v54 = load float, ptr %slot_37
  %v55 = load i64, ptr %slot_38
  %v56 = fcmp ogt float %v53, %v54
  %v57 = icmp eq i64 %v55, -1
  %v58 = or i1 %v56, %v57
  %v59 = select i1 %v58, float %v53, float %v54
  store float %v59, ptr %slot_37
  %v60 = select i1 %v58, i64 %i_39, i64 %v55
  store i64 %v60, ptr %slot_38
  %next_39 = add nsw i64 %i_39, 1
  %more_39 = icmp slt i64 %next_39, 2
  br i1 %more_39, label %loop_39, label %done_39
done_39:
  %v61 = load i64, ptr %slot_38
  store i64 %v61, ptr %slot_7, align 8
  %v63 = load i64, ptr %slot_7, align 8
  %v64 = call i64 @llvm.smax.i64(i64 %v63, i64 0)
  %v65 = call i64 @llvm.smin.i64(i64 %v64, i64 1)
  %v66 = mul i64 %v65, 2
  %v70 = load i64, ptr %slot_9, align 8
  %v71 = call i64 @llvm.smax.i64(i64 %v70, i64 0)
  %v72 = call i64 @llvm.smin.i64(i64 %v71, i64 1)
  %v73 = mul i64 %v72, 2
  br label %loop_62
loop_62:
  %i_62 = phi i64 [ 0, %done_39 ], [ %next_62, %loop_62 ]
  %v67 = add i64 %v66, %i_62
  %v68 = getelementptr inbounds float, ptr %slot_5, i64 %v67
  %v69 = load float, ptr %v68, align 4
  %v74 = add i64 %v73, %i_62
  %v75 = getelementptr inbounds float, ptr %slot_5, i64 %v74
  %v76 = load float, ptr %v75, align 4
  %v77 = getelementptr inbounds float, ptr %slot_5, i64 %v74
  store float %v69, ptr %v77, align 4
  %v78 = getelementptr inbounds float, ptr %slot_5, i64 %v67
  store float %v76, ptr %v78, align 4
  %next_62 = add nsw i64 %i_62, 1
  %more_62 = icmp slt i64 %next_62, 2
  br i1 %more_62, label %loop_62, label %done_62
done_62:
  %v80 = load i64, ptr %slot_7, align 8
  %v81 = call i64 @llvm.smax.i64(i64 %v80, i64 0)
  %v82 = call i64 @llvm.smin.i64(i64 %v81, i64 1)
  %v83 = mul i64 %v82, 2
  %v87 = load i64, ptr %slot_9, align 8
  %v88 = call i64 @llvm.smax.i64(i64 %v87, i64 0)
  %v89 = call i64 @llvm.smin.i64(i64 %v88, i64 1)
  %v90 = mul i64 %v89, 2
  br label %loop_79
loop_79:
  %i_79 = phi i64 [ 0, %done_62 ], [ %next_79, %loop_79 ]
  %v84 = add i64 %v83, %i_79
  %v85 = getelementptr inbounds float, ptr %slot_6, i64 %v84
  %v86 = load float, ptr %v85, align 4
  %v91 = add i64 %v90, %i_79
  %v92 = getelementptr inbounds float, ptr %slot_6, i64 %v91
  %v93 = load float, ptr %v92, align 4
  %v94 = getelementptr inbounds float, ptr %slot_6, i64 %v91
  store float %v86, ptr %v94, align 4
  %v95 = getelementptr inbounds float, ptr %slot_6, i64 %v84
  store float %v93, ptr %v95, align 4
  %next_79 = add nsw i64 %i_79, 1
  %more_79 = icmp slt i64 %next_79, 2
  br i1 %more_79, label %loop_79, label %done_79
done_79:
  %v96 = load i64, ptr %slot_9, align 8
  %v97 = call i64 @llvm.smax.i64(i64 %v96, i64 0)
  %v98 = call i64 @llvm.smin.i64(i64 %v97, i64 1)
  %v99 = mul i64 %v98, 3
  %v100 = getelementptr inbounds float, ptr %slot_5, i64 %v99
  %v101 = load float, ptr %v100, align 4
  %v102 = fcmp une float %v101, 0x0000000000000000
  br i1 %v102, label %checked_103, label %failure
checked_103:
  %v104 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v105 = mul <2 x i64> splat (i64 1), %v104
  %v106 = insertelement <2 x i64> poison, i64 %v96, i64 0
  %v107 = shufflevector <2 x i64> %v106, <2 x i64> poison, <2 x i32> zeroinitializer
  %v108 = icmp eq <2 x i64> %v105, %v107
  %v109 = mul <2 x i64> splat (i64 2), %v104
  %v110 = insertelement <2 x i64> poison, i64 %v98, i64 0
  %v111 = shufflevector <2 x i64> %v110, <2 x i64> poison, <2 x i32> zeroinitializer
  %v112 = mul <2 x i64> splat (i64 1), %v111
  %v113 = add <2 x i64> %v109, %v112
  %v114 = getelementptr inbounds float, ptr %slot_5, <2 x i64> %v113
  %v115 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v114, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v116 = fsub <2 x float> %v115, splat (float 0x3FF0000000000000)
  %v117 = select <2 x i1> %v108, <2 x float> %v116, <2 x float> %v115
  %v118 = insertelement <2 x float> poison, float %v101, i64 0
  %v119 = shufflevector <2 x float> %v118, <2 x float> poison, <2 x i32> zeroinitializer
  %v120 = fdiv <2 x float> %v117, %v119
  %v121 = mul i64 %v98, 2
  %v122 = getelementptr inbounds float, ptr %slot_5, i64 %v121
  %v123 = load <2 x float>, ptr %v122, align 4
  %v124 = getelementptr inbounds float, ptr %slot_6, i64 %v121
  %v125 = load <2 x float>, ptr %v124, align 4
  store <2 x float> %v120, ptr %slot_8, align 4
  store <2 x float> %v123, ptr %slot_10, align 4
  store <2 x float> %v125, ptr %slot_11, align 4
  br label %loop_126
loop_126:
  %i_126 = phi i64 [ 0, %checked_103 ], [ %next_126, %loop_126 ]
  %v127 = getelementptr inbounds float, ptr %slot_8, i64 %i_126
  %v128 = load float, ptr %v127, align 4
  %v129 = load <2 x float>, ptr %slot_10, align 4
  %v130 = insertelement <2 x float> poison, float %v128, i64 0
  %v131 = shufflevector <2 x float> %v130, <2 x float> poison, <2 x i32> zeroinitializer
  %v132 = fmul <2 x float> %v131, %v129
  %v133 = mul i64 %i_126, 2
  %v134 = getelementptr inbounds float, ptr %slot_5, i64 %v133
  %v135 = load <2 x float>, ptr %v134, align 4
  %v136 = fsub <2 x float> %v135, %v132
  store <2 x float> %v136, ptr %v134, align 4
  %next_126 = add nsw i64 %i_126, 1
  %more_126 = icmp slt i64 %next_126, 2
  br i1 %more_126, label %loop_126, label %done_126
done_126:
  br label %loop_137
loop_137:
  %i_137 = phi i64 [ 0, %done_126 ], [ %next_137, %loop_137 ]
  %v138 = getelementptr inbounds float, ptr %slot_8, i64 %i_137
  %v139 = load float, ptr %v138, align 4
  %v140 = load <2 x float>, ptr %slot_11, align 4
  %v141 = insertelement <2 x float> poison, float %v139, i64 0
  %v142 = shufflevector <2 x float> %v141, <2 x float> poison, <2 x i32> zeroinitializer
  %v143 = fmul <2 x float> %v142, %v140
  %v144 = mul i64 %i_137, 2
  %v145 = getelementptr inbounds float, ptr %slot_6, i64 %v144
  %v146 = load <2 x float>, ptr %v145, align 4
  %v147 = fsub <2 x float> %v146, %v143
  store <2 x float> %v147, ptr %v145, align 4
  %next_137 = add nsw i64 %i_137, 1
  %more_137 = icmp slt i64 %next_137, 2
  br i1 %more_137, label %loop_137, label %done_137
done_137:
  %v148 = load i64, ptr %slot_9, align 8
  %v149 = add i64 %v148, 1
  store i64 %v149, ptr %slot_9, align 8
  br label %head_24
after_24:
  %v150 = load <4 x float>, ptr %slot_6, align 4
  store <4 x float> %v150, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
