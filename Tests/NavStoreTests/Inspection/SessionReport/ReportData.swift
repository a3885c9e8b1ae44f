import Foundation
import NavStore
import NavStoreInspection

/// The data of a session report, read and evaluated independently of the code that writes it.
struct ReportData {
  let html: String
  /// The text of the data in the page.
  let json: String
  let data: JSONValue

  init(_ log: NavigationLog, _ options: ReportOptions = ReportOptions()) throws {
    var bytes: [UInt8] = []
    _ = try NavigationLogReport(log, options: options).write { bytes += $0 }
    try self.init(bytes)
  }

  init(_ html: some Sequence<UInt8>) throws {
    self.html = String(decoding: Array(html), as: UTF8.self)
    let parts = self.html.components(separatedBy: #"<script type="application/json" id="data">"#)
    json = parts.last?.components(separatedBy: "</script>").first ?? ""
    data = try JSONValue(parsing: json.utf8)
  }

  var steps: [JSONValue] { data["steps"]?.list ?? [] }

  /// The indexes of the steps at which the replay begins to differ from the recording.
  var divergences: [Int] { (data["divergences"]?.list ?? []).compactMap(\.number) }

  func text(_ index: JSONValue?) -> String { data["texts"]?[index?.number ?? -1]?.string ?? "no text" }

  func row(_ table: String, _ index: JSONValue?, _ column: Int) -> String {
    text(data[table]?[index?.number ?? -1]?[column])
  }

  /// The output of `navtool log show` that the steps describe, without the lines of states.
  var shown: [String] {
    var lines: [String] = []
    var time = 0
    for (index, step) in steps.enumerated() {
      time += step[1]?.number ?? 0
      let margin = String(repeating: " ", count: 18)
      let number = String(step[2]?.number ?? -1)
      let milliseconds = String(1_000 + time % 1_000).dropFirst()
      let seconds = "\(time / 1_000).\(milliseconds)"
      func columns(_ number: String) -> String {
        String(repeating: " ", count: 6 - number.count) + number + String(repeating: " ", count: 10 - seconds.count)
          + seconds + "  "
      }
      func line(_ start: String, _ action: String, _ effect: String) -> String {
        let origin = text(data["origins"]?[step[3]?.number ?? -1])
        return start + origin.padding(toLength: 9, withPad: " ", startingAt: 0) + action
          + String(repeating: " ", count: max(2, 30 - action.count)) + effect
      }
      switch step[0]?.number {
      case 0, 7:
        for (index, action) in (step[4]?.list ?? []).enumerated() {
          lines.append(
            line(index == 0 ? columns(number) : margin, row("actions", action[0], 0), text(action[1])))
        }
      case 1: lines.append(text(step[3]))
      case 2: lines.append(line(columns(number), "", text(step[4])))
      case 3: lines.append(margin + text(step[3]))
      case 4: lines.append(columns("") + "mark " + text(step[3]))
      case 5, 6: lines.append("     ! " + text(step[3]))
      case 8: lines.append(columns("") + text(step[3]))
      default: lines.append("unknown step \(step)")
      }
      if divergences.contains(index) {
        lines.append("     ! the state differs from the recorded state: \"navtool log verify\" shows the difference")
      }
    }
    return lines
  }

  /// The state after each step that has or changes one, as the JSON of the log, with the number of the step.
  var states: [(number: Int, json: String)] {
    var state: ReportState?
    return steps.compactMap { step in
      switch step[0]?.number {
      case 0:
        for operation in step[5]?.list ?? [] {
          if state != nil { state?.apply(operation) } else { state = operation[1].flatMap(ReportState.init) }
        }
      case 1, 3: state = step[4].flatMap(ReportState.init) ?? state
      case 2: state = step[5].flatMap(ReportState.init)
      default: return nil
      }
      return state.map { (step[2]?.number ?? -1, $0.json(self)) }
    }
  }
}

/// A state, and the operations of docs decision 39.
struct ReportState {
  struct Modal {
    let id: Int
    let style: Int
    let root: JSONValue
    var path: [JSONValue]

    init(_ array: JSONValue) {
      id = array[0]?.number ?? -1
      style = array[1]?.number ?? -1
      root = array[2] ?? .null
      path = array[3]?.list ?? []
    }
  }

  var tabs: [JSONValue]
  var selected: Int
  var paths: [[JSONValue]]
  var modals: [Modal]
  var visits: [JSONValue]
  var lastModal: Int
  var initial: JSONValue

  init?(_ array: JSONValue) {
    guard let tabs = array[0]?.list, let first = tabs.first, let selected = array[1]?.number else { return nil }
    self.tabs = tabs
    self.selected = selected
    paths = (array[2]?.list ?? []).map(\.list)
    let modals = (array[3]?.list ?? []).map(Modal.init)
    self.modals = modals
    visits = array[4]?.list ?? []
    lastModal = array[5]?.number ?? modals.map(\.id).max() ?? 0
    initial = array[6] ?? first
  }

  mutating func apply(_ operation: JSONValue) {
    let values = operation.list
    let keep = operation[1]?.number ?? -1
    switch operation[0]?.number {
    case 0: selected = keep
    case 1:
      let kept = operation[2]?.number ?? -1
      if keep < tabs.count {
        paths[keep] = Array(paths[keep].prefix(kept)) + values.dropFirst(3)
      } else {
        modals[keep - tabs.count].path = Array(modals[keep - tabs.count].path.prefix(kept)) + values.dropFirst(3)
      }
    case 2:
      modals = Array(modals.prefix(keep)) + values.dropFirst(2).map(Modal.init)
      lastModal = max(lastModal, modals.map(\.id).max() ?? 0)
    case 3: visits = Array(visits.prefix(keep)) + values.dropFirst(2)
    default: self = operation[1].flatMap(ReportState.init) ?? self
    }
  }

  func json(_ report: ReportData) -> String {
    func value(_ index: JSONValue) -> String { report.row("values", index, 1) }
    func list(_ values: [JSONValue]) -> String { "[\(values.map(value).joined(separator: ","))]" }
    let modals = self.modals.map {
      #"{"id":\#($0.id),"path":\#(list($0.path)),"root":\#(value($0.root)),"style":"\#(["sheet", "cover", "popover", "inspector"][$0.style])"}"#
    }
    let tabs = zip(self.tabs, paths).map { #"{"path":\#(list($1)),"tab":\#(value($0))}"# }
    var members = [#""initial":\#(value(initial))"#]
    if lastModal > 0 { members.append(#""lastModal":\#(lastModal)"#) }
    if !modals.isEmpty { members.append(#""modals":[\#(modals.joined(separator: ","))]"#) }
    members.append(#""selected":\#(value(self.tabs[selected]))"#)
    members.append(#""tabs":[\#(tabs.joined(separator: ","))]"#)
    members.append(#""visits":\#(list(visits.map { self.tabs[$0.number ?? 0] }))"#)
    return "{\(members.joined(separator: ","))}"
  }
}

extension JSONValue {
  var number: Int? { if case .integer(let number) = self { number } else { nil } }
}
