; Where there are no threads, no loop is shared.
define internal i1 @run_shared(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks) {
  ret i1 false
}

define i64 @stagelight_pool_threads() {
  ret i64 1
}
