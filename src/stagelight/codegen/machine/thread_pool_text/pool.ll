; The thread pool.
;
; One word of 64 bits, `@state`, says all about the current job:
;
;     bits 0-31   generation: the number of the job
;     bits 32-61  joined: how many workers are in it
;     bit 62      waiting: the caller sleeps until the last of them has left
;     bit 63      closed: nobody may join any more
;
; A worker joins with a compare-and-swap that adds one to `joined`; it takes chunks from the counter `@next`
; until there are none, and leaves by taking the one away. The caller opens the job, takes chunks as well, closes the
; job when there are none, and waits only for those that joined: a worker that sleeps, or that the
; system does not run, delays no one. What belongs to the job (`@body`...) is written while nobody can be
; joined, and read only by those who are.
;
; Idle workers look at the generation for a while, then sleep until it changes. `@sleepers` tells the caller whether
; anybody has to be woken. The caller writes the generation and then reads `@sleepers`, a worker adds itself to
; `@sleepers` and then has the generation compared as it falls asleep: so one of them sees the other. Waking takes the
; caller 2 to 100 microseconds, on virtual machines most. Only a long job is worth that, and how long a job is, is not
; known before: the caller measures its first chunk, and remembers what it measured for this body. Jobs that are too
; short for that may come one soon after the other, though, and a worker that is awake stays so from one to the
; next. So the caller adds up what it has done alone, as long as the pauses are short, and wakes them when that was as much.
; Where they were soon asleep again it takes twice as much the next time.
;
; `@busy` is held by the caller of a job and by whoever starts or stops workers. All else that finds it held runs
; its chunks itself, one after the other: callers in other threads, and bodies that are callers.

