declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [4 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v8 = load <4 x float>, ptr %v4, align 4
  %v9 = fcmp olt <4 x float> %v8, splat (float 0xC05A000000000000)
  %v10 = select <4 x i1> %v9, <4 x float> splat (float 0xC05A000000000000), <4 x float> %v8
  %v11 = fcmp ogt <4 x float> %v10, splat (float 0x4056400000000000)
  %v12 = select <4 x i1> %v11, <4 x float> splat (float 0x4056400000000000), <4 x float> %v10
  %v13 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v12, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %v14 = fsub <4 x float> %v13, splat (float 0x4168001FC0000000)
  %v15 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> splat (float 0xBFE62E4300000000), <4 x float> %v12)
  %v16 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v14, <4 x float> splat (float 0x3E205C6100000000), <4 x float> %v15)
  %v17 = fmul <4 x float> %v16, %v16
  %v18 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> splat (float 0x3F56B7F7C0000000), <4 x float> splat (float 0x3FA55570C0000000))
  %v19 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> %v18, <4 x float> splat (float 0x3FDFFFFFE0000000))
  %v20 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> splat (float 0x3F81226900000000), <4 x float> splat (float 0x3FC5554B20000000))
  %v21 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> %v20, <4 x float> splat (float 0x3FF0000000000000))
  %v22 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v16, <4 x float> %v19, <4 x float> %v21)
  %v23 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v16, <4 x float> %v22, <4 x float> splat (float 0x3FF0000000000000))
  %v24 = bitcast <4 x float> %v13 to <4 x i32>
  %v25 = shl <4 x i32> %v24, splat (i32 22)
  %v26 = and <4 x i32> %v25, splat (i32 2139095040)
  %v27 = bitcast <4 x i32> %v26 to <4 x float>
  %v28 = fmul <4 x float> %v23, %v27
  %v29 = shl <4 x i32> %v24, splat (i32 23)
  %v30 = sub <4 x i32> %v29, %v26
  %v31 = bitcast <4 x i32> %v30 to <4 x float>
  %v32 = fmul <4 x float> %v28, %v31
  store <4 x float> %v32, ptr %slot_7, align 4
  br label %loop_33
loop_33:
  %i_33 = phi i64 [ 0, %entry ], [ %next_33, %loop_33 ]
  %v34 = mul i64 %i_33, 4
  %v35 = getelementptr inbounds float, ptr %v2, i64 %v34
  %v36 = load <4 x float>, ptr %v35, align 4
  %v37 = load <4 x float>, ptr %slot_7, align 4
  %v38 = fadd <4 x float> %v36, %v37
  %v39 = getelementptr inbounds float, ptr %v6, i64 %v34
  store <4 x float> %v38, ptr %v39, align 4
  %next_33 = add nsw i64 %i_33, 1
  %more_33 = icmp slt i64 %next_33, 7
  br i1 %more_33, label %loop_33, label %done_33
done_33:
  ret i32 0
failure:
  ret i32 1
}

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
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
  %size_n0 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %loop_8 ]
  %v9 = mul i64 %i_8, 4
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load <4 x float>, ptr %v10, align 4
  %v12 = load <4 x float>, ptr %v6, align 4
  %v13 = fadd <4 x float> %v11, %v12
  %v14 = getelementptr inbounds float, ptr %v4, i64 %v9
  store <4 x float> %v13, ptr %v14, align 4
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_8 = alloca [4 x float], align 64
  %slot_44 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v9 = load <4 x float>, ptr %v4, align 4
  %v10 = fcmp olt <4 x float> %v9, splat (float 0xC05A000000000000)
  %v11 = select <4 x i1> %v10, <4 x float> splat (float 0xC05A000000000000), <4 x float> %v9
  %v12 = fcmp ogt <4 x float> %v11, splat (float 0x4056400000000000)
  %v13 = select <4 x i1> %v12, <4 x float> splat (float 0x4056400000000000), <4 x float> %v11
  %v14 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v13, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %v15 = fsub <4 x float> %v14, splat (float 0x4168001FC0000000)
  %v16 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v15, <4 x float> splat (float 0xBFE62E4300000000), <4 x float> %v13)
  %v17 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v15, <4 x float> splat (float 0x3E205C6100000000), <4 x float> %v16)
  %v18 = fmul <4 x float> %v17, %v17
  %v19 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v18, <4 x float> splat (float 0x3F56B7F7C0000000), <4 x float> splat (float 0x3FA55570C0000000))
  %v20 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v18, <4 x float> %v19, <4 x float> splat (float 0x3FDFFFFFE0000000))
  %v21 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v18, <4 x float> splat (float 0x3F81226900000000), <4 x float> splat (float 0x3FC5554B20000000))
  %v22 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v18, <4 x float> %v21, <4 x float> splat (float 0x3FF0000000000000))
  %v23 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> %v20, <4 x float> %v22)
  %v24 = call <4 x float> @llvm.fma.v4f32(<4 x float> %v17, <4 x float> %v23, <4 x float> splat (float 0x3FF0000000000000))
  %v25 = bitcast <4 x float> %v14 to <4 x i32>
  %v26 = shl <4 x i32> %v25, splat (i32 22)
  %v27 = and <4 x i32> %v26, splat (i32 2139095040)
  %v28 = bitcast <4 x i32> %v27 to <4 x float>
  %v29 = fmul <4 x float> %v24, %v28
  %v30 = shl <4 x i32> %v25, splat (i32 23)
  %v31 = sub <4 x i32> %v30, %v27
  %v32 = bitcast <4 x i32> %v31 to <4 x float>
  %v33 = fmul <4 x float> %v29, %v32
  store <4 x float> %v33, ptr %slot_8, align 4
  %v34 = or i64 16, 1
  %size_35_0_0 = mul i64 1, %size_n0
  %size_35_0 = add i64 0, %size_35_0_0
  %size_35 = add i64 %size_35_0, 0
  %v36 = and i64 %size_35, -1
  %v37 = mul i64 %v36, %v34
  %v38 = icmp sge i64 %v37, 524288
  %v39 = mul i64 %v34, 1
  %v40 = sdiv i64 262144, %v39
  %v41 = add i64 %v40, 1
  %v42 = mul i64 %v41, 1
  %v43 = select i1 %v38, i64 %v42, i64 %v36
  %v45 = getelementptr inbounds i64, ptr %slot_44, i64 0
  store ptr null, ptr %v45
  %v46 = getelementptr inbounds i64, ptr %slot_44, i64 1
  store ptr %v2, ptr %v46
  %v47 = getelementptr inbounds i64, ptr %slot_44, i64 2
  store ptr %v6, ptr %v47
  %v48 = getelementptr inbounds i64, ptr %slot_44, i64 3
  store ptr %slot_8, ptr %v48
  %v49 = getelementptr inbounds i64, ptr %slot_44, i64 4
  store i64 %size_n0, ptr %v49
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_44, i64 %v36, i64 %v43)
  ret i32 0
failure:
  ret i32 1
}
