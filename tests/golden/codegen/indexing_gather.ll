declare i1 @llvm.vector.reduce.and.v4i1(<4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = load <4 x i32>, ptr %v4, align 4
  %v8 = sext <4 x i32> %v7 to <4 x i64>
  %v9 = icmp sge <4 x i64> %v8, splat (i64 0)
  %v10 = icmp slt <4 x i64> %v8, splat (i64 7)
  %v11 = and <4 x i1> %v9, %v10
  %v12 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v11)
  br i1 %v12, label %checked_13, label %failure
checked_13:
  br label %loop_14
loop_14:
  %i_14 = phi i64 [ 0, %checked_13 ], [ %next_14, %loop_14 ]
  %v15 = getelementptr inbounds i32, ptr %v4, i64 %i_14
  %v16 = load i32, ptr %v15, align 4
  %v17 = sext i32 %v16 to i64
  %v18 = call i64 @llvm.smax.i64(i64 %v17, i64 0)
  %v19 = call i64 @llvm.smin.i64(i64 %v18, i64 6)
  %v20 = mul i64 %v19, 3
  %v21 = getelementptr inbounds float, ptr %v2, i64 %v20
  %v22 = load <2 x float>, ptr %v21, align 4
  %v23 = mul i64 %i_14, 3
  %v24 = getelementptr inbounds float, ptr %v6, i64 %v23
  store <2 x float> %v22, ptr %v24, align 4
  %v25 = add i64 %v20, 2
  %v26 = getelementptr inbounds float, ptr %v2, i64 %v25
  %v27 = load float, ptr %v26, align 4
  %v28 = add i64 %v23, 2
  %v29 = getelementptr inbounds float, ptr %v6, i64 %v28
  store float %v27, ptr %v29, align 4
  %next_14 = add nsw i64 %i_14, 1
  %more_14 = icmp slt i64 %next_14, 4
  br i1 %more_14, label %loop_14, label %done_14
done_14:
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
  %v4 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n2 = load i64, ptr %v4
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ %begin, %entry ], [ %next_5, %checked_15 ]
  %v6 = getelementptr inbounds i32, ptr %v2, i64 %i_5
  %v7 = load <4 x i32>, ptr %v6, align 4
  %v8 = sext <4 x i32> %v7 to <4 x i64>
  %v9 = icmp sge <4 x i64> %v8, splat (i64 0)
  %v10 = insertelement <4 x i64> poison, i64 %size_n0, i64 0
  %v11 = shufflevector <4 x i64> %v10, <4 x i64> poison, <4 x i32> zeroinitializer
  %v12 = icmp slt <4 x i64> %v8, %v11
  %v13 = and <4 x i1> %v9, %v12
  %v14 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v13)
  br i1 %v14, label %checked_15, label %failure
checked_15:
  %next_5 = add nsw i64 %i_5, 4
  %more_5 = icmp slt i64 %next_5, %end
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  br label %return
failure:
  %v16 = load ptr, ptr %context
  store atomic i32 1, ptr %v16 monotonic, align 4
  br label %return
return:
  ret void
}

