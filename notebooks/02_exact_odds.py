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
# # Exact odds: what the tiles alone decide
#
# Every deal is counted, none is sampled: 136 plain tiles with four sets and a pair, Hangzhou with three wild tiles
# and seven pairs, Wuhan with four wild tiles and its pair of 2, 5 or 8; four more rule sets stand beside them
# further down. So nothing here has a standard error.
#
# *Distance* is the number of tiles a hand is away from ready: 0 is ready, -1 complete. Where a tile is turned up, all
# deals under all turned-up tiles count once.

# %%
import numpy as np
import pandas as pd
from IPython.display import Markdown
from IPython.display import display as show
from matplotlib.ticker import PercentFormatter

import mjstats
from mjstats import charts
from mjstats.exact import frequencies, odds, waits
from mjstats.rules import shapes_of
from mjstats.tiles import tile_text

PAGES = {"plain": None, "hangzhou": mjstats.load("hangzhou"), "wuhan": mjstats.load("wuhan")}
OTHERS = {name: mjstats.load(name) for name in ("riichi", "nanchang", "xiamen", "taiwan")}
SEEN = range(14, 41)  # how many tiles a player sees in all
PERCENT = PercentFormatter(1)
WHOLE = (0, 1.03)  # room for the marks at 100 %


# %%
dealt, within, given = {}, {}, {}
for name, page in (PAGES | OTHERS).items():  # page by page: what has been counted of a page is kept for its next question
    dealt[name] = odds(page, by="k")
    within[name] = odds(page, within=SEEN).set_index("tiles")["share"]
    given[name] = odds(page, within=SEEN, by="k").pivot(index="tiles", columns="given", values="share")


# %%
def distances(name, tiles):
    table = dealt[name]
    deals = table[table["tiles"] == tiles].groupby("distance")["deals"].sum()
    return (deals / deals.sum()).astype(float)


@charts.style()
def drawn(table, title, x, y, **how):
    axes = charts.Chart(figsize=(7.2, 4.0), layout="constrained").subplots()
    look = {"ax": axes, "title": title, "color": charts.COLOURS, "legend": len(table.columns) > 1}
    table.plot(**look | how).set(xlabel=x, ylabel=y)
    axes.yaxis.set_major_formatter(PERCENT if y.startswith("share") else axes.yaxis.get_major_formatter())
    return axes.figure


# %% [markdown]
# ## How far away is a dealt hand?

# %%
shares = pd.DataFrame({name: distances(name, 13) for name in PAGES}).fillna(0)
chart = drawn(shares, "13 dealt tiles", "distance (0: ready)", "share of deals", kind="bar", rot=0, width=0.8)
show(chart)

# %%
mean = (shares.mul(shares.index, axis=0)).sum()
Markdown(f"""The mean distance is {mean["plain"]:.3f} with plain tiles, {mean["hangzhou"]:.3f} in Hangzhou and
{mean["wuhan"]:.3f} in Wuhan. Ready at the deal, or more, are one in {1 / shares["plain"].loc[:0].sum():,.0f},
{1 / shares["hangzhou"].loc[:0].sum():,.0f} and {1 / shares["wuhan"].loc[:0].sum():,.0f}.""")

# %% [markdown]
# ## Ready at once, complete at once
#
# By the number of wild tiles held: the chance that 13 tiles are ready (or complete), and that 14 are complete. One in:

# %%
by_k = pd.concat([dealt[name].assign(rules=name) for name in ("hangzhou", "wuhan")])
wanted = by_k[((by_k["tiles"] == 13) & (by_k["distance"] <= 0)) | ((by_k["tiles"] == 14) & (by_k["distance"] < 0))]
one_in = 1 / wanted.pivot_table(index="given", columns=["rules", "tiles"], values="share", aggfunc="sum")
one_in = one_in.rename(columns={13: "13 ready", 14: "14 complete"}).rename_axis("wild tiles")
one_in.map(lambda number: "–" if np.isnan(number) else f"{number:,.0f}")

