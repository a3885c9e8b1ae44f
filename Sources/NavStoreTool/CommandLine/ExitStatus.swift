/// How the process ends, as the shell sees it. The numbers from 64 on are those of BSD's `sysexits.h`.
package struct ExitStatus: Error, Equatable, Sendable {
  package let code: Int32

  package static let success = ExitStatus(code: 0)
  /// Something was not as it was expected to be.
  package static let mismatch = ExitStatus(code: 1)
  /// The arguments are wrong.
  package static let usage = ExitStatus(code: 64)
  /// A file is no action log, or that of a later version.
  package static let dataError = ExitStatus(code: 65)
  /// A file that was named cannot be read.
  package static let noInput = ExitStatus(code: 66)
  /// The platform does not have what the command needs.
  package static let unavailable = ExitStatus(code: 69)
  /// A session could not be played to its end.
  package static let software = ExitStatus(code: 70)
  /// The last state could not be saved.
  package static let notSaved = ExitStatus(code: 74)

  /// Nobody reads the output any more; the end that SIGPIPE would have brought.
  package static let brokenPipe = signal(13)

  /// The end that a signal asked for.
  package static func signal(_ number: Int32) -> ExitStatus { ExitStatus(code: 128 + number) }
}
