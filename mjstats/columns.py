"""What the columns of results hold: names, types, units, meanings. Frames are made by these rows, and the reference is written
from them, so that neither knows a column that the other does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    import pandas as pd

OUTCOMES: Final = ("drawn", "discard", "self-draw", "rob-kong", "indicator", "hand")
"""Words of the column `outcome`; the kernels write their places here less one."""
ENDS: Final = ("length", "broke", "stopped")
"""Words of the column `ends`: rounds or hands are played, somebody is broke, the leading dealer stopped; the kernels write their
places here and one."""


class Column(NamedTuple):
    """One column of a frame, or one a seat or player (`each`), which then ends in ``_0``, ``_1`` ...

    `dtype` is numpy's or pandas' name of it; ``tile`` stands for a categorical of tile texts, ``word`` for one of words.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    each: str = ""  #: "seat" or "player"
    only: str = ""  #: for which runs or pages the column is there


HANDS: Final[tuple[Column, ...]] = (
    Column("table", "int64", "", "number of the table, or of the game, from 0: with the seed it fixes all luck"),
    Column("hand", "int64", "", "which hand of the table, 0 the first"),
    Column("round", "int16", "rounds", "rounds played before this one, 0 the first", only="games"),
    Column("dealer", "int16", "seat", "who deals"),
    Column("streak", "int16", "hands", "which hand in a row it is for the dealer, 1 the first, as it counts"),
    Column("honba", "int16", "hands", "hands that the dealer won or nobody, since another won", only="games"),
    Column("sticks", "int16", "sticks", "on the table before the hand", only="games"),
    Column("washouts", "int16", "hands", "drawn hands in a row before this one", only="games"),
    Column("indicator", "tile", "tile", "the turned-up tile, missing where none is turned up"),
    Column("outcome", "word", "", f"how the hand ended: {', '.join(OUTCOMES)} (won on collected tiles)"),
    Column("winner", "Int8", "seat", "who won, of several the first, missing in a drawn hand"),
    Column("source", "Int8", "seat", "who discarded the winning tile or was robbed of it, missing where nobody did"),
    Column("winners", "int8", "players", "how many were paid for the winning tile"),
    Column("tile", "tile", "tile", "the winning tile, missing where there is none"),
    Column("turn", "int16", "draws", "the winner's (drawn: the dealer's), the dealer's 14th tile counted, replacements not"),
    Column("draws", "int16", "tiles", "drawn by all after the deal, replacements included"),
    Column("left", "int16", "tiles", "that could still be drawn"),
    Column("wild_chain", "int16", "tiles", "wild tiles that the winner discarded in turn right before the win"),
    Column("kongs_in_a_row", "int16", "kongs", "that led to the winning draw"),
    Column("wilds_held", "int16", "tiles", "wild tiles in the winner's hand, the winning tile included"),
    Column("patterns", "int64", "bits", "bit i: the (first) winner's hand counted pattern i of attrs['patterns']"),
    Column("patterns_2", "int64", "bits", "the same from pattern 62 on", only="pages of more than 62 patterns"),
    Column("ends", "word", "", f"why the game is over after the hand, missing while it goes on: {', '.join(ENDS)}", only="games"),
    Column("player", "int8", "player", "who sits there: the number of the seat where that player began", "seat", "games"),
    Column("points", "int64", "points", "before the hand; where a page gives none at the start, gained so far", "seat", "games"),
    Column("net", "int64", "points", "gained or lost over the whole settlement, chips apart", "seat"),
    Column("win", "int64", "points", "of them for the win itself, side payments apart", "seat"),
    Column("chips", "int64", "chips", "gained or lost, an account of their own", "seat"),
    Column("distance", "int8", "tiles", "away from ready as dealt, before the dealer's last tile; -1 complete", "seat"),
    Column("wilds", "int8", "tiles", "wild tiles among the tiles dealt", "seat"),
    Column("claims", "int8", "melds", "with a claimed tile, at the end", "seat"),
    Column("kongs", "int8", "kongs", "of four tiles and of single tiles, at the end", "seat"),
)

