"""The words of a rule page, checked on loading."""

from itertools import accumulate
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from mjstats.rules.schema_texts import Condition, FaceSet, Seating, Tiles, Way, Word, one_tile


class Words(BaseModel):
    """Base of every part of a page: unknown words are errors, and so is a text where a number belongs."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Names(Words):
    """A name in the three languages; English falls back on the id."""

    en: str = ""
    ja: str
    zh: str


class Wall(Words):
    """The tiles and what of the wall is never drawn."""

    players: int = Field(4, ge=3, le=4, description="how many play")
    hand: Literal[13, 16] = Field(13, description="tiles in a hand between turns")
    suits: str = Field("mps", pattern="^[mps]*$", description="suits in play")
    honors: str = Field("1234567", pattern="^[1-7]*$", description="honours in play: winds 1-4, white 5, green 6, red 7")
    copies: int = Field(4, ge=1, le=4, description="how many there are of each face")
    reserved: int = Field(0, ge=0, description="tiles never drawn, however many kongs are made")
    flowers: str = Field("", pattern="^[1-8]*$", description="flowers in the wall, one each: seasons 1-4, plants 5-8")
    laid_aside: str = Field(
        "", pattern="^[1-7]*$", description="honours in play that are flowers: laid out and replaced, part of no hand"
    )
    red_fives: str = Field("", pattern="^[mps]*$", description="suits in which one five is red")
    reserved_per_kong: Annotated[int, Field(ge=0)] | list[int] = Field(
        0,
        description="so many tiles more stay undrawn for each kong of four tiles; "
        "a list: for the first, the second and so on, for those after it none",
    )
    reserved_per_concealed_kong: int = Field(0, ge=0, description="and so many besides for each that is concealed")
    reserved_per_flower_set: int = Field(
        0, ge=0, description="so many tiles more stay undrawn for each complete set of four flowers laid out"
    )
    reserved_per_wild_row: list[int] = Field(
        [],
        description="so many tiles more, or fewer, stay undrawn once somebody has discarded one wild tile, "
        "then two in turns running, and so on",
    )
    replacement_reserved: bool = Field(False, description="a replacement may be one of the tiles that stay undrawn")
    whole_stacks: bool = Field(False, description="the undrawn tiles are counted in stacks of two; a broken one counts whole")
    indicator_ends: bool = Field(
        False,
        description="a draw that would reach the turned-up tile, as many stacks before the last as two dice show, ends the hand",
    )
    indicator_drawable: bool = Field(False, description="a replacement may be the turned-up tile itself")
    reserved_holds_indicator: bool = Field(False, description="the indicator is one of the reserved tiles")
    last_round: int = Field(0, ge=0, description="that many last draws are made in turn, without discard and kong")

    @model_validator(mode="after")
    def _no_less_than_none(self) -> "Wall":
        each = self.reserved_per_kong
        for name, more in (("reserved_per_kong", each), ("reserved_per_wild_row", self.reserved_per_wild_row)):
            if isinstance(more, list) and min(accumulate([self.reserved, *more])) < 0:
                raise ValueError(f"{name}: {more}: of {self.reserved} reserved tiles they leave less than none")
        return self


class Wild(Words):
    """Which tiles are wild and what they may do."""

    source: Literal["none", "indicator", "faces"] = Field(
        "none", alias="from", description="whether a turned-up tile decides which faces are wild, or the page names them"
    )
    faces: Tiles = Field("", description="the wild faces with from = 'faces'")
    offset: int | list[int] = Field(
        0,
        description="0: the indicator's own face; 1: the next one in its cycle; a list makes several faces wild, the head first",
    )
    worth: list[int] = Field([], description="worth of a wild tile of each of these faces, for the fact wild-points")
    outside_hand: Literal["dead", "printed"] = Field(
        "dead",
        description="printed: outside the hand a wild tile is a tile of its face: it can be melded, claimed and won on as such",
    )
    flower_turned: Literal["again", "to-dealer", "group"] = Field(
        "again",
        description="a flower turned up is turned back, or becomes the dealer's, and another tile is turned; "
        "group: the other three of its group of four are wild",
    )
    cycles: list[Tiles] = Field(
        ["1m2m3m4m5m6m7m8m9m", "1p2p3p4p5p6p7p8p9p", "1s2s3s4s5s6s7s8s9s", "1z2z3z4z", "7z6z5z"],
        description="in which order faces follow each other, the first after the last",
    )
    skip: Tiles = Field("", description="faces that can never be wild and are passed over")
    stand_in: Annotated[str, AfterValidator(one_tile)] = Field(
        "", description="the face that always counts as the indicator's face, unless it is the indicator itself"
    )
    stand_in_use: Literal["always", "free-in-hand"] = Field(
        "always", description="free-in-hand: in a won hand it may also be itself; elsewhere it is nothing else"
    )
    kong_tiles: Tiles = Field("", description="faces of which a single tile is a kong")
    kong_tile_offsets: list[int] = Field([], description="the same, counted from the indicator's face")
    wild_is_kong_tile: bool = Field(False, description="a wild tile may be laid as a single-tile kong too")
    fifth_copy: bool = Field(True, description="a wild tile may stand for a face of which all copies are seen")
    pair_of_wilds: Literal["any", "printed"] = Field(
        "any", description="printed: a pair of wild tiles alone fits a restricted pair only where their printed face does too"
    )


class Play(Words):
    """What only play uses."""

    chow: Literal["left", "none"] = Field("left", description="from whom a discard may be claimed for a chow")
    kongs: list[Literal["concealed", "added", "claimed"]] = Field(
        ["concealed", "added", "claimed"], description="kinds of kongs of four tiles"
    )
    pung_of_three: bool = Field(True, description="two of three alike in the hand may be laid as a pung with the fourth")
    kong_after_claim: bool = Field(False, description="a kong may follow a chow or pung before the discard")
    wild_discard: Literal["freezes", "freezes-claims", "free", "barred"] = Field(
        "free",
        description="freezes: nobody may claim or win on a discard until the discarder's next turn; freezes-claims: win they may",
    )
    most_kongs: int = Field(16, ge=0, description="so many kongs of four tiles at most, by all together")
    robs: list[Literal["added", "concealed"]] = Field(["added"], description="kongs whose tile may be won on")
    swap_ban: Literal["none", "same", "same-and-end", "same-but-last"] = Field(
        "none",
        description="same: the face just claimed may not be discarded; same-and-end: nor the other end of the chow; "
        "same-but-last: as same, but where the discard leaves one tile in the hand",
    )
    reclaim_ban: bool = Field(False, description="a face just discarded may not be claimed before the own next turn")
    last_tile: Literal["drawn", "offered"] = Field("drawn", description="offered: the last tile may be refused, and goes round")
    dice_tiles: int = Field(
        0,
        ge=0,
        le=2,
        description="who is ready after a kong may have dice choose the replacement: so many tiles at once, which win or are "
        "discarded; the hand is bound from then on, and none but such a tile counts as a replacement",
    )
    replacement_last: bool = Field(
        True, description="the last tile of the wall may be one drawn for a kong; else there is none then"
    )
    last_discard_claims: bool = Field(True, description="the last discard may be claimed for more than a win")
    forced_discards: Literal["none", "followed-honors", "single-honors"] = Field(
        "none",
        description="followed-honors: a single honour that somebody discarded is discarded before anything else; "
        "single-honors: all single honours are, those that somebody discarded before the others",
    )
    flower_turns: Literal["player", "round"] = Field(
        "player", description="after the deal each replaces all flowers before the next does, or one round after the other"
    )
    wild_discarder_claims: bool = Field(
        False, description="meanwhile its discarder may claim, with a wild tile freed and discarded"
    )
    stray_wild_forfeits: bool = Field(False, description="a wild tile discarded outside a chain forfeits the hand")
    passed_pung_ban: bool = Field(False, description="a passed pung is barred until the own turn")
    passed_win_ban: bool | Literal["any-tile", "higher", "furiten"] = Field(
        False,
        description="a passed win is barred until the own turn: on the same tile, on any tile, unless worth more; "
        "furiten: any tile that completes the shape counts as passed, and after declaring to the end of the hand",
    )
    claim_limit: Literal["none", "dealer-only", "no-three-chows", "never"] = Field(
        "none", description="whether a third claim from the same player is forbidden, and between whom"
    )
    first_turn: Literal["own-first", "ready-dealt"] = Field(
        "own-first",
        description="what a first turn is, nothing claimed and no kong made: the own first tile or what came before it; "
        "ready-dealt: any turn of who was ready as dealt, a dealer with the first discard",
    )
    buys: bool = Field(False, description="before a dealer's first hand each may buy, which holds as long as that dealer goes on")
    wild_chain: Literal["right-before", "kept"] = Field(
        "right-before",
        description="wild tiles that count as discarded in turn: in the turns right before the win, from a complete hand; "
        "kept: at any time, the most in turns running, from a hand that kept one",
    )
    stakes: int = Field(0, ge=0, description="after the deal each names a stake of 0 to so many points")
    claim_limit_from: int = Field(1, ge=1, description="from which hand in a row of the dealer claim_limit holds")
    dealt_streak: Literal["off", "doubles"] | int = Field(
        "off", description="the deal's dice make the hand count as the third in a row: doubles, or a sum of at least the number"
    )
    false_win: Literal["pay", "dead-hand"] = Field("pay", description="what a false win costs; the policies make none")


class Shape(Words):
    """One shape that wins."""

    id: str
    on: bool = True
    kind: Literal["standard", "pairs", "any-of", "discards", "orphans", "unrelated", "knitted", "knitted-straight", "any-tiles"]
    when: Condition = Field([], description="condition for the row to fit, also over patterns counted")
    ways: list[Way] = Field(
        ["discard", "self-draw", "rob-kong", "hand"], description="how it may be won; 'indicator' has to be named"
    )
    pair: FaceSet = "any"
    sets: Literal["any", "pungs"] = "any"
    suits: Literal["any", "one"] = "any"
    faces: FaceSet = "any"
    claimed: int = Field(0, ge=0, description="claimed melds that such a hand has at least")
    last_resort: bool = Field(False, description="of kind any-tiles: only where no other row makes a win of the hand")
    count: int = Field(0, description="honours discarded from the start, for kind = 'discards'")
    fours: bool = Field(True, description="four alike may be two pairs")
    wilds_at_most: int | None = Field(None, description="wild tiles in the hand, used as their own face or not")
    unless: Condition = Field([], description="condition that lifts wilds_at_most")

    @model_validator(mode="after")
    def _unread(self) -> "Shape":
        if self.last_resort and self.kind != "any-tiles":
            raise ValueError(f"last_resort: only a row of kind any-tiles is one; this is {self.kind}")
        return self


class Requirement(Words):
    """A further condition of a win."""

    id: str
    on: bool = True
    reason: Literal["shape", "pair", "opened", "wild", "pattern", "minimum", "furiten", "discard", "winners", "tiles"]
    ways: list[Way] = ["discard", "self-draw", "rob-kong", "indicator", "hand"]
    when: Condition
    says: str = Field(description="the line that a player reads; {fact} is replaced by its number")


class Price(Words):
    """One entry into a ledger: points = add * times * 2^double, rounded where the ledger rounds, + bonus."""

    add: int | list[int] | None = None
    times: int | list[int] | None = None
    double: int | list[int] | None = None
    bonus: int | list[int] | None = None
    per: str = Field(
        "",
        description="fact, 'counted' a group, or 'worth' a stage, that multiplies the entry (for times: how many times over)",
    )
    at_most: int | None = Field(None, ge=0, description="bound on that multiplier")
    by: str = Field(
        "", description="fact, 'counted' a group, or 'worth' a stage, that chooses out of a list, beyond the end the last"
    )
    first: int = Field(1, ge=0, description="the number that chooses the first of the list")
    doubled: str = Field("", description="fact: the value is doubled that many times")
    into: str = Field("", description="stage that the entry goes into; left out: what each payer owes")
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
    counted_for: Literal["winner", "payer", "both", "everyone"] = Field(
        "winner",
        alias="for",
        description="payer: into what that payer owes; everyone: each player for the own sake, into stages of everyone",
    )
    into: str = Field("", description="stage that its prices go into, unless they say another; left out: what each payer owes")
    scale: int = Field(1, description="multiplies the values of add and bonus of its prices")
    groups: list[str] = Field([], description="groups that conditions can count")
    excludes: list[str] = Field([], description="patterns, or 'group G', that do not count beside it")
    price: str | list[Price] = Field([], description="prices, or the name of a row of [prices]")
    unit: Literal["points", "fan", "tai", "han", "fu", "times", "limit"] = "points"
    listed: bool = Field(True, description="whether a result names it")
    notes: str = ""

    @field_validator("price", mode="before")
    @classmethod
    def _single(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value


class Group(Words):
    """A group of patterns with a rule of its own."""

    id: str
    keep: Literal["all", "best"] = Field("all", description="best: of those that hold only the one worth most counts")


class Stage(Words):
    """A ledger that is closed before others read it as `worth ID`; stages come in the order of the page."""

    id: Word
    names: Names | None = None
    of: Literal["winner", "everyone"] = Field("winner", description="whose hand is counted")
    price: list[Price] = Field([], description="entries besides those of patterns")
    round_to: int = Field(1, ge=1, description="add * times * 2^double is rounded up to a multiple of this, before the bonus")
    divide: int = Field(1, ge=1, description="then it is divided by this and rounded up, before the bonus")
    at_least: int = 0
    at_most: int | None = None


class Set(Words):
    """Three different tiles of these faces make a set like a chow."""

    id: str
    names: Names | None = None
    tiles: Tiles
    claim: bool = Field(True, description="may be claimed as chows may")


class Bonus(Words):
    """Bonus tiles: the face after an indicator counts in its holder's hand."""

    cycles: list[Tiles] = ["1m2m3m4m5m6m7m8m9m", "1p2p3p4p5p6p7p8p9p", "1s2s3s4s5s6s7s8s9s", "1z2z3z4z", "5z6z7z"]
    turned: int = Field(1, ge=0, description="indicators turned at the deal")
    per_kong: int = Field(1, ge=0, description="more for each kong")
    under_per_kong: bool = Field(True, description="the tile under a kong's indicator counts for ura-dora too")


