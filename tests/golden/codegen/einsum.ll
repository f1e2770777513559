declare float @llvm.fma.f32(float, float, float)

define internal void @matmul_float32_3_4_2_4_1_1_4_2(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca float, align 64
  %slot_2 = alloca float, align 64
  %slot_3 = alloca float, align 64
  %slot_4 = alloca float, align 64
  %slot_5 = alloca float, align 64
  %slot_6 = alloca float, align 64
  %v7 = getelementptr inbounds float, ptr %out, i64 1
  %v8 = getelementptr inbounds float, ptr %out, i64 2
  %v9 = getelementptr inbounds float, ptr %out, i64 3
  %v10 = getelementptr inbounds float, ptr %out, i64 4
  %v11 = getelementptr inbounds float, ptr %out, i64 5
  store float 0x0000000000000000, ptr %slot_1
  store float 0x0000000000000000, ptr %slot_2
  store float 0x0000000000000000, ptr %slot_3
  store float 0x0000000000000000, ptr %slot_4
  store float 0x0000000000000000, ptr %slot_5
  store float 0x0000000000000000, ptr %slot_6
  %v12 = load float, ptr %slot_1
  %v13 = load float, ptr %slot_2
  %v14 = load float, ptr %slot_3
  %v15 = load float, ptr %slot_4
  %v16 = load float, ptr %slot_5
  %v17 = load float, ptr %slot_6
  %v18 = load float, ptr %right, align 4
  %v19 = getelementptr inbounds float, ptr %right, i64 4
  %v20 = load float, ptr %v19, align 4
  %v21 = load float, ptr %left, align 4
  %v22 = call float @llvm.fma.f32(float %v21, float %v18, float %v12)
  %v23 = call float @llvm.fma.f32(float %v21, float %v20, float %v13)
  %v24 = getelementptr inbounds float, ptr %left, i64 4
  %v25 = load float, ptr %v24, align 4
  %v26 = call float @llvm.fma.f32(float %v25, float %v18, float %v14)
  %v27 = call float @llvm.fma.f32(float %v25, float %v20, float %v15)
  %v28 = getelementptr inbounds float, ptr %left, i64 8
  %v29 = load float, ptr %v28, align 4
  %v30 = call float @llvm.fma.f32(float %v29, float %v18, float %v16)
  %v31 = call float @llvm.fma.f32(float %v29, float %v20, float %v17)
  %v32 = getelementptr inbounds float, ptr %left, i64 1
  %v33 = getelementptr inbounds float, ptr %right, i64 1
  %v34 = load float, ptr %v33, align 4
  %v35 = getelementptr inbounds float, ptr %v33, i64 4
  %v36 = load float, ptr %v35, align 4
  %v37 = load float, ptr %v32, align 4
  %v38 = call float @llvm.fma.f32(float %v37, float %v34, float %v22)
  %v39 = call float @llvm.fma.f32(float %v37, float %v36, float %v23)
  %v40 = getelementptr inbounds float, ptr %v32, i64 4
  %v41 = load float, ptr %v40, align 4
  %v42 = call float @llvm.fma.f32(float %v41, float %v34, float %v26)
  %v43 = call float @llvm.fma.f32(float %v41, float %v36, float %v27)
  %v44 = getelementptr inbounds float, ptr %v32, i64 8
  %v45 = load float, ptr %v44, align 4
  %v46 = call float @llvm.fma.f32(float %v45, float %v34, float %v30)
  %v47 = call float @llvm.fma.f32(float %v45, float %v36, float %v31)
  %v48 = getelementptr inbounds float, ptr %left, i64 2
  %v49 = getelementptr inbounds float, ptr %right, i64 2
  %v50 = load float, ptr %v49, align 4
  %v51 = getelementptr inbounds float, ptr %v49, i64 4
  %v52 = load float, ptr %v51, align 4
  %v53 = load float, ptr %v48, align 4
  %v54 = call float @llvm.fma.f32(float %v53, float %v50, float %v38)
  %v55 = call float @llvm.fma.f32(float %v53, float %v52, float %v39)
  %v56 = getelementptr inbounds float, ptr %v48, i64 4
  %v57 = load float, ptr %v56, align 4
  %v58 = call float @llvm.fma.f32(float %v57, float %v50, float %v42)
  %v59 = call float @llvm.fma.f32(float %v57, float %v52, float %v43)
  %v60 = getelementptr inbounds float, ptr %v48, i64 8
  %v61 = load float, ptr %v60, align 4
  %v62 = call float @llvm.fma.f32(float %v61, float %v50, float %v46)
  %v63 = call float @llvm.fma.f32(float %v61, float %v52, float %v47)
  %v64 = getelementptr inbounds float, ptr %left, i64 3
  %v65 = getelementptr inbounds float, ptr %right, i64 3
  %v66 = load float, ptr %v65, align 4
  %v67 = getelementptr inbounds float, ptr %v65, i64 4
  %v68 = load float, ptr %v67, align 4
  %v69 = load float, ptr %v64, align 4
  %v70 = call float @llvm.fma.f32(float %v69, float %v66, float %v54)
  %v71 = call float @llvm.fma.f32(float %v69, float %v68, float %v55)
  %v72 = getelementptr inbounds float, ptr %v64, i64 4
  %v73 = load float, ptr %v72, align 4
  %v74 = call float @llvm.fma.f32(float %v73, float %v66, float %v58)
  %v75 = call float @llvm.fma.f32(float %v73, float %v68, float %v59)
  %v76 = getelementptr inbounds float, ptr %v64, i64 8
  %v77 = load float, ptr %v76, align 4
  %v78 = call float @llvm.fma.f32(float %v77, float %v66, float %v62)
  %v79 = call float @llvm.fma.f32(float %v77, float %v68, float %v63)
  store float %v70, ptr %slot_1
  store float %v71, ptr %slot_2
  store float %v74, ptr %slot_3
  store float %v75, ptr %slot_4
  store float %v78, ptr %slot_5
  store float %v79, ptr %slot_6
  %v80 = load float, ptr %slot_1
  store float %v80, ptr %out, align 4
  %v81 = load float, ptr %slot_2
  store float %v81, ptr %v7, align 4
  %v82 = load float, ptr %slot_3
  store float %v82, ptr %v8, align 4
  %v83 = load float, ptr %slot_4
  store float %v83, ptr %v9, align 4
  %v84 = load float, ptr %slot_5
  store float %v84, ptr %v10, align 4
  %v85 = load float, ptr %slot_6
  store float %v85, ptr %v11, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  br label %loop_7
loop_7:
  %i_7 = phi i64 [ 0, %entry ], [ %next_7, %loop_7 ]
  %v8 = mul i64 12, %i_7
  %v9 = getelementptr inbounds float, ptr %v2, i64 %v8
  %v10 = mul i64 8, %i_7
  %v11 = getelementptr inbounds float, ptr %v4, i64 %v10
  %v12 = mul i64 6, %i_7
  %v13 = getelementptr inbounds float, ptr %v6, i64 %v12
  call void @matmul_float32_3_4_2_4_1_1_4_2(ptr %v9, ptr %v11, ptr %v13)
  %next_7 = add nsw i64 %i_7, 1
  %more_7 = icmp slt i64 %next_7, 7
  br i1 %more_7, label %loop_7, label %done_7
done_7:
  ret i32 0
failure:
  ret i32 1
}

