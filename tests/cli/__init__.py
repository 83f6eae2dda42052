"""The commands of the command line, run as people run them."""
