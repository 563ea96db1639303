"""Where a weighing policy keeps what it thinks: rows and places of `Thought.room` and `Thought.scores`, and how far it is."""

from typing import Final

# ---- rows of `Thought.room` and `Thought.scores`
STATE: Final[int] = 0
SAVED: Final[int] = 1  #: the hand while a thought one is judged
LIVE: Final[int] = 2  #: plans that are weighed
CHOICES: Final[int] = 3  #: faces that are weighed closely
TRIAL: Final[int] = 4  #: the thought hand
CLAIM_SCORES: Final[int] = 1  #: of the scores: by claim, none the first
PROMISED: Final[int] = 4  #: of the scores: by discard, the worth that its chance was counted for
RISKS: Final[int] = 3  #: of the scores: what to fear of the others, see `mjstats.kernel.danger`
BY_FACE: Final[int] = 5  #: scores of the discards: of hands that are not ready yet; room: the cell of the chances
READY_BY_FACE: Final[int] = 6  #: rough scores of the discards; room: faces that complete a ready hand, a bit each
BY_PLAN: Final[int] = 7  #: scores of the plans; room: tiles missing before the discard
CACHE: Final[int] = 8  #: worth by plan, a row a seat, then a row a seat after a claim; room: for which hand
READY: Final[int] = 16  #: worth of ready hands, a row a seat; room: which hand
TRACE: Final[int] = 20  #: cells of the chances that a seat went through in this hand, their number in the last place
PROMISING: Final[int] = 24  #: plans worth looking at, a row a seat: their number and when they were chosen in the last places
ROUGH: Final[int] = 24  #: of the scores: of each live plan, then with one tile more missing
RATED: Final[int] = 28  #: faces that are rated roughly
REMEMBERED: Final[int] = 29  #: of the named sets, see `mjstats.kernel.laid.lacks_for`
SIGHT: Final[int] = 28  #: of the scores: worth at first sight by plan, for each seat a row of closed hands and one of open hands
FINISHED: Final[int] = 36  #: worth of finished hands, a row a seat; room: which hand
SLOTS: Final[int] = 64
FINISHED_SLOTS: Final[int] = 128
TRACED: Final[int] = 159
PROMISING_NUMBER: Final[int] = 158
PROMISING_WHEN: Final[int] = 159
SIGHT_PULL: Final[int] = 159  #: in the first of the two rows: 1 more than the power that the worths were counted by

# ---- places in the row STATE
STAGE: Final[int] = 0
POSITION: Final[int] = 1  #: the claim being weighed, CLAIM_NONE the hand as it is
N_LIVE: Final[int] = 2
AT: Final[int] = 3
FACE: Final[int] = 4
WAIT: Final[int] = 5
BITS: Final[int] = 6
BEST: Final[int] = 7
DECLARED: Final[int] = 8
HOLDING: Final[int] = 9  #: 1 with a tile to discard
OPENED: Final[int] = 10
N_CHOICES: Final[int] = 11
HASH: Final[int] = 12
COPIES: Final[int] = 13
DISTANCE: Final[int] = 14
NOTED: Final[int] = 15  #: rows of the notes
JUDGED: Final[int] = 16  #: how many of the faces that a ready hand waits for were judged
OPEN_WAITS: Final[int] = 17  #: those that were not, a bit each
AS_OPENED: Final[int] = 19  #: the set that a thought hand claimed: its lowest face, N_PLAIN more for a pung, -1 none
OPEN_FACES: Final[int] = 20  #: read faces that may still be drawn, a bit each
FAST: Final[int] = 25  #: the claim that `fast` would make
FINISHED_HASH: Final[int] = 24  #: the finished hand that is judged
QUICK: Final[int] = 21  #: the kong that `fast` would make
ONES: Final[int] = 26  #: how many of each read face the hand has, in three numbers with a bit for each
TWOS: Final[int] = 27
FOURS: Final[int] = 28
MISSING_SETS: Final[int] = 29  #: tiles missing in all suits, for so many sets less than needed, four places
LAID_FACES: Final[int] = 33  #: faces of the sets laid, a bit each
SPOILT: Final[int] = 18  #: 1 when the hand in mind is no longer the one that is asked about
# ---- places in the row STATE of the scores
SELF: Final[int] = 0  #: what the hand judged brings in the first of two ways
SUM: Final[int] = 1
HIGH: Final[int] = 2
HIGHEST: Final[int] = 3
PULL: Final[int] = 4  #: the power of worth that counts
READY_BEST: Final[int] = 5  #: the best score of a ready hand so far, and its worth
READY_WORTH: Final[int] = 6
UNCLAIMED: Final[int] = 9  #: what the best plan promises roughly without a claim
QUICK_SCORE: Final[int] = 7  #: of the kong that `fast` would make
STAKE: Final[int] = 8  #: what the hand is taken to bring as it is
SOONER: Final[int] = 10  #: the part of a round by which the next own draw comes sooner than after an own discard

# ---- stages
BEGIN: Final[int] = 0
WORTHS: Final[int] = 1
WORTH_JUDGED: Final[int] = 2
WORTH_BOTH: Final[int] = 3
RATE: Final[int] = 4
WAITS: Final[int] = 5
WAIT_JUDGED: Final[int] = 6
WAIT_BOTH: Final[int] = 7
CLOSE: Final[int] = 8
GIVEN_UP: Final[int] = 9  #: the claim is not worth a closer look
