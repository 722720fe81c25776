"""Robots out of files that other programs use: URDF, MJCF and SDF."""
