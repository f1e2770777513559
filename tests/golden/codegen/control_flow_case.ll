
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_7 = alloca [7 x float], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v8 = load i32, ptr %v2, align 4
  %v9 = icmp eq i32 %v8, 0
  br i1 %v9, label %then_10, label %else_10
then_10:
  %v11 = load <4 x float>, ptr %v4, align 4
  %v12 = fadd <4 x float> %v11, splat (float 0x3FF0000000000000)
  store <4 x float> %v12, ptr %slot_7, align 4
  br label %loop_13
loop_13:
  %i_13 = phi i64 [ 4, %then_10 ], [ %next_13, %loop_13 ]
  %v14 = getelementptr inbounds float, ptr %v4, i64 %i_13
  %v15 = load float, ptr %v14, align 4
  %v16 = fadd float %v15, 0x3FF0000000000000
  %v17 = getelementptr inbounds float, ptr %slot_7, i64 %i_13
  store float %v16, ptr %v17, align 4
  %next_13 = add nsw i64 %i_13, 1
  %more_13 = icmp slt i64 %next_13, 7
  br i1 %more_13, label %loop_13, label %done_13
done_13:
  br label %end_10
else_10:
  %v18 = load i32, ptr %v2, align 4
  %v19 = icmp eq i32 %v18, 1
  br i1 %v19, label %then_20, label %else_20
then_20:
  %v21 = load <4 x float>, ptr %v4, align 4
  %v22 = fmul <4 x float> %v21, splat (float 0x4000000000000000)
  store <4 x float> %v22, ptr %slot_7, align 4
  br label %loop_23
loop_23:
  %i_23 = phi i64 [ 4, %then_20 ], [ %next_23, %loop_23 ]
  %v24 = getelementptr inbounds float, ptr %v4, i64 %i_23
  %v25 = load float, ptr %v24, align 4
  %v26 = fmul float %v25, 0x4000000000000000
  %v27 = getelementptr inbounds float, ptr %slot_7, i64 %i_23
  store float %v26, ptr %v27, align 4
  %next_23 = add nsw i64 %i_23, 1
  %more_23 = icmp slt i64 %next_23, 7
  br i1 %more_23, label %loop_23, label %done_23
done_23:
  br label %end_20
else_20:
  %v28 = load <4 x float>, ptr %v4, align 4
  %v29 = fneg <4 x float> %v28
  store <4 x float> %v29, ptr %slot_7, align 4
  br label %loop_30
loop_30:
  %i_30 = phi i64 [ 4, %else_20 ], [ %next_30, %loop_30 ]
  %v31 = getelementptr inbounds float, ptr %v4, i64 %i_30
  %v32 = load float, ptr %v31, align 4
  %v33 = fneg float %v32
  %v34 = getelementptr inbounds float, ptr %slot_7, i64 %i_30
  store float %v33, ptr %v34, align 4
  %next_30 = add nsw i64 %i_30, 1
  %more_30 = icmp slt i64 %next_30, 7
  br i1 %more_30, label %loop_30, label %done_30
done_30:
  br label %end_20
end_20:
  br label %end_10
end_10:
  %v35 = load <4 x float>, ptr %slot_7, align 4
  store <4 x float> %v35, ptr %v6, align 4
  br label %loop_36
loop_36:
  %i_36 = phi i64 [ 4, %end_10 ], [ %next_36, %loop_36 ]
  %v37 = getelementptr inbounds float, ptr %slot_7, i64 %i_36
  %v38 = load float, ptr %v37, align 4
  %v39 = getelementptr inbounds float, ptr %v6, i64 %i_36
  store float %v38, ptr %v39, align 4
  %next_36 = add nsw i64 %i_36, 1
  %more_36 = icmp slt i64 %next_36, 7
  br i1 %more_36, label %loop_36, label %done_36
done_36:
  ret i32 0