GAMES: Final[tuple[Column, ...]] = (
    Column("table", "int64", "", "number of the game, from 0"),
    Column("hands", "int16", "hands", "played"),
    Column("rounds", "int16", "rounds", "begun"),
    Column("ends", "word", "", f"why it was over: {', '.join(ENDS)}"),
    Column("sticks", "int16", "sticks", "left on the table, nobody's"),
    Column("points", "int64", "points", "held at the end; where a page gives none at the start, gained", "player"),
    Column("chips", "int64", "chips", "gained or lost", "player"),
    Column("rank", "int8", "", "1 the first; of equals who began earlier in the order of seats stands before", "player"),
    Column("score", "int64", "points", "final score as the page's [game] says; without such words what was gained", "player"),
)

ESTIMATES: Final[tuple[Column, ...]] = (
    Column("rules", "text", "", "the label of what was played: id, options, policy"),
    Column("value", "float64", "", "the number"),
    Column("se", "float64", "", "its standard error, clustered by table or game"),
    Column("low", "float64", "", "lower end of its 95 % interval"),
    Column("high", "float64", "", "upper end of it"),
    Column("n", "int64", "cases", "that it is taken over"),
    Column("seed", "int64", "", "of the run"),
)

_PAIRED: Final = (
    Column("changed", "int64", "tables", "in which the number is another (a table is a hand, or a game)"),
    Column("changed_eff", "float64", "tables", "of how many equal changes the difference is worth"),
)
_WHOLE: Final = (
    Column("touched", "int64", "tables", "at which anybody gains or loses another number of points"),
    Column("alike", "float64", "share", "of the tables: went alike tile for tile, whatever was paid"),
    Column("seed", "int64", "", "of the run"),
)

WHATIF: Final[tuple[Column, ...]] = (
    Column("variation", "text", "", "what is set, as a command writes it; `base` is the rules as they are"),
    Column("measure", "text", "", "a word of `mjstats.paired.MEASURES`, of games also of `GAME_MEASURES`"),
    Column("value", "float64", "of the measure", "the number: points, hands, or a share"),
    Column("se", "float64", "of the measure", "its standard error, over tables"),
    Column("n", "int64", "cases", "that it is taken over: seats, hands, wins or games"),
    Column("n_eff", "float64", "cases", "of how many equal cases the mean would be as sure: (sum of sizes)^2 / sum of squares"),
    Column("se_eff", "float64", "tables", "the same of the squares that make up the standard error; missing of quantiles"),
    Column("diff", "float64", "of the measure", "the number less that of the base"),
    Column("diff_se", "float64", "of the measure", "its standard error, paired table by table"),
    Column("diff_low", "float64", "of the measure", "lower end of its 95 % interval"),
    Column("diff_high", "float64", "of the measure", "upper end of it"),
    *_PAIRED,
    Column("diff_se_eff", "float64", "tables", "of how many equal ones `diff_se` is as sure; missing of quantiles"),
    *_WHOLE,
)

CLAUSES: Final[tuple[Column, ...]] = (
    Column("clause", "text", "", "path of the clause on the page"),
    Column("kind", "text", "", "pattern, limit, side, compare, responsible"),
    Column("measure", "text", "", "as of `whatif`"),
    Column("value", "float64", "of the measure", "the number with all clauses"),
    Column("carries", "float64", "of the measure", "the number with the clause less the number without it"),
    Column("se", "float64", "of the measure", "standard error of what it carries, paired table by table"),
    Column("low", "float64", "of the measure", "lower end of its 95 % interval"),
    Column("high", "float64", "of the measure", "upper end of it"),
    Column("share", "float64", "share", "carries / value; missing where the value is 0"),
    *_PAIRED,
    Column("se_eff", "float64", "tables", "of how many equal ones `se` is as sure; missing of quantiles"),
    *_WHOLE,
)

