"""``python -m mjstats.cli`` does what ``mjstats`` does."""

from mjstats.cli import main

main()
