"""Equations out of Elver: as C99, as a functional mock-up unit (FMI 3.0), as CasADi functions on disk."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
