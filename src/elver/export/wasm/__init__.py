"""Machines that run in a page: a model as one WebAssembly module with its own time loop, and its description as plain data."""
