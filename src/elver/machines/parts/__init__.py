"""What a machine is put together from: bodies, joints, chains, soft appendages, mirrored branches."""
