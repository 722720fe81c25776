"""Slender parts cut into sections: soft appendages and tethers."""
