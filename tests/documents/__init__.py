"""Tests of match documents."""
