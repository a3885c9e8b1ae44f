"""The badge, the banner, the figures and the ticks say what `navtool log verify` printed to NAME.verify.txt."""

import re

from playwright.sync_api import Page

from report import Report

# More steps than this share ticks.
MOST_STEPS = 1000

# The word that the command prints, and the class of the badge.
VERDICTS = {"verified": "verified", "NOT VERIFIED": "unverified", "FAILED": "failed"}


def check_verdict(page: Page, report: Report):
    path = report.path.with_suffix("").with_suffix(".verify.txt")
    if not path.exists():
        return
    word, headline = re.fullmatch(r"(\S.*?)  \S+: (.*)", path.read_text(encoding="utf-8").splitlines()[-1]).groups()
    states = re.search(r"([\d]+) states? verified", headline)[1]
    found = re.search(r"([\d]+) divergences?", headline)
    divergences = found[0] if found else None
    report.open(page)
    badge = page.locator("#result")
    expected = {
        "verified": f"Replay matches the recording: {int(states):,} state{'' if states == '1' else 's'}",
        "NOT VERIFIED": "Replay not verified",
        "FAILED": divergences or "Replay incomplete",
    }[word]
    if (text := badge.text_content()) != expected or badge.is_hidden():
        yield f"log verify says {word}, {headline}, and the badge says “{text}”"
    if VERDICTS[word] not in badge.get_attribute("class"):
        yield f"log verify says {word}, and the badge has the class {badge.get_attribute('class')}"
    advice = page.locator(".banner", has_text="Not verified")
    if advice.count() != (word == "NOT VERIFIED"):
        yield f"log verify says {word}, and {advice.count()} banners say what to record"
    count = int(found[1]) if found else 0
    if (shown := page.locator(".banner.danger strong").all_text_contents()) != ([divergences] if found else []):
        yield f"log verify finds {divergences}, and the banners say {shown}"
    if not report.steps:
        return
    if len(report.steps) <= MOST_STEPS and (ticks := page.locator("#ticks .tick-divergence").count()) != count:
        yield f"log verify finds {divergences}, and there are {ticks} ticks"
    page.locator("#filter-kind").select_option("step:divergences")
    if not page.locator("#filter-count").text_content().startswith(f"{count:,} of "):
        yield f"log verify finds {divergences}, and the filter {page.locator('#filter-count').text_content()}"
    page.keyboard.press("Escape")
    report.open(page, "view=figures")
    if (figure := page.locator(".tile", has_text="Divergences").locator("dd").text_content()) != f"{count:,}":
        yield f"log verify finds {divergences}, and the figure is {figure}"
