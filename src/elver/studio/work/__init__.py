"""What the studio's workers do, in processes of their own: read, compile, run, sweep and draw."""
