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
  %slot_19 = alloca i64, align 64
  %slot_20 = alloca i64, align 64
  store i64 65536, ptr %slot_19
  store i64 65536, ptr %slot_20
  %slot_29 = alloca float, align 64
  %slot_30 = alloca i64, align 64
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
  store i64 0, ptr %slot_11, align 8
  br label %head_16
head_16:
  %v17 = load i64, ptr %slot_11, align 8
  %v18 = icmp slt i64 %v17, 2
  br i1 %v18, label %body_16, label %after_16
body_16:
  %v21 = load i64, ptr %slot_19
  %v22 = sub i64 %v21, 1
  store i64 %v22, ptr %slot_19
  %v23 = icmp eq i64 %v22, 0
  br i1 %v23, label %then_24, label %end_24
then_24:
  %v25 = load i64, ptr %slot_20
  %v26 = call i64 @ask(ptr @python_go_on, i64 %v25)
  store i64 %v26, ptr %slot_19
  store i64 %v26, ptr %slot_20
  %v28 = icmp ne i64 %v26, 0
  br i1 %v28, label %goes_27, label %failure
goes_27:
  br label %end_24
end_24:
  store float 0x0000000000000000, ptr %slot_29
  store i64 -1, ptr %slot_30
  %v32 = load i64, ptr %slot_11, align 8
  %v34 = call i64 @llvm.smax.i64(i64 %v32, i64 0)
  %v35 = call i64 @llvm.smin.i64(i64 %v34, i64 1)
  br label %loop_31
loop_31:
  %i_31 = phi i64 [ 0, %end_24 ], [ %next_31, %loop_31 ]
  %v33 = icmp sge i64 %i_31, %v32
  %v36 = mul i64 %i_31, 2
  %v37 = add i64 %v35, %v36
  %v38 = getelementptr inbounds float, ptr %slot_7, i64 %v37
  %v39 = load float, ptr %v38, align 4
  %v40 = call float @llvm.fabs.f32(float %v39)
  %v41 = fcmp oeq float %v40, %v40
  %v42 = select i1 %v41, float %v40, float 0x7FF0000000000000
  %v43 = select i1 %v33, float %v42, float 0xBFF0000000000000
  %v44 = fcmp uno float %v43, %v43
  %v45 = select i1 %v44, float 0xFFF0000000000000, float %v43
  %v46 = load float, ptr %slot_29
  %v47 = load i64, ptr %slot_30
  %v48 = fcmp ogt float %v45, %v46
  %v49 = icmp eq i64 %v47, -1
  %v50 = or i1 %v48, %v49
  %v51 = select i1 %v50, float %v45, float %v46
  store float %v51, ptr %slot_29
  %v52 = select i1 %v50, i64 %i_31, i64 %v47
  store i64 %v52, ptr %slot_30
  %next_31 = add nsw i64 %i_31, 1
  %more_31 = icmp slt i64 %next_31, 2
  br i1 %more_31, label %loop_31, label %done_31
done_31:
  %v53 = load i64, ptr %slot_30
  store i64 %v53, ptr %slot_9, align 8
  %v55 = load i64, ptr %slot_9, align 8
  %v56 = call i64 @llvm.smax.i64(i64 %v55, i64 0)
  %v57 = call i64 @llvm.smin.i64(i64 %v56, i64 1)
  %v58 = mul i64 %v57, 2
  %v62 = load i64, ptr %slot_11, align 8
  %v63 = call i64 @llvm.smax.i64(i64 %v62, i64 0)
  %v64 = call i64 @llvm.smin.i64(i64 %v63, i64 1)
  %v65 = mul i64 %v64, 2
  br label %loop_54
loop_54:
  %i_54 = phi i64 [ 0, %done_31 ], [ %next_54, %loop_54 ]
  %v59 = add i64 %v58, %i_54
  %v60 = getelementptr inbounds float, ptr %slot_7, i64 %v59
  %v61 = load float, ptr %v60, align 4
  %v66 = add i64 %v65, %i_54
  %v67 = getelementptr inbounds float, ptr %slot_7, i64 %v66
  %v68 = load float, ptr %v67, align 4
  %v69 = getelementptr inbounds float, ptr %slot_7, i64 %v66
  store float %v61, ptr %v69, align 4
  %v70 = getelementptr inbounds float, ptr %slot_7, i64 %v59
  store float %v68, ptr %v70, align 4
  %next_54 = add nsw i64 %i_54, 1
  %more_54 = icmp slt i64 %next_54, 2
  br i1 %more_54, label %loop_54, label %done_54
