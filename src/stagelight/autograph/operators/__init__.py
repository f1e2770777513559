"""What converted code calls. Each operator means what Python means, unless `dispatch` knows better."""
