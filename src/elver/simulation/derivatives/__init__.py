"""Derivatives of whole runs: forward sensitivities, gradients by a reverse sweep, derivatives of the rates."""
