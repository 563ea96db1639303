"""What a page says about the game beyond a hand, packed for the kernels: see `mjstats.kernel.game`."""

from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.page import Ints
from mjstats.rules.collecting import ints
from mjstats.rules.conditions import position
from mjstats.rules.schema import PageWords


def pack_game(page: PageWords) -> Ints:
    """The numbers G_PLAYERS .. of a page, then a row of seats for each round where players change them.

    Raises `ValueError` when the rows of seats are too few for the rounds, or not of as many seats as play.
    """
    words = page.game
    players = page.wall.players
    for row in words.reseat:
        if len(row) != players:
            raise ValueError(f"game.reseat: {row!r}: {players} play; each seat stands there once")
    if words.reseat and len(words.reseat) < words.rounds:
        raise ValueError(f"game.reseat: {len(words.reseat)} rows for {words.rounds} rounds; one for each is needed")
    if words.reseat and words.reseat[0] != "1234"[:players]:
        raise ValueError(f"game.reseat: {words.reseat[0]!r}: in the first round all sit where they began, {'1234'[:players]!r}")
    for ranks in words.uma:
        if len(ranks) != players:
            raise ValueError(f"game.uma: {ranks}: {players} play; a number for each rank is needed")
    return ints(
        [
            players,
            page.declare.lays if page.declare else 0,
            int(words.next == "winner"),
            words.longest_run or 0,
            words.rounds,
            words.hands or 0,
            words.ends_at,
            words.broke,
            int(words.dealer_may_stop),
            words.start or 0,
            _grows(page),
            int(words.next_several == "discarder"),
            int(words.streak_counts == "wins"),
            int(page.play.buys) * (2 if words.raise_doubles else 1),
            *(int(wind) - 1 for row in words.reseat for wind in row),
        ]
    )


def _grows(page: PageWords) -> int:
    """The column of the stage by which a dealer's win lengthens the run, -1 where each does by 1."""
    if not page.game.run_grows:
        return -1
    return N_FACTS + position(page.game.run_grows, [stage.id for stage in page.stage], "stage", "game.run_grows")
