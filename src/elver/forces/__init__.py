"""Force models: wrench and added inertia of a medium on a body. They know nothing of the recursions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