failure:
  ret i32 1
}

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
  %v8 = load <8 x float>, ptr %v7, align 4
  %v9 = fadd <8 x float> %v8, splat (float 0x3FF0000000000000)
  %v10 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store <8 x float> %v9, ptr %v10, align 4
  %next_6 = add nsw i64 %i_6, 8
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define internal void @part1(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
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
  %v8 = load <8 x float>, ptr %v7, align 4
  %v9 = fmul <8 x float> %v8, splat (float 0x4000000000000000)
  %v10 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store <8 x float> %v9, ptr %v10, align 4
  %next_6 = add nsw i64 %i_6, 8
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define internal void @part2(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
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
  %v8 = load <8 x float>, ptr %v7, align 4
  %v9 = fneg <8 x float> %v8
  %v10 = getelementptr inbounds float, ptr %v4, i64 %i_6
  store <8 x float> %v9, ptr %v10, align 4
  %next_6 = add nsw i64 %i_6, 8
  %more_6 = icmp slt i64 %next_6, %end
  br i1 %more_6, label %loop_6, label %done_6
done_6:
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_21 = alloca [4 x i64], align 64
  %slot_45 = alloca [4 x i64], align 64
  %slot_66 = alloca [4 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = load i32, ptr %v2, align 4
  %v9 = icmp eq i32 %v8, 0
  br i1 %v9, label %then_10, label %else_10
then_10:
  %v11 = or i64 3, 1
  %size_12_0_0 = mul i64 1, %size_n0
  %size_12_0 = add i64 0, %size_12_0_0
  %size_12 = add i64 %size_12_0, 0
  %v13 = and i64 %size_12, -8
  %v14 = mul i64 %v13, %v11
  %v15 = icmp sge i64 %v14, 524288
  %v16 = mul i64 %v11, 8
  %v17 = sdiv i64 262144, %v16
  %v18 = add i64 %v17, 1
  %v19 = mul i64 %v18, 8
  %v20 = select i1 %v15, i64 %v19, i64 %v13
  %v22 = getelementptr inbounds i64, ptr %slot_21, i64 0
  store ptr null, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_21, i64 1
  store ptr %v4, ptr %v23
  %v24 = getelementptr inbounds i64, ptr %slot_21, i64 2
  store ptr %v6, ptr %v24
  %v25 = getelementptr inbounds i64, ptr %slot_21, i64 3
  store i64 %size_n0, ptr %v25
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_21, i64 %v13, i64 %v20)
  %size_26_0_0 = mul i64 1, %size_n0
  %size_26_0 = add i64 0, %size_26_0_0
  %size_26 = add i64 %size_26_0, 0
  br label %test_27
test_27:
  %i_27 = phi i64 [ %v13, %then_10 ], [ %next_27, %loop_27 ]
  %more_27 = icmp slt i64 %i_27, %size_26
  br i1 %more_27, label %loop_27, label %done_27
loop_27:
  %v28 = getelementptr inbounds float, ptr %v4, i64 %i_27
  %v29 = load float, ptr %v28, align 4
  %v30 = fadd float %v29, 0x3FF0000000000000
  %v31 = getelementptr inbounds float, ptr %v6, i64 %i_27
  store float %v30, ptr %v31, align 4
  %next_27 = add nsw i64 %i_27, 1
  br label %test_27
done_27:
  br label %end_10
else_10:
  %v32 = load i32, ptr %v2, align 4
  %v33 = icmp eq i32 %v32, 1
  br i1 %v33, label %then_34, label %else_34
then_34:
  %v35 = or i64 3, 1
  %size_36_0_0 = mul i64 1, %size_n0
  %size_36_0 = add i64 0, %size_36_0_0
  %size_36 = add i64 %size_36_0, 0
  %v37 = and i64 %size_36, -8
  %v38 = mul i64 %v37, %v35
  %v39 = icmp sge i64 %v38, 524288
  %v40 = mul i64 %v35, 8
  %v41 = sdiv i64 262144, %v40
  %v42 = add i64 %v41, 1
  %v43 = mul i64 %v42, 8
  %v44 = select i1 %v39, i64 %v43, i64 %v37
  %v46 = getelementptr inbounds i64, ptr %slot_45, i64 0
  store ptr null, ptr %v46
  %v47 = getelementptr inbounds i64, ptr %slot_45, i64 1
  store ptr %v4, ptr %v47
  %v48 = getelementptr inbounds i64, ptr %slot_45, i64 2
  store ptr %v6, ptr %v48
  %v49 = getelementptr inbounds i64, ptr %slot_45, i64 3
  store i64 %size_n0, ptr %v49
  call void @stagelight_parallel_for(ptr @part1, ptr %slot_45, i64 %v37, i64 %v44)
  %size_50_0_0 = mul i64 1, %size_n0
  %size_50_0 = add i64 0, %size_50_0_0
  %size_50 = add i64 %size_50_0, 0
  br label %test_51
test_51:
  %i_51 = phi i64 [ %v37, %then_34 ], [ %next_51, %loop_51 ]
  %more_51 = icmp slt i64 %i_51, %size_50
  br i1 %more_51, label %loop_51, label %done_51
loop_51:
  %v52 = getelementptr inbounds float, ptr %v4, i64 %i_51
  %v53 = load float, ptr %v52, align 4
  %v54 = fmul float %v53, 0x4000000000000000
  %v55 = getelementptr inbounds float, ptr %v6, i64 %i_51
  store float %v54, ptr %v55, align 4
  %next_51 = add nsw i64 %i_51, 1
  br label %test_51
done_51:
  br label %end_34
else_34:
  %v56 = or i64 3, 1
  %size_57_0_0 = mul i64 1, %size_n0
  %size_57_0 = add i64 0, %size_57_0_0
  %size_57 = add i64 %size_57_0, 0
  %v58 = and i64 %size_57, -8
  %v59 = mul i64 %v58, %v56
  %v60 = icmp sge i64 %v59, 524288
  %v61 = mul i64 %v56, 8
  %v62 = sdiv i64 262144, %v61
  %v63 = add i64 %v62, 1
  %v64 = mul i64 %v63, 8
  %v65 = select i1 %v60, i64 %v64, i64 %v58
  %v67 = getelementptr inbounds i64, ptr %slot_66, i64 0
  store ptr null, ptr %v67
  %v68 = getelementptr inbounds i64, ptr %slot_66, i64 1
  store ptr %v4, ptr %v68
  %v69 = getelementptr inbounds i64, ptr %slot_66, i64 2
  store ptr %v6, ptr %v69
  %v70 = getelementptr inbounds i64, ptr %slot_66, i64 3
  store i64 %size_n0, ptr %v70
  call void @stagelight_parallel_for(ptr @part2, ptr %slot_66, i64 %v58, i64 %v65)
  %size_71_0_0 = mul i64 1, %size_n0
  %size_71_0 = add i64 0, %size_71_0_0
  %size_71 = add i64 %size_71_0, 0
  br label %test_72
test_72:
  %i_72 = phi i64 [ %v58, %else_34 ], [ %next_72, %loop_72 ]
  %more_72 = icmp slt i64 %i_72, %size_71
  br i1 %more_72, label %loop_72, label %done_72
loop_72:
  %v73 = getelementptr inbounds float, ptr %v4, i64 %i_72
  %v74 = load float, ptr %v73, align 4
  %v75 = fneg float %v74
  %v76 = getelementptr inbounds float, ptr %v6, i64 %i_72
  store float %v75, ptr %v76, align 4
  %next_72 = add nsw i64 %i_72, 1
  br label %test_72
done_72:
  br label %end_34
end_34:
  br label %end_10
end_10:
  ret i32 0
failure:
  ret i32 1
}
