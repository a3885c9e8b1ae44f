#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// Expects the current version of the app to restore every file in a folder completely. Each file contains a state that
/// some version of the app has saved.
///
/// ```swift
/// @Test func `what any version has saved is restored`() throws {
///   let states = expectRestores(AppState(), fromFilesIn: folder, schema: savedState)
///   #expect(states["1.2.state"]?.navigation.top == .song(7))
/// }
/// ```
///
/// Next to the tests, store a file for each version of the schema. The test fails in these cases:
///
/// - A file is not restored. The failure contains the restore report.
/// - A file is restored only partly, and `allowingLosses` is `false`. The failure contains the restore report.
/// - The folder contains no file for a version that the schema reads.
/// - The folder contains no files, or the folder or a file cannot be read.
///
/// Files whose names begin with a period are ignored. No file is moved or written.
///
/// - Parameters:
///   - initial: The initial state of the app.
///   - folder: The folder that contains the files.
///   - schema: The current schema of saved states.
///   - allowsLosses: Whether the test accepts a partial restore, for example one that drops routes or tabs.
///   - fileID: The file that a failure is shown in. The default is the caller's file.
///   - filePath: The path of that file.
///   - line: The line in that file.
///   - column: The column in that line.
/// - Returns: The restored states, by file name.
@discardableResult
public func expectRestores<State: Codable & Sendable>(
  _ initial: State, fromFilesIn folder: URL, schema: StateSchema, allowingLosses allowsLosses: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [String: State] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return expectRestores(
    initial, fromFilesIn: folder, schema: schema, allowingLosses: allowsLosses, FailureReporter(), at: site)
}

package func expectRestores<State: Codable & Sendable>(
  _ initial: State, fromFilesIn folder: URL, schema: StateSchema, allowingLosses allowsLosses: Bool,
  _ reporter: FailureReporter, at site: CallSite
) -> [String: State] {
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
  } catch {
    reporter.fail("The folder of saved states cannot be read: \(folder.path): \(error)", at: site)
    return [:]
  }
  guard !names.isEmpty else {
    reporter.fail("\(folder.path) contains no saved state. Add a file of each version.", at: site)
    return [:]
  }
  var states: [String: State] = [:]
  var versions: Set<Int> = []
  var unknown: [String] = []
  for name in names {
    let data: Data
    do {
      data = try Data(contentsOf: folder.appendingPathComponent(name))
    } catch {
      reporter.fail("\(name) cannot be read: \(error)", at: site)
      unknown.append(name)
      continue
    }
    // The version is recorded even if the file cannot be restored, so that the version is not also reported as missing.
    if let version = Envelope.schema(of: data) { versions.insert(version) } else { unknown.append(name) }
    let restored = Persistence.restored(initial, from: data, schema: schema)
    guard restored.report.generation != nil else {
      reporter.fail("\(name) is not restored: \(restored.report)", at: site)
      continue
    }
    states[name] = restored.state
    if !allowsLosses, !restored.report.isUnchanged {
      reporter.fail("\(name) is only partly restored: \(restored.report)", at: site)
    }
  }
  let oldest = min(schema.migrations.oldestVersion ?? schema.version, schema.version)
  let missing = (oldest...schema.version).filter { !versions.contains($0) }
  if !missing.isEmpty {
    let list = missing.map { "\($0)" }.joined(separator: ", ")
    let rest = unknown.isEmpty ? "" : " The schema of \(unknown.joined(separator: " and ")) cannot be read."
    reporter.fail("No file has schema \(list). Add a file for each schema that the app reads.\(rest)", at: site)
  }
  return states
}
