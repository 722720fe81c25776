"""How unknowns are searched: scales, noise, descents and starts. Pure numbers: the machine is behind the evaluator."""
