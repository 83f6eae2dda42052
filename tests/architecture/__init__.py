"""Tests of the shape of the code itself: who may import whom, sizes, what may be named where."""
