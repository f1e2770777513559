
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds ptr, ptr %table, i64 3
  %v8 = load ptr, ptr %v7
  %v9 = load <4 x float>, ptr %v4, align 4
  %v10 = load <4 x float>, ptr %v2, align 4
  %v11 = fadd <4 x float> %v9, %v10
  %v12 = fmul <4 x float> %v11, splat (float 0x4000000000000000)
  store <4 x float> %v11, ptr %v6, align 4
  store <4 x float> %v12, ptr %v8, align 4
  ret i32 0
failure:
  ret i32 1
}
