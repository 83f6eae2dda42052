"""Tests of the files that a session is taken along in."""
