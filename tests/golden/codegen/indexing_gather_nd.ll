declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
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
  %v7 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v8 = mul <4 x i64> splat (i64 2), %v7
  %v9 = getelementptr inbounds i32, ptr %v4, <4 x i64> %v8
  %v10 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v9, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  %v11 = sext <4 x i32> %v10 to <4 x i64>
  %v12 = icmp sge <4 x i64> %v11, splat (i64 0)
  %v13 = icmp slt <4 x i64> %v11, splat (i64 4)
  %v14 = and <4 x i1> %v12, %v13
  %v15 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v14)
  br i1 %v15, label %checked_16, label %failure
checked_16:
  %v17 = mul <4 x i64> splat (i64 2), %v7
  %v18 = add <4 x i64> %v17, splat (i64 1)
  %v19 = getelementptr inbounds i32, ptr %v4, <4 x i64> %v18
  %v20 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v19, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  %v21 = sext <4 x i32> %v20 to <4 x i64>
  %v22 = icmp sge <4 x i64> %v21, splat (i64 0)
  %v23 = icmp slt <4 x i64> %v21, splat (i64 3)
  %v24 = and <4 x i1> %v22, %v23
  %v25 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v24)
  br i1 %v25, label %checked_26, label %failure
checked_26:
  %v27 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v11, <4 x i64> splat (i64 0))
  %v28 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v27, <4 x i64> splat (i64 3))
  %v29 = mul <4 x i64> splat (i64 3), %v28
  %v30 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v21, <4 x i64> splat (i64 0))
  %v31 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v30, <4 x i64> splat (i64 2))
  %v32 = mul <4 x i64> splat (i64 1), %v31
  %v33 = add <4 x i64> %v29, %v32
  %v34 = getelementptr inbounds float, ptr %v2, <4 x i64> %v33
  %v35 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v34, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v35, ptr %v6, align 4
  br label %loop_36
loop_36:
  %i_36 = phi i64 [ 4, %checked_26 ], [ %next_36, %checked_53 ]
  %v37 = mul i64 %i_36, 2
  %v38 = getelementptr inbounds i32, ptr %v4, i64 %v37
  %v39 = load i32, ptr %v38, align 4
  %v40 = sext i32 %v39 to i64
  %v41 = icmp sge i64 %v40, 0
  %v42 = icmp slt i64 %v40, 4
  %v43 = and i1 %v41, %v42
  br i1 %v43, label %checked_44, label %failure
checked_44:
  %v45 = mul i64 %i_36, 2
  %v46 = add i64 1, %v45
  %v47 = getelementptr inbounds i32, ptr %v4, i64 %v46
  %v48 = load i32, ptr %v47, align 4
  %v49 = sext i32 %v48 to i64
  %v50 = icmp sge i64 %v49, 0
  %v51 = icmp slt i64 %v49, 3
  %v52 = and i1 %v50, %v51
  br i1 %v52, label %checked_53, label %failure
checked_53:
  %v54 = call i64 @llvm.smax.i64(i64 %v40, i64 0)
  %v55 = call i64 @llvm.smin.i64(i64 %v54, i64 3)
  %v56 = mul i64 %v55, 3
  %v57 = call i64 @llvm.smax.i64(i64 %v49, i64 0)
  %v58 = call i64 @llvm.smin.i64(i64 %v57, i64 2)
  %v59 = add i64 %v56, %v58
  %v60 = getelementptr inbounds float, ptr %v2, i64 %v59
  %v61 = load float, ptr %v60, align 4
  %v62 = getelementptr inbounds float, ptr %v6, i64 %i_36
  store float %v61, ptr %v62, align 4
  %next_36 = add nsw i64 %i_36, 1
  %more_36 = icmp slt i64 %next_36, 7
  br i1 %more_36, label %loop_36, label %done_36
done_36:
  ret i32 0
failure:
  ret i32 1
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i1 @llvm.vector.reduce.and.v4i1(<4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
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
  %size_n2 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %checked_30 ]
  %v9 = insertelement <4 x i64> poison, i64 %i_8, i64 0
  %v10 = shufflevector <4 x i64> %v9, <4 x i64> poison, <4 x i32> zeroinitializer
  %v11 = add <4 x i64> %v10, <i64 0, i64 1, i64 2, i64 3>
  %v12 = mul <4 x i64> splat (i64 2), %v11
  %v13 = getelementptr inbounds i32, ptr %v4, <4 x i64> %v12
  %v14 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v13, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  %v15 = sext <4 x i32> %v14 to <4 x i64>
  %v16 = icmp sge <4 x i64> %v15, splat (i64 0)
  %v17 = icmp slt <4 x i64> %v15, splat (i64 4)
  %v18 = and <4 x i1> %v16, %v17
  %v19 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v18)
  br i1 %v19, label %checked_20, label %failure
