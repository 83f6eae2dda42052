"""``python -m scorekeeper.cli``: the program without its being installed."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
