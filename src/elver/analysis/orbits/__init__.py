"""Periodic orbits of machines: shooting with exact derivatives, stability, trim, continuation. Systems may start on orbits."""
