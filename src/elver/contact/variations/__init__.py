"""Moreau's step differentiated on the contacts that it found: the graph, the rows, the active laws and the loop."""
