"""The file is self-contained, and foreign texts are only ever text."""

import re

from playwright.sync_api import Page

from report import Report

POLICY = re.compile(
    r"default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}='; style-src 'sha256-[A-Za-z0-9+/]{43}='; "
    r"base-uri 'none'; form-action 'none'"
)

# Elements that the page never creates, so a text must have created them.
FOREIGN = "img, iframe, object, embed, link, base, video, audio, a, b:not([id]), u, i, form:not(#compare-form), animate"


def check_file(report: Report):
    policies = re.findall(r'http-equiv="Content-Security-Policy"\s+content="([^"]*)"', report.html)
    if len(policies) != 1 or not POLICY.fullmatch(policies[0]):
        yield f"the Content-Security-Policy is not the strict one: {policies}"
    if report.html.index("Content-Security-Policy") > report.html.index("<style>"):
        yield "the Content-Security-Policy comes after a style sheet"
    page = report.html.replace(re.search(r'id="data">(.*?)</script>', report.html, re.DOTALL)[1], "")
    for pattern in [r"\bsrc\s*=", r"\bhref\s*=", r"\bon[a-z]+\s*=\s*\"", r"\bstyle\s*=\s*\"", r"innerHTML", r"\beval\("]:
        for found in re.findall(f"(?i).*{pattern}.*", page)[:3]:
            yield f"the page contains {found.strip()[:100]}"


def check_texts(page: Page, where: str):
    """Checks the elements of a page after its views were shown."""
    found = page.evaluate(
        """(foreign) => ({
          foreign: [...document.querySelectorAll(foreign)].map((element) => element.outerHTML.slice(0, 120)),
          scripts: document.scripts.length,
          handlers: [...document.querySelectorAll("*")].filter((element) =>
            [...element.attributes].some((attribute) => attribute.name.startsWith("on"))).length,
          invisible: [...document.body.innerText.matchAll(/[^\\n\\t\\P{C}]/gu)].map((match) =>
            match[0].codePointAt(0).toString(16)).slice(0, 5),
          title: /[^\\P{C}]/u.test(document.title),
        })""",
        FOREIGN,
    )
    if found["foreign"]:
        yield f"{where}: a text became an element: {found['foreign'][:3]}"
    if found["scripts"] != 2:
        yield f"{where}: the page has {found['scripts']} scripts instead of 2"
    if found["handlers"]:
        yield f"{where}: {found['handlers']} elements have a handler in an attribute"
    if found["invisible"] or found["title"]:
        yield f"{where}: invisible characters are shown without an escape: {found['invisible']}"
