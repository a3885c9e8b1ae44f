"""Writes the logs whose reports are checked, and with --count a log of any length.

  logs.py FOLDER
  logs.py --count N [--routes N]     writes to standard output; without --routes, all routes differ
"""

import argparse
import json
import pathlib
import random
import sys

TABS = ["home", "search", "library"]
STYLES = ["sheet", "cover"]

# Texts that could end an element, hide, reverse or move other texts, or fill the page.
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "\"'><b onmouseover=alert(1)>",
    "javascript:alert(1)",
    "\u202etxt.exe\u2066\u2069\u200b\ufeff",
    "\x00\x01\x1b[2J\x1b]0;title\x07\x7f\r\n\t",
    "\u2028line\u2029paragraph",
    "&lt;b&gt;&#x202e;",
    "{{initial}}{{{actions}}}\"#\"##",
    "constructor",
    "__proto__",
    "e\u0301\u0301 日本 🏳️‍🌈",
    "",
    " ",
    "long <b>" * 131_072,
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--count", type=int)
    parser.add_argument("--routes", type=int)
    options = parser.parse_args()
    if options.count is not None:
        write(sys.stdout, long_log(options.count, options.routes))
    elif options.folder is not None:
        write_all(options.folder)
    else:
        parser.error("name a folder, or the length of a log with --count.")


def write_all(folder: pathlib.Path):
    logs = {
        "long": long_log(100_000, 500),
        "diverging": diverging_log(),
        "hostile": hostile_log(),
        "empty": [header()],
        "first": long_log(300, 5),
        "second": changed_log(300, 5),
        "changed": changed_log(100_000, 500),
        "part": list(long_log(300, 5))[:100],
        "inserted": edited_log(inserted),
        "unmoved": edited_log(unmoved),
        "moved": edited_log(moved),
        "snapshots": snapshot_log(),
    }
    for name, lines in logs.items():
        with open(folder / f"{name}.navlog", "w", encoding="utf-8") as file:
            write(file, lines)
    (folder / "damaged.navlog").write_bytes(damaged_log())
    (folder / "nothing.navlog").write_bytes(b"")


def write(file, lines):
    for line in lines:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")


def state(tabs=TABS, **members):
    paths = [{"path": [], "tab": tab} for tab in tabs]
    return {"initial": tabs[0], "selected": tabs[0], "tabs": paths, "visits": [tabs[0]], **members}


def header(**members):
    return {
        "t": "header",
        "format": "navstore.log",
        "v": 1,
        "schema": 1,
        "session": "generated",
        "part": 1,
        "n": 0,
        "at": 0,
        "began": 1767225600000,
        "sums": "navigation",
        "rules": {"back": "history"},
        "state": state(),
        **members,
    }


def action(number, at, value, origin="user", **members):
    return {"t": "action", "n": number, "at": at, "origin": origin, "action": value, **members}


def long_log(count, routes):
    """Tab taps, pushes, pops, pops to the root and links, as in the workload of the benchmarks."""
    chance = random.Random(2026)
    yield header()
    at = 0
    for number, value in enumerate(usual_actions(chance, count, routes), 1):
        at += chance.randrange(2000)
        yield action(number, at, value)
    yield {"t": "end", "n": count, "at": at}


def changed_log(count, routes):
    """The same session as `long_log`, with two marks, and with another action in its middle."""
    for line in long_log(count, routes):
        if line.get("n") == count // 2 and line["t"] == "action":
            line["action"] = {"push": ["song:new"]}
        yield line
        if line.get("n") in (10, 11):
            yield {"t": "mark", "n": line["n"], "at": line["at"], "name": "seen"}


def edited_log(edit):
    """The session of `long_log(300, 5)`, with changed actions and with new numbers and times."""
    lines = list(long_log(300, 5))
    values = [line["action"] for line in lines[1:-1]]
    edit(values)
    yield lines[0]
    for number, value in enumerate(values, 1):
        yield action(number, number * 1000, value)
    yield {"t": "end", "n": len(values), "at": len(values) * 1000}


def inserted(values):
    """Two actions are inserted, and one is removed."""
    del values[200]
    values[20:20] = [{"push": ["song:new"]}, {"push": ["song:newer"]}]


def unmoved(values):
    """An action occurs only once."""
    values[100] = {"push": ["song:moved"]}


def moved(values):
    """The action of `unmoved` is in another place."""
    unmoved(values)
    values.insert(40, values.pop(100))


