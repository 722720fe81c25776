"""The published systems, one package each: robot, scenarios, own metrics and pictures, claims."""

SYSTEMS = ("eel", "snake", "aiko", "gray", "moth", "scull")  # in the order in which they are listed

__all__ = ["SYSTEMS"]
