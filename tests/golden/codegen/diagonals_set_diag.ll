
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [9 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v8 = load <8 x float>, ptr %v2, align 4
  store <8 x float> %v8, ptr %slot_7, align 4
  %v9 = getelementptr inbounds float, ptr %v2, i64 8
  %v10 = load float, ptr %v9, align 4
  %v11 = getelementptr inbounds float, ptr %slot_7, i64 8
  store float %v10, ptr %v11, align 4
  br label %loop_12
loop_12:
  %i_12 = phi i64 [ 0, %entry ], [ %next_12, %loop_12 ]
  %v13 = getelementptr inbounds float, ptr %v4, i64 %i_12
  %v14 = load float, ptr %v13, align 4
  %v15 = mul i64 %i_12, 4
  %v16 = getelementptr inbounds float, ptr %slot_7, i64 %v15
  store float %v14, ptr %v16, align 4
  %next_12 = add nsw i64 %i_12, 1
  %more_12 = icmp slt i64 %next_12, 3
  br i1 %more_12, label %loop_12, label %done_12
done_12:
  %v17 = load <8 x float>, ptr %slot_7, align 4
  store <8 x float> %v17, ptr %v6, align 4
  %v18 = getelementptr inbounds float, ptr %slot_7, i64 8
  %v19 = load float, ptr %v18, align 4
  %v20 = getelementptr inbounds float, ptr %v6, i64 8
  store float %v19, ptr %v20, align 4
  ret i32 0
failure:
  ret i32 1
}
