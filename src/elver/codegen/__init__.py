"""Graph -> native code: instruction list, LLVM and CUDA emitters, compiler and its cache on disk.

Names are imported when first used, so that a machine with a GPU and little else can launch kernels written elsewhere.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
