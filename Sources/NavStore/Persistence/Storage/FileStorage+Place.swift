#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FileStorage {
  /// Makes a storage for the file `<name>.state` where the system keeps the state of applications.
  ///
  /// On Apple platforms that is `Application Support/<application>` in the app's container or the user's library,
  /// elsewhere `$XDG_STATE_HOME/<application>`, or `~/.local/state/<application>` if the variable is not set to an
  /// absolute path (XDG Base Directory Specification). The application is by default the bundle's identifier or the
  /// name of the process.
  ///
  /// `protection` says when the system can read the files, where it encrypts each.
  ///
  /// Throws ``StorageError`` if a name is empty, begins with a dot or contains a slash or a null character. The file
  /// system is not touched: missing directories are made by the first save.
  public convenience init(name: String, application: String? = nil, protection: FileProtection? = nil) throws {
    try self.init(
      path: Self.defaultPath(name: name, application: application ?? Self.thisApplication), protection: protection)
  }

  /// The path of what a name stands for, without an ending.
  static func stem(name: String, application: String?) throws(StorageError) -> String {
    String(try defaultPath(name: name, application: application ?? thisApplication).dropLast(".state".count))
  }

  /// The path that `init(name:application:)` uses, with the environment as an argument.
  package static func defaultPath(
    name: String, application: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(StorageError) -> String {
    for (what, part) in [("name", name), ("application", application)] {
      guard !part.isEmpty, !part.hasPrefix("."), !part.utf8.contains(UInt8(ascii: "/")), !part.utf8.contains(0) else {
        let reason = "the \(what) must not be empty, begin with a dot or contain a slash or a null character"
        throw StorageError(action: .open, file: "\"\(part)\"", reason: reason)
      }
    }
    #if canImport(Darwin)
      let folder = URL.applicationSupportDirectory.path
    #else
      let folder: String
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        folder = state
      } else {
        folder = FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state"
      }
    #endif
    return "\(folder)/\(application)/\(name).state"
  }

  private static var thisApplication: String {
    #if canImport(Darwin)
      if let identifier = Bundle.main.bundleIdentifier { return identifier }
    #endif
    return ProcessInfo.processInfo.processName
  }
}
