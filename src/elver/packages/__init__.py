"""Packages that an installation may lack."""

from elver.packages.extras import EXTRAS, is_installed, needed, remedy

__all__ = ["EXTRAS", "is_installed", "needed", "remedy"]
