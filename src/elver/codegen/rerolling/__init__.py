"""Graphs whose equal parts are code only once: loops over tables of constants."""
