"""Graph -> CUDA C: the text of operations, of instruction lists and of loops, and the kernel with the time loop around them."""
