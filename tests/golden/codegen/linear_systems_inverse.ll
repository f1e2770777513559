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
  %slot_30 = alloca i64, align 64
  %slot_31 = alloca i64, align 64
  store i64 65536, ptr %slot_30
  store i64 65536, ptr %slot_31
  %slot_40 = alloca float, align 64
  %slot_41 = alloca i64, align 64
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
  %v24 = load float, ptr %slot_5, align 4
  %v25 = fcmp oeq float %v24, %v24
  br i1 %v25, label %checked_26, label %failure
checked_26:
  store i64 0, ptr %slot_9, align 8
  br label %head_27
head_27:
  %v28 = load i64, ptr %slot_9, align 8
  %v29 = icmp slt i64 %v28, 2
  br i1 %v29, label %body_27, label %after_27
body_27:
  %v32 = load i64, ptr %slot_30
  %v33 = sub i64 %v32, 1
  store i64 %v33, ptr %slot_30
  %v34 = icmp eq i64 %v33, 0
  br i1 %v34, label %then_35, label %end_35
then_35:
  %v36 = load i64, ptr %slot_31
  %v37 = call i64 @ask(ptr @python_go_on, i64 %v36)
  store i64 %v37, ptr %slot_30
  store i64 %v37, ptr %slot_31
  %v39 = icmp ne i64 %v37, 0
  br i1 %v39, label %goes_38, label %failure
goes_38:
  br label %end_35
end_35:
  store float 0x0000000000000000, ptr %slot_40
  store i64 -1, ptr %slot_41
  %v43 = load i64, ptr %slot_9, align 8
  %v45 = call i64 @llvm.smax.i64(i64 %v43, i64 0)
  %v46 = call i64 @llvm.smin.i64(i64 %v45, i64 1)
  br label %loop_42
loop_42:
  %i_42 = phi i64 [ 0, %end_35 ], [ %next_42, %loop_42 ]
  %v44 = icmp sge i64 %i_42, %v43
  %v47 = mul i64 %i_42, 2
  %v48 = add i64 %v46, %v47
  %v49 = getelementptr inbounds float, ptr %slot_5, i64 %v48
  %v50 = load float, ptr %v49, align 4
  %v51 = call float @llvm.fabs.f32(float %v50)
  %v52 = fcmp oeq float %v51, %v51
  %v53 = icmp eq i64 %i_42, %v43
  %v54 = select i1 %v53, float 0x7FF0000000000000, float 0xBFF0000000000000
  %v55 = select i1 %v52, float %v51, float %v54
  %v56 = select i1 %v44, float %v55, float 0xBFF0000000000000
  %v57 = fcmp uno float %v56, %v56
  %v58 = select i1 %v57, float 0xFFF0000000000000, float %v56
  %v59 = load float, ptr %slot_40
  %v60 = load i64, ptr %slot_41
  %v61 = fcmp ogt float %v58, %v59
  %v62 = icmp eq i64 %v60, -1
  %v63 = or i1 %v61, %v62
  %v64 = select i1 %v63, float %v58, float %v59
  store float %v64, ptr %slot_40
  %v65 = select i1 %v63, i64 %i_42, i64 %v60
  store i64 %v65, ptr %slot_41
  %next_42 = add nsw i64 %i_42, 1
  %more_42 = icmp slt i64 %next_42, 2
  br i1 %more_42, label %loop_42, label %done_42
done_42:
  %v66 = load i64, ptr %slot_41
  store i64 %v66, ptr %slot_7, align 8
  %v68 = load i64, ptr %slot_7, align 8
  %v69 = call i64 @llvm.smax.i64(i64 %v68, i64 0)
  %v70 = call i64 @llvm.smin.i64(i64 %v69, i64 1)
  %v71 = mul i64 %v70, 2
  %v75 = load i64, ptr %slot_9, align 8
  %v76 = call i64 @llvm.smax.i64(i64 %v75, i64 0)
  %v77 = call i64 @llvm.smin.i64(i64 %v76, i64 1)
  %v78 = mul i64 %v77, 2
  br label %loop_67
loop_67:
  %i_67 = phi i64 [ 0, %done_42 ], [ %next_67, %loop_67 ]
  %v72 = add i64 %v71, %i_67
  %v73 = getelementptr inbounds float, ptr %slot_5, i64 %v72
  %v74 = load float, ptr %v73, align 4
  %v79 = add i64 %v78, %i_67
  %v80 = getelementptr inbounds float, ptr %slot_5, i64 %v79
  %v81 = load float, ptr %v80, align 4
  %v82 = getelementptr inbounds float, ptr %slot_5, i64 %v79
  store float %v74, ptr %v82, align 4
  %v83 = getelementptr inbounds float, ptr %slot_5, i64 %v72
  store float %v81, ptr %v83, align 4
  %next_67 = add nsw i64 %i_67, 1
  %more_67 = icmp slt i64 %next_67, 2
  br i1 %more_67, label %loop_67, label %done_67
done_67:
  %v85 = load i64, ptr %slot_7, align 8
  %v86 = call i64 @llvm.smax.i64(i64 %v85, i64 0)
  %v87 = call i64 @llvm.smin.i64(i64 %v86, i64 1)
  %v88 = mul i64 %v87, 2
  %v92 = load i64, ptr %slot_9, align 8
  %v93 = call i64 @llvm.smax.i64(i64 %v92, i64 0)
  %v94 = call i64 @llvm.smin.i64(i64 %v93, i64 1)
  %v95 = mul i64 %v94, 2
  br label %loop_84
