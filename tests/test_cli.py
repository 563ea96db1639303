"""The commands: what they print, what they write, and what they say to bad input."""

from __future__ import annotations

import importlib
import inspect
import io
import json
import os
import subprocess
import sys
from math import comb
from pathlib import Path
from typing import Any

import pytest

import mjstats
from mjstats.cli import app
from mjstats.cli.common import numbers_of, options_of

CASES = Path(__file__).parents[1] / "data" / "cases"
HANGZHOU = {
    "rules": "hangzhou",
    "indicator": "3s",
    "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    "win": {"by": 2, "tile": "2s", "how": "self-draw"},
}
# The worked hand of the sheet whose cheapest loser owes 8: too little for Wuhan's minimum of 16.
WUHAN = {
    "rules": "my-wuhan",
    "indicator": "4s",
    "players": [
        {"melds": ["111p<1"]},
        {"melds": ["999p<2"]},
        {"melds": ["456p<1"]},
        {"hand": "678m345p22s78s", "melds": ["234m<2"]},
    ],
    "win": {"by": 3, "tile": "6s", "how": "discard", "from": 1},
}
PAGE = 'extends = "wuhan"\nid = "my-wuhan"\n[limits]\nminimum = 8\n'


class Ran:
    """A command that ran: its exit status and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def running(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            app([str(word) for word in words])
        printed = capsys.readouterr()
        return Ran(int(ended.value.code or 0), printed.out, printed.err)

    return running


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of one's own: Wuhan with a minimum of 8."""
    path = tmp_path / "my-wuhan.toml"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_help_comes_without_heavy_modules() -> None:
    heavy = "{'numba', 'pandas', 'matplotlib', 'pyarrow', 'numpy', 'pydantic'}"
    code = f"import sys, mjstats.cli; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_every_command_has_its_flags(run: Any) -> None:
    flags = {
        "rules": ["--format", "--lang", "--schema", "rules diff A B"],
        "score": ["--rules-file", "--explain"],
        "waits": ["--rules-file"],
        "check": ["FILE..."],
        "odds": ["--tiles", "--shapes", "--wilds", "--indicator", "--by", "--within", "--of", "--json", "--option"],
        "duel": ["--hands", "--seed", "--streak", "--workers", "--json", "--option"],
        "regret": ["--hands", "--rollouts", "--every", "--seed", "--json", "--option"],
        "learn": ["--hands", "--seed", "--out"],
        "whatif": ["--vary", "--cross", "--clauses", "--json", "--out", "--lang", "--option"],
        "simulate": [
            "--hands",
            "--games",
            "--seed",
            "--streak",
            "--policy",
            "--workers",
            "--dask",
            "--out",
            "--games-out",
            "--option",
        ],
        "replay": ["--seed", "--hand", "--game", "--streak"],
        "compare": ["--hands", "--seed", "--out"],
        "report": ["--out"],
    }
    assert set(flags) <= set(run("--help").out.split())
    for command, names in flags.items():
        shown = run(command, "--help").out
        assert [name for name in names if name not in shown] == [], command


def test_rules_lists_each_page(run: Any) -> None:
    shown = run("rules").out
    assert "hangzhou  Hangzhou · 杭州 · 杭州麻将" in shown
    assert "4 players, hands of 13." in shown


def test_rules_shows_a_page_in_each_form_and_language(run: Any) -> None:
    assert "All pungs 碰碰胡" in run("rules", "wuhan").out
    assert "## 番种与计分" in run("rules", "wuhan", "--format", "md", "--lang", "zh").out
    assert '<div lang="ja">' in run("rules", "wuhan", "--format", "html", "--lang", "ja").out
    assert "wuhan, limit=300, open_fan=each" in run("rules", "wuhan", "-o", "open_fan=each", "-o", "limit=300").out


def test_a_page_as_html_is_a_whole_page_and_as_json_what_it_says(run: Any) -> None:
    shown = run("rules", "wuhan", "--format", "html", "--lang", "zh").out
    assert shown.startswith('<!DOCTYPE html>\n<html lang="zh">')
    assert '<meta charset="utf-8">' in shown
    words = json.loads(run("rules", "wuhan", "--format", "json", "-o", "limit=300").out)
    assert (words["limits"]["cap"], words["wild"]["from"]) == (300, "indicator")


