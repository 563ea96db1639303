# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Held against reality
#
# Numbers from play are worth what the players are worth. Here they are held against records of people: riichi as experts played
# it in 2016, the main patterns of wins in MCR. Nothing was adjusted to come nearer; where the players of this package differ,
# that is said. What does not depend on the players, the deal, has to agree with the exact counts.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import Markdown
from IPython.display import display as show

import mjstats
from mjstats import reality
from mjstats.exact import kinds_dealt
from mjstats.reality_chart import reality_chart
from mjstats.stats import percent, pick, plain
from mjstats.tiles import parse_tiles

HANDS = int(os.environ.get("MJSTATS_HANDS", 10_000))
SEED = 1
DATA = Path("../data/reality")
FIGURES = DATA / "published.csv"


def told(table, measure, text=percent):
    row = pick(table, measure=measure)
    real = f"{row['published']:,}" if text is plain else f"{100 * row['published']:.1f} %"
    return f"{text(row)} ({real})"


def standing(table):
    errors = table["difference"] / table["se"].where(table["se"] > 0)
    words = [
        "no telling" if errors.isna()[i] else "below" if e < -2 else "above" if e > 2 else "alike" for i, e in errors.items()
    ]
    return table.assign(errors=errors, stands=words).drop(columns="n")


# %% [markdown]
# ## Riichi beside 1.7 million hands of experts
#
# The records are all games of two rounds with red fives that were played at one site's expert table in 2016
# ([kobalab](https://blog.kobalab.net/entry/20180113/1515776231)): 159,798 games, 1,710,645 hands. That table's rules are a page
# of their own, which extends `riichi`. Three of them no word of a page says: nine kinds of terminals and honors thrown in, a
# third round while nobody holds 30,000, a dealer who stays as the second of two winners.

# %%
page = mjstats.load(DATA / "expert-table.toml")
changed = mjstats.diff("riichi", page)
changed.loc[changed["part"].isin(["Play", "Game", "Declaring ready"]), ["part", "what", "riichi", page.id]].style.hide()

# %% [markdown]
# Four players who are all `careful` (points of the hand, less what a discard may cost) play whole games. Hands are counted as the
# records count them: two who win on one tile are two wins in one hand; points of a win are without counters and sticks. A
# declaration whose discard was won on stands in the records and not in these numbers.