DUEL: Final[tuple[Column, ...]] = (
    Column("measure", "text", "", "a word of `mjstats.duels.MEASURES`: points, or shares of hands"),
    Column("a", "float64", "points or share", "of the first policy, per player and hand"),
    Column("b", "float64", "points or share", "of the second"),
    Column("diff", "float64", "points or share", "a less b"),
    Column("se", "float64", "points or share", "standard error of the difference, paired deal by deal"),
    Column("low", "float64", "points or share", "lower end of its 95 % interval"),
    Column("high", "float64", "points or share", "upper end of it"),
    Column("n", "int64", "deals", "each played in every seating"),
)

REGRET: Final[tuple[Column, ...]] = (
    Column("policy", "text", "", "whose choices"),
    Column("question", "text", "", "discard or claim"),
    Column("regret", "float64", "points", "lost a choice against the best answer"),
    Column("se", "float64", "points", "its standard error, hand by hand"),
    Column("low", "float64", "points", "lower end of its 95 % interval"),
    Column("high", "float64", "points", "upper end of it"),
    Column("behind", "float64", "points", "lost a choice more than by the first policy"),
    Column("behind_se", "float64", "points", "its standard error"),
    Column("n", "int64", "choices", "played out"),
)

EVENTS: Final[tuple[Column, ...]] = (
    Column("seat", "int64", "seat", "who did it; -1 nobody"),
    Column("event", "text", "", "what was done, such as draw, discard, pung, win"),
    Column("tile", "text", "tile", "with which; empty where with none"),
    Column(
        "extra",
        "int64",
        "",
        "a chow: its lowest face, or 64 and the row of named honours; other claims: seat; a discard: 1 in a chain",
    ),
    Column("hand", "text", "tiles", "concealed, of the seat afterwards"),
)

WEIGHED: Final[tuple[Column, ...]] = (
    Column("event", "int64", "row", "of `events` that the choice led to, or the one after it where nothing was claimed"),
    Column("seat", "int64", "seat", "who was asked"),
    Column("question", "text", "", "discard, claim, kong"),
    Column("choice", "text", "", "a tile to discard, a claim, `none`, a kong, `no kong`"),
    Column("score", "float64", "points", "the chance to finish times the worth, other plans beside it a little"),
    Column("away", "Int64", "tiles", "from ready, missing where not counted"),
    Column("helping", "Int64", "tiles", "that help, to the nearest place of the table of chances; missing where not counted"),
    Column("worth", "float64", "points", "what the finished hand was taken to bring; missing where not counted"),
)

OWN_ATTRS: Final[dict[str, str]] = {
    "a": "`duel`: name of the first policy",
    "b": "`duel`: name of the second",
    "variations": "`whatif`: what each variation sets, by its name",
    "clauses": "`clauses`: names by language of each clause",
    "rollouts": "`regret`: how often each answer was played out",
    "every": "`regret`: of so many choices one was looked at",
}
"""What the frames of these say besides."""

ATTRS: Final[dict[str, str]] = {
    "rules": "id of the rule set",
    "label": "id, options and policy, as charts show them",
    "names": "its names by language",
    "options": "the options that were set",
    "page": "hash of the page's words and options: SHA-256, its first 16 digits",
    "version": "of mjstats",
    "seed": "of the run",
    "hands": "how many were asked for, in a run of single hands",
    "games": "how many were asked for, in a run of games",
    "game": "the words of [game] that final scores are reckoned by, in a run of games",
    "streak": "which hand in a row of the dealer single hands are",
    "policy": "how the players play",
    "own_policies": "weights of policies of one's own and fingerprints of their functions, by name, where there are such",
    "players": "how many play",
    "patterns": "ids of the page's patterns in the order of the bits",
    "pattern_names": "names by language of those that results list",
}
"""What ``frame.attrs`` of a simulated frame, and the metadata of its files, say."""

