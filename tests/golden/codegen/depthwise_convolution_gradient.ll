
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_12 = alloca [8 x float], align 64
  %slot_13 = alloca float, align 64
  %slot_14 = alloca [8 x float], align 64
  %slot_15 = alloca [8 x float], align 64
  %slot_18 = alloca <2 x float>, align 64
  %slot_19 = alloca <2 x float>, align 64
  %slot_59 = alloca <2 x float>, align 64
  %slot_60 = alloca <2 x float>, align 64
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
  br label %loop_16
loop_16:
  %i_16 = phi i64 [ 0, %entry ], [ %next_16, %done_17 ]
  %v22 = mul i64 %i_16, 6
  %v42 = mul i64 %i_16, 4
  br label %loop_17
loop_17:
  %i_17 = phi i64 [ 0, %loop_16 ], [ %next_17, %done_20 ]
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_18
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_19
  %v23 = mul i64 %i_17, 2
  %v24 = add i64 %v22, %v23
  br label %loop_20
loop_20:
  %i_20 = phi i64 [ 0, %loop_17 ], [ %next_20, %done_21 ]
  %v25 = mul i64 %i_20, 6
  %v26 = add i64 %v24, %v25
  %v31 = mul i64 %i_20, 4
  br label %loop_21
loop_21:
  %i_21 = phi i64 [ 0, %loop_20 ], [ %next_21, %loop_21 ]
  %v27 = mul i64 %i_21, 2
  %v28 = add i64 %v26, %v27
  %v29 = getelementptr inbounds float, ptr %v2, i64 %v28
  %v30 = load <2 x float>, ptr %v29, align 4
  %v32 = mul i64 %i_21, 2
  %v33 = add i64 %v31, %v32
  %v34 = getelementptr inbounds float, ptr %v4, i64 %v33
  %v35 = load <2 x float>, ptr %v34, align 4
  %v36 = fmul <2 x float> %v30, %v35
  %v37 = load <2 x float>, ptr %slot_18
  %v38 = fadd <2 x float> %v37, %v36
  store <2 x float> %v38, ptr %slot_18
  %next_21 = add nsw i64 %i_21, 1
  %more_21 = icmp slt i64 %next_21, 2
  br i1 %more_21, label %loop_21, label %done_21
done_21:
  %next_20 = add nsw i64 %i_20, 1
  %more_20 = icmp slt i64 %next_20, 2
  br i1 %more_20, label %loop_20, label %done_20
done_20:
  %v39 = load <2 x float>, ptr %slot_18
  %v40 = load <2 x float>, ptr %slot_19
  %v41 = fadd <2 x float> %v40, %v39
  %v43 = mul i64 %i_17, 2
  %v44 = add i64 %v42, %v43
  %v45 = getelementptr inbounds float, ptr %slot_12, i64 %v44
  store <2 x float> %v41, ptr %v45, align 4
  %next_17 = add nsw i64 %i_17, 1
  %more_17 = icmp slt i64 %next_17, 2
  br i1 %more_17, label %loop_17, label %done_17
done_17:
  %next_16 = add nsw i64 %i_16, 1
  %more_16 = icmp slt i64 %next_16, 2
  br i1 %more_16, label %loop_16, label %done_16
done_16:
  store float 0x3FF0000000000000, ptr %slot_13, align 4
  %v46 = load float, ptr %slot_13, align 4
  %v47 = load <8 x float>, ptr %slot_12, align 4
  %v48 = fmul <8 x float> splat (float 0x4000000000000000), %v47
  %v49 = insertelement <8 x float> poison, float %v46, i64 0
  %v50 = shufflevector <8 x float> %v49, <8 x float> poison, <8 x i32> zeroinitializer
  %v51 = fmul <8 x float> %v50, %v48
  store <8 x float> %v51, ptr %slot_14, align 4
  store <8 x float> splat (float 0x0000000000000000), ptr %v11, align 4
  br label %loop_52
loop_52:
  %i_52 = phi i64 [ 0, %done_16 ], [ %next_52, %done_53 ]
  %v54 = mul i64 %i_52, 4
  %v63 = mul i64 %i_52, 6
  br label %loop_53
