"""The words of a rule page, checked on loading; `mjstats rules --schema` writes them out as JSON Schema."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from mjstats.tiles import parse_tiles

Way = Literal["discard", "self-draw", "rob-kong", "indicator", "hand"]
Condition = list[str]
FaceSet = Annotated[str, Field(description="'any', '258', 'honors', or tiles such as '2m5m8m'")]


class Words(BaseModel):
    """Base of every part of a page: unknown words are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Names(Words):
    """A name in the three languages; English falls back on the id."""

    en: str = ""
    ja: str
    zh: str


class Wall(Words):
    """The tiles and what of the wall is never drawn."""

    players: int = Field(4, ge=3, le=4)
    hand: Literal[13, 16] = 13
    suits: str = Field("mps", pattern="^[mps]*$", description="suits in play")
    honors: str = Field("1234567", pattern="^[1-7]*$", description="honours in play: winds 1-4, white 5, green 6, red 7")
    copies: int = Field(4, ge=1, le=4)
    reserved: int = Field(0, ge=0, description="tiles never drawn, however many kongs are made")
    reserved_holds_indicator: bool = Field(False, description="the indicator is one of the reserved tiles")
    last_round: int = Field(0, ge=0, description="that many last draws are made in turn, without discard and kong")


class Wild(Words):
    """Which tiles are wild and what they may do."""

    source: Literal["none", "indicator", "faces"] = Field("none", alias="from")
    faces: str = Field("", description="the wild faces with from = 'faces'")
    offset: int = Field(0, description="0: the indicator's own face; 1: the next one in its cycle")
    cycles: list[str] = Field(
        ["1m2m3m4m5m6m7m8m9m", "1p2p3p4p5p6p7p8p9p", "1s2s3s4s5s6s7s8s9s", "1z2z3z4z", "7z6z5z"],
        description="in which order faces follow each other, the first after the last",
    )
    skip: str = Field("", description="faces that can never be wild and are passed over")
    stand_in: str = Field(
        "", description="the face that always counts as the indicator's face, unless it is the indicator itself"
    )
    kong_tiles: str = Field("", description="faces of which a single tile is a kong")
    kong_tile_offsets: list[int] = Field([], description="the same, counted from the indicator's face")
    wild_is_kong_tile: bool = Field(False, description="a wild tile may be laid as a single-tile kong too")
    fifth_copy: bool = Field(True, description="a wild tile may stand for a face of which all copies are seen")
    pair_of_wilds: Literal["any", "printed"] = Field(
        "any", description="printed: a pair of wild tiles alone fits a restricted pair only where their printed face does too"
    )


class Play(Words):
    """What only play uses."""

    chow: Literal["left", "none"] = "left"
    kongs: list[Literal["concealed", "added", "claimed"]] = ["concealed", "added", "claimed"]
    kong_after_claim: bool = Field(False, description="a kong may follow a chow or pung before the discard")
    wild_discard: Literal["freezes", "free", "barred"] = Field(
        "free", description="freezes: nobody may claim or win on a discard until the discarder's next turn"
    )
    wild_discarder_claims: bool = Field(
        False, description="meanwhile its discarder may claim, with a wild tile freed and discarded"
    )
    stray_wild_forfeits: bool = Field(False, description="a wild tile discarded outside a chain forfeits the hand")
    passed_pung_ban: bool = Field(False, description="a passed pung is barred until the own turn")
    passed_win_ban: bool = Field(False, description="a passed win is barred until the own turn")
    claim_limit: Literal["none", "dealer-only", "no-three-chows", "never"] = Field(
        "none", description="whether a third claim from the same player is forbidden, and between whom"
    )
    claim_limit_from: int = Field(1, ge=1, description="from which hand in a row of the dealer claim_limit holds")
    dealt_streak: Literal["off", "doubles"] | int = Field(
        "off", description="the deal's dice make the hand count as the third in a row: doubles, or a sum of at least the number"
    )
    false_win: Literal["pay", "dead-hand"] = Field("pay", description="what a false win costs; the policies make none")
    stake: int | None = Field(None, ge=1, description="points each player holds at the start")


class Shape(Words):
    """One shape that wins."""

    id: str
    on: bool = True
    kind: Literal["standard", "pairs", "any-of", "discards"]
    pair: FaceSet = "any"
    sets: Literal["any", "pungs"] = "any"
    suits: Literal["any", "one"] = "any"
    faces: FaceSet = "any"
    count: int = Field(0, description="honours discarded from the start, for kind = 'discards'")
    fours: bool = Field(True, description="four alike may be two pairs")
    wilds_at_most: int | None = Field(None, description="wild tiles in the hand, used as their own face or not")
    unless: Condition = Field([], description="condition that lifts wilds_at_most")


class Requirement(Words):
    """A further condition of a win."""

    id: str
    on: bool = True
    reason: Literal["pair", "opened", "wild", "pattern", "discard", "tiles"]
    ways: list[Way] = ["discard", "self-draw", "rob-kong", "indicator", "hand"]
    when: Condition
    says: str = Field(description="the line that a player reads; {fact} is replaced by its number")


