extension Int {
  /// The number with what it counts: `1 change`, `2 changes`.
  package func counting(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}
