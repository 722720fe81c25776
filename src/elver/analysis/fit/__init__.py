"""Machines identified from recordings: unknown parameters with their intervals, and how well the machine predicts."""
