"""Compile the kernels that most tests need, before the test processes begin: each of these would compile them for itself."""

import mjstats

WIN = {"by": 0, "tile": "7z", "how": "self-draw"}


def main() -> None:
    """Compile."""
    mjstats.simulate("hangzhou", hands=1, workers=1)
    mjstats.waits("123m45p7z123s99s")
    mjstats.score({"rules": "hangzhou", "indicator": "3s", "players": [{"hand": "11223344m5566p3s"}, {}, {}, {}], "win": WIN})


if __name__ == "__main__":
    main()
