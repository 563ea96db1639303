"""Rule pages: loading, extending, options, errors of one line, the schema."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import mjstats
from mjstats.rules import RulesError
from mjstats.rules.schema_json import page_schema

PAGES = sorted(mjstats.rule_sets())
HEAD = 'extends = "wuhan"\nid = "my-wuhan"\n'


def every_option() -> list[tuple[str, str, Any]]:
    """Each option of each page with each of its values."""
    return [
        (page, name, value)
        for page in PAGES
        for name, option in mjstats.load(page).words.options.items()
        for value in ((option.range or [1, 40]) if option.values == "number" else option.values)
    ]


def own_page(folder: Path, text: str, name: str = "my.toml") -> Path:
    page = folder / name
    page.write_text(text, encoding="utf-8")
    return page


@pytest.mark.parametrize("page", PAGES)
def test_page_says_who_it_is(page: str) -> None:
    words = mjstats.load(page).words
    assert words.id == page
    assert words.names.en
    assert words.summary.endswith(".")


@pytest.mark.parametrize(("page", "name", "value"), every_option())
def test_every_value_of_every_option_loads(page: str, name: str, value: object) -> None:
    rules = mjstats.load(page, **{name: value})
    assert rules.options == {name: value}
    assert repr(rules) == f"RuleSet({page!r}, {name}={value!r})"


@pytest.mark.parametrize("page", PAGES)
def test_every_option_but_a_default_changes_the_page(page: str) -> None:
    plain = mjstats.load(page)
    for name, option in plain.words.options.items():
        if not option.sets and not option.set:
            assert option.only_play, name  # of the game beyond a hand: no word of a hand changes
            continue
        for value in [(option.range or [0])[0] + 7] if option.values == "number" else option.values:
            same = mjstats.load(page, **{name: value}).words == plain.words
            assert option.default is None or same == (json.dumps(value) == json.dumps(option.default)), (name, value)


def test_later_rows_of_options_go_before_earlier_ones() -> None:
    # The page's own word: open_fan brings a minimum of 32, and the option minimum stands below it.
    assert mjstats.load("wuhan", open_fan="each").words.limits.minimum == 32
    assert mjstats.load("wuhan", minimum=8, open_fan="each").words.limits.minimum == 8


def test_options_add_up_on_a_loaded_page() -> None:
    both = mjstats.load(mjstats.load("wuhan", open_fan="each"), limit=300)
    assert both.options == {"limit": 300, "open_fan": "each"}
    assert (both.words.limits.minimum, both.words.limits.cap) == (32, 300)


def test_true_is_not_one() -> None:
    assert mjstats.load("wuhan", all_honors_gold=True).options == {"all_honors_gold": True}
    with pytest.raises(RulesError, match="all_honors_gold: 1 is not possible; it is one of true, false"):
        mjstats.load("wuhan", all_honors_gold=1)


def test_a_page_of_ones_own_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    mine = mjstats.load(own_page(tmp_path, HEAD + '[limits]\nminimum = 8\n[[pattern]]\nid = "no-wild"\nprice = { double = 2 }\n'))
    base = mjstats.load("wuhan")
    assert (mine.id, mine.words.limits.minimum, mine.words.limits.cap) == ("my-wuhan", 8, base.words.limits.cap)
    changed = [new.id for new, old in zip(mine.words.pattern, base.words.pattern, strict=True) if new != old]
    assert changed == ["no-wild"]
    assert mine.words.options == base.words.options


def test_a_page_may_extend_the_one_beside_it_and_add_rows(tmp_path: Path) -> None:
    own_page(tmp_path, HEAD + "[limits]\nminimum = 8\n")
    row = '[[pattern]]\nid = "heaven"\nnames = { ja = "天和", zh = "天和" }\nwhen = ["first-turn"]\nprice = { add = 10 }\n'
    second = mjstats.load(own_page(tmp_path, f'extends = "my"\nid = "second"\n{row}', "second.toml"))
    assert second.words.limits.minimum == 8
    assert second.pattern_ids[-1] == "heaven"


def test_an_edited_page_is_read_anew(tmp_path: Path) -> None:
    page = own_page(tmp_path, HEAD + "[limits]\nminimum = 8\n")
    before = mjstats.load(page)
    own_page(tmp_path, HEAD + "[limits]\nminimum = 24\n")
    assert (before.words.limits.minimum, mjstats.load(page).words.limits.minimum) == (8, 24)


def test_a_loaded_page_needs_its_file_no_more(tmp_path: Path) -> None:
    page = own_page(tmp_path, HEAD + "[limits]\nminimum = 8\n")
    away = pickle.loads(pickle.dumps(mjstats.load(page)))
    page.unlink()
    assert mjstats.load(away, open_fan="each", minimum=8).words.limits.cap == 600


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "[limits]\nminimun = 8\n", "limits.minimun: no such word in the vocabulary; did you mean 'minimum'?"),
        (HEAD + "[lmits]\nminimum = 8\n", "lmits: no such word in the vocabulary; did you mean 'limits'?"),
        (HEAD + '[limits]\nminimum = "8"\n', "limits.minimum: '8': input should be a valid integer"),
        (HEAD + '[[pattern]]\nid = "opening"\nprice = [{ ad = 1 }]\n', "pattern.opening.price.0.ad: no such word"),
        (HEAD + '[[pattern]]\nid = "opening"\nprice = [{ add = 1, times = 3 }]\n', "has exactly one of add, times"),
        (HEAD + '[[pattern]]\nid = "opening"\nprice = "hlaf"\n', "'hlaf' is no row of [prices]; there are: half-fan, whole"),
        (HEAD + '[[pattern]]\nid = "opening"\nwhen = ["claimed-meld"]\n', "did you mean 'claimed-melds'?"),
        (HEAD + '[[pattern]]\nid = "opening"\nwhen = ["dealer = 3"]\n', "pattern.opening.when: 'dealer = 3'"),
        (HEAD + '[[pattern]]\nid = "opening"\nexcludes = ["none"]\n', "pattern.opening.excludes: 'none' is no pattern"),
        (HEAD + '[[pattern]]\nid = "new"\n', "pattern.new.names: this word is missing"),
        (HEAD + '[[shape]]\nid = "plain"\npair = "2x"\n', "shape.plain.pair: '2x': unknown tile letter 'x'"),
        (HEAD + '[[shape]]\nid = "plain"\npair = "1f"\n', "shape.plain.pair: '1f': flowers have no place"),
        (HEAD + '[win]\nunpaid = "left-out"\npriority = ["dealer"]\n', "unpaid = 'left-out' does not go with it"),
        (HEAD + "[wall]\nreserved = 2\nreserved_per_kong = [3, -6]\n", "of 2 reserved tiles they leave less than none"),
        (HEAD + '[wild]\nstand_in = "12m"\n', "wild.stand_in: '12m': one tile is needed here"),
        (HEAD + '[options.foo]\nvalues = [1]\nsays = "s"\nsets = ["limits.cap.x"]\n', ""),
        (HEAD + '[[require]]\nid = "opened"\nsays = "{opening}"\n', "require.opened.says': no fact is called 'opening'"),
        (HEAD + '[[pattern]]\nid = "opening"\nprice = { add = [1, 2], by = "counted bg" }\n', "no group of patterns is called"),
        (HEAD + 'without = ["options.rates"]\n', "without: 'options.rates': the extended page has no such word or row"),
        ('extends = "nowhere"\n', "extends: rules 'nowhere': there are: "),
        ('extends = "other.toml"\n', "extends: rules 'other.toml': there is no such file"),
        ("extends = 3\n", "extends: 3: it is the id of a rule set"),
        ('extends = "my"\nid = "x"\n', "extends: rules 'my': there are: "),
        ("id =\n", "not readable as TOML: Invalid value (at line 1"),
        ('id = "x"\n', "names: this word is missing"),
    ],
)
def test_bad_pages_give_one_clear_line(tmp_path: Path, text: str, says: str) -> None:
    page = own_page(tmp_path, text)
    if not says:  # a path that leads nowhere shows itself when the option is set
        with pytest.raises(RulesError, match=r"path 'limits\.cap\.x': 'x' cannot stand there$"):
            mjstats.load(page, foo=1)
        return
    with pytest.raises(RulesError) as error:
        mjstats.load(page)
    assert says in str(error.value)
    assert "my.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_pages_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    own_page(tmp_path, 'extends = "b"\n', "a.toml")
    page = own_page(tmp_path, 'extends = "a"\n', "b.toml")
    with pytest.raises(RulesError, match=r"^b\.toml: extends: 'a' leads back to this page$|^a\.toml: extends: 'b' leads back"):
        mjstats.load(page)


def test_a_page_leaves_out_what_it_does_not_have(tmp_path: Path) -> None:
    page = own_page(tmp_path, HEAD + 'without = ["options.rate", "pattern.last-tile-draw", "limits.steps.sun"]\n')
    words = mjstats.load(page).words
    assert "rate" not in words.options
    assert "last-tile-draw" not in [pattern.id for pattern in words.pattern]
    assert [step.id for step in words.limits.steps] == ["cap", "gold", "three-suns"]


def test_an_id_stands_for_one_row(tmp_path: Path) -> None:
    twice = (Path(mjstats.__file__).parent / "rules" / "hangzhou.toml").read_text(encoding="utf-8")
    page = own_page(tmp_path, twice.replace('id = "seven-pairs"\nkind', 'id = "standard"\nkind'))
    with pytest.raises(RulesError, match="shape: two rows have the id 'standard'"):
        mjstats.load(page)


@pytest.mark.parametrize("name", ["nowhere", "", ".", "none.toml", "x" * 5000, "a\0b.toml"])
def test_unknown_names_say_what_there_is(name: str) -> None:
    with pytest.raises(RulesError, match=r"there are: .*wuhan|there is no such file"):
        mjstats.load(name)


def test_a_number_may_stand_for_the_word_that_looks_like_it() -> None:
    """A command line reads wall_left=0 as a number; hangzhou's numbers beside words stay numbers."""
    assert mjstats.load("taiwan", wall_left=0).words.wall.reserved == 0
    assert mjstats.load("taiwan", wall_left="0").words.wall.reserved == 0
    assert mjstats.load("hangzhou", instant_three=7).words.play.dealt_streak == 7
    with pytest.raises(RulesError, match="1 is not possible; it is one of '16'"):
        mjstats.load("taiwan", wall_left=1)


