"""Pictures of runs and studies."""

from elver.show.animation import animate
from elver.show.plots import FIGURES, figures
from elver.show.sweeps import sweep_figures

__all__ = ["FIGURES", "animate", "figures", "sweep_figures"]
