"""A page as a table in three languages, and two pages side by side: every word of a page shows itself, in every language."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import mjstats
from mjstats.kernel.columns import FACTS, FAMILIES
from mjstats.rules import schema
from mjstats.rules.diff import diff_html, diff_json, diff_markdown, diff_text, differences, labels
from mjstats.rules.schema import Names, PageWords, Price, Words
from mjstats.rules.schema_texts import NUMBER_TOLD
from mjstats.rules.table import all_sections, page_html, page_markdown, page_sections, page_tables, page_text
from mjstats.rules.table_words import LANGUAGES, Language, catalogue, table_word
from mjstats.rules.wording import Wording

PAGES = sorted(mjstats.rule_sets())
CHINESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
#: parts of the vocabulary that the page below does not have
PARTS: dict[str, Any] = {
    "wall": {"flowers": "12345678"},
    "faces": {"green": "23468s6z"},
    "set": [{"id": "winds", "tiles": "1234z"}],
    "bonus": {"turned": 1},
    "declare": {"lays": 1000},
    "group": [{"id": "big", "keep": "best"}],
    "stage": [{"id": "tai", "names": {"ja": "台", "zh": "台"}, "price": [{"add": 1}]}],
    "side": [{"id": "kongs", "names": {"ja": "槓", "zh": "杠"}, "part": "kongs", "price": [{"add": 2, "per": "kongs"}]}],
    "compare": {"of": "tai"},
}


def whole_page() -> PageWords:
    """A page with every part of the vocabulary."""
    words = mjstats.load("wuhan").words.model_dump(by_alias=True, exclude_unset=True)
    return PageWords.model_validate({**words, **PARTS})


def models() -> list[type[Words]]:
    """Every kind of table and row that a page may hold."""
    found: list[type[Words]] = []

    def look(part: Any) -> None:
        if isinstance(part, type) and issubclass(part, Words) and part not in found:
            found.append(part)
            for field in part.model_fields.values():
                look(field.annotation)
        for inner in typing.get_args(part):
            look(inner)

    look(PageWords)
    return found


def choices(annotation: Any) -> list[Any]:
    """The values of the `Literal`s within a type."""
    if typing.get_origin(annotation) is typing.Literal:
        return list(typing.get_args(annotation))
    return [value for part in typing.get_args(annotation) for value in choices(part)]


def another(name: str, annotation: Any, value: Any) -> Any:
    """A value that the word could have as well."""
    if isinstance(value, bool):
        return not value
    given = [one for one in choices(annotation) if one != value and one != "number"]
    if isinstance(value, list) and given:
        return [one for one in given if [one] != value][:1]
    if given:
        return given[0]
    texts = str(annotation)
    if "Price" in texts:
        return [Price(add=977)]
    if "Names" in texts:
        return Names(en="Another", ja="別名", zh="别名")
    if isinstance(value, int) or (value is None and "int" in texts):
        return (value or 0) + 977
    if isinstance(value, list):
        return [977] if "int" in texts else ["1m9m"] if name == "cycles" else ["streak >= 977"]
    if isinstance(value, dict):
        return {"a": {"limits.cap": 977}}
    return {"suits": "s", "red_fives": "s", "honors": "3", "flowers": "3"}.get(name, "9m")


def changed(row: Words) -> Iterator[tuple[str, Words]]:
    """The row with each of its words changed in turn."""
    for name, field in type(row).model_fields.items():
        value = another(name, field.annotation, getattr(row, name))
        yield f"{type(row).__name__}.{name}", row.model_copy(update={name: value})


def pages_with_one_word_changed() -> Iterator[tuple[str, PageWords]]:
    page = whole_page()
    for name in PageWords.model_fields:
        part = getattr(page, name)
        if name == "names":
            continue
        if isinstance(part, Words):
            for word, new in changed(part):
                yield word, page.model_copy(update={name: new})
        elif isinstance(part, list):
            for word, new in changed(part[0]):
                yield word, page.model_copy(update={name: [new, *part[1:]]})
    for word, step in changed(page.limits.steps[1]):
        steps = [page.limits.steps[0], step]
        yield word, page.model_copy(update={"limits": page.limits.model_copy(update={"steps": steps})})
    for word, price in changed(Price(add=5, when=["dealer"])):
        if word not in ("Price.times", "Price.double", "Price.bonus"):  # a price has one of the four
            pattern = page.pattern[0].model_copy(update={"price": [price]})
            yield word, page.model_copy(update={"pattern": [pattern]})
    for word, option in changed(page.options["open_fan"]):
        yield word, page.model_copy(update={"options": {"open_fan": option}})
    yield "PageWords.faces", page.model_copy(update={"faces": {"green": "23468s"}})


def texts(page: PageWords, language: Any) -> list[list[tuple[str, ...]]]:
    return [section.rows for section in all_sections(page, language)]


CHANGED = list(pages_with_one_word_changed())


@cache
def plain_texts(kind: str, language: Any) -> list[list[tuple[str, ...]]]:
    """What the page shows from which pages with a changed word of this kind differ in that word alone."""
    base = whole_page()
    if kind == "Step":
        base = base.model_copy(update={"limits": base.limits.model_copy(update={"steps": base.limits.steps[:2]})})
    if kind == "Price":
        plain = base.pattern[0].model_copy(update={"price": [Price(add=5, when=["dealer"])]})
        base = base.model_copy(update={"pattern": [plain]})
    if kind == "Option":
        base = base.model_copy(update={"options": {"open_fan": base.options["open_fan"]}})
    return texts(base, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("word", "page"), CHANGED, ids=[word for word, _ in CHANGED])
def test_every_word_of_the_vocabulary_shows_itself(word: str, page: PageWords, language: Any) -> None:
    assert texts(page, language) != plain_texts(word.partition(".")[0], language)


def test_the_test_above_changes_every_word() -> None:
    told = {word for word, _ in CHANGED} | {"Price.times", "Price.double", "Price.bonus"}
    every = {f"{model.__name__}.{name}" for model in models() if model not in (PageWords, Names) for name in model.model_fields}
    assert every - told == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_table_shows_every_row_of_the_page(page: str, language: Any) -> None:
    rules = mjstats.load(page)
    words = rules.words
    shown = {section.key: section.rows for section in page_sections(rules, language)}
    for key in ("pattern", "shape", "require", "responsible", "side", "stage", "set", "group"):
        assert [row[-1] for row in shown.get(key, [])] == [row.id for row in getattr(words, key)]
    assert [row[0] for row in shown.get("options", [])] == list(words.options)
    for table in (page_text(rules, language), page_markdown(rules, language), page_html(rules, language)):
        assert (words.names.zh if language == "zh" else words.names.ja) in table
        assert "None" not in table


@pytest.mark.parametrize("page", PAGES)
def test_a_word_that_a_page_sets_is_never_hidden(page: str) -> None:
    words = mjstats.load(page).words
    sections = {section.key: {entry.key: entry.shown for entry in section.entries} for section in all_sections(words, "en")}
    for name in PageWords.model_fields:
        part = getattr(words, name)
        if isinstance(part, Words) and name != "names":
            assert [word for word in part.model_fields_set if not sections[name].get(word, True)] == []


def test_the_table_tells_prices_limits_and_conditions() -> None:
    rules = mjstats.load("wuhan", open_fan="each")
    tables = page_tables(rules)
    prices = tables["pattern"].set_index("id")["price"]
    # From the sheet: a red or green kong doubles, a wild kong is two fans; 10 points and half a fan for a flush.
    assert prices["kong-tile"] == "×2 for each of: kong tiles laid"
    assert prices["wild-kong"] == "×4 for each of: wild kongs"
    assert prices["full-flush"] == "+10\n+5 if self-drawn\n+5 if the payer is the discarder"
    steps = tables["steps"].set_index("id")["pays"]
    assert dict(steps) == {"cap": "600", "gold": "800", "sun": "1000", "three-suns": "1200"}
    assert dict(tables["limits"].set_index("word")["value"])["minimum"] == "32"


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (
            "streak >= 3 or dealer",
            ["hand in a row of the dealer ≥ 3 or the dealer", "親の連荘数 ≥ 3または親", "庄家连庄数 ≥ 3或庄家"],
        ),
        ("not claimed-melds", ["no claimed melds", "副露なし", "无明牌"]),
        ("payer discarder", ["the payer is the discarder", "支払者が放銃者", "支付者为放铳者"]),
        ("not payer ready", ["the payer is not ready", "支払者が聴牌でない", "支付者非听牌"]),
        ("pungs-in dragons == 2", ["pungs and kongs of dragons = 2", "三元牌の刻子・槓子 = 2", "箭牌刻子与杠 = 2"]),
        ("others kongs", ["kongs of four tiles of all others ≥ 1", "自分以外の槓（四枚）あり", "有自己以外的杠（四张）"]),
        ("counted big == 0", ["no pattern of “big”", "「大胡」組の役なし", "无“大胡”组番种"]),
        ("not pattern all-pungs", ["not “All pungs”", "「碰碰胡」でない", "非“碰碰胡”"]),
        ("what it may mean", ["what it may mean"] * 3),
    ],
)
def test_conditions_are_put_into_words(condition: str, told: list[str]) -> None:
    words = mjstats.load("wuhan").words
    assert [Wording(words, language).condition([condition]) for language in LANGUAGES] == told


def test_prices_are_put_into_words() -> None:
    page = whole_page()
    prices = [
        Price(add=[1, 2, 4], by="streak", first=0),
        Price(bonus=-5, when=["dealer", "self-drawn or robbed-kong"]),
        Price(double=1, per="counted big", at_most=3),
        Price(add=1, doubled="streak", into="tai"),
    ]
    assert [Wording(page, "en").price(price) for price in prices] == [
        "+1, 2, 4 by hand in a row of the dealer from 0 on",
        "bonus −5 if the dealer, (self-drawn or won by robbing a kong)",
        "×2 for each of: patterns of “big”, at most 3 times",
        "+1, doubled as often as hand in a row of the dealer into Tai",
    ]
    assert Wording(page, "zh").price(prices[2]) == "×2（每“大胡”组番种数），至多3次"


def test_prices_stand_in_a_line_each() -> None:
    rules = mjstats.load("wuhan")
    assert "+10<br>+5 if self-drawn<br>+5 if the payer is the discarder" in page_markdown(rules)
    assert "+10<br>+5 if self-drawn<br>+5 if the payer is the discarder</td>" in page_html(rules)


def test_a_row_that_an_option_switches_on_says_so() -> None:
    notes = page_tables(mjstats.load("wuhan-hongzhong"))["pattern"].set_index("id")["notes"]
    assert notes["doubled-base"].endswith("only with big_win_base=double")
    notes = page_tables(mjstats.load("wuhan-hongzhong", big_win_base="double"))["pattern"].set_index("id")["notes"]
    assert "only with" not in notes["doubled-base"]


def test_a_notebook_shows_the_page_and_its_options() -> None:
    shown = mjstats.load("wuhan", open_fan="each")._repr_html_()
    assert "open_fan=each" in shown
    assert "碰碰胡" in shown
    assert "indicator&#x27;s face" in shown  # texts are escaped


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="language: 'fr': it is one of en, ja, zh"):
        page_sections(mjstats.load("wuhan"), "fr")
    with pytest.raises(ValueError, match="language: 'fr': it is one of en, ja, zh"):
        mjstats.diff("wuhan", "wuhan-hongzhong", language="fr")  # type: ignore[arg-type]  # what a user may write


# ---------------------------------------------------------------- the words of three languages
def test_every_word_of_the_schema_has_a_name_in_each_language() -> None:
    untold = {"id", "on", "names", "en", "ja", "zh", "steps"}
    every = {f"{m.__name__}.{name}" for m in models() if m is not PageWords for name in m.model_fields if name not in untold}
    assert every == set(catalogue("labels"))
    parts = [name for name in PageWords.model_fields if name not in ("id", "names", "summary", "source")]
    assert [name for name in parts if not CHINESE.search(table_word(name, "ja"))] == []


def test_every_choice_of_the_schema_is_put_into_words() -> None:
    wording = Wording(mjstats.load("wuhan").words, "zh")
    missing = []
    for model in models():
        for name, field in model.model_fields.items():
            for value in choices(field.annotation):
                if isinstance(value, int) or value == "number":
                    continue
                told = wording.choice(value, f"{name}={value}", f"{name}.{value}", f"way.{value}")
                if name in ("cause", "place", "counted_for"):  # whole phrases, told by their row
                    told = table_word(value, "zh", 1)
                missing += [] if CHINESE.search(told) else [f"{model.__name__}.{name} = {value}"]
    assert missing == []


def test_every_fact_has_a_name_and_a_meaning_in_each_language() -> None:
    assert set(catalogue("facts")) == {*FACTS, *FAMILIES}
    assert set(catalogue("meanings")) == {*FACTS, *FAMILIES}
    assert [name for name, words in catalogue("facts").items() if len(words) < 3 or words[3:] not in ([], ["counts"])] == []
    assert [name for name in FAMILIES if any("{0}" not in text for text in catalogue("facts")[name][:3])] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_group_of_a_page_has_a_name_in_each_language(page: str) -> None:
    words = mjstats.load(page).words
    for group in {group for row in words.pattern for group in row.groups}:
        for language in ("ja", "zh"):
            assert Wording(words, language).group(group) != group, (page, group)


@pytest.mark.parametrize("page", PAGES)
def test_every_sentence_of_a_page_is_translated(page: str) -> None:
    words = mjstats.load(page).words
    said = [words.summary, *(row.says for row in words.require), *(row.says for row in words.options.values())]
    said += [row.notes for row in words.pattern if row.notes]
    for option in words.options.values():
        said += [v for sets in option.set.values() for path, v in sets.items() if path.endswith((".says", ".notes"))]
    assert [text for text in said if text not in catalogue("texts")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_a_hand_are_letters_in_a_table(language: Language) -> None:
    says = {"en": "this is hand N", "ja": "この局はN局目", "zh": "本局为第N局"}[language]
    for page in PAGES:
        rows = [row for part in page_sections(mjstats.load(page), language) for row in part.rows]
        assert [row for row in rows if re.search(r"[{…]", " ".join(row))] == [], page
        if page == "hangzhou":
            # two requirements, and the option that sets the line of one of them anew
            assert sum(says in " ".join(row) for row in rows) == 3


def test_a_translated_line_tells_the_same_numbers() -> None:
    for text, words in catalogue("texts").items():
        for other in words:
            assert set(NUMBER_TOLD.findall(other)) == set(NUMBER_TOLD.findall(text)), text


def test_the_catalogues_hold_texts_alone() -> None:
    for name, width in (("labels", 3), ("values", 3), ("meanings", 2), ("texts", 2)):
        for key, words in catalogue(name).items():
            assert len(words) == width, key
            assert all(isinstance(word, str) and word for word in words), key


# ---------------------------------------------------------------- two pages side by side
def rows_of(a: mjstats.rules.RuleSet, b: mjstats.rules.RuleSet) -> list[tuple[str, ...]]:
    return [tuple(row) for row in mjstats.diff(a, b).to_numpy()]


def test_a_page_and_its_option_differ_in_what_the_option_sets() -> None:
    plain, each = mjstats.load("wuhan"), mjstats.load("wuhan", open_fan="each")
    # The page says of open_fan = "each": every opening a fan, a minimum of 32, caps of 600, 800, 1000, 1200.
    assert rows_of(plain, each) == [
        ("Patterns and prices", "Opening 開口: price", "×2", "×2 for each of: claimed melds"),
        ("Limits", "least payment, before limits", "16", "32"),
        ("Limits", "payment from which the steps hold", "400", "600"),
        ("Steps of the limit", "Cap 封頂: pays", "400", "600"),
        ("Steps of the limit", "Gold 金頂: pays", "500", "800"),
        ("Steps of the limit", "Sun 陽光頂: pays", "600", "1000"),
        ("Steps of the limit", "Three suns 三陽開泰: pays", "800", "1200"),
    ]
    assert list(mjstats.diff(plain, each).columns) == ["part", "what", "wuhan", "wuhan open_fan=each"]
    assert list(mjstats.diff(plain, each, language="zh").columns)[:2] == ["部分", "项目"]


def test_pages_related_by_extends_differ_shortly() -> None:
    found = rows_of(mjstats.load("wuhan"), mjstats.load("wuhan-hongzhong"))
    assert len(found) < 25
    for row in (
        ("Wild tiles", "a single tile of these is a kong", "發中", "中"),
        ("Requirements", "not-any-tile: wins on", "discard, robbed kong", "discard"),
        ("Limits", "least payment, before limits", "16", "8"),
        ("Steps of the limit", "Three suns 三陽開泰: pays", "800", "600"),
    ):
        assert row in found


def test_a_row_that_one_page_has_alone_stands_in_one_cell() -> None:
    found = rows_of(mjstats.load("wuhan-hongzhong"), mjstats.load("jingzhou"))
    (steps,) = [row for row in found if row[1] == "Three suns 三陽開泰"]
    assert steps[2:] == ("when: every payer owes the cap or more; every payer: no claimed melds\npays: 600", "–")
    on = rows_of(mjstats.load("hangzhou"), mjstats.load("hangzhou", self_draw_only=True))
    assert on == [("Requirements", "self-draw-only", "–", "what it says: only self-drawn wins are played\nwins on: every win\n"
                   "when: self-drawn\ncause: discard")]  # fmt: skip


def test_rows_that_differ_alike_are_written_as_one() -> None:
    text = diff_markdown(mjstats.load("wuhan-hongzhong"), mjstats.load("jingzhou"), "ja")
    assert "| 役と点数 | 風一色 · 将一色 · 清一色 · 碰碰胡 · 搶槓 · 全求人：点数 |" in text


@pytest.mark.parametrize("page", PAGES)
def test_words_and_values_agree_on_what_differs(page: str) -> None:
    plain = mjstats.load(page)
    assert mjstats.diff(plain, page).empty
    assert "They do not differ." in diff_text(plain, plain)
    for name, option in plain.words.options.items():
        for value in [(option.range or [0])[0] + 977] if option.values == "number" else option.values[:4]:
            other = mjstats.load(page, **{name: value})
            values = json.loads(diff_json(plain, other))["differs"]
            assert bool(differences(plain, other)) == bool(values) == (plain.words != other.words), (name, value)


def test_turned_round_a_difference_has_its_sides_changed() -> None:
    a, b = mjstats.load("wuhan-hongzhong"), mjstats.load("jingzhou")
    forth, back = differences(a, b), differences(b, a)
    assert sorted((row.a, row.b) for row in forth) == sorted((row.b, row.a) for row in back)


def test_the_difference_as_json_has_paths_as_options_spell_them() -> None:
    plain = mjstats.load("wuhan")
    found = json.loads(diff_json(plain, mjstats.load("wuhan", open_fan="each")))
    assert found["b"] == {"rules": "wuhan", "options": {"open_fan": "each"}}
    assert {row["path"] for row in found["differs"]} == set(plain.words.options["open_fan"].set["each"])
    (minimum,) = [row for row in found["differs"] if row["path"] == "limits.minimum"]
    assert (minimum["a"], minimum["b"]) == (16, 32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_difference_is_written_in_each_form_and_language(language: Any) -> None:
    a, b = mjstats.load("hangzhou"), mjstats.load("wuhan")
    for text in (diff_text(a, b, language), diff_markdown(a, b, language), diff_html(a, b, language)):
        assert table_word("limits", language) in text
        assert "None" not in text


def test_columns_of_two_pages_never_have_one_name(tmp_path: Any) -> None:
    page = tmp_path / "my.toml"
    page.write_text('extends = "wuhan"\n[limits]\nminimum = 8\n', encoding="utf-8")
    assert labels(mjstats.load("wuhan"), mjstats.load(page)) == ("wuhan", str(page))
    assert labels(mjstats.load(page), mjstats.load(page)) == ("wuhan", "wuhan (2)")
    assert rows_of(mjstats.load("wuhan"), mjstats.load(page)) == [("Limits", "least payment, before limits", "16", "8")]


def test_the_order_of_patterns_is_a_difference() -> None:
    plain = mjstats.load("wuhan")
    first, second, *others = plain.words.pattern
    turned = dataclasses.replace(plain, words=plain.words.model_copy(update={"pattern": [second, first, *others]}))
    (row,) = differences(plain, turned)
    assert (row.row, row.a) == ("order of the rows", "All honors 風一色, All 2, 5, 8 将一色")


def test_models_are_found() -> None:
    assert {schema.Wall, schema.Price, schema.Step, schema.Option} <= set(models())
