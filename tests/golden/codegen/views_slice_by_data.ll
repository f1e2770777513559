declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [2 x i32], align 64
  %slot_8 = alloca i64, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  store i32 0, ptr %slot_7, align 4
  %v9 = load i32, ptr %v4, align 4
  %v10 = getelementptr inbounds i32, ptr %slot_7, i64 1
  store i32 %v9, ptr %v10, align 4
  %v11 = getelementptr inbounds i32, ptr %slot_7, i64 1
  %v12 = load i32, ptr %v11, align 4
  %v13 = sext i32 %v12 to i64
  %v14 = icmp slt i64 %v13, 0
  %v15 = add i64 %v13, 2
  %v16 = select i1 %v14, i64 %v15, i64 %v13
  %v17 = icmp sge i64 %v16, 0
  br i1 %v17, label %checked_18, label %failure
checked_18:
  %v19 = icmp slt i64 %v16, 2
  br i1 %v19, label %checked_20, label %failure
checked_20:
  store i64 %v16, ptr %slot_8, align 8
  %v21 = load i64, ptr %slot_8, align 8
  %v22 = call i64 @llvm.smax.i64(i64 %v21, i64 0)
  %v23 = call i64 @llvm.smin.i64(i64 %v22, i64 1)
  %v24 = insertelement <4 x i64> poison, i64 %v23, i64 0
  %v25 = shufflevector <4 x i64> %v24, <4 x i64> poison, <4 x i32> zeroinitializer
  %v26 = mul <4 x i64> splat (i64 1), %v25
  %v27 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v28 = mul <4 x i64> splat (i64 2), %v27
  %v29 = add <4 x i64> %v26, %v28
  %v30 = getelementptr inbounds float, ptr %v2, <4 x i64> %v29
  %v31 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v30, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v31, ptr %v6, align 4
  br label %loop_32
loop_32:
  %i_32 = phi i64 [ 4, %checked_20 ], [ %next_32, %loop_32 ]
  %v33 = mul i64 %i_32, 2
  %v34 = add i64 %v23, %v33
  %v35 = getelementptr inbounds float, ptr %v2, i64 %v34
  %v36 = load float, ptr %v35, align 4
  %v37 = getelementptr inbounds float, ptr %v6, i64 %i_32
  store float %v36, ptr %v37, align 4
  %next_32 = add nsw i64 %i_32, 1
  %more_32 = icmp slt i64 %next_32, 6
  br i1 %more_32, label %loop_32, label %done_32
done_32:
  ret i32 0
failure:
  ret i32 1
}
