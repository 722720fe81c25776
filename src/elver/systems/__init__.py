"""The published systems, and machines of ours that their papers leave for later: robot, scenarios, metrics, pictures, claims."""

SYSTEMS = ("eel", "snake", "aiko", "gray", "moth", "scull", "fish", "rov", "lamprey")  # in the order in which they are listed

__all__ = ["SYSTEMS"]
