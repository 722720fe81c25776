"""Tools of all pictures: one look, outlines and solids of machines."""