REFERENCE: Final = "mjstats/COLUMNS.md"
_TEXT: Final = """# Columns of results

Written by `python -m mjstats.columns` from `mjstats/columns.py`, by which the frames are made. Types are those of numpy and
pandas; *tile* is a categorical of tile texts such as `5m`, *word* one of the words named. `net_0 ...` stands for one column
a seat, or a player.

## Hands: `simulate`, `read_run`, Parquet files

A hand a row. Seats stand still and count in the order of play.

{hands}

## Games: `games_of(hands)`

A game a row. Player 0 dealt first, player 1 sat at that one's right hand, and so on.

{games}

## Numbers: `compare`, `summarize`, `results`

A number a row. Between `rules` and `value` stand the columns that say what the number is of: `measure`, `role`, `turn`, `points`,
`pattern`, `wilds`, `distance`, `outcome`, `winner`, `payer`, `fed`.

{estimates}

## Variations: `whatif`

A variation and measure a row.

{whatif}

## Clauses: `clauses`

A clause and measure a row.

{clauses}

## Two policies: `duel`

A measure a row.

{duel}

## What choices cost: `regret`

A policy and question a row.

{regret}

## One hand: `replay(...).events`

An event a row.

{events}

## What was weighed: `replay(...).weighed`

A choice of a policy that weighs a row.

{weighed}

## What a frame and a file say of themselves

In `frame.attrs`; Parquet files keep it as metadata (`PANDAS_ATTRS`), and `pandas.read_parquet` reads it back.

{attrs}

Some say more:

{own_attrs}
"""


def made(rows: Iterable[Column], values: Mapping[str, Any], players: int, words: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The columns of a frame, each of its type, out of int64 arrays by name (``net_0`` where there is one a seat).

    `words` has for each column of words or tiles what its numbers stand for; -1 is none, and so is a negative seat.
    """
    import numpy as np
    import pandas as pd

    columns: dict[str, Any] = {}
    for row in rows:
        for name in [f"{row.name}_{seat}" for seat in range(players)] if row.each else [row.name]:
            numbers = np.asarray(values[name])
            if row.dtype in ("tile", "word"):
                columns[name] = pd.Categorical.from_codes(numbers.astype(np.int8), pd.Index(words[row.name]))
            elif row.dtype == "Int8":
                columns[name] = pd.arrays.IntegerArray(np.where(numbers < 0, 0, numbers).astype(np.int8), numbers < 0)
            else:
                columns[name] = numbers.astype(row.dtype)
    return columns


def columns_of(rows: tuple[Column, ...]) -> pd.DataFrame:
    """The columns of a result as a frame: ``HANDS``, ``GAMES``, ``ESTIMATES``, ``WHATIF`` ...

    >>> columns_of(GAMES)["name"].tolist()[:3]
    ['table', 'hands', 'rounds']
    """
    import pandas as pd

    return pd.DataFrame(rows)


def reference() -> str:
    """The text of the reference of columns, Markdown.

    ``python -m mjstats.columns`` writes it to `REFERENCE`.
    """
    attrs, own = (_lines(("key", "what"), [(f"`{key}`", what) for key, what in some.items()]) for some in (ATTRS, OWN_ATTRS))
    tables = {"hands": HANDS, "games": GAMES, "estimates": ESTIMATES, "whatif": WHATIF, "clauses": CLAUSES, "duel": DUEL}
    tables |= {"regret": REGRET, "events": EVENTS, "weighed": WEIGHED}
    return _TEXT.format(**{name: _table(rows) for name, rows in tables.items()}, attrs=attrs, own_attrs=own)


def _table(rows: tuple[Column, ...]) -> str:
    names = [f"`{row.name}_0` ..." if row.each else f"`{row.name}`" for row in rows]
    cells = [(name, row.dtype, row.unit, row.meaning, row.only) for name, row in zip(names, rows, strict=True)]
    return _lines(("column", "type", "unit", "what", "only in"), cells)


def _lines(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *rows))


if __name__ == "__main__":
    from pathlib import Path

    (Path(__file__).parents[1] / REFERENCE).write_text(reference(), encoding="utf-8")
