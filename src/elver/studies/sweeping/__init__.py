"""Sweeps: cases in blocks, the store on disk, the data set, clusters."""
