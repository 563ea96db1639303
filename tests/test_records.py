"""The reference of records tells the truth: every key, word, default and example in it is the format's, and none is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

import mjstats
from mjstats.check import check_cases
from mjstats.cli import hands
from mjstats.hand.record import ChainClaim, Flag, How, Meld, Player, Record, WaitsRequest, Win
from mjstats.kernel import columns as kernel_columns
from mjstats.kernel.page import PART_NAMES
from mjstats.rules.schema import Requirement

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "mjstats" / "RECORDS.md"
TEXT = REFERENCE.read_text("utf-8")
RECORDS = [json.loads(line) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
PAGE = set(mjstats.rule_sets())
#: defaults that the reference says in words
IN_WORDS = {"none", "the `dealer`", "no bound", "1 after a kong, else 0"}


def table(heading: str, number: int = 0) -> list[dict[str, str]]:
    """The rows of a table below a heading, by the heads of its columns."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = re.findall(r"(?:^\|.*\|\n)+", part + "\n", re.MULTILINE)[number].splitlines()
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    assert all(len(row) == len(head) for row in rows), heading
    return [dict(zip(head, row, strict=True)) for row in rows]


def words(heading: str, number: int = 0) -> list[str]:
    """What the first column names."""
    return [next(iter(row.values())).strip("`") for row in table(heading, number)]


MODELS: list[tuple[str, type[BaseModel]]] = [
    ("The record", Record),
    ("A player", Player),
    ("A win", Win),
    ("A claim within a chain: `chain_claim`", ChainClaim),
]


