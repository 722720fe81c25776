"""Documents: YAML text read into checked values, with units, expressions, and errors that name line and column."""

from elver.document.nodes import DocumentError
from elver.document.reader import parse_document, read_document

__all__ = ["DocumentError", "parse_document", "read_document"]
