declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = insertelement <2 x i64> poison, i64 %i_5, i64 0
  %v7 = shufflevector <2 x i64> %v6, <2 x i64> poison, <2 x i32> zeroinitializer
  %v8 = mul <2 x i64> splat (i64 9), %v7
  %v9 = add <2 x i64> splat (i64 0), <i64 0, i64 1>
  %v10 = mul <2 x i64> splat (i64 4), %v9
  %v11 = add <2 x i64> %v8, %v10
  %v12 = getelementptr inbounds float, ptr %v2, <2 x i64> %v11
  %v13 = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %v12, i32 4, <2 x i1> splat (i1 true), <2 x float> poison)
  %v14 = mul i64 %i_5, 3
  %v15 = getelementptr inbounds float, ptr %v4, i64 %v14
  store <2 x float> %v13, ptr %v15, align 4
  %v16 = mul i64 %i_5, 9
  %v17 = mul i64 2, 4
  %v18 = add i64 %v16, %v17
  %v19 = getelementptr inbounds float, ptr %v2, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v21 = add i64 %v14, 2
  %v22 = getelementptr inbounds float, ptr %v4, i64 %v21
  store float %v20, ptr %v22, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 2
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}
