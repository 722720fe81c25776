"""Pictures of runs, orbits and studies."""

from elver.show.animation import animate
from elver.show.orbits import orbit_figures
from elver.show.plots import FIGURES, figures
from elver.show.searches import search_figures
from elver.show.sweeps import sweep_figures

__all__ = ["FIGURES", "animate", "figures", "orbit_figures", "search_figures", "sweep_figures"]
