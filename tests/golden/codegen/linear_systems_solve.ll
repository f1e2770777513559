declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x float>)
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [4 x float], align 64
  %slot_8 = alloca [2 x float], align 64
  %slot_9 = alloca i64, align 64
  %slot_10 = alloca [2 x float], align 64
  %slot_11 = alloca i64, align 64
  %slot_12 = alloca [2 x float], align 64
  %slot_13 = alloca float, align 64
  %slot_22 = alloca i64, align 64
  %slot_23 = alloca i64, align 64
  store i64 65536, ptr %slot_22
  store i64 65536, ptr %slot_23
  %slot_32 = alloca float, align 64
  %slot_33 = alloca i64, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v14 = load <4 x float>, ptr %v2, align 4
  store <4 x float> %v14, ptr %slot_7, align 4
  %v15 = load <2 x float>, ptr %v4, align 4
  store <2 x float> %v15, ptr %slot_8, align 4
  %v16 = load float, ptr %slot_7, align 4
  %v17 = fcmp oeq float %v16, %v16
  br i1 %v17, label %checked_18, label %failure
checked_18:
  store i64 0, ptr %slot_11, align 8
  br label %head_19
head_19:
  %v20 = load i64, ptr %slot_11, align 8
  %v21 = icmp slt i64 %v20, 2
  br i1 %v21, label %body_19, label %after_19
body_19:
  %v24 = load i64, ptr %slot_22
  %v25 = sub i64 %v24, 1
  store i64 %v25, ptr %slot_22
  %v26 = icmp eq i64 %v25, 0
  br i1 %v26, label %then_27, label %end_27
then_27:
  %v28 = load i64, ptr %slot_23
  %v29 = call i64 @ask(ptr @python_go_on, i64 %v28)
  store i64 %v29, ptr %slot_22
  store i64 %v29, ptr %slot_23
  %v31 = icmp ne i64 %v29, 0
  br i1 %v31, label %goes_30, label %failure
goes_30:
  br label %end_27
end_27:
  store float 0x0000000000000000, ptr %slot_32
  store i64 -1, ptr %slot_33
  %v35 = load i64, ptr %slot_11, align 8
  %v37 = call i64 @llvm.smax.i64(i64 %v35, i64 0)
  %v38 = call i64 @llvm.smin.i64(i64 %v37, i64 1)
  br label %loop_34
loop_34:
  %i_34 = phi i64 [ 0, %end_27 ], [ %next_34, %loop_34 ]
  %v36 = icmp sge i64 %i_34, %v35
  %v39 = mul i64 %i_34, 2
  %v40 = add i64 %v38, %v39
  %v41 = getelementptr inbounds float, ptr %slot_7, i64 %v40
  %v42 = load float, ptr %v41, align 4
  %v43 = call float @llvm.fabs.f32(float %v42)
  %v44 = fcmp oeq float %v43, %v43
  %v45 = icmp eq i64 %i_34, %v35
  %v46 = select i1 %v45, float 0x7FF0000000000000, float 0xBFF0000000000000
  %v47 = select i1 %v44, float %v43, float %v46
  %v48 = select i1 %v36, float %v47, float 0xBFF0000000000000
  %v49 = fcmp uno float %v48, %v48
  %v50 = select i1 %v49, float 0xFFF0000000000000, float %v48
  %v51 = load float, ptr %slot_32
  %v52 = load i64, ptr %slot_33
  %v53 = fcmp ogt float %v50, %v51
  %v54 = icmp eq i64 %v52, -1
  %v55 = or i1 %v53, %v54
  %v56 = select i1 %v55, float %v50, float %v51
  store float %v56, ptr %slot_32
  %v57 = select i1 %v55, i64 %i_34, i64 %v52
  store i64 %v57, ptr %slot_33
  %next_34 = add nsw i64 %i_34, 1
  %more_34 = icmp slt i64 %next_34, 2
  br i1 %more_34, label %loop_34, label %done_34
done_34:
  %v58 = load i64, ptr %slot_33
  store i64 %v58, ptr %slot_9, align 8
  %v60 = load i64, ptr %slot_9, align 8
  %v61 = call i64 @llvm.smax.i64(i64 %v60, i64 0)
  %v62 = call i64 @llvm.smin.i64(i64 %v61, i64 1)
  %v63 = mul i64 %v62, 2
  %v67 = load i64, ptr %slot_11, align 8
  %v68 = call i64 @llvm.smax.i64(i64 %v67, i64 0)
  %v69 = call i64 @llvm.smin.i64(i64 %v68, i64 1)
  %v70 = mul i64 %v69, 2
  br label %loop_59
loop_59:
  %i_59 = phi i64 [ 0, %done_34 ], [ %next_59, %loop_59 ]
  %v64 = add i64 %v63, %i_59
  %v65 = getelementptr inbounds float, ptr %slot_7, i64 %v64
  %v66 = load float, ptr %v65, align 4
  %v71 = add i64 %v70, %i_59
  %v72 = getelementptr inbounds float, ptr %slot_7, i64 %v71
  %v73 = load float, ptr %v72, align 4
  %v74 = getelementptr inbounds float, ptr %slot_7, i64 %v71
  store float %v66, ptr %v74, align 4
  %v75 = getelementptr inbounds float, ptr %slot_7, i64 %v64
  store float %v73, ptr %v75, align 4
  %next_59 = add nsw i64 %i_59, 1
  %more_59 = icmp slt i64 %next_59, 2
  br i1 %more_59, label %loop_59, label %done_59
