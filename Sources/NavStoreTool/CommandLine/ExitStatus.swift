/// The exit status of the process. The codes from 64 to 78 have the same meaning as in `sysexits.h`.
package struct ExitStatus: Error, Equatable, Sendable {
  package let code: Int32

  package static let success = ExitStatus(code: 0)
  /// A comparison found a difference, a log has findings, or a log does not contain what the options select.
  package static let mismatch = ExitStatus(code: 1)
  package static let usage = ExitStatus(code: 64)
  /// A file is not an action log or not an exported table of links, the format version of a log is not supported yet,
  /// or a table has no links for the requested host.
  package static let dataError = ExitStatus(code: 65)
  package static let noInput = ExitStatus(code: 66)
  package static let unavailable = ExitStatus(code: 69)
  /// The system refused an operation, or a session could not be played to its end.
  package static let software = ExitStatus(code: 70)
  /// The last state could not be saved, or the recording could not be completed.
  package static let notSaved = ExitStatus(code: 74)

  /// The status for a closed pipe. The code is the same as for a process that `SIGPIPE` ends.
  package static let brokenPipe = signal(13)

  package static func signal(_ number: Int32) -> ExitStatus { ExitStatus(code: 128 + number) }
}
