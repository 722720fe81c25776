"""What every package may need: errors, units, expressions, words to choose from, statuses, files, progress on a terminal."""
