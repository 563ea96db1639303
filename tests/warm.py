"""Compile the kernels that most tests need, before the test processes begin: each of these would compile them for itself."""

import mjstats


def main() -> None:
    """Compile."""
    mjstats.simulate("hangzhou", hands=1, workers=1)
    mjstats.waits("123m45p7z123s99s")


if __name__ == "__main__":
    main()
