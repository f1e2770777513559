"""The machine below generated code: LLVM, threads, and the ways in from Python and out to C.

    target          which processor this is
    compiler        LLVM's text -> machine code in memory
    llvm_compiler   LLVM's text -> object code: what the compiler process does
    compiler_process  starts that process, asks it, and survives its end
    disk_cache      compiled code kept between processes
    thread_pool     `stagelight_parallel_for`: a loop's chunks on all processors
    entry           Python calls machine code; machine code calls Python's and NumPy's C functions
    blas            SciPy's BLAS and LAPACK routines as addresses

Nothing here knows loop nests, graphs or ops. LLVM (llvmlite) is imported in `llvm_compiler` only,
on first use.
"""
