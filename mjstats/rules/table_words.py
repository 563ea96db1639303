"""The headings of a rule page's table in three languages."""

from typing import Final, Literal

Language = Literal["en", "ja", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja", "zh")

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "wall": ("Wall", "牌山", "牌墙"),
    "wild": ("Wild tiles", "万能牌", "万能牌"),
    "play": ("Play", "進行", "打牌"),
    "shape": ("Shapes that win", "和了形", "和牌牌型"),
    "require": ("Requirements", "和了の条件", "和牌条件"),
    "pattern": ("Patterns and prices", "役と点数", "番种与计分"),
    "limits": ("Limits", "最低点と上限", "起和与封顶"),
    "steps": ("Steps of the limit", "上限の段階", "封顶档次"),
    "pay": ("Payment", "支払い", "支付"),
    "responsible": ("Responsibility", "包（責任払い）", "包牌"),
    "options": ("Options", "選択ルール", "可选规则"),
    "word": ("word", "項目", "项目"),
    "value": ("value", "値", "值"),
    "meaning": ("meaning", "意味", "含义"),
    "id": ("id", "id", "id"),
    "name": ("name", "名称", "名称"),
    "kind": ("kind", "種類", "种类"),
    "pair": ("pair", "雀頭", "将"),
    "sets": ("sets", "面子", "面子"),
    "suits": ("suits", "色", "花色"),
    "made of": ("made of", "使う牌", "所用牌"),
    "wild tiles": ("wild tiles", "万能牌", "万能牌"),
    "asked of": ("asked of", "対象の和了", "适用于"),
    "when": ("when", "条件", "条件"),
    "says": ("what it says", "説明", "说明"),
    "for": ("counted for", "計算対象", "计入"),
    "price": ("price", "点数", "计分"),
    "notes": ("notes", "備考", "备注"),
    "pays": ("pays", "支払額", "支付额"),
    "cause": ("cause", "原因", "原因"),
    "share": ("pays", "負担", "承担"),
    "values": ("values (* the default)", "値（*は既定）", "取值（*为默认）"),
    "winner": ("winner", "和了者", "和牌者"),
    "payer": ("payer", "支払者", "支付者"),
    "both": ("winner and payer", "双方", "双方"),
    "every win": ("every win", "すべて", "全部"),
    "any": ("any", "自由", "任意"),
    "excludes": ("excludes", "複合しない", "不计"),
    "groups": ("groups", "グループ", "组"),
    "only play": ("judged in play only", "対局中のみ判定", "仅在对局中判定"),
    "whole number": ("a whole number", "整数", "整数"),
    "tiles": ("tiles in all", "牌の総数", "总牌数"),
    "source": ("Source", "出典", "出处"),
    "chosen": ("Options set", "設定した選択ルール", "已选规则"),
    "formula": (
        "What a payer owes: (sum of +) × (product of ×) + (sum of bonus), before limits.",
        "支払額＝（＋の和）×（×の積）＋（bonusの和）、上限の適用前。",
        "支付额＝（＋之和）×（×之积）＋（bonus之和），未计封顶。",
    ),
}  # fmt: skip


def table_word(key: str, language: Language) -> str:
    """A heading.

    >>> table_word("limits", "zh")
    '起和与封顶'
    """
    return _WORDS[key][LANGUAGES.index(language)]
