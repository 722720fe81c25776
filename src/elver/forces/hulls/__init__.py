"""Floating hulls: meshes, hydrostatics, radiation by potential flow, and the memory of the free surface as a passive system."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
