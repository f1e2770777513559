; Threads sleep on POSIX conditions.
; For `wait` and `wake` see the futexes; here all are woken at once.
;
; A room has a mutex, a condition, how many sleep, and how often they were woken.
%room = type { [32 x i64], [32 x i64], i64, i64 }
@bedroom = internal global %room zeroinitializer, align 64
@anteroom = internal global %room zeroinitializer, align 64
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)

define internal void @reset_sleep() {
  call void @reset_room(ptr @bedroom)
  call void @reset_room(ptr @anteroom)
  ret void
}

define internal void @reset_room(ptr %room) {
  %mutex = call i32 @pthread_mutex_init(ptr %room, ptr null)
  %condition_at = getelementptr %room, ptr %room, i32 0, i32 1
  %condition = call i32 @pthread_cond_init(ptr %condition_at, ptr null)
  %sleeping_at = getelementptr %room, ptr %room, i32 0, i32 2
  store i64 0, ptr %sleeping_at
  ret void
}

define internal i1 @wait(ptr %room, ptr %word, i32 %expected) noinline {
  %condition = getelementptr %room, ptr %room, i32 0, i32 1
  %sleeping_at = getelementptr %room, ptr %room, i32 0, i32 2
  %times_at = getelementptr %room, ptr %room, i32 0, i32 3
  %locked = call i32 @pthread_mutex_lock(ptr %room)
  %value = load atomic i32, ptr %word seq_cst, align 4
  %is_expected = icmp eq i32 %value, %expected
  br i1 %is_expected, label %lie_down, label %done
lie_down:
  %sleeping = load i64, ptr %sleeping_at
  %sleeping_too = add i64 %sleeping, 1
  store i64 %sleeping_too, ptr %sleeping_at
  %times = load i64, ptr %times_at
  br label %sleep
sleep:
  %stirred = call i32 @pthread_cond_wait(ptr %condition, ptr %room)
  %times_now = load i64, ptr %times_at
  %is_same = icmp eq i64 %times_now, %times
  br i1 %is_same, label %sleep, label %done
done:
  %unlocked = call i32 @pthread_mutex_unlock(ptr %room)
  ret i1 %is_expected
}

define internal i64 @wake(ptr %room, ptr %word, i32 %count) noinline {
  %condition = getelementptr %room, ptr %room, i32 0, i32 1
  %sleeping_at = getelementptr %room, ptr %room, i32 0, i32 2
  %times_at = getelementptr %room, ptr %room, i32 0, i32 3
  %locked = call i32 @pthread_mutex_lock(ptr %room)
  %sleeping = load i64, ptr %sleeping_at
  store i64 0, ptr %sleeping_at
  %times = load i64, ptr %times_at
  %times_more = add i64 %times, 1
  store i64 %times_more, ptr %times_at
  %woken = call i32 @pthread_cond_broadcast(ptr %condition)
  %unlocked = call i32 @pthread_mutex_unlock(ptr %room)
  ret i64 %sleeping
}
