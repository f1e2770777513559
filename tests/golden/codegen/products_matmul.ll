declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)

define internal void @matmul_float32_7_3_5_3_1_5_1_5(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca <8 x float>, align 64
  %slot_2 = alloca <8 x float>, align 64
  %slot_3 = alloca <8 x float>, align 64
  %slot_4 = alloca <8 x float>, align 64
  %slot_5 = alloca <8 x float>, align 64
  %slot_6 = alloca <8 x float>, align 64
  %slot_7 = alloca <8 x float>, align 64
  %v8 = getelementptr inbounds float, ptr %out, i64 5
  %v9 = getelementptr inbounds float, ptr %out, i64 10
  %v10 = getelementptr inbounds float, ptr %out, i64 15
  %v11 = getelementptr inbounds float, ptr %out, i64 20
  %v12 = getelementptr inbounds float, ptr %out, i64 25
  %v13 = getelementptr inbounds float, ptr %out, i64 30
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
  %v21 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %right, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>, <8 x float> splat (float 0x0000000000000000))
  %v22 = load float, ptr %left, align 4
  %v23 = insertelement <8 x float> poison, float %v22, i64 0
  %v24 = shufflevector <8 x float> %v23, <8 x float> poison, <8 x i32> zeroinitializer
  %v25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v24, <8 x float> %v21, <8 x float> %v14)
  %v26 = getelementptr inbounds float, ptr %left, i64 3
  %v27 = load float, ptr %v26, align 4
  %v28 = insertelement <8 x float> poison, float %v27, i64 0
  %v29 = shufflevector <8 x float> %v28, <8 x float> poison, <8 x i32> zeroinitializer
  %v30 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v29, <8 x float> %v21, <8 x float> %v15)
  %v31 = getelementptr inbounds float, ptr %left, i64 6
  %v32 = load float, ptr %v31, align 4
  %v33 = insertelement <8 x float> poison, float %v32, i64 0
  %v34 = shufflevector <8 x float> %v33, <8 x float> poison, <8 x i32> zeroinitializer
  %v35 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v34, <8 x float> %v21, <8 x float> %v16)
  %v36 = getelementptr inbounds float, ptr %left, i64 9
  %v37 = load float, ptr %v36, align 4
  %v38 = insertelement <8 x float> poison, float %v37, i64 0
  %v39 = shufflevector <8 x float> %v38, <8 x float> poison, <8 x i32> zeroinitializer
  %v40 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v39, <8 x float> %v21, <8 x float> %v17)
  %v41 = getelementptr inbounds float, ptr %left, i64 12
  %v42 = load float, ptr %v41, align 4
  %v43 = insertelement <8 x float> poison, float %v42, i64 0
  %v44 = shufflevector <8 x float> %v43, <8 x float> poison, <8 x i32> zeroinitializer
  %v45 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v44, <8 x float> %v21, <8 x float> %v18)
  %v46 = getelementptr inbounds float, ptr %left, i64 15
  %v47 = load float, ptr %v46, align 4
  %v48 = insertelement <8 x float> poison, float %v47, i64 0
  %v49 = shufflevector <8 x float> %v48, <8 x float> poison, <8 x i32> zeroinitializer
  %v50 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v49, <8 x float> %v21, <8 x float> %v19)
  %v51 = getelementptr inbounds float, ptr %left, i64 18
  %v52 = load float, ptr %v51, align 4
  %v53 = insertelement <8 x float> poison, float %v52, i64 0
  %v54 = shufflevector <8 x float> %v53, <8 x float> poison, <8 x i32> zeroinitializer
  %v55 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v54, <8 x float> %v21, <8 x float> %v20)
  %v56 = getelementptr inbounds float, ptr %left, i64 1
  %v57 = getelementptr inbounds float, ptr %right, i64 5
  %v58 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %v57, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>, <8 x float> splat (float 0x0000000000000000))
  %v59 = load float, ptr %v56, align 4
  %v60 = insertelement <8 x float> poison, float %v59, i64 0
  %v61 = shufflevector <8 x float> %v60, <8 x float> poison, <8 x i32> zeroinitializer
  %v62 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v61, <8 x float> %v58, <8 x float> %v25)
  %v63 = getelementptr inbounds float, ptr %v56, i64 3
  %v64 = load float, ptr %v63, align 4
  %v65 = insertelement <8 x float> poison, float %v64, i64 0
  %v66 = shufflevector <8 x float> %v65, <8 x float> poison, <8 x i32> zeroinitializer
  %v67 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v66, <8 x float> %v58, <8 x float> %v30)
  %v68 = getelementptr inbounds float, ptr %v56, i64 6
  %v69 = load float, ptr %v68, align 4
  %v70 = insertelement <8 x float> poison, float %v69, i64 0
  %v71 = shufflevector <8 x float> %v70, <8 x float> poison, <8 x i32> zeroinitializer
  %v72 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v71, <8 x float> %v58, <8 x float> %v35)
  %v73 = getelementptr inbounds float, ptr %v56, i64 9
  %v74 = load float, ptr %v73, align 4
  %v75 = insertelement <8 x float> poison, float %v74, i64 0
  %v76 = shufflevector <8 x float> %v75, <8 x float> poison, <8 x i32> zeroinitializer
  %v77 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v76, <8 x float> %v58, <8 x float> %v40)
  %v78 = getelementptr inbounds float, ptr %v56, i64 12
  %v79 = load float, ptr %v78, align 4
  %v80 = insertelement <8 x float> poison, float %v79, i64 0
  %v81 = shufflevector <8 x float> %v80, <8 x float> poison, <8 x i32> zeroinitializer
  %v82 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v81, <8 x float> %v58, <8 x float> %v45)
  %v83 = getelementptr inbounds float, ptr %v56, i64 15
  %v84 = load float, ptr %v83, align 4
  %v85 = insertelement <8 x float> poison, float %v84, i64 0
  %v86 = shufflevector <8 x float> %v85, <8 x float> poison, <8 x i32> zeroinitializer
  %v87 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v86, <8 x float> %v58, <8 x float> %v50)
  %v88 = getelementptr inbounds float, ptr %v56, i64 18
  %v89 = load float, ptr %v88, align 4
  %v90 = insertelement <8 x float> poison, float %v89, i64 0
  %v91 = shufflevector <8 x float> %v90, <8 x float> poison, <8 x i32> zeroinitializer
  %v92 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v91, <8 x float> %v58, <8 x float> %v55)
  %v93 = getelementptr inbounds float, ptr %left, i64 2
  %v94 = getelementptr inbounds float, ptr %right, i64 10
  %v95 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %v94, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>, <8 x float> splat (float 0x0000000000000000))
  %v96 = load float, ptr %v93, align 4
  %v97 = insertelement <8 x float> poison, float %v96, i64 0
  %v98 = shufflevector <8 x float> %v97, <8 x float> poison, <8 x i32> zeroinitializer
  %v99 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v98, <8 x float> %v95, <8 x float> %v62)
  %v100 = getelementptr inbounds float, ptr %v93, i64 3
  %v101 = load float, ptr %v100, align 4
  %v102 = insertelement <8 x float> poison, float %v101, i64 0
  %v103 = shufflevector <8 x float> %v102, <8 x float> poison, <8 x i32> zeroinitializer
  %v104 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v103, <8 x float> %v95, <8 x float> %v67)
  %v105 = getelementptr inbounds float, ptr %v93, i64 6
  %v106 = load float, ptr %v105, align 4
  %v107 = insertelement <8 x float> poison, float %v106, i64 0
  %v108 = shufflevector <8 x float> %v107, <8 x float> poison, <8 x i32> zeroinitializer
  %v109 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v108, <8 x float> %v95, <8 x float> %v72)
  %v110 = getelementptr inbounds float, ptr %v93, i64 9
  %v111 = load float, ptr %v110, align 4
  %v112 = insertelement <8 x float> poison, float %v111, i64 0
  %v113 = shufflevector <8 x float> %v112, <8 x float> poison, <8 x i32> zeroinitializer
  %v114 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v113, <8 x float> %v95, <8 x float> %v77)
  %v115 = getelementptr inbounds float, ptr %v93, i64 12
  %v116 = load float, ptr %v115, align 4
  %v117 = insertelement <8 x float> poison, float %v116, i64 0
  %v118 = shufflevector <8 x float> %v117, <8 x float> poison, <8 x i32> zeroinitializer
  %v119 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v118, <8 x float> %v95, <8 x float> %v82)
  %v120 = getelementptr inbounds float, ptr %v93, i64 15
  %v121 = load float, ptr %v120, align 4
  %v122 = insertelement <8 x float> poison, float %v121, i64 0
  %v123 = shufflevector <8 x float> %v122, <8 x float> poison, <8 x i32> zeroinitializer
  %v124 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v123, <8 x float> %v95, <8 x float> %v87)
  %v125 = getelementptr inbounds float, ptr %v93, i64 18
  %v126 = load float, ptr %v125, align 4
  %v127 = insertelement <8 x float> poison, float %v126, i64 0
  %v128 = shufflevector <8 x float> %v127, <8 x float> poison, <8 x i32> zeroinitializer
  %v129 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v128, <8 x float> %v95, <8 x float> %v92)
  store <8 x float> %v99, ptr %slot_1
  store <8 x float> %v104, ptr %slot_2
  store <8 x float> %v109, ptr %slot_3
  store <8 x float> %v114, ptr %slot_4
  store <8 x float> %v119, ptr %slot_5
  store <8 x float> %v124, ptr %slot_6
  store <8 x float> %v129, ptr %slot_7
  %v130 = load <8 x float>, ptr %slot_1
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v130, ptr %out, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v131 = load <8 x float>, ptr %slot_2
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v131, ptr %v8, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v132 = load <8 x float>, ptr %slot_3
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v132, ptr %v9, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v133 = load <8 x float>, ptr %slot_4
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v133, ptr %v10, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v134 = load <8 x float>, ptr %slot_5
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v134, ptr %v11, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v135 = load <8 x float>, ptr %slot_6
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v135, ptr %v12, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  %v136 = load <8 x float>, ptr %slot_7
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v136, ptr %v13, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
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
  call void @matmul_float32_7_3_5_3_1_5_1_5(ptr %v2, ptr %v4, ptr %v6)
  ret i32 0
