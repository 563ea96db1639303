"""A second scorer, slow and plain, that shares no line with the package.

Everything here is written from the rule sheets alone: strings for tiles, lists and dicts, recursion, and `Fraction` where a
half may occur. Nothing is imported from `mjstats`. Where the two disagree, one of them is wrong; the sheet decides which.

* `registry`  names every rule set that has a twin: its scorer and its maker of hands
* `table`     reads tiles and melds out of a record and shapes a result
* `readings`  lists every way to read tiles, wild ones among them, as sets and a pair
* `distance`  counts what a hand still misses, face by face
* one module a rule set with `score(record)` for its sheet: `changsha` (長沙), `fuzhou` (福州), `hangzhou` (杭州), `jinan`
  (済南), `jinshan` (上海金山区), `kawuxing` (卡五星), `mcr` (国標麻将, its patterns in `mcr_patterns`), `nanchang` (南昌),
  `nanjing` (南京), `ningbo` (寧波), `quanzhou` (泉州), `riichi` (リーチ麻雀, its hand in `riichi_hand`), `shaanxi` (陝西),
  `shanghai` (上海 流行式, 新式, 1980年代末), `shanghai_old` (上海 老式; the hands of all four in `shanghai_hand`), `taiwan`
  (台湾), `taizhou` (台州), `wenzhou` (温州), `wuhan` (武漢), `wuhan_hongzhong` (武漢紅中, 荊州 too), `xiamen` (厦門),
  `yangzhou` (揚州),
  `yiwu` (義烏)
* `generate`  what makers share: tiles still to be had, melds, ways to win; and the makers of 杭州 and 武漢
* `make_...`  the other makers: finished hands out of a seed, won, nearly won and drawn
"""
