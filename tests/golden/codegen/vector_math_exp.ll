declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.fma.f32(float, float, float)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <4 x float>, ptr %v2, align 4
  %v6 = fcmp olt <4 x float> %v5, splat (float 0xC05A000000000000)
  %v7 = select <4 x i1> %v6, <4 x float> splat (float 0xC05A000000000000), <4 x float> %v5
  %v8 = fcmp ogt <4 x float> %v7, splat (float 0x4056400000000000)
  %v9 = select <4 x i1> %v8, <4 x float> splat (float 0x4056400000000000), <4 x float> %v7
  %v10 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v9, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %v11 = fsub <4 x float> %v10, splat (float 0x4168001FC0000000)
  %v12 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v11, <4 x float> splat (float 0xBFE62E4300000000), <4 x float> %v9)
  %v13 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v11, <4 x float> splat (float 0x3E205C6100000000), <4 x float> %v12)
  %v14 = fmul <4 x float> %v13, %v13
  %v15 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> splat (float 0x3F56B7F7C0000000), <4 x float> splat (float 0x3FA55570C0000000))
  %v16 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> %v15, <4 x float> splat (float 0x3FDFFFFFE0000000))
  %v17 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> splat (float 0x3F81226900000000), <4 x float> splat (float 0x3FC5554B20000000))
  %v18 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> %v17, <4 x float> splat (float 0x3FF0000000000000))
  %v19 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v13, <4 x float> %v16, <4 x float> %v18)
  %v20 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v13, <4 x float> %v19, <4 x float> splat (float 0x3FF0000000000000))
  %v21 = bitcast <4 x float> %v10 to <4 x i32>
  %v22 = shl <4 x i32> %v21, splat (i32 22)
  %v23 = and <4 x i32> %v22, splat (i32 2139095040)
  %v24 = bitcast <4 x i32> %v23 to <4 x float>
  %v25 = fmul <4 x float> %v20, %v24
  %v26 = shl <4 x i32> %v21, splat (i32 23)
  %v27 = sub <4 x i32> %v26, %v23
  %v28 = bitcast <4 x i32> %v27 to <4 x float>
  %v29 = fmul <4 x float> %v25, %v28
  store <4 x float> %v29, ptr %v4, align 4
  br label %loop_30
loop_30:
  %i_30 = phi i64 [ 4, %entry ], [ %next_30, %loop_30 ]
  %v31 = getelementptr inbounds float, ptr %v2, i64 %i_30
  %v32 = load float, ptr %v31, align 4
  %v33 = fcmp olt float %v32, 0xC05A000000000000
  %v34 = select i1 %v33, float 0xC05A000000000000, float %v32
  %v35 = fcmp ogt float %v34, 0x4056400000000000
  %v36 = select i1 %v35, float 0x4056400000000000, float %v34
  %v37 = call float @llvm.fma.f32(float %v36, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %v38 = fsub float %v37, 0x4168001FC0000000
  %v39 = call float @llvm.fma.f32(float %v38, float 0xBFE62E4300000000, float %v36)
  %v40 = call float @llvm.fma.f32(float %v38, float 0x3E205C6100000000, float %v39)
  %v41 = fmul float %v40, %v40
  %v42 = call float @llvm.fma.f32(float %v41, float 0x3F56B7F7C0000000, float 0x3FA55570C0000000)
  %v43 = call float @llvm.fma.f32(float %v41, float %v42, float 0x3FDFFFFFE0000000)
  %v44 = call float @llvm.fma.f32(float %v41, float 0x3F81226900000000, float 0x3FC5554B20000000)
  %v45 = call float @llvm.fma.f32(float %v41, float %v44, float 0x3FF0000000000000)
  %v46 = call float @llvm.fma.f32(float %v40, float %v43, float %v45)
  %v47 = call float @llvm.fma.f32(float %v40, float %v46, float 0x3FF0000000000000)
  %v48 = bitcast float %v37 to i32
  %v49 = shl i32 %v48, 22
  %v50 = and i32 %v49, 2139095040
  %v51 = bitcast i32 %v50 to float
  %v52 = fmul float %v47, %v51
  %v53 = shl i32 %v48, 23
  %v54 = sub i32 %v53, %v50
  %v55 = bitcast i32 %v54 to float
  %v56 = fmul float %v52, %v55
  %v57 = getelementptr inbounds float, ptr %v4, i64 %i_30
  store float %v56, ptr %v57, align 4
  %next_30 = add nsw i64 %i_30, 1
  %more_30 = icmp slt i64 %next_30, 7
  br i1 %more_30, label %loop_30, label %done_30
done_30:
  ret i32 0
failure:
  ret i32 1
}

declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare float @llvm.fma.f32(float, float, float)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds float, ptr %v2, i64 %i_6
  %v8 = load <8 x float>, ptr %v7, align 4
  %v9 = fcmp olt <8 x float> %v8, splat (float 0xC05A000000000000)
  %v10 = select <8 x i1> %v9, <8 x float> splat (float 0xC05A000000000000), <8 x float> %v8
  %v11 = fcmp ogt <8 x float> %v10, splat (float 0x4056400000000000)
  %v12 = select <8 x i1> %v11, <8 x float> splat (float 0x4056400000000000), <8 x float> %v10
  %v13 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v12, <8 x float> splat (float 0x3FF7154760000000), <8 x float> splat (float 0x4168001FC0000000))
  %v14 = fsub <8 x float> %v13, splat (float 0x4168001FC0000000)
  %v15 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v14, <8 x float> splat (float 0xBFE62E4300000000), <8 x float> %v12)
  %v16 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v14, <8 x float> splat (float 0x3E205C6100000000), <8 x float> %v15)
  %v17 = fmul <8 x float> %v16, %v16
  %v18 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> splat (float 0x3F56B7F7C0000000), <8 x float> splat (float 0x3FA55570C0000000))
  %v19 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> %v18, <8 x float> splat (float 0x3FDFFFFFE0000000))
  %v20 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> splat (float 0x3F81226900000000), <8 x float> splat (float 0x3FC5554B20000000))
  %v21 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> %v20, <8 x float> splat (float 0x3FF0000000000000))
  %v22 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v16, <8 x float> %v19, <8 x float> %v21)
  %v23 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v16, <8 x float> %v22, <8 x float> splat (float 0x3FF0000000000000))
  %v24 = bitcast <8 x float> %v13 to <8 x i32>
  %v25 = shl <8 x i32> %v24, splat (i32 22)
  %v26 = and <8 x i32> %v25, splat (i32 2139095040)
  %v27 = bitcast <8 x i32> %v26 to <8 x float>
  %v28 = fmul <8 x float> %v23, %v27
  %v29 = shl <8 x i32> %v24, splat (i32 23)
  %v30 = sub <8 x i32> %v29, %v26
  %v31 = bitcast <8 x i32> %v30 to <8 x float>
  %v32 = fmul <8 x float> %v28, %v31
  %v33 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store <8 x float> %v32, ptr %v33, align 4
  %next_6 = add nsw i64 %i_6, 8
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_16 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 17, 1
  %size_7_0_0 = mul i64 1, %size_n0
  %size_7_0 = add i64 0, %size_7_0_0
  %size_7 = add i64 %size_7_0, 0
  %v8 = and i64 %size_7, -8
  %v9 = mul i64 %v8, %v6
  %v10 = icmp sge i64 %v9, 524288
  %v11 = mul i64 %v6, 8
  %v12 = sdiv i64 262144, %v11
  %v13 = add i64 %v12, 1
  %v14 = mul i64 %v13, 8
  %v15 = select i1 %v10, i64 %v14, i64 %v8
  %v17 = getelementptr inbounds i64, ptr %slot_16, i64 0
  store ptr null, ptr %v17
  %v18 = getelementptr inbounds i64, ptr %slot_16, i64 1
  store ptr %v2, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_16, i64 2
  store ptr %v4, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_16, i64 3
  store i64 %size_n0, ptr %v20
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_16, i64 %v8, i64 %v15)
  %size_21_0_0 = mul i64 1, %size_n0
  %size_21_0 = add i64 0, %size_21_0_0
  %size_21 = add i64 %size_21_0, 0
  br label %test_22
test_22:
  %i_22 = phi i64 [ %v8, %entry ], [ %next_22, %loop_22 ]
  %more_22 = icmp slt i64 %i_22, %size_21
  br i1 %more_22, label %loop_22, label %done_22
loop_22:
  %v23 = getelementptr inbounds float, ptr %v2, i64 %i_22
  %v24 = load float, ptr %v23, align 4
  %v25 = fcmp olt float %v24, 0xC05A000000000000
  %v26 = select i1 %v25, float 0xC05A000000000000, float %v24
  %v27 = fcmp ogt float %v26, 0x4056400000000000
  %v28 = select i1 %v27, float 0x4056400000000000, float %v26
  %v29 = call float @llvm.fma.f32(float %v28, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %v30 = fsub float %v29, 0x4168001FC0000000
  %v31 = call float @llvm.fma.f32(float %v30, float 0xBFE62E4300000000, float %v28)
  %v32 = call float @llvm.fma.f32(float %v30, float 0x3E205C6100000000, float %v31)
  %v33 = fmul float %v32, %v32
  %v34 = call float @llvm.fma.f32(float %v33, float 0x3F56B7F7C0000000, float 0x3FA55570C0000000)
  %v35 = call float @llvm.fma.f32(float %v33, float %v34, float 0x3FDFFFFFE0000000)
  %v36 = call float @llvm.fma.f32(float %v33, float 0x3F81226900000000, float 0x3FC5554B20000000)
  %v37 = call float @llvm.fma.f32(float %v33, float %v36, float 0x3FF0000000000000)
  %v38 = call float @llvm.fma.f32(float %v32, float %v35, float %v37)
  %v39 = call float @llvm.fma.f32(float %v32, float %v38, float 0x3FF0000000000000)
  %v40 = bitcast float %v29 to i32
  %v41 = shl i32 %v40, 22
  %v42 = and i32 %v41, 2139095040
  %v43 = bitcast i32 %v42 to float
  %v44 = fmul float %v39, %v43
  %v45 = shl i32 %v40, 23
  %v46 = sub i32 %v45, %v42
  %v47 = bitcast i32 %v46 to float
  %v48 = fmul float %v44, %v47
  %v49 = getelementptr inbounds float, ptr %v4, i64 %i_22
  store float %v48, ptr %v49, align 4
  %next_22 = add nsw i64 %i_22, 1
  br label %test_22
done_22:
  ret i32 0
failure:
  ret i32 1
}
