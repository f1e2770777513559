declare i1 @llvm.vector.reduce.and.v4i1(<4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [6 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v8 = load <4 x i32>, ptr %v4, align 4
  %v9 = sext <4 x i32> %v8 to <4 x i64>
  %v10 = icmp slt <4 x i64> %v9, splat (i64 3)
  %v11 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v10)
  br i1 %v11, label %checked_12, label %failure
checked_12:
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 4, %checked_12 ], [ %next_13, %checked_18 ]
  %v14 = getelementptr inbounds i32, ptr %v4, i64 %i_13
  %v15 = load i32, ptr %v14, align 4
  %v16 = sext i32 %v15 to i64
  %v17 = icmp slt i64 %v16, 3
  br i1 %v17, label %checked_18, label %failure
checked_18:
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 7
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_7, align 4
  br label %loop_19
loop_19:
  %i_19 = phi i64 [ 4, %done_13 ], [ %next_19, %loop_19 ]
  %v20 = getelementptr inbounds float, ptr %slot_7, i64 %i_19
  store float 0x0000000000000000, ptr %v20, align 4
  %next_19 = add nsw i64 %i_19, 1
  %more_19 = icmp slt i64 %next_19, 6
  br i1 %more_19, label %loop_19, label %done_19
done_19:
  br label %loop_21
loop_21:
  %i_21 = phi i64 [ 0, %done_19 ], [ %next_21, %loop_21 ]
  %v22 = getelementptr inbounds i32, ptr %v4, i64 %i_21
  %v23 = load i32, ptr %v22, align 4
  %v24 = sext i32 %v23 to i64
  %v25 = icmp slt i64 %v24, 0
  %v26 = mul i64 %i_21, 2
  %v27 = getelementptr inbounds float, ptr %v2, i64 %v26
  %v28 = load <2 x float>, ptr %v27, align 4
  %v29 = insertelement <2 x i1> poison, i1 %v25, i64 0
  %v30 = shufflevector <2 x i1> %v29, <2 x i1> poison, <2 x i32> zeroinitializer
  %v31 = select <2 x i1> %v30, <2 x float> splat (float 0x0000000000000000), <2 x float> %v28
  %v32 = call i64 @llvm.smax.i64(i64 %v24, i64 0)
  %v33 = call i64 @llvm.smin.i64(i64 %v32, i64 2)
  %v34 = mul i64 %v33, 2
  %v35 = getelementptr inbounds float, ptr %slot_7, i64 %v34
  %v36 = load <2 x float>, ptr %v35, align 4
  %v37 = fadd <2 x float> %v36, %v31
  store <2 x float> %v37, ptr %v35, align 4
  %next_21 = add nsw i64 %i_21, 1
  %more_21 = icmp slt i64 %next_21, 7
  br i1 %more_21, label %loop_21, label %done_21
done_21:
  %v38 = load <4 x float>, ptr %slot_7, align 4
  store <4 x float> %v38, ptr %v6, align 4
  br label %loop_39
loop_39:
  %i_39 = phi i64 [ 4, %done_21 ], [ %next_39, %loop_39 ]
  %v40 = getelementptr inbounds float, ptr %slot_7, i64 %i_39
  %v41 = load float, ptr %v40, align 4
  %v42 = getelementptr inbounds float, ptr %v6, i64 %i_39
  store float %v41, ptr %v42, align 4
  %next_39 = add nsw i64 %i_39, 1
  %more_39 = icmp slt i64 %next_39, 6
  br i1 %more_39, label %loop_39, label %done_39
done_39:
  ret i32 0
failure:
  ret i32 1
}

declare i1 @llvm.vector.reduce.and.v4i1(<4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %size_n0 = load i64, ptr %v3
  br label %loop_4
loop_4:
  %i_4 = phi i64 [ %begin, %entry ], [ %next_4, %checked_10 ]
  %v5 = getelementptr inbounds i32, ptr %v2, i64 %i_4
  %v6 = load <4 x i32>, ptr %v5, align 4
  %v7 = sext <4 x i32> %v6 to <4 x i64>
  %v8 = icmp slt <4 x i64> %v7, splat (i64 3)
  %v9 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v8)
  br i1 %v9, label %checked_10, label %failure
checked_10:
  %next_4 = add nsw i64 %i_4, 4
  %more_4 = icmp slt i64 %next_4, %end
  br i1 %more_4, label %loop_4, label %done_4
done_4:
  br label %return