class Side(Words):
    """A payment beside the win. The holder is each seat in turn that meets `when`."""

    id: str
    on: bool = True
    names: Names
    part: Literal["kongs", "wilds", "flowers", "losers", "dealer", "sticks", "fines", "win"]
    at: list[Literal["win", "draw"]] = ["win", "draw"]
    when: Condition = Field([], description="condition on the holder, who receives")
    payers: Condition = Field([], description="condition on each other player to pay; `payer` is that player")
    of_winning_tile: bool = Field(False, description="those pay who pay for the win itself: all, or the discarder alone")
    scale: int = Field(1, description="multiplies the values of add and bonus of its prices")
    price: list[Price] = []
    share: int | None = Field(None, description="in place of prices: all payers together pay this, all holders share it")
    chips: bool = Field(False, description="in chips, an account of their own")
    takes_table: bool = Field(False, description="the holder, the first from the dealer, takes what lies on the table")
    listed: bool = Field(False, description="whether a result names it among the patterns of a drawn hand")
    excludes: list[str] = Field([], description="sides that are not settled when this one was")


class Compare(Words):
    """Players who did not win settle among themselves: the lower pays the higher the difference of a stage."""

    of: Word
    price: list[Price] = Field([], description="times entries on the difference; `payer` is the lower")
    divide: int = Field(1, ge=1)
    rounding: Literal["half-even", "up", "down"] = Field("down", description="how a divided difference is rounded")
    at_most: int | None = Field(None, ge=0, description="no difference is paid with more")


