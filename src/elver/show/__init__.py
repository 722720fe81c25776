"""Pictures of runs."""

from elver.show.animation import animate
from elver.show.plots import FIGURES, figures

__all__ = ["FIGURES", "animate", "figures"]
