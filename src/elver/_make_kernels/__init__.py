"""What ``make kernels`` runs, ``python -m elver._make_kernels``: Numba's loops as code that is shipped.

The front (``__main__.py``) makes all of it: the loops of runs as LLVM bitcode for any computer (native.py), WebAssembly objects
for pages, and the IR of the contact loop for GPUs. Each list of what was made has one form, see
``codegen.kernels.shipped.write_list``.
"""
