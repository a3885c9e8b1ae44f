import Foundation
import NavStore

/// What libFuzzer calls with bytes that it makes up, to find such as stop a replay otherwise than by an error, or lead
/// it backwards. `.ci/fuzz-log` builds and runs it.
///
/// Checks are put right first, or hardly a line would get past them: a byte 0x01 before a line feed stands for one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = withChecks(UnsafeRawBufferPointer(start: start, count: count))
  guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else { fatalError("\(path)") }
  let log = ActionLog(path: path)
  // One way of replaying for an input: more of them take longer than they find.
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
    let report = try log.replay(schema, reducer: NavigationReducer<Int, Int>(), options: options) { event in
      switch event {
      case .began(let header, _):
        isWithinSession = false
        number = header.number
      case .transaction(let transaction):
        precondition(!isWithinSession || transaction.number > number, "\(transaction.number) after \(number)")
        isWithinSession = true
        number = transaction.number
      default: break
      }
    }
    precondition(report.applied >= report.verified && report.number >= 0, "\(report.summary)")
  } catch is ActionLogError {
    return
  } catch {
    fatalError("\(error) is no ActionLogError.")
  }
}

private let schema = ActionLogSchema<NavigationState<Int, Int>, NavigationAction<Int, Int>>()
private let anySchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>()
/// In memory where there is such a place: the disk takes longer than the replay.
private let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
private let path = folder + "/fuzzed-\(getpid()).navlog"
private let file: Int32 = {
  let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  // The name goes with the process.
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
