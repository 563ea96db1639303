"""`python -m tests.bench [NAME ...]`: the speed of everything, side by side with peers in one run; all benches by default."""

import importlib
import pkgutil
import sys

import tests.bench


def main(names: list[str]) -> None:
    """Run the benches named, or all."""
    known = [
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules(tests.bench.__path__)
        if module.name.startswith("bench_")
    ]
    wrong = [name for name in names if name not in known]
    if wrong:
        sys.exit(f"bench {wrong[0]!r}: there is none of this name; there are {', '.join(known)}")
    for name in names or known:
        importlib.import_module(f"tests.bench.bench_{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