class Price(Words):
    """One entry into the ledger: points = add * times * 2^double + bonus."""

    add: int | list[int] | None = None
    times: int | list[int] | None = None
    double: int | list[int] | None = None
    bonus: int | list[int] | None = None
    per: str = Field("", description="fact that multiplies the entry (for times: how many times over)")
    by: str = Field("", description="fact that chooses out of a list, 1 the first, beyond its end the last")
    when: Condition = []

    @model_validator(mode="after")
    def _one_channel(self) -> "Price":
        given = [name for name in ("add", "times", "double", "bonus") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("a price has exactly one of add, times, double, bonus")
        if isinstance(getattr(self, given[0]), list) != bool(self.by):
            raise ValueError(f"a list of values for {given[0]!r} and the word 'by' go together")
        return self

    @property
    def channel(self) -> str:
        """The one channel that is given."""
        return next(name for name in ("add", "times", "double", "bonus") if getattr(self, name) is not None)

    @property
    def amount(self) -> int | list[int]:
        """The value, or the values that `by` chooses from."""
        value = getattr(self, self.channel)
        return value if isinstance(value, list) else int(value)


class Pattern(Words):
    """One row of the table of patterns."""

    id: str
    on: bool = True
    names: Names
    when: Condition = []
    counted_for: Literal["winner", "payer", "both"] = Field("winner", alias="for")
    groups: list[str] = Field([], description="groups that conditions can count")
    excludes: list[str] = []
    price: str | list[Price] = Field([], description="prices, or the name of a row of [prices]")
    unit: Literal["points", "fan", "tai", "han", "fu", "times"] = "points"
    listed: bool = Field(True, description="whether a result names it")
    notes: str = ""

    @field_validator("price", mode="before")
    @classmethod
    def _single(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value


class Step(Words):
    """One step of the ladder of limits; a later one that holds replaces an earlier one."""

    id: str
    names: Names
    pays: int | None = Field(None, description="what the payer pays; the cap itself where it is left out")
    everyone: bool = Field(False, description="every payer has to be at the cap, not just this one")
    payer: Condition = Field([], description="condition on this payer")
    all_payers: Condition = Field([], description="condition on every payer")
    whatever: Condition = Field([], description="condition that makes the step hold below the cap too")


class Limits(Words):
    """The least and the most that is paid."""

    minimum: int = Field(0, ge=0)
    minimum_for: Literal["every-payer", "any-payer"] = "every-payer"
    cap: int | None = Field(None, ge=1)
    steps: list[Step] = []
    divide: int = Field(1, ge=1, description="payments are divided by this")
    rounding: Literal["half-even", "up", "down"] = "half-even"
    points_left: bool = Field(False, description="nobody pays more than the points that player has left")


class Pay(Words):
    """Who pays: each the own amount; the discarder (or robbed player) alone the own amount, or all amounts."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    discard: Literal["each", "discarder", "discarder-for-all"] = "each"
    rob_kong: Literal["each", "discarder", "discarder-for-all"] = Field("each", alias="rob-kong")
    responsible: Literal["all", "first"] = Field(
        "all", description="whether all causes of responsibility count or the first that fits"
    )
    late_claim: bool = Field(False, description="who is claimed from within a wild-tile chain pays all that it gains afterwards")


class Responsible(Words):
    """A player who pays for others."""

    id: str
    on: bool = True
    names: Names
    cause: Literal["fed", "claimed", "fed-nth", "robbed", "discarder"]
    at_least: int = Field(1, description="how many melds; with fed-nth which one")
    ways: list[Way] = ["discard", "self-draw", "rob-kong", "indicator", "hand"]
    when: Condition = []
    share: int = Field(1, description="how many times the whole amount")
    place: Literal["instead", "besides"] = "instead"


class Option(Words):
    """A named variation of the rule set."""

    values: list[bool | int | str] | Literal["number"]
    default: bool | int | str | None = None
    says: str
    sets: list[str] = Field([], description="paths that take the option's value")
    set: dict[str, dict[str, Any]] = Field({}, description="value -> {path = what it becomes}")
    only_play: bool = Field(False, description="a record cannot show it; play judges it")


class PageWords(Words):
    """A whole rule page."""

    id: str = Field(pattern="^[a-z0-9][a-z0-9-]*$")
    names: Names
    summary: str
    source: str = Field(description="document and sheet that the facts are from")
    wall: Wall = Wall()
    wild: Wild = Wild()
    play: Play = Play()
    shape: list[Shape]
    require: list[Requirement] = []
    prices: dict[str, list[Price]] = {}
    pattern: list[Pattern]
    limits: Limits = Limits()
    pay: Pay = Pay()
    responsible: list[Responsible] = []
    options: dict[str, Option] = {}

    @field_validator("wild")
    @classmethod
    def _tiles(cls, wild: Wild) -> Wild:
        for text in (wild.faces, wild.skip, wild.stand_in, wild.kong_tiles, *wild.cycles):
            parse_tiles(text)
        return wild
