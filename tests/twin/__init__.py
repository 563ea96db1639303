"""A second scorer, slow and plain, that shares no line with the package.

Everything here is written from the rule sheets alone: strings for tiles, lists and dicts, recursion, and `Fraction` where a
half may occur. Nothing is imported from `mjstats`. Where the two disagree, one of them is wrong; the sheet decides which.

* `table`     reads tiles and melds out of a record and shapes a result
* `readings`  lists every way to read tiles, wild ones among them, as sets and a pair
* `distance`  counts what a hand still misses, face by face
* `hangzhou`  `score(record)` for the sheet of 杭州
* `wuhan`     `score(record)` for the sheet of 武漢
* `generate`  deals finished hands of both rule sets out of a seed, won, nearly won and drawn
"""
