"""Where a machine is looked at from, and the machine on its stage: for films and stills."""