# %% [markdown]
# Where a wild tile may be any tile, 14 tiles with one wild tile more are complete exactly as often as 13 with one less are
# ready: in Hangzhou each number on the left stands again on the right, a line lower. In Wuhan the line of one wild tile
# breaks it, since a plain win takes no second one.
#
# ## For how many tiles does a ready hand wait?
#
# Faces that complete a dealt hand, of which a tile is left to draw, by all shapes that are one tile away: in Hangzhou seven
# pairs too. Wild tiles, which complete any ready hand, are not counted. The chart ends at 15; a few hands have all their
# sets, a wild tile waits for its pair and any tile will do. Other rule sets are asked in the same way: `waits("wuhan")`.

# %%
plain_waits, wild_waits = waits(), waits(PAGES["hangzhou"], by="k")
by_wilds = wild_waits.pivot(index="waits", columns="given", values="share")
by_wilds = by_wilds.rename(columns=lambda wilds: f"hangzhou, {wilds} wild")
kinds = pd.concat([plain_waits.set_index("waits")["share"].rename("plain"), by_wilds], axis=1).fillna(0).sort_index()
styles = ["-o", "--o", "-s", "-^", "-D"]
chart = drawn(kinds[kinds.index <= 15], "Waits of 13 dealt tiles", "faces waited for", "share of ready hands", style=styles)
show(chart)


# %%
def mean_waits(table):
    return float((table["waits"] * table["share"]).sum())


held = ", ".join(f"{mean_waits(part):.2f} with {wilds}" for wilds, part in wild_waits.groupby("given"))
any_tile = wild_waits[wild_waits["waits"] >= 30].groupby("given")["share"].sum().map(lambda share: f"{100 * share:.2f} %")
copies = mean_waits(waits(copies=True))
Markdown(f"""A ready hand of plain tiles waits for {mean_waits(plain_waits):.2f} faces on average, of which {copies:.2f} tiles are
left. In Hangzhou it is {held} wild tiles. The share that almost any tile completes, with 1, 2 and 3 wild tiles:
{", ".join(any_tile)}.""")

# %% [markdown]
# ## In hindsight
#
# The chance that the first n tiles a player sees hold a complete hand, however one plays: an upper bound for every way of
# playing without claims. The first 13 are the hand, each further one is a draw. Shapes alone are asked for: that Wuhan also
# wants a meld claimed is left aside.

# %%
curves = pd.DataFrame({name: within[name] for name in PAGES})
styles = ["-o", "-s", "--^"]
chart = drawn(curves, "A complete hand among the tiles seen", "tiles seen", "share of deals", style=styles, ylim=WHOLE)
chart.axes[0].lines[0].set(linewidth=4, markersize=8, alpha=0.5)  # Wuhan's curve lies on it
show(chart)


# %%
def draws_until(share, size=13, half=0.5):
    return float(np.interp(half, share.to_numpy(), share.index.to_numpy(), left=np.nan, right=np.nan)) - size


half = {name: draws_until(curves[name]) for name in PAGES}
Markdown(f"""Half of all players could have been complete after {half["plain"]:.1f} draws with plain tiles, after
{half["hangzhou"]:.1f} in Hangzhou and after {half["wuhan"]:.1f} in Wuhan (interpolated). Wuhan's four wild tiles make up for
what its pair of 2, 5 or 8 and its useless red and green cost, and for no more: its curve lies on the plain one.""")

# %% [markdown]
# ## What is one wild tile worth, in draws?
#
# The same by the number of wild tiles among the tiles seen. The distance between two curves, read along the line of one half,
# is what one more of them is worth.

