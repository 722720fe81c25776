"""Compiled loops as they are shipped: LLVM's form of Numba's code, so that a run neither imports Numba nor waits for it."""