declare float @llvm.fma.f32(float, float, float)
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)

define internal void @part0(ptr noalias %context, i64 %begin, i64 %end) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %v1 = getelementptr inbounds i64, ptr %context, i64 1
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds i64, ptr %context, i64 2
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds i64, ptr %context, i64 3
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %context, i64 4
  %size_n0 = load i64, ptr %v7
  br label %loop_8
loop_8:
  %i_8 = phi i64 [ %begin, %entry ], [ %next_8, %loop_8 ]
  %v9 = mul i64 12, %i_8
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = mul i64 8, %i_8
  %v12 = getelementptr inbounds float, ptr %v4, i64 %v11
  %v13 = mul i64 6, %i_8
  %v14 = getelementptr inbounds float, ptr %v6, i64 %v13
  call void @matmul_float32_3_4_2_4_1_1_4_2(ptr %v10, ptr %v12, ptr %v14)
  %next_8 = add nsw i64 %i_8, 1
  %more_8 = icmp slt i64 %next_8, %end
  br i1 %more_8, label %loop_8, label %done_8
done_8:
  br label %return
return:
  ret void
}

define internal void @matmul_float32_3_4_2_4_1_1_4_2(ptr noalias %left, ptr noalias %right, ptr noalias %out) noinline nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_1 = alloca float, align 64
  %slot_2 = alloca float, align 64
  %slot_3 = alloca float, align 64
  %slot_4 = alloca float, align 64
  %slot_5 = alloca float, align 64
  %slot_6 = alloca float, align 64
  %v7 = getelementptr inbounds float, ptr %out, i64 1
  %v8 = getelementptr inbounds float, ptr %out, i64 2
  %v9 = getelementptr inbounds float, ptr %out, i64 3
  %v10 = getelementptr inbounds float, ptr %out, i64 4
  %v11 = getelementptr inbounds float, ptr %out, i64 5
  store float 0x0000000000000000, ptr %slot_1
  store float 0x0000000000000000, ptr %slot_2
  store float 0x0000000000000000, ptr %slot_3
  store float 0x0000000000000000, ptr %slot_4
  store float 0x0000000000000000, ptr %slot_5
  store float 0x0000000000000000, ptr %slot_6
  %v12 = load float, ptr %slot_1
  %v13 = load float, ptr %slot_2
  %v14 = load float, ptr %slot_3
  %v15 = load float, ptr %slot_4
  %v16 = load float, ptr %slot_5
  %v17 = load float, ptr %slot_6
  %v18 = load float, ptr %right, align 4
  %v19 = getelementptr inbounds float, ptr %right, i64 4
  %v20 = load float, ptr %v19, align 4
  %v21 = load float, ptr %left, align 4
  %v22 = call float @llvm.fma.f32(float %v21, float %v18, float %v12)
  %v23 = call float @llvm.fma.f32(float %v21, float %v20, float %v13)
  %v24 = getelementptr inbounds float, ptr %left, i64 4
  %v25 = load float, ptr %v24, align 4
  %v26 = call float @llvm.fma.f32(float %v25, float %v18, float %v14)
  %v27 = call float @llvm.fma.f32(float %v25, float %v20, float %v15)
  %v28 = getelementptr inbounds float, ptr %left, i64 8
  %v29 = load float, ptr %v28, align 4
  %v30 = call float @llvm.fma.f32(float %v29, float %v18, float %v16)
  %v31 = call float @llvm.fma.f32(float %v29, float %v20, float %v17)
  %v32 = getelementptr inbounds float, ptr %left, i64 1
  %v33 = getelementptr inbounds float, ptr %right, i64 1
  %v34 = load float, ptr %v33, align 4
  %v35 = getelementptr inbounds float, ptr %v33, i64 4
  %v36 = load float, ptr %v35, align 4
  %v37 = load float, ptr %v32, align 4
  %v38 = call float @llvm.fma.f32(float %v37, float %v34, float %v22)
  %v39 = call float @llvm.fma.f32(float %v37, float %v36, float %v23)
  %v40 = getelementptr inbounds float, ptr %v32, i64 4
  %v41 = load float, ptr %v40, align 4
  %v42 = call float @llvm.fma.f32(float %v41, float %v34, float %v26)
  %v43 = call float @llvm.fma.f32(float %v41, float %v36, float %v27)
  %v44 = getelementptr inbounds float, ptr %v32, i64 8
  %v45 = load float, ptr %v44, align 4
  %v46 = call float @llvm.fma.f32(float %v45, float %v34, float %v30)
  %v47 = call float @llvm.fma.f32(float %v45, float %v36, float %v31)
  %v48 = getelementptr inbounds float, ptr %left, i64 2
  %v49 = getelementptr inbounds float, ptr %right, i64 2
  %v50 = load float, ptr %v49, align 4
  %v51 = getelementptr inbounds float, ptr %v49, i64 4
  %v52 = load float, ptr %v51, align 4
  %v53 = load float, ptr %v48, align 4
  %v54 = call float @llvm.fma.f32(float %v53, float %v50, float %v38)
  %v55 = call float @llvm.fma.f32(float %v53, float %v52, float %v39)
  %v56 = getelementptr inbounds float, ptr %v48, i64 4
  %v57 = load float, ptr %v56, align 4
  %v58 = call float @llvm.fma.f32(float %v57, float %v50, float %v42)
  %v59 = call float @llvm.fma.f32(float %v57, float %v52, float %v43)
  %v60 = getelementptr inbounds float, ptr %v48, i64 8
  %v61 = load float, ptr %v60, align 4
  %v62 = call float @llvm.fma.f32(float %v61, float %v50, float %v46)
  %v63 = call float @llvm.fma.f32(float %v61, float %v52, float %v47)
  %v64 = getelementptr inbounds float, ptr %left, i64 3
  %v65 = getelementptr inbounds float, ptr %right, i64 3
  %v66 = load float, ptr %v65, align 4
  %v67 = getelementptr inbounds float, ptr %v65, i64 4
  %v68 = load float, ptr %v67, align 4
  %v69 = load float, ptr %v64, align 4
  %v70 = call float @llvm.fma.f32(float %v69, float %v66, float %v54)
  %v71 = call float @llvm.fma.f32(float %v69, float %v68, float %v55)
  %v72 = getelementptr inbounds float, ptr %v64, i64 4
  %v73 = load float, ptr %v72, align 4
  %v74 = call float @llvm.fma.f32(float %v73, float %v66, float %v58)
  %v75 = call float @llvm.fma.f32(float %v73, float %v68, float %v59)
  %v76 = getelementptr inbounds float, ptr %v64, i64 8
  %v77 = load float, ptr %v76, align 4
  %v78 = call float @llvm.fma.f32(float %v77, float %v66, float %v62)
  %v79 = call float @llvm.fma.f32(float %v77, float %v68, float %v63)
  store float %v70, ptr %slot_1
  store float %v71, ptr %slot_2
  store float %v74, ptr %slot_3
  store float %v75, ptr %slot_4
  store float %v78, ptr %slot_5
  store float %v79, ptr %slot_6
  %v80 = load float, ptr %slot_1
  store float %v80, ptr %out, align 4
  %v81 = load float, ptr %slot_2
  store float %v81, ptr %v7, align 4
  %v82 = load float, ptr %slot_3
  store float %v82, ptr %v8, align 4
  %v83 = load float, ptr %slot_4
  store float %v83, ptr %v9, align 4
  %v84 = load float, ptr %slot_5
  store float %v84, ptr %v10, align 4
  %v85 = load float, ptr %slot_6
  store float %v85, ptr %v11, align 4
  br label %return
