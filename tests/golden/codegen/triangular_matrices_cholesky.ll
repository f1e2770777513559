declare float @llvm.sqrt.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [9 x float], align 64
  %slot_6 = alloca [9 x float], align 64
  %slot_7 = alloca [3 x float], align 64
  %slot_8 = alloca i64, align 64
  %slot_16 = alloca i64, align 64
  %slot_17 = alloca i64, align 64
  store i64 65536, ptr %slot_16
  store i64 65536, ptr %slot_17
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v9 = load <8 x float>, ptr %v2, align 4
  store <8 x float> %v9, ptr %slot_5, align 4
  %v10 = getelementptr inbounds float, ptr %v2, i64 8
  %v11 = load float, ptr %v10, align 4
  %v12 = getelementptr inbounds float, ptr %slot_5, i64 8
  store float %v11, ptr %v12, align 4
  store i64 0, ptr %slot_8, align 8
  br label %head_13
head_13:
  %v14 = load i64, ptr %slot_8, align 8
  %v15 = icmp slt i64 %v14, 3
  br i1 %v15, label %body_13, label %after_13
body_13:
  %v18 = load i64, ptr %slot_16
  %v19 = sub i64 %v18, 1
  store i64 %v19, ptr %slot_16
  %v20 = icmp eq i64 %v19, 0
  br i1 %v20, label %then_21, label %end_21
then_21:
  %v22 = load i64, ptr %slot_17
  %v23 = call i64 @ask(ptr @python_go_on, i64 %v22)
  store i64 %v23, ptr %slot_16
  store i64 %v23, ptr %slot_17
  %v25 = icmp ne i64 %v23, 0
  br i1 %v25, label %goes_24, label %failure
goes_24:
  br label %end_21
end_21:
  %v27 = load i64, ptr %slot_8, align 8
  %v28 = call i64 @llvm.smax.i64(i64 %v27, i64 0)
  %v29 = call i64 @llvm.smin.i64(i64 %v28, i64 2)
  %v30 = mul i64 %v29, 4
  %v31 = getelementptr inbounds float, ptr %slot_5, i64 %v30
  %v32 = load float, ptr %v31, align 4
  %v33 = fcmp ogt float %v32, 0x0000000000000000
  %v37 = call float @llvm.sqrt.f32(float %v32)
  br label %loop_26
loop_26:
  %i_26 = phi i64 [ 0, %end_21 ], [ %next_26, %checked_34 ]
  br i1 %v33, label %checked_34, label %failure
checked_34:
  %v35 = icmp slt i64 %i_26, %v27
  %v36 = icmp eq i64 %i_26, %v27
  %v38 = mul i64 %i_26, 3
  %v39 = add i64 %v29, %v38
  %v40 = getelementptr inbounds float, ptr %slot_5, i64 %v39
  %v41 = load float, ptr %v40, align 4
  %v42 = fdiv float %v41, %v37
  %v43 = select i1 %v36, float %v37, float %v42
  %v44 = select i1 %v35, float 0x0000000000000000, float %v43
  %v45 = getelementptr inbounds float, ptr %slot_7, i64 %i_26
  store float %v44, ptr %v45, align 4
  %v46 = getelementptr inbounds float, ptr %slot_6, i64 %v39
  store float %v44, ptr %v46, align 4
  %next_26 = add nsw i64 %i_26, 1
  %more_26 = icmp slt i64 %next_26, 3
  br i1 %more_26, label %loop_26, label %done_26
done_26:
  br label %loop_47
loop_47:
  %i_47 = phi i64 [ 0, %done_26 ], [ %next_47, %loop_47 ]
  %v48 = getelementptr inbounds float, ptr %slot_7, i64 %i_47
  %v49 = load float, ptr %v48, align 4
  %v50 = load <2 x float>, ptr %slot_7, align 4
  %v51 = insertelement <2 x float> poison, float %v49, i64 0
  %v52 = shufflevector <2 x float> %v51, <2 x float> poison, <2 x i32> zeroinitializer
  %v53 = fmul <2 x float> %v52, %v50
  %v54 = mul i64 %i_47, 3
  %v55 = getelementptr inbounds float, ptr %slot_5, i64 %v54
  %v56 = load <2 x float>, ptr %v55, align 4
  %v57 = fsub <2 x float> %v56, %v53
  store <2 x float> %v57, ptr %v55, align 4
  %v58 = getelementptr inbounds float, ptr %slot_7, i64 2
  %v59 = load float, ptr %v58, align 4
  %v60 = fmul float %v49, %v59
  %v61 = add i64 %v54, 2
  %v62 = getelementptr inbounds float, ptr %slot_5, i64 %v61
  %v63 = load float, ptr %v62, align 4
  %v64 = fsub float %v63, %v60
  store float %v64, ptr %v62, align 4
  %next_47 = add nsw i64 %i_47, 1
  %more_47 = icmp slt i64 %next_47, 3
  br i1 %more_47, label %loop_47, label %done_47
done_47:
  %v65 = load i64, ptr %slot_8, align 8
  %v66 = add i64 %v65, 1
  store i64 %v66, ptr %slot_8, align 8
  br label %head_13
after_13:
  %v67 = load <8 x float>, ptr %slot_6, align 4
  store <8 x float> %v67, ptr %v4, align 4
  %v68 = getelementptr inbounds float, ptr %slot_6, i64 8
  %v69 = load float, ptr %v68, align 4
  %v70 = getelementptr inbounds float, ptr %v4, i64 8
  store float %v69, ptr %v70, align 4
  ret i32 0
failure:
  ret i32 1
}
