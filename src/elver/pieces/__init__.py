"""Equations written from pieces: what is done alike to every body is traced once, and remembered as a call."""

from elver.pieces.keys import Identity, content
from elver.pieces.record import Record, as_values, piece, recording
from elver.pieces.written import Recorded, Written, written_function

__all__ = ["Identity", "Record", "Recorded", "Written", "as_values", "content", "piece", "recording", "written_function"]
