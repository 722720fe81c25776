"""Contact by steps of second order, as long as the error of the path allows."""
