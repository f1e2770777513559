declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %done_18 ]
  %v6 = insertelement <4 x i64> poison, i64 %i_5, i64 0
  %v7 = shufflevector <4 x i64> %v6, <4 x i64> poison, <4 x i32> zeroinitializer
  %v8 = mul <4 x i64> splat (i64 1), %v7
  %v9 = add <4 x i64> %v8, splat (i64 25)
  %v10 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v11 = mul <4 x i64> splat (i64 -4), %v10
  %v12 = add <4 x i64> %v9, %v11
  %v13 = getelementptr inbounds float, ptr %v2, <4 x i64> %v12
  %v14 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v13, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v15 = fmul <4 x float> %v14, splat (float 0x4000000000000000)
  %v16 = mul i64 %i_5, 7
  %v17 = getelementptr inbounds float, ptr %v4, i64 %v16
  store <4 x float> %v15, ptr %v17, align 4
  %v19 = add i64 25, %i_5
  br label %loop_18
loop_18:
  %i_18 = phi i64 [ 4, %loop_5 ], [ %next_18, %loop_18 ]
  %v20 = mul i64 %i_18, -4
  %v21 = add i64 %v19, %v20
  %v22 = getelementptr inbounds float, ptr %v2, i64 %v21
  %v23 = load float, ptr %v22, align 4
  %v24 = fmul float %v23, 0x4000000000000000
  %v25 = add i64 %v16, %i_18
  %v26 = getelementptr inbounds float, ptr %v4, i64 %v25
  store float %v24, ptr %v26, align 4
  %next_18 = add nsw i64 %i_18, 1
  %more_18 = icmp slt i64 %next_18, 7
  br i1 %more_18, label %loop_18, label %done_18
done_18:
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 3
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}

declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)
@constant0 = external global i8
@constant1 = external global i8

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  %v29 = mul i64 %size_n0, 4
  %v30 = add i64 %v29, -3
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %done_28 ]
  %v7 = and i64 %size_n0, -8
  %v25 = mul i64 %i_6, %size_n0
  br label %test_8
test_8:
  %i_8 = phi i64 [ 0, %loop_6 ], [ %next_8, %loop_8 ]
  %more_8 = icmp slt i64 %i_8, %v7
  br i1 %more_8, label %loop_8, label %done_8
loop_8:
  %v9 = insertelement <8 x i64> poison, i64 %size_n0, i64 0
  %v10 = shufflevector <8 x i64> %v9, <8 x i64> poison, <8 x i32> zeroinitializer
  %v11 = mul <8 x i64> splat (i64 4), %v10
  %v12 = add <8 x i64> %v11, splat (i64 -3)
  %v13 = insertelement <8 x i64> poison, i64 %i_6, i64 0
  %v14 = shufflevector <8 x i64> %v13, <8 x i64> poison, <8 x i32> zeroinitializer
  %v15 = mul <8 x i64> splat (i64 1), %v14
  %v16 = add <8 x i64> %v12, %v15
  %v17 = insertelement <8 x i64> poison, i64 %i_8, i64 0
  %v18 = shufflevector <8 x i64> %v17, <8 x i64> poison, <8 x i32> zeroinitializer
  %v19 = add <8 x i64> %v18, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v20 = mul <8 x i64> splat (i64 -4), %v19
  %v21 = add <8 x i64> %v16, %v20
  %v22 = getelementptr inbounds float, ptr %v2, <8 x i64> %v21
  %v23 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %v22, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %v24 = fmul <8 x float> %v23, splat (float 0x4000000000000000)
  %v26 = add i64 %v25, %i_8
  %v27 = getelementptr inbounds float, ptr %v4, i64 %v26
  store <8 x float> %v24, ptr %v27, align 4
  %next_8 = add nsw i64 %i_8, 8
  br label %test_8
done_8:
  %v31 = add i64 %v30, %i_6
  br label %test_28
test_28:
  %i_28 = phi i64 [ %v7, %done_8 ], [ %next_28, %loop_28 ]
  %more_28 = icmp slt i64 %i_28, %size_n0
  br i1 %more_28, label %loop_28, label %done_28
loop_28:
  %v32 = mul i64 %i_28, -4
  %v33 = add i64 %v31, %v32
  %v34 = getelementptr inbounds float, ptr %v2, i64 %v33
  %v35 = load float, ptr %v34, align 4
  %v36 = fmul float %v35, 0x4000000000000000
  %v37 = add i64 %v25, %i_28
  %v38 = getelementptr inbounds float, ptr %v4, i64 %v37
  store float %v36, ptr %v38, align 4
  %next_28 = add nsw i64 %i_28, 1
  br label %test_28
done_28:
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_15 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %size_6_0_0 = mul i64 3, %size_n0
  %size_6_0 = add i64 0, %size_6_0_0
  %size_6 = add i64 %size_6_0, 0
  %v7 = or i64 %size_6, 1
  %v8 = mul i64 3, %v7
  %v9 = icmp sge i64 %v8, 524288
  %v10 = mul i64 %v7, 1
  %v11 = sdiv i64 262144, %v10
  %v12 = add i64 %v11, 1
  %v13 = mul i64 %v12, 1
  %v14 = select i1 %v9, i64 %v13, i64 3
  %v16 = getelementptr inbounds i64, ptr %slot_15, i64 0
  store ptr null, ptr %v16
  %v17 = getelementptr inbounds i64, ptr %slot_15, i64 1
  store ptr %v2, ptr %v17
  %v18 = getelementptr inbounds i64, ptr %slot_15, i64 2
  store ptr %v4, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_15, i64 3
  store i64 %size_n0, ptr %v19
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_15, i64 3, i64 %v14)
  ret i32 0
failure:
  ret i32 1
}
