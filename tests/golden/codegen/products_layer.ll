declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)

define internal void @matmul_float32_7_4_8_4_1_8_1_8(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca <8 x float>, align 64
  %slot_2 = alloca <8 x float>, align 64
  %slot_3 = alloca <8 x float>, align 64
  %slot_4 = alloca <8 x float>, align 64
  %slot_5 = alloca <8 x float>, align 64
  %slot_6 = alloca <8 x float>, align 64
  %slot_7 = alloca <8 x float>, align 64
  %v8 = getelementptr inbounds float, ptr %out, i64 8
  %v9 = getelementptr inbounds float, ptr %out, i64 16
  %v10 = getelementptr inbounds float, ptr %out, i64 24
  %v11 = getelementptr inbounds float, ptr %out, i64 32
  %v12 = getelementptr inbounds float, ptr %out, i64 40
  %v13 = getelementptr inbounds float, ptr %out, i64 48
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_1
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_2
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_3
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_4
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_5
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_6
  store <8 x float> splat (float 0x0000000000000000), ptr %slot_7
  %v14 = load <8 x float>, ptr %slot_1
  %v15 = load <8 x float>, ptr %slot_2
  %v16 = load <8 x float>, ptr %slot_3
  %v17 = load <8 x float>, ptr %slot_4
  %v18 = load <8 x float>, ptr %slot_5
  %v19 = load <8 x float>, ptr %slot_6
  %v20 = load <8 x float>, ptr %slot_7
  %v21 = load <8 x float>, ptr %right, align 4
  %v22 = load float, ptr %left, align 4
  %v23 = insertelement <8 x float> poison, float %v22, i64 0
  %v24 = shufflevector <8 x float> %v23, <8 x float> poison, <8 x i32> zeroinitializer
  %v25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v24, <8 x float> %v21, <8 x float> %v14)
  %v26 = getelementptr inbounds float, ptr %left, i64 4
  %v27 = load float, ptr %v26, align 4
  %v28 = insertelement <8 x float> poison, float %v27, i64 0
  %v29 = shufflevector <8 x float> %v28, <8 x float> poison, <8 x i32> zeroinitializer
  %v30 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v29, <8 x float> %v21, <8 x float> %v15)
  %v31 = getelementptr inbounds float, ptr %left, i64 8
  %v32 = load float, ptr %v31, align 4
  %v33 = insertelement <8 x float> poison, float %v32, i64 0
  %v34 = shufflevector <8 x float> %v33, <8 x float> poison, <8 x i32> zeroinitializer
  %v35 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v34, <8 x float> %v21, <8 x float> %v16)
  %v36 = getelementptr inbounds float, ptr %left, i64 12
  %v37 = load float, ptr %v36, align 4
  %v38 = insertelement <8 x float> poison, float %v37, i64 0
  %v39 = shufflevector <8 x float> %v38, <8 x float> poison, <8 x i32> zeroinitializer
  %v40 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v39, <8 x float> %v21, <8 x float> %v17)
  %v41 = getelementptr inbounds float, ptr %left, i64 16
  %v42 = load float, ptr %v41, align 4
  %v43 = insertelement <8 x float> poison, float %v42, i64 0
  %v44 = shufflevector <8 x float> %v43, <8 x float> poison, <8 x i32> zeroinitializer
  %v45 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v44, <8 x float> %v21, <8 x float> %v18)
  %v46 = getelementptr inbounds float, ptr %left, i64 20
  %v47 = load float, ptr %v46, align 4
  %v48 = insertelement <8 x float> poison, float %v47, i64 0
  %v49 = shufflevector <8 x float> %v48, <8 x float> poison, <8 x i32> zeroinitializer
  %v50 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v49, <8 x float> %v21, <8 x float> %v19)
  %v51 = getelementptr inbounds float, ptr %left, i64 24
  %v52 = load float, ptr %v51, align 4
  %v53 = insertelement <8 x float> poison, float %v52, i64 0
  %v54 = shufflevector <8 x float> %v53, <8 x float> poison, <8 x i32> zeroinitializer
  %v55 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v54, <8 x float> %v21, <8 x float> %v20)
  %v56 = getelementptr inbounds float, ptr %left, i64 1
  %v57 = getelementptr inbounds float, ptr %right, i64 8
  %v58 = load <8 x float>, ptr %v57, align 4
  %v59 = load float, ptr %v56, align 4
  %v60 = insertelement <8 x float> poison, float %v59, i64 0
  %v61 = shufflevector <8 x float> %v60, <8 x float> poison, <8 x i32> zeroinitializer
  %v62 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v61, <8 x float> %v58, <8 x float> %v25)
  %v63 = getelementptr inbounds float, ptr %v56, i64 4
  %v64 = load float, ptr %v63, align 4
  %v65 = insertelement <8 x float> poison, float %v64, i64 0
  %v66 = shufflevector <8 x float> %v65, <8 x float> poison, <8 x i32> zeroinitializer
  %v67 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v66, <8 x float> %v58, <8 x float> %v30)
  %v68 = getelementptr inbounds float, ptr %v56, i64 8
  %v69 = load float, ptr %v68, align 4
  %v70 = insertelement <8 x float> poison, float %v69, i64 0
  %v71 = shufflevector <8 x float> %v70, <8 x float> poison, <8 x i32> zeroinitializer
  %v72 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v71, <8 x float> %v58, <8 x float> %v35)
  %v73 = getelementptr inbounds float, ptr %v56, i64 12
  %v74 = load float, ptr %v73, align 4
  %v75 = insertelement <8 x float> poison, float %v74, i64 0
  %v76 = shufflevector <8 x float> %v75, <8 x float> poison, <8 x i32> zeroinitializer
  %v77 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v76, <8 x float> %v58, <8 x float> %v40)
  %v78 = getelementptr inbounds float, ptr %v56, i64 16
  %v79 = load float, ptr %v78, align 4
  %v80 = insertelement <8 x float> poison, float %v79, i64 0
  %v81 = shufflevector <8 x float> %v80, <8 x float> poison, <8 x i32> zeroinitializer
  %v82 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v81, <8 x float> %v58, <8 x float> %v45)
  %v83 = getelementptr inbounds float, ptr %v56, i64 20
  %v84 = load float, ptr %v83, align 4
  %v85 = insertelement <8 x float> poison, float %v84, i64 0
  %v86 = shufflevector <8 x float> %v85, <8 x float> poison, <8 x i32> zeroinitializer
  %v87 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v86, <8 x float> %v58, <8 x float> %v50)
  %v88 = getelementptr inbounds float, ptr %v56, i64 24
  %v89 = load float, ptr %v88, align 4
  %v90 = insertelement <8 x float> poison, float %v89, i64 0
  %v91 = shufflevector <8 x float> %v90, <8 x float> poison, <8 x i32> zeroinitializer
  %v92 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v91, <8 x float> %v58, <8 x float> %v55)
  %v93 = getelementptr inbounds float, ptr %left, i64 2
  %v94 = getelementptr inbounds float, ptr %right, i64 16
  %v95 = load <8 x float>, ptr %v94, align 4
  %v96 = load float, ptr %v93, align 4
  %v97 = insertelement <8 x float> poison, float %v96, i64 0
  %v98 = shufflevector <8 x float> %v97, <8 x float> poison, <8 x i32> zeroinitializer
  %v99 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v98, <8 x float> %v95, <8 x float> %v62)
  %v100 = getelementptr inbounds float, ptr %v93, i64 4
  %v101 = load float, ptr %v100, align 4
  %v102 = insertelement <8 x float> poison, float %v101, i64 0
  %v103 = shufflevector <8 x float> %v102, <8 x float> poison, <8 x i32> zeroinitializer
  %v104 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v103, <8 x float> %v95, <8 x float> %v67)
  %v105 = getelementptr inbounds float, ptr %v93, i64 8
  %v106 = load float, ptr %v105, align 4
  %v107 = insertelement <8 x float> poison, float %v106, i64 0
  %v108 = shufflevector <8 x float> %v107, <8 x float> poison, <8 x i32> zeroinitializer
  %v109 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v108, <8 x float> %v95, <8 x float> %v72)
  %v110 = getelementptr inbounds float, ptr %v93, i64 12
  %v111 = load float, ptr %v110, align 4
  %v112 = insertelement <8 x float> poison, float %v111, i64 0
  %v113 = shufflevector <8 x float> %v112, <8 x float> poison, <8 x i32> zeroinitializer
  %v114 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v113, <8 x float> %v95, <8 x float> %v77)
  %v115 = getelementptr inbounds float, ptr %v93, i64 16
  %v116 = load float, ptr %v115, align 4
  %v117 = insertelement <8 x float> poison, float %v116, i64 0
  %v118 = shufflevector <8 x float> %v117, <8 x float> poison, <8 x i32> zeroinitializer
  %v119 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v118, <8 x float> %v95, <8 x float> %v82)
  %v120 = getelementptr inbounds float, ptr %v93, i64 20
  %v121 = load float, ptr %v120, align 4
  %v122 = insertelement <8 x float> poison, float %v121, i64 0
  %v123 = shufflevector <8 x float> %v122, <8 x float> poison, <8 x i32> zeroinitializer
  %v124 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v123, <8 x float> %v95, <8 x float> %v87)
  %v125 = getelementptr inbounds float, ptr %v93, i64 24
  %v126 = load float, ptr %v125, align 4
  %v127 = insertelement <8 x float> poison, float %v126, i64 0
  %v128 = shufflevector <8 x float> %v127, <8 x float> poison, <8 x i32> zeroinitializer
  %v129 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v128, <8 x float> %v95, <8 x float> %v92)
  %v130 = getelementptr inbounds float, ptr %left, i64 3
  %v131 = getelementptr inbounds float, ptr %right, i64 24
  %v132 = load <8 x float>, ptr %v131, align 4
  %v133 = load float, ptr %v130, align 4
  %v134 = insertelement <8 x float> poison, float %v133, i64 0
  %v135 = shufflevector <8 x float> %v134, <8 x float> poison, <8 x i32> zeroinitializer
  %v136 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v135, <8 x float> %v132, <8 x float> %v99)
  %v137 = getelementptr inbounds float, ptr %v130, i64 4
  %v138 = load float, ptr %v137, align 4
  %v139 = insertelement <8 x float> poison, float %v138, i64 0
  %v140 = shufflevector <8 x float> %v139, <8 x float> poison, <8 x i32> zeroinitializer
  %v141 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v140, <8 x float> %v132, <8 x float> %v104)
  %v142 = getelementptr inbounds float, ptr %v130, i64 8
  %v143 = load float, ptr %v142, align 4
  %v144 = insertelement <8 x float> poison, float %v143, i64 0
  %v145 = shufflevector <8 x float> %v144, <8 x float> poison, <8 x i32> zeroinitializer
  %v146 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v145, <8 x float> %v132, <8 x float> %v109)
  %v147 = getelementptr inbounds float, ptr %v130, i64 12
  %v148 = load float, ptr %v147, align 4
  %v149 = insertelement <8 x float> poison, float %v148, i64 0
  %v150 = shufflevector <8 x float> %v149, <8 x float> poison, <8 x i32> zeroinitializer
  %v151 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v150, <8 x float> %v132, <8 x float> %v114)
  %v152 = getelementptr inbounds float, ptr %v130, i64 16
  %v153 = load float, ptr %v152, align 4
  %v154 = insertelement <8 x float> poison, float %v153, i64 0
  %v155 = shufflevector <8 x float> %v154, <8 x float> poison, <8 x i32> zeroinitializer
  %v156 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v155, <8 x float> %v132, <8 x float> %v119)
  %v157 = getelementptr inbounds float, ptr %v130, i64 20
  %v158 = load float, ptr %v157, align 4
  %v159 = insertelement <8 x float> poison, float %v158, i64 0
  %v160 = shufflevector <8 x float> %v159, <8 x float> poison, <8 x i32> zeroinitializer
  %v161 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v160, <8 x float> %v132, <8 x float> %v124)
  %v162 = getelementptr inbounds float, ptr %v130, i64 24
  %v163 = load float, ptr %v162, align 4
  %v164 = insertelement <8 x float> poison, float %v163, i64 0
  %v165 = shufflevector <8 x float> %v164, <8 x float> poison, <8 x i32> zeroinitializer
  %v166 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v165, <8 x float> %v132, <8 x float> %v129)
  store <8 x float> %v136, ptr %slot_1
  store <8 x float> %v141, ptr %slot_2
  store <8 x float> %v146, ptr %slot_3
  store <8 x float> %v151, ptr %slot_4
  store <8 x float> %v156, ptr %slot_5
  store <8 x float> %v161, ptr %slot_6
  store <8 x float> %v166, ptr %slot_7
  %v167 = load <8 x float>, ptr %slot_1
  store <8 x float> %v167, ptr %out, align 4
  %v168 = load <8 x float>, ptr %slot_2
  store <8 x float> %v168, ptr %v8, align 4
  %v169 = load <8 x float>, ptr %slot_3
  store <8 x float> %v169, ptr %v9, align 4
  %v170 = load <8 x float>, ptr %slot_4
  store <8 x float> %v170, ptr %v10, align 4
  %v171 = load <8 x float>, ptr %slot_5
  store <8 x float> %v171, ptr %v11, align 4
  %v172 = load <8 x float>, ptr %slot_6
  store <8 x float> %v172, ptr %v12, align 4
  %v173 = load <8 x float>, ptr %slot_7
  store <8 x float> %v173, ptr %v13, align 4
  br label %return
