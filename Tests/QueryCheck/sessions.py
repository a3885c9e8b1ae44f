"""Writes the logs of invented sessions of a shop, and remembers what their users did.

  sessions.py FOLDER [--count N]

What the users did is computed by a model of the shop that shares no code with the library and reads no log. It is what
the queries of Docs/HowTo/Tests/QueryingSessions.md must find.
"""

import argparse
import dataclasses
import json
import pathlib
import random

TABS = ["home", "search", "cart"]
BEGAN = 1_767_225_600_000
HOUR = 3_600_000


@dataclasses.dataclass
class Session:
    name: str
    version: str
    began: int
    # The visible screens as (screen, time of its beginning), each different from the one before.
    visits: list = dataclasses.field(default_factory=list)
    # Of each action: name and outcome.
    actions: list = dataclasses.field(default_factory=list)
    # Of each link that was sent: the action as text, and its outcome.
    links: list = dataclasses.field(default_factory=list)
    # The URLs that match no pattern, as (path, reason).
    failed_urls: list = dataclasses.field(default_factory=list)
    # The time of the last event. `ended` is false for a process that was killed.
    last: int = 0
    ended: bool = True


class Shop:
    """The navigation of one session: three tabs with a path each, and sheets, without the rule of a way back."""

    def __init__(self):
        self.paths = {tab: [] for tab in TABS}
        self.selected = "home"
        self.sheets = []
        self.last_sheet = 0

    @property
    def focused(self):
        return self.sheets[-1]["path"] if self.sheets else self.paths[self.selected]

    @property
    def screen(self):
        if self.focused:
            return screen_name(self.focused[-1])
        return screen_name(self.sheets[-1]["root"]) if self.sheets else "/" + self.selected

    @property
    def state(self):
        state = {
            "initial": "home",
            "selected": self.selected,
            "tabs": [{"path": list(self.paths[tab]), "tab": tab} for tab in TABS],
            "visits": [self.selected],
        }
        if self.sheets:
            state["modals"] = [{**sheet, "path": list(sheet["path"]), "style": "sheet"} for sheet in self.sheets]
        if self.last_sheet:
            state["lastModal"] = self.last_sheet
        return state

    def push(self, route):
        self.focused.append(route)
        return "changed", {"push": [route]}

    def back(self):
        action = {"back": []}
        if self.focused:
            self.focused.pop()
        elif self.sheets:
            self.sheets.pop()
        else:
            return "exit", action
        return "changed", action

    def tap(self, tab):
        action = {"tabTapped": [tab]}
        if tab != self.selected:
            self.selected = tab
        elif self.paths[tab]:
            self.paths[tab] = []
        else:
            return "scrolledToTop", action
        return "changed", action

    def present(self, route):
        self.last_sheet += 1
        self.sheets.append({"id": self.last_sheet, "path": [], "root": route})
        return "changed", {"present": [route, "sheet"]}

    def dismiss(self):
        if not self.sheets:
            return "noModal", {"dismiss": []}
        self.sheets.pop()
        return "changed", {"dismiss": []}

    def open(self, tab, path):
        action = {"deepLink": [{"path": path, "tab": tab}]}
        if tab not in TABS:
            return "unknownTab", action
        if not self.sheets and self.selected == tab and self.paths[tab] == path:
            return "sameAsBefore", action
        self.sheets = []
        self.selected = tab
        self.paths[tab] = list(path)
        return "changed", action


def product(number):
    return {"product": {"_0": number}}


def simple(name):
    return {name: {}}


def screen_name(route):
    return next(iter(route))


def link_text(tab, path):
    names = [screen_name(route) + (f"({route['product']['_0']})" if "product" in route else "") for route in path]
    return f"deepLink {tab} /{'/'.join(names)}"


