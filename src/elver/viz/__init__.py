"""Tools of all pictures: one look, outlines and solids of machines."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