def test_rules_diff_takes_two_pages_or_one_and_an_option(run: Any, page: Path) -> None:
    shown = run("rules", "diff", "wuhan", "-o", "open_fan=each").out
    assert "16      32" in shown
    assert shown == run("rules", "diff", "wuhan", "wuhan open_fan=each").out
    assert "| Limits | least payment, before limits | 16 | 8 |" in run("rules", "diff", "wuhan", page, "--format", "md").out
    assert '<html lang="ja">' in run("rules", "diff", "wuhan", page, "--format", "html", "--lang", "ja").out
    (row,) = json.loads(run("rules", "diff", "wuhan", page, "--format", "json").out)["differs"]
    assert row == {"path": "limits.minimum", "a": 16, "b": 8}
    # An option given beside two pages holds for both: the page's own minimum gives way to the option's of 32.
    assert "They do not differ." in run("rules", "diff", "wuhan", page, "-o", "open_fan=each").out
    assert "--option" in run("rules", "diff", "--help").out


def test_rules_writes_the_schema(run: Any) -> None:
    assert json.loads(run("rules", "--schema").out)["properties"]["id"]["pattern"]


def test_score_answers_line_by_line_in_order(run: Any, tmp_path: Path) -> None:
    other = HANGZHOU | {"win": {"by": 2, "tile": "9s", "how": "self-draw"}}
    lines = [json.dumps(HANGZHOU), "", '{"rules": "hangzhou"}', json.dumps(other), "{"]
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    for where, ran in ((f"{file}: ", run("score", file)), ("", run("score", "-", stdin="\n".join(lines)))):
        assert ran.status == 1
        first, second, third, fourth = ran.lines
        assert first["net"] == [-2, -1, 4, -1]
        assert second == {"error": f"{where}line 3: the key 'players' is required"}
        assert (third["legal"], third["net"], third["reason"].partition(":")[0]) == (False, None, "shape")
        assert fourth["error"].startswith(f"{where}line 5: not JSON")


def test_score_of_good_records_ends_well(run: Any) -> None:
    ran = run("score", "-", stdin=json.dumps(HANGZHOU))
    assert (ran.status, ran.err) == (0, "")
    assert set(ran.lines[0]) >= {"legal", "reason", "patterns", "reading", "net", "parts"}


