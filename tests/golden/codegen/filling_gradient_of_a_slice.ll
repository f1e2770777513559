
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [5 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  store <4 x float> splat (float 0x0000000000000000), ptr %slot_5, align 4
  %v6 = getelementptr inbounds float, ptr %slot_5, i64 4
  store float 0x0000000000000000, ptr %v6, align 4
  %v7 = getelementptr inbounds float, ptr %v2, i64 1
  %v8 = load <2 x float>, ptr %v7, align 4
  %v9 = fmul <2 x float> splat (float 0x4000000000000000), %v8
  %v10 = fmul <2 x float> splat (float 0x3FF0000000000000), %v9
  %v11 = getelementptr inbounds float, ptr %slot_5, i64 1
  store <2 x float> %v10, ptr %v11, align 4
  %v12 = load <4 x float>, ptr %slot_5, align 4
  store <4 x float> %v12, ptr %v4, align 4
  %v13 = getelementptr inbounds float, ptr %slot_5, i64 4
  %v14 = load float, ptr %v13, align 4
  %v15 = getelementptr inbounds float, ptr %v4, i64 4
  store float %v14, ptr %v15, align 4
  ret i32 0
failure:
  ret i32 1
}
