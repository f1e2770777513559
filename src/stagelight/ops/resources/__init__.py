"""What stays between calls, behind a handle: variables, lookup tables, queues."""
