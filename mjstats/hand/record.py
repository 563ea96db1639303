"""The record of one finished hand at the table, for every rule set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    Tag,
    ValidationError,
    model_validator,
)

from mjstats.hand import check as checks
from mjstats.hand import show
from mjstats.hand.errors import RecordError, first_error
from mjstats.hand.meld import Meld
from mjstats.tiles import parse_tile, parse_tiles

How = Literal["discard", "self-draw", "rob-kong", "indicator", "hand"]
Flag = Literal["riichi", "double-riichi", "ippatsu", "ready", "ready-first", "ready-dealt", "not-ready", "is-ready"]

MOST = 10**9  #: no number of a record is larger: sums and products of them have to stay within 64 bits


def _tiles_text(text: str) -> str:
    parse_tiles(text)
    return text


def _tile_text(text: str) -> str:
    parse_tile(text)
    return text


def _meld(value: Any) -> Meld:
    return value if isinstance(value, Meld) else Meld.parse(value)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _indicators(value: Any) -> Any:
    for text in value if isinstance(value, list | tuple) else [value]:
        parse_tile(text)
    return _as_tuple(value)


def _options(options: dict[str, Any]) -> dict[str, Any]:
    for name, value in options.items():
        if isinstance(value, int) and abs(value) > MOST:
            raise ValueError(f"{name}: {value}: must be at most {MOST}")
    return options


def _stake(value: Any) -> Any:
    if type(value) is int and 0 <= value <= MOST:
        return value
    if isinstance(value, Mapping) and set(value) <= {"buy", "raise"}:
        buy, more = value.get("buy", False), value.get("raise", 0)
        if isinstance(buy, bool) and type(more) is int and more >= 0:
            return dict(value)
    raise ValueError(f"{value!r}: a stake is a whole number from 0, or an object such as {{'buy': true, 'raise': 4}}")


Tiles = Annotated[str, AfterValidator(_tiles_text)]
Tile = Annotated[str, AfterValidator(_tile_text)]
Melds = Annotated[
    tuple[Annotated[Meld, PlainValidator(_meld), PlainSerializer(str, return_type=str)], ...],
    BeforeValidator(_as_tuple),
    PlainSerializer(lambda melds: [str(meld) for meld in melds], return_type=list[str]),
]
Texts = Annotated[tuple[Tiles, ...], BeforeValidator(_as_tuple), PlainSerializer(list, return_type=list[str])]
Flags = Annotated[tuple[Flag, ...], BeforeValidator(_as_tuple), PlainSerializer(list, return_type=list[str])]
Count = Annotated[int, Field(ge=0, le=MOST)]
#: kongs or wild tiles in a row: each may double the payment, which has to stay within 64 bits
InRow = Annotated[int, Field(ge=0, le=20)]


class _Model(BaseModel):
    """Strict and frozen; whatever is wrong is said in one line, in Python as in JSON."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, validate_by_name=True, arbitrary_types_allowed=True)
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, **data: Any) -> None:
        try:
            self.__pydantic_validator__.validate_python(data, self_instance=self)
        except ValidationError as error:
            raise first_error(error, type(self)) from None

    # Tells pydantic that objects within a record need not come through this method.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]  # an attribute pydantic itself sets on its own

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, where: str = "record") -> Self:
        """Read and check a JSON object. Raises `RecordError`: one line that begins with `where`."""
        if not isinstance(data, Mapping):
            raise RecordError(f"{where}: {type(data).__name__}: a record is a JSON object, in {{ }}")
        try:
            return cls.model_validate(dict(data), by_alias=True, by_name=False)
        except ValidationError as error:
            raise first_error(error, cls, where) from None

    @classmethod
    def from_json(cls, text: str, *, where: str = "record") -> Self:
        """Read and check one line of JSON. Raises `RecordError`: one line that begins with `where`."""
        try:
            # Bytes that are no UTF-8 arrive as lone surrogates.
            text.encode()
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"{where}: not JSON: {error.msg} at column {error.colno}") from None
        except UnicodeEncodeError as error:
            raise RecordError(f"{where}: not UTF-8 at column {error.start + 1}") from None
        except RecursionError:
            raise RecordError(f"{where}: not a record: brackets within brackets, too deep to read") from None
        except ValueError as error:
            raise RecordError(f"{where}: not JSON: a number has too many digits") from error
        return cls.from_dict(data, where=where)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, without the keys that have their default."""
        data: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name in self._required or field.is_required() or value != field.get_default(call_default_factory=True):
                data[field.alias or name] = _plain(value)
        return data

    def to_json(self) -> str:
        """One line of JSON, without the keys that have their default."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, _Model):
        return value.to_dict()
    if isinstance(value, Meld):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


