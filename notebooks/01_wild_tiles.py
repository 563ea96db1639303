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
# # Wild tiles in Hangzhou and Wuhan
#
# How do the wild tiles of Hangzhou (three 財神, and white stands in for the turned-up face) and of Wuhan (four 頼子, and red and green as
# kong tiles) change the odds of winning, and what are their hands worth?
#
# What can be counted is counted: how far the dealt hands are from ready, exactly, over all deals. Then hands are played out, and every
# number that comes from play carries its standard error.

# %%
import os

from IPython.display import Markdown

import mjstats
from mjstats import charts, exact_tables
from mjstats.stats import pick

HANDS = int(os.environ.get("MJSTATS_HANDS", 20000))
SEED = 1
RULES = [mjstats.load("hangzhou"), mjstats.load("wuhan")]
HANGZHOU, WUHAN = RULES

# %% [markdown]
# ## The deal, counted
#
# *Distance* is the number of tiles a hand is away from ready: 0 is ready, -1 complete. Every deal of 13 tiles counts once.

# %%
dealt = exact_tables.distances(RULES)
by_wilds = exact_tables.by_wilds(RULES)
by_wilds.pivot(index="wilds", columns="rules", values=["share", "mean", "ready"]).round(5)

# %% [markdown]
# `share` is the chance to be dealt so many wild tiles, `mean` the mean distance then, `ready` the chance to be ready at once.


# %%
def worth(rules):
    mean = by_wilds[by_wilds["rules"] == rules].set_index("wilds")["mean"]
    return ", ".join(f"the {count}. takes off {mean[count - 1] - mean[count]:.2f}" for count in mean.index[1:])


Markdown(f"""Counted in distance, a wild tile at the deal is worth: in Hangzhou {worth("hangzhou")}; in Wuhan {worth("wuhan")}.""")

# %% [markdown]
# ## Hands played out
#
# Four players who each go for the fewest tiles away under the winning conditions, and win whenever they may.

# %%
both = mjstats.compare(*RULES, hands=HANDS, seed=SEED)
both

# %%
charts.wilds_chart(both, by_wilds)

# %%
charts.distances_chart(both, dealt)


# %%
def win(rules, wilds):
    row = pick(both.wilds, rules=rules, wilds=wilds, measure="win")
    return f"{100 * row['value']:.1f} ± {100 * row['se']:.1f} %"


Markdown(f"""Simulated and exact distances agree. A player without a wild tile at the deal wins {win("hangzhou", 0)} of the hands in
Hangzhou and {win("wuhan", 0)} in Wuhan; with one it is {win("hangzhou", 1)} and {win("wuhan", 1)}.""")

# %%
charts.rates_chart(both)

# %%
charts.turns_chart(both)

# %% [markdown]
# ## What the hands are worth
#
# The two units cannot be compared, so the second chart divides by each rule set's median win. A straight line falling slowly is a game in
# which few hands decide.

# %%
charts.ccdf_chart(both)

# %%
charts.ccdf_chart(both, relative=True)

# %%
charts.patterns_chart(both)

# %%
charts.payments_chart(both)


# %%
def unevenness(rules):
    gini = pick(both.concentration, rules=rules, measure="gini")
    top = pick(both.concentration, rules=rules, measure="top-1%")
    return f"{gini['value']:.2f} ± {gini['se']:.2f}, and the dearest 1 % of wins hold {100 * top['value']:.0f} ± {100 * top['se']:.0f} %"


Markdown(f"""Gini's coefficient of the winners' points is in Hangzhou {unevenness("hangzhou")} of all points won; in Wuhan
{unevenness("wuhan")}.""")

# %% [markdown]
# ## Clauses that change it
#
# `wild="white"`: the four whites are wild and nothing is turned up. `open_fan="each"`: in Wuhan each opening doubles, not only the first,
# with a higher minimum and higher limits.

# %%
variants = mjstats.compare(
    HANGZHOU, mjstats.load("hangzhou", wild="white"), WUHAN, mjstats.load("wuhan", open_fan="each"), hands=HANDS, seed=SEED
)
variants

# %%
charts.ccdf_chart(variants, relative=True)


# %%
def change(measure, table, first, second, **where):
    one, two = (pick(table, rules=rules, measure=measure, role="all") for rules in (first, second))
    error = (one["se"] ** 2 + two["se"] ** 2) ** 0.5
    return f"from {one['value']:.3g} to {two['value']:.3g} (difference {two['value'] - one['value']:+.2g} ± {error:.1g})"


white = ("hangzhou", "hangzhou wild=white")
each = ("wuhan", "wuhan open_fan=each")
Markdown(f"""With white as the wild tile the share of drawn hands in Hangzhou goes {change("draw", variants.rates, *white)} and the mean
win {change("mean", variants.points, *white)} points. When each opening counts in Wuhan, drawn hands go
{change("draw", variants.rates, *each)} and the mean win {change("mean", variants.points, *each)} points.""")

# %% [markdown]
# ## In short


# %%
def most(rules):
    table = both.patterns[(both.patterns["rules"] == rules) & (both.patterns["measure"] == "contribution")]
    row = table.loc[table["value"].idxmax()]
    return f"{row['pattern']} ({100 * row['value']:.0f} % of all points won lie in hands that count it)"


Markdown(f"""
- A wild tile at the deal brings a hand closer by about one tile, exactly counted; more than that where it opens up a shape.
- The winning rate with none and with one of them: {win("hangzhou", 0)} and {win("hangzhou", 1)} in Hangzhou, {win("wuhan", 0)} and
  {win("wuhan", 1)} in Wuhan.
- What carries most of the points: in Hangzhou {most("hangzhou")}, in Wuhan {most("wuhan")}.
- All of it from {HANDS:,} hands a rule set, seed {SEED}, played by the policy that goes for the fewest tiles away.
""")
