"""Prints the cost of `navtool log report` for a log of 1,000,000 actions: actions per second, memory, bytes per action.

  .ci/report speed [--count N]

Wanted are 200,000 actions per second, 300 MB and 120 bytes per action. The script prints the figures, and never fails
because of them. The seconds are those in which the process computed, so other programs influence them less.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / ".build/release/navtool"


def main():
    parser = argparse.ArgumentParser(prog=".ci/report speed")
    parser.add_argument("--count", type=int, default=1_000_000)
    count = parser.parse_args().count
    subprocess.run(["swift", "build", "-c", "release", "--product", "navtool"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, routes in {"500 routes": ["--routes", "500"], "only different routes": []}.items():
            log = pathlib.Path(folder) / "long.navlog"
            logs = [sys.executable, ROOT / "Tests/ReportCheck/logs.py", "--count", str(count), *routes]
            with open(log, "wb") as file:
                subprocess.run(logs, stdout=file, check=True)
            seconds, memory, size = measure(log)
            print(
                f"{count:,} actions, {name}: {count / seconds:,.0f} actions per second, {memory / 1e6:,.0f} MB, "
                f"{size / count:.0f} bytes per action"
            )


def measure(log: pathlib.Path):
    """Returns the seconds, the largest memory and the size of the report of a log."""
    report = log.with_suffix(".html")
    report.unlink(missing_ok=True)
    process = subprocess.Popen([TOOL, "log", "report", log], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"navtool log report ended with status {os.waitstatus_to_exitcode(status)}.")
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit, report.stat().st_size


if __name__ == "__main__":
    main()
