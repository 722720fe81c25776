"""Moreau's scheme for several machines at once, one per lane of the processor's vectors. Kernels: import where a run starts."""
