"""The published systems, one room each: robot, scenarios, own measures and pictures, claims."""

ROOMS = ("eel", "snake", "aiko", "gray", "moth", "scull")  # in the order in which they are listed

__all__ = ["ROOMS"]
