"""Graph -> CUDA C: the text of operations, of instruction lists and of loops, and the kernel with the time loop around them."""

from elver.native.cuda.kernel import USUAL, HeldInputs, Kernel, Tuning, emit_kernel

__all__ = ["USUAL", "HeldInputs", "Kernel", "Tuning", "emit_kernel"]