failure:
  ret i32 1
}

declare void @sgemm(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_8 = alloca i8, align 64
  %slot_9 = alloca i32, align 64
  %slot_10 = alloca i8, align 64
  %slot_11 = alloca i32, align 64
  %slot_12 = alloca i32, align 64
  %slot_13 = alloca i32, align 64
  %slot_16 = alloca i32, align 64
  %slot_17 = alloca float, align 64
  %slot_18 = alloca float, align 64
  %slot_19 = alloca i32, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  store i8 78, ptr %slot_8
  store i32 5, ptr %slot_9
  store i8 78, ptr %slot_10
  store i32 3, ptr %slot_11
  store i32 5, ptr %slot_12
  %size_14_0_0 = mul i64 1, %size_n0
  %size_14_0 = add i64 0, %size_14_0_0
  %size_14 = add i64 %size_14_0, 0
  %v15 = trunc i64 %size_14 to i32
  store i32 %v15, ptr %slot_13
  store i32 3, ptr %slot_16
  store float 0x3FF0000000000000, ptr %slot_17
  store float 0x0000000000000000, ptr %slot_18
  store i32 5, ptr %slot_19
  call void @sgemm(ptr %slot_8, ptr %slot_10, ptr %slot_12, ptr %slot_13, ptr %slot_16, ptr %slot_17, ptr %v4, ptr %slot_9, ptr %v2, ptr %slot_11, ptr %slot_18, ptr %v6, ptr %slot_19)
  ret i32 0
failure:
  ret i32 1
}
