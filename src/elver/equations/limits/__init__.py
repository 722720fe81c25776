"""Where a model is asked for more than the theory behind it knows, or given values that its parts refuse."""