# %%
riichi = mjstats.simulate(page, games=max(HANDS // 20, 8), seed=SEED, policy="careful")
known = reality.published(FIGURES, page.id, "rates")
rates = reality.beside(reality.rates(riichi, honba=300, declares=("riichi", "double-riichi")), known)
show(reality_chart(rates[rates["published"] < 1], riichi, "real rates"))
standing(rates)

# %% [markdown]
# `errors` is the difference in standard errors, which go by game; beyond two it is more than chance commonly makes.

# %%
valued = {"value-pungs": ("dragon-pung", "seat-wind-pung", "round-wind-pung")}
counted = reality.published(FIGURES, page.id, "patterns")
shares = reality.shares(riichi, {name: valued.get(name, (name,)) for name in counted["measure"]})
yaku = reality.beside(shares, counted).sort_values("published", ascending=False)
show(reality_chart(yaku, riichi, "real patterns", powers=True))
standing(yaku)

# %% [markdown]
# Why they differ, where they do. Four things set these players apart by the way they are made:
#
# - **They keep few ready hands silent.** A declaration is weighed by the points of the hand alone: a han, now and then
#   one-shot and the tiles under the indicators, against the stick and a hand that stays as it is. People also think of
#   what they may have to fold, and of their place in the game.
# - **They look at one hand.** Who leads in the last hands of a game goes for any cheap win, who is last for a dear one; these
#   play every hand for its points.
# - **They open a hand where its points say so.** Experts call early for a pung of dragons or winds, to be quick and to end
#   another's hand.
# - **No hand is thrown in** at nine kinds of terminals and honors. The records count such hands among the drawn ones.

# %%
real = reality.published(FIGURES, page.id, "deals").set_index("measure")["value"]
ends = parse_tiles("19m19p19s1234567z")
nine = sum(deals for kinds, deals in kinds_dealt(ends, 14).items() if kinds >= 9) / sum(kinds_dealt(ends, 14).values())
Markdown(f"""Numbers as played, those of the records in brackets. A player declares in {told(rates, "declared")} of the hands, and
{told(yaku, "riichi")} of the wins hold riichi, {told(yaku, "ippatsu")} one-shot; the mean win is
{told(rates, "mean-win", plain)}. A hand is opened in {told(rates, "open")}; pungs of dragons and of own and round winds come to
{told(yaku, "value-pungs")} of the wins. Drawn are {told(rates, "draw")} of the hands. Four players are dealt nine kinds or more
within their first tiles in at most {400 * nine:.1f} % of the hands, which is the most that throwing in can add; in real deals
{100 * real["nine-kinds-least"]:.3f} to {100 * real["nine-kinds-most"]:.3f} % of players had them, exactly it is
{100 * nine:.3f} %. Players win {told(rates, "win")}, deal in
{told(rates, "deal-in")}, and draw {told(rates, "self-drawn-hands")} of the winning tiles themselves.""")

# %% [markdown]
# ## Main patterns in MCR
#
# Four players who go for points (`value`) play whole games of sixteen hands. The main pattern of a win is read as the dearest
# that it counts; where several are equally dear each takes its part. How the publisher
# (mahjongsoft) chose among equals, and who played there, is not told.

# %%
mcr = mjstats.load("mcr")
played = mjstats.simulate(mcr, games=max(HANDS // 40, 8), seed=SEED, policy="value")
mains = reality.main_patterns(played, mcr)
seven = reality.beside(mains, reality.published(FIGURES, "mcr", "patterns"))
show(reality_chart(seven, played, "real main patterns"))
standing(seven)

# %%
names = set(seven["measure"])
rest = mains[~mains["measure"].isin(names)].nlargest(5, "value")
held = reality.shares(played, {name: (name,) for name in seven["measure"]})
Markdown(f"""The seven are the main pattern of {100 * seven["value"].sum():.0f} % of the wins, of the publisher's
{100 * seven["published"].sum():.0f} %. What else leads here:
{", ".join(f"{row['measure']} {percent(row)}" for _, row in rest.iterrows())}. How equals are shared moves little: all types
stands in {percent(pick(held, measure="all-types"))} of the wins, all pungs in {percent(pick(held, measure="all-pungs"))}, half
flush in {percent(pick(held, measure="half-flush"))}, whatever stands beside it.

These players look for eight points wherever the tiles they hold are nearest to some. People set out for a hand, for pungs, for
one suit, for all five types, and claim what leads there. Of {len(played):,} hands
{100 * (played["outcome"] == "drawn").mean():.1f} % were drawn.""")

# %% [markdown]
# ## What the tiles decide
#
# The deal knows nothing of players: here play has to come to the exact count. How far the dealt hands are away, in riichi, in a
# riichi in which thirteen orphans alone win (which counts kinds of terminals and honors), in Hangzhou and in Wuhan; how many
# wild tiles they hold; in Hangzhou how often the dealer wins as dealt. `z` is the difference in standard errors that the exact
# share would have.

# %%
pages = [page, *map(mjstats.load, (DATA / "orphans-alone.toml", "hangzhou", "wuhan"))]
dealt = [riichi, *(mjstats.simulate(pages[i], hands=n * HANDS // 2, seed=SEED + i) for i, n in ((1, 1), (2, 20), (3, 2)))]
checks = [reality.deals(hands, rules, wins=rules.id == "hangzhou") for hands, rules in zip(dealt, pages, strict=True)]
exact = pd.concat(checks, ignore_index=True)
exact.style.format({"exact": "{:.4g}", "value": "{:.4g}", "se": "{:.2g}", "n": "{:,}", "z": "{:+.2f}"}).hide()

# %%
enough = exact[exact["exact"] * exact["n"] >= 10]  # of fewer expected cases z tells little
mean = pick(exact, rules=page.id, what="mean distance")
win = pick(exact, what="dealt win")
Markdown(f"""Of {len(enough)} numbers {(enough["z"].abs() > 2).sum()} are more than two standard errors away from the exact ones,
where {0.0455 * len(enough):.1f} would be expected of as many independent ones; the farthest is
{enough["z"].abs().max():.1f}. The mean distance of a riichi deal is {mean["exact"]:.4f}, played {plain(mean, digits=3)}, and in
the experts' 1.7 million hands {real["mean-distance"]}. In Hangzhou the dealer wins as dealt once in {1 / win["exact"]:,.0f}
hands; {win["value"] * win["n"]:.0f} of {win["n"]:,} were seen, {win["exact"] * win["n"]:.1f} expected.""")

# %%
games = riichi.attrs["games"]
Markdown(f"""Everything here is repeated by the seed; more hands make it surer: `MJSTATS_HANDS=100000 make notebooks`. The
games of the first part, kept in a file: `mjstats simulate data/reality/expert-table.toml --games {games} --policy careful
--seed {SEED} --out FILE`.""")
