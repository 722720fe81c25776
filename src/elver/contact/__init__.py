"""Everything of contact: scenes of obstacles and ground, set-valued laws, solvers, Moreau's stepping and its record.

Kernels are imported where a simulation starts.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
