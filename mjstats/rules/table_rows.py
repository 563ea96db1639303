"""The rows of a rule page in words: which columns a row of each kind fills, and which of its words these columns tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjstats.rules.schema import Pattern, Requirement, Responsible, Shape, Side, Stage, Step, Words
from mjstats.rules.wording import Wording

Cells = tuple[dict[str, str], set[str]]


class Rows:
    """Tells the rows of one page in one language."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.page = wording.page
        self.word = wording.word
        self._tellers: Mapping[type[Words], Callable[[Any], Cells]] = {
            Shape: self._shape,
            Requirement: self._require,
            Pattern: self._pattern,
            Step: self._step,
            Responsible: self._responsible,
            Side: self._side,
            Stage: self._stage,
        }

    def row(self, row: Words) -> Cells:
        """The texts of a row by the key of their column, and the words of the schema that they tell."""
        return self._tellers.get(type(row), self._any_row)(row)

    def name(self, row: Words) -> str:
        """What a row is called: its name, else its id."""
        return self.wording.name(getattr(row, "names", None), str(getattr(row, "id", "")))

    def _any_row(self, row: Words) -> Cells:
        named = {"name": self.name(row)} if getattr(row, "names", None) is not None else {}
        return named, {"names"}

    def _shape(self, row: Shape) -> Cells:
        wording, standard = self.wording, row.kind == "standard"
        wilds = "" if row.wilds_at_most is None else self.word("at most", row.wilds_at_most)
        if wilds and row.unless:
            wilds = self.word("unless", wilds, wording.condition(row.unless))
        faces = "" if row.faces == "any" else wording.faces(row.faces) or row.faces
        told = {"kind", "pair", "sets", "suits", "faces", "count", "wilds_at_most", "ways", "when"}
        told |= {"unless"} if wilds else set()

        def choice(name: str) -> str:
            value = str(getattr(row, name))
            if value == "any":
                return self.word("any") if standard else ""
            return wording.faces(value) or wording.value(value, name) if name == "pair" else wording.value(value, name)

        cells = {
            "kind": wording.value(row.kind, "kind"),
            "pair": choice("pair"),
            "sets": choice("sets"),
            "suits": choice("suits"),
            "made of": f"{faces} × {row.count}" if row.count else faces,
            "wild tiles": wilds,
            "when": wording.condition(row.when),
            "asked of": "" if len(row.ways) == 5 else wording.ways(row.ways),
        }
        return cells, told

    def _require(self, row: Requirement) -> Cells:
        cells = {
            "says": self.wording.line(row.says),
            "asked of": self.wording.ways(row.ways),
            "when": self.wording.condition(row.when),
            "cause": self.wording.value(row.reason, "reason"),
        }
        return cells, {"says", "ways", "when", "reason"}

    def _pattern(self, row: Pattern) -> Cells:
        wording = self.wording
        price, stage = wording.prices_of(row)
        excluded = [
            f"{wording.quoted(wording.group(key.removeprefix('group ')))}"
            if key.startswith("group ")
            else self._pattern_name(key)
            for key in row.excludes
        ]
        notes = [self.word("excludes", wording.listed(excluded))] if excluded else []
        notes += [self.word("groups", wording.listed([wording.group(name) for name in row.groups]))] if row.groups else []
        notes += [self.word("scaled", row.scale)] if row.scale != 1 else []
        notes += [] if row.listed else [self.word("unlisted")]
        notes += [self.word("unit", wording.value(row.unit, "unit"))] if row.unit != "points" else []
        notes += [wording.said(row.notes)] if row.notes else []
        cells = {
            "name": wording.name(row.names, row.id),
            "price": price,
            "goes into": stage,
            "when": wording.condition(row.when) or self.word("always"),
            "for": "" if row.counted_for == "winner" else self.word(row.counted_for),
            "notes": "; ".join(notes),
        }
        told = {"names", "when", "counted_for", "excludes", "groups", "price", "listed", "unit", "notes", "scale"}
        return cells, told | ({"into"} if row.price else set())

    def _pattern_name(self, key: str) -> str:
        names = next((row.names for row in self.page.pattern if row.id == key), None)
        return self.wording.name(names, key, short=True)

    def _step(self, row: Step) -> Cells:
        when = [self.word("every payer owes" if row.everyone else "owes")]
        when += [self.word("step payer", self.wording.condition(row.payer))] if row.payer else []
        when += [self.word("step payers", self.wording.condition(row.all_payers))] if row.all_payers else []
        when += [self.word("step whatever", self.wording.condition(row.whatever))] if row.whatever else []
        cells = {
            "name": self.wording.name(row.names, row.id),
            "when": "; ".join(when),
            "pays": self.wording.value(self.page.limits.cap if row.pays is None else row.pays),
        }
        return cells, {"names", "pays", "everyone", "payer", "all_payers", "whatever"}

    def _responsible(self, row: Responsible) -> Cells:
        cause = self.word(row.cause, row.at_least)
        if row.of:
            cause += self.word("in brackets", self.word("of faces", self.wording.faces(row.of) or row.of))
        if row.kind != "any":
            cause += self.word("in brackets", self.wording.value(row.kind, "kind"))
        told = {"names", "cause", "at_least", "ways", "when", "share", "share_of", "kind", "of", "place"}
        if row.at_least != 1 and row.cause in ("robbed", "discarder", "kong-feeder"):
            told.remove("at_least")
        if row.place == "half":
            told -= {"share", "share_of"}
        cells = {
            "name": self.wording.name(row.names, row.id),
            "cause": cause,
            "when": self.wording.condition(row.when),
            "asked of": self.wording.ways(row.ways),
            "share": self.word(row.place, self.word(f"of {row.share_of}", row.share)),
        }
        return cells, told

    def _side(self, row: Side) -> Cells:
        wording = self.wording
        payers = wording.condition(row.payers)
        if row.of_winning_tile:
            payers = "; ".join([self.word("payers of the win"), *([payers] if payers else [])])
        price = wording.prices(row.price, separator="\n") if row.price else ""
        if row.share is not None:
            price = "\n".join([*([price] if price else []), self.word("pot", row.share)])
        notes = [self.word("chips")] if row.chips else []
        notes += [self.word("scaled", row.scale)] if row.scale != 1 else []
        if row.excludes:
            others = [self.name(side) for side in self.page.side if side.id in row.excludes]
            notes.append(self.word("told", self.word("in its place"), wording.listed(others or row.excludes)))
        cells = {
            "name": wording.name(row.names, row.id),
            "price": price,
            "at": wording.listed([wording.choice(at, f"at.{at}") or at for at in row.at]),
            "receives": wording.condition(row.when) or self.word("holder"),
            "from": payers or self.word("other players"),
            "kind": wording.value(row.part, "part"),
            "notes": "; ".join(notes),
        }
        told = {"names", "price", "scale", "share", "chips", "at", "when", "payers", "of_winning_tile", "part", "excludes"}
        return cells, told

    def _stage(self, row: Stage) -> Cells:
        cells = {
            "name": self.wording.name(row.names, row.id),
            "for": self.word(row.of),
            "price": self.wording.prices(row.price, separator="\n") if row.price else "",
        }
        return cells, {"names", "of", "price"}
