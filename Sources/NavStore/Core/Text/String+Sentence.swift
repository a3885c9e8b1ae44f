extension String {
  /// The text as a sentence, with one mark at its end: what others say, as a decoder, may have it already.
  package var asSentence: String {
    guard let last else { return "" }
    return ".…!?".contains(last) ? self : self + "."
  }
}
