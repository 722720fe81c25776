"""The numbers of recordings put to the channels of a fit file."""