define internal void @part1(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = getelementptr inbounds i64, ptr %context, i64 5
  %size_n2 = load i64, ptr %v8
  %v14 = add i64 %size_n0, -1
  br label %loop_9
loop_9:
  %i_9 = phi i64 [ %begin, %entry ], [ %next_9, %loop_9 ]
  %v10 = getelementptr inbounds i32, ptr %v4, i64 %i_9
  %v11 = load i32, ptr %v10, align 4
  %v12 = sext i32 %v11 to i64
  %v13 = call i64 @llvm.smax.i64(i64 %v12, i64 0)
  %v15 = call i64 @llvm.smin.i64(i64 %v13, i64 %v14)
  %v16 = mul i64 %v15, 3
  %v17 = getelementptr inbounds float, ptr %v2, i64 %v16
  %v18 = load <2 x float>, ptr %v17, align 4
  %v19 = mul i64 %i_9, 3
  %v20 = getelementptr inbounds float, ptr %v6, i64 %v19
  store <2 x float> %v18, ptr %v20, align 4
  %v21 = add i64 %v16, 2
  %v22 = getelementptr inbounds float, ptr %v2, i64 %v21
  %v23 = load float, ptr %v22, align 4
  %v24 = add i64 %v19, 2
  %v25 = getelementptr inbounds float, ptr %v6, i64 %v24
  store float %v23, ptr %v25, align 4
  %next_9 = add nsw i64 %i_9, 1
  %more_9 = icmp slt i64 %next_9, %end
  br i1 %more_9, label %loop_9, label %done_9
done_9:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_19 = alloca [4 x i64], align 64
  %slot_20 = alloca i32, align 64
  %slot_47 = alloca [6 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = getelementptr inbounds i64, ptr %table, i64 5
  %size_n2 = load i64, ptr %v8
  %v9 = or i64 6, 1
  %size_10_0_0 = mul i64 1, %size_n2
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
  %v24 = getelementptr inbounds i64, ptr %slot_19, i64 3
  store i64 %size_n2, ptr %v24
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_19, i64 %v11, i64 %v18)
  %v25 = load i32, ptr %slot_20
  %v26 = icmp ne i32 %v25, 0
  br i1 %v26, label %failure, label %outlined_27
outlined_27:
  %size_28_0_0 = mul i64 1, %size_n2
  %size_28_0 = add i64 0, %size_28_0_0
  %size_28 = add i64 %size_28_0, 0
  br label %test_29
test_29:
  %i_29 = phi i64 [ %v11, %outlined_27 ], [ %next_29, %checked_36 ]
  %more_29 = icmp slt i64 %i_29, %size_28
  br i1 %more_29, label %loop_29, label %done_29
loop_29:
  %v30 = getelementptr inbounds i32, ptr %v4, i64 %i_29
  %v31 = load i32, ptr %v30, align 4
  %v32 = sext i32 %v31 to i64
  %v33 = icmp sge i64 %v32, 0
  %v34 = icmp slt i64 %v32, %size_n0
  %v35 = and i1 %v33, %v34
  br i1 %v35, label %checked_36, label %failure
checked_36:
  %next_29 = add nsw i64 %i_29, 1
  br label %test_29
done_29:
  %v37 = or i64 18, 1
  %size_38_0_0 = mul i64 1, %size_n2
  %size_38_0 = add i64 0, %size_38_0_0
  %size_38 = add i64 %size_38_0, 0
  %v39 = and i64 %size_38, -1
  %v40 = mul i64 %v39, %v37
  %v41 = icmp sge i64 %v40, 524288
  %v42 = mul i64 %v37, 1
  %v43 = sdiv i64 262144, %v42
  %v44 = add i64 %v43, 1
  %v45 = mul i64 %v44, 1
  %v46 = select i1 %v41, i64 %v45, i64 %v39
  %v48 = getelementptr inbounds i64, ptr %slot_47, i64 0
  store ptr null, ptr %v48
  %v49 = getelementptr inbounds i64, ptr %slot_47, i64 1
  store ptr %v2, ptr %v49
  %v50 = getelementptr inbounds i64, ptr %slot_47, i64 2
  store ptr %v4, ptr %v50
  %v51 = getelementptr inbounds i64, ptr %slot_47, i64 3
  store ptr %v6, ptr %v51
  %v52 = getelementptr inbounds i64, ptr %slot_47, i64 4
  store i64 %size_n0, ptr %v52
  %v53 = getelementptr inbounds i64, ptr %slot_47, i64 5
  store i64 %size_n2, ptr %v53
  call void @stagelight_parallel_for(ptr @part1, ptr %slot_47, i64 %v39, i64 %v46)
  ret i32 0
failure:
  ret i32 1
}
