"""Pictures of machines, runs, orbits and studies."""

from elver.show.animation import animate
from elver.show.machine import machine_figure
from elver.show.orbits import orbit_figures
from elver.show.plots import figures, known_pictures, pictures_of
from elver.show.searches import search_figures
from elver.show.sweeps import sweep_figures
from elver.show.views.stills import stills

__all__ = [
    "animate",
    "figures",
    "known_pictures",
    "machine_figure",
    "orbit_figures",
    "pictures_of",
    "search_figures",
    "stills",
    "sweep_figures",
]