# %%
curves_by_k = {name: given[name] for name in ("hangzhou", "wuhan")}
with charts.style():
    chart = charts.Chart(figsize=(9.0, 4.0), layout="constrained")
    for axes, (name, table) in zip(chart.subplots(1, 2, sharey=True), curves_by_k.items(), strict=True):
        table.add_suffix(" wild").plot(
            ax=axes, color=charts.COLOURS, title=name, ylim=WHOLE, style=["-o", "-s", "-^", "-D", "-v"], markersize=4
        )
        axes.axhline(0.5, color=charts.GREY, linewidth=0.8)
        axes.set(xlabel="tiles seen", ylabel="share with a complete hand")
        axes.yaxis.set_major_formatter(PERCENT)
        axes.legend(title=None)
show(chart)

# %%
WILD = {"hangzhou": 13, "wuhan": 13, "nanchang": 13, "xiamen": 16}  # tiles dealt
until = pd.DataFrame({name: given[name].apply(draws_until, size=size) for name, size in WILD.items()}).rename_axis("wild tiles")
saved = -until.diff()
look = {"kind": "bar", "rot": 0, "width": 0.8, "color": charts.COLOURS[1:]}  # the colours that the rule sets have elsewhere
chart = drawn(saved.loc[1:4], "What one wild tile more is worth", "which wild tile", "draws saved", **look)
chart.axes[0].axhline(0, color=charts.GREY, linewidth=0.8)
for bars in chart.axes[0].containers:
    chart.axes[0].bar_label(bars, [f"{draws:.1f}" if draws else "" for draws in bars.datavalues], fontsize=8)
show(chart)

# %%
together = pd.concat({"draws until half are complete": until, "saved by this wild tile": saved}, axis=1)
together.loc[:4].map(lambda draws: "–" if np.isnan(draws) else f"{draws:.1f}")

# %% [markdown]
# The chart ends at the fourth, more (Nanchang has up to seven) are too rare to matter. In Wuhan a second wild tile takes the
# place of a tile that a plain win could use: half a draw is lost by it. Only the hands of one suit, of pungs and of 2, 5 and 8,
# where any number may be used, gain from the third and the fourth.
#
# ## Other rule sets beside them
#
# Riichi (four sets and a pair, seven pairs, thirteen orphans), Nanchang (two wild faces, chows of honors, unrelated tiles),
# Xiamen (sixteen tiles, three wild ones, white stands in) and Taiwan (sixteen tiles, none wild). A hand of sixteen needs a set
# more, but whoever plays it sees three tiles more: draws are counted after the deal. Flowers, which are replaced, are no
# draws. What else a page asks for (a least value, a meld, points) is left aside.

# %%
size = {name: int(table["tiles"].min()) for name, table in dealt.items()}
after = pd.DataFrame({name: share.set_axis(share.index - size[name]) for name, share in within.items()}).loc[1:24]
styles = ["-o", "-s", "--^", ":", "-D", "-v", "-P"]
with charts.style():
    chart = charts.Chart(figsize=(7.2, 4.4), layout="constrained")
    colours = [*charts.COLOURS[:3], charts.GREY, *charts.COLOURS[3:]]
    axes = after.plot(
        ax=chart.subplots(), color=colours, style=styles, markersize=4, ylim=WHOLE, title="A complete hand, by draws"
    )
    axes.lines[0].set(linewidth=4, markersize=8, alpha=0.5)
    axes.set(xlabel="draws after the deal", ylabel="share of deals with a complete hand")
    axes.yaxis.set_major_formatter(PERCENT)
show(chart)


# %%
def row_of(name):
    share, most = distances(name, size[name]), int(dealt[name]["given"].max())
    away = float((share * share.index).sum())
    return size[name], most, away, 1 / share.loc[:0].sum(), draws_until(within[name], size[name])


others = pd.DataFrame(
    {name: row_of(name) for name in dealt},
    index=["tiles dealt", "wild tiles at most", "mean distance", "ready or complete: one in", "draws until half are complete"],
).T
others.style.format("{:.0f}", subset=others.columns[:2]).format("{:.2f}", subset="mean distance").format(
    "{:,.0f}", subset="ready or complete: one in"
).format("{:.1f}", subset=others.columns[-1], na_rep="more than can be counted")

