"""How many machines this processor evaluates side by side. Importing this module does not import Numba."""

from __future__ import annotations

from functools import cache


@cache
def host_width() -> int:
    """Machines that this processor evaluates at once: 8 with AVX-512, 4 with AVX, 2 elsewhere."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    return 8 if features.get("avx512f") else 4 if features.get("avx") else 2
