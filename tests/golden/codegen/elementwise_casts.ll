declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare double @llvm.fabs.f64(double)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <4 x float>, ptr %v2, align 4
  %v6 = fpext <4 x float> %v5 to <4 x double>
  %v7 = fmul <4 x double> %v6, splat (double 0x3FF8000000000000)
  %v8 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v7)
  %v9 = fcmp olt <4 x double> %v8, splat (double 0x41E0000000000000)
  %v10 = select <4 x i1> %v9, <4 x double> %v7, <4 x double> splat (double 0xC1E0000000000000)
  %v11 = fptosi <4 x double> %v10 to <4 x i32>
  store <4 x i32> %v11, ptr %v4, align 4
  br label %loop_12
loop_12:
  %i_12 = phi i64 [ 4, %entry ], [ %next_12, %loop_12 ]
  %v13 = getelementptr inbounds float, ptr %v2, i64 %i_12
  %v14 = load float, ptr %v13, align 4
  %v15 = fpext float %v14 to double
  %v16 = fmul double %v15, 0x3FF8000000000000
  %v17 = call double @llvm.fabs.f64(double %v16)
  %v18 = fcmp olt double %v17, 0x41E0000000000000
  %v19 = select i1 %v18, double %v16, double 0xC1E0000000000000
  %v20 = fptosi double %v19 to i32
  %v21 = getelementptr inbounds i32, ptr %v4, i64 %i_12
  store i32 %v20, ptr %v21, align 4
  %next_12 = add nsw i64 %i_12, 1
  %more_12 = icmp slt i64 %next_12, 7
  br i1 %more_12, label %loop_12, label %done_12
done_12:
  ret i32 0
failure:
  ret i32 1
}

declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare double @llvm.fabs.f64(double)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %size_n0 = load i64, ptr %v5
  br label %loop_6
loop_6:
  %i_6 = phi i64 [ %begin, %entry ], [ %next_6, %loop_6 ]
  %v7 = getelementptr inbounds float, ptr %v2, i64 %i_6
  %v8 = load <4 x float>, ptr %v7, align 4
  %v9 = fpext <4 x float> %v8 to <4 x double>
  %v10 = fmul <4 x double> %v9, splat (double 0x3FF8000000000000)
  %v11 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v10)
  %v12 = fcmp olt <4 x double> %v11, splat (double 0x41E0000000000000)
  %v13 = select <4 x i1> %v12, <4 x double> %v10, <4 x double> splat (double 0xC1E0000000000000)
  %v14 = fptosi <4 x double> %v13 to <4 x i32>
  %v15 = getelementptr inbounds i32, ptr %v4, i64 %i_6
  store <4 x i32> %v14, ptr %v15, align 4
  %next_6 = add nsw i64 %i_6, 4
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_16 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %table, i64 3
  %size_n0 = load i64, ptr %v5
  %v6 = or i64 5, 1
  %size_7_0_0 = mul i64 1, %size_n0
  %size_7_0 = add i64 0, %size_7_0_0
  %size_7 = add i64 %size_7_0, 0
  %v8 = and i64 %size_7, -4
  %v9 = mul i64 %v8, %v6
  %v10 = icmp sge i64 %v9, 524288
  %v11 = mul i64 %v6, 4
  %v12 = sdiv i64 262144, %v11
  %v13 = add i64 %v12, 1
  %v14 = mul i64 %v13, 4
  %v15 = select i1 %v10, i64 %v14, i64 %v8
  %v17 = getelementptr inbounds i64, ptr %slot_16, i64 0
  store ptr null, ptr %v17
  %v18 = getelementptr inbounds i64, ptr %slot_16, i64 1
  store ptr %v2, ptr %v18
  %v19 = getelementptr inbounds i64, ptr %slot_16, i64 2
  store ptr %v4, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_16, i64 3
  store i64 %size_n0, ptr %v20
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_16, i64 %v8, i64 %v15)
  %size_21_0_0 = mul i64 1, %size_n0
  %size_21_0 = add i64 0, %size_21_0_0
  %size_21 = add i64 %size_21_0, 0
  br label %test_22
test_22:
  %i_22 = phi i64 [ %v8, %entry ], [ %next_22, %loop_22 ]
  %more_22 = icmp slt i64 %i_22, %size_21
  br i1 %more_22, label %loop_22, label %done_22
loop_22:
  %v23 = getelementptr inbounds float, ptr %v2, i64 %i_22
  %v24 = load float, ptr %v23, align 4
  %v25 = fpext float %v24 to double
  %v26 = fmul double %v25, 0x3FF8000000000000
  %v27 = call double @llvm.fabs.f64(double %v26)
  %v28 = fcmp olt double %v27, 0x41E0000000000000
  %v29 = select i1 %v28, double %v26, double 0xC1E0000000000000
  %v30 = fptosi double %v29 to i32
  %v31 = getelementptr inbounds i32, ptr %v4, i64 %i_22
  store i32 %v30, ptr %v31, align 4
  %next_22 = add nsw i64 %i_22, 1
  br label %test_22
done_22:
  ret i32 0
failure:
  ret i32 1
}
