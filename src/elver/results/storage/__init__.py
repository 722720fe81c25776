"""Runs that are written while they go on: NetCDF or Zarr, whole up to the last commit whatever happens to the process."""
