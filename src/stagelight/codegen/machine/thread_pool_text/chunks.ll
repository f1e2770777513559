; `stagelight_parallel_for`: who calls it knows the chunks; whether they are shared is for `@run_shared` to say.

define void @stagelight_parallel_for(ptr %body, ptr %context, i64 %total, i64 %wish) {
entry:
  %is_something = icmp sgt i64 %total, 0
  br i1 %is_something, label %count, label %nothing
nothing:
  ret void
count:
  %is_grain = icmp sgt i64 %wish, 0
  %grain = select i1 %is_grain, i64 %wish, i64 1
  %is_one = icmp slt i64 %total, %grain
  br i1 %is_one, label %single, label %divide
divide:
  %chunks = udiv i64 %total, %grain
  %is_single = icmp eq i64 %chunks, 1
  br i1 %is_single, label %single, label %several
single:
  call void %body(ptr %context, i64 0, i64 %total)
  ret void
several:
  %is_shared = call i1 @run_shared(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks)
  br i1 %is_shared, label %nothing, label %serially
serially:
  call void @run_serially(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks)
  ret void
}

; The same for a caller who comes from Python.
define void @stagelight_parallel_for_python(ptr %body, ptr %context, i64 %total, i64 %wish) {
  %mode = call i64 @flush_subnormals()
  call void @stagelight_parallel_for(ptr %body, ptr %context, i64 %total, i64 %wish)
  call void @restore_subnormals(i64 %mode)
  ret void
}

define internal void @run_serially(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks) {
entry:
  %last = sub i64 %chunks, 1
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %begin = mul i64 %i, %grain
  %after = add i64 %begin, %grain
  %is_last = icmp eq i64 %i, %last
  %end = select i1 %is_last, i64 %total, i64 %after
  call void %body(ptr %context, i64 %begin, i64 %end)
  %next = add i64 %i, 1
  br i1 %is_last, label %done, label %loop
done:
  ret void
}
