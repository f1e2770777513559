
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca [16 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ 0, %entry ], [ %next_6, %done_7 ]
  %v9 = mul i64 %i_6, 8
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %loop_6 ], [ %next_7, %done_8 ]
  %v10 = mul i64 %i_7, 2
  %v11 = add i64 %v9, %v10
  %v16 = mul i64 %i_7, 4
  %v17 = add i64 %v9, %v16
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ 0, %loop_7 ], [ %next_8, %loop_8 ]
  %v12 = mul i64 %i_8, 4
  %v13 = add i64 %v11, %v12
  %v14 = getelementptr inbounds float, ptr %v2, i64 %v13
  %v15 = load <2 x float>, ptr %v14, align 4
  %v18 = mul i64 %i_8, 2
  %v19 = add i64 %v17, %v18
  %v20 = getelementptr inbounds float, ptr %slot_5, i64 %v19
  store <2 x float> %v15, ptr %v20, align 4
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, 2
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 2
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  %next_6 = add nsw i64 %i_6, 1
  %more_6 = icmp slt i64 %next_6, 2
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %loop_21
loop_21:
  %i_21 = phi i64 [ 0, %done_6 ], [ %next_21, %loop_21 ]
  %v22 = getelementptr inbounds float, ptr %slot_5, i64 %i_21
  %v23 = load <8 x float>, ptr %v22, align 4
  %v24 = getelementptr inbounds float, ptr %v4, i64 %i_21
  store <8 x float> %v23, ptr %v24, align 4
  %next_21 = add nsw i64 %i_21, 8
  %more_21 = icmp slt i64 %next_21, 16
  br i1 %more_21, label %loop_21, label %done_21
done_21:
  ret i32 0
failure:
  ret i32 1
}
