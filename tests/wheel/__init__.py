"""Tests of what is installed: the wheel, in an environment of its own."""
