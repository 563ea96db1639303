"""Every rule set that has a twin: how the twin scores, and how hands are made for it."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.twin import (
    generate,
    hangzhou,
    jinan,
    kawuxing,
    make_jinan,
    make_kawuxing,
    make_mcr,
    make_nanchang,
    make_nanjing,
    make_ningbo,
    make_quanzhou,
    make_riichi,
    make_shaanxi,
    make_shanghai,
    make_taiwan,
    make_taizhou,
    make_wuhan_hongzhong,
    make_xiamen,
    make_yangzhou,
    mcr,
    nanchang,
    nanjing,
    ningbo,
    quanzhou,
    riichi,
    shaanxi,
    shanghai,
    shanghai_old,
    taiwan,
    taizhou,
    wuhan,
    wuhan_hongzhong,
    xiamen,
    yangzhou,
)

Record = dict[str, Any]

TWINS: dict[str, tuple[Callable[[Record], dict[str, Any]], Callable[[Random], Record]]] = {
    "hangzhou": (hangzhou.score, generate.hangzhou_record),
    "jinan": (jinan.score, make_jinan.make),
    "jingzhou": (wuhan_hongzhong.score, make_wuhan_hongzhong.jingzhou_record),
    "kawuxing": (kawuxing.score, make_kawuxing.make),
    "mcr": (mcr.score, make_mcr.mcr_record),
    "nanchang": (nanchang.score, make_nanchang.record_of),
    "nanjing": (nanjing.score, make_nanjing.make),
    "ningbo": (ningbo.score, make_ningbo.make),
    "quanzhou": (quanzhou.score, make_quanzhou.make),
    "riichi": (riichi.score, make_riichi.riichi_record),
    "shaanxi": (shaanxi.score, make_shaanxi.make),
    "shanghai-1980s": (shanghai.score, make_shanghai.make_1980s),
    "shanghai-new": (shanghai.score, make_shanghai.make_new),
    "shanghai-old": (shanghai_old.score, make_shanghai.make_old),
    "shanghai-popular": (shanghai.score, make_shanghai.make_popular),
    "taiwan": (taiwan.score, make_taiwan.make),
    "taizhou": (taizhou.score, make_taizhou.make),
    "wuhan": (wuhan.score, generate.wuhan_record),
    "wuhan-hongzhong": (wuhan_hongzhong.score, make_wuhan_hongzhong.hongzhong_record),
    "xiamen": (xiamen.score, make_xiamen.make),
    "yangzhou": (yangzhou.score, make_yangzhou.make),
}
