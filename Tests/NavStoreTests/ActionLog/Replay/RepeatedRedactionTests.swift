import NavStore
import Testing

/// Redactions whose replacement changes when it is redacted again.
@Suite struct RepeatedRedactionTests {
  struct Secret: Codable, Hashable, Sendable {
    var text: String
  }

  struct Diary: Codable, Equatable, Sendable {
    var pages: [Secret] = []
    var count = 0
  }

  enum DiaryAction: Codable, Sendable {
    case write(Secret), count
  }

  private static func reducer(isWrong: Bool) -> Reduce<Diary, DiaryAction> {
    Reduce { diary, action in
      switch action {
      case .write(let page): diary.pages.append(page)
      case .count: diary.count += isWrong ? 2 : 1
      }
      return .none
    }
  }

  /// Redactions, and whether each of them keeps its own replacements.
  private static let redactions: [(keepsReplacements: Bool, replace: @Sendable (Secret) -> Secret)] = [
    (true, { _ in Secret(text: "…") }),
    (true, { Secret(text: String(repeating: "x", count: $0.text.count)) }),
    (false, { Secret(text: "redacted " + $0.text.prefix(1)) }),
    (false, { Secret(text: "\($0.text.count) characters") }),
  ]

  @Test(arguments: redactions.indices, [(true, true), (true, false), (false, true), (false, false)])
  func `a divergence says when a redaction changes its own replacements`(
    index: Int, variant: (isWrong: Bool, hasPages: Bool)
  ) async throws {
    let (keepsReplacements, replace) = Self.redactions[index]
    let (isWrong, hasPages) = variant
    let schema = ActionLogSchema<Diary, DiaryAction>(redacting: [.type(Secret.self, replace)])
    let directory = try TemporaryDirectory()
    let store = Store(
      initialState: Diary(pages: hasPages ? [Secret(text: "first")] : []), reducer: Self.reducer(isWrong: false))
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("diary.navlog"))
    for action: DiaryAction in [.write(Secret(text: "second")), .count] { store.send(action) }
    try await recorder.close()
    let report = try ActionLog(path: directory.path("diary.navlog")).replay(
      schema, reducer: Self.reducer(isWrong: isWrong))
    #expect(report.divergences.isEmpty == (keepsReplacements && !isWrong))
    let hint = "A redaction of the schema changes values that it has already replaced."
    #expect(report.allDivergences.first.allSatisfy { $0.description.contains(hint) == !keepsReplacements })
  }
}
