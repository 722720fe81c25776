"""Non-smooth contact: scenes of obstacles and ground, set-valued laws. Kernels are imported where a simulation starts."""

from elver.contact.scene import Disc, FrictionSet, Polygon, Scene, Wall

__all__ = ["Disc", "FrictionSet", "Polygon", "Scene", "Wall"]
