"""Tasks: machines with something to do, as data, and episodes of many machines at once."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
