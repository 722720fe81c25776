"""Machines that run in a page: a model as one WebAssembly module with its own time loop, and its description as plain data."""

from elver.live.module import LiveModule, live_module

__all__ = ["LiveModule", "live_module"]
