"""Run all combinations of options of a covering array, and print their faults. Not a test.

    python tests/tools/run_combinations.py             # all, about five minutes
    python tests/tools/run_combinations.py --seed 7    # another array
    python tests/tools/run_combinations.py --part 2/5 --game front    # the second fifth of those of a game
    python tests/tools/run_combinations.py --all       # known faults and refusals, too
    python tests/tools/run_combinations.py game=toy product=cards variant=large    # one combination
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from helpers import combinations
from helpers.combinations import Combination


def main() -> None:
    """Run the combinations and print what is wrong, one combination after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("values", nargs="*", help="DIMENSION=VALUE of one combination")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print known faults and refusals, too")
    parser.add_argument("--part", default="1/1", help="K/N: the combinations K, K + N, K + 2N ...")
    parser.add_argument("--game", default="", help="the combinations of one game alone")
    arguments = parser.parse_args()
    values = dict(text.split("=", 1) for text in arguments.values)
    half_size = values.pop("half_size", "") in {"1", "True", "true"}
    chosen = ([Combination(**values, half_size=half_size)] if arguments.values
              else [one for one in combinations.list_combinations(arguments.seed) if arguments.game in ("", one.game)])
    number, parts = map(int, arguments.part.split("/"))
    chosen = chosen[number - 1::parts]
    count = 0
    for one in chosen:
        faults = list(combinations.find_faults(one)) if arguments.all else combinations.find_new_faults(one)
        count += bool(faults)
        if faults:
            sys.stdout.write(f"{one}\n" + "".join(f"    {fault}\n" for fault in faults))
            sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} combinations, {count} with faults\n")


if __name__ == "__main__":
    main()
