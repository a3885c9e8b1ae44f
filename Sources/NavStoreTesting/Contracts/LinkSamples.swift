internal import NavStore

/// Sample URLs of a table of links, and the states that they open.
struct LinkSamples<State: Codable & Equatable & Sendable>: Sendable {
  private typealias Opening = @Sendable (_ url: String, _ isFromApp: Bool, inout State) throws(LinkError) -> Int

  private let urls: [String]
  /// Opens a URL in a state, and returns the number of its pattern.
  private let open: Opening
  private let patterns: [String]

  init<Tab, Route>(
    _ table: DeepLinkTable<Tab, Route>, urls: [String],
    opening open: @escaping @Sendable (inout State, DeepLink<Tab, Route>) -> Void
  ) {
    self.urls = Set(urls).sorted()
    patterns = table.patterns.map(\.text)
    self.open = { url, isFromApp, state throws(LinkError) in
      var pattern = 0
      let link = try table.parse(url, isFromApp: isFromApp, selectedTab: nil, pattern: &pattern)
      open(&state, link)
      return pattern
    }
  }

  func items(_ states: SavedStateSamples<State>) throws -> [ContractItem] {
    var opened: Set<Int> = []
    let items = try urls.map { url in
      var (state, isFromApp) = (states.initialState, false)
      do throws(LinkError) {
        do throws(LinkError) {
          opened.insert(try open(url, false, &state))
        } catch  where error.isInternal {
          isFromApp = true
          opened.insert(try open(url, true, &state))
        }
      } catch {
        throw ContractError("The sample URL \(url.printable) opens nothing. \(error)")
      }
      return ContractItem(title: url, sample: .link(try states.sample(of: state), isFromApp: isFromApp))
    }
    let missing = patterns.indices.filter { !opened.contains($0) }.map { "\"\(patterns[$0])\"" }
    guard missing.isEmpty else {
      throw ContractError("No sample URL opens \(missing.joined(separator: ", ")). Add a URL for each link.")
    }
    return items
  }

  /// Returns what is lost of a URL that has opened a place in an earlier release.
  ///
  /// A link that is opened where it is open already changes nothing. So today's link is opened in the restored state:
  /// what else is in the state, such as a property that is new, does not matter.
  func loss(
    of url: String, isFromApp: Bool, opening sample: SavedSample, _ states: SavedStateSamples<State>
  ) -> String? {
    do {
      let recorded = try states.restored(sample).get()
      var state = recorded
      _ = try open(url, isFromApp, &state)
      guard state != recorded else { return nil }
      return "The URL opens another place, from − to +:\n" + indentedDifference(expected: recorded, actual: state)
    } catch let error as LinkError {
      return "The URL opens nothing any more. \(error) Declare its pattern again, or as one of the aliases of another."
    } catch {
      return "The place that it has opened is lost. \(error)"
    }
  }
}

extension LinkError {
  fileprivate var isInternal: Bool { if case .isInternal = reason { true } else { false } }
}
