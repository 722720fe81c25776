"""The studio: the live page served on loopback, with an editor, strokes, native runs, comparisons and sweeps."""
