declare <8 x float> @llvm.copysign.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <8 x float>, ptr %v2, align 4
  %v6 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v5)
  %v7 = fcmp ogt <8 x float> %v6, splat (float 0x400F9999A0000000)
  %v8 = select <8 x i1> %v7, <8 x float> splat (float 0x400F9999A0000000), <8 x float> %v6
  %v9 = fneg <8 x float> %v8
  %v10 = fmul <8 x float> %v8, %v8
  %v11 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v10, <8 x float> splat (float 0xBF423A3520000000), <8 x float> splat (float 0x3F319EEFA0000000))
  %v12 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v10, <8 x float> %v11, <8 x float> splat (float 0x3FC2FC3900000000))
  %v13 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v10, <8 x float> splat (float 0x3F0F3F3080000000), <8 x float> splat (float 0x3F5DE78800000000))
  %v14 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v10, <8 x float> %v13, <8 x float> splat (float 0xBF9C85E7E0000000))
  %v15 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v10, <8 x float> %v14, <8 x float> splat (float 0x3FED63E600000000))
  %v16 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v8, <8 x float> %v12, <8 x float> %v15)
  %v17 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v8, <8 x float> %v16, <8 x float> splat (float 0x3FFA0BE840000000))
  %v18 = fmul <8 x float> %v9, %v17
  %v19 = fadd <8 x float> %v18, splat (float 0x4168000FE0000000)
  %v20 = bitcast <8 x float> %v19 to <8 x i32>
  %v21 = shl <8 x i32> %v20, splat (i32 23)
  %v22 = bitcast <8 x i32> %v21 to <8 x float>
  %v23 = fsub <8 x float> %v19, splat (float 0x4168000FE0000000)
  %v24 = fsub <8 x float> %v18, %v23
  %v25 = fmul <8 x float> %v24, %v24
  %v26 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v25, <8 x float> splat (float 0x3F55EF5120000000), <8 x float> splat (float 0x3FAC6AF9E0000000))
  %v27 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v25, <8 x float> splat (float 0x3F242834A0000000), <8 x float> splat (float 0x3F83B2C500000000))
  %v28 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v25, <8 x float> %v27, <8 x float> splat (float 0x3FCEBFBDE0000000))
  %v29 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v24, <8 x float> %v26, <8 x float> %v28)
  %v30 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v24, <8 x float> %v29, <8 x float> splat (float 0x3FE62E4300000000))
  %v31 = fmul <8 x float> %v24, %v30
  %v32 = fsub <8 x float> %v22, splat (float 0x3FF0000000000000)
  %v33 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v22, <8 x float> %v31, <8 x float> %v32)
  %v34 = call <8 x float> @llvm.copysign.v8f32(<8 x float> %v33, <8 x float> %v5)
  store <8 x float> %v34, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