class ChainClaim(_Model):
    """Hangzhou's `late_pao`: the state of a chain of wild discards before a claim within it."""

    from_seat: Count = Field(alias="from")
    wild_chain: InRow
    kongs: InRow


class Win(_Model):
    """How a hand was won. `from_seat` is the key ``from`` of the JSON form.

    >>> Win(by=1, tile="5p", how="discard", from_seat=3).to_dict()
    {'by': 1, 'tile': '5p', 'how': 'discard', 'from': 3}
    """

    _required: ClassVar[frozenset[str]] = frozenset({"tile"})

    by: Count
    tile: Tile | None = None
    how: How
    from_seat: Count | None = Field(default=None, alias="from")
    second_tile: Tile | None = None
    replacement: Literal["kong", "kong-tile", "flower"] | None = None
    kongs_in_a_row: InRow | None = None
    after_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chain_claim: ChainClaim | None = None
    wild_chain: InRow = 0

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        checks.check_win(self)
        return self

    @property
    def kongs(self) -> int:
        """How many kongs led to the winning tile: `kongs_in_a_row`, else 1 after a kong's replacement, else 0."""
        return int(self.replacement == "kong") if self.kongs_in_a_row is None else self.kongs_in_a_row

    @property
    def is_self_drawn(self) -> bool:
        """Whether nobody gave the winning tile away: a self-draw, the indicator, or the hand as it was."""
        return self.how in ("self-draw", "indicator") or (self.how == "hand" and self.from_seat is None)


class Player(_Model):
    """What one seat holds and did. Tiles stay the text they were written as; see `concealed` for codes.

    >>> Player(hand="123456m55p", melds=["222s<3", "(9999s)"]).melds[1].kind
    'kong'
    """

    hand: Tiles | None = None
    melds: Melds = ()
    kong_tiles: Tiles = ""
    flowers: Tiles = ""
    discards: Tiles = ""
    flags: Flags = ()
    points: Count | None = None
    stake: Annotated[int | dict[str, int | bool], PlainValidator(_stake)] = 0
    set_aside: Texts = ()

    @model_validator(mode="after")
    def _consistent_player(self) -> Self:
        checks.check_flags(self.flags)
        return self

    @cached_property
    def concealed(self) -> tuple[int, ...] | None:
        """Tile codes of the concealed tiles, in the order written; None when the hand is left out."""
        return None if self.hand is None else parse_tiles(self.hand)

    def as_hand(self, *, wilds: Iterable[str | int] = (), winning_tile: str | None = None, seat: int | None = None) -> show.Hand:
        """The hand that shows itself. A hand that was left out shows no concealed tiles."""
        return show.Hand(
            self.hand or "",
            melds=self.melds,
            flowers=self.flowers,
            kong_tiles=self.kong_tiles,
            wilds=wilds,
            winning_tile=winning_tile,
            set_aside=self.set_aside,
            seat=seat,
        )


class _Table(_Model):
    rules: str
    options: Annotated[dict[str, Any], AfterValidator(_options)] = Field(default_factory=dict)
    indicator: Annotated[str | tuple[str, ...] | None, BeforeValidator(lambda v: v if v is None else _indicators(v))] = None
    dealer: Count = 0
    streak: Annotated[int, Field(ge=1, le=MOST)] = 1
    east: Count | None = None
    round_wind: Literal["1z", "2z", "3z", "4z"] = "1z"
    dora: Tiles = ""
    ura: Tiles = ""
    honba: Count = 0
    sticks: Count = 0
    washouts: Count = 0
    bird: Tiles = ""
    same_first_discards: Count = 0

    @cached_property
    def indicators(self) -> tuple[int, ...]:
        """Tile codes of the indicators; empty when there is none."""
        texts = (self.indicator,) if isinstance(self.indicator, str) else self.indicator or ()
        return tuple(parse_tile(text) for text in texts)

    @property
    def east_seat(self) -> int:
        """The seat whose own wind is east."""
        return self.dealer if self.east is None else self.east


