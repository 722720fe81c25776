"""Pictures of runs and orbits."""

from elver.show.animation import animate
from elver.show.orbits import orbit_figures
from elver.show.plots import FIGURES, figures

__all__ = ["FIGURES", "animate", "figures", "orbit_figures"]
