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
        "wpt-match-012": "a wildcard also matches no segment, so that a not-found link covers the prefix itself",
        "wpt-match-030": "a dot segment is refused and not resolved, because another reader may resolve it differently",
        "wpt-match-031": "a dot segment is refused and not resolved",
        "wpt-match-034": "hexadecimal digits are not case-sensitive (RFC 3986, section 6.2.2.1)",
        "wpt-match-035": "a leading slash is ignored, because myapp://foo/bar has none",
        "wpt-match-036": "a pattern with a dot segment is refused when the table is built",
        "wpt-rank-001": "two literals are equally specific, because no URL matches both",
        "wpt-rank-002": "two literals are equally specific, because no URL matches both",
        "wpt-rank-007": "a wildcard matches all remaining segments, so it must be last",
      ]
    ).check()
  }

  // MARK: - Nested screens

  private static let nestedDifferences = [
    "rn-print-052": "a link that ends in a wildcard is not printed: nothing says what stands for it",
    "rn-print-068": "a parameter that a path needs and a route lacks is an error, never a text in its place",
  ]

  @Test func `the outside cases of nested links pass or are deliberate differences`() throws {
    try Conformance(
      file: "navigation_cases.json",
      adapters: ["link-parse": NestedLinkAdapter.parse, "link-print": NestedLinkAdapter.print],
      differences: Self.nestedDifferences
    ).check()
  }
}