loop_53:
  %i_53 = phi i64 [ 0, %loop_52 ], [ %next_53, %done_61 ]
  %v55 = mul i64 %i_53, 2
  %v56 = add i64 %v54, %v55
  %v57 = getelementptr inbounds float, ptr %v4, i64 %v56
  %v58 = load <2 x float>, ptr %v57, align 4
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_59
  store <2 x float> splat (float 0x0000000000000000), ptr %slot_60
  %v64 = mul i64 %i_53, 2
  %v65 = add i64 %v63, %v64
  br label %loop_61
loop_61:
  %i_61 = phi i64 [ 0, %loop_53 ], [ %next_61, %done_62 ]
  %v66 = mul i64 %i_61, 6
  %v67 = add i64 %v65, %v66
  %v72 = mul i64 %i_61, 4
  br label %loop_62
loop_62:
  %i_62 = phi i64 [ 0, %loop_61 ], [ %next_62, %loop_62 ]
  %v68 = mul i64 %i_62, 2
  %v69 = add i64 %v67, %v68
  %v70 = getelementptr inbounds float, ptr %v2, i64 %v69
  %v71 = load <2 x float>, ptr %v70, align 4
  %v73 = mul i64 %i_62, 2
  %v74 = add i64 %v72, %v73
  %v75 = getelementptr inbounds float, ptr %slot_14, i64 %v74
  %v76 = load <2 x float>, ptr %v75, align 4
  %v77 = fmul <2 x float> %v71, %v76
  %v78 = load <2 x float>, ptr %slot_59
  %v79 = fadd <2 x float> %v78, %v77
  store <2 x float> %v79, ptr %slot_59
  %next_62 = add nsw i64 %i_62, 1
  %more_62 = icmp slt i64 %next_62, 2
  br i1 %more_62, label %loop_62, label %done_62
done_62:
  %next_61 = add nsw i64 %i_61, 1
  %more_61 = icmp slt i64 %next_61, 2
  br i1 %more_61, label %loop_61, label %done_61
done_61:
  %v80 = load <2 x float>, ptr %slot_59
  %v81 = load <2 x float>, ptr %slot_60
  %v82 = fadd <2 x float> %v81, %v80
  %v83 = getelementptr inbounds float, ptr %slot_15, i64 %v56
  store <2 x float> %v58, ptr %v83, align 4
  %v84 = getelementptr inbounds float, ptr %v8, i64 %v56
  store <2 x float> %v82, ptr %v84, align 4
  %next_53 = add nsw i64 %i_53, 1
  %more_53 = icmp slt i64 %next_53, 2
  br i1 %more_53, label %loop_53, label %done_53
done_53:
  %next_52 = add nsw i64 %i_52, 1
  %more_52 = icmp slt i64 %next_52, 2
  br i1 %more_52, label %loop_52, label %done_52
done_52:
  %v85 = getelementptr inbounds float, ptr %v11, i64 24
  store <8 x float> splat (float 0x0000000000000000), ptr %v85, align 4
  br label %loop_86
loop_86:
  %i_86 = phi i64 [ 0, %done_52 ], [ %next_86, %loop_86 ]
  %v87 = mul i64 %i_86, 8
  %v88 = add i64 8, %v87
  %v89 = getelementptr inbounds float, ptr %v11, i64 %v88
  store <2 x float> splat (float 0x0000000000000000), ptr %v89, align 4
  %next_86 = add nsw i64 %i_86, 1
  %more_86 = icmp slt i64 %next_86, 2
  br i1 %more_86, label %loop_86, label %done_86
done_86:
  br label %loop_90
loop_90:
  %i_90 = phi i64 [ 0, %done_86 ], [ %next_90, %loop_90 ]
  %v91 = mul i64 %i_90, 8
  %v92 = add i64 14, %v91
  %v93 = getelementptr inbounds float, ptr %v11, i64 %v92
  store <2 x float> splat (float 0x0000000000000000), ptr %v93, align 4
  %next_90 = add nsw i64 %i_90, 1
  %more_90 = icmp slt i64 %next_90, 2
  br i1 %more_90, label %loop_90, label %done_90
