"""Tests of the games: what holds for every one of them, and one folder for each."""
