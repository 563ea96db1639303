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
# How do the wild tiles of Hangzhou (three 財神, and white stands in for the turned-up face) and of Wuhan
# (four 頼子, and red and green as kong tiles) change the odds of winning, and what are their hands worth?
#
# What can be counted is counted: how far the dealt hands are from ready, exactly, over all deals. Then
# hands are played out, and every number that comes from play carries its standard error.

# %%
import os

from IPython.display import Markdown
from IPython.display import display as show

import mjstats
from mjstats import charts, dealt
from mjstats.answers import answers
from mjstats.stats import percent, pick, plain, summarize

HANDS = int(os.environ.get("MJSTATS_HANDS", 20000))
SEED = 1
RULES = [mjstats.load("hangzhou"), mjstats.load("wuhan")]

# %% [markdown]
# ## The deal, counted
#
# *Distance* is the number of tiles a hand is away from ready: 0 is ready, -1 complete. Every deal of 13 tiles
# counts once, under every tile that may be turned up. A row for each number of wild tiles that a player may be dealt.

# %%
by_wilds = dealt.by_wilds(RULES)
told = by_wilds.assign(
    share=[f"{100 * share:#.3g} %" for share in by_wilds["share"]],
    ready=[f"{100 * ready:#.3g} %" for ready in by_wilds["ready"]],
    mean=[f"{mean:.3f}" for mean in by_wilds["mean"]],
)
told = told.rename(columns={"wilds": "wild tiles", "share": "dealt so often", "mean": "mean distance", "ready": "ready at once"})
told.pivot(index="wild tiles", columns="rules").fillna("–")


# %%
def worth(rules):
    mean = by_wilds[by_wilds["rules"] == rules].set_index("wilds")["mean"]
    return ", ".join(f"wild tile {count}: {mean[count - 1] - mean[count]:.2f}" for count in mean.index[1:])


Markdown(f"""What each wild tile more at the deal takes off the mean distance, in tiles:

- Hangzhou: {worth("hangzhou")}
- Wuhan: {worth("wuhan")}""")

# %% [markdown]
# In Wuhan the second wild tile takes a dealt hand further from ready: a plain win holds one wild tile at most, so
# more of them are no use in it. What they are good for comes in play: each may be laid as a kong of a single tile,
# which draws another tile and multiplies what is paid by four.

# %% [markdown]
# ## Hands played out
#
# Four players who each go for the fewest tiles away under the winning conditions, and win whenever they may. These
# are first hands: nobody has been dealer before, so in Hangzhou nobody may win on a discard yet.

# %%
both = mjstats.compare(*RULES, hands=HANDS, seed=SEED)
show(both)

# %%
charts.wilds_chart(both, by_wilds)

# %%
charts.distances_chart(both, dealt.distances(RULES))

# %%
charts.rates_chart(both)

# %%
charts.turns_chart(both)

# %% [markdown]
# ## What the hands are worth
#
# The units of the two cannot be compared, so the second chart divides by each rule set's median win. A line
# that falls slowly to the right is a game in which few hands decide.

# %%
charts.ccdf_chart(both)

# %%
charts.ccdf_chart(both, relative=True)

# %%
charts.patterns_chart(both)

# %%
charts.payments_chart(both)

# %% [markdown]
# ## Clauses that change it
#
# `wild="white"` in Hangzhou: the four whites are wild and nothing is turned up. `open_fan="each"` in Wuhan:
# each opening doubles, not only the first, with a higher minimum and higher limits.

# %%
white, each = mjstats.load("hangzhou", wild="white"), mjstats.load("wuhan", open_fan="each")
hangzhou, wuhan = both.samples.values()
played = (mjstats.simulate(page, hands=HANDS, seed=SEED) for page in (white, each))
variants = summarize(hangzhou, next(played), wuhan, next(played))
show(variants)

# %%
charts.ccdf_chart(variants, relative=True)


# %%
def change(numbers, first, second):
    draws = [percent(pick(numbers.rates, rules=rules, measure="draw", role="all")) for rules in (first, second)]
    wins = [plain(pick(numbers.points, rules=rules, measure="mean", role="all")) for rules in (first, second)]
    return f"drawn hands from {draws[0]} to {draws[1]}, the mean win from {wins[0]} to {wins[1]} points"


Markdown(f"""- Four whites as wild tiles in Hangzhou: {change(variants, "hangzhou", "hangzhou wild=white")}.
- Every opening counted in Wuhan: {change(variants, "wuhan", "wuhan open_fan=each")}.""")

# %% [markdown]
# ## Patience
#
# These players win as soon as they may. The tricks of Hangzhou (爆頭, a hand that any tile completes, and 財飄, a
# wild tile discarded from it) need a complete hand to be broken up. So another table, where a complete hand
# discards a wild tile and waits whenever any tile would then complete it:

# %%
patient = summarize(hangzhou, mjstats.simulate(RULES[0], hands=HANDS, seed=SEED, policy="wild-chain"))
charts.ccdf_chart(patient)


# %%
def often(pattern):
    row = pick(patient.patterns, rules="hangzhou policy=wild-chain", pattern=pattern, measure="frequency")
    return percent(row)


Markdown(f"""There 爆頭 counts in {often("wild-single-wait")} of the wins and 財飄 in {often("wild-discard-chain")}:
{change(patient, "hangzhou", "hangzhou policy=wild-chain")}.""")

# %% [markdown]
# ## In short

# %%
lines = [f"{HANDS:,} hands a rule set, seed {SEED}; ± is a standard error, numbers without it are exact."]
for asked in answers(both, RULES, by_wilds):
    lines.append(f"**{asked['question']}**")
    lines += [f"*{told['name']}*. {' '.join(told['sentences'])}" for told in asked["answers"]]
Markdown("\n\n".join(lines))
