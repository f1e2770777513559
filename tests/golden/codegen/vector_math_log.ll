declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <8 x float>, ptr %v2, align 4
  %v6 = fcmp ogt <8 x float> %v5, splat (float 0x0000000000000000)
  %v7 = fcmp olt <8 x float> %v5, splat (float 0x7FF0000000000000)
  %v8 = bitcast <8 x float> %v5 to <8 x i32>
  %v9 = add <8 x i32> %v8, splat (i32 4913933)
  %v10 = lshr <8 x i32> %v9, splat (i32 23)
  %v11 = or <8 x i32> %v10, splat (i32 1258291200)
  %v12 = bitcast <8 x i32> %v11 to <8 x float>
  %v13 = fsub <8 x float> %v12, splat (float 0x4160000FE0000000)
  %v14 = and <8 x i32> %v9, splat (i32 8388607)
  %v15 = add <8 x i32> %v14, splat (i32 1060439283)
  %v16 = bitcast <8 x i32> %v15 to <8 x float>
  %v17 = fsub <8 x float> %v16, splat (float 0x3FF0000000000000)
  %v18 = fmul <8 x float> %v17, %v17
  %v19 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> splat (float 0xBFB3838120000000), <8 x float> splat (float 0xBFC0F40C20000000))
  %v20 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> %v19, <8 x float> splat (float 0xBFC5425BA0000000))
  %v21 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> %v20, <8 x float> splat (float 0xBFD0004320000000))
  %v22 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> splat (float 0x3FC085D260000000), <8 x float> splat (float 0x3FC226E940000000))
  %v23 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> %v22, <8 x float> splat (float 0x3FC99A4140000000))
  %v24 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> %v23, <8 x float> splat (float 0x3FD5555500000000))
  %v25 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> %v21, <8 x float> %v24)
  %v26 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v17, <8 x float> %v25, <8 x float> splat (float 0xBFDFFFFF80000000))
  %v27 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v18, <8 x float> %v26, <8 x float> %v17)
  %v28 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v13, <8 x float> splat (float 0x3FE62E4300000000), <8 x float> %v27)
  %v29 = select <8 x i1> %v7, <8 x float> %v28, <8 x float> %v5
  %v30 = fcmp oeq <8 x float> %v5, splat (float 0x0000000000000000)
  %v31 = select <8 x i1> %v30, <8 x float> splat (float 0xFFF0000000000000), <8 x float> splat (float 0x7FF8000000000000)
  %v32 = select <8 x i1> %v6, <8 x float> %v29, <8 x float> %v31
  store <8 x float> %v32, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
