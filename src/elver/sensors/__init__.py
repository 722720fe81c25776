"""Sensors: what a machine can know of itself, with rate, noise and delay, exact from the equations."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