def snapshot_log():
    """The recorded states are only in snapshots: one after a mark, and one that follows a replaced state."""
    yield header()
    yield action(1, 500, {"push": ["song:1"]})
    yield {"t": "mark", "n": 1, "at": 600, "name": "here"}
    yield snapshot(1, 600, home=["song:2"])
    yield action(2, 900, {"push": ["song:3"]})
    yield snapshot(2, 900, home=["song:2", "song:3"])
    yield {"t": "set", "n": 3, "at": 1000, "origin": "restore", "state": state()}
    yield snapshot(3, 1000, home=["song:4"])
    yield {"t": "end", "n": 3, "at": 1100}


def usual_actions(chance, count, routes):
    depths = dict.fromkeys(TABS, 0)
    selected = TABS[0]
    made = 0

    def route():
        nonlocal made
        made += 1
        return f"song:{chance.randrange(routes) if routes else made}"

    for _ in range(count):
        kind = chance.randrange(200)
        if kind < 24:
            tab = chance.choice(TABS)
            if tab == selected:
                depths[tab] = 0
            selected = tab
            yield {"tabTapped": [tab]}
        elif kind < 128 and depths[selected] < 20:
            depths[selected] += 1
            yield {"push": [route()]}
        elif kind < 192:
            depths[selected] = max(0, depths[selected] - 1)
            yield {"pop": [1]}
        elif kind < 195:
            depths[selected] = 0
            yield {"popToRoot": []}
        else:
            selected = chance.choice(TABS)
            path = [route() for _ in range(chance.randint(1, 4))]
            depths[selected] = len(path)
            yield {"deepLink": [{"path": path, "tab": selected}]}


def diverging_log():
    """The recorded states are those of a reducer that once ignored a push, and that once did not pop."""
    yield header()
    yield action(1, 500, {"push": ["song:1"]})
    yield action(2, 900, {"push": ["song:2"]})
    yield snapshot(2, 900, home=["song:1"])
    yield action(3, 1400, {"tabTapped": ["search"]})
    yield action(4, 1500, {"push": ["film:1"]}, sum="0123456789abcdef")
    yield action(5, 1900, {"push": ["film:2"]}, sum="0123456789abcdef")
    yield action(6, 2500, {"pop": [1]}, i=1, of=2)
    yield action(6, 2500, {"pop": [1]}, i=2, of=2)
    yield snapshot(6, 2500, "search", home=["song:1"], search=["film:1"])
    yield {"t": "mark", "n": 6, "at": 2600, "name": "after", "note": [1, 2]}
    yield action(7, 3000, {"present": ["player:1", "sheet"]})
    yield action(8, 3100, {"dismiss": []})
    yield {"t": "set", "n": 9, "at": 3200, "origin": "restore", "state": state(TABS[:2])}
    yield {"t": "end", "n": 9, "at": 3300}


def snapshot(number, at, selected="home", **paths):
    tabs = [{"path": paths.get(tab, []), "tab": tab} for tab in TABS]
    visits = ["home"] if selected == "home" else ["home", selected]
    shown = state() | {"selected": selected, "tabs": tabs, "visits": visits}
    return {"t": "snap", "n": number, "at": at, "state": shown}


def hostile_log():
    yield header(session=HOSTILE[0], info={"app": HOSTILE[2], "text": HOSTILE[5]}, state=state(HOSTILE))
    for number, text in enumerate(HOSTILE, 1):
        at = number * 100
        yield action(3 * number - 2, at, {"push": [{"song": {"_0": text, "title": text}}]}, origin=text[:100])
        yield action(3 * number - 1, at, {"present": [text, STYLES[number % 2]]}, i=1, of=2)
        yield action(3 * number - 1, at, {"push": [text]}, i=2, of=2)
        yield {"t": "mark", "n": 3 * number - 1, "at": at, "name": text, "note": {"text": text}}
        yield action(3 * number, at, {"dismissAll": []} if number % 3 else {"tabTapped": [text]})
    last = 3 * len(HOSTILE)
    yield action(last + 1, 9000, {HOSTILE[0]: [HOSTILE[5]]})
    yield {"t": "end", "n": last + 1, "at": 9000}


def damaged_log():
    """A log with a line that is not JSON, a gap, an unknown type, an action of a later version, and a torn end."""
    lines = [json.dumps(line, separators=(",", ":")).encode() for line in long_log(60, 5)]
    lines[10] = b'{"t":"action","n":10,\xff\xfe\x00"at"'
    lines[20] = b'{"t":"gap","n":22,"at":%d,"lost":3}' % json.loads(lines[20])["at"]
    at = json.loads(lines[23])["at"]
    lines[21:23] = [json.dumps(snapshot(22, at, home=["song:1"])).encode()]
    lines[30] = b'{"t":"future","n":30}'
    lines[40] = json.dumps(action(41, json.loads(lines[40])["at"], {"fly": ["moon"]})).encode()
    return b"\n".join(lines[:50]) + b"\n" + lines[50][:-12]


if __name__ == "__main__":
    main()
