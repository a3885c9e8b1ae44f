/// The screens of a stack in one row.
enum Breadcrumbs {
  /// The titles from the root to the top; where they do not fit, those after the root are left out first.
  static func text(_ titles: [String], columns: Int) -> String {
    guard let root = titles.first else { return "" }
    let all = titles.joined(separator: " > ")
    if all.columns <= columns { return all }
    for kept in stride(from: titles.count - 2, through: 1, by: -1) {
      let text = ([root, "…"] + titles.suffix(kept)).joined(separator: " > ")
      if text.columns <= columns { return text }
    }
    return titles.count == 1 ? root : "… > \(titles[titles.count - 1])"
  }
}
