"""What a run leaves: labelled data, energy ledger, metrics, summary, files."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
