"""Figures drawn by a second process, which gets ready while the first one computes."""
