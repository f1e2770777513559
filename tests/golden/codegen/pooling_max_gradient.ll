declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [4 x i32], align 64
  %slot_6 = alloca [4 x float], align 64
  %slot_7 = alloca [16 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %entry ], [ %next_8, %loop_8 ]
  %v9 = insertelement <2 x i64> poison, i64 %i_8, i64 0
  %v10 = shufflevector <2 x i64> %v9, <2 x i64> poison, <2 x i32> zeroinitializer
  %v11 = mul <2 x i64> splat (i64 8), %v10
  %v12 = add <2 x i64> %v11, splat (i64 5)
  %v13 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v14 = mul <2 x i64> splat (i64 2), %v13
  %v15 = add <2 x i64> %v12, %v14
  %v16 = getelementptr inbounds float, ptr %v2, <2 x i64> %v15
  %v17 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v16, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v18 = insertelement <2 x i64> poison, i64 %i_8, i64 0
  %v19 = shufflevector <2 x i64> %v18, <2 x i64> poison, <2 x i32> zeroinitializer
  %v20 = mul <2 x i64> splat (i64 8), %v19
  %v21 = add <2 x i64> %v20, splat (i64 4)
  %v22 = mul <2 x i64> splat (i64 2), %v13
  %v23 = add <2 x i64> %v21, %v22
  %v24 = getelementptr inbounds float, ptr %v2, <2 x i64> %v23
  %v25 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v24, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v26 = insertelement <2 x i64> poison, i64 %i_8, i64 0
  %v27 = shufflevector <2 x i64> %v26, <2 x i64> poison, <2 x i32> zeroinitializer
  %v28 = mul <2 x i64> splat (i64 8), %v27
  %v29 = mul <2 x i64> splat (i64 2), %v13
  %v30 = add <2 x i64> %v28, %v29
  %v31 = add <2 x i64> %v30, splat (i64 1)
  %v32 = getelementptr inbounds float, ptr %v2, <2 x i64> %v31
  %v33 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v32, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v34 = insertelement <2 x i64> poison, i64 %i_8, i64 0
  %v35 = shufflevector <2 x i64> %v34, <2 x i64> poison, <2 x i32> zeroinitializer
  %v36 = mul <2 x i64> splat (i64 8), %v35
  %v37 = mul <2 x i64> splat (i64 2), %v13
  %v38 = add <2 x i64> %v36, %v37
  %v39 = getelementptr inbounds float, ptr %v2, <2 x i64> %v38
  %v40 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v39, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v41 = fcmp ogt <2 x float> %v33, %v40
  %v42 = select <2 x i1> %v41, <2 x float> %v33, <2 x float> %v40
  %v43 = fcmp ogt <2 x float> %v25, %v42
  %v44 = select <2 x i1> %v43, <2 x float> %v25, <2 x float> %v42
  %v45 = fcmp ogt <2 x float> %v17, %v44
  %v46 = select <2 x i1> %v41, <2 x i32> splat (i32 1), <2 x i32> splat (i32 0)
  %v47 = select <2 x i1> %v43, <2 x i32> splat (i32 2), <2 x i32> %v46
  %v48 = select <2 x i1> %v45, <2 x i32> splat (i32 3), <2 x i32> %v47
  %v49 = mul i64 %i_8, 2
  %v50 = getelementptr inbounds i32, ptr %slot_5, i64 %v49
  store <2 x i32> %v48, ptr %v50, align 4
  %v51 = getelementptr inbounds float, ptr %slot_6, i64 %v49
  store <2 x float> splat (float 0x3FF0000000000000), ptr %v51, align 4
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 2
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %loop_52
loop_52:
  %i_52 = phi i64 [ 0, %done_8 ], [ %next_52, %done_53 ]
  %v55 = mul i64 %i_52, 2
  %v74 = mul i64 %i_52, 8
  br label %loop_53
loop_53:
  %i_53 = phi i64 [ 0, %loop_52 ], [ %next_53, %done_54 ]
  %v75 = mul i64 %i_53, 4
  %v76 = add i64 %v74, %v75
  br label %loop_54
loop_54:
  %i_54 = phi i64 [ 0, %loop_53 ], [ %next_54, %loop_54 ]
  %v56 = add i64 %v55, %i_54
  %v57 = getelementptr inbounds i32, ptr %slot_5, i64 %v56
  %v58 = load i32, ptr %v57, align 4
  %v59 = insertelement <2 x i64> poison, i64 %i_53, i64 0
  %v60 = shufflevector <2 x i64> %v59, <2 x i64> poison, <2 x i32> zeroinitializer
  %v61 = mul <2 x i64> splat (i64 2), %v60
  %v62 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v63 = mul <2 x i64> splat (i64 1), %v62
  %v64 = add <2 x i64> %v61, %v63
  %v65 = trunc <2 x i64> %v64 to <2 x i32>
  %v66 = insertelement <2 x i32> poison, i32 %v58, i64 0
  %v67 = shufflevector <2 x i32> %v66, <2 x i32> poison, <2 x i32> zeroinitializer
  %v68 = icmp eq <2 x i32> %v67, %v65
  %v69 = getelementptr inbounds float, ptr %slot_6, i64 %v56
  %v70 = load float, ptr %v69, align 4
  %v71 = insertelement <2 x float> poison, float %v70, i64 0
  %v72 = shufflevector <2 x float> %v71, <2 x float> poison, <2 x i32> zeroinitializer
  %v73 = select <2 x i1> %v68, <2 x float> %v72, <2 x float> splat (float 0x0000000000000000)
  %v77 = mul i64 %i_54, 2
  %v78 = add i64 %v76, %v77
  %v79 = getelementptr inbounds float, ptr %slot_7, i64 %v78
  store <2 x float> %v73, ptr %v79, align 4
  %next_54 = add nsw i64 %i_54, 1
  %more_54 = icmp slt i64 %next_54, 2
  br i1 %more_54, label %loop_54, label %done_54
done_54:
  %next_53 = add nsw i64 %i_53, 1
  %more_53 = icmp slt i64 %next_53, 2
  br i1 %more_53, label %loop_53, label %done_53
done_53:
  %next_52 = add nsw i64 %i_52, 1
  %more_52 = icmp slt i64 %next_52, 2
  br i1 %more_52, label %loop_52, label %done_52
done_52:
  br label %loop_80
loop_80:
  %i_80 = phi i64 [ 0, %done_52 ], [ %next_80, %loop_80 ]
  %v81 = getelementptr inbounds float, ptr %slot_7, i64 %i_80
  %v82 = load <8 x float>, ptr %v81, align 4
  %v83 = getelementptr inbounds float, ptr %v4, i64 %i_80
  store <8 x float> %v82, ptr %v83, align 4
  %next_80 = add nsw i64 %i_80, 8
  %more_80 = icmp slt i64 %next_80, 16
  br i1 %more_80, label %loop_80, label %done_80
done_80:
  ret i32 0
failure:
  ret i32 1
}
