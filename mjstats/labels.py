"""The words on charts and report pages, in English, Japanese and simplified Chinese."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

LANGUAGES: Final = ("en", "ja", "zh")
LANGUAGE_NAMES: Final = {"en": "English", "ja": "日本語", "zh": "中文"}

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # roles and measures
    "all": ("all players", "全員", "全体"),
    "dealer": ("dealer", "親", "庄家"),
    "other": ("non-dealers", "子", "闲家"),
    "win": ("win", "和了", "和牌"),
    "self-draw": ("win by self-draw", "自摸和了", "自摸"),
    "discard": ("win on a discard", "ロン和了", "点炮和"),
    "rob-kong": ("win by robbing a kong", "搶槓和了", "抢杠"),
    "indicator": ("win with the turned-up tile", "搶金和了", "抢金"),
    "hand": ("win without a winning tile", "手の内で和了", "手内成和"),
    "deal-in": ("deal in", "放銃", "放铳"),
    "robbed": ("kong robbed", "搶槓される", "被抢杠"),
    "draw": ("drawn hand", "流局", "流局"),
    "self-draw-share": ("self-drawn among wins", "和了中の自摸", "和牌中自摸"),
    "median": ("median", "中央値", "中位数"),
    "mean": ("mean", "平均", "平均"),
    "q90": ("90 %", "90 %点", "90 %分位"),
    "q99": ("99 %", "99 %点", "99 %分位"),
    # axes and titles
    "rates": ("How hands end", "局の終わり方", "一局的结局"),
    "share of player-hands": (
        "share of hands, each player (drawn hands: of all)",
        "一人あたりの割合（流局は局あたり）",
        "每人所占比例（流局按局计）",
    ),
    "ccdf": ("What a win is worth", "和了の点数", "和牌的点数"),
    "ccdf-relative": ("What a win is worth, in median wins", "和了の点数（中央値との比）", "和牌的点数（与中位数之比）"),
    "points": ("points of the winner", "和了者の得点", "和牌者所得点数"),
    "relative points": ("points of the winner ÷ median win", "和了者の得点 ÷ 中央値", "和牌者所得点数 ÷ 中位数"),
    "share of wins at least": ("share of wins worth at least this", "この点数以上の和了の割合", "不低于该点数的和牌比例"),
    "turns": ("When hands are won", "和了の巡目", "和牌的巡目"),
    "turn": ("the winner's draws", "和了者のツモ回数", "和牌者摸牌次数"),
    "share of hands won": ("share of hands won by then", "それまでに和了のあった局", "至此已有人和牌的局"),
    "distances": ("Tiles away at the deal", "配牌の向聴数", "起手向听数"),
    "distance": ("tiles away from ready", "向聴数（0＝聴牌）", "向听数（0＝听牌）"),
    "share of players": ("share of hands", "割合", "比例"),
    "exact": ("exact", "厳密値", "精确值"),
    "simulated": ("simulated, 95 % interval", "模擬対局・95 %区間", "模拟对局・95 %区间"),
    "payments": ("Who pays how much, by role", "役割ごとの支払い", "各家支付的点数"),
    "points paid": ("mean points a payer pays", "一人の平均支払点", "每人平均支付点数"),
    "pays": ("{winner} wins: {payer} pays", "{winner}の和了・{payer}の支払い", "{winner}和牌：{payer}支付"),
    "one dealer": ("dealer", "親", "庄家"),
    "one other": ("non-dealer", "子", "闲家"),
    "a other": ("a non-dealer", "子", "闲家"),
    "a dealer": ("the dealer", "親", "庄家"),
    "fed-discard": ("discarder", "放銃者", "放铳者"),
    "fed-rob-kong": ("robbed", "搶槓された者", "被抢者"),
    "how-self-draw": ("self-draw", "自摸", "自摸"),
    "how-discard": ("discard", "ロン", "点炮"),
    "how-rob-kong": ("robbed kong", "搶槓", "抢杠"),
    "how-indicator": ("turned-up tile", "搶金", "抢金"),
    "how-hand": ("whole hand", "手の内", "手内"),
    "patterns": ("Patterns among wins", "和了中の役", "和牌中的番种"),
    "share of wins": ("share of wins (log scale)", "和了中の割合（対数目盛）", "占和牌的比例（对数刻度）"),
    "wilds": ("What a dealt wild tile does", "配牌の万能牌の効果", "起手万能牌的作用"),
    "wilds dealt": ("wild tiles among the tiles dealt", "配牌中の万能牌", "起手牌中的万能牌"),
    "win rate": ("win rate of a player", "一人あたりの和了率", "每人和牌率"),
    "mean distance": ("mean tiles away at the deal", "配牌の平均向聴数", "起手平均向听数"),
    "clauses": ("What each clause carries: {rules}", "{rules}：各条項の寄与", "{rules}：各条款的分量"),
    "carries mean": ("mean win: with − without", "和了の平均得点：あり − なし", "和牌平均得点：有 − 无"),
    "carries spread": ("standard deviation: with − without", "得点の標準偏差：あり − なし", "得点标准差：有 − 无"),
    "carries moved": ("points a hand: with − without", "一局で動く点：あり − なし", "每局收付点数：有 − 无"),
    "log beyond": ("log scale beyond ±{limit}", "±{limit} より先は対数目盛", "±{limit} 以外为对数刻度"),
    "all-ends": ("How hands end, all rule sets", "局の終わり方（全ルール）", "一局的结局（全部规则）"),
    "all-spread": ("How far wins lie apart, all rule sets", "和了の点数の開き（全ルール）", "和牌点数的悬殊（全部规则）"),
    "real rates": (
        "How hands end, played and real: {rules}",
        "{rules}：局の終わり方（模擬と実戦）",
        "{rules}：一局的结局（模拟与实战）",
    ),
    "real patterns": (
        "Patterns among wins, played and real: {rules}",
        "{rules}：和了中の役（模擬と実戦）",
        "{rules}：和牌中的番种（模拟与实战）",
    ),
    "real main patterns": (
        "Main pattern of a win, played and real: {rules}",
        "{rules}：和了の主な役（模擬と実戦）",
        "{rules}：和牌的主番（模拟与实战）",
    ),
    "self-drawn-hands": ("self-drawn, of hands won", "自摸（和了のあった局のうち）", "自摸（占有人和牌的局）"),
    "declared": ("declares riichi", "リーチ", "立直"),
    "open": ("opens the hand", "副露", "副露"),
    "value-pungs": ("dragons, own and round winds 翻牌", "翻牌（三元牌・自風・場風）", "役牌（三元牌・自风・场风）"),
    "published": ("published", "実戦の公表値", "实战公布值"),
    "share (log)": ("share (log scale)", "割合（対数目盛）", "比例（对数刻度）"),
    "scores": ("What games end with", "ゲームの最終得点", "整局的最终得分"),
    "final score": ("final score", "最終得点", "最终得分"),
    "share of results": ("share of players' results", "各人の結果の割合", "占各家结果的比例"),
    "rank 1": ("first", "一位", "第一"),
    "rank 2": ("second", "二位", "第二"),
    "rank 3": ("third", "三位", "第三"),
    "rank 4": ("fourth", "四位", "第四"),
    # notes
    "scores note": (
        "n = {games} games each, seed {seed}; bars at the edges hold all that lies beyond",
        "各 n = {games} ゲーム、シード {seed}；両端の棒はその外側も含む",
        "各 n = {games} 局，种子 {seed}；两端的柱含其外的全部",
    ),
    "real games": (
        "n = {hands} hands of {games} games, seed {seed}; bars: 95 % intervals",
        "n = {hands} 局（{games} ゲーム）、シード {seed}；線は95 %区間",
        "n = {hands} 局（{games} 场），种子 {seed}；线为95 %区间",
    ),
    "hands played": ("hands", "局", "局"),
    "games played": ("games", "ゲーム", "场"),
    "duels": ("What {a} earns more than {b}", "{a}が{b}より多く得る点", "{a}比{b}多得的分"),
    "duel axis": (
        "difference as a multiple of itself, with its 95 % interval",
        "一局あたりの点差（それ自身を1とする）と95 %区間",
        "每局分差（以其自身为1）及95 %区间",
    ),
    "duels note": (
        "n = {least} to {most} deals a rule set, each in every seating, seeds {seeds}; points a player and hand ± standard error",
        "各ルール n = {least}～{most} 配牌（席を入れ替えて）、シード {seeds}；一人一局の点 ± 標準誤差",
        "各规则 n = {least} 至 {most} 副牌（各种座次），种子 {seeds}；每人每局的分 ± 标准误",
    ),
    "clauses note": (
        "n = {number}, the same deals with and without each clause, seed {seed}; bars of error: 95 % intervals; "
        "pale: fewer than {few} effective cases",
        "n = {number}（各条項の有無で同じ配牌）、シード {seed}；誤差線は95 %区間；淡色は有効数が{few}未満",
        "n = {number}（有无各条款时牌山相同），种子 {seed}；误差线为95 %区间；浅色为有效数不足{few}",
    ),
    "note": (
        "n = {hands} hands each, seed {seed}; bars and bands: 95 % intervals",
        "各 n = {hands} 局、シード {seed}；線と帯は95 %区間",
        "各 n = {hands} 局，种子 {seed}；线与带为95 %区间",
    ),
    "hands": ("hands", "局数", "局数"),
    "seed": ("seed", "シード", "种子"),
    # report page
    "report title": (
        "Wild tiles: what they do to the odds, and what hands are worth",
        "万能牌：確率への影響と和了の価値",
        "万能牌：对概率的影响与和牌的价值",
    ),
    "in short": ("In short", "要約", "要点"),
    "what wilds do": (
        "What do the wild tiles do to the odds of winning?",
        "万能牌は和了の確率をどう変えるか",
        "万能牌如何改变和牌的概率？",
    ),
    "what hands are worth": ("What are the hands worth?", "和了はいくらになるか", "和牌值多少点？"),
    # sentences of the report
    "with wilds": ("{value} with {wilds}", "{wilds}枚で{value}", "{wilds}张时{value}"),
    "and then": (", ", "、", "，"),
    "says dealt": (
        "Wild tiles among the {tiles} dealt, exactly: {rows} of all deals.",
        "配牌{tiles}枚中の万能牌の枚数ごとの割合（厳密値）：{rows}。",
        "起手{tiles}张中万能牌张数的比例（精确值）：{rows}。",
    ),
    "says distance": (
        "The dealt hand is so many tiles away from ready on average, exactly: {rows}.",
        "配牌の平均向聴数（厳密値）：{rows}。",
        "起手平均向听数（精确值）：{rows}。",
    ),
    "says win": (
        "A player wins so many of the hands: {rows}.",
        "一人あたりの和了率：{rows}。",
        "每人的和牌率：{rows}。",
    ),
    "says net": (
        "A player gains or loses so many points a hand on average: {rows}.",
        "一局の平均収支（点）：{rows}。",
        "每局平均得失（点）：{rows}。",
    ),
    "says at most": (
        "A win of the shape “{shape}” normally takes no more than {most} of them: further ones bring it no closer "
        "and have to be laid aside or serve another shape.",
        "和了形「{shape}」に使える万能牌は原則{most}枚まで。それを超える分は向聴数を進めず、槓や捨て牌にするか別の形に使う。",
        "牌型“{shape}”通常至多使用{most}张万能牌，多出的不会使手牌更近听牌，只能开杠、打出或用于其他牌型。",
    ),
    "says points": (
        "The winner gains {mean} points on average, {median} in the middle win; the best tenth of wins brings {q90} or more, "
        "the best hundredth {q99} or more.",
        "和了者の得点は平均{mean}点、中央値{median}点。上位10 %の和了は{q90}点以上、上位1 %は{q99}点以上。",
        "和牌者平均得{mean}点，中位数{median}点；最高的一成和牌得{q90}点以上，最高的百分之一得{q99}点以上。",
    ),
    "says top": (
        "The dearest 1 % of wins holds {top} of all points won; Gini’s coefficient is {gini} (0: all wins alike).",
        "高い方から1 %の和了が全得点の{top}を占める。ジニ係数は{gini}（0＝すべて同じ）。",
        "最高的1 %和牌占全部得点的{top}；基尼系数为{gini}（0为完全相同）。",
    ),
    "says patterns": (
        "Of the patterns in fewer than half of the wins, these hold most points: {rows}.",
        "和了の半数未満に付く役のうち、得点の多くを占めるもの：{rows}。",
        "在不到半数和牌中出现的番种里，占得点最多的是：{rows}。",
    ),
    "one pattern": (
        "{name} ({frequency} of the wins, {contribution} of all points won)",
        "{name}（和了の{frequency}、全得点の{contribution}）",
        "{name}（占和牌的{frequency}、全部得点的{contribution}）",
    ),
    "how played": (
        "{players} players who each go for the fewest tiles away and win as soon as they may: other habits give other numbers. "
        "Every hand is the dealer’s no. {streak} in a row. Numbers with ± come from play, those without are exact.",
        "{players}人とも向聴数の最小化を目指し、和了できればすぐ和了する。打ち方が変われば数値も変わる。"
        "どの局も親の{streak}局目。±のある数値は模擬対局、ない数値は厳密値。",
        "{players}人都追求最小向听数，能和即和；打法不同，数值也会不同。每局都是庄家的第{streak}局。"
        "带±的数值来自模拟对局，不带的为精确值。",
    ),
    "all rule sets": ("All rule sets", "全ルール", "全部规则"),
    "rule set": ("rule set", "ルール", "规则"),
    "a win brings": ("what a win brings, in points of the page", "和了の得点（そのルールの点）", "和牌所得（该规则的点数）"),
    "head win": ("win rate", "和了率", "和牌率"),
    "head self-draw": ("self-drawn wins", "自摸の割合", "自摸比例"),
    "head turn": ("turn of the win", "和了巡目", "和牌巡目"),
    "head top": ("top 1 % of wins hold", "上位1 %の分", "前1 %所占"),
    "in median wins": ("÷ median win", "÷ 中央値", "÷ 中位数"),
    "all note": (
        "n = {hands} hands of each rule set, seed {seed}, the dealer’s no. {streak} in a row. Below each number its standard "
        "error (±), clustered by table; that of ÷ median takes the median as exact. Points are of the win alone: what is paid "
        "beside it (kongs, wild tiles held, sticks, differences among the losers) is the last column, a share of all points that "
        "change hands; chips are apart. All numbers, with 95 % intervals and the number of cases: ",
        "各ルール n = {hands} 局、シード {seed}、親の{streak}局目。数値の下は標準誤差（±、卓ごとに集計）。"
        "中央値との比の誤差は中央値を固定して求めた。得点は和了そのものの分で、それ以外の授受"
        "（槓、万能牌、供託、和了しなかった者どうしの差額）は最後の列に、動いた全得点に占める割合で示す。チップは別。"
        "95 %区間と件数を含む全数値：",
        "每种规则 n = {hands} 局，种子 {seed}，庄家第{streak}局。数值下方为标准误（±，按桌聚类）；"
        "与中位数之比的误差视中位数为定值。点数只计和牌本身；此外的收付（杠、万能牌、供托、未和者之间的差额）"
        "列于最后一栏，为其占全部转移点数的比例；筹码另计。含95 %区间与样本数的全部数值：",
    ),
    "says draws": (
        "Most hands are drawn in {most}. In {n} of the {all} rule sets fewer than one hand in a hundred is.",
        "流局が最も多いのは{most}。{all}ルールのうち{n}では流局が1 %未満。",
        "流局最多的是{most}。{all}种规则中有{n}种流局不到1 %。",
    ),
    "says uneven": (
        "The dearest 1 % of wins holds most in {most}, least in {least}.",
        "上位1 %の和了が占める割合は{most}で最大、{least}で最小。",
        "前1 %和牌所占比例最大的是{most}，最小的是{least}。",
    ),
    "says weak": (
        "All players here only count how many tiles they are away from a hand that may win, and win as soon as they may; none "
        "builds a hand for what it is worth, defends, or waits for more. Where a win needs a least worth or a yaku (Mahjong "
        "Competition Rules 8 points, Ningbo 4 tai, riichi a yaku, Yangzhou 13 points) they are weak players: whoever knows the "
        "patterns wins other hands there, and leaves fewer of them drawn. These numbers compare the rule sets under one simple "
        "habit and do not tell how good players fare.",
        "ここでの打ち手は、和了できる形までの向聴数だけを見て、和了できればすぐ和了する。点数を作らず、降りず、高目を待たない。"
        "最低点や役を要するルール（中国麻雀の8点、寧波の4台、揚州の13点、リーチ麻雀の役）では弱い打ち手であり、役を知る人なら和了も流局率も変わる。"
        "数値は同じ単純な打ち方でのルールの比較であって、上級者の成績ではない。",
        "这里的玩家只看离可以和牌的牌型还差几张，能和即和；不做大牌，不防守，也不等待更高的番。"
        "在要求起和分或役的规则中（国标8分、宁波4台、扬州13分、日本麻将的役），他们是弱手：懂番种的人和的牌与流局率都会不同。"
        "这些数值是在同一种简单打法下比较规则，并不代表高手的成绩。",
    ),
    "reference": (
        "Every rule set has a page that says every word of it: ",
        "各ルールの全項目の表：",
        "各规则的完整表格：",
    ),
    "to report": ("Report", "レポート", "报告"),
    "language": ("Language", "言語", "语言"),
    "overview": ("Overview", "概要", "概览"),
    "charts": ("Charts", "図", "图"),
    "exact odds": ("Exact odds at the deal", "配牌の厳密な確率", "起手的精确概率"),
    "rule pages": ("The rules, as the program reads them", "計算に用いたルール", "计算所用的规则"),
    "notebook": ("The notebook", "ノートブック", "笔记本"),
    "tables": ("Tables as CSV files", "表（CSV）", "表（CSV）"),
    "errors": (
        "Each number ± its standard error, clustered by table; quantiles by order statistics; "
        "Gini and top 1 % by a jackknife over groups of tables. A quantile ± 0 does not move within its interval.",
        "数値は ± 標準誤差（卓ごとに集計）。分位点は順序統計量、ジニ係数と上位1 %は卓の群によるジャックナイフ。"
        "± 0 の分位点は区間内で動かない。",
        "数值为 ± 标准误（按桌聚类）。分位数用顺序统计量，基尼系数与前1 %用按桌分组的刀切法。± 0 的分位数在区间内不变。",
    ),
    "turn of the win": ("mean turn of the win", "平均和了巡目", "平均和牌巡目"),
    "points median": ("winner's points, median", "得点・中央値", "所得点数・中位数"),
    "points mean": ("winner's points, mean", "得点・平均", "所得点数・平均"),
    "points q90": ("winner's points, 90 %", "得点・90 %点", "所得点数・90 %分位"),
    "points q99": ("winner's points, 99 %", "得点・99 %点", "所得点数・99 %分位"),
    "gini": ("Gini of the winners' points", "得点のジニ係数", "所得点数的基尼系数"),
    "top-1%": ("points won in the top 1 % of wins", "上位1 %の和了が占める点数", "前1 %和牌所占点数"),
    "ready": ("ready or complete", "聴牌以上", "听牌或已和"),
    "count": ("deals", "通り", "组合数"),
    "total": ("all deals", "全体", "总数"),
    "share": ("share", "割合", "比例"),
    "side-share": ("paid beside the win", "和了以外の授受", "和牌以外的收付"),
}

WORDS: Final[tuple[str, ...]] = tuple(_WORDS)
STAMPED: Final = 4
"""Pages that a chart names one by one below."""


def word(key: str, language: str = "en", **values: Any) -> str:
    """A word or sentence of charts and pages.

    Raises
    ------
    ValueError
        For a language that is not one of `LANGUAGES`.

    Examples
    --------
    >>> word("dealer"), word("dealer", "ja"), word("dealer", "zh")
    ('dealer', '親', '庄家')
    >>> word("dealer", "fr")
    Traceback (most recent call last):
        ...
    ValueError: language: 'fr'; known are en, ja, zh
    """
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r}; known are {', '.join(LANGUAGES)}")
    text = _WORDS[key][LANGUAGES.index(language)]
    return text.format(**values) if values else text


def rules_name(attrs: Mapping[Any, Any], language: str = "en") -> str:
    """The name of what was played, from a frame's `attrs`: the rule set in the language, then the options that were set.

    >>> rules_name({"rules": "hangzhou", "label": "hangzhou wild=white", "names": {"en": "Hangzhou", "ja": "杭州"}}, "ja")
    '杭州 wild=white'
    """
    return str(attrs["names"][language] or attrs["rules"]) + str(attrs["label"]).removeprefix(attrs["rules"])


def stamp(samples: Sequence[Mapping[Any, Any]]) -> str:
    """What a chart says of its origin, from the frames' `attrs`: version, and of each page its label and the hash of its words.

    >>> stamp([{"version": "0.1.0", "label": "hangzhou wild=white", "page": "3fa9c1d2"}])
    'mjstats 0.1.0 · hangzhou wild=white #3fa9c1'
    """
    versions = "/".join(sorted({str(attrs["version"]) for attrs in samples}))
    pages = [f"{attrs['label']} #{str(attrs['page'])[:6]}" for attrs in samples]
    if len(pages) > STAMPED:
        pages = [f"{len(pages)} × #{hashlib.sha256(''.join(pages).encode()).hexdigest()[:6]}"]
    return " · ".join([f"mjstats {versions}", *pages])


def pattern_name(attrs: Mapping[Any, Any], pattern: str, language: str = "en") -> str:
    """The name of a pattern from a frame's `attrs`; in English the id with the original characters.

    >>> attrs = {"pattern_names": {"all-pungs": {"en": "", "ja": "碰碰胡", "zh": "碰碰胡"}}}
    >>> pattern_name(attrs, "all-pungs"), pattern_name(attrs, "all-pungs", "zh")
    ('all-pungs 碰碰胡', '碰碰胡')
    """
    names = attrs["pattern_names"][pattern]
    return f"{pattern} {names['ja']}" if language == "en" else str(names[language])