done_59:
  %v76 = load i64, ptr %slot_9, align 8
  %v77 = call i64 @llvm.smax.i64(i64 %v76, i64 0)
  %v78 = call i64 @llvm.smin.i64(i64 %v77, i64 1)
  %v79 = getelementptr inbounds float, ptr %slot_8, i64 %v78
  %v80 = load float, ptr %v79, align 4
  %v81 = load i64, ptr %slot_11, align 8
  %v82 = call i64 @llvm.smax.i64(i64 %v81, i64 0)
  %v83 = call i64 @llvm.smin.i64(i64 %v82, i64 1)
  %v84 = getelementptr inbounds float, ptr %slot_8, i64 %v83
  %v85 = load float, ptr %v84, align 4
  %v86 = getelementptr inbounds float, ptr %slot_8, i64 %v83
  store float %v80, ptr %v86, align 4
  %v87 = getelementptr inbounds float, ptr %slot_8, i64 %v78
  store float %v85, ptr %v87, align 4
  %v88 = load i64, ptr %slot_11, align 8
  %v89 = call i64 @llvm.smax.i64(i64 %v88, i64 0)
  %v90 = call i64 @llvm.smin.i64(i64 %v89, i64 1)
  %v91 = mul i64 %v90, 3
  %v92 = getelementptr inbounds float, ptr %slot_7, i64 %v91
  %v93 = load float, ptr %v92, align 4
  %v94 = fcmp une float %v93, 0x0000000000000000
  br i1 %v94, label %checked_95, label %failure
checked_95:
  %v96 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v97 = mul <2 x i64> splat (i64 1), %v96
  %v98 = insertelement <2 x i64> poison, i64 %v88, i64 0
  %v99 = shufflevector <2 x i64> %v98, <2 x i64> poison, <2 x i32> zeroinitializer
  %v100 = icmp eq <2 x i64> %v97, %v99
  %v101 = mul <2 x i64> splat (i64 2), %v96
  %v102 = insertelement <2 x i64> poison, i64 %v90, i64 0
  %v103 = shufflevector <2 x i64> %v102, <2 x i64> poison, <2 x i32> zeroinitializer
  %v104 = mul <2 x i64> splat (i64 1), %v103
  %v105 = add <2 x i64> %v101, %v104
  %v106 = getelementptr inbounds float, ptr %slot_7, <2 x i64> %v105
  %v107 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v106, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v108 = fsub <2 x float> %v107, splat (float 0x3FF0000000000000)
  %v109 = select <2 x i1> %v100, <2 x float> %v108, <2 x float> %v107
  %v110 = insertelement <2 x float> poison, float %v93, i64 0
  %v111 = shufflevector <2 x float> %v110, <2 x float> poison, <2 x i32> zeroinitializer
  %v112 = fdiv <2 x float> %v109, %v111
  %v113 = mul i64 %v90, 2
  %v114 = getelementptr inbounds float, ptr %slot_7, i64 %v113
  %v115 = load <2 x float>, ptr %v114, align 4
  store <2 x float> %v112, ptr %slot_10, align 4
  store <2 x float> %v115, ptr %slot_12, align 4
  br label %loop_116
loop_116:
  %i_116 = phi i64 [ 0, %checked_95 ], [ %next_116, %loop_116 ]
  %v117 = getelementptr inbounds float, ptr %slot_10, i64 %i_116
  %v118 = load float, ptr %v117, align 4
  %v119 = load <2 x float>, ptr %slot_12, align 4
  %v120 = insertelement <2 x float> poison, float %v118, i64 0
  %v121 = shufflevector <2 x float> %v120, <2 x float> poison, <2 x i32> zeroinitializer
  %v122 = fmul <2 x float> %v121, %v119
  %v123 = mul i64 %i_116, 2
  %v124 = getelementptr inbounds float, ptr %slot_7, i64 %v123
  %v125 = load <2 x float>, ptr %v124, align 4
  %v126 = fsub <2 x float> %v125, %v122
  store <2 x float> %v126, ptr %v124, align 4
  %next_116 = add nsw i64 %i_116, 1
  %more_116 = icmp slt i64 %next_116, 2
  br i1 %more_116, label %loop_116, label %done_116
done_116:
  %v127 = load i64, ptr %slot_11, align 8
  %v128 = call i64 @llvm.smax.i64(i64 %v127, i64 0)
  %v129 = call i64 @llvm.smin.i64(i64 %v128, i64 1)
  %v130 = getelementptr inbounds float, ptr %slot_8, i64 %v129
  %v131 = load float, ptr %v130, align 4
  %v132 = add i64 %v127, 1
  store float %v131, ptr %slot_13, align 4
  store i64 %v132, ptr %slot_11, align 8
  %v133 = load <2 x float>, ptr %slot_10, align 4
  %v134 = load float, ptr %slot_13, align 4
  %v135 = insertelement <2 x float> poison, float %v134, i64 0
  %v136 = shufflevector <2 x float> %v135, <2 x float> poison, <2 x i32> zeroinitializer
  %v137 = fmul <2 x float> %v133, %v136
  %v138 = load <2 x float>, ptr %slot_8, align 4
  %v139 = fsub <2 x float> %v138, %v137
  store <2 x float> %v139, ptr %slot_8, align 4
  br label %head_19
after_19:
  %v140 = load <2 x float>, ptr %slot_8, align 4
  store <2 x float> %v140, ptr %v6, align 4
  ret i32 0
failure:
  ret i32 1
}