return:
  ret void
}

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_18 = alloca [5 x i64], align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = getelementptr inbounds ptr, ptr %table, i64 2
  %v6 = load ptr, ptr %v5
  %v7 = getelementptr inbounds i64, ptr %table, i64 4
  %size_n0 = load i64, ptr %v7
  %v8 = or i64 24, 1
  %size_9_0_0 = mul i64 1, %size_n0
  %size_9_0 = add i64 0, %size_9_0_0
  %size_9 = add i64 %size_9_0, 0
  %v10 = and i64 %size_9, -1
  %v11 = mul i64 %v10, %v8
  %v12 = icmp sge i64 %v11, 524288
  %v13 = mul i64 %v8, 1
  %v14 = sdiv i64 262144, %v13
  %v15 = add i64 %v14, 1
  %v16 = mul i64 %v15, 1
  %v17 = select i1 %v12, i64 %v16, i64 %v10
  %v19 = getelementptr inbounds i64, ptr %slot_18, i64 0
  store ptr null, ptr %v19
  %v20 = getelementptr inbounds i64, ptr %slot_18, i64 1
  store ptr %v2, ptr %v20
  %v21 = getelementptr inbounds i64, ptr %slot_18, i64 2
  store ptr %v4, ptr %v21
  %v22 = getelementptr inbounds i64, ptr %slot_18, i64 3
  store ptr %v6, ptr %v22
  %v23 = getelementptr inbounds i64, ptr %slot_18, i64 4
  store i64 %size_n0, ptr %v23
  call void @stagelight_parallel_for(ptr @part0, ptr %slot_18, i64 %v10, i64 %v17)
  ret i32 0
failure:
  ret i32 1
}
