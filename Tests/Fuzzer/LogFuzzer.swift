import Foundation
import NavStore

/// Searches for bytes that make a replay crash, or return to an
/// earlier transaction. `.ci/fuzz log` builds and runs it.
///
/// The function inserts correct checks, because otherwise the reader would reject almost all lines. A byte 0x01 before
/// a line feed marks the place of a check.
func fuzzLog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = withChecks(UnsafeRawBufferPointer(start: start, count: count))
  guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else { fatalError("\(path)") }
  let log = ActionLog(path: path)
  // Each input is replayed in one way only, because more ways take time and find little.
  switch count % 4 {
  case 0: replay(log, ReplayOptions())
  case 1: replay(log, ReplayOptions(atDivergence: .keepGoing, atUndecodable: .skipToNextState))
  case 2:
    replay(log, ReplayOptions(from: 2, until: 5, atDivergence: .adoptRecorded, atUndecodable: .skipToNextState))
  default: _ = try? log.replay(anySchema, reducer: NavigationReducer<JSONText, JSONText>())
  }
  return 0
}

private func replay(_ log: ActionLog, _ options: ReplayOptions) {
  var number = 0
  var isWithinSession = true
  do {
    let report = try log.replayEvents(schema, reducer: NavigationReducer<Int, Int>(), options: options) { event in
      switch event {
      case .began(let header, _):
        isWithinSession = false
        number = header.number
      case .transaction(let transaction):
        require(!isWithinSession || transaction.number > number, "\(transaction.number) after \(number)")
        isWithinSession = true
        number = transaction.number
      default: break
      }
    }
    require(report.applied >= report.verified && report.number >= 0, "\(report.summary)")
  } catch is ActionLogError {
    return
  } catch {
    fatalError("\(error) is not an ActionLogError.")
  }
}

private let schema = ActionLogSchema<NavigationState<Int, Int>, NavigationAction<Int, Int>>()
private let anySchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>()
/// A directory in memory, if there is one: the disk takes longer than the replay.
private let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
private let path = folder + "/fuzzed-\(getpid()).navlog"
private let file: Int32 = {
  let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  // The file is deleted at the end of the process.
  atexit { unlink(path) }
  return file
}()

private func withChecks(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  var result: [UInt8] = []
  var start = 0
  for byte in bytes {
    if byte == 0x0A {
      if result.count > start, result.last == 0x01 {
        result.removeLast()
        let sum = result[start...].withUnsafeBytes { Checksum.xxh64($0) } & 0xFFFF_FFFF
        let digits = String(sum, radix: 16)
        result += Array(",\"c\":\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\"}".utf8)
      }
      result.append(byte)
      start = result.count
    } else {
      result.append(byte)
    }
  }
  return result
}
