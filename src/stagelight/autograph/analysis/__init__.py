"""What blocks of code read and write (`activity`), and which names matter where (`dataflow`)."""
