"""Experiments: named suites of runs, each in a process of its own, stored and shown as tables and plots.

A suite (:mod:`.suites`) lists trials, :mod:`.measure` runs one, :mod:`.store` keeps the runs, :mod:`.report` shows
them.
"""
