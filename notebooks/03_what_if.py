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
# # What if a rule were another?
#
# The same deals are played under rules that differ in one clause. Most of what luck does falls out of the difference,
# so that a few thousand hands tell what a clause is worth; every difference carries its own, paired, standard error.
# The players go for the fewest tiles away whatever the rules pay: what follows is what the clauses do to the payments,
# not how people would play under them.

# %%
import os

from IPython.display import Markdown
from IPython.display import display as show

import mjstats
from mjstats.clause_chart import clauses_chart
from mjstats.stats import pick
from mjstats.variations import FEW, clause_overview, overview

# A table of clauses plays a page as many times as it has clauses.
HANDS = min(int(os.environ.get("MJSTATS_HANDS", 2000)), 2000)
SEED = 1

# %% [markdown]
# ## Wuhan's limits
#
# The first column is the rules as they are, the others what changes. `moved` are all points that change hands in a hand,
# `mean` to `top-1%` are of what a win brings (`top-1%`: the share of all points in the dearest hundredth of wins).
# `alike` is the share of hands that went the same way tile for tile: there only the payment is another.

# %%
limits = mjstats.whatif("wuhan", {"limit": [300, 600], "limits.cap": [None], "limits.minimum": [0]}, hands=HANDS, seed=SEED)
overview(limits)


# %%
def effect(variation, measure="mean"):
    row = pick(limits, variation=variation, measure=measure)
    return f"{row['diff']:+,.0f} ± {row['diff_se']:,.0f}"


def effective(variation):
    row = pick(limits, variation=variation, measure="mean")
    return f"{row['n_eff']:,.0f} of {row['n']:,}"


same = pick(limits, variation="limits.minimum=0", measure="mean")["alike"]
Markdown(f"""A cap of 300 in place of 400 changes the mean win by {effect("limit=300")} points, one of 600 by
{effect("limit=600")}. Without any cap it changes by {effect("limits.cap=null")} points, a mean that hangs on the dearest wins:
it is as sure as one over {effective("limits.cap=null")} wins would be if all were alike (with the cap: {effective("base")}). The
median changes by {effect("limits.cap=null", "median")}, the better guide there. Without the least payment of 16 cheap hands
are won that are played on with it: {100 * same:.0f} % of the hands go the same way.""")

# %% [markdown]
# ## What each clause of Wuhan carries
#
# Every clause is left out in turn. What it carries is the number with it less the number without it. Clauses multiply each
# other, so the parts add up to more than the whole; a clause that makes cheap wins possible lowers the mean win. `~` marks
# what rests on few effective hands: the error of a mean says little there.

# %%
wuhan = mjstats.clauses("wuhan", hands=HANDS, seed=SEED)
show(clauses_chart(wuhan))
clause_overview(wuhan).set_index("clause")


# %%
def heaviest(table, kind, count=3):
    rows = table[(table["measure"] == "mean") & (table["kind"] == kind) & (table["carries"] > 0) & (table["changed_eff"] >= FEW)]
    names = [table.attrs["clauses"][clause]["en"] for clause in rows["clause"][:count]]
    return ", ".join(f"{name} ({100 * share:.0f} %)" for name, share in zip(names, rows["share"][:count], strict=True))


Markdown(f"Wuhan's patterns that carry most of the mean win: {heaviest(wuhan, 'pattern')}.")

# %% [markdown]
# ## And of Hangzhou

# %%
hangzhou = mjstats.clauses("hangzhou", hands=HANDS, seed=SEED)
show(clauses_chart(hangzhou))
clause_overview(hangzhou).set_index("clause")
