import Foundation

/// The elements of an SVG in drawing order. Colours and text sizes are classes of ``style``.
struct Drawing {
  /// The anchor of a text.
  enum Anchor: String {
    case start, middle, end
  }

  private(set) var elements: [String] = []

  mutating func text(_ text: String, x: Double, y: Double, _ classes: String, anchor: Anchor = .start) {
    let end = anchor == .start ? "" : #" text-anchor="\#(anchor.rawValue)""#
    elements.append(#"<text x="\#(x.place)" y="\#(y.place)" class="\#(classes)"\#(end)>\#(text.escaped)</text>"#)
  }

  mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ classes: String) {
    elements.append(
      #"<path d="M\#(start.x.place) \#(start.y.place)L\#(end.x.place) \#(end.y.place)" class="\#(classes)"/>"#)
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], _ classes: String) {
    let path = points.map { "\($0.x.place) \($0.y.place)" }.joined(separator: "L")
    elements.append(#"<path d="M\#(path)" class="\#(classes)"/>"#)
  }

  mutating func dot(x: Double, y: Double, _ classes: String) {
    elements.append(#"<circle cx="\#(x.place)" cy="\#(y.place)" r="2.6" class="\#(classes)"/>"#)
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ classes: String) {
    elements.append(
      #"<rect x="\#(x.place)" y="\#(y.place)" width="\#(width.place)" height="\#(height.place)" class="\#(classes)"/>"#)
  }

  /// Draws over the existing elements.
  mutating func append(_ other: Drawing) {
    elements += other.elements
  }

  /// Returns a complete picture of the elements.
  func svg(width: Double, height: Double, title: String, description: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.place) \(height.place)" width="\(width.place)" \
    height="\(height.place)" role="img" aria-labelledby="title description">
    <title id="title">\(title.escaped)</title>
    <desc id="description">\(description.escaped)</desc>
    <style>
    \(Self.style)
    </style>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  /// The background is drawn, because a page may be dark on a light system.
  private static let style = """
    svg { --page: #ffffff; --ink: #1f2328; --quiet: #59636e; --grid: #e1e6eb; --floor: #7d8590; --over: #bc4c00; \
    --a: #0969da; --b: #1a7f37; --c: #8250df; --d: #bf3989; }
    @media (prefers-color-scheme: dark) {
      svg { --page: #0d1117; --ink: #f0f6fc; --quiet: #9aa4af; --grid: #2b323b; --floor: #8b949e; --over: #f0883e; \
    --a: #58a6ff; --b: #3fb950; --c: #bc8cff; --d: #f778ba; }
    }
    text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink); }
    .page { fill: var(--page); }
    .title { font-size: 17px; font-weight: 600; }
    .head { font-weight: 600; }
    .quiet { fill: var(--quiet); }
    .small { font-size: 11px; }
    .grid { stroke: var(--grid); fill: none; }
    .mark { stroke: var(--ink); stroke-width: 2; }
    .line { fill: none; stroke-width: 1.8; }
    .floor { stroke-dasharray: 4 3; }
    .s-floor { stroke: var(--floor); } .s-a { stroke: var(--a); } .s-b { stroke: var(--b); }
    .s-c { stroke: var(--c); } .s-d { stroke: var(--d); } .s-page { stroke: var(--page); stroke-width: 3; }
    .f-floor { fill: var(--floor); } .f-over { fill: var(--over); } .f-a { fill: var(--a); } .f-b { fill: var(--b); }
    .f-c { fill: var(--c); } .f-d { fill: var(--d); }
    """
}

extension Double {
  /// Formats a coordinate with one digit, because a tenth of a pixel is the smallest visible difference.
  fileprivate var place: String {
    let text = String(format: "%.1f", self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension String {
  fileprivate var escaped: String {
    replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
