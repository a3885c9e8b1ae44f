import Testing

@Suite struct LinkConformanceTests {
  private static let slash = "a slash at the end of a path says nothing"

  @Test func `the outside cases of patterns pass or are deliberate differences`() throws {
    try Conformance(
      file: "urlpattern_cases.json",
      adapters: [
        "url-pattern": LinkAdapter.match, "url-generate": LinkAdapter.generate, "pattern-rank": LinkAdapter.rank,
      ],
      differences: [
        "wpt-match-003": Self.slash, "wpt-match-007": Self.slash, "wpt-match-015": Self.slash,
        "wpt-match-026": Self.slash,
        "wpt-match-012": "a wildcard stands for no segment, too: a not-found link is for the bare prefix as well",
        "wpt-match-030": "a dot segment is refused, not resolved: whoever reads the URL next may resolve it otherwise",
        "wpt-match-031": "a dot segment is refused, not resolved",
        "wpt-match-034": "hexadecimal digits have any case, by RFC 3986, section 6.2.2.1",
        "wpt-match-035": "a slash at the beginning of a path says nothing: myapp://foo/bar has none",
        "wpt-match-036": "a pattern with a dot segment is refused when the table is built",
        "wpt-generate-006": "a parameter is a whole segment",
        "wpt-rank-001": "of two literals none is the more specific one: no URL fits both",
        "wpt-rank-002": "of two literals none is the more specific one: no URL fits both",
        "wpt-rank-007": "a wildcard stands for whatever follows, so it is the last",
      ]
    ).check()
  }
}
