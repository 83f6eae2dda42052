"""Tests of the hub and of what wakes it."""
