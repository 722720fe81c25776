"""Documents: YAML text read into checked values, with units, expressions, and errors that name line and column."""
