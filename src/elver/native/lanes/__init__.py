"""One machine's code with vectors in it: what is computed alike for several bodies or joints is computed side by side."""
