declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [4 x i64], align 64
  %slot_6 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v7 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v8 = mul <4 x i64> splat (i64 1), %v7
  %v9 = sitofp <4 x i64> %v8 to <4 x float>
  %v10 = fadd <4 x float> %v9, splat (float 0x3FE0000000000000)
  %v11 = fdiv float 0x4000000000000000, 0x4010000000000000
  %v12 = insertelement <4 x float> poison, float %v11, i64 0
  %v13 = shufflevector <4 x float> %v12, <4 x float> poison, <4 x i32> zeroinitializer
  %v14 = fmul <4 x float> %v10, %v13
  %v15 = call <4 x float> @llvm.floor.v4f32(<4 x float> %v14)
  %v16 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v15)
  %v17 = fcmp olt <4 x float> %v16, splat (float 0x43E0000000000000)
  %v18 = select <4 x i1> %v17, <4 x float> %v15, <4 x float> splat (float 0xC3E0000000000000)
  %v19 = fptosi <4 x float> %v18 to <4 x i64>
  %v20 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v19, <4 x i64> splat (i64 0))
  %v21 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v20, <4 x i64> splat (i64 1))
  store <4 x i64> %v21, ptr %slot_5, align 8
  store <4 x i64> %v21, ptr %slot_6, align 8
  br label %loop_22
loop_22:
  %i_22 = phi i64 [ 0, %entry ], [ %next_22, %loop_22 ]
  %v23 = getelementptr inbounds i64, ptr %slot_5, i64 %i_22
  %v24 = load i64, ptr %v23, align 8
  %v25 = call i64 @llvm.smax.i64(i64 %v24, i64 0)
  %v26 = call i64 @llvm.smin.i64(i64 %v25, i64 1)
  %v27 = load <4 x i64>, ptr %slot_6, align 8
  %v28 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v27, <4 x i64> splat (i64 0))
  %v29 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v28, <4 x i64> splat (i64 1))
  %v30 = insertelement <4 x i64> poison, i64 %v26, i64 0
  %v31 = shufflevector <4 x i64> %v30, <4 x i64> poison, <4 x i32> zeroinitializer
  %v32 = mul <4 x i64> splat (i64 2), %v31
  %v33 = mul <4 x i64> splat (i64 1), %v29
  %v34 = add <4 x i64> %v32, %v33
  %v35 = getelementptr inbounds float, ptr %v2, <4 x i64> %v34
  %v36 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v35, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v37 = mul i64 %i_22, 4
  %v38 = getelementptr inbounds float, ptr %v4, i64 %v37
  store <4 x float> %v36, ptr %v38, align 4
  %next_22 = add nsw i64 %i_22, 1
  %more_22 = icmp slt i64 %next_22, 4
  br i1 %more_22, label %loop_22, label %done_22
done_22:
  ret i32 0
failure:
  ret i32 1
}