class Declare(Words):
    """Ready may be declared with a discard."""

    flag: Literal["ready", "riichi"] = Field("ready", description="the family of flags that a record marks it with")
    needs: Condition = Field([], description="condition on the player")
    lays: int = Field(0, ge=0, description="points laid on the table, which the next winner takes")
    draws_left: int = Field(0, ge=0, description="least tiles left to draw")
    points: int = Field(0, ge=0, description="least points the player must have")
    dealt: bool = Field(False, description="also before the own first draw, by anybody but the dealer")
    concealed_kong: Literal["any", "waits-unchanged", "none"] = "waits-unchanged"
    added_kong: bool = False
    claimed_kong: bool = Field(False, description="a kong that leaves the waits unchanged may be claimed")
    first: Literal["first-discard", "before-others"] = Field(
        "first-discard",
        description="what declared-first says: declared with the first discard; before-others: before anybody else, "
        "of which a record that shows one such player needs no flag",
    )
    opens: bool | Literal["waits"] = Field(
        False, description="the hand is laid open: the others see its tiles; waits: only what it waits for"
    )


class Winners(Words):
    """How many may win on one tile."""

    two: Literal[0, 1, 2] = Field(1, description="how many are paid when two declare, the nearest first; 0: the hand is drawn")
    three: Literal[0, 1, 2, 3] = Field(1, description="the same when three declare")
    dealt: Literal["first", "all"] = Field(
        "first", description="who wins where several dealt hands win whatever their shape: the first from the dealer, or all"
    )
    birds: int | None = Field(
        None,
        ge=0,
        le=2,
        description="so many tiles are turned up after a win, each of which falls on the seat that its number counts to, the "
        "dealer being 1; on the last tile of the wall it is that tile, for each of them",
    )
    unpaid: Literal["refused", "left-out"] = Field(
        "refused", description="refused: a record that shows more winners than are paid is not legal; left-out: they get nothing"
    )
    priority: Condition = Field(
        [], description="condition on a winner: of several who declare only those who meet it count, if any does"
    )


