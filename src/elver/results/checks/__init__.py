"""Plausibility: questions that a careful reader would ask of every run. Each is a ``Check``, declared once.

A run is looked at when it is finished. What is found stands in its summary (``warnings``), in its file, in the terminal, and in
the figures that it concerns. docs/warnings.md has the table of all checks, made from these declarations.
"""
