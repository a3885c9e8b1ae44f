internal import NavStore

/// States and their changes in the form that the page of a report reads: see Docs/Decisions/0039-session-report.md.
extension ReportTables {
  mutating func append(_ state: LoggedState, to json: inout ReportText) {
    json.append("[")
    append(list: state.entries.lazy.map(\.tab), to: &json)
    json.append(next: state.selectedIndex)
    json.append(",[")
    for (index, entry) in state.entries.enumerated() {
      if index > 0 { json.append(",") }
      append(list: entry.path, to: &json)
    }
    json.append("],[")
    for (index, modal) in state.presented.enumerated() {
      if index > 0 { json.append(",") }
      append(modal, to: &json)
    }
    json.append("],[")
    for (index, visit) in state.visited.enumerated() {
      if index > 0 { json.append(",") }
      json.append(state.position(of: visit))
    }
    json.append("]")
    let hasOtherInitialTab = state.initialTab != state.entries[0].tab
    if hasOtherInitialTab || state.lastModalID != state.highestModalID(atLeast: 0) {
      json.append(next: state.lastModalID)
      if hasOtherInitialTab { json.append(next: value(state.initialTab)) }
    }
    json.append("]")
  }

  private mutating func append(list: some Sequence<JSONText>, to json: inout ReportText) {
    json.append("[")
    var isFirst = true
    for element in list {
      if !isFirst { json.append(",") }
      isFirst = false
      json.append(value(element))
    }
    json.append("]")
  }

  private mutating func append(_ modal: Modal<JSONText>, to json: inout ReportText) {
    json.append("[")
    json.append(modal.id.rawValue)
    json.append(",")
    json.append(modal.style.number)
    json.append(next: value(modal.root))
    json.append(",")
    append(list: modal.routes, to: &json)
    json.append("]")
  }

  mutating func append(changeFrom old: LoggedState, to new: LoggedState, to json: inout ReportText) {
    json.append("[")
    var isFirst = true
    func begin(_ operation: Int, _ json: inout ReportText) {
      json.append(isFirst ? "[" : ",[")
      isFirst = false
      json.append(operation)
    }
    let keptModals = new.presented.commonPrefix(with: old.presented) {
      $0.id == $1.id && $0.style == $1.style && $0.root == $1.root
    }
    let changesModals = keptModals < max(old.presented.count, new.presented.count)
    let lastModalID = changesModals ? new.highestModalID(atLeast: old.lastModalID) : old.lastModalID
    guard old.initialTab == new.initialTab, lastModalID == new.lastModalID,
      old.entries.elementsEqual(new.entries, by: { $0.tab == $1.tab })
    else {
      json.append("[4,")
      append(new, to: &json)
      return json.append("]]")
    }
    if old.selectedIndex != new.selectedIndex {
      begin(0, &json)
      json.append(next: new.selectedIndex)
      json.append("]")
    }
    if changesModals {
      begin(2, &json)
      json.append(next: keptModals)
      for modal in new.presented[keptModals...] {
        json.append(",")
        append(modal, to: &json)
      }
      json.append("]")
    }
    func appendPath(_ stack: Int, _ path: [JSONText], after previous: [JSONText], _ json: inout ReportText) {
      if path == previous { return }
      let kept = path.commonPrefix(with: previous, by: ==)
      begin(1, &json)
      json.append(next: stack)
      json.append(next: kept)
      for route in path[kept...] { json.append(next: value(route)) }
      json.append("]")
    }
    for index in new.entries.indices {
      appendPath(index, new.entries[index].path, after: old.entries[index].path, &json)
    }
    for index in 0..<keptModals {
      appendPath(new.entries.count + index, new.presented[index].routes, after: old.presented[index].routes, &json)
    }
    if old.visited != new.visited {
      let kept = new.visited.commonPrefix(with: old.visited, by: ==)
      begin(3, &json)
      json.append(next: kept)
      for visit in new.visited[kept...] { json.append(next: new.position(of: visit)) }
      json.append("]")
    }
    json.append("]")
  }
}

extension NavigationState where Tab == JSONText, Route == JSONText {
  fileprivate func position(of tab: JSONText) -> Int { entries.firstIndex { $0.tab == tab } ?? 0 }

  fileprivate func highestModalID(atLeast least: Int) -> Int {
    presented.reduce(least) { max($0, $1.id.rawValue) }
  }
}

extension Array {
  fileprivate func commonPrefix(with other: [Element], by areEqual: (Element, Element) -> Bool) -> Int {
    let shorter = Swift.min(count, other.count)
    return (0..<shorter).first { !areEqual(self[$0], other[$0]) } ?? shorter
  }
}
