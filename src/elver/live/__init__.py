"""A machine that runs elsewhere: WebAssembly modules with their own time loop, for pages."""
