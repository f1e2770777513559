
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [8 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v6 = mul i64 0, -1
  %v7 = add i64 1, %v6
  %v8 = getelementptr inbounds float, ptr %v2, i64 %v7
  %v9 = load <2 x float>, ptr %v8, align 4
  %v10 = shufflevector <2 x float> %v9, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  store <2 x float> %v10, ptr %slot_5, align 4
  %v11 = load <4 x float>, ptr %v2, align 4
  %v12 = getelementptr inbounds float, ptr %slot_5, i64 2
  store <4 x float> %v11, ptr %v12, align 4
  %v13 = getelementptr inbounds float, ptr %v2, i64 4
  %v14 = load float, ptr %v13, align 4
  %v15 = add i64 2, 4
  %v16 = getelementptr inbounds float, ptr %slot_5, i64 %v15
  store float %v14, ptr %v16, align 4
  %v17 = getelementptr inbounds float, ptr %v2, i64 3
  %v18 = load float, ptr %v17, align 4
  %v19 = getelementptr inbounds float, ptr %slot_5, i64 7
  store float %v18, ptr %v19, align 4
  %v20 = load <8 x float>, ptr %slot_5, align 4
  store <8 x float> %v20, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