# A link can lead to a checkout without a product, and to a tab that does not exist.
LINKS = [
    ("home", [product(1)]),
    ("cart", []),
    ("cart", [simple("checkout")]),
    ("search", [product(2), simple("reviews")]),
    ("deals", []),
]
FAILED_URLS = [("/sale/2019", "no pattern"), ("/product/x", "parameter"), ("/old", "no pattern")]


def play(number: int, dice: random.Random):
    """Plays one session. Returns what happened, and the lines of its log."""
    session = Session(
        name=f"session {number}", version=dice.choice(["2.0", "2.1", "2.1"]),
        began=BEGAN + dice.randrange(90 * 24) * HOUR + number,
    )
    shop = Shop()
    time = 0
    lines = [
        {
            "t": "header", "format": "navstore.log", "v": 1, "schema": 1, "session": session.name, "part": 1, "n": 0,
            "at": 0, "began": session.began, "sums": "navigation", "info": {"version": session.version},
            "rules": {"back": "none", "maxVisits": 100}, "state": shop.state,
        }
    ]
    session.visits.append((shop.screen, session.began))
    count = 0
    for _ in range(dice.choice([2, 5, 12, 30])):
        time += dice.choice([200, 900, 3_000, 11_000, 45_000]) + dice.randrange(500)
        if dice.random() < 0.03:
            path, reason = dice.choice(FAILED_URLS)
            session.failed_urls.append((path, reason))
            note = {"path": path, "reason": reason}
            lines.append({"t": "mark", "n": count, "at": time, "name": "link failed", "note": note})
            continue
        count += 1
        origin, steps = step(shop, dice, session)
        for index, (outcome, action) in enumerate(steps):
            line = {"t": "action", "n": count, "at": time, "origin": origin, "action": action}
            if len(steps) > 1:
                line |= {"i": index + 1, "of": len(steps)}
            lines.append(line)
            session.actions.append((screen_name(action), outcome))
        if shop.screen != session.visits[-1][0]:
            session.visits.append((shop.screen, session.began + time))
        if count % 8 == 0:
            lines.append({"t": "snap", "n": count, "at": time, "state": shop.state})
    if count % 8:
        lines.append({"t": "snap", "n": count, "at": time, "state": shop.state})
    # The process of some sessions is killed, so their logs have no end.
    session.ended = dice.random() < 0.8
    if session.ended:
        time += dice.randrange(20_000)
        lines.append({"t": "end", "n": count, "at": time})
    session.last = session.began + time
    return session, lines


def step(shop: Shop, dice: random.Random, session: Session):
    """Sends one transaction. Returns its origin, and the outcome and the action of each of its actions."""
    screen = shop.screen
    chance = dice.random()
    if chance < 0.06:
        tab, path = dice.choice(LINKS)
        outcome, action = shop.open(tab, path)
        session.links.append((link_text(tab, path), outcome))
        return "deeplink", [(outcome, action)]
    if chance < 0.10:
        # Two screens in one transaction: the first one is never visible.
        return "effect", [shop.push(product(dice.randrange(1, 9))), shop.push(simple("reviews"))]
    if chance < 0.30:
        return "user", [shop.back()]
    if chance < 0.45:
        return "user", [shop.tap(dice.choice(TABS))]
    if chance < 0.50:
        return "user", [shop.dismiss()]
    following = {"product": "checkout", "checkout": "payment", "payment": "thanks"}.get(screen)
    if following:
        return "user", [shop.push(simple(following)) if chance < 0.85 else shop.present(simple("help"))]
    return "user", [shop.push(product(dice.randrange(1, 9)))]


def write(folder: pathlib.Path, count: int, seed: int = 1):
    """Writes the logs, one file each. Returns the sessions."""
    dice = random.Random(seed)
    folder.mkdir(parents=True)
    sessions = []
    for number in range(1, count + 1):
        session, lines = play(number, dice)
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (folder / f"{number:06}.navlog").write_text(text, encoding="utf-8")
        sessions.append(session)
    return sessions


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=500)
    options = parser.parse_args()
    write(options.folder, options.count)