def keys_of(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


@pytest.mark.parametrize(("heading", "model"), MODELS)
def test_every_key_stands_in_it_and_no_other(heading: str, model: type[BaseModel]) -> None:
    assert words(heading) == keys_of(model)


def test_a_request_has_these_keys() -> None:
    table_keys = set(keys_of(Record)) - {"players", "win"}
    assert set(keys_of(WaitsRequest)) == table_keys | set(keys_of(Player)) | set(words("Asking for waits"))


@pytest.mark.parametrize(("heading", "model"), [*MODELS, ("Asking for waits", WaitsRequest)])
def test_defaults_are_the_formats(heading: str, model: type[BaseModel]) -> None:
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    for row in table(heading):
        field, said = fields[row["key"].strip("`")], row["default"]
        if said in IN_WORDS:
            assert not field.is_required(), row
            assert field.get_default(call_default_factory=True) is None, row
        elif said == "required":
            assert field.is_required(), row
        else:
            default = field.get_default(call_default_factory=True)
            assert json.loads(said.strip("`")) == (list(default) if isinstance(default, tuple) else default), row


def test_examples_can_be_read() -> None:
    """Each key with its example, beside what it needs to make sense."""
    record = {"rules": "hangzhou", "players": [{}, {}, {"hand": "123456m55789p22s"}, {}], "win": None}
    needs = {
        "kongs_in_a_row": {"replacement": "kong"},
        "after_kong": {"how": "discard", "from": 3},
        "how": {"from": 3},
        "from": {"how": "discard"},
    }
    for row in table("The record"):
        key = row["key"].strip("`")
        assert Record.from_dict(record | {key: value(row)}).to_dict()[key] == value(row)
    for row in table("A player"):
        key = row["key"].strip("`")
        assert Player.from_dict({key: value(row)}).to_dict()[key] == value(row)
    for row in table("A win"):
        key = row["key"].strip("`")
        win = {"by": 2, "tile": "5p", "how": "self-draw"} | needs.get(key, {}) | {key: value(row)}
        assert Win.from_dict(win).to_dict()[key] == value(row)
    claim = {row["key"].strip("`"): value(row) for row in table("A claim within a chain: `chain_claim`")}
    assert ChainClaim.from_dict(claim).to_dict() == claim


def value(row: dict[str, str]) -> Any:
    return json.loads(row["example"].strip("`"))


def test_words_are_the_formats() -> None:
    assert words("Flags") == list(get_args(Flag))
    assert words("Ways to win: `how`") == list(get_args(How))
    assert words("What a tile replaced: `replacement`") == ["kong", "kong-tile", "flower"]
    for word in words("What a tile replaced: `replacement`"):
        Win.from_dict({"by": 0, "tile": "5p", "how": "self-draw", "replacement": word})
    reasons = re.findall(r"`(\w+)`", TEXT.partition("word of a `reason` is ")[2].partition(". A reading")[0])
    assert reasons == list(get_args(Requirement.model_fields["reason"].annotation))
    (parts,) = [row["what"] for row in table("A result") if row["key"] == "`parts`"]
    assert [*re.findall(r"`(\w+)`", parts), "chips"] == list(PART_NAMES)


def test_melds_are_written_so() -> None:
    kinds = {"a chow": "chow", "a pung": "pung", "a kong": "kong", "a concealed kong": "kong", "an added kong": "kong"}
    for row in table("Melds"):
        meld = Meld.parse(row["written"].strip("`"))
        assert str(meld) == row["written"].strip("`")
        for begins, kind in kinds.items():
            assert meld.kind == kind or not re.match(rf"{begins}\b", row["what"]), row
        seat = re.search(r"claimed from seat (\d)", row["what"])
        assert seat is None or meld.claimed_from == int(seat[1])
    made = [Meld.parse(text).made for text in words("Melds")[2:5]]
    assert made == ["claimed", "added", "concealed"]


#: key -> the fact that conditions of a page ask for
FACTS = {
    "streak": "streak",
    "east": "seat-wind",
    "round_wind": "round-wind",
    "honba": "honba",
    "washouts": "washouts",
    "same_first_discards": "same-first-discards",
    "replacement": "kong-replacement",
    "kongs_in_a_row": "kongs-in-a-row",
    "after_kong": "after-kong",
    "last_tile": "last-tile",
    "first_turn": "first-turn",
    "wild_chain": "wild-chain",
}


@pytest.mark.parametrize("key", FACTS)
def test_it_names_the_rule_sets_whose_page_asks_for_the_fact(key: str) -> None:
    assert FACTS[key] in (*kernel_columns.FACTS, "seat-wind", "round-wind")
    (said,) = [row["read by"] for part in ("The record", "A win") for row in table(part) if row["key"] == f"`{key}`"]
    named = set(re.findall(r"[a-z-]+", said)) & PAGE
    fact = re.compile(rf"(?<![\w-]){FACTS[key]}(?![\w-])")
    asking = {name for name in PAGE if fact.search(mjstats.load(name).words.model_dump_json())}
    assert (PAGE - named if said.startswith("all but") else named) == asking
    assert (said == "none yet") == (not asking)


def test_rule_sets_that_it_names_have_the_key() -> None:
    """A key that no fact stands for, and that only some rule sets read, stands in cases of these."""
    lines = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "data" / "cases").glob("**/*.jsonl")))
    records = [json.loads(line)["record"] for line in lines.splitlines() if line.strip()]
    for heading, _ in [*MODELS[:3], ("Flags", None)]:
        for row in table(heading):
            key = next(iter(row.values())).strip("`")
            for name in set(re.findall(r"[a-z-]+", row["read by"])) & PAGE if key not in FACTS else ():
                assert any(f'"{key}"' in json.dumps(record) for record in records if record["rules"] == name), (key, name)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["rules"])
def test_its_records_score(record: dict[str, Any]) -> None:
    if "win" not in record:
        answer = mjstats.waits(record).to_dict()
        assert list(answer) == words("Asking for waits", 1)
        return
    result = mjstats.score(record).to_dict()
    assert result["legal"], result
    assert [*result, *({"chips"} - set(result))] == words("A result")
    assert result["reading"] is None or list(result["reading"]) == words("A result", 1)


def test_its_first_record_brings_what_it_shows() -> None:
    """The record at the top is a case of the sheet: a plain self-draw, the dealer pays 2, the others 1."""
    (net,) = [row["example"].strip("`") for row in table("A result") if row["key"] == "`net`"]
    case = {"id": "plain", "record": RECORDS[0], "expect": {"legal": True, "net": json.loads(net), "patterns": []}}
    assert [type(found).__name__ for found in check_cases([json.dumps(case)])] == ["Passed"]


def test_whoever_looks_for_it_is_led_there() -> None:
    name = REFERENCE.relative_to(ROOT).as_posix()
    assert f"({name})" in (ROOT / "README.md").read_text("utf-8")
    for one in (mjstats.Record, mjstats.score, hands.score, hands.waits):
        assert name in (one.__doc__ or ""), one