; Each variable that several threads write has cache lines of its own.
@state = internal global [16 x i64] zeroinitializer, align 128
@next = internal global [16 x i64] zeroinitializer, align 128
@sleepers = internal global [16 x i64] zeroinitializer, align 128
@busy = internal global [16 x i64] zeroinitializer, align 128
@body = internal global ptr null, align 128
@context = internal global ptr null, align 8
@total = internal global i64 0, align 8
@grain = internal global i64 0, align 8
@chunks = internal global i64 0, align 8
@wanted = internal global i64 0, align 128
@started = internal global i64 0, align 8
@stopping = internal global i64 0, align 8
@wake_time = internal global i64 10000, align 8
@alone = internal global i64 0, align 8
@alone_until = internal global i64 0, align 8
@doublings = internal global i64 0, align 8
@jobs_awake = internal global i64 0, align 8
@chunk_times = internal global [64 x { ptr, i64 }] zeroinitializer, align 8
@threads = internal global [1024 x ptr] zeroinitializer, align 8

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(ptr, ptr)
declare i32 @pthread_attr_init(ptr)
declare i32 @pthread_attr_setstacksize(ptr, i64)
declare i32 @pthread_attr_destroy(ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i32 @sigfillset(ptr)
declare i32 @sigdelset(ptr, i32)
declare i32 @clock_gettime(i32, ptr)
declare i64 @llvm.smin.i64(i64, i64)


define internal void @take_chunks() {
entry:
  %body = load ptr, ptr @body
  %context = load ptr, ptr @context
  %total = load i64, ptr @total
  %grain = load i64, ptr @grain
  %chunks = load atomic i64, ptr @chunks monotonic, align 8
  %last = sub i64 %chunks, 1
  br label %take
take:
  %i = atomicrmw add ptr @next, i64 1 monotonic, align 8
  %is_there = icmp ult i64 %i, %chunks
  br i1 %is_there, label %run, label %done
run:
  %begin = mul i64 %i, %grain
  %after = add i64 %begin, %grain
  %is_last = icmp eq i64 %i, %last
  %end = select i1 %is_last, i64 %total, i64 %after
  call void %body(ptr %context, i64 %begin, i64 %end)
  br label %take
done:
  ret void
}

; The argument is the generation before the first job that the worker may join.
define internal ptr @work(ptr %argument) {
entry:
  %first = ptrtoint ptr %argument to i64
  %mode = call i64 @flush_subnormals()
  br label %idle
idle:
  %seen = phi i64 [%first, %entry], [%generation, %pass], [%generation, %leave], [%generation, %wake_caller], [%seen, %sleep], [%seen, %no_sleeper]
  br label %look
look:
  %spins = phi i64 [$SPINS, %idle], [%fewer, %pause], [$SPINS, %join]
  %s = load atomic i64, ptr @state acquire, align 8
  %generation = and i64 %s, 4294967295
  %is_old = icmp eq i64 %generation, %seen
  br i1 %is_old, label %pause, label %changed
pause:
  call void @pause()
  %fewer = sub i64 %spins, 1
  %is_tired = icmp eq i64 %fewer, 0
  br i1 %is_tired, label %sleep, label %look
sleep:
  %slept = atomicrmw add ptr @sleepers, i64 1 seq_cst, align 8
  %seen_word = trunc i64 %seen to i32
  %was_woken = call i1 @wait(ptr @bedroom, ptr $GENERATION, i32 %seen_word)
  br i1 %was_woken, label %idle, label %no_sleeper
no_sleeper:
  %is_up = atomicrmw sub ptr @sleepers, i64 1 seq_cst, align 8
  br label %idle
changed:
  %stopping = load atomic i64, ptr @stopping monotonic, align 8
  %must_stop = icmp ne i64 %stopping, 0
  br i1 %must_stop, label %stop, label %is_it_open
stop:
  ret ptr null
is_it_open:
  %is_closed = icmp slt i64 %s, 0
  br i1 %is_closed, label %pass, label %is_anything_left
is_anything_left:
  %taken = load atomic i64, ptr @next monotonic, align 8
  %of = load atomic i64, ptr @chunks monotonic, align 8
  %is_left = icmp ult i64 %taken, %of
  br i1 %is_left, label %join, label %pass
pass:
  br label %idle
join:
  %s_joined = add i64 %s, 4294967296
  %swap = cmpxchg ptr @state, i64 %s, i64 %s_joined acq_rel monotonic, align 8
  %is_in = extractvalue { i64, i1 } %swap, 1
  br i1 %is_in, label %inside, label %look
inside:
  call void @take_chunks()
  br label %leave
leave:
  %before = atomicrmw sub ptr @state, i64 4294967296 acq_rel, align 8
  %status = lshr i64 %before, 32
  %awaited = and i64 %status, 2147483647
  %is_awaited = icmp eq i64 %awaited, 1073741825
  br i1 %is_awaited, label %wake_caller, label %idle
wake_caller:
  %callers = call i64 @wake(ptr @anteroom, ptr $STATUS, i32 1)
  br label %idle
}

; Starts the workers that are missing. The number that the system refuses is given up.
define internal void @start_workers(i64 %wanted) noinline {
entry:
  %signals = alloca [16 x i64], align 16
  %before = alloca [16 x i64], align 16
  %form = alloca [32 x i64], align 16
  %formed = call i32 @pthread_attr_init(ptr %form)
  %stacked = call i32 @pthread_attr_setstacksize(ptr %form, i64 $STACK)
  %all = call i32 @sigfillset(ptr %signals)
$KEEP_SIGNALS
  %masked = call i32 @pthread_sigmask(i32 $SIG_BLOCK, ptr %signals, ptr %before)
  %s = load atomic i64, ptr @state monotonic, align 8
  %generation = and i64 %s, 4294967295
  %argument = inttoptr i64 %generation to ptr
  %first = load atomic i64, ptr @started monotonic, align 8
  br label %loop
loop:
  %i = phi i64 [%first, %entry], [%more, %create]
  %is_enough = icmp uge i64 %i, %wanted
  br i1 %is_enough, label %done, label %create
create:
  %thread = getelementptr ptr, ptr @threads, i64 %i
  %error = call i32 @pthread_create(ptr %thread, ptr %form, ptr @work, ptr %argument)
  %more = add i64 %i, 1
  %is_created = icmp eq i32 %error, 0
  br i1 %is_created, label %loop, label %refused
refused:
  store atomic i64 %i, ptr @wanted monotonic, align 8
  br label %done
done:
  store atomic i64 %i, ptr @started monotonic, align 8
  %forgotten = call i32 @pthread_attr_destroy(ptr %form)
  %unmasked = call i32 @pthread_sigmask(i32 $SIG_SETMASK, ptr %before, ptr null)
  ret void
}

define internal i64 @now() {
  %time = alloca { i64, i64 }
  %error = call i32 @clock_gettime(i32 $CLOCK_MONOTONIC, ptr %time)
  %nanoseconds_at = getelementptr { i64, i64 }, ptr %time, i32 0, i32 1
  %seconds = load i64, ptr %time
  %nanoseconds = load i64, ptr %nanoseconds_at
  %long = mul i64 %seconds, 1000000000
  %sum = add i64 %long, %nanoseconds
  ret i64 %sum
}

; Wakes as many as there are chunks, and notes how long that took, as a mean over the last times.
define internal void @wake_workers(i64 %chunks) {
  %sleeping = load atomic i64, ptr @sleepers monotonic, align 8
  %some = call i64 @llvm.smin.i64(i64 %chunks, i64 %sleeping)
  %some_word = trunc i64 %some to i32
  %before = call i64 @now()
  %woken = call i64 @wake(ptr @bedroom, ptr $GENERATION, i32 %some_word)
  %after = call i64 @now()
  %are_up = atomicrmw sub ptr @sleepers, i64 %woken seq_cst, align 8
  %measured = sub i64 %after, %before
  %usual = call i64 @llvm.smin.i64(i64 %measured, i64 200000)
  %mean = load i64, ptr @wake_time
  %difference = sub i64 %usual, %mean
  %share = ashr i64 %difference, 2
  %mean_now = add i64 %mean, %share
  store i64 %mean_now, ptr @wake_time
  ret void
}

; Whether chunks that last so long each are worth a wake.
define internal i1 @is_long(i64 %chunk_time, i64 %chunks) {
  %rest = mul i64 %chunk_time, %chunks
  %wake_time = load i64, ptr @wake_time
  %long = shl i64 %wake_time, 2
  %is_long = icmp sgt i64 %rest, %long
  ret i1 %is_long
}

; How long the caller has worked alone, this job among it that has begun at some time and takes so long still: jobs
; that stand closer than a worker looks before it sleeps. After a longer pause it begins anew.
define internal i64 @add_to_alone(i64 %started, i64 %ended, i64 %left) {
  %until = load i64, ptr @alone_until
  %pause = sub i64 %started, %until
  %is_close = icmp slt i64 %pause, $SHORT_PAUSE
  %before = load i64, ptr @alone
  %kept = select i1 %is_close, i64 %before, i64 0
  %all = add i64 %kept, %left
  store i64 %all, ptr @alone
  %end = add i64 %ended, %left
  store i64 %end, ptr @alone_until
  ret i64 %all
}

; The first chunk of a job when workers sleep. They are woken before it if the body is known to last, or else
; after it, if it did, or if the caller has worked alone for as long.
define internal void @begin_with_sleepers(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks) noinline {
entry:
  %address = ptrtoint ptr %body to i64
  %hash = lshr i64 %address, 4
  %slot = and i64 %hash, 63
  %known_at = getelementptr [64 x { ptr, i64 }], ptr @chunk_times, i64 0, i64 %slot
  %time_at = getelementptr { ptr, i64 }, ptr %known_at, i64 0, i32 1
  %known = load ptr, ptr %known_at
  %is_known = icmp eq ptr %known, %body
  %known_time = load i64, ptr %time_at
  %others = sub i64 %chunks, 1
  %would_be_long = call i1 @is_long(i64 %known_time, i64 %others)
  %is_known_long = and i1 %is_known, %would_be_long
  br i1 %is_known_long, label %wake_first, label %take
wake_first:
  call void @wake_workers(i64 %others)
  br label %take
take:
  %i = atomicrmw add ptr @next, i64 1 monotonic, align 8
  %is_there = icmp ult i64 %i, %chunks
  br i1 %is_there, label %run, label %done
run:
  %begin = mul i64 %i, %grain
  %after = add i64 %begin, %grain
  %is_last = icmp eq i64 %i, %others
  %end = select i1 %is_last, i64 %total, i64 %after
  %started = call i64 @now()
  call void %body(ptr %context, i64 %begin, i64 %end)
  %ended = call i64 @now()
  %chunk_time = sub i64 %ended, %started
  store ptr %body, ptr %known_at
  store i64 %chunk_time, ptr %time_at
  %taken = load atomic i64, ptr @next monotonic, align 8
  %left = sub i64 %chunks, %taken
  %time_left = mul i64 %chunk_time, %left
  %alone = call i64 @add_to_alone(i64 %started, i64 %ended, i64 %time_left)
  br i1 %is_known_long, label %done, label %judge
judge:
  %is_long = call i1 @is_long(i64 %chunk_time, i64 %left)
  br i1 %is_long, label %wake_now, label %add_up
add_up:
  %doublings = load i64, ptr @doublings
  %counted = ashr i64 %alone, %doublings
  %was_long = call i1 @is_long(i64 %counted, i64 1)
  br i1 %was_long, label %wake_for_all, label %done
wake_for_all:
  store i64 0, ptr @alone
  %jobs = load i64, ptr @jobs_awake
  store i64 0, ptr @jobs_awake
  %was_good = icmp ugt i64 %jobs, 32
  %once_more = add i64 %doublings, 1
  %bounded = call i64 @llvm.smin.i64(i64 %once_more, i64 10)
  %doublings_now = select i1 %was_good, i64 0, i64 %bounded
  store i64 %doublings_now, ptr @doublings
  br label %wake_now
wake_now:
  call void @wake_workers(i64 %left)
  br label %done
done:
  ret void
}

; Runs a job on all threads. False if nobody is there to share it with, now: then nothing was done.
define internal i1 @run_shared(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks) noinline {
entry:
  %wanted = load atomic i64, ptr @wanted monotonic, align 8
  %is_alone = icmp eq i64 %wanted, 0
  br i1 %is_alone, label %refuse, label %take_over
take_over:
  %swap = cmpxchg ptr @busy, i64 0, i64 1 acquire monotonic, align 8
  %is_mine = extractvalue { i64, i1 } %swap, 1
  br i1 %is_mine, label %prepare, label %refuse
refuse:
  ret i1 false
prepare:
  %started = load atomic i64, ptr @started monotonic, align 8
  %is_complete = icmp uge i64 %started, %wanted
  br i1 %is_complete, label %open, label %start
start:
  call void @start_workers(i64 %wanted)
  %now_started = load atomic i64, ptr @started monotonic, align 8
  %is_nobody = icmp eq i64 %now_started, 0
  br i1 %is_nobody, label %give_up, label %open
give_up:
  store atomic i64 0, ptr @busy release, align 8
  ret i1 false
open:
  store ptr %body, ptr @body
  store ptr %context, ptr @context
  store i64 %total, ptr @total
  store i64 %grain, ptr @grain
  store atomic i64 %chunks, ptr @chunks monotonic, align 8
  store atomic i64 0, ptr @next monotonic, align 8
  %s = load atomic i64, ptr @state monotonic, align 8
  %s_next = add i64 %s, 1
  %s_open = and i64 %s_next, 4294967295
  store atomic i64 %s_open, ptr @state seq_cst, align 8
  %sleeping = load atomic i64, ptr @sleepers seq_cst, align 8
  %are_all_awake = icmp eq i64 %sleeping, 0
  br i1 %are_all_awake, label %count_job, label %begin
count_job:
  %jobs = load i64, ptr @jobs_awake
  %jobs_more = add i64 %jobs, 1
  store i64 %jobs_more, ptr @jobs_awake
  br label %take_part
begin:
  call void @begin_with_sleepers(ptr %body, ptr %context, i64 %total, i64 %grain, i64 %chunks)
  br label %take_part
take_part:
  call void @take_chunks()
  %at_close = atomicrmw or ptr @state, i64 -9223372036854775808 acq_rel, align 8
  br label %look
look:
  %spins = phi i64 [$SPINS, %take_part], [%fewer, %pause], [1, %sleep], [1, %announce]
  %s_now = load atomic i64, ptr @state acquire, align 8
  %status = lshr i64 %s_now, 32
  %joined = and i64 %status, 1073741823
  %have_all_left = icmp eq i64 %joined, 0
  br i1 %have_all_left, label %done, label %pause
pause:
  call void @pause()
  %fewer = sub i64 %spins, 1
  %is_tired = icmp eq i64 %fewer, 0
  br i1 %is_tired, label %announce, label %look
announce:
  %s_waiting = or i64 %s_now, 4611686018427387904
  %said = cmpxchg ptr @state, i64 %s_now, i64 %s_waiting acq_rel monotonic, align 8
  %is_said = extractvalue { i64, i1 } %said, 1
  br i1 %is_said, label %sleep, label %look
sleep:
  %status_waiting = lshr i64 %s_waiting, 32
  %status_word = trunc i64 %status_waiting to i32
  %was_woken = call i1 @wait(ptr @anteroom, ptr $STATUS, i32 %status_word)
  br label %look
done:
  store atomic i64 0, ptr @busy release, align 8
  ret i1 true
}

; Stops all workers; the next job starts as many as are wanted then. False if a job is being done.
define i1 @stagelight_pool_set_workers(i64 %wanted) {
entry:
  %swap = cmpxchg ptr @busy, i64 0, i64 1 acquire monotonic, align 8
  %is_mine = extractvalue { i64, i1 } %swap, 1
  br i1 %is_mine, label %stop, label %refuse
refuse:
  ret i1 false
stop:
  store atomic i64 1, ptr @stopping monotonic, align 8
  %s = load atomic i64, ptr @state monotonic, align 8
  %s_next = add i64 %s, 1
  %generation = and i64 %s_next, 4294967295
  %s_closed = or i64 %generation, -9223372036854775808
  store atomic i64 %s_closed, ptr @state seq_cst, align 8
  %woken = call i64 @wake(ptr @bedroom, ptr $GENERATION, i32 2147483647)
  %are_up = atomicrmw sub ptr @sleepers, i64 %woken seq_cst, align 8
  %started = load atomic i64, ptr @started monotonic, align 8
  br label %loop
loop:
  %i = phi i64 [0, %stop], [%more, %join]
  %is_last = icmp uge i64 %i, %started
  br i1 %is_last, label %done, label %join
join:
  %thread_at = getelementptr ptr, ptr @threads, i64 %i
  %thread = load ptr, ptr %thread_at
  %error = call i32 @pthread_join(ptr %thread, ptr null)
  %more = add i64 %i, 1
  br label %loop
done:
  store atomic i64 0, ptr @stopping monotonic, align 8
  store atomic i64 0, ptr @started monotonic, align 8
  store atomic i64 %wanted, ptr @wanted monotonic, align 8
  store atomic i64 0, ptr @busy release, align 8
  ret i1 true
}

; At the beginning, and in a forked child, where there are no workers and whatever was going on is not.
define void @stagelight_pool_reset() {
  store atomic i64 0, ptr @state monotonic, align 8
  store atomic i64 0, ptr @next monotonic, align 8
  store atomic i64 0, ptr @sleepers monotonic, align 8
  store atomic i64 0, ptr @stopping monotonic, align 8
  store atomic i64 0, ptr @started monotonic, align 8
  call void @reset_sleep()
  store atomic i64 0, ptr @busy seq_cst, align 8
  ret void
}

; How many threads share a loop, the caller among them.
define i64 @stagelight_pool_threads() {
  %wanted = load atomic i64, ptr @wanted monotonic, align 8
  %threads = add i64 %wanted, 1
  ret i64 %threads
}

; How many workers there are.
define i64 @stagelight_pool_started() {
  %started = load atomic i64, ptr @started monotonic, align 8
  ret i64 %started
}
