"""The words of a rule page's table in three languages: headings here, sentences, facts and values from `words/*.json`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, Literal

Language = Literal["en", "ja", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja", "zh")

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # parts of a page
    "page": ("Page", "概要", "概要"),
    "wall": ("Wall", "牌山", "牌墙"),
    "wild": ("Wild tiles", "万能牌", "万能牌"),
    "play": ("Play", "進行", "打牌"),
    "shape": ("Shapes that win", "和了形", "和牌牌型"),
    "require": ("Requirements", "和了の条件", "和牌条件"),
    "faces": ("Sets of faces", "牌の組の名", "牌的集合"),
    "count": ("Counting", "数え方", "计数"),
    "set": ("Sets of named tiles", "特殊な面子", "特殊面子"),
    "bonus": ("Bonus tiles", "ドラ", "宝牌"),
    "declare": ("Declaring ready", "立直の宣言", "报听"),
    "win": ("Winners", "和了者の数", "和牌人数"),
    "game": ("Game", "対局", "整局"),
    "prices": ("Prices by name", "名のある点数", "具名的计分"),
    "group": ("Groups of patterns", "役の組", "番种的组"),
    "stage": ("Stages of counting", "計算の段階", "计算步骤"),
    "pattern": ("Patterns and prices", "役と点数", "番种与计分"),
    "limits": ("Limits", "最低点と上限", "起和与封顶"),
    "steps": ("Steps of the limit", "上限の段階", "封顶档次"),
    "pay": ("Payment", "支払い", "支付"),
    "side": ("Side payments", "和了以外の支払い", "和牌以外的支付"),
    "compare": ("Among those who did not win", "和了者以外の精算", "未和牌者之间的结算"),
    "responsible": ("Responsibility", "包（責任払い）", "包牌"),
    "options": ("Options", "選択ルール", "可选规则"),
    "terms": ("Terms of the conditions", "条件の用語", "条件用语"),
    "term": ("term", "用語", "用语"),
    "order": ("order of the rows", "並び順", "行的顺序"),
    # headings of columns
    "word": ("word", "語", "词"),
    "value": ("value", "値", "值"),
    "meaning": ("what it says", "内容", "内容"),
    "id": ("id", "id", "id"),
    "name": ("name", "名称", "名称"),
    "kind": ("kind", "種類", "种类"),
    "pair": ("pair", "雀頭", "将"),
    "sets": ("sets", "面子", "面子"),
    "suits": ("suits", "色", "花色"),
    "made of": ("made of", "使う牌", "所用牌"),
    "wild tiles": ("wild tiles", "万能牌", "万能牌"),
    "asked of": ("wins on", "対象の和了", "适用于"),
    "when": ("when", "条件", "条件"),
    "says": ("what it says", "説明", "说明"),
    "for": ("counted for", "計算対象", "计入"),
    "price": ("price", "点数", "计分"),
    "notes": ("notes", "備考", "备注"),
    "pays": ("pays", "支払額", "支付额"),
    "cause": ("cause", "原因", "原因"),
    "share": ("pays", "負担", "承担"),
    "values": ("values (* the default)", "値（*は既定）", "取值（*为默认）"),
    "goes into": ("goes into", "算入先", "计入步骤"),
    "changes": ("what it sets", "設定する語", "所设的词"),
    "tiles column": ("tiles", "牌", "牌"),
    "spelled": ("as spelled", "表記", "写法"),
    "part": ("part", "部分", "部分"),
    "what": ("what", "項目", "项目"),
    "at": ("settled at", "精算の時", "结算时"),
    "receives": ("who receives", "受取人", "收取者"),
    "from": ("who pays", "支払人", "支付者"),
    # pieces of cells
    "winner": ("winner", "和了者", "和牌者"),
    "payer": ("payer", "支払者", "支付者"),
    "both": ("winner and payer", "双方", "双方"),
    "everyone": ("everyone", "全員", "每人"),
    "every win": ("every win", "すべて", "全部"),
    "any": ("any", "自由", "任意"),
    "yes": ("yes", "はい", "是"),
    "no": ("no", "いいえ", "否"),
    "always": ("always", "常に", "恒"),
    "excludes": ("without: {0}", "複合しない：{0}", "不计：{0}"),
    "groups": ("group: {0}", "組：{0}", "组：{0}"),
    "unlisted": ("not listed by name", "名称は挙げない", "不列名称"),
    "scaled": ("values × {0}", "値 × {0}", "数值 × {0}"),
    "unit": ("unit: {0}", "単位：{0}", "单位：{0}"),
    "switched on by": ("only with {0}", "{0} の場合のみ", "仅当 {0}"),
    "switched off": ("switched off", "不採用", "不采用"),
    "at most": ("≤ {0}", "{0}以下", "≤ {0}"),
    "unless": ("{0}, any number if {1}", "{0}（{1}なら制限なし）", "{0}（{1}则不限）"),
    "only play": ("judged in play only", "対局中のみ判定", "仅在对局中判定"),
    "whole number": ("a whole number", "整数", "整数"),
    "tiles": ("tiles in all", "牌の総数", "总牌数"),
    "source": ("Source", "出典", "出处"),
    "summary": ("summary", "概要", "概要"),
    "formula": (
        "What a payer owes: (sum of +) × (product of ×) + (sum of bonus), before limits.",
        "支払額＝（＋の和）×（×の積）＋（加点の和）、上限の適用前。",
        "支付额＝（＋之和）×（×之积）＋（加分之和），未计封顶。",
    ),
    "patterns are tried": (
        "Rows are tried from the top; a condition on patterns sees the rows above it. Conditions with a comma all have to hold.",
        "行は上から順に調べ、役についての条件はそれより上の行を見る。読点で並ぶ条件はすべて必要。",
        "自上而下逐行判定，关于番种的条件只看其上方的行；以逗号并列的条件须全部成立。",
    ),
    "same": ("They do not differ.", "違いはない。", "没有差异。"),
    "differs": ("What differs", "相違点", "差异"),
    # conditions and prices
    "and": (", ", "、", "，"),
    "or": (" or ", "または", "或"),
    "not flag": ("not {0}", "{0}でない", "非{0}"),
    "some": ("{0} ≥ 1", "{0}あり", "有{0}"),
    "none": ("no {0}", "{0}なし", "无{0}"),
    "person is": ("the {0} is {1}", "{0}が{1}", "{0}为{1}"),
    "person is not": ("the {0} is not {1}", "{0}が{1}でない", "{0}非{1}"),
    "person told": ("{0}: {1}", "{0}：{1}", "{0}：{1}"),
    "person's": ("the {0}’s {1}", "{0}の{1}", "{0}的{1}"),
    "table": ("{0}, all players together", "全員の{0}", "全体的{0}"),
    "others": ("{0} of all others", "自分以外の{0}", "自己以外的{0}"),
    "table who": ("players: {0}", "「{0}」の人数", "“{0}”的人数"),
    "others who": ("others: {0}", "自分以外の「{0}」の人数", "自己以外“{0}”的人数"),
    "counted": ("patterns of “{0}”", "「{0}」組の役の数", "“{0}”组番种数"),
    "some counted": ("a pattern of “{0}”", "「{0}」組の役あり", "有“{0}”组番种"),
    "none counted": ("no pattern of “{0}”", "「{0}」組の役なし", "无“{0}”组番种"),
    "worth": ("worth of “{0}”", "「{0}」の値", "“{0}”之值"),
    "if": ("{0} if {1}", "{0}（{1}）", "{0}（{1}）"),
    "by": ("{0} by {1}", "{0}（{1}による）", "{0}（按{1}）"),
    "by from": ("{0} by {1} from {2} on", "{0}（{1}が{2}のときから）", "{0}（{1}自{2}起）"),
    "for each": ("{0} for each of: {1}", "{0}（{1}ごと）", "{0}（每{1}）"),
    "price at most": ("{0}, at most {1} times", "{0}、{1}回まで", "{0}，至多{1}次"),
    "doubled": ("{0}, doubled as often as {1}", "{0}、{1}の回数だけ倍", "{0}，按{1}的次数翻倍"),
    "bonus sign": ("bonus {0}", "加点 {0}", "加分 {0}"),
    "in brackets": (" ({0})", "（{0}）", "（{0}）"),
    "told": ("{0}: {1}", "{0}：{1}", "{0}：{1}"),
    "its value": ("its value", "その値", "该值"),
    "into": ("{0} into {1}", "{0}→「{1}」", "{0}→“{1}”"),
    # limits and responsibility
    "owes": ("owes the cap or more", "支払額が上限以上", "应付达到封顶"),
    "every payer owes": ("every payer owes the cap or more", "支払者全員の支払額が上限以上", "每位支付者应付均达到封顶"),
    "step payer": ("payer: {0}", "その支払者：{0}", "该支付者：{0}"),
    "step payers": ("every payer: {0}", "支払者全員：{0}", "每位支付者：{0}"),
    "step whatever": ("or whatever is owed: {0}", "または額によらず：{0}", "或不论数额：{0}"),
    "fed": (
        "the winner claimed {0} melds or more from the player",
        "和了者がその人から{0}回以上鳴いた",
        "和牌者从其处吃碰杠{0}次以上",
    ),
    "claimed": (
        "the player claimed {0} melds or more from the winner",
        "その人が和了者から{0}回以上鳴いた",
        "其从和牌者处吃碰杠{0}次以上",
    ),
    "fed-nth": (
        "the winner's claimed meld no. {0} came from the player",
        "和了者の{0}番目の副露をその人が鳴かせた",
        "和牌者的第{0}副明牌由其打出",
    ),
    "robbed": ("the player's kong was robbed", "その人の槓が搶槓された", "其杠被抢"),
    "discarder": ("the player discarded the winning tile", "その人が和了牌を捨てた", "其打出和牌张"),
    "of faces": ("of {0}", "{0}に限る", "限{0}"),
    "bound": (
        "{0} claims or more between the winner and the player, either way",
        "和了者とその人の間で、どちらかが{0}回以上鳴いた",
        "和牌者与其之间任一方吃碰杠对方{0}次以上",
    ),
    "kong-feeder": (
        "the player discarded the tile of the kong whose replacement won",
        "和了の嶺上牌をもたらした大明槓の牌をその人が捨てた",
        "杠开之大明杠的牌由其打出",
    ),
    "instead": ("{0}, instead of the others", "{0}、他の人に代わって", "{0}，代替他人"),
    "besides": ("{0}, besides the others", "{0}、他の人に加えて", "{0}，另于他人"),
    "of all": ("{0} × the whole", "全額の{0}倍", "全额的{0}倍"),
    "of own": ("{0} × what that seat owes", "自分の支払額の{0}倍", "本人应付的{0}倍"),
    "half": (
        "half of what is owed, the discarder the rest; all by self-draw",
        "半額（残りは放銃者、自摸なら全額）",
        "一半，其余由放铳者付；自摸则全付",
    ),
    "payers of the win": ("who pays for the win", "その和了の支払者", "该和牌的支付者"),
    "holder": ("every player", "各人", "每人"),
    "other players": ("every other player", "他の各人", "其他每人"),
    "in its place": ("in its place are not settled", "これがあるとき精算しないもの", "有此项时不结算"),
    "chips": ("in chips", "チップで", "以筹码计"),
    "pot": (
        "all payers together {0}, shared by those who receive",
        "支払人全員で{0}、受取人で分ける",
        "支付者共付{0}，收取者均分",
    ),
}  # fmt: skip


def check_language(language: object) -> None:
    """Refuse a language that pages are not shown in."""
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r}: it is one of {', '.join(LANGUAGES)}")


def table_word(key: str, language: Language, *values: object) -> str:
    """A heading, or a piece of a sentence with its values; a part of a page without a heading shows its own name.

    >>> table_word("limits", "zh"), table_word("at most", "ja", 3)
    ('起和与封顶', '3以下')
    """
    words = _WORDS.get(key)
    text = key.replace("_", " ").capitalize() if words is None else words[LANGUAGES.index(language)]
    return text.format(*values) if values else text


@cache
def catalogue(name: str) -> dict[str, list[str]]:
    """One of the files in `words`.

    `labels` (words of the schema), `values` and `facts` lead to texts in en, ja, zh (`"counts"` behind a fact that is a number);
    `meanings` (of facts) and `texts` (sentences of pages, by their English) to texts in ja, zh.
    """
    words: dict[str, list[str]] = json.loads((Path(__file__).parent / "words" / f"{name}.json").read_text(encoding="utf-8"))
    return words


def translated(text: str, language: Language) -> str:
    """A sentence of a page in the language; one that nobody has translated stays English.

    >>> translated("the cap of a payment", "ja"), translated("no such sentence", "ja")
    ('支払額の上限', 'no such sentence')
    """
    words = catalogue("texts").get(text)
    return text if language == "en" or words is None else words[LANGUAGES.index(language) - 1]
