"""The formats: what a file of each says, as one description."""
