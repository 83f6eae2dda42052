"""Tests that use the program as people do: a real server, a real browser, a phone-size screen."""
