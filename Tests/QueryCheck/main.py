"""Runs every query of Docs/HowTo/Tests/QueryingSessions.md, as it is printed there, and compares its result with what
the users of invented sessions did.

  main.py NAVTOOL FOLDER [--count N] [--seconds]

The sessions and the expected results are computed in Python, from the model in sessions.py and not from the logs.
The logs contain snapshots of the model: `navtool log show` fails if the library's rules lead to another state. Needs
the package duckdb.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

import duckdb

import sessions as shop

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "Docs/HowTo/Tests/QueryingSessions.md"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("navtool", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seconds", action="store_true", help="print the time of each step, and compare nothing")
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    sessions = shop.write(options.folder / "logs", options.count)
    navtool = options.navtool.resolve()
    os.chdir(options.folder)
    queries = dict(re.findall(r"<!-- query: ([^\n]*) -->\n```sql\n(.*?)```", page, re.DOTALL))
    if options.seconds:
        measure(navtool, queries)
    else:
        check(navtool, page, queries, sessions)


def check(navtool, page, queries, sessions):
    # The command of the page, with the built program. It fails if a state differs from a snapshot.
    environment = {**os.environ, "PATH": f"{navtool.parent}:{os.environ['PATH']}"}
    command = re.search(r"```sh\n(navtool log show .*?)```", page, re.DOTALL).group(1)
    subprocess.run(["sh", "-euc", command], env=environment, check=True)

    failures = []
    failures += check_columns("events.json", columns(queries["tables"]), is_exact=True)
    for log in [*pathlib.Path("logs").iterdir(), *(ROOT / "Docs/Examples").glob("*.navlog")]:
        failures += check_columns(log, columns(queries["lines"]), is_exact=False)
    spark = re.search(r'columns = """(.*?)"""', page, re.DOTALL).group(1)
    spark = {name: {"STRING": "VARCHAR"}.get(kind, kind) for name, kind in re.findall(r"(\w+) ([A-Z]+)", spark)}
    if spark != columns(queries["tables"]):
        failures.append("the columns for Spark differ from those for DuckDB.")

    expected = Expected(sessions).results
    printed = set(queries) - {"tables", "lines"}
    if printed != set(expected):
        failures.append(f"the page and the check do not have the same queries: {sorted(printed ^ set(expected))}")
    database = duckdb.connect()
    for name, query in queries.items():
        try:
            rows = database.execute(query).fetchall()
        except duckdb.Error as error:
            failures.append(f"{name}: {error}")
            continue
        if name in expected and (rows != expected[name] or not rows):
            failures.append(f"{name}:\n  expected {expected[name]}\n  found    {rows}")
    for failure in failures[:20]:
        print(f"QueryingSessions.md: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"{len(expected)} queries over {len(sessions)} sessions return what their users did.")


def columns(query):
    """The columns that a query declares, with their types."""
    text = re.search(r"columns = \{(.*?)\}", query, re.DOTALL).group(1)
    return dict(re.findall(r'"?(\w+)"?: \'(\w+)\'', text))


def check_columns(path, declared, is_exact):
    """Checks the type of each value. With `is_exact`, also that each key is declared and each column is used."""
    types = {"VARCHAR": str, "BIGINT": int, "BOOLEAN": bool}
    failures, used = [], set()
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        for key, value in json.loads(line).items():
            used.add(key)
            kind = declared.get(key)
            if kind in types and type(value) is not types[kind]:
                failures.append(f"{path}: {key} is {value!r}, and not {kind}.")
    if is_exact and used != set(declared):
        failures.append(f"{path}: the keys and the columns differ: {sorted(used ^ set(declared))}")
    return failures


class Expected:
    """The results of the queries, from what the users did."""

    def __init__(self, sessions):
        self.sessions = sessions
        # Of each visit: the screen, the one before it, whether it was the last one, and its milliseconds.
        self.visits = []
        for session in sessions:
            times = [time for _, time in session.visits[1:]] + [session.last]
            for index, (screen, time) in enumerate(session.visits):
                previous = session.visits[index - 1][0] if index else None
                self.visits.append((screen, previous, index + 1 == len(session.visits), times[index] - time))
        self.results = {
            "steps": ranked(collections.Counter((visit[1], visit[0]) for visit in self.visits if visit[1]))[:10],
            "ways": ranked(collections.Counter(way for session in sessions for way in ways(session)))[:10],
            "time on screens": self.times(),
            "short visits": self.short_visits(),
            "ends": self.ends(),
            "funnel": self.funnel(),
            "time to purchase": self.time_to_purchase(),
            "failed links": self.failed_links(),
            "no effect": ranked(
                collections.Counter(
                    action for session in sessions for action in session.actions if action[1] != "changed"
                )
            ),
            "versions": self.versions(),
            "actions": ranked(collections.Counter((action[0],) for session in sessions for action in session.actions)),
        }

    def times(self):
        durations = grouped((visit[0], visit[3]) for visit in self.visits)
        rows = [
            (screen, len(times), rounded(statistics.median(times) / 1000, 1), rounded(sum(times) / 1000, 0))
            for screen, times in durations.items()
        ]
        return sorted(rows, key=lambda row: (-row[3], row[0]))

    def short_visits(self):
        rows = [
            (screen, len(times), rounded(100 * sum(time < 2000 for time in times) / len(times), 1))
            for screen, times in grouped((visit[0], visit[3]) for visit in self.visits if not visit[2]).items()
        ]
        return sorted(rows, key=lambda row: (-row[2], row[0]))

    def ends(self):
        rows = [
            (screen, len(ended), ended.count(False))
            for screen, ended in grouped((session.visits[-1][0], session.ended) for session in self.sessions).items()
        ]
        return sorted(rows, key=lambda row: (-row[1], row[0]))

    def funnel(self):
        reached = [0, 0, 0, 0]
        for session in self.sessions:
            screens = iter(screen for screen, _ in session.visits)
            for index, name in enumerate(["product", "checkout", "payment", "thanks"]):
                if name not in screens:
                    break
                reached[index] += 1
        return [tuple(reached)]

    def time_to_purchase(self):
        seconds = []
        for session in self.sessions:
            first = {}
            for screen, time in session.visits:
                first.setdefault(screen, time)
            if "product" in first and "thanks" in first:
                seconds.append((first["thanks"] - first["product"]) / 1000)
        return [(len(seconds), rounded(statistics.median(seconds), 1), rounded(max(seconds), 1))]

    def failed_links(self):
        failed = collections.Counter()
        for session in self.sessions:
            failed.update((text, outcome) for text, outcome in session.links if outcome == "unknownTab")
            failed.update(session.failed_urls)
        return ranked(failed)

    def versions(self):
        rows = []
        for version, sessions in sorted(grouped((session.version, session) for session in self.sessions).items()):
            lengths = [session.last - session.began for session in sessions]
            killed = sum(not session.ended for session in sessions)
            length = rounded(statistics.median(lengths) / 1000, 1)
            rows.append((version, len(sessions), length, rounded(100 * killed / len(sessions), 1)))
        return rows


def ways(session):
    screens = [screen for screen, _ in session.visits]
    return zip(screens, screens[1:], screens[2:])


def grouped(pairs):
    groups = collections.defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups


def ranked(counts):
    return [(*key, count) for key, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def rounded(number, digits):
    """Rounds half away from zero, as SQL does."""
    scale = 10**digits
    return int(number * scale + 0.5) / scale


def measure(navtool, queries):
    logs = sorted(pathlib.Path("logs").iterdir())
    size = sum(log.stat().st_size for log in logs)
    # As the page advises: the command lists the directory of each log.
    for number, log in enumerate(logs):
        folder = pathlib.Path("logs", f"{number // 500}")
        folder.mkdir(exist_ok=True)
        log.rename(folder / log.name)
    start = time.monotonic()
    find = "find logs -name '*.navlog' -print0 | xargs -0 -n 500 -P 2"
    script = f"""{find} sh -c '"$0" log show --json "$@" > "events.$$.json"' {navtool}"""
    subprocess.run(["sh", "-euc", script], check=True)
    table = time.monotonic()
    database = duckdb.connect(config={"threads": 2})
    for name, query in queries.items():
        begin = time.monotonic()
        query = query.replace("'events.json'", "'events.*.json'").replace("'logs/*.navlog'", "'logs/*/*.navlog'")
        rows = database.execute(query).fetchall()
        print(f"{name}: {time.monotonic() - begin:.2f} s, {len(rows)} rows")
    count = database.execute("SELECT count(*) FROM events WHERE event = 'action'").fetchone()[0]
    print(
        f"{len(logs):,} sessions, {count:,} actions, {size / 1e6:,.0f} MB of logs: "
        f"{table - start:.1f} s for the table, {time.monotonic() - table:.1f} s for the queries."
    )


if __name__ == "__main__":
    main()
