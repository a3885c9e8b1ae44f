#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// What the users of a release have, and a later release must still understand: saved states, links and recorded
/// sessions.
///
/// A contract writes samples of today's app into a file, one file for each release. A test reads the files of all
/// earlier releases with today's code, and fails with a list of what would be lost:
///
/// ```swift
/// let contract = Contract(initialState: AppState(), schema: savedState)
///   .states(exploration.samples { $0.navigation.top.map { "\($0)" } ?? "\($0.navigation.selectedTab)" })
///   .links(links, urls: ["myapp://home", "myapp://song/7"]) { $0.navigation.deepLink($1) }
///   .sessions(["a song, then back": [.push(.song(7)), .back]], schema: recordedActions, reducer: AppReducer())
///
/// try contract.record("1.0", in: contracts)
/// contract.check(contracts).expectKept()
/// ```
///
/// The file is JSON with one sample in each line. It contains no codec and no private keys, so a reviewer can read it.
public struct Contract<State: Codable & Equatable & Sendable>: Sendable {
  private let savedStates: SavedStateSamples<State>
  private var states: [String: State] = [:]
  private var links: LinkSamples<State>?
  private var sessions: SessionSamples<State>?

  /// Creates a contract without samples.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the app.
  ///   - schema: The schema of saved states. A contract ignores its codecs.
  public init(initialState: State, schema: StateSchema = StateSchema()) {
    savedStates = SavedStateSamples(initialState: initialState, schema: schema)
  }

  /// Adds sample states, which a later release must restore completely.
  ///
  /// - Parameter samples: The states by name, for example those of
  ///   ``ExplorationReport/samples(named:)``. A state replaces one with the same name.
  /// - Returns: A contract with the states.
  public func states(_ samples: [String: State]) -> Contract {
    var contract = self
    contract.states.merge(samples) { $1 }
    return contract
  }

  /// Adds the links of the app, which must open the same places in a later release.
  ///
  /// - Parameters:
  ///   - table: The links of the app. It replaces a table that was added before.
  ///   - urls: Sample URLs, at least one for each pattern of the table. URLs of internal patterns are read as URLs from
  ///     the app itself.
  ///   - open: Opens a link in a state, as the reducer of the app does. If the link is open already, the function must
  ///     not change the state.
  /// - Returns: A contract with the links.
  public func links<Tab, Route>(
    _ table: DeepLinkTable<Tab, Route>, urls: [String],
    opening open: @escaping @Sendable (_ state: inout State, _ link: DeepLink<Tab, Route>) -> Void
  ) -> Contract {
    var contract = self
    contract.links = LinkSamples(table, urls: urls, opening: open)
    return contract
  }

  /// Adds sample sessions, in which a later release must lead to the same states.
  ///
  /// Only the reducer runs. Actions that its effects send by `send` are reduced as in a store. Include the actions that
  /// other work of effects would send.
  ///
  /// - Parameters:
  ///   - samples: The actions of each session by its name. Each session begins with the initial state. The sessions
  ///     replace those that were added before.
  ///   - schema: The schema of recorded actions and states.
  ///   - reducer: The reducer of the app.
  /// - Returns: A contract with the sessions.
  public func sessions<Action: Codable & Sendable>(
    _ samples: [String: [Action]], schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) -> Contract {
    var contract = self
    contract.sessions = SessionSamples(samples, from: savedStates.initialState, schema: schema, reducer: reducer)
    return contract
  }
}

extension Contract {
  /// Writes the samples into the file of a release, such as `1.0.json`.
  ///
  /// If the file exists with the same content, the call does nothing. A file with another content is never overwritten,
  /// because users have what it contains.
  ///
  /// - Parameters:
  ///   - release: The name of the release.
  ///   - folder: The folder of the contracts. It is created if it does not exist.
  /// - Throws: An error whose description says what to do if the file exists with another content, a pattern of the
  ///   links has no URL, a sample cannot be encoded or is not restored as it was, or the file cannot be written.
  public func record(_ release: String, in folder: URL) throws {
    let items =
      try states.sorted { $0.key < $1.key }.map { try savedStates.item(named: $0.key, $0.value) }
      + (links?.items(savedStates) ?? []) + (sessions?.items() ?? [])
    let file = ContractFile(release: release, items: items)
    let lost = items.compactMap { item in loss(of: item).map { "\(item.name): \($0)" } }
    guard lost.isEmpty else {
      throw ContractError(
        "Release \(release) is not recorded, because its own code does not keep \(lost.count.counting("sample")):\n"
          + lost.joined(separator: "\n"))
    }
    try file.write(in: folder)
  }

  /// Reads the contracts of all releases with today's code.
  ///
  /// - Parameters:
  ///   - folder: The folder of the contracts.
  ///   - accepted: The losses that are intended: the reason for each sample, by the name that a report shows, such as
  ///     `1.0 link myapp://gift/1`. A sample in this list that is not lost is a mistake, which the report lists.
  /// - Returns: The report of what is lost.
  public func check(_ folder: URL, accepting accepted: [String: String] = [:]) -> ContractReport {
    var report = ContractReport(accepting: accepted)
    let files: [URL]
    do {
      files = try ContractFile.files(in: folder)
    } catch {
      report.addProblem("The folder of contracts cannot be read: \(folder.path): \(error)")
      return report
    }
    if files.isEmpty {
      report.addProblem("\(folder.path) contains no contract. Write one: try contract.record(\"1.0\", in: folder)")
    }
    for url in files {
      do {
        let file = try ContractFile(contentsOf: url)
        report.contracts += 1
        let unreadable = Set(file.items.compactMap(\.schema).filter { savedStates.unreadableReason($0) != nil })
        for reason in unreadable.sorted().compactMap(savedStates.unreadableReason) {
          report.addProblem("\(file.release): \(reason)")
        }
        for item in file.items {
          let name = "\(file.release) \(item.name)"
          if let schema = item.schema, unreadable.contains(schema) {
            report.skip(name)
          } else {
            report.add(loss(of: item), of: name)
          }
        }
      } catch {
        report.addProblem("\(url.lastPathComponent) is not a contract: \(error)")
      }
    }
    report.finish()
    return report
  }

  private func loss(of item: ContractItem) -> String? {
    switch item.sample {
    case .state(let saved): return savedStates.loss(of: saved)
    case .link(let saved, let isFromApp):
      guard let links else { return "Today's contract has no links. Add the table: contract.links(…)." }
      return links.loss(of: item.title, isFromApp: isFromApp, opening: saved, savedStates)
    case .session(let lines):
      guard let sessions else { return "Today's contract has no sessions. Add them: contract.sessions(…)." }
      return sessions.loss(lines)
    }
  }
}
