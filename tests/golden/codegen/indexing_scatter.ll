declare i1 @llvm.vector.reduce.and.v4i1(<4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [5 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v8 = load <4 x i32>, ptr %v2, align 4
  %v9 = sext <4 x i32> %v8 to <4 x i64>
  %v10 = icmp sge <4 x i64> %v9, splat (i64 0)
  %v11 = icmp slt <4 x i64> %v9, splat (i64 5)
  %v12 = and <4 x i1> %v10, %v11
  %v13 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v12)
  br i1 %v13, label %checked_14, label %failure
checked_14:
  br label %loop_15
loop_15:
  %i_15 = phi i64 [ 4, %checked_14 ], [ %next_15, %checked_22 ]
  %v16 = getelementptr inbounds i32, ptr %v2, i64 %i_15
  %v17 = load i32, ptr %v16, align 4
  %v18 = sext i32 %v17 to i64
  %v19 = icmp sge i64 %v18, 0
  %v20 = icmp slt i64 %v18, 5
  %v21 = and i1 %v19, %v20
  br i1 %v21, label %checked_22, label %failure
checked_22:
  %next_15 = add nsw i64 %i_15, 1
  %more_15 = icmp slt i64 %next_15, 7
  br i1 %more_15, label %loop_15, label %done_15
done_15:
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_7, align 4
  %v23 = getelementptr inbounds float, ptr %slot_7, i64 4
  store float 0x0000000000000000, ptr %v23, align 4
  br label %loop_24
loop_24:
  %i_24 = phi i64 [ 0, %done_15 ], [ %next_24, %loop_24 ]
  %v25 = getelementptr inbounds float, ptr %v4, i64 %i_24
  %v26 = load float, ptr %v25, align 4
  %v27 = getelementptr inbounds i32, ptr %v2, i64 %i_24
  %v28 = load i32, ptr %v27, align 4
  %v29 = sext i32 %v28 to i64
  %v30 = call i64 @llvm.smax.i64(i64 %v29, i64 0)
  %v31 = call i64 @llvm.smin.i64(i64 %v30, i64 4)
  %v32 = getelementptr inbounds float, ptr %slot_7, i64 %v31
  %v33 = load float, ptr %v32, align 4
  %v34 = fadd float %v33, %v26
  store float %v34, ptr %v32, align 4
  %next_24 = add nsw i64 %i_24, 1
  %more_24 = icmp slt i64 %next_24, 7
  br i1 %more_24, label %loop_24, label %done_24
done_24:
  %v35 = load <4 x float>, ptr %slot_7, align 4
  store <4 x float> %v35, ptr %v6, align 4
  %v36 = getelementptr inbounds float, ptr %slot_7, i64 4
  %v37 = load float, ptr %v36, align 4
  %v38 = getelementptr inbounds float, ptr %v6, i64 4
  store float %v37, ptr %v38, align 4
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
  %i_4 = phi i64 [ %begin, %entry ], [ %next_4, %checked_12 ]
  %v5 = getelementptr inbounds i32, ptr %v2, i64 %i_4
  %v6 = load <4 x i32>, ptr %v5, align 4
  %v7 = sext <4 x i32> %v6 to <4 x i64>
  %v8 = icmp sge <4 x i64> %v7, splat (i64 0)
  %v9 = icmp slt <4 x i64> %v7, splat (i64 5)
  %v10 = and <4 x i1> %v8, %v9
  %v11 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v10)
  br i1 %v11, label %checked_12, label %failure
checked_12:
  %next_4 = add nsw i64 %i_4, 4
  %more_4 = icmp slt i64 %next_4, %end
  br i1 %more_4, label %loop_4, label %done_4
done_4:
  br label %return
failure:
  %v13 = load ptr, ptr %context
  store atomic i32 1, ptr %v13 monotonic, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_8 = alloca [5 x float], align 64
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
  %v9 = or i64 6, 1
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
  store ptr %v2, ptr %v22
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
  %i_28 = phi i64 [ %v11, %outlined_26 ], [ %next_28, %checked_35 ]
  %more_28 = icmp slt i64 %i_28, %size_27
  br i1 %more_28, label %loop_28, label %done_28
loop_28:
  %v29 = getelementptr inbounds i32, ptr %v2, i64 %i_28
  %v30 = load i32, ptr %v29, align 4
  %v31 = sext i32 %v30 to i64
  %v32 = icmp sge i64 %v31, 0
  %v33 = icmp slt i64 %v31, 5
  %v34 = and i1 %v32, %v33
  br i1 %v34, label %checked_35, label %failure
checked_35:
  %next_28 = add nsw i64 %i_28, 1
  br label %test_28
done_28:
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_8, align 4
  %v36 = getelementptr inbounds float, ptr %slot_8, i64 4
  store float 0x0000000000000000, ptr %v36, align 4
  br label %test_37
test_37:
  %i_37 = phi i64 [ 0, %done_28 ], [ %next_37, %loop_37 ]
  %more_37 = icmp slt i64 %i_37, %size_n0
  br i1 %more_37, label %loop_37, label %done_37
loop_37:
  %v38 = getelementptr inbounds float, ptr %v4, i64 %i_37
  %v39 = load float, ptr %v38, align 4
  %v40 = getelementptr inbounds i32, ptr %v2, i64 %i_37
  %v41 = load i32, ptr %v40, align 4
  %v42 = sext i32 %v41 to i64
  %v43 = call i64 @llvm.smax.i64(i64 %v42, i64 0)
  %v44 = call i64 @llvm.smin.i64(i64 %v43, i64 4)
  %v45 = getelementptr inbounds float, ptr %slot_8, i64 %v44
  %v46 = load float, ptr %v45, align 4
  %v47 = fadd float %v46, %v39
  store float %v47, ptr %v45, align 4
  %next_37 = add nsw i64 %i_37, 1
  br label %test_37
done_37:
  %v48 = load <4 x float>, ptr %slot_8, align 4
  store <4 x float> %v48, ptr %v6, align 4
  %v49 = getelementptr inbounds float, ptr %slot_8, i64 4
  %v50 = load float, ptr %v49, align 4
  %v51 = getelementptr inbounds float, ptr %v6, i64 4
  store float %v50, ptr %v51, align 4
  ret i32 0
failure:
  ret i32 1
}
