"""Benches: what `make bench` runs. Figures are printed, never asserted."""