class Game(Words):
    """What depends on the game beyond a hand."""

    east: Literal["dealer", "dice"] = Field("dealer", description="whose own wind is east: the dealer's, or by the deal's dice")
    abort: Condition = Field([], description="condition on facts of the table under which a hand is drawn at once")
    stays: Condition = Field(
        ["won or drawn-hand"], description="condition on the dealer after a hand, of several winners on the first, to stay dealer"
    )
    washes: Condition = Field(
        [], description="condition on the dealer after a hand that was won to count it among the drawn hands in a row, too"
    )
    longest_run: int | None = Field(None, ge=1, description="after so many hands in a row the dealer never stays")
    streak_counts: Literal["hands", "wins"] = Field(
        "hands", description="what the run counts: the dealer's hands in a row, or those won alone, also for longest_run"
    )
    run_grows: str = Field(
        "", description="stage: a hand that the dealer wins lengthens the run by what it comes to, instead of by 1"
    )
    raises: str = Field("", description="stage: what the others may raise by after a hand that the dealer wins")
    raise_doubles: bool = Field(False, description="every further hand of the dealer doubles what was raised before")
    next: Literal["next-seat", "winner"] = Field(
        "next-seat", description="who deals when the dealer does not stay: the right neighbour, or the winner if there is one"
    )
    next_several: Literal["as-one", "discarder"] = Field(
        "as-one",
        description="who deals after several winners: as after the first alone; or who gave the tile, "
        "where nobody did the seat that the first bird fell on",
    )
    next_drawn: Literal["as-won", "last-drawer"] = Field(
        "as-won",
        description="who deals after a drawn hand: as after others that the dealer did not win; or who took the last tile, "
        "where nobody wanted it who was asked first",
    )
    rounds: int = Field(4, ge=1, description="rounds of a game, in each of which everybody is dealer once; each has its wind")
    hands: int | None = Field(None, ge=1, description="hands of a game, in place of rounds")
    reseat: list[Seating] = Field(
        [], description="by round where those sit who began as east, south, west, north: 2143 is south, east, north, west"
    )
    start: int | None = Field(None, ge=1, description="points each player holds at the start")
    ends_at: int = Field(0, description="points at which, or below which, a player is broke")
    broke: int = Field(0, ge=0, le=4, description="so many broke players end the game at once; 0: it goes on")
    dealer_may_stop: bool = Field(
        False, description="in the last hand a dealer who would stay, has won and leads may end the game, and does"
    )
    target: int | None = Field(
        None, ge=0, description="final scores are points less this, the first player's what the others lose; else what was gained"
    )
    round_to: int = Field(1, ge=1, description="with a target: points rounded to a multiple of this, a remainder of half down")
    below_zero: bool = Field(False, description="with a target: points below 0 count as they are, not as 0")
    uma: list[list[int]] = Field(
        [], description="added to the final score by rank; several rows: by how many hold the target, the first for one or none"
    )
    chip: int = Field(0, ge=0, description="points that a chip adds to the final score")

    @model_validator(mode="after")
    def _uma_sums_to_zero(self) -> "Game":
        wrong = next((row for row in self.uma if sum(row)), None)
        if wrong is not None:
            raise ValueError(f"uma: {wrong}: the numbers of a row sum to 0")
        return self


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

    minimum: int = Field(0, ge=0, description="least raw payment; a win worth less is not allowed")
    minimum_for: Literal["every-payer", "any-payer"] = Field("every-payer", description="who has to owe the minimum")
    cap: int | None = Field(None, ge=1, description="raw payment from which the steps hold")
    steps: list[Step] = []
    round_to: int = Field(1, ge=1, description="what a payer owes, bonus apart, is rounded up to a multiple of this")
    divide: int = Field(1, ge=1, description="payments are divided by this")
    rounding: Literal["half-even", "up", "down"] = Field("half-even", description="how a divided payment is rounded")
    points_left: bool = Field(False, description="nobody pays more than the points that player has left, in side payments first")