class Record(_Table):
    """One finished hand. Built from a JSON object by `from_dict`, from a line of JSON by `from_json`.

    ``mjstats/RECORDS.md`` tells every key, what leaving it out means, and an example.

    Raises `RecordError`: one line with the key, the value and what would be right. What depends on the rule set is checked by
    `check`, which scoring calls with the hand size and number of players of its page.

    >>> record = Record.from_dict({"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    ...                            "win": {"by": 2, "tile": "2s", "how": "self-draw"}})
    >>> record.wins[0].by, record.players[2].hand, record.to_dict()["indicator"]
    (2, '123456m55789p22s', '3s')
    >>> Record.from_dict({"rules": "wuhan", "players": [{"hand": "1234x"}, {}, {}, {}], "win": None}, where="record 7")
    Traceback (most recent call last):
        ...
    mjstats.hand.errors.RecordError: record 7: players[0].hand: '1234x': unknown tile letter 'x'; letters are m p s z f
    """

    players: Annotated[tuple[Player, ...], BeforeValidator(_as_tuple)]
    win: Annotated[
        Annotated[Win, Tag("~one")]
        | Annotated[tuple[Win, ...], BeforeValidator(_as_tuple), Tag("~several")]
        | Annotated[None, Tag("~none")],
        Discriminator(lambda value: "~none" if value is None else "~several" if isinstance(value, list | tuple) else "~one"),
    ]

    @model_validator(mode="after")
    def _consistent_record(self) -> Self:
        checks.check_record(self)
        return self

    @property
    def wins(self) -> tuple[Win, ...]:
        """The wins, in the order written; empty when the hand was drawn."""
        return (self.win,) if isinstance(self.win, Win) else self.win or ()

    def check(
        self, *, hand_size: int | None = None, players: int | None = None, drawable: bool = False, where: str = "record"
    ) -> Self:
        """Check the tile counts against a rule set's hand size (13 or 16) and its number of players.

        With `drawable` the tile turned up may have been drawn, and lies in a hand.
        Returns the record itself. Raises `RecordError` with one line that begins with `where`.
        """
        try:
            checks.check_sizes(self, hand_size=hand_size, players=players)
            checks.check_copies(self, indicators=not drawable)
        except ValueError as error:
            raise RecordError(f"{where}: {error}") from None
        return self

    def __repr__(self) -> str:
        return show.record_text(self)

    def html(self, *, wilds: Iterable[str | int] = ()) -> str:
        """The record as an HTML table of drawn tiles; the faces in `wilds` carry a mark."""
        return show.record_html(self, wilds)

    def _repr_html_(self) -> str:
        return self.html()


class WaitsRequest(_Table, Player):
    """What asking for waits takes: the table's keys and one player's, flattened. ``legal`` asks for legal waits only.

    >>> WaitsRequest(rules="wuhan", indicator="4s", hand="123m").check(hand_size=13)
    Traceback (most recent call last):
        ...
    mjstats.hand.errors.RecordError: request: hand: 3 tiles '123m' and 0 melds; 13 or 14 are needed, less 3 a meld
    """

    legal: bool = False

    def check(self, *, hand_size: int | None = None, where: str = "request") -> Self:
        """Check that the hand holds as many tiles as a rule set's hand, or one more. Raises `RecordError`."""
        try:
            checks.check_request(self, hand_size=hand_size)
        except ValueError as error:
            raise RecordError(f"{where}: {error}") from None
        return self


def read_records(lines: Iterable[str]) -> Iterator[Record | RecordError]:
    """Read a record a line, in order; a line that cannot be read yields the error in its place. Empty lines are left out.

    >>> for item in read_records(["[]", "", "{} {}"]):
    ...     print(item)
    line 1: list: a record is a JSON object, in { }
    line 3: not JSON: Extra data at column 4
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield Record.from_json(line, where=f"line {number}")
            except RecordError as error:
                yield error


__all__ = ["ChainClaim", "Player", "Record", "WaitsRequest", "Win", "read_records"]
