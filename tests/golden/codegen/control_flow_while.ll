
define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_5 = alloca i32, align 64
  %slot_6 = alloca i32, align 64
  %slot_7 = alloca i32, align 64
  %slot_12 = alloca i64, align 64
  %slot_13 = alloca i64, align 64
  store i64 65536, ptr %slot_12
  store i64 65536, ptr %slot_13
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v8 = load i32, ptr %v2, align 4
  store i32 0, ptr %slot_5, align 4
  store i32 %v8, ptr %slot_6, align 4
  br label %head_9
head_9:
  %v10 = load i32, ptr %slot_6, align 4
  %v11 = icmp sgt i32 %v10, 1
  br i1 %v11, label %body_9, label %after_9
body_9:
  %v14 = load i64, ptr %slot_12
  %v15 = sub i64 %v14, 1
  store i64 %v15, ptr %slot_12
  %v16 = icmp eq i64 %v15, 0
  br i1 %v16, label %then_17, label %end_17
then_17:
  %v18 = load i64, ptr %slot_13
  %v19 = call i64 @ask(ptr @python_go_on, i64 %v18)
  store i64 %v19, ptr %slot_12
  store i64 %v19, ptr %slot_13
  %v21 = icmp ne i64 %v19, 0
  br i1 %v21, label %goes_20, label %failure
goes_20:
  br label %end_17
end_17:
  %v22 = load i32, ptr %slot_6, align 4
  %v23 = sdiv i32 %v22, 2
  %v24 = srem i32 %v22, 2
  %v25 = xor i32 %v24, 2
  %v26 = icmp slt i32 %v25, 0
  %v27 = icmp ne i32 %v24, 0
  %v28 = and i1 %v26, %v27
  %v29 = select i1 %v28, i32 2, i32 0
  %v30 = add i32 %v24, %v29
  %v31 = icmp eq i32 %v30, 0
  br i1 %v31, label %then_32, label %else_32
then_32:
  %v33 = load i32, ptr %slot_6, align 4
  %v34 = sdiv i32 %v33, 2
  %v35 = srem i32 %v33, 2
  %v36 = xor i32 %v35, 2
  %v37 = icmp slt i32 %v36, 0
  %v38 = icmp ne i32 %v35, 0
  %v39 = and i1 %v37, %v38
  %v40 = select i1 %v39, i32 -1, i32 0
  %v41 = add i32 %v34, %v40
  store i32 %v41, ptr %slot_7, align 4
  br label %end_32
else_32:
  %v42 = load i32, ptr %slot_6, align 4
  %v43 = mul i32 3, %v42
  %v44 = add i32 %v43, 1
  store i32 %v44, ptr %slot_7, align 4
  br label %end_32
end_32:
  %v45 = load i32, ptr %slot_5, align 4
  %v46 = add i32 %v45, 1
  %v47 = load i32, ptr %slot_7, align 4
  store i32 %v46, ptr %slot_5, align 4
  store i32 %v47, ptr %slot_6, align 4
  br label %head_9
after_9:
  %v48 = load i32, ptr %slot_5, align 4
  store i32 %v48, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