return:
  ret void
}

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
  %v9 = getelementptr inbounds ptr, ptr %table, i64 4
  %v10 = load ptr, ptr %v9
  %v11 = getelementptr inbounds i8, ptr %v10, i64 0
  call void @matmul_float32_7_4_8_4_1_8_1_8(ptr %v2, ptr %v4, ptr %v11)
  br label %loop_12
loop_12:
  %i_12 = phi i64 [ 0, %entry ], [ %next_12, %loop_12 ]
  %v13 = mul i64 %i_12, 8
  %v14 = getelementptr inbounds float, ptr %v11, i64 %v13
  %v15 = load <8 x float>, ptr %v14, align 4
  %v16 = load <8 x float>, ptr %v6, align 4
  %v17 = fadd <8 x float> %v15, %v16
  %v18 = fcmp ogt <8 x float> %v17, splat (float 0x0000000000000000)
  %v19 = select <8 x i1> %v18, <8 x float> %v17, <8 x float> splat (float 0x0000000000000000)
  %v20 = fcmp uno <8 x float> %v17, %v17
  %v21 = select <8 x i1> %v20, <8 x float> %v17, <8 x float> %v19
  %v22 = getelementptr inbounds float, ptr %v8, i64 %v13
  store <8 x float> %v21, ptr %v22, align 4
  %next_12 = add nsw i64 %i_12, 1
  %more_12 = icmp slt i64 %next_12, 7
  br i1 %more_12, label %loop_12, label %done_12
