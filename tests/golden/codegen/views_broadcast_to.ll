
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = load <4 x float>, ptr %v2, align 4
  %v7 = mul i64 %i_5, 4
  %v8 = getelementptr inbounds float, ptr %v4, i64 %v7
  store <4 x float> %v6, ptr %v8, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 3
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}
