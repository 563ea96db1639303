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
# # Policies held against each other
#
# `fast` goes for the fewest tiles away, `value` for the points that a hand may bring under the page, `careful` takes off what a
# discard may cost. Does it pay? Each deal is played with the seats exchanged, so that both sides have had every hand, and the
# difference is taken deal by deal.

# %%
import os
from pathlib import Path

import pandas as pd
from IPython.display import Markdown
from IPython.display import display as show

import mjstats
from mjstats import Policy
from mjstats.duel_chart import duels_chart

HANDS = int(os.environ.get("MJSTATS_HANDS", 10_000))
SEED = 1
DATA = Path("../data")

# %% [markdown]
# ## On every page
#
# These duels were played beforehand and are kept in `data/duels.csv`; `mjstats duel PAGE FIRST SECOND --hands DEALS --seed SEED`
# plays one of them again. Points are those of the page, a player and hand.

# %%
duels = pd.read_csv(DATA / "duels.csv", keep_default_na=False)
decided = duels[duels["note"] == ""]
show(duels_chart(decided[(decided["first"] == "value") & (decided["second"] == "fast")]))
duels.style.format(precision=4, thousands=",").hide()

# %%
clear = decided[decided["low"] > 0]
careful = duels[duels["first"] == "careful"].iloc[0]
Markdown(f"""In {len(clear)} of {len(decided)} duels the whole interval lies above zero. In {careful["page"]} `careful` earns
{careful["difference"]:,.0f} ± {careful["standard_error"]:,.0f} points more than `{careful["second"]}`. How many deals it takes
tells how much there is to decide: where speed wins nearly all hands, the difference is a small part of what luck moves.""")

# %% [markdown]
# ## What a choice costs
#
# A slow twin: at some choices every possible answer is played to the end of the hand, many times on the same walls, everybody
# going on as `fast` does. `regret` is what a policy's answers lost against the best one, in points a choice; `behind` what they
# lost more than those of `value`, ± standard errors by hand. Kept in `data/regrets.csv`; `mjstats regret` plays them again.

# %%
regrets = pd.read_csv(DATA / "regrets.csv")
regrets.style.format(precision=3, thousands=",").hide()

# %% [markdown]
# The best answer is found on one half of the rollouts and told by the other. Where answers are nearly equal that is often not the
# best one, so a regret is rather told too small, and may fall below zero. Those who play on go by distance, so that a hand kept
# for its worth is finished as if it had none: a regret of `value` is what is left of its plan in such company.

# %%
claims = regrets[(regrets["policy"] == "fast") & (regrets["behind"].abs() > 2 * regrets["behind_se"])]
told = [
    f"{row['rules']}, {row['question']}: {row['behind']:.2f} ± {row['behind_se']:.2f} (n = {row['n']})"
    for _, row in claims.iterrows()
]
Markdown(f"""Beyond two errors `fast` and `value` differ here by what `fast` lost more: {"; ".join(told) or "nowhere"}.""")

# %% [markdown]
# ## A policy of one's own
#
# Other weights make one: `worth_power=1` believes every worth that a plan promises, where the policies of the package take 0.4.
# Functions make one too; what they leave open goes by `fast`. The first of these throws every honor before anything else, the
# second claims nothing.


# %%
def honors_first(situation):
    honors = [face for face in situation.legal if face >= 27]
    return honors[-1] if honors else situation.suggest()


def nothing(situation):
    return 0


own = [
    (Policy("believing", worth_power=1.0), "value", HANDS // 5),
    (Policy("honors first", discard=honors_first), "fast", HANDS // 20),
    (Policy("closed", claim=nothing), "fast", HANDS // 20),
]
played = [mjstats.duel("hangzhou", policy, other, hands=hands, seed=SEED) for policy, other, hands in own]
outcome = pd.concat(
    [table.query("measure == 'points'").assign(first=table.attrs["a"], second=table.attrs["b"]) for table in played]
)
outcome[["first", "second", "diff", "se", "low", "high", "n"]].style.format(precision=3, thousands=",").hide()

# %% [markdown]
# All in Hangzhou, points a player and hand. An interval on both sides of zero says that so many deals cannot tell.