@pytest.mark.parametrize(
    ("name", "option", "bounds"),
    [
        ("xiamen", {"base_factor": 0}, "0 is not possible; it goes from 1 to 1,000,000,000"),
        ("quanzhou", {"dealer_base": 0}, "0 is not possible; it goes from 1 to 1,000,000,000"),
        ("riichi", {"start_points": 24999}, "24999 is not possible; it goes from 25,000 to 30,000"),
        ("riichi", {"start_points": 30001}, "30001 is not possible; it goes from 25,000 to 30,000"),
    ],
)
def test_numbers_of_options_keep_to_the_bounds_of_the_sheet(name: str, option: dict[str, int], bounds: str) -> None:
    with pytest.raises(RulesError, match=bounds):
        mjstats.load(name, **option)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("2469", "it is one of '2468', '3579', or a list of 4 numbers"),
        ([1, 2, 3], "[1, 2, 3] is not possible; a list has 4 whole numbers"),
        ([1, 2, 3, -4], "[1, 2, 3, -4] is not possible; a list has 4 whole numbers"),
        ([1, 2, 3, True], "a list has 4 whole numbers"),
    ],
)
def test_an_option_may_take_a_list_of_numbers(value: object, says: str) -> None:
    given = mjstats.load("wenzhou", dealer_points=[1, 2, 4, 8])
    assert next(row for row in given.words.pattern if row.id == "dealer-stake").price[0].amount == [1, 2, 4, 8]
    with pytest.raises(RulesError, match=re.escape(f"option dealer_points: {value!r} is not possible")) as error:
        mjstats.load("wenzhou", dealer_points=value)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"open_fann": "each"}, "option open_fann: there is no such option; there are: "),
        ({"open_fan": "eac"}, "option open_fan: 'eac' is not possible; it is one of 'once', 'each'"),
        ({"open_fan": ["each"]}, "option open_fan: ['each'] is not possible"),
        ({"limit": "many"}, "option limit: 'many' is not possible; it is a whole number"),
        ({"limit": 10**30}, "is not possible; it goes from 1 to 1,000,000,000"),
        ({"page_or_path": 1}, "option page_or_path: there is no such option"),
        ({"limt": 3}, "rate; did you mean 'limit'?"),
    ],
)
def test_bad_options_give_one_clear_line(option: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError) as error:
        mjstats.load("wuhan", **option)
    assert says in str(error.value)


def test_a_name_of_a_rule_set_that_is_nearly_right_is_told() -> None:
    with pytest.raises(RulesError, match=r"^rules 'hangzou': there are: .*; did you mean 'hangzhou'\?$"):
        mjstats.load("hangzou")
    with pytest.raises(RulesError, match=r"^rules 'nowhere': there are: .* path to a \.toml file$"):
        mjstats.load("nowhere")


def test_schema_knows_the_words_as_they_are_spelled_on_a_page() -> None:
    schema = json.loads(json.dumps(page_schema()))
    assert {"extends", "id", "wall", "wild", "shape", "pattern", "limits", "options"} <= set(schema["properties"])
    assert "from" in schema["$defs"]["Wild"]["properties"]
    assert "rob-kong" in schema["$defs"]["Pay"]["properties"]
    assert schema["$defs"]["Pattern"]["required"] == ["id"]
