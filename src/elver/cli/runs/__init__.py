"""What commands on runs share: moving pictures, and going on with a run."""
