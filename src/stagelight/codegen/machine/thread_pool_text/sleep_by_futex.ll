; Threads sleep in Linux's futex calls: 128 is a private wait, 129 a private wake.
; `wait` sleeps unless the word is already another; true: a `wake` has ended the sleep. `wake` wakes so many of
; those that sleep for the word and says how many it woke. A room is for the sleepers of one word.
@bedroom = internal global i8 0
@anteroom = internal global i8 0
declare i64 @syscall(i64, ...)

define internal i1 @wait(ptr %room, ptr %word, i32 %expected) noinline {
  %value = zext i32 %expected to i64
  %error = call i64 (i64, ...) @syscall(i64 $FUTEX, ptr %word, i64 128, i64 %value, ptr null)
  %was_woken = icmp eq i64 %error, 0
  ret i1 %was_woken
}

define internal i64 @wake(ptr %room, ptr %word, i32 %count) noinline {
  %value = zext i32 %count to i64
  %woken = call i64 (i64, ...) @syscall(i64 $FUTEX, ptr %word, i64 129, i64 %value)
  ret i64 %woken
}

define internal void @reset_sleep() {
  ret void
}