def test_version(run: Any) -> None:
    ran = run("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"mjstats {mjstats.__version__}\n", "")


def test_score_explains(run: Any) -> None:
    ran = run("score", "-", "--explain", stdin=json.dumps(HANGZHOU) + "\n{}")
    assert ran.status == 1
    assert "Counted as standard: 123m 456m" in ran.out
    assert "seat 0 owes base +2 = 2" in ran.out
    assert "Readings considered: 1, with one outcome." in ran.out
    assert "error: line 2" in ran.out


def test_unknown_rule_sets_in_a_record_harm_only_their_line(run: Any) -> None:
    ran = run("score", "-", stdin=json.dumps(HANGZHOU | {"rules": "nowhere"}) + "\n" + json.dumps(HANGZHOU))
    assert ran.status == 1
    assert "rules 'nowhere'" in ran.lines[0]["error"]
    assert ran.lines[1]["legal"] is True


def test_every_error_says_its_line(run: Any, tmp_path: Path) -> None:
    """Whatever finds it: reading, the checks by the page, the page's name or options, or scoring itself."""
    far = {"rules": "hangzhou", "hand": "123456m55789p22s"}
    bad: dict[str, list[tuple[dict[str, Any], str]]] = {
        "score": [
            (HANGZHOU | {"players": [{}, {}, HANGZHOU["players"][2]]}, "players: 3 seats; "),
            ({key: HANGZHOU[key] for key in ("rules", "players", "win")}, "indicator: missing"),
            (
                HANGZHOU | {"players": [{}, {}, {"hand": "123456m55789p1f2s"}, {}]},
                "players[2].hand: '123456m55789p1f2s': 1f is not",
            ),
            (HANGZHOU | {"rules": "nope"}, "rules 'nope': "),
            (HANGZHOU | {"options": {"nope": 1}}, "hangzhou: option"),
            (HANGZHOU | {"bird": "5p"}, "bird: '5p': "),
            (HANGZHOU | {"dealer": 4}, "dealer: 4: "),
        ],
        "waits": [
            (far, "indicator: missing"),
            (far | {"indicator": "3s", "hand": "12m"}, "hand: 2 tiles "),
            (far | {"rules": "nope"}, "rules 'nope': "),
            (far | {"indicator": "3s", "options": {"nope": 1}}, "hangzhou: option"),
            (far | {"indicator": "3s", "nope": 1}, "unknown key 'nope'"),
        ],
    }
    file = tmp_path / "hands.jsonl"
    for command, records in bad.items():
        file.write_text("\n\n".join(json.dumps(record) for record, _ in records), encoding="utf-8")
        for where, ran in ((f"{file}: ", run(command, file)), ("", run(command, "-", stdin=file.read_text(encoding="utf-8")))):
            assert (ran.status, len(ran.lines)) == (1, len(records))
            for number, ((_, says), answer) in enumerate(zip(records, ran.lines, strict=True)):
                assert answer["error"].startswith(f"{where}line {2 * number + 1}: {says}"), answer
    ran = run("score", "--explain", "-", stdin=f"\n{json.dumps(HANGZHOU | {'rules': 'nope'})}")
    assert ran.out.startswith("error: line 2: rules 'nope': ")


def test_no_line_harms_another(run: Any, tmp_path: Path) -> None:
    good = json.dumps(HANGZHOU)
    bad = [
        (b"\xff{}", "line 1: not UTF-8 at column 1"),
        (b"[" * 100_000, "line 3: not a record: brackets"),
        (b'{"rules": ' + b"9" * 5000 + b"}", "line 5: not JSON: a number has too many digits"),
        (json.dumps(HANGZHOU | {"rules": "w" * 5000}).encode(), "there are: changsha, "),
        (json.dumps(HANGZHOU | {"options": {"stake": 10**30}}).encode(), "line 9: options.stake: 1000000000000"),
        (good.replace('"how"', '"wild_chain": 63, "how"').encode(), "line 11: win.wild_chain: 63: "),
        (json.dumps(HANGZHOU | {"players": [{"points": 10**30}, {}, {}, {}]}).encode(), "line 13: players[0].points: 1000"),
        (json.dumps(HANGZHOU | {"streak": 2**63}).encode(), "line 15: streak: 9223372036854775808: "),
    ]
    file = tmp_path / "hands.jsonl"
    # a byte order mark, as some editors write it, is no part of the first line
    file.write_bytes(b"\xef\xbb\xbf" + b"".join(line + b"\n" + good.encode() + b"\r\n" for line, _ in bad))
    ran = run("score", file)
    assert (ran.status, len(ran.lines)) == (1, 2 * len(bad))
    for answer, (_, says) in zip(ran.lines[::2], bad, strict=True):
        assert says in answer["error"]
        assert list(answer) == ["error"]
        assert "\n" not in answer["error"]
    for answer in ran.lines[1::2]:
        assert answer["net"] == [-2, -1, 4, -1]


def test_a_drawn_hand_pays_nothing(run: Any) -> None:
    for record in (HANGZHOU, WUHAN | {"rules": "wuhan"}):
        (answer,) = run("score", "-", stdin=json.dumps(record | {"win": None})).lines
        assert answer == {
            "legal": True,
            "reason": None,
            "patterns": [],
            "reading": None,
            "net": [0, 0, 0, 0],
            "parts": {"win": [0, 0, 0, 0]},
        }


def test_a_page_of_ones_own_scores_waits_counts_and_plays(run: Any, page: Path, tmp_path: Path) -> None:
    text = json.dumps(WUHAN)
    assert "minimum" in run("score", "-", stdin=text.replace("my-wuhan", "wuhan")).lines[0]["reason"]
    # opened, no wild tile: 4, and each loser's own doublings: dealer and opening, discarder and opening, opening
    assert run("score", "-", "--rules-file", page, stdin=text).lines[0]["net"] == [-16, -16, -8, 40]
    request = {"rules": "my-wuhan", "indicator": "4s", "hand": "678m345p2278s", "melds": ["234m<2"], "dealer": 1, "legal": True}
    assert run("waits", "-", "--rules-file", page, stdin=json.dumps(request)).lines[0]["waits"] == {"6s": 4, "9s": 4}
    assert run("waits", "-", stdin=json.dumps(request | {"rules": "wuhan"})).lines[0]["waits"] == {}
    counted = run("odds", page, "--tiles", "13", "--indicator", "4s", "--json").lines[0]
    assert sum(map(int, counted["distance"].values())) == int(counted["total"])
    out = tmp_path / "hands.parquet"
    ran = run("simulate", page, "--hands", "4", "--seed", "3", "--workers", "1", "--out", out)
    assert (ran.status, ran.out) == (0, f"{out}: 4 hands of my-wuhan, seed 3\n")
    assert [path.name for path in tmp_path.iterdir() if path.suffix not in (".parquet", ".toml")] == []


def test_waits(run: Any) -> None:
    lines = [
        {"rules": "hangzhou", "indicator": "6s", "hand": "123m456m789m11p45s", "discards": "3s5z"},
        {"rules": "hangzhou", "indicator": "6s", "hand": "123m456m789m11p456s"},
        {"rules": "hangzhou", "hand": "123m456m789m11p45s"},
    ]
    ran = run("waits", "-", stdin="\n".join(map(json.dumps, lines)))
    assert ran.status == 1
    # 6s is wild but for the one turned up; white counts as 6s: 4 less the one discarded. 3s: 4 less the one discarded.
    assert ran.lines[0] == {"distance": 0, "waits": {"3s": 3, "6s": 3, "5z": 3}}
    assert ran.lines[1] == {"distance": -1, "waits": {}}
    assert "indicator: missing" in ran.lines[2]["error"]


def test_waits_without_a_copy_left_are_listed(run: Any) -> None:
    request = {"rules": "hangzhou", "indicator": "9m", "hand": "456m789p11s2z", "melds": ["123p<1"], "discards": "2z2z2z"}
    assert run("waits", "-", stdin=json.dumps(request | {"hand": "456m789p111s2z"})).lines[0] == {
        "distance": 0,
        "waits": {"9m": 3, "2z": 0},
    }


def test_check_of_good_cases(run: Any) -> None:
    ran = run("check", CASES / "hangzhou.jsonl", CASES / "wuhan.jsonl")
    assert (ran.status, ran.out) == (0, "20 cases: 20 as expected, 0 otherwise, 0 not readable\n")


def test_check_shows_mismatches_and_unreadable_lines(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    case = {"id": "off", "record": HANGZHOU, "expect": {"net": [0, 0, 0, 0]}, "why": "so it stands"}
    file.write_text(json.dumps(case) + "\n{}\n", encoding="utf-8")
    ran = run("check", file)
    assert ran.status == 1
    assert f"{file}:1: off: net: expected [0, 0, 0, 0], got [-2, -1, 4, -1]\n    why: so it stands" in ran.out
    assert f"{file}:2: a case is an object" in ran.out
    assert "2 cases: 0 as expected, 1 otherwise, 1 not readable" in ran.out


def test_check_of_a_missing_file(run: Any, tmp_path: Path) -> None:
    ran = run("check", tmp_path / "none.jsonl")
    assert ran.status == 2
    assert "No such file" in ran.err


def test_odds_reproduce_the_published_count(run: Any) -> None:
    ran = run("odds", "--shapes", "standard", "--tiles", "14", "--json")
    (counted,) = ran.lines
    assert (counted["tiles"], counted["total"]) == (14, "4250305029168216000")
    assert counted["distance"]["-1"] == "11353128141498"
    assert "11,353,128,141,498" in run("odds", "--tiles", "14").out


def test_odds_under_conditions(run: Any) -> None:
    by_wilds = run("odds", "hangzhou", "--tiles", "13", "--by", "k", "--json").lines
    assert [one["given"] for one in by_wilds] == [0, 1, 2, 3]
    within = run("odds", "--within", "14:15", "--json").lines
    assert [one["tiles"] for one in within] == [14, 15]
    assert within[0]["complete"] == "11353128141498"
    white = run("odds", "hangzhou", "--tiles", "13", "-o", "wild=white", "--wilds", "1", "--json").lines
    assert len(white) == 1


def test_odds_of_waits_and_patterns(run: Any) -> None:
    waited = run("odds", "--of", "waits", "--json").lines
    assert sum(int(row["deals"]) for row in waited) == 32244742336860  # data/figures.csv: ready_std_deals_13
    # Six different pairs and a seventh tile, thirteen tiles out of 34 faces: which faces, which is single, and the copies.
    ready = comb(34, 6) * 6**6 * 28 * 4
    pairs = run("odds", "--of", "waits", "--shapes", "seven-pairs", "--json").lines
    assert [(row["waits"], int(row["deals"])) for row in pairs] == [(1, ready)]
    left = run("odds", "--of", "copies", "--shapes", "seven-pairs", "--json").lines
    assert [(row["waits"], row["deals"]) for row in left] == [(3, str(ready))]
    assert "2,137,006,080" in run("odds", "--of", "patterns").out  # all_pungs_deals_14


def test_replay_as_text_and_as_a_record_that_scores(run: Any) -> None:
    shown = run("replay", "hangzhou", "--seed", "5", "--hand", "2")
    assert shown.out.startswith("hangzhou, seed 5, hand 2, policy fast\n")
    assert "indicator" in shown.out
    record = run("replay", "hangzhou", "--seed", "5", "--hand", "2", "--json").out
    net = run("score", "-", stdin=record).lines[0]["net"]
    assert f"payments: {', '.join(f'{points:+d}' for points in net)}" in shown.out


def test_simulate_sums_up_without_a_file(run: Any) -> None:
    ran = run("simulate", "hangzhou", "--hands", "20", "--workers", "1")
    assert ran.status == 0
    assert "self-draw-share" in ran.out
    assert "standard error" in ran.out


def test_simulate_sums_up_games(run: Any) -> None:
    ran = run("simulate", "riichi", "--games", "12", "--workers", "1")
    assert ran.status == 0
    assert "self-draw-share" in ran.out
    assert "hands a game" in ran.out
    assert "won by the first, median" in ran.out


def test_games_go_into_a_file_and_one_hand_of_them_is_shown(run: Any, tmp_path: Path) -> None:
    import pandas as pd

    out = tmp_path / "games.parquet"
    ends = tmp_path / "ends.parquet"
    ran = run("simulate", "taizhou", "--games", "3", "--seed", "3", "--workers", "1", "--out", out, "--games-out", ends)
    written = pd.read_parquet(ends)
    pd.testing.assert_frame_equal(written, mjstats.games_of(pd.read_parquet(out)))
    assert (len(written), written.attrs["games"], written.attrs["rules"]) == (3, 3, "taizhou")
    assert (ran.status, ran.out) == (0, f"{out}: 3 games of taizhou, seed 3\n{ends}: what each game ended with\n")
    hand = pd.read_parquet(out).query("table == 2 and hand == 5").iloc[0]
    shown = run("replay", "taizhou", "--game", "2", "--hand", "5", "--seed", "3")
    assert "seed 3, game 2, hand 5" in shown.out
    assert "payments: " + ", ".join(f"{hand[f'net_{seat}']:+d}" for seat in range(4)) in shown.out


def test_a_cluster_plays_the_same(run: Any, tmp_path: Path) -> None:
    from tests.test_everywhere import cluster

    with cluster() as address:
        ran = run("simulate", "hangzhou", "--games", "4", "--dask", address)
    assert ran.status == 0
    assert ran.out == run("simulate", "hangzhou", "--games", "4", "--workers", "1").out


def test_compare_writes_tables_and_charts(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "new" / "both"
    ran = run("compare", "hangzhou", "hangzhou wild=white", "--hands", "40", "--workers", "1", "--out", out, "--lang", "ja")
    assert ran.status == 0
    assert "hangzhou wild=white" in ran.out
    endings = {path.suffix for path in out.iterdir()}
    assert endings == {".csv", ".png", ".svg"}
    assert (out / "ccdf-ja.svg").is_file()
    assert [path.name for path in out.parent.iterdir()] == ["both"]


def test_regret_says_what_the_function_does(run: Any) -> None:
    words = ["regret", "hangzhou", "fast", "--hands", "2", "--rollouts", "2", "--every", "9", "--seed", "3"]
    table = mjstats.regret("hangzhou", "fast", hands=2, rollouts=2, every=9, seed=3)
    rows = [json.loads(line) for line in run(*words, "--json").out.splitlines()]
    assert [row["regret"] for row in rows] == pytest.approx(table["regret"].tolist())
    text = run(*words).out
    assert f"{table['regret'].iloc[0]:+,.3f} ± {table['se'].iloc[0]:,.3f}" in text
    assert "2 hands of hangzhou, 2 rollouts an answer, one choice in 9, seed 3" in text


@pytest.mark.parametrize(("command", "function"), [("duel", "duel"), ("whatif", "whatif"), ("whatif", "clauses")])
def test_commands_and_functions_play_as_many_hands(command: str, function: str) -> None:
    module = importlib.import_module(f"mjstats.cli.{command}")
    by_command = inspect.signature(getattr(module, command)).parameters["hands"].default
    assert inspect.signature(getattr(mjstats, function)).parameters["hands"].default == by_command
    # where games may be named instead, the number stands for neither being named
    assert by_command == (None if command == "whatif" else mjstats.simulation.HANDS)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rules", "nowhere"], "rules 'nowhere': there are: changsha, "),
        (["rules", "none.toml"], "rules 'none.toml': there is no such file"),
        (["rules", "diff", "wuhan"], "rules diff: name two rule sets, or one and an option"),
        (["rules", "diff", "wuhan", "nowhere"], "rules 'nowhere': there are: "),
        (["rules", "diff", "wuhan", "-o", "open_fan=both"], "option open_fan: 'both' is not possible"),
        (["rules", "wuhan", "-o", "open_fan"], "option 'open_fan': written as NAME=VALUE"),
        (["rules", "wuhan", "-o", "open_fan=both"], "option open_fan: 'both' is not possible"),
        (["score", "none.jsonl"], "none.jsonl: No such file or directory"),
        (["score", "-", "--rules-file", "none.toml"], "rules 'none.toml'"),
        (["odds", "nowhere"], "rules 'nowhere'"),
        (["odds", "--tiles", "many"], "'many': numbers are written as"),
        (["odds", "--tiles", "41"], "tiles: [41]"),
        (["odds", "--shapes", "round"], "shapes: 'round'"),
        (["odds", "--by", "luck"], "by: 'luck'"),
        (["odds", "--indicator", "4s"], "indicator: '4s'"),
        (["odds", "hangzhou", "--indicator", "4x"], "indicator: '4x': unknown tile letter 'x'"),
        (["odds", "--of", "luck"], "of: 'luck'"),
        (["odds", "--of", "waits", "--within", "14"], "within: '14'"),
        (["odds", "--of", "waits", "--shapes", "round"], "shapes: 'round'"),
        (["odds", "-o", "wild=white"], "option 'wild=white': name the rule set"),
        (["simulate", "nowhere"], "rules 'nowhere'"),
        (["simulate", "hangzhou", "--policy", "brave", "--out", "x.parquet"], "policy: 'brave'"),
        (["simulate", "hangzhou", "--out", "none/x.parquet"], "none"),
        (["simulate", "hangzhou", "--out", "."], "out: '.' is no file"),
        (["simulate", "hangzhou", "--out", "hands.csv"], "out: 'hands.csv': hands are kept as Parquet; name a file FILE.parquet"),
        (["simulate"], "Missing argument 'RULES' (see "),
        (["simulate", "hangzhou", "--hnds", "3"], "No such option: --hnds"),
        (["simulate", "hangzhou", "--hands", "many"], "Invalid value for '--hands'"),
        (["nonsense"], "No such command 'nonsense' (see "),
        (["rules", "riichi", "--lang", "xx"], "'xx' is not one of 'en', 'ja', 'zh'"),
        (["simulate", "hangzhou", "--out", os.devnull], "is no file"),
        (["simulate", "hangzhou", "--out", "x.parquet", "--resume"], "resume: a run is resumed in a folder"),
        (["simulate", "hangzhou", "--out", "x.parquet", "--until-se", "0.1"], "until-se: goes with a summary or a folder"),
        (["simulate", "hangzhou", "--hands", "2", "--games", "2"], "hands, games: name one of them"),
        (["simulate", "hangzhou", "--games-out", "g.parquet"], "games-out: goes with --games"),
        (["simulate", "hangzhou", "--games", "2", "--games-out", "g.csv"], "games-out: 'g.csv': name a file of its own"),
        (["simulate", "hangzhou", "--games", "2", "--streak", "3"], "streak: 3; a game begins with the dealer's first hand"),
        (["simulate", "hangzhou", "--games", "2", "--dask", "nowhere"], "dask: 'nowhere': no scheduler answers there"),
        (
            ["replay", "hangzhou", "--game", "0", "--hand", "1", "--streak", "2"],
            "streak: 2; a game begins with the dealer's first",
        ),
        (["simulate", "hangzhou", "--until-se", "nan"], "until_se: nan; a number above 0 is needed"),
        (["simulate", "hangzhou", "--until-se", "inf", "--out", "x"], "until_se: inf; a number above 0 is needed"),
        (["replay", "hangzhou", "--game", "1", "--hand", "16"], "hand: 16: game 1 has 16 hands, counted from 0"),
        (["odds", "--tiles", "1:99999999999999999999"], "is more than any wall has tiles"),
        (["rules", "wuhan", "-o", "limit=99999999999999999999"], "option limit: 99999999999999999999: must be at most"),
        (["compare", "hangzhou", "--hands", "2", "--out", f"{__file__}/both"], "is a file; name a folder"),
        (["replay", "hangzhou", "--policy", "brave"], "policy: 'brave'"),
        (["regret", "hangzhou", "random"], "regret: 'random': only fast"),
        (["compare", "hangzhou", "hangzhou", "--hands", "2", "--out", "both"], "'hangzhou' is given twice"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    run: Any, words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert ran.status == 2
    assert says in ran.err
    assert ran.err.startswith("mjstats: ")
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""
    assert list(tmp_path.iterdir()) == []


def test_what_one_may_not_expect_is_a_line(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "hangzhou", "--hands", "4"]
    first = run(*words, "--out", "x.parquet")
    assert (first.status, first.err) == (0, "")
    again = run(*words, "--out", "x.parquet")
    assert (again.status, again.err) == (0, "mjstats: x.parquet: replaced the file that stood there\n")
    unsure = run(*words, "--until-se", "0.001")
    assert unsure.status == 0
    assert unsure.err.startswith("mjstats: until_se: 0.001 was not reached: after 4 hands the standard error of player ")
    assert len(unsure.err.splitlines()) == 1


def test_numbers_out_of_range_are_refused_before_work(run: Any) -> None:
    for words in (
        ["simulate", "hangzhou", "--hands", "0"],
        ["replay", "hangzhou", "--hand", "-1"],
        ["compare", "hangzhou", "--seed", "-1"],
        ["simulate", "hangzhou", "--hands", "9" * 30],
        ["simulate", "hangzhou", "--workers", "0"],
        ["replay", "hangzhou", "--seed", "9" * 30],
        ["replay", "hangzhou", "--streak", "9" * 30],
    ):
        ran = run(*words)
        assert ran.status == 2
        assert ran.err.startswith("mjstats: ")
        assert len(ran.err.splitlines()) == 1


def test_options_and_numbers_as_texts() -> None:
    assert options_of(["a=1", "b=true", "c=red-green", 'd="7"']) == {"a": 1, "b": True, "c": "red-green", "d": "7"}
    assert numbers_of("14") == [14]
    with pytest.raises(ValueError, match="no number lies in it"):
        numbers_of("30:13")
