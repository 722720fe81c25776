"""The studio: the live page served on loopback, with an editor, strokes, native runs, comparisons and sweeps."""

from elver.studio.folder import Folder
from elver.studio.server import Server

__all__ = ["Folder", "Server"]
