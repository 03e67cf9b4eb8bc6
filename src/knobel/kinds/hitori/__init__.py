"""Shade cells so that no number is left twice in a line, no two shaded cells touch, and the others are one piece."""
