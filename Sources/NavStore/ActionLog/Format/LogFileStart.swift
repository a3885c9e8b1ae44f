/// A place in a session at which a file can begin, with the state there.
struct LogFileStart<State: Encodable> {
  let writer: LogLineWriter
  let word: (inout State) throws -> UInt64
  let header: LogHeader
  let state: State
  /// The fingerprint of the state, if it was made.
  let sum: Fingerprint?

  /// The first line of the file. What cannot be encoded is left out: a file has a header in any case.
  ///
  /// - Parameter kept: How many bytes count of each earlier file of the part; nil for its first file.
  /// - Returns: The line, whether it has the state, and why it lacks the app's information if it does.
  func line(kept: [Int]? = nil) -> (bytes: [UInt8], hasState: Bool, failure: (any Error)?) {
    var header = header
    header.kept = kept
    var bytes: [UInt8] = []
    do {
      var state = state
      let sum = sum ?? (try? word(&state)).map(Fingerprint.init(rawValue:))
      try writer.header(header, state: state, sum, to: &bytes)
      return (bytes, true, nil)
    } catch {}
    bytes.removeAll()
    do {
      try writer.header(header, state: State?.none, nil, to: &bytes)
      return (bytes, false, nil)
    } catch {
      bytes.removeAll()
      header.information = nil
      header.rules = nil
      try? writer.header(header, state: State?.none, nil, to: &bytes)
      return (bytes, false, error)
    }
  }
}
