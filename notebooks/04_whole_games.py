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
# # Whole games
#
# A first hand is not an evening. Dealers stay and their hands pay more, honba and sticks gather, points run out. Here whole
# games are played, each as its page says under `[game]`: who deals next, how many rounds, where it ends, how it is reckoned.
# The unit of all errors is the game. The players go for the fewest tiles away; people who know when to fold would lose less.

# %%
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from IPython.display import Markdown
from IPython.display import display as show

import mjstats
from mjstats.estimate import share
from mjstats.game_chart import scores_chart
from mjstats.games import results
from mjstats.progress import progress_bar
from mjstats.stats import pick, plain

# Some twenty hands make a game.
GAMES = max(min(int(os.environ.get("MJSTATS_HANDS", 10_000)), 10_000) // 25, 8)
SEED = 1


def scores(games):
    return games.filter(like="score_").to_numpy()


def told(numbers, measure, role):
    return plain(pick(numbers, measure=measure, role=role))


def percent(hits, games):
    found = share(hits.sum(1), np.full(len(games), hits.shape[1]), np.arange(len(games)))
    return f"{100 * found.value:.1f} ± {100 * found.se:.1f} %"


# %% [markdown]
# ## A session in Wuhan
#
# The write-up of the rules says what a game of four rounds comes to at the rate of 1/10, red and green being kong tiles and
# openings one fan in all: a player commonly wins or loses 200 to 300, in a wild game near 1000.

# %%
with progress_bar("Wuhan") as bar:  # tables a second, time left, and how sure the share of hands won is; gone at the end
    hands = mjstats.simulate("wuhan", games=GAMES, seed=SEED, rate=10, progress=bar)
wuhan = mjstats.games_of(hands)
show(scores_chart(wuhan))
results(wuhan)[["measure", "role", "value", "se", "low", "high", "n"]]

# %%
size = np.absolute(scores(wuhan))
numbers = results(wuhan)
Markdown(f"""A game has {told(numbers, "hands", "game")} hands. What a player wins or loses in it:
{told(numbers, "median", "all")} in the median, {told(numbers, "q90", "all")} at most in nine of ten cases,
{told(numbers, "q99", "all")} in 99 of 100. In the median game the first wins {told(numbers, "median", "first")}, the last loses
{told(numbers, "median", "last")}.

Between 200 and 300 lie {percent((size >= 200) & (size <= 300), wuhan)} of all results, below 200
{percent(size < 200, wuhan)}, from 800 on {percent(size >= 800, wuhan)}.""")

# %%
first = told(numbers, "median", "first")
inside = percent((scores(wuhan).max(axis=1, keepdims=True) >= 200) & (scores(wuhan).max(axis=1, keepdims=True) <= 300), wuhan)
beyond = percent(size.max(axis=1, keepdims=True) >= 800, wuhan)
Markdown(f"""So the document's 200 to 300 is what the first of a common game wins: {first} in the median, between 200 and 300 in
{inside} of the games. Games in which somebody wins or loses 800 or more, the document's wild ones, are {beyond}; the most was
{size.max():,}. These players go for the nearest hand; who goes for dear ones wins and loses more.""")

# %% [markdown]
# ## The largest hand of Hangzhou
#
# The document reckons 1024 points from each payer as the largest hand: the third hand in a row of a dealer, four kongs in a row
# and two wild tiles discarded on the way. Scored, and looked for among what is played:

# %%
largest = {
    "rules": "hangzhou",
    "indicator": "3s",
    "streak": 3,
    "players": [{"hand": "3s", "melds": ["(1111m)", "2222p<1", "(9999s)", "7777m+<2"], "discards": "3s3s"}, {}, {}, {}],
    "win": {"by": 0, "tile": "4p", "how": "self-draw", "replacement": "kong", "kongs_in_a_row": 4, "wild_chain": 2},
}
mjstats.score(largest)

# %%
played = mjstats.simulate("hangzhou", games=2 * GAMES, seed=SEED)
hangzhou = mjstats.games_of(played)
paid = -played.filter(like="net_").to_numpy().min(axis=1)
runs = played.groupby("streak").size() / len(played)
Markdown(f"""In {len(played):,} hands of {len(hangzhou):,} games the most that one player paid was {paid.max()}, and
{np.mean(paid > 16) * 100:.2f} % of the hands cost somebody more than 16. Dealers come to a third hand in a row or a later one in
{100 * runs[runs.index >= 3].sum():.1f} % of the hands; the longest run was {played["streak"].max()}. So 1024 is what the rules
make possible, nothing that is met; the document says as much.""")

# %% [markdown]
# ## What the games of all rule sets end with
#
# Final scores by rank: of riichi with uma and chips, of the others what was won or lost.

# %%
EACH = max(GAMES // 4, 8)
tables = [mjstats.games_of(mjstats.simulate(page, games=EACH, seed=SEED)) for page in mjstats.rule_sets()]
scores_chart(*tables)


# %%
def row(table):
    numbers = results(table)
    cells = [told(numbers, "hands", "game"), *(told(numbers, "median", role) for role in ("all", "first", "last"))]
    return f"| {table.attrs['label']} | {' | '.join([*cells, told(numbers, 'q99', 'all')])} |"


head = "| rule set | hands a game | a player's result, median | the first's | the last's | 99 % of results |\n"
head += "|---" * 6 + "|\n"
Markdown(head + "\n".join(map(row, tables)))

# %% [markdown]
# Any hand of any game can be seen again, with what lay on the table before it:
# `mjstats replay riichi --game 3 --hand 2 --seed 1`, or in Python:

# %%
print(mjstats.replay("riichi", seed=SEED, game=3, hand=2))

# %% [markdown]
# A long run goes to many cores, or machines, through any executor, and is the same everywhere. Here in two threads; a Dask
# cluster is `Client(address).get_executor()`, or `mjstats simulate riichi --games 100000 --dask ADDRESS --out FOLDER`.

# %%
with ThreadPoolExecutor(2) as executor:
    again = mjstats.simulate("wuhan", games=8, seed=SEED, rate=10, executor=executor)
bool(again.equals(hands[hands["table"] < 8]))