class Pay(Words):
    """Who pays: each the own amount; the discarder (or robbed player) alone the own amount, or all amounts."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)
    discard: Literal["each", "discarder", "discarder-for-all"] = Field("each", description="who pays for a win on a discard")
    rob_kong: Literal["each", "discarder", "discarder-for-all"] = Field(
        "each", alias="rob-kong", description="who pays for a robbed kong"
    )
    responsible: Literal["all", "first"] = Field(
        "all", description="whether all causes of responsibility count or the first that fits"
    )
    price: list[Price] = Field([], description="what each payer owes besides the patterns' prices")
    late_claim: bool = Field(False, description="who is claimed from within a wild-tile chain pays all that it gains afterwards")


class Responsible(Words):
    """A player who pays for others."""

    id: str
    on: bool = True
    names: Names
    cause: Literal["fed", "claimed", "bound", "fed-nth", "robbed", "discarder", "kong-feeder"] = Field(
        description="fed the winner so many melds; claimed so many of it; bound: either; fed the n-th; was robbed; discarded; "
        "kong-feeder: discarded the tile of the claimed kong whose replacement won"
    )
    at_least: int = Field(1, description="how many melds; with fed-nth which one")
    ways: list[Way] = ["discard", "self-draw", "rob-kong", "indicator", "hand"]
    when: Condition = []
    share: int = Field(1, description="how many times the whole amount")
    share_of: Literal["all", "own"] = Field("all", description="own: how many times what that seat itself owes")
    kind: Literal["any", "chow", "pung-or-kong"] = Field(
        "any", alias="is", description="with fed-nth: what that meld has to be; another makes nobody responsible"
    )
    of: str = Field("", description="set of faces: with fed-nth only pungs and kongs of it count, concealed ones too")
    place: Literal["instead", "besides", "half"] = Field(
        "instead", description="half: half of what is owed apart from the bonus, the discarder the rest; by self-draw all"
    )
    covers: Literal["win", "everything"] = Field(
        "win", description="everything: also what the others owe among themselves; what they would owe the responsible falls away"
    )


class Option(Words):
    """A named variation of the rule set."""

    values: list[bool | int | str] | Literal["number"]
    range: list[int] = Field([], max_length=2, description="of a number: the least and the most that it may be")
    lists: int = Field(0, ge=0, description="besides, a list of so many whole numbers may be given")
    default: bool | int | str | None = None
    says: str
    sets: list[str] = Field([], description="paths that take the option's value")
    set: dict[str, dict[str, Any]] = Field({}, description="value, or 'given' for any, -> {path = what it becomes}")
    only_play: bool = Field(False, description="a record cannot show it; play judges it")


class Count(Words):
    """How facts are counted where sheets differ."""

    couples: Literal["free", "account-once"] = Field(
        "free", description="couples of chows: all disjoint ones of a kind, or each set combined once with those already combined"
    )
    robbed_pung: Literal["melded", "concealed"] = Field("melded", description="what a pung completed by robbing a kong is")


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
    faces: dict[Word, Tiles] = Field({}, description="sets of faces by name, for facts such as 'pungs-in NAME'")
    count: Count = Count()
    set: list[Set] = []
    bonus: Bonus | None = None
    declare: Declare | None = None
    win: Winners = Winners()
    game: Game = Game()
    prices: dict[str, list[Price]] = {}
    group: list[Group] = []
    stage: list[Stage] = []
    pattern: list[Pattern]
    limits: Limits = Limits()
    pay: Pay = Pay()
    side: list[Side] = []
    compare: Compare | None = None
    responsible: list[Responsible] = []
    options: dict[str, Option] = {}

    @model_validator(mode="after")
    def _ids_differ(self) -> "PageWords":
        for name in ("shape", "require", "pattern", "responsible", "stage", "side", "set", "group"):
            ids = [row.id for row in getattr(self, name)]
            twice = next((one for one in ids if ids.count(one) > 1), None)
            if twice is not None:
                raise ValueError(f"{name}: two rows have the id {twice!r}; an id stands for one row")
        return self