done_54:
  %v71 = load i64, ptr %slot_9, align 8
  %v72 = call i64 @llvm.smax.i64(i64 %v71, i64 0)
  %v73 = call i64 @llvm.smin.i64(i64 %v72, i64 1)
  %v74 = getelementptr inbounds float, ptr %slot_8, i64 %v73
  %v75 = load float, ptr %v74, align 4
  %v76 = load i64, ptr %slot_11, align 8
  %v77 = call i64 @llvm.smax.i64(i64 %v76, i64 0)
  %v78 = call i64 @llvm.smin.i64(i64 %v77, i64 1)
  %v79 = getelementptr inbounds float, ptr %slot_8, i64 %v78
  %v80 = load float, ptr %v79, align 4
  %v81 = getelementptr inbounds float, ptr %slot_8, i64 %v78
  store float %v75, ptr %v81, align 4
  %v82 = getelementptr inbounds float, ptr %slot_8, i64 %v73
  store float %v80, ptr %v82, align 4
  %v83 = load i64, ptr %slot_11, align 8
  %v84 = call i64 @llvm.smax.i64(i64 %v83, i64 0)
  %v85 = call i64 @llvm.smin.i64(i64 %v84, i64 1)
  %v86 = mul i64 %v85, 3
  %v87 = getelementptr inbounds float, ptr %slot_7, i64 %v86
  %v88 = load float, ptr %v87, align 4
  %v89 = fcmp une float %v88, 0x0000000000000000
  br i1 %v89, label %checked_90, label %failure
checked_90:
  %v91 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v92 = mul <2 x i64> splat (i64 1), %v91
  %v93 = insertelement <2 x i64> poison, i64 %v83, i64 0
  %v94 = shufflevector <2 x i64> %v93, <2 x i64> poison, <2 x i32> zeroinitializer
  %v95 = icmp eq <2 x i64> %v92, %v94
  %v96 = mul <2 x i64> splat (i64 2), %v91
  %v97 = insertelement <2 x i64> poison, i64 %v85, i64 0
  %v98 = shufflevector <2 x i64> %v97, <2 x i64> poison, <2 x i32> zeroinitializer
  %v99 = mul <2 x i64> splat (i64 1), %v98
  %v100 = add <2 x i64> %v96, %v99
  %v101 = getelementptr inbounds float, ptr %slot_7, <2 x i64> %v100
  %v102 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v101, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v103 = fsub <2 x float> %v102, splat (float 0x3FF0000000000000)
  %v104 = select <2 x i1> %v95, <2 x float> %v103, <2 x float> %v102
  %v105 = insertelement <2 x float> poison, float %v88, i64 0
  %v106 = shufflevector <2 x float> %v105, <2 x float> poison, <2 x i32> zeroinitializer
  %v107 = fdiv <2 x float> %v104, %v106
  %v108 = mul i64 %v85, 2
  %v109 = getelementptr inbounds float, ptr %slot_7, i64 %v108
  %v110 = load <2 x float>, ptr %v109, align 4
  store <2 x float> %v107, ptr %slot_10, align 4
  store <2 x float> %v110, ptr %slot_12, align 4
  br label %loop_111
loop_111:
  %i_111 = phi i64 [ 0, %checked_90 ], [ %next_111, %loop_111 ]
  %v112 = getelementptr inbounds float, ptr %slot_10, i64 %i_111
  %v113 = load float, ptr %v112, align 4
  %v114 = load <2 x float>, ptr %slot_12, align 4
  %v115 = insertelement <2 x float> poison, float %v113, i64 0
  %v116 = shufflevector <2 x float> %v115, <2 x float> poison, <2 x i32> zeroinitializer
  %v117 = fmul <2 x float> %v116, %v114
  %v118 = mul i64 %i_111, 2
  %v119 = getelementptr inbounds float, ptr %slot_7, i64 %v118
  %v120 = load <2 x float>, ptr %v119, align 4
  %v121 = fsub <2 x float> %v120, %v117
  store <2 x float> %v121, ptr %v119, align 4
  %next_111 = add nsw i64 %i_111, 1
  %more_111 = icmp slt i64 %next_111, 2
  br i1 %more_111, label %loop_111, label %done_111
done_111:
  %v122 = load i64, ptr %slot_11, align 8
  %v123 = call i64 @llvm.smax.i64(i64 %v122, i64 0)
  %v124 = call i64 @llvm.smin.i64(i64 %v123, i64 1)
  %v125 = getelementptr inbounds float, ptr %slot_8, i64 %v124
  %v126 = load float, ptr %v125, align 4
  %v127 = add i64 %v122, 1
  store float %v126, ptr %slot_13, align 4
  store i64 %v127, ptr %slot_11, align 8
  %v128 = load <2 x float>, ptr %slot_10, align 4
  %v129 = load float, ptr %slot_13, align 4
  %v130 = insertelement <2 x float> poison, float %v129, i64 0
  %v131 = shufflevector <2 x float> %v130, <2 x float> poison, <2 x i32> zeroinitializer
  %v132 = fmul <2 x float> %v128, %v131
  %v133 = load <2 x float>, ptr %slot_8, align 4
  %v134 = fsub <2 x float> %v133, %v132
  store <2 x float> %v134, ptr %slot_8, align 4
  br label %head_16
after_16:
  %v135 = load <2 x float>, ptr %slot_8, align 4
  store <2 x float> %v135, ptr %v6, align 4
  ret i32 0
failure:
  ret i32 1
}