done_90:
  br label %loop_94
loop_94:
  %i_94 = phi i64 [ 0, %done_90 ], [ %next_94, %loop_94 ]
  %v95 = mul i64 %i_94, 4
  %v96 = getelementptr inbounds float, ptr %slot_14, i64 %v95
  %v97 = load <4 x float>, ptr %v96, align 4
  %v98 = mul i64 %i_94, 8
  %v99 = add i64 10, %v98
  %v100 = getelementptr inbounds float, ptr %v11, i64 %v99
  store <4 x float> %v97, ptr %v100, align 4
  %next_94 = add nsw i64 %i_94, 1
  %more_94 = icmp slt i64 %next_94, 2
  br i1 %more_94, label %loop_94, label %done_94
done_94:
  br label %loop_101
loop_101:
  %i_101 = phi i64 [ 0, %done_94 ], [ %next_101, %done_102 ]
  %v103 = mul i64 %i_101, 8
  %v104 = add i64 10, %v103
  %v111 = mul i64 %i_101, 8
  %v112 = add i64 8, %v111
  %v121 = mul i64 %i_101, 8
  %v122 = add i64 2, %v121
  %v131 = mul i64 %i_101, 8
  %v140 = mul i64 %i_101, 6
  br label %loop_102
loop_102:
  %i_102 = phi i64 [ 0, %loop_101 ], [ %next_102, %loop_102 ]
  %v105 = mul i64 %i_102, 2
  %v106 = add i64 %v104, %v105
  %v107 = getelementptr inbounds float, ptr %v11, i64 %v106
  %v108 = load <2 x float>, ptr %v107, align 4
  %v109 = load <2 x float>, ptr %slot_15, align 4
  %v110 = fmul <2 x float> %v108, %v109
  %v113 = mul i64 %i_102, 2
  %v114 = add i64 %v112, %v113
  %v115 = getelementptr inbounds float, ptr %v11, i64 %v114
  %v116 = load <2 x float>, ptr %v115, align 4
  %v117 = getelementptr inbounds float, ptr %slot_15, i64 2
  %v118 = load <2 x float>, ptr %v117, align 4
  %v119 = fmul <2 x float> %v116, %v118
  %v120 = fadd <2 x float> %v110, %v119
  %v123 = mul i64 %i_102, 2
  %v124 = add i64 %v122, %v123
  %v125 = getelementptr inbounds float, ptr %v11, i64 %v124
  %v126 = load <2 x float>, ptr %v125, align 4
  %v127 = getelementptr inbounds float, ptr %slot_15, i64 4
  %v128 = load <2 x float>, ptr %v127, align 4
  %v129 = fmul <2 x float> %v126, %v128
  %v130 = fadd <2 x float> %v120, %v129
  %v132 = mul i64 %i_102, 2
  %v133 = add i64 %v131, %v132
  %v134 = getelementptr inbounds float, ptr %v11, i64 %v133
  %v135 = load <2 x float>, ptr %v134, align 4
  %v136 = getelementptr inbounds float, ptr %slot_15, i64 6
  %v137 = load <2 x float>, ptr %v136, align 4
  %v138 = fmul <2 x float> %v135, %v137
  %v139 = fadd <2 x float> %v130, %v138
  %v141 = mul i64 %i_102, 2
  %v142 = add i64 %v140, %v141
  %v143 = getelementptr inbounds float, ptr %v6, i64 %v142
  store <2 x float> %v139, ptr %v143, align 4
  %next_102 = add nsw i64 %i_102, 1
  %more_102 = icmp slt i64 %next_102, 3
  br i1 %more_102, label %loop_102, label %done_102
done_102:
  %next_101 = add nsw i64 %i_101, 1
  %more_101 = icmp slt i64 %next_101, 3
  br i1 %more_101, label %loop_101, label %done_101
done_101:
  ret i32 0
failure:
  ret i32 1
}
