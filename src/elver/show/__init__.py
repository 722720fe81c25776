"""Pictures of runs and studies."""

from elver.show.animation import animate
from elver.show.plots import FIGURES, figures
from elver.show.searches import search_figures
from elver.show.sweeps import sweep_figures

__all__ = ["FIGURES", "animate", "figures", "search_figures", "sweep_figures"]
