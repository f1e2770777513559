"""What converted code calls. Operators mean what Python means, unless `dispatch` knows better."""