checked_20:
  %v21 = mul <4 x i64> splat (i64 2), %v11
  %v22 = add <4 x i64> %v21, splat (i64 1)
  %v23 = getelementptr inbounds i32, ptr %v4, <4 x i64> %v22
  %v24 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v23, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison)
  %v25 = sext <4 x i32> %v24 to <4 x i64>
  %v26 = icmp sge <4 x i64> %v25, splat (i64 0)
  %v27 = icmp slt <4 x i64> %v25, splat (i64 3)
  %v28 = and <4 x i1> %v26, %v27
  %v29 = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %v28)
  br i1 %v29, label %checked_30, label %failure
checked_30:
  %v31 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v15, <4 x i64> splat (i64 0))
  %v32 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v31, <4 x i64> splat (i64 3))
  %v33 = mul <4 x i64> splat (i64 3), %v32
  %v34 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v25, <4 x i64> splat (i64 0))
  %v35 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v34, <4 x i64> splat (i64 2))
  %v36 = mul <4 x i64> splat (i64 1), %v35
  %v37 = add <4 x i64> %v33, %v36
  %v38 = getelementptr inbounds float, ptr %v2, <4 x i64> %v37
  %v39 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v38, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v40 = getelementptr inbounds float, ptr %v6, i64 %i_8
  store <4 x float> %v39, ptr %v40, align 4
  %next_8 = add nsw i64 %i_8, 4
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
failure:
  %v41 = load ptr, ptr %context
  store atomic i32 1, ptr %v41 monotonic, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_18 = alloca [5 x i64], align 64
  %slot_19 = alloca i32, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n2 = load i64, ptr %v7
  %v8 = or i64 18, 1
  %size_9_0_0 = mul i64 1, %size_n2
  %size_9_0 = add i64 0, %size_9_0_0
  %size_9 = add i64 %size_9_0, 0
  %v10 = and i64 %size_9, -4
  %v11 = mul i64 %v10, %v8
  %v12 = icmp sge i64 %v11, 524288
  %v13 = mul i64 %v8, 4
  %v14 = sdiv i64 262144, %v13
  %v15 = add i64 %v14, 1
  %v16 = mul i64 %v15, 4
  %v17 = select i1 %v12, i64 %v16, i64 %v10
  store i32 0, ptr %slot_19
  %v20 = getelementptr inbounds i64, ptr %slot_18, i64 0
  store ptr %slot_19, ptr %v20
  %v21 = getelementptr inbounds i64, ptr %slot_18, i64 1
  store ptr %v2, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_18, i64 2
  store ptr %v4, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_18, i64 3
  store ptr %v6, ptr %v23
  %v24 = getelementptr inbounds i64, ptr %slot_18, i64 4
  store i64 %size_n2, ptr %v24
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_18, i64 %v10, i64 %v17)
  %v25 = load i32, ptr %slot_19
  %v26 = icmp ne i32 %v25, 0
  br i1 %v26, label %failure, label %outlined_27
outlined_27:
  %size_28_0_0 = mul i64 1, %size_n2
  %size_28_0 = add i64 0, %size_28_0_0
  %size_28 = add i64 %size_28_0, 0
  br label %test_29
test_29:
  %i_29 = phi i64 [ %v10, %outlined_27 ], [ %next_29, %checked_46 ]
  %more_29 = icmp slt i64 %i_29, %size_28
  br i1 %more_29, label %loop_29, label %done_29
loop_29:
  %v30 = mul i64 %i_29, 2
  %v31 = getelementptr inbounds i32, ptr %v4, i64 %v30
  %v32 = load i32, ptr %v31, align 4
  %v33 = sext i32 %v32 to i64
  %v34 = icmp sge i64 %v33, 0
  %v35 = icmp slt i64 %v33, 4
  %v36 = and i1 %v34, %v35
  br i1 %v36, label %checked_37, label %failure
checked_37:
  %v38 = mul i64 %i_29, 2
  %v39 = add i64 1, %v38
  %v40 = getelementptr inbounds i32, ptr %v4, i64 %v39
  %v41 = load i32, ptr %v40, align 4
  %v42 = sext i32 %v41 to i64
  %v43 = icmp sge i64 %v42, 0
  %v44 = icmp slt i64 %v42, 3
  %v45 = and i1 %v43, %v44
  br i1 %v45, label %checked_46, label %failure
checked_46:
  %v47 = call i64 @llvm.smax.i64(i64 %v33, i64 0)
  %v48 = call i64 @llvm.smin.i64(i64 %v47, i64 3)
  %v49 = mul i64 %v48, 3
  %v50 = call i64 @llvm.smax.i64(i64 %v42, i64 0)
  %v51 = call i64 @llvm.smin.i64(i64 %v50, i64 2)
  %v52 = add i64 %v49, %v51
  %v53 = getelementptr inbounds float, ptr %v2, i64 %v52
  %v54 = load float, ptr %v53, align 4
  %v55 = getelementptr inbounds float, ptr %v6, i64 %i_29
  store float %v54, ptr %v55, align 4
  %next_29 = add nsw i64 %i_29, 1
  br label %test_29
done_29:
  ret i32 0
failure:
  ret i32 1
}
