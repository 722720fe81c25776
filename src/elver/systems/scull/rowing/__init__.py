"""A sculler with arms on a hull that floats by its load."""
