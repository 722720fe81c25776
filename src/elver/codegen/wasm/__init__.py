"""Graph -> WebAssembly: LLVM IR, objects of llvmlite's wasm32 target, and a small linker. No other tool is needed."""
