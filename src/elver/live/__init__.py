"""Machines that run in a page: a model as one WebAssembly module with memory, time loop and outputs, and its plain description."""