done_12:
  ret i32 0
failure:
  ret i32 1
}

declare void @sgemm(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
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
  %size_n0 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %loop_8 ]
  %v9 = mul i64 %i_8, 8
  %v10 = getelementptr inbounds float, ptr %v6, i64 %v9
  %v11 = load <8 x float>, ptr %v10, align 4
  %v12 = load <8 x float>, ptr %v2, align 4
  %v13 = fadd <8 x float> %v11, %v12
  %v14 = fcmp ogt <8 x float> %v13, splat (float 0x0000000000000000)
  %v15 = select <8 x i1> %v14, <8 x float> %v13, <8 x float> splat (float 0x0000000000000000)
  %v16 = fcmp uno <8 x float> %v13, %v13
  %v17 = select <8 x i1> %v16, <8 x float> %v13, <8 x float> %v15
  %v18 = getelementptr inbounds float, ptr %v4, i64 %v9
  store <8 x float> %v17, ptr %v18, align 4
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_17 = alloca i8, align 64
  %slot_18 = alloca i32, align 64
  %slot_19 = alloca i8, align 64
  %slot_20 = alloca i32, align 64
  %slot_21 = alloca i32, align 64
  %slot_22 = alloca i32, align 64
  %slot_25 = alloca i32, align 64
  %slot_26 = alloca float, align 64
  %slot_27 = alloca float, align 64
  %slot_28 = alloca i32, align 64
  %slot_39 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds ptr, ptr %table, i64 3
  %v8 = load ptr, ptr %v7
  %v9 = getelementptr inbounds i64, ptr %table, i64 5
  %size_n0 = load i64, ptr %v9
  %v10 = getelementptr inbounds ptr, ptr %table, i64 4
  %v11 = load ptr, ptr %v10
  %row_12_0_0 = mul i64 32, %size_n0
  %row_12_0 = add i64 0, %row_12_0_0
  %row_12 = add i64 %row_12_0, 0
  %v13 = getelementptr inbounds i8, ptr %v11, i64 0
  %v14 = add i64 0, %row_12
  %v15 = add i64 %v14, 63
  %v16 = and i64 %v15, -64
  store i8 78, ptr %slot_17
  store i32 8, ptr %slot_18
  store i8 78, ptr %slot_19
  store i32 4, ptr %slot_20
  store i32 8, ptr %slot_21
  %size_23_0_0 = mul i64 1, %size_n0
  %size_23_0 = add i64 0, %size_23_0_0
  %size_23 = add i64 %size_23_0, 0
  %v24 = trunc i64 %size_23 to i32
  store i32 %v24, ptr %slot_22
  store i32 4, ptr %slot_25
  store float 0x3FF0000000000000, ptr %slot_26
  store float 0x0000000000000000, ptr %slot_27
  store i32 8, ptr %slot_28
  call void @sgemm(ptr %slot_17, ptr %slot_19, ptr %slot_21, ptr %slot_22, ptr %slot_25, ptr %slot_26, ptr %v4, ptr %slot_18, ptr %v2, ptr %slot_20, ptr %slot_27, ptr %v13, ptr %slot_28)
  %v29 = or i64 40, 1
  %size_30_0_0 = mul i64 1, %size_n0
  %size_30_0 = add i64 0, %size_30_0_0
  %size_30 = add i64 %size_30_0, 0
  %v31 = and i64 %size_30, -1
  %v32 = mul i64 %v31, %v29
  %v33 = icmp sge i64 %v32, 524288
  %v34 = mul i64 %v29, 1
  %v35 = sdiv i64 262144, %v34
  %v36 = add i64 %v35, 1
  %v37 = mul i64 %v36, 1
  %v38 = select i1 %v33, i64 %v37, i64 %v31
  %v40 = getelementptr inbounds i64, ptr %slot_39, i64 0
  store ptr null, ptr %v40
  %v41 = getelementptr inbounds i64, ptr %slot_39, i64 1
  store ptr %v6, ptr %v41
  %v42 = getelementptr inbounds i64, ptr %slot_39, i64 2
  store ptr %v8, ptr %v42
  %v43 = getelementptr inbounds i64, ptr %slot_39, i64 3
  store ptr %v13, ptr %v43
  %v44 = getelementptr inbounds i64, ptr %slot_39, i64 4
  store i64 %size_n0, ptr %v44
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_39, i64 %v31, i64 %v38)
  ret i32 0
failure:
  ret i32 1
}
