package import NavStore

extension ReplayEvent {
  /// Returns whether the event is in the selected part. Damaged lines and the end of a file belong to no part.
  package func isSelected(from first: Int?) -> Bool {
    let number: Int? =
      switch self {
      case .began(let header, _): header.number
      case .transaction(let transaction): transaction.number
      case .diverged(let number), .replaced(let number, _, _, _), .resumed(let number, _, _),
        .mark(let number, _, _, _),
        .skipped(let number, _, _, _):
        number
      case .undecodable(let action): action.number
      case .gap(let gap): gap.numbers.upperBound
      case .damaged, .end: nil
      }
    return number.map { $0 >= first ?? .min } ?? false
  }
}
