"""What a fit is worth: intervals, what the data do not tell, predictions beside trivial laws, the next experiment."""
