declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [6 x float], align 64
  %slot_8 = alloca [2 x float], align 64
  %slot_9 = alloca i64, align 64
  %slot_18 = alloca i64, align 64
  %slot_19 = alloca i64, align 64
  store i64 65536, ptr %slot_18
  store i64 65536, ptr %slot_19
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v10 = load <4 x float>, ptr %v4, align 4
  store <4 x float> %v10, ptr %slot_7, align 4
  br label %loop_11
loop_11:
  %i_11 = phi i64 [ 4, %entry ], [ %next_11, %loop_11 ]
  %v12 = getelementptr inbounds float, ptr %v4, i64 %i_11
  %v13 = load float, ptr %v12, align 4
  %v14 = getelementptr inbounds float, ptr %slot_7, i64 %i_11
  store float %v13, ptr %v14, align 4
  %next_11 = add nsw i64 %i_11, 1
  %more_11 = icmp slt i64 %next_11, 6
  br i1 %more_11, label %loop_11, label %done_11
done_11:
  store i64 0, ptr %slot_9, align 8
  br label %head_15
head_15:
  %v16 = load i64, ptr %slot_9, align 8
  %v17 = icmp slt i64 %v16, 3
  br i1 %v17, label %body_15, label %after_15
body_15:
  %v20 = load i64, ptr %slot_18
  %v21 = sub i64 %v20, 1
  store i64 %v21, ptr %slot_18
  %v22 = icmp eq i64 %v21, 0
  br i1 %v22, label %then_23, label %end_23
then_23:
  %v24 = load i64, ptr %slot_19
  %v25 = call i64 @ask(ptr @python_go_on, i64 %v24)
  store i64 %v25, ptr %slot_18
  store i64 %v25, ptr %slot_19
  %v27 = icmp ne i64 %v25, 0
  br i1 %v27, label %goes_26, label %failure
goes_26:
  br label %end_23
end_23:
  %v28 = load i64, ptr %slot_9, align 8
  %v29 = call i64 @llvm.smax.i64(i64 %v28, i64 0)
  %v30 = call i64 @llvm.smin.i64(i64 %v29, i64 2)
  %v31 = mul i64 %v30, 2
  %v32 = getelementptr inbounds float, ptr %slot_7, i64 %v31
  %v33 = load <2 x float>, ptr %v32, align 4
  %v34 = mul i64 %v30, 4
  %v35 = getelementptr inbounds float, ptr %v2, i64 %v34
  %v36 = load float, ptr %v35, align 4
  %v37 = insertelement <2 x float> poison, float %v36, i64 0
  %v38 = shufflevector <2 x float> %v37, <2 x float> poison, <2 x i32> zeroinitializer
  %v39 = fdiv <2 x float> %v33, %v38
  store <2 x float> %v39, ptr %slot_8, align 4
  %v40 = getelementptr inbounds float, ptr %slot_7, i64 %v31
  store <2 x float> %v39, ptr %v40, align 4
  %v42 = load i64, ptr %slot_9, align 8
  %v44 = call i64 @llvm.smax.i64(i64 %v42, i64 0)
  %v45 = call i64 @llvm.smin.i64(i64 %v44, i64 2)
  br label %loop_41
loop_41:
  %i_41 = phi i64 [ 0, %end_23 ], [ %next_41, %loop_41 ]
  %v43 = icmp sgt i64 %i_41, %v42
  %v46 = mul i64 %i_41, 3
  %v47 = add i64 %v45, %v46
  %v48 = getelementptr inbounds float, ptr %v2, i64 %v47
  %v49 = load float, ptr %v48, align 4
  %v50 = load <2 x float>, ptr %slot_8, align 4
  %v51 = insertelement <2 x float> poison, float %v49, i64 0
  %v52 = shufflevector <2 x float> %v51, <2 x float> poison, <2 x i32> zeroinitializer
  %v53 = fmul <2 x float> %v52, %v50
  %v54 = insertelement <2 x i1> poison, i1 %v43, i64 0
  %v55 = shufflevector <2 x i1> %v54, <2 x i1> poison, <2 x i32> zeroinitializer
  %v56 = select <2 x i1> %v55, <2 x float> %v53, <2 x float> splat (float 0x0000000000000000)
  %v57 = mul i64 %i_41, 2
  %v58 = getelementptr inbounds float, ptr %slot_7, i64 %v57
  %v59 = load <2 x float>, ptr %v58, align 4
  %v60 = fsub <2 x float> %v59, %v56
  store <2 x float> %v60, ptr %v58, align 4
  %next_41 = add nsw i64 %i_41, 1
  %more_41 = icmp slt i64 %next_41, 3
  br i1 %more_41, label %loop_41, label %done_41
done_41:
  %v61 = load i64, ptr %slot_9, align 8
  %v62 = add i64 %v61, 1
  store i64 %v62, ptr %slot_9, align 8
  br label %head_15
after_15:
  %v63 = load <4 x float>, ptr %slot_7, align 4
  store <4 x float> %v63, ptr %v6, align 4
  br label %loop_64
loop_64:
  %i_64 = phi i64 [ 4, %after_15 ], [ %next_64, %loop_64 ]
  %v65 = getelementptr inbounds float, ptr %slot_7, i64 %i_64
  %v66 = load float, ptr %v65, align 4
  %v67 = getelementptr inbounds float, ptr %v6, i64 %i_64
  store float %v66, ptr %v67, align 4
  %next_64 = add nsw i64 %i_64, 1
  %more_64 = icmp slt i64 %next_64, 6
  br i1 %more_64, label %loop_64, label %done_64
done_64:
  ret i32 0
failure:
  ret i32 1
}