loop_84:
  %i_84 = phi i64 [ 0, %done_67 ], [ %next_84, %loop_84 ]
  %v89 = add i64 %v88, %i_84
  %v90 = getelementptr inbounds float, ptr %slot_6, i64 %v89
  %v91 = load float, ptr %v90, align 4
  %v96 = add i64 %v95, %i_84
  %v97 = getelementptr inbounds float, ptr %slot_6, i64 %v96
  %v98 = load float, ptr %v97, align 4
  %v99 = getelementptr inbounds float, ptr %slot_6, i64 %v96
  store float %v91, ptr %v99, align 4
  %v100 = getelementptr inbounds float, ptr %slot_6, i64 %v89
  store float %v98, ptr %v100, align 4
  %next_84 = add nsw i64 %i_84, 1
  %more_84 = icmp slt i64 %next_84, 2
  br i1 %more_84, label %loop_84, label %done_84
done_84:
  %v101 = load i64, ptr %slot_9, align 8
  %v102 = call i64 @llvm.smax.i64(i64 %v101, i64 0)
  %v103 = call i64 @llvm.smin.i64(i64 %v102, i64 1)
  %v104 = mul i64 %v103, 3
  %v105 = getelementptr inbounds float, ptr %slot_5, i64 %v104
  %v106 = load float, ptr %v105, align 4
  %v107 = fcmp une float %v106, 0x0000000000000000
  br i1 %v107, label %checked_108, label %failure
checked_108:
  %v109 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v110 = mul <2 x i64> splat (i64 1), %v109
  %v111 = insertelement <2 x i64> poison, i64 %v101, i64 0
  %v112 = shufflevector <2 x i64> %v111, <2 x i64> poison, <2 x i32> zeroinitializer
  %v113 = icmp eq <2 x i64> %v110, %v112
  %v114 = mul <2 x i64> splat (i64 2), %v109
  %v115 = insertelement <2 x i64> poison, i64 %v103, i64 0
  %v116 = shufflevector <2 x i64> %v115, <2 x i64> poison, <2 x i32> zeroinitializer
  %v117 = mul <2 x i64> splat (i64 1), %v116
  %v118 = add <2 x i64> %v114, %v117
  %v119 = getelementptr inbounds float, ptr %slot_5, <2 x i64> %v118
  %v120 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v119, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v121 = fsub <2 x float> %v120, splat (float 0x3FF0000000000000)
  %v122 = select <2 x i1> %v113, <2 x float> %v121, <2 x float> %v120
  %v123 = insertelement <2 x float> poison, float %v106, i64 0
  %v124 = shufflevector <2 x float> %v123, <2 x float> poison, <2 x i32> zeroinitializer
  %v125 = fdiv <2 x float> %v122, %v124
  %v126 = mul i64 %v103, 2
  %v127 = getelementptr inbounds float, ptr %slot_5, i64 %v126
  %v128 = load <2 x float>, ptr %v127, align 4
  %v129 = getelementptr inbounds float, ptr %slot_6, i64 %v126
  %v130 = load <2 x float>, ptr %v129, align 4
  store <2 x float> %v125, ptr %slot_8, align 4
  store <2 x float> %v128, ptr %slot_10, align 4
  store <2 x float> %v130, ptr %slot_11, align 4
  br label %loop_131
loop_131:
  %i_131 = phi i64 [ 0, %checked_108 ], [ %next_131, %loop_131 ]
  %v132 = getelementptr inbounds float, ptr %slot_8, i64 %i_131
  %v133 = load float, ptr %v132, align 4
  %v134 = load <2 x float>, ptr %slot_10, align 4
  %v135 = insertelement <2 x float> poison, float %v133, i64 0
  %v136 = shufflevector <2 x float> %v135, <2 x float> poison, <2 x i32> zeroinitializer
  %v137 = fmul <2 x float> %v136, %v134
  %v138 = mul i64 %i_131, 2
  %v139 = getelementptr inbounds float, ptr %slot_5, i64 %v138
  %v140 = load <2 x float>, ptr %v139, align 4
  %v141 = fsub <2 x float> %v140, %v137
  store <2 x float> %v141, ptr %v139, align 4
  %next_131 = add nsw i64 %i_131, 1
  %more_131 = icmp slt i64 %next_131, 2
  br i1 %more_131, label %loop_131, label %done_131
done_131:
  br label %loop_142
loop_142:
  %i_142 = phi i64 [ 0, %done_131 ], [ %next_142, %loop_142 ]
  %v143 = getelementptr inbounds float, ptr %slot_8, i64 %i_142
  %v144 = load float, ptr %v143, align 4
  %v145 = load <2 x float>, ptr %slot_11, align 4
  %v146 = insertelement <2 x float> poison, float %v144, i64 0
  %v147 = shufflevector <2 x float> %v146, <2 x float> poison, <2 x i32> zeroinitializer
  %v148 = fmul <2 x float> %v147, %v145
  %v149 = mul i64 %i_142, 2
  %v150 = getelementptr inbounds float, ptr %slot_6, i64 %v149
  %v151 = load <2 x float>, ptr %v150, align 4
  %v152 = fsub <2 x float> %v151, %v148
  store <2 x float> %v152, ptr %v150, align 4
  %next_142 = add nsw i64 %i_142, 1
  %more_142 = icmp slt i64 %next_142, 2
  br i1 %more_142, label %loop_142, label %done_142
done_142:
  %v153 = load i64, ptr %slot_9, align 8
  %v154 = add i64 %v153, 1
  store i64 %v154, ptr %slot_9, align 8
  br label %head_27
after_27:
  %v155 = load <4 x float>, ptr %slot_6, align 4
  store <4 x float> %v155, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
