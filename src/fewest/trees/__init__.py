"""Strategies written down as trees: grown, counted, saved and drawn."""
