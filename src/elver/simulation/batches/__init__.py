"""Many machines side by side: in vectors and threads of the processor, or on a GPU."""
