"""The compiled loops of stepping and contact as WebAssembly objects, and the blocks of numbers that they are called with."""
