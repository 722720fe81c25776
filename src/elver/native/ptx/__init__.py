"""Compiled loops on NVIDIA's GPUs: Numba's LLVM IR of a loop and a model's own code, linked and written as PTX."""
