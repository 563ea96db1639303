"""Compiled kernels: arrays in, arrays out. Nothing here knows a rule set or imports the rest of the package."""
