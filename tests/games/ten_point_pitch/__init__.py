"""Tests of 10 Point Pitch."""