failure:
  %v11 = load ptr, ptr %context
  store atomic i32 1, ptr %v11 monotonic, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_8 = alloca [6 x float], align 64
  %slot_19 = alloca [3 x i64], align 64
  %slot_20 = alloca i32, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v9 = or i64 4, 1
  %size_10_0_0 = mul i64 1, %size_n0
  %size_10_0 = add i64 0, %size_10_0_0
  %size_10 = add i64 %size_10_0, 0
  %v11 = and i64 %size_10, -4
  %v12 = mul i64 %v11, %v9
  %v13 = icmp sge i64 %v12, 524288
  %v14 = mul i64 %v9, 4
  %v15 = sdiv i64 262144, %v14
  %v16 = add i64 %v15, 1
  %v17 = mul i64 %v16, 4
  %v18 = select i1 %v13, i64 %v17, i64 %v11
  store i32 0, ptr %slot_20
  %v21 = getelementptr inbounds i64, ptr %slot_19, i64 0
  store ptr %slot_20, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_19, i64 1
  store ptr %v4, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_19, i64 2
  store i64 %size_n0, ptr %v23
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_19, i64 %v11, i64 %v18)
  %v24 = load i32, ptr %slot_20
  %v25 = icmp ne i32 %v24, 0
  br i1 %v25, label %failure, label %outlined_26
outlined_26:
  %size_27_0_0 = mul i64 1, %size_n0
  %size_27_0 = add i64 0, %size_27_0_0
  %size_27 = add i64 %size_27_0, 0
  br label %test_28
test_28:
  %i_28 = phi i64 [ %v11, %outlined_26 ], [ %next_28, %checked_33 ]
  %more_28 = icmp slt i64 %i_28, %size_27
  br i1 %more_28, label %loop_28, label %done_28
loop_28:
  %v29 = getelementptr inbounds i32, ptr %v4, i64 %i_28
  %v30 = load i32, ptr %v29, align 4
  %v31 = sext i32 %v30 to i64
  %v32 = icmp slt i64 %v31, 3
  br i1 %v32, label %checked_33, label %failure
checked_33:
  %next_28 = add nsw i64 %i_28, 1
  br label %test_28
done_28:
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_8, align 4
  br label %loop_34
loop_34:
  %i_34 = phi i64 [ 4, %done_28 ], [ %next_34, %loop_34 ]
  %v35 = getelementptr inbounds float, ptr %slot_8, i64 %i_34
  store float 0x0000000000000000, ptr %v35, align 4
  %next_34 = add nsw i64 %i_34, 1
  %more_34 = icmp slt i64 %next_34, 6
  br i1 %more_34, label %loop_34, label %done_34
done_34:
  br label %test_36
test_36:
  %i_36 = phi i64 [ 0, %done_34 ], [ %next_36, %loop_36 ]
  %more_36 = icmp slt i64 %i_36, %size_n0
  br i1 %more_36, label %loop_36, label %done_36
loop_36:
  %v37 = getelementptr inbounds i32, ptr %v4, i64 %i_36
  %v38 = load i32, ptr %v37, align 4
  %v39 = sext i32 %v38 to i64
  %v40 = icmp slt i64 %v39, 0
  %v41 = mul i64 %i_36, 2
  %v42 = getelementptr inbounds float, ptr %v2, i64 %v41
  %v43 = load <2 x float>, ptr %v42, align 4
  %v44 = insertelement <2 x i1> poison, i1 %v40, i64 0
  %v45 = shufflevector <2 x i1> %v44, <2 x i1> poison, <2 x i32> zeroinitializer
  %v46 = select <2 x i1> %v45, <2 x float> splat (float 0x0000000000000000), <2 x float> %v43
  %v47 = call i64 @llvm.smax.i64(i64 %v39, i64 0)
  %v48 = call i64 @llvm.smin.i64(i64 %v47, i64 2)
  %v49 = mul i64 %v48, 2
  %v50 = getelementptr inbounds float, ptr %slot_8, i64 %v49
  %v51 = load <2 x float>, ptr %v50, align 4
  %v52 = fadd <2 x float> %v51, %v46
  store <2 x float> %v52, ptr %v50, align 4
  %next_36 = add nsw i64 %i_36, 1
  br label %test_36
done_36:
  %v53 = load <4 x float>, ptr %slot_8, align 4
  store <4 x float> %v53, ptr %v6, align 4
  br label %loop_54
loop_54:
  %i_54 = phi i64 [ 4, %done_36 ], [ %next_54, %loop_54 ]
  %v55 = getelementptr inbounds float, ptr %slot_8, i64 %i_54
  %v56 = load float, ptr %v55, align 4
  %v57 = getelementptr inbounds float, ptr %v6, i64 %i_54
  store float %v56, ptr %v57, align 4
  %next_54 = add nsw i64 %i_54, 1
  %more_54 = icmp slt i64 %next_54, 6
  br i1 %more_54, label %loop_54, label %done_54
done_54:
  ret i32 0
failure:
  ret i32 1
}