# %%
order = others.iloc[:, -1].sort_values()
Markdown(f"""In this measure the quickest is {order.index[0]} with {order.iloc[0]:.1f} draws, the slowest {order.index[-1]} with
{order.iloc[-1]:.1f}. Riichi's pairs and orphans bring half of all players {order["plain"] - order["riichi"]:.1f} draws nearer
than four sets and a pair alone; a fifth set without a wild tile costs Taiwan
{order["taiwan"] - order["plain"]:.1f} draws, and Xiamen's wild tiles give back {order["taiwan"] - order["xiamen"]:.1f}.""")

# %% [markdown]
# ## Which tile is best turned up?
#
# Complete within 20 tiles, by the face that is wild. A face in the middle of a suit is missed most in the runs; a wild honor
# leaves the suits whole.


# %%
def wild_face(name, indicator):
    return tile_text(int(shapes_of(PAGES[name], indicator).wild_faces[0]))


by_face = odds(PAGES["wuhan"], within=[20], by="face")
by_face["wild"] = [wild_face("wuhan", face) for face in by_face["given"]]
shown = by_face[by_face["wild"].str[1].isin(["m", "z"])].sort_values("wild", key=lambda text: text.str[1] + text.str[0])
by_wild = shown.groupby("wild", sort=False)[["share"]].mean()
chart = drawn(by_wild, "Complete within 20 tiles, in Wuhan", "wild face", "share of deals", kind="bar", rot=0)
show(chart)

# %%
best, worst = by_wild["share"].idxmax(), by_wild["share"].idxmin()
hangzhou = odds(PAGES["hangzhou"], within=[20], by="face")["share"]
Markdown(f"""In Wuhan {best} as the wild face makes {100 * by_wild["share"][best]:.2f} % complete within 20 tiles, {worst}
{100 * by_wild["share"][worst]:.2f} %. In Hangzhou white stands in for the turned-up face, so that four of every face but white
are there whatever is turned up: {100 * hangzhou.mean():.2f} %, and one face differs from another by
{100 * (hangzhou.max() - hangzhou.min()):.3f} at most.""")

# %% [markdown]
# ## What do complete hands look like?
#
# Shares of the hands of 14 tiles that are complete at the deal. A hand counts for every pattern that it can be read as; the
# faces asked for are those of the natural tiles. Runs that belong together, or the way of winning, cannot be counted
# so; hands played out show them.

# %%
patterns = pd.DataFrame({name: frequencies(page).set_index("pattern")["share"] for name, page in PAGES.items()})
patterns = patterns.drop(index=["complete", "sets-and-pair"]).sort_values("plain")
chart = drawn(patterns, "Complete hands of 14 dealt tiles", "share of complete hands", "", kind="barh", logx=True, width=0.8)
chart.set_figheight(5.5)
handles, names = chart.axes[0].get_legend_handles_labels()
with charts.style():
    chart.axes[0].legend(handles[::-1], names[::-1])  # as the bars lie
show(chart)

# %% [markdown]
# ## In short

# %%
first = {name: saved[name].iloc[1] for name in curves_by_k}
Markdown(f"""
- A dealt hand is {mean["plain"]:.2f} tiles from ready with plain tiles, {mean["hangzhou"]:.2f} in Hangzhou, {mean["wuhan"]:.2f}
  in Wuhan.
- The first wild tile among those seen is worth {first["hangzhou"]:.1f} draws in Hangzhou and {first["wuhan"]:.1f} in Wuhan.
- Hindsight needs {half["plain"]:.1f}, {half["hangzhou"]:.1f} and {half["wuhan"]:.1f} draws for one half: with plain tiles
  no way of playing without claims wins sooner than that in half of the hands.
- All of it counted, with nothing sampled.
""")
