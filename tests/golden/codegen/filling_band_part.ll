
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  br label %loop_5
loop_5:
  %i_5 = phi i64 [ 0, %entry ], [ %next_5, %loop_5 ]
  %v6 = add <4 x i64> splat (i64 0), <i64 0, i64 1, i64 2, i64 3>
  %v7 = mul <4 x i64> splat (i64 1), %v6
  %v8 = insertelement <4 x i64> poison, i64 %i_5, i64 0
  %v9 = shufflevector <4 x i64> %v8, <4 x i64> poison, <4 x i32> zeroinitializer
  %v10 = sub <4 x i64> %v9, %v7
  %v11 = icmp sle <4 x i64> %v10, splat (i64 1)
  %v12 = and <4 x i1> splat (i1 true), %v11
  %v13 = sub <4 x i64> %v7, %v9
  %v14 = icmp sle <4 x i64> %v13, splat (i64 0)
  %v15 = and <4 x i1> %v12, %v14
  %v16 = mul i64 %i_5, 4
  %v17 = getelementptr inbounds float, ptr %v2, i64 %v16
  %v18 = load <4 x float>, ptr %v17, align 4
  %v19 = select <4 x i1> %v15, <4 x float> %v18, <4 x float> splat (float 0x0000000000000000)
  %v20 = getelementptr inbounds float, ptr %v4, i64 %v16
  store <4 x float> %v19, ptr %v20, align 4
  %next_5 = add nsw i64 %i_5, 1
  %more_5 = icmp slt i64 %next_5, 4
  br i1 %more_5, label %loop_5, label %done_5
done_5:
  ret i32 0
failure:
  ret i32 1
}
