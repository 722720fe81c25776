"""Equations written from pieces: what is done alike to every body is traced once, and remembered as a call."""

from elver.pieces.adjoint import adjoint_recorded
from elver.pieces.keys import Identity, content
from elver.pieces.matrices import matrices_in
from elver.pieces.record import Record, as_values, is_recording, piece, recording
from elver.pieces.written import Recorded, Written, written_function

__all__ = [
    "Identity",
    "Record",
    "Recorded",
    "Written",
    "adjoint_recorded",
    "as_values",
    "content",
    "is_recording",
    "matrices_in",
    "piece",
    "recording",
    "written_function",
]
