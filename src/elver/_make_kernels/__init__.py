"""What ``make kernels`` runs, ``python -m elver._make_kernels``: Numba's loops as code that is shipped.

One front (``__main__.py``) makes all of it: the loops of runs as LLVM bitcode for any computer (native.py), WebAssembly objects
for pages (wasm.py) and the IR of the contact loop for GPUs (gpu.py). Each list of what was made has one form, see
``codegen.kernels.shipped.write_list``.
"""
