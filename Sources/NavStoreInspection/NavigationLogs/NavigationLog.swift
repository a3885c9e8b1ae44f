package import NavStore

/// A log of any app's navigation, and the rules for its replay.
package struct NavigationLog {
  package let name: String
  package let log: ActionLog
  /// The header of the log, or `nil` if the header is damaged.
  package let header: LogHeader?
  package let rules: NavigationRules<JSONText, JSONText>
  /// Messages about reasons why a replay by this command can differ from the app.
  package let warnings: [String]
  /// The back rule that is used instead of the one in the header; `nil` if none was given.
  let givenBackRule: BackRule?
  /// The temporary copy that is read in place of the log, or `nil` if the log itself is read.
  private let copy: (any LogCopy)?
  var isCopy: Bool { copy != nil }

  /// Reads the header of a log. If `backRule` is `nil`, the rule in the header is used.
  package init(_ log: ActionLog, named name: String, copy: (any LogCopy)? = nil, backRule: BackRule? = nil) throws {
    self.name = name
    self.log = log
    self.copy = copy
    givenBackRule = backRule
    do {
      header = try log.header()
    } catch  where error.isNotALog {
      // A log with a damaged header can still be replayed if it contains whole states. Otherwise, this replay throws an
      // error before the command shows any line.
      header = nil
      do {
        _ = try log.replay(
          ActionLogSchema<LoggedState, LoggedAction>(), reducer: NavigationReducer(),
          options: ReplayOptions(atDivergence: .keepGoing, atUndecodable: .skipToNextState))
      } catch let error as ActionLogError {
        throw LogFailure(error, of: copy?.path, name)
      }
    } catch {
      throw LogFailure(error, of: copy?.path, name)
    }
    if let header { try Self.check(log, header, name) }
    (rules, warnings) = Self.rules(of: header, backRule: backRule)
  }

  /// Checks the initial state, which must be a navigation without states of screens.
  private static func check(_ log: ActionLog, _ header: LogHeader, _ name: String) throws {
    let schema = ActionLogSchema<JSONText, JSONText>(version: max(header.schema, 0))
    guard let text = try? log.initialState(schema), let state = try? JSONValue(parsing: text.utf8) else { return }
    if state.isNavigation {
      guard state.hasScreens else { return }
      throw LogFailure(
        "\(name) is the log of a navigation with the states of its screens, which only the app can replay. "
          + Self.advice(part: ["navigation"]),
        .invalid)
    }
    guard case .object(let members) = state, let keys = members.keys.sorted().listing else {
      throw LogFailure("\(name) is not the log of a navigation: its state is \(state.outline).", .invalid)
    }
    guard let part = members.keys.sorted().first(where: { members[$0]?.isNavigation == true }) else {
      throw LogFailure("\(name) is not the log of a navigation: its state has \(keys), and no \"tabs\".", .invalid)
    }
    let hasScreens = members[part]?.hasScreens == true
    throw LogFailure(
      "\(name) is the log of a whole app: its state has \(keys). \"navtool log\" reads logs of navigations. "
        + Self.advice(part: [part.terminalSafe] + (hasScreens ? ["navigation"] : [])),
      .invalid)
  }

  /// Returns advice on how to record only part of an app's state. `part` contains the names of the properties that lead
  /// to that part.
  private static func advice(part: [String]) -> String {
    // The innermost case is `.navigation`, and the outer cases are named after the properties.
    let pattern = part.dropLast().reversed().reduce(".navigation(let action)") { ".\($1)(\($0))" }
    let path = part.joined(separator: ".")
    return "Record only the part \"\(path)\", for example with ActionLogRecorder(of: store, state: \\.\(path), "
      + "action: { if case \(pattern) = $0 { action } else { nil } }, schema: ActionLogSchema(rules: rules), "
      + "to: path). See Docs/Reference/Command.md."
  }

  private static func rules(
    of header: LogHeader?, backRule: BackRule?
  ) -> (NavigationRules<JSONText, JSONText>, [String]) {
    var rules = NavigationRules<JSONText, JSONText>()
    var warnings: [String] = []
    if let text = header?.rules {
      do {
        let recorded = try text.utf8.withUnsafeBytes {
          try JSONReader.decode(RecordedRules<JSONText, JSONText>.self, from: $0)
        }
        rules = recorded.rules
        if recorded.comparesRoutes {
          warnings.append(
            "The app compares routes with a function, which a log cannot contain. Here, routes are compared as JSON.")
        }
      } catch {
        warnings.append(
          "The rules in the log cannot be read, so the rules of NavigationRules() are used. The log contains: \(text)")
      }
    } else if backRule == nil {
      warnings.append(
        "The log does not contain the rules of the app. The back rule \(rules.backRule.rawValue) is assumed. "
          + "Use --back-rule to name another one.")
    }
    if let backRule { rules.backRule = backRule }
    if let sums = header?.fingerprintName, !sums.isEmpty, sums != LoggedState.fingerprintName, sums != "json" {
      warnings.append(
        "The log's fingerprints are \"\(sums.printable(limit: 40))\", which only the app can compute. Only whole "
          + "states are compared."
      )
    }
    return (rules, warnings)
  }

  package var schema: ActionLogSchema<LoggedState, LoggedAction> {
    ActionLogSchema(version: max(header?.schema ?? 1, 0))
  }

  package var reducer: NavigationReducer<JSONText, JSONText> { NavigationReducer(rules: rules, reportingTo: nil) }

  @discardableResult
  package func replay(
    _ options: ReplayOptions = ReplayOptions(atDivergence: .adoptRecorded, atUndecodable: .skipToNextState),
    each: ((LoggedEvent) throws -> Void)? = nil
  ) throws -> LoggedReport {
    do {
      return try log.replayEvents(schema, reducer: reducer, options: options, each: each)
    } catch let error as ActionLogError {
      throw LogFailure(error, of: copy?.path, name)
    }
  }

  package func replay(
    _ options: ReplayOptions, speed: Double, each: @escaping (LoggedEvent) throws -> Void
  ) async throws -> LoggedReport {
    do {
      return try await log.replayEvents(schema, reducer: reducer, options: options, speed: speed, each: each)
    } catch let error as ActionLogError {
      throw LogFailure(error, of: copy?.path, name)
    }
  }
}

/// A temporary copy of a log, which exists as long as this object.
package protocol LogCopy: AnyObject {
  var path: String { get }
}

package struct LogFailure: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    case unreadable
    case invalid
    case system
  }

  package let description: String
  package let kind: Kind
  package private(set) var isReported = false

  package var reported: LogFailure {
    var failure = self
    failure.isReported = true
    return failure
  }

  package init(_ description: String, _ kind: Kind) {
    self.description = description
    self.kind = kind
  }

  fileprivate init(_ error: ActionLogError, of copy: String?, _ name: String) {
    description = copy.map { error.description.replacing($0, with: name) } ?? error.description
    kind = error.code == nil ? .invalid : .unreadable
  }
}

extension JSONValue {
  fileprivate var isNavigation: Bool {
    if case .array? = self["tabs"] { true } else { false }
  }

  fileprivate var hasScreens: Bool {
    if case .object? = self["screens"] { true } else { false }
  }
}
